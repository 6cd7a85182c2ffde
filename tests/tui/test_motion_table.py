"""What moves at the table: keys that skip it, sizes that change, the end of it, and its secrets."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from koikoi.engine.actions import Action, Play, Seat, Take
from koikoi.engine.cards import Card
from koikoi.engine.events import Event
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.state import MatchState
from koikoi.engine.view import PlayerView, redact, view
from koikoi.store.settings import Motion
from koikoi.tui.animator import PLAYED, TAKEN
from koikoi.tui.frame import Frame, Rect
from koikoi.tui.keys import Where
from koikoi.tui.motion import FRAME
from koikoi.tui.uistate import FieldCard, HandCard
from tests.engine.stack import follow, table
from tests.tui.clock import Desk, jump, seated
from tests.tui.scenes import SIZES, brush_of, playing, text_in

LATE = 1e9
"""A time after every question."""


@dataclass
class Match:
    """A match that goes on while somebody looks at it."""

    state: MatchState
    viewer: Seat | None = 0

    def look(self, seat: Seat | None) -> PlayerView:
        """The view of a seat now."""
        return view(self.state, seat)

    def do(self, action: Action) -> tuple[tuple[Event, ...], PlayerView]:
        """Does something; returns what the viewer hears of it."""
        self.state, happened = apply(self.state, action)
        return tuple(redact(event, self.viewer) for event in happened), self.look(self.viewer)

    def follow(self, moves: str) -> tuple[tuple[Event, ...], PlayerView]:
        """Does moves that are written down, as one batch."""
        self.state, happened = follow(self.state, moves)
        return tuple(redact(event, self.viewer) for event in happened), self.look(self.viewer)


def under_way(**changes: Any) -> MatchState:
    """Round 3, some turns in; a match that has begun is not dealt when it is first seen."""
    return replace(playing(**changes), ply=20)


OWN = under_way(stock="10A 1P1")
THEIRS = under_way(mover=1, stock="10A 1P1", pile="", rival_hand="5R")
"""The other player takes the cup with 9P1."""
CHOOSING = under_way(mover=1, hand="8L 9P1 3R 5A", stock="10A 1P1", pile="", rival_hand="5R")
"""The other player's moon takes one of two."""


async def hears(state: MatchState, moves: str, motion: Motion, pace: float = 1.0) -> Desk:
    """All pictures of one batch."""
    match, desk = Match(state), Desk(brush_of())
    page = seated(desk, match.look, motion, pace=pace)
    await page.hear(*match.follow(moves))
    return desk


def test_everything_is_shown_for_its_time() -> None:
    desk = jump(partial(hears, THEIRS, "9P1", "full"))
    times = [at for at, _ in desk.frames]
    held = [round(after - before, 3) for before, after in pairwise(times)]
    frame = round(FRAME, 3)
    assert held[:4] == [frame] * 4
    assert held[4] == PLAYED
    assert held[5:10] == [*[frame] * 4, TAKEN]


@pytest.mark.parametrize("pace", [0.5, 1.8])
def test_the_players_pace_changes_what_is_held_and_not_what_moves(pace: float) -> None:
    desk = jump(partial(hears, THEIRS, "9P1", "full", pace))
    times = [at for at, _ in desk.frames]
    held = [after - before for before, after in pairwise(times)]
    assert held[:4] == pytest.approx([FRAME] * 4)
    assert held[4] == pytest.approx(PLAYED * pace)


def test_without_motion_the_table_changes_at_once() -> None:
    desk = jump(partial(hears, THEIRS, "9P1", "none"))
    assert [at for at, _ in desk.frames] == [0.0]


def test_calm_shows_fewer_pictures_and_the_same_end() -> None:
    levels: tuple[Motion, ...] = ("full", "calm", "none")
    desks = [jump(partial(hears, THEIRS, "9P1", level)) for level in levels]
    ends = [desk.frames[-1][1] for desk in desks]
    assert ends[0] == ends[1] == ends[2]
    counts = [len(desk.frames) for desk in desks]
    assert counts == sorted(counts, reverse=True)
    assert counts[1] < 8


