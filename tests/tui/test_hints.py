"""Hints on the screen: what they say, what they choose, and that the record knows of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.engine.actions import Play, Take
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.flow import matching
from koikoi.review.budget import BUDGETS
from koikoi.table.resuming import continued_table
from koikoi.text import short
from koikoi.text.catalogue import load
from koikoi.tui.game import Start
from koikoi.tui.keys import Where
from tests.review.test_judge import QUICK
from tests.tui.person import STILL, Person, setup, sitting, table_of
from tests.tui.tables import stacked
from tests.tui.test_coach import Crowded

DEAL = {"oya": "2P1 8L 9P1 3R", "field": "2A 8A 8P2 9A", "stock": "1P1"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "small", QUICK)


async def hinted(person: Person) -> None:
    await person.until_asked()
    await person.press("h")
    await person.until_seen("Hint: ", "HINT")


async def play(person: Person) -> None:
    """Plays the chosen card, and takes the first of what it can take."""
    await person.press("enter")
    await person.until(lambda: person.where is Where.PICKED or person.plies > 0)
    if person.where is Where.PICKED:
        await person.press("a")
    await person.until(lambda: person.plies > 0)


async def test_a_hint_says_what_to_do_and_enter_does_it(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await hinted(person)
        assert person.plies == 0
        said = next(row for row in person.rows if "Hint: " in row)
        focus = table_of(person).choice.focus
        assert focus is not None
        await play(person)
        action = person.record.actions[0].action
        assert isinstance(action, Play)
        assert action.card == focus
        assert short.card_brief(load(), focus) in said


async def test_the_record_marks_an_action_that_a_hint_came_before(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await hinted(person)
        await play(person)
        first = person.record.actions[0]
        assert first.marks == ("hint",)
        assert all(entry.marks == () for entry in person.record.actions[1:])


async def test_an_action_without_a_hint_has_no_mark(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await person.until_asked()
        await play(person)
        assert person.record.actions[0].marks == ()


async def test_the_next_key_takes_the_hint_away(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await hinted(person)
        await person.answer("right")
        assert not person.sees("HINT")


async def test_the_log_tells_a_hint_in_full(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await hinted(person)
        await person.press("l")
        await person.until_seen("What happened", "The round is yours in")


async def test_the_log_tells_a_hint_again_in_another_language(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await hinted(person)
        person.app.prefer(replace(person.app.settings, language="ja"))
        await person.press("l")
        await person.until_seen("ヒント：")
        assert not person.sees("The round is yours in")


async def test_hints_can_be_switched_off(home: Path) -> None:
    settings = replace(STILL, hints=False)
    async with sitting(home, Start(table=stacked(**DEAL)), settings=settings) as person:
        await person.until_asked()
        await person.press("h")
        await person.until_seen("Hints are switched off")
        await play(person)
        assert person.record.actions[0].marks == ()


async def test_without_the_network_there_is_no_hint_and_the_game_goes_on(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("koikoi.ai.weights.usable", lambda: False)
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await person.until_asked()
        await person.press("h")
        await person.until_seen("There is no hint")
        await play(person)


async def test_a_click_on_the_footer_asks_for_a_hint(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL)), size=(120, 36)) as person:
        await person.until_asked()
        zones = [
            zone for zone in person.frame.zones if getattr(zone.target, "command", "") == "hint"
        ]
        assert zones
        await person.click(zones[0])
        await person.until_seen("Hint: ", "HINT")


async def test_the_result_says_how_many_hints_were_shown(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await hinted(person)
        await play(person)
        await person.until_asked()
        await person.press("q", "r")
        await person.until_seen("End of the match", "You were shown 1 hint.")


async def test_a_hint_is_not_unseen_by_leaving(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await hinted(person)
        await person.press("q", "l")
    table = continued_table(load(), "koikoi play --continue")
    async with sitting(home, Start(table=table)) as person:
        await person.until_asked()
        await play(person)
        assert person.record.actions[0].marks == ("hint",)
    assert not list((home / "matches").glob("*.hint"))


async def test_a_hint_at_two_peoples_table_is_in_nobodys_log(home: Path) -> None:
    async with sitting(home, setup(level=None)) as person:
        await person.until(lambda: person.where is Where.CURTAIN)
        await person.press("enter")
        await hinted(person)
        await person.press("l")
        await person.until_seen("What happened")
        assert not person.sees("Hint")
        assert not any("Hint" in said for said in table_of(person).story)


async def test_a_hint_puts_another_card_back(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await hinted(person)
        advised = table_of(person).choice.focus
        others = [card for card in cards_of(table_of(person).seen.hand) if card != advised]
        seen = table_of(person).seen
        picked = next(card for card in others if matching(seen.rules, seen.field, card)[1])
        number = cards_of(seen.hand).index(picked) + 1
        await person.press(str(number), "enter")
        await person.until(lambda: person.where is Where.PICKED)
        await person.press("h")
        await person.until_seen("HINT")
        assert person.where is Where.PLAY
        assert table_of(person).choice.focus == advised


async def test_enter_takes_what_a_hint_for_a_card_with_two_targets_says(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await person.until_asked()
        choice = table_of(person).choice
        moon, geese = Card.parse("8L"), Card.parse("8A")
        choice.suggest(Play(moon), 1 << geese)
        await person.press("enter")
        await person.until(lambda: person.where is Where.PICKED)
        assert choice.target == geese
        await person.press("enter")
        await person.until(lambda: person.plies > 1)
        assert person.record.actions[1].action == Take(geese)


async def test_where_too_many_ask_there_is_no_hint_and_the_game_goes_on(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await person.until_asked()
        table_of(person).hinter.advisers = Crowded()
        await person.press("h")
        await person.until_seen("Too many ask for hints")
        await play(person)
        assert person.record.actions[0].marks == ()
