"""That somebody thinks is said of a thought that lasts, and only of such."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from koikoi.store.settings import Motion
from koikoi.tui.waiting import NOTICEABLE
from tests.tui.clock import Desk, jump, seated
from tests.tui.scenes import brush_of, layout_of, text_in
from tests.tui.test_motion_table import OWN, Match

THINKS = "Computer is thinking"
LAST = "You drew Deer: no match"

every_motion = pytest.mark.parametrize("motion", ["full", "calm", "none"])


def prompts(desk: Desk) -> list[str]:
    """What the prompt has said, each only where it changed."""
    area = layout_of(desk.size).prompt
    said: list[str] = []
    for _, frame in desk.frames:
        row = text_in(frame, area).strip(" ▸")
        if said[-1:] != [row]:
            said.append(row)
    return said


async def turns(motion: Motion, thought: float) -> list[str]:
    """An own turn, and the other player's after a thought, on a clock that jumps."""
    match, desk = Match(OWN), Desk(brush_of())
    page = seated(desk, match.look, motion)
    await page.hear(*match.follow("5A"))
    assert prompts(desk)[-1] == LAST
    await asyncio.sleep(thought)
    await page.hear(*match.follow("1L"))
    return prompts(desk)


@every_motion
def test_who_thinks_quickly_is_not_said_to_think(motion: Motion) -> None:
    said = jump(partial(turns, motion, NOTICEABLE / 2))
    assert THINKS not in said
    # From one player's move the prompt goes to the other's; without motion, to the next question.
    assert said[said.index(LAST) + 1] == ("" if motion == "none" else "Computer plays Crane")


@every_motion
def test_who_thinks_for_long_is_said_to_think_once(motion: Motion) -> None:
    said = jump(partial(turns, motion, NOTICEABLE * 10))
    assert said.count(THINKS) == 1
    assert said[said.index(THINKS) - 1] == LAST


def test_who_is_asked_is_not_said_to_think() -> None:
    async def course() -> list[str]:
        match, desk = Match(OWN), Desk(brush_of())
        page = seated(desk, match.look)
        await page.hear(*match.follow("5A 1L"))
        await asyncio.sleep(NOTICEABLE * 10)
        return prompts(desk)

    assert THINKS not in jump(course)
