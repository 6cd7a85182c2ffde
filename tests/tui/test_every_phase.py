"""What holds in every phase of a turn: idle keys, early keys, the ways out, every size."""

from __future__ import annotations

import asyncio
import string
from collections.abc import Awaitable, Callable
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Final

import pytest
from textual import events

from koikoi.engine.cards import Card
from koikoi.engine.events import MatchOutcome
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.state import Phase
from koikoi.engine.view import redact, view
from koikoi.store.settings import Settings, load_settings, save_settings
from koikoi.text.brief import BriefTeller
from koikoi.text.voice import Voice
from koikoi.tui.animator import Animator
from koikoi.tui.game import Start
from koikoi.tui.keys import Where, command_for
from koikoi.tui.layout import MIN_HEIGHT, MIN_WIDTH
from koikoi.tui.uistate import FieldCard, HandCard
from tests.tui.person import STILL, TICK, Person, setup, sitting
from tests.tui.scenes import ENGLISH, NAMES, known
from tests.tui.tables import Waiting, against, stacked
from tests.tui.test_whole_matches import by_keys

DEAL: Final = {
    "oya": "8L 9P1 3L 2P1 4P1 5P1 6P1 7P1",
    "field": "8A 8P1 9A 10A 1R 11R 12P1 4R",
    "ko": "1L 1P1 2A 3P1 5A 6A 7A 10P1",
    "stock": "1P2",
}
"""The moon takes one of two."""
CHOICE: Final = {**DEAL, "stock": "8P2"}
"""The first drawn card takes one of two."""
VIEWING: Final = {
    "oya": "8L 9P1 2P1 4P1 5P1 6P1 7P1 10P2",
    "field": "8A 3L 9A 3P1 1R 11R 12P1 4R",
    "ko": "1L 1P1 2A 2P2 5A 6A 7A 10P1",
    "stock": "3P2",
}
"""The cup and then the curtain are taken."""


def hand(person: Person) -> list[str]:
    return [zone.target.card.code for zone in person.zones(HandCard)]


def field(person: Person) -> set[str]:
    return {zone.target.card.code for zone in person.zones(FieldCard)}


async def play(person: Person, code: str) -> None:
    """Plays a card by its number, or picks it up where its target is to be chosen."""
    key = str(hand(person).index(code) + 1)
    await person.press(key)
    if person.where is Where.PLAY:
        await person.press(key)


async def to_play(person: Person) -> None:
    await person.until(lambda: person.where is Where.PLAY)


async def to_picked(person: Person) -> None:
    await to_play(person)
    await play(person, "8L")
    assert person.where is Where.PICKED


async def to_drawn(person: Person) -> None:
    await to_play(person)
    await play(person, "2P1")
    await person.until(lambda: person.where is Where.DRAWN)


async def to_decide(person: Person) -> None:
    await to_play(person)
    await play(person, "9P1")
    await person.until(lambda: person.where is Where.DRAWN)
    await person.press("a")
    await person.until(lambda: person.where is Where.DECIDE)


async def to_result(person: Person) -> None:
    await to_decide(person)
    await person.press("s")
    await person.until_seen("End of the round")


Way = Callable[[Person], Awaitable[None]]
PHASES: Final[dict[Where, tuple[dict[str, str], Way]]] = {
    Where.PLAY: (DEAL, to_play),
    Where.PICKED: (DEAL, to_picked),
    Where.DRAWN: (CHOICE, to_drawn),
    Where.DECIDE: (VIEWING, to_decide),
    Where.OVER: (VIEWING, to_result),
}
every_phase = pytest.mark.parametrize("phase", PHASES)

KEYS: Final = [
    *string.ascii_letters,
    *string.digits,
    *("comma", "minus", "plus", "slash", "semicolon", "less_than_sign", "at", "backslash"),
    *("f1", "f5", "f12", "delete", "insert", "home", "end", "pageup", "pagedown", "backspace"),
    *("ctrl+a", "ctrl+d", "ctrl+l", "ctrl+p", "ctrl+z", "shift+up", "alt+x", "ö", "松"),
]


@every_phase
async def test_unassigned_keys_do_nothing(phase: Where, home: Path) -> None:
    deal, way = PHASES[phase]
    async with sitting(home, Start(table=stacked(**deal))) as person:
        await way(person)
        rows, plies = person.rows, person.plies
        idle = [key for key in KEYS if command_for(key, phase) is None]
        if phase is Where.OVER:
            # The page of a result scrolls.
            idle = [key for key in idle if key not in ("home", "end", "pageup", "pagedown")]
        assert len(idle) > 50
        await person.type(*idle)
        await person.settled()
        assert (person.rows, person.plies) == (rows, plies)


