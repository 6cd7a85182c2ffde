"""Going on with a match on the screen: in every phase, on both seats, to the same end."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.engine.actions import Action, KoiKoi, Play, Take
from koikoi.engine.cards import cards_of
from koikoi.engine.flow import apply, legal_actions
from koikoi.engine.presets import preset
from koikoi.engine.state import PLAYER_PHASES, MatchState, Phase
from koikoi.engine.view import view
from koikoi.record import load
from koikoi.record.replay import final_state, replay
from koikoi.store.places import matches_dir
from koikoi.table.setup import CONTINUE, Setup, new_table
from koikoi.text.catalogue import load as catalogue
from koikoi.tui.keys import Where
from koikoi.tui.layout import offered
from koikoi.tui.tablepage import TablePage
from koikoi.tui.uistate import LETTERS
from tests.table.sitting import Steady, play_out
from tests.tui.person import Person, sitting, table_of

COURSES = {
    "computer": Setup(replace(preset("standard"), rounds=3), "greedy", "course 4"),
    "two people": Setup(replace(preset("yakuza"), rounds=3), None, "course 52"),
}
"""Matches in which both seats are at every question."""

QUESTIONS = [*((phase, seat) for phase in PLAYER_PHASES for seat in (0, 1)), (Phase.ROUND_OVER, 2)]
ASKS = {
    Phase.PLAY: Where.PLAY,
    Phase.CHOOSE_PLAYED: Where.DRAWN,
    Phase.CHOOSE_DRAWN: Where.DRAWN,
    Phase.DECIDE: Where.DECIDE,
}


def course(kind: str, home: Path) -> tuple[Path, bytes]:
    """The record of the whole match; the file is at its end."""
    table = new_table(COURSES[kind], catalogue(), CONTINUE)
    assert play_out(table)
    (path,) = matches_dir().glob("*.koikoi.jsonl")
    return path, path.read_bytes()


def broken_off(path: Path, whole: bytes, phase: Phase, seat: int) -> MatchState:
    """Breaks the match off where it first rests in a phase, on a seat's turn."""
    steps = replay(load(path)).steps
    ply = next(
        ply
        for ply, step in enumerate(steps)
        if step.state.phase is phase and step.state.to_act in (seat, None)
    )
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[: ply + 2]))
    return steps[ply].state


def steady(state: MatchState, name: str) -> Action:
    """What a person of this name does, who plays by habit."""
    seat = state.to_act
    assert seat is not None
    return Steady(name).answer(view(state, seat), legal_actions(state))


async def obey_habit(person: Person, state: MatchState, names: tuple[str, str]) -> None:
    """Answers by keys as the habit wants."""
    if person.where in (Where.CURTAIN, None):
        await person.answer("enter")
        return
    assert state.to_act is not None
    name = names[state.to_act]
    action = steady(state, name)
    seen = view(state, state.to_act)
    if isinstance(action, Play):
        key = str(cards_of(seen.hand).index(action.card) + 1)
        await person.press(key)
        if person.where is Where.PLAY:
            await person.press(key)
        if person.where is Where.PICKED:
            after, _ = apply(state, action)
            taken = steady(after, name)
            assert isinstance(taken, Take)
            await person.answer(LETTERS[offered(seen, action.card).index(taken.card)])
    elif isinstance(action, Take):
        await person.answer(LETTERS[offered(seen, None).index(action.card)])
    else:
        await person.answer("k" if isinstance(action, KoiKoi) else "s")


async def to_question(person: Person) -> MatchState:
    """Waits until the screen asks something of where the match is; returns that."""

    def asks() -> bool:
        pages = person.app._pages
        if not pages or not isinstance(pages[0], TablePage):
            return False
        asked = person.where not in (None, Where.WATCH, Where.OVER) or person.at_page
        return asked and pages[0].seen.ply == person.plies

    await person.until(asks)
    return final_state(person.record)


@pytest.mark.parametrize(
    ("kind", "phase", "seat"),
    [
        *(("computer", *question) for question in sorted(QUESTIONS)),
        # Either of two people sits down behind the same curtain.
        *(("two people", *question) for question in sorted(QUESTIONS) if question[1]),
    ],
)
def test_continue_lands_where_the_match_was_and_goes_on_as_it_went(
    kind: str, phase: Phase, seat: int, home: Path
) -> None:
    path, whole = course(kind, home)
    state = broken_off(path, whole, phase, seat)
    before = path.read_bytes()
    header = load(path).header
    names = header.players[0].name, header.players[1].name

    async def go_on() -> None:
        async with sitting(home) as person:
            await person.press("c")
            await lands(person, state, kind)
            answers = 1000 if phase is Phase.DECIDE else 3
            while answers and (now := await to_question(person)).phase is not Phase.MATCH_OVER:
                await obey_habit(person, now, names)
                answers -= 1

    asyncio.run(go_on())
    played = path.read_bytes()
    assert whole.startswith(played)
    assert (played == whole) == (phase is Phase.DECIDE)
    assert len(played) > len(before)


async def lands(person: Person, state: MatchState, kind: str) -> None:
    """What is seen at once: the same phase with the same cards."""
    await to_question(person)
    shown = table_of(person).seen
    if state.phase is Phase.ROUND_OVER:
        await person.until_seen("End of the round")
        assert shown.ply == state.ply
        return
    if kind == "two people":
        assert person.where is Where.CURTAIN
        assert shown == view(state, None)
        await person.press("enter")
        await person.until(lambda: person.where is ASKS[state.phase])
        assert table_of(person).seen == view(state, state.to_act)
    elif state.to_act == 0:
        assert person.where is ASKS[state.phase]
        assert shown == view(state, 0)
    else:
        # The computer has moved on from where it was.
        assert shown.ply > state.ply