@pytest.mark.parametrize("key", ["x", "enter", "space", "1", "left", "escape", "s"])
def test_any_key_ends_what_moves_at_once(key: str) -> None:
    times = [at for at, _ in jump(partial(hears, THEIRS, "9P1", "full")).frames]

    async def skipped(number: int) -> tuple[float, int, Frame]:
        match, desk = Match(THEIRS), Desk(brush_of())
        page = seated(desk, match.look)
        desk.watch = lambda: page.press(key, LATE) if len(desk.frames) == number else None
        await page.hear(*match.follow("9P1"))
        return asyncio.get_running_loop().time(), len(desk.frames), desk.frames[-1][1]

    end = jump(partial(hears, THEIRS, "9P1", "none")).frames[-1][1]
    for number in range(1, len(times)):
        at, count, last = jump(partial(skipped, number))
        assert last == end
        assert count == number + 1
        assert at == pytest.approx(times[number - 1])


def test_a_key_skips_one_batch_and_not_the_next() -> None:
    async def course() -> int:
        match, desk = Match(THEIRS), Desk(brush_of())
        page = seated(desk, match.look)
        desk.watch = lambda: page.press("x", LATE)
        await page.hear(*match.follow("9P1"))
        desk.watch = lambda: None
        desk.frames.clear()
        await page.hear(*match.follow("5R"))
        return len(desk.frames)

    assert jump(course) > 5


def test_what_was_pressed_to_skip_answers_no_question() -> None:
    async def course() -> None:
        match, desk = Match(THEIRS), Desk(brush_of())
        page = seated(desk, match.look)
        desk.watch = lambda: page.press("enter", LATE)
        await page.hear(*match.follow("9P1"))
        desk.watch = lambda: None
        asking = asyncio.ensure_future(page.ask(0, match.look(0), legal_actions(match.state)))
        await asyncio.sleep(0)
        page.press("enter", page.open_since - 1)  # pressed before the question was there
        await asyncio.sleep(0)
        assert not asking.done()
        assert page.choice.where is Where.PLAY
        asking.cancel()
        await asyncio.wait([asking])

    jump(course)


def test_the_last_move_is_told_line_by_line_also_after_it_was_skipped() -> None:
    async def course(*, skips: bool) -> list[str]:
        match, desk = Match(THEIRS), Desk(brush_of())
        page = seated(desk, match.look)
        if skips:
            desk.watch = lambda: page.press("x", LATE)
        await page.hear(*match.follow("9P1"))
        desk.watch = lambda: None
        asking = asyncio.ensure_future(page.ask(0, match.look(0), legal_actions(match.state)))
        await asyncio.sleep(0)
        told = []
        for _ in range(3):
            page.press("full_stop", LATE)
            told.append(page.ui().banner)
        page.press("right", LATE)
        assert page.ui().banner == ""
        page.press("full_stop", LATE)
        told.append(page.ui().banner)
        asking.cancel()
        await asyncio.wait([asking])
        return told

    first = "1/2 Computer played Mum plain, took Sake cup"
    second = "2/2 Computer drew Deer: no match"
    for skips in (True, False):
        told = jump(partial(course, skips=skips))
        assert told == [first, second, first, first]


def test_before_the_others_first_move_there_is_none_to_repeat() -> None:
    async def course() -> str:
        match, desk = Match(OWN), Desk(brush_of())
        page = seated(desk, match.look)
        asking = asyncio.ensure_future(page.ask(0, match.look(0), legal_actions(match.state)))
        await asyncio.sleep(0)
        page.press("full_stop", LATE)
        asking.cancel()
        await asyncio.wait([asking])
        return page.ui().banner

    assert jump(course) == "The other player has not moved yet"