async def test_keys_while_the_computer_thinks_answer_nothing_later(home: Path) -> None:
    computer = Waiting()
    async with sitting(home, Start(table=against(stacked(**DEAL), computer))) as person:
        await to_play(person)
        await play(person, "2P1")
        await computer.asked.wait()
        await person.press("enter")  # ends what is shown for a while only
        await person.until_seen("is thinking")
        rows, plies = person.rows, person.plies
        assert person.where is Where.WATCH
        assert "skip" not in person.footer
        await person.type(*"12345678abskx", "enter", "space", "escape", "left", "up", "tab")
        await person.settled()
        assert (person.rows, person.plies) == (rows, plies)
        computer.gate.set()
        await to_play(person)
        assert len(hand(person)) == 7


@every_phase
async def test_keys_from_before_the_question_do_not_answer_it(phase: Where, home: Path) -> None:
    deal, way = PHASES[phase]
    async with sitting(home, Start(table=stacked(**deal))) as person:
        await way(person)
        rows, plies = person.rows, person.plies
        for key in (*"12345678abskn", "enter", "space", "escape", "left", "right", "up"):
            event = events.Key(key, None)
            event.time = 0.0
            person.app.post_message(event)
            await person.settled()
        assert (person.rows, person.plies) == (rows, plies)


async def test_keys_typed_ahead_play_one_card_only(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**CHOICE))) as person:
        await to_play(person)
        key = str(hand(person).index("2P1") + 1)
        await person.type(key, key, "a", "a", "enter", "b", key, key)
        await person.until(lambda: person.where is Where.DRAWN)
        assert person.plies == 1


async def test_another_card_can_be_clicked_instead_of_the_one_picked_up(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL))) as person:
        await to_picked(person)
        await person.click_on(HandCard(Card.parse("9P1")))
        assert person.where is Where.PLAY
        assert person.plies == 0


@every_phase
async def test_a_match_that_is_left_goes_on_where_it_was(phase: Where, home: Path) -> None:
    deal, way = PHASES[phase]
    async with sitting(home, Start(table=stacked(**deal))) as person:
        await way(person)
        held, lying = (hand(person), field(person)) if phase is not Where.OVER else ([], set())
        plies = person.plies
        await person.press("q", "l")
        await person.left()
    # Begun at once, it leaves nothing behind to go back to: the program ends.
    assert person.app.return_code == 0
    assert "The match is saved" in person.app.game.farewell
    assert not person.record.finished
    assert person.plies == plies
    async with sitting(home) as person:
        await person.press("c")
        if phase is Where.OVER:
            await person.until_seen("End of the round", "Hanami")
        else:
            # A card that is only picked up has not been played.
            again = Where.PLAY if phase is Where.PICKED else phase
            await person.until(lambda: person.where is again)
            assert (hand(person), field(person)) == (held, lying)
        assert person.plies == plies
        # Begun on the title screen, it leads back there.
        await person.press("q", "l")
        await person.until(lambda: person.at_title)
        assert person.sees("The match is saved")


@every_phase
async def test_resigning_ends_the_match(phase: Where, home: Path) -> None:
    deal, way = PHASES[phase]
    async with sitting(home, Start(table=stacked(**deal))) as person:
        await way(person)
        await person.press("q", "r")
        await person.until_seen("End of the match", "resign")
        await person.press("enter")
        await person.until(lambda: person.at_title)
        result = person.record.result
        assert result is not None
        assert (result.outcome, result.winner) == (MatchOutcome.RESIGNED, 1)


async def test_who_resigns_while_the_computer_thinks_has_resigned(home: Path) -> None:
    computer = Waiting()
    async with sitting(home, Start(table=against(stacked(**DEAL), computer))) as person:
        await to_play(person)
        await play(person, "2P1")
        await computer.asked.wait()
        await person.settled()
        await person.press("q", "r")
        computer.gate.set()
        await person.until_seen("End of the match")
        result = person.record.result
        assert result is not None
        assert (result.outcome, result.winner) == (MatchOutcome.RESIGNED, 1)


WALK: Final = [(160, 48), (80, 24), (60, 20), (100, 30), (59, 20), (40, 10), (120, 36)]


async def resize(person: Person, size: tuple[int, int]) -> None:
    await person.pilot.resize_terminal(*size)
    await person.until(lambda: (person.frame.width, person.frame.height) == size)


@every_phase
@pytest.mark.parametrize("over", ["", "q", "question_mark", "y", "o"])
async def test_no_size_loses_what_is_chosen_or_asked(phase: Where, over: str, home: Path) -> None:
    deal, way = PHASES[phase]
    async with sitting(home, Start(table=stacked(**deal))) as person:
        await way(person)
        if phase is not Where.OVER:
            await person.press("right")
        if over:
            await person.press(over)
        rows, plies = person.rows, person.plies
        for size in WALK:
            await resize(person, size)
            small = size[0] < MIN_WIDTH or size[1] < MIN_HEIGHT
            needed = f"{MIN_WIDTH}×{MIN_HEIGHT}"
            assert person.sees(f"Terminal {size[0]}×{size[1]}, need {needed}") == small
            if small:
                # Nothing is answered unseen.
                await person.press("enter", "s", "k", "a", "1", "r", "l", "escape", "right")
        await resize(person, (80, 24))
        assert (person.rows, person.plies) == (rows, plies)


