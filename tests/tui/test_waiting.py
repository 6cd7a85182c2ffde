"""That somebody thinks is said of a thought that lasts, and only of such."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from koikoi.engine.flow import legal_actions
from koikoi.store.settings import Motion
from koikoi.tui.frame import Frame
from koikoi.tui.keys import Where, hints
from koikoi.tui.uistate import Does, Mood
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


def offers_to_skip(frame: Frame) -> bool:
    """Whether the footer says that a key ends what is shown."""
    return any(zone.target == Does("skip") for zone in frame.zones)


@pytest.mark.parametrize("motion", ["full", "calm"])
@pytest.mark.parametrize("mood", [Mood.WATCH, Mood.VISIT])
def test_skipping_is_offered_only_where_something_is_shown_for_a_while(
    motion: Motion, mood: Mood
) -> None:
    async def course() -> list[tuple[str, bool]]:
        match, desk = Match(OWN), Desk(brush_of())
        page = seated(desk, match.look, motion, viewer=0 if mood is Mood.WATCH else None)
        page.choice.rest(mood)
        await page.hear(*match.follow("5A"))
        await asyncio.sleep(NOTICEABLE * 10)
        area = layout_of(desk.size).prompt
        return [(text_in(frame, area), offers_to_skip(frame)) for _, frame in desk.frames]

    shown = jump(course)
    assert [offered for said, offered in shown] == [True] * (len(shown) - 1) + [False]
    assert "is thinking" in shown[-1][0]


def test_who_skips_what_the_prompt_still_says_reads_at_once_who_thinks() -> None:
    async def course(way: str) -> tuple[float, str]:
        match, desk = Match(OWN), Desk(brush_of())
        page = seated(desk, match.look)
        await page.hear(*match.follow("5A"))
        if way == "click":
            page.click(Does("skip"), 0.0)
        else:
            page.press("enter", 0.0)
        at, frame = desk.frames[-1]
        assert not offers_to_skip(frame)
        return asyncio.get_running_loop().time() - at, prompts(desk)[-1]

    for way in ("enter", "click"):
        assert jump(partial(course, way)) == (0.0, THINKS)


def test_a_click_on_the_footer_ends_what_moves() -> None:
    async def course() -> float:
        match, desk = Match(OWN), Desk(brush_of())
        page = seated(desk, match.look)
        desk.watch = lambda: page.click(Does("skip"), 0.0)
        await page.hear(*match.follow("5A"))
        page.press("enter", 0.0)
        return asyncio.get_running_loop().time()

    assert jump(course) == 0.0


@pytest.mark.parametrize(("cards", "keys"), [(8, "1-8"), (5, "1-5"), (2, "1-2"), (1, "1")])
def test_the_footer_names_the_keys_of_the_cards_that_there_are(cards: int, keys: str) -> None:
    brush = brush_of()
    (hint,) = [
        one
        for one in hints(Where.PLAY, brush.glyphs, brush.text, cards=cards)
        if one.command == "card"
    ]
    assert (hint.key, hint.word) == (keys, "card")


def test_the_footer_of_a_turn_counts_the_hand() -> None:
    async def course() -> str:
        match, desk = Match(OWN), Desk(brush_of())
        page = seated(desk, match.look)
        await page.hear(*match.follow("5A 1L"))
        asking = asyncio.ensure_future(page.ask(0, match.look(0), legal_actions(match.state)))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait([asking])
        return text_in(desk.frames[-1][1], layout_of(desk.size).footer)

    assert jump(course).strip().startswith("1-4 card")