@pytest.mark.parametrize("size", SIZES)
def test_another_size_in_the_middle_of_a_slide_is_painted_at_once(size: tuple[int, int]) -> None:
    async def course() -> list[Frame]:
        match, desk = Match(THEIRS), Desk(brush_of())
        page = seated(desk, match.look)

        def resized() -> None:
            desk.size = size if len(desk.frames) % 2 else (120, 36)

        desk.watch = resized
        await page.hear(*match.follow("9P1"))
        desk.size = size
        page.room.repaint(page)
        return [frame for _, frame in desk.frames]

    frames = jump(course)
    assert {(frame.width, frame.height) for frame in frames} == {size, (80, 24), (120, 36)}
    desk = Desk(brush_of(), size)
    match = Match(THEIRS)

    async def at_once() -> None:
        page = seated(desk, match.look, "none")
        await page.hear(*match.follow("9P1"))

    jump(at_once)
    assert frames[-1] == desk.frames[-1][1]


def test_who_leaves_in_the_middle_of_a_slide_leaves_nothing_behind() -> None:
    async def course(number: int) -> int:
        match, desk = Match(THEIRS), Desk(brush_of())
        page = seated(desk, match.look)
        hearing = asyncio.ensure_future(page.hear(*match.follow("9P1")))

        def watch() -> None:
            if len(desk.frames) == number:
                hearing.cancel()

        desk.watch = watch
        with pytest.raises(asyncio.CancelledError):
            await hearing
        page.close()
        return len(desk.frames)

    for number in range(1, 12):
        assert jump(partial(course, number)) == number


def test_a_new_match_begins_with_an_empty_table_and_is_dealt() -> None:
    async def course(motion: Motion) -> Desk:
        match, desk = Match(new_match(table(), "begin")), Desk(brush_of())
        page = seated(desk, match.look, motion)
        page.room.repaint(page)
        await page.begin(match.look(0), resumed=False)
        return desk

    desk = jump(partial(course, "full"))
    assert zones(desk.frames[0][1]) == set()
    counts = [len(zones(frame)) for _, frame in desk.frames]
    assert counts == sorted(counts)
    assert counts[-1] == 16
    still_ = jump(partial(course, "none"))
    assert desk.frames[-1][1] == still_.frames[-1][1]
    assert len(zones(still_.frames[0][1])) == 16


def test_a_match_that_goes_on_is_not_dealt_again() -> None:
    async def course() -> set[Card]:
        match, desk = Match(OWN), Desk(brush_of())
        page = seated(desk, match.look)
        await page.begin(match.look(0), resumed=True)
        return zones(desk.frames[0][1])

    assert len(jump(course)) == 14


def zones(frame: Frame) -> set[Card]:
    """The cards on a picture that can be clicked."""
    found = (zone.target for zone in frame.zones)
    return {target.card for target in found if isinstance(target, HandCard | FieldCard)}


def test_an_own_choice_is_one_motion_over_two_batches() -> None:
    async def course() -> tuple[list[Frame], int]:
        match, desk = Match(OWN), Desk(brush_of())
        page = seated(desk, match.look)
        page.choice.queued = Card.parse("8P2")
        await page.hear(*match.do(Play(Card.parse("8L"))))
        first = len(desk.frames)
        page.choice.queued = None
        await page.hear(*match.do(Take(Card.parse("8P2"))))
        return [frame for _, frame in desk.frames], first

    frames, first = jump(course)
    # Nothing is painted between the slide and the bars.
    assert first == 4
    over = Rect(4, 3, 6, 5)  # half over the first card of the field
    slid, taken = (text_in(frame, over) for frame in frames[3:5])
    assert "8 L" in slid
    assert "8 L" in taken
    assert ("✓" in slid, "✓" in taken) == (False, True)


def test_the_others_card_stays_in_sight_while_they_choose() -> None:
    async def course(motion: Motion) -> list[Frame]:
        match, desk = Match(CHOOSING), Desk(brush_of())
        page = seated(desk, match.look, motion)
        await page.hear(*match.do(Play(Card.parse("8L"))))
        return [frame for _, frame in desk.frames]

    levels: tuple[Motion, ...] = ("full", "calm", "none")
    for level in levels:
        frames = jump(partial(course, level))
        assert "8 L" in "".join(frames[-1].text()[8:13])
