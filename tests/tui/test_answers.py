"""What is asked and answered at the table: putting back, typing ahead, leaving, sizes."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.engine.actions import Play, other
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.flow import apply, new_match
from koikoi.engine.presets import preset
from koikoi.record.record import MatchRecord
from koikoi.store.settings import Settings
from koikoi.table.resuming import continued_table
from koikoi.table.saver import Saver
from koikoi.table.setup import Setup, Table, new_table
from koikoi.text.catalogue import load
from koikoi.tui.game import Start
from koikoi.tui.keys import Where
from koikoi.tui.layout import MIN_HEIGHT, MIN_WIDTH
from koikoi.tui.page import Page
from koikoi.tui.tablepage import TablePage
from koikoi.tui.uistate import Mood
from tests.engine.stack import stack_deck
from tests.tui.person import Person, setup, sitting, table_of

RULES = replace(preset("standard"), first_dealer="first", rounds=2)


def dealt(**zones: str) -> Table:
    """A match whose first round is dealt so; the person is its oya."""
    table = new_table(setup(RULES, "answers"), load(), "koikoi play --continue")
    deck = stack_deck(**zones)
    table.saver.close()
    state = new_match(RULES, "answers", decks={(1, 0): deck})
    return table._replace(state=state, saver=Saver(None, load(), "koikoi"))


def page_of(person: Person) -> Page:
    return person.app._pages[-1]


def is_at(person: Person, where: Where) -> bool:
    """Whether the table waits for this now."""
    return person.where is where


async def test_escape_puts_back_a_card_that_was_picked_up(home: Path) -> None:
    table = dealt(oya="1P1 2A 3L", field="1L 1P2")
    async with sitting(home, Start(table=table)) as person:
        await person.until_asked()
        await person.press("enter")
        assert is_at(person, Where.PICKED)
        await person.press("escape")
        assert is_at(person, Where.PLAY)
        assert table_of(person).choice.picked is None
        # It can be picked up again, and then played.
        await person.press("enter")
        assert is_at(person, Where.PICKED)
        await person.answer("a")
        await person.until_asked()
        taken = table_of(person).seen.captured[0]
        assert taken >> Card.parse("1L") & 1


async def test_a_drawn_card_has_no_way_back(home: Path) -> None:
    table = dealt(oya="3L 2A", field="5A 5R 9R 3P1", stock="5P1")
    async with sitting(home, Start(table=table)) as person:
        await person.until_asked()
        table_of(person).choice.focus = Card.parse("3L")
        await person.answer("enter")
        await person.until(lambda: person.where is Where.DRAWN)
        for key in ("escape", "1", "s", "k", "x"):
            await person.press(key)
            assert person.where is Where.DRAWN
        await person.answer("a")
        await person.until_asked()
        assert table_of(person).seen.captured[0] >> Card.parse("5A") & 1


async def test_enter_without_a_choice_answers_nothing(home: Path) -> None:
    table = dealt(oya="3L 2A", field="5A 5R 9R 3P1", stock="5P1")
    async with sitting(home, Start(table=table)) as person:
        await person.until_asked()
        table_of(person).choice.focus = Card.parse("3L")
        await person.answer("enter")
        await person.until(lambda: person.where is Where.DRAWN)
        await person.press("enter", "enter", "space")
        assert person.where is Where.DRAWN
        assert person.sees("Choose a card first")


async def test_what_was_typed_before_a_question_does_not_answer_it(home: Path) -> None:
    async with sitting(home, setup(RULES, "ahead")) as person:
        await person.until_asked()
        table = table_of(person)
        before = person.plies
        early = table.open_since - 1.0
        for key in ("1", "1", "enter", "space", "a", "right"):
            table.press(key, early)
        await person.settled()
        assert person.plies == before
        assert person.where is Where.PLAY
        # The same key, typed now, is taken.
        late = table.open_since + 1.0
        focus = table.choice.focus
        table.press("right", late)
        assert table.choice.focus != focus


async def test_pages_do_not_take_what_was_typed_before_they_were_seen(home: Path) -> None:
    async with sitting(home, setup(RULES, "ahead")) as person:
        await person.until_asked()
        await person.press("q")
        dialog = page_of(person)
        for key in ("r", "enter", "l"):
            dialog.press(key, dialog.open_since - 1.0)
        await person.settled()
        assert page_of(person) is dialog


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
async def test_leaving_asks_and_escape_goes_on(home: Path, key: str) -> None:
    async with sitting(home, setup(RULES, "leave")) as person:
        await person.until_asked()
        await person.press(key)
        assert person.sees("Leave the match?", "Go on", "Save and leave", "Resign the match")
        await person.press("escape")
        assert not person.sees("Leave the match?")
        assert person.where is Where.PLAY


async def test_a_match_that_is_left_goes_on_at_the_same_question(home: Path) -> None:
    async with sitting(home, setup(RULES, "leave")) as person:
        await person.until_asked()
        await person.answer("enter")
        await person.until_asked()
        seen = table_of(person).seen
        await person.press("q", "l")
        await person.until(lambda: not person.app._pages or person.app._exit)
    table = continued_table(load(), "koikoi play --continue")
    async with sitting(home, Start(table=table)) as person:
        await person.until_asked()
        assert table_of(person).seen == seen


async def test_resigning_ends_the_match(home: Path) -> None:
    async with sitting(home, setup(RULES, "resign")) as person:
        await person.until_asked()
        await person.press("q", "r")
        await person.until_seen("because you resigned")
        await person.press("enter")
        await person.until(lambda: person.at_title)
        record: MatchRecord = person.record
        assert record.result is not None


@pytest.mark.parametrize("size", [(60, 20), (59, 24), (80, 19), (1, 1), (160, 48), (100, 30)])
async def test_any_size_keeps_the_question_and_what_was_chosen(
    home: Path, size: tuple[int, int]
) -> None:
    async with sitting(home, setup(RULES, "sizes")) as person:
        await person.until_asked()
        await person.press("right", "q")
        chosen = table_of(person).choice.focus
        await person.pilot.resize_terminal(*size)
        await person.settled()
        if size[0] < MIN_WIDTH or size[1] < MIN_HEIGHT:
            before = person.plies
            for key in ("enter", "1", "l"):
                await person.type(key)
            assert person.plies == before
        await person.pilot.resize_terminal(80, 24)
        await person.until_seen("Leave the match?")
        await person.press("escape")
        assert table_of(person).choice.focus == chosen
        assert person.where is Where.PLAY


async def test_the_theme_changes_at_once_and_options_are_kept(home: Path) -> None:
    kept: list[Settings] = []
    async with sitting(home, setup(RULES, "colours"), keep=kept.append) as person:
        await person.until_asked()
        dark = person.frame.rows[13][40].ink
        await person.press("t")
        assert person.frame.rows[13][40].ink != dark
        assert kept[-1].theme == "light"
        await person.type("o")
        await person.until_seen("Options", "light")
        await person.press("down", "down", "right")
        assert kept[-1].glyphs != "auto"


async def test_keys_that_mean_nothing_do_nothing(home: Path) -> None:
    async with sitting(home, setup(RULES, "nothing")) as person:
        await person.until_asked()
        before = person.rows
        for key in ("x", "z", "9", "0", "f1", "home", "delete", "ctrl+a", "escape", "s", "k", "a"):
            await person.press(key)
        assert person.rows == before
        assert person.plies == 0


async def test_a_failing_disk_is_told_and_the_match_goes_on(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(home, setup(RULES, "disk")) as person:
        await person.until_asked()
        table = table_of(person)

        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("koikoi.record.writer.RecordWriter.append", fail)
        await person.answer("enter")
        await person.until_asked()
        assert any("not saved from here on" in said for said in table.story)
        assert table.seen.ply > 1


async def test_any_key_skips_what_moves(home: Path) -> None:
    slow = Settings(motion="full", pace="slow")
    async with sitting(home, setup(RULES, "skip"), settings=slow) as person:
        for _ in range(60):
            await person.type("x")
            if person.where is Where.PLAY:
                break
            await asyncio.sleep(0)
        assert person.where is Where.PLAY


async def _broken(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    await person.until_asked()

    def broken(*_: object) -> None:
        raise ZeroDivisionError("1L 2A")

    monkeypatch.setattr(TablePage, "hear", broken)
    await person.type("enter", "a")
    await person.pilot.rest()


async def _broken_match(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with sitting(home, setup(RULES, "broken")) as person:
        await _broken(person, monkeypatch)


async def test_a_broken_screen_ends_the_program_and_notes_no_card(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ZeroDivisionError):
        await _broken_match(home, monkeypatch)
    log = (home / "crash.log").read_text(encoding="utf-8")
    assert log.endswith("ZeroDivisionError\n")
    assert "1L 2A" not in log


async def test_continue_without_a_saved_match_says_so(home: Path) -> None:
    async with sitting(home) as person:
        await person.press("c")
        await person.until_seen("There is no unfinished match.")
        assert person.at_title


async def test_a_round_that_the_deal_wins_says_why(home: Path) -> None:
    """Also the first one, before anybody has played a card."""
    table = dealt(oya="6A 6R 6P1 6P2", ko="2A 3L 4A")
    async with sitting(home, Start(table=table)) as person:
        await person.until_seen("End of the round", "Four of a Month (Teshi)")


async def test_the_number_that_proves_the_decks_is_told_before_the_first_card(home: Path) -> None:
    async with sitting(home, setup(RULES, "proof")) as person:
        await person.until_asked()
        assert person.plies == 0
        await person.type("l")
        await person.until_seen(table_of(person).seen.commitment)


async def test_a_drawn_card_is_told_as_drawn_also_after_a_break(home: Path) -> None:
    table = dealt(oya="3L 2A", field="5A 5R 9R 3P1", stock="5P1")
    played, _ = apply(table.state, Play(Card.parse("3L")))
    async with sitting(home, Start(table=table._replace(state=played))) as person:
        await person.until(lambda: person.where is Where.DRAWN)
        await person.answer("a")
        await person.until_asked()
        assert "You drew Iris plain, took Bridge" in table_of(person).ui().log


# Two people at one screen, and pages that lie over the table.

TWO = Setup(RULES, None, "two")
LATE = 1e9
"""A time after every question."""


def resigning(table: TablePage) -> int | None:
    """Who could resign now."""
    return table.may_resign


async def until_curtain(person: Person) -> None:
    await person.until(lambda: person.where is Where.CURTAIN)


async def test_a_page_of_ones_own_does_not_stay_open_for_the_other(home: Path) -> None:
    async with sitting(home, TWO) as person:
        await until_curtain(person)
        await person.answer("enter")
        table = table_of(person)
        await person.type("y")
        await person.until_seen("worth")
        table.choice.focus = next(iter(cards_of(table.seen.hand)))
        # The move goes on below the page.
        while table.choice.where in (Where.PLAY, Where.PICKED, Where.DRAWN):
            table.press("right", LATE)
            table.press("enter", LATE)
            await person.settled()
        await until_curtain(person)
        assert person.app._pages == [table]


async def test_only_who_is_asked_can_resign_where_two_share_a_screen(home: Path) -> None:
    async with sitting(home, TWO) as person:
        await until_curtain(person)
        table = table_of(person)
        first = table.side
        assert resigning(table) == first
        table.choice.rest(Mood.WATCH)
        assert resigning(table) is None
        await person.press("q")
        assert not person.sees("resigns the match")
        await person.press("escape")
        table.choice.rest(Mood.CURTAIN)
        await person.press("q")
        assert person.sees(f"{table.seating.names[first]} resigns the match")
        await person.press("r")
        await person.until_seen("End of the match")
        result = person.record.result
        assert result is not None
        assert result.winner == other(first)


@pytest.mark.parametrize("key", ["l", "o", "q"])
async def test_the_result_of_a_round_is_on_top_and_its_keys_work(home: Path, key: str) -> None:
    async with sitting(home, setup(RULES, "over")) as person:
        await person.until_asked()
        table = table_of(person)
        await person.type(key)
        await person.settled()
        assert len(person.app._pages) == 2
        while not person.sees("End of the round"):
            for pressed in ("right", "enter", "s"):
                table.press(pressed, LATE)
            await person.settled()
        # What lay over the table has gone, and the result is all that does.
        await person.until(lambda: len(person.app._pages) == 2)
        assert person.sees("End of the round")
        await person.press("l")
        await person.until_seen("What happened")
        await person.press("escape")
        await person.answer("enter")
        await person.until_asked()
        assert person.app._pages == [table]