async def test_options_change_the_screen_at_once_and_are_kept(home: Path) -> None:
    async with sitting(home, Start(table=stacked(**DEAL)), keep=save_settings) as person:
        await to_play(person)
        await person.press("o")
        # Signs: what the terminal has, full, safe, ASCII.
        await person.press("down", "down", "right", "right", "right")
        assert "\n".join(person.rows).isascii()
        await person.press("down", "left", "escape")
        await to_play(person)
        assert "\n".join(person.rows).isascii()
        assert all(not (cell.ink.fg or cell.ink.bg) for row in person.frame.rows for cell in row)
        settings, problems = load_settings()
        assert problems == ()
        assert (settings.glyphs, settings.colours) == ("ascii", "none")
        assert settings == person.app.settings


async def test_every_option_can_be_changed_and_comes_around(home: Path) -> None:
    async with sitting(home) as person:
        await person.press("o")
        start = person.app.settings
        seen: dict[str, set[object]] = {one.name: set() for one in fields(Settings)}
        for row in range(12):
            for _ in range(60):
                await person.press("right")
                for name, values in seen.items():
                    values.add(getattr(person.app.settings, name))
            # Sixty is a multiple of the number of every option's values.
            assert person.app.settings == start, row
            await person.press("down")
        changed = {name for name, values in seen.items() if len(values) > 1}
        assert changed == {
            *("theme", "glyphs", "colours", "cards", "blocks", "kanji"),
            *("motion", "pace", "quick_play", "what_if", "hints", "language"),
        }


async def test_settings_that_cannot_be_kept_hold_for_this_time(home: Path) -> None:
    def fails(_: Settings) -> None:
        raise OSError

    async with sitting(home, Start(table=stacked(**DEAL)), keep=fails) as person:
        await to_play(person)
        await person.press("t")
        assert person.app.settings.theme == "light"
        assert person.where is Where.PLAY


async def test_quick_play_plays_with_the_first_press(home: Path) -> None:
    settings = replace(STILL, quick_play=True)
    async with sitting(home, Start(table=stacked(**DEAL)), settings=settings) as person:
        await to_play(person)
        await person.press(str(hand(person).index("2P1") + 1))
        await person.until(lambda: "2P1" not in hand(person))


@pytest.mark.parametrize("what_if", [True, False])
async def test_the_preview_can_be_hidden(what_if: bool, home: Path) -> None:
    settings = replace(STILL, what_if=what_if)
    async with sitting(home, Start(table=stacked(**DEAL)), settings=settings) as person:
        await to_play(person)
        panel = "\n".join(row[58:] for row in person.rows)
        assert ("PREVIEW" in panel) == what_if


def put_a_file_where_matches_go(home: Path) -> None:
    home.mkdir()
    (home / "matches").write_text("not a folder")


async def test_a_match_that_cannot_be_saved_at_all_says_so(home: Path) -> None:
    put_a_file_where_matches_go(home)
    async with sitting(home, setup()) as person:
        await to_play(person)
        await person.press("l")
        assert person.sees("This match is not saved")


async def screens(home: Path, settings: Settings, count: int) -> list[list[str]]:
    """What is on the screen at each question of a match, whatever moves between them."""
    found = []
    async with sitting(home, setup("standard", "motion"), settings=settings) as person:
        for number in range(count):
            while person.where in (Where.WATCH, Where.OVER) and not person.at_page:
                await person.press("x")  # any key ends what moves
                await asyncio.sleep(TICK)
            await person.until_asked()
            found.append(person.rows)
            await by_keys(person, Random(f"motion {number}"))
    return found


async def test_what_moves_ends_as_if_nothing_had_moved(home: Path) -> None:
    found = []
    for settings in (STILL, Settings(motion="full", pace="quick")):
        with pytest.MonkeyPatch.context() as patch:
            own = home.with_name(f"home-{settings.motion}")
            patch.setenv("KOIKOI_HOME", str(own))
            found.append(await screens(own, settings, 12))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_the_steps_of_a_round_show_what_is_known_and_tell_everything(name: str) -> None:
    state, chance = new_match(preset(name), "steps"), Random(name)
    voice = Voice(ENGLISH, NAMES, 0)
    animator, teller = Animator(BriefTeller(voice), 0), BriefTeller(voice)
    told: list[str] = []
    lines: list[str] = []
    while state.phase is not Phase.MATCH_OVER and state.round.number < 4:
        before = view(state, 0)
        state, happened = apply(state, chance.choice(legal_actions(state)))
        heard = [redact(event, 0) for event in happened]
        told += [line for line in map(teller.line, heard) if line is not None]
        for step in animator.steps(before, heard):
            assert step.seconds >= 0
            assert step.seen.seat == 0
            lines += [step.line] if step.line is not None else []
            # Whatever is on its way, or marked, lies open or has just been turned over.
            shown = known(step.seen) | ({step.in_play} if step.in_play is not None else set())
            assert {card for card, _ in step.marks} <= shown
            assert not step.seen.hand & ~(before.hand | view(state, 0).hand)
    assert len(lines) > 50
    assert lines == told
