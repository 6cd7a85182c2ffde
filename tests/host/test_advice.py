"""Hints and the coach of a host: the same as anywhere, after the moves of its players."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from koikoi.ai.agent import Halt
from koikoi.host import thinking as room
from koikoi.host.thinking import Thinking
from koikoi.review.coach import Coach
from koikoi.review.hint import hint
from koikoi.review.verdict import verdict
from koikoi.table.advisers import Busy
from tests.host.thoughts import (
    MATCH,
    Held,
    asked,
    decisions,
    first,
    until_asked_of_it,
    until_waiting,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_hint_is_the_one_that_a_person_alone_gets(thinking: Thinking) -> None:
    for seen, legal in decisions()[:2]:
        assert await thinking.hint(seen, legal) == hint(seen, legal, Halt())


async def test_moves_come_before_hints_and_too_many_hints_are_refused(
    thinking: Thinking,
) -> None:
    seen, legal = first()
    came: list[str] = []

    async def noted(name: str, course: Any) -> None:
        await course
        came.append(name)

    with Held(thinking):
        running = asked(thinking)
        await until_asked_of_it(thinking)
        hints = [asyncio.ensure_future(noted("hint", thinking.hint(seen, legal))) for _ in "ab"]
        while thinking.status().hints < 2:  # noqa: ASYNC110 - a turn of the loop, no time
            await asyncio.sleep(0)
        move = asyncio.ensure_future(noted("move", thinking.choose("5", "seed", seen, legal)))
        await until_waiting(thinking, 1)
        with pytest.raises(Busy):
            await thinking.hint(seen, legal)
    await asyncio.gather(running, move, *hints)
    assert came == ["move", "hint", "hint"]


async def test_the_coach_says_the_same_of_one_match_after_the_other(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = MATCH
    progress: list[tuple[int, int]] = []
    queued: list[list[int]] = [[], []]
    first_one, second = (
        asyncio.ensure_future(
            thinking.review(record, lambda done, count: progress.append((done, count)), told.append)
        )
        for told in queued
    )
    found = await first_one
    second.cancel()
    await asyncio.wait([second])
    assert found == verdict(record, Coach())
    assert progress
    assert all(done <= count for done, count in progress)
    assert queued[0] == [0, 0]
    assert queued[1][:3] == [1, 0]
    assert thinking.status().reviews == 0


async def test_a_coach_that_has_too_much_to_do_says_so(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "MOST_REVIEWS", 0)
    with pytest.raises(Busy):
        await thinking.review(MATCH, lambda *_: None, lambda _: None)
