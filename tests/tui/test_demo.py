"""The demonstration: the computer plays itself, says what it thinks, and goes on until left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import koikoi.tui.demo
from koikoi.engine.cards import cards_of
from koikoi.store.settings import Settings
from koikoi.tui.demopage import DemoPage, Glance
from koikoi.tui.game import Start
from koikoi.tui.uistate import Does, HandCard
from tests.tui.person import Person, sitting
from tests.tui.thinkers import QuickThinker, demonstration, rounds

STILL = Settings(motion="none")
LONG = 3600.0


@pytest.fixture
def thinker() -> QuickThinker:
    return QuickThinker()


@pytest.fixture(autouse=True)
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is shown stays until a key says otherwise."""
    for name in ("_CHOICE", "_ONLY", "_ROUND", "_MATCH"):
        monkeypatch.setattr(koikoi.tui.demo, name, LONG)


@asynccontextmanager
async def watching(
    home: Path,
    thinker: QuickThinker,
    count: int = 1,
    *,
    settings: Settings = STILL,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Person]:
    """A person in front of a demonstration that shows its first thought."""
    start = Start(course=demonstration(thinker, rounds(count)))
    async with sitting(home, start, settings=settings, size=size) as person:
        await person.until_seen("HŌŌ")
        await person.until(lambda: bool(thinker.done) and person.sees("wants"))
        yield person


def table(person: Person) -> DemoPage:
    page = person.app._pages[0]
    assert isinstance(page, DemoPage)
    return page


async def on(person: Person, thinker: QuickThinker) -> None:
    """Lets the next thing be shown: a thought, or a result."""
    before, thoughts = person.frame, len(thinker.done)
    await person.press("right")
    await person.until(
        lambda: (
            person.frame is not before
            and (len(thinker.done) > thoughts or isinstance(person.app._pages[-1], Glance))
        )
    )


async def until_over(person: Person, thinker: QuickThinker, title: str) -> None:
    while not person.rows[0].startswith(f"  {title}"):
        await on(person, thinker)


async def test_what_the_mover_thinks_stands_in_the_panel(home: Path, thinker: QuickThinker) -> None:
    async with watching(home, thinker) as person:
        name = "Hōō" if thinker.asked[0][0] == "5" else "Tsuru"
        assert person.sees(f"{name} wants ", "pts win", "+3.2 62%", "keeps Hanami open")
        assert person.footer.startswith("any key ends it  Space pause  → next  ? about this")


async def test_nothing_is_told_of_what_is_not_known(home: Path, thinker: QuickThinker) -> None:
    thinker.weighs = False
    async with watching(home, thinker) as person:
        assert person.sees("wants")
        assert not person.sees("pts")


async def test_both_hands_lie_open_and_nobody_is_shown_more_than_their_own(
    home: Path, thinker: QuickThinker
) -> None:
    async with watching(home, thinker) as person:
        shown = {zone.target.card for zone in person.zones(HandCard)}
        assert len(shown) == 16
        while len({seen.seat for *_, seen in thinker.asked}) < 2:
            await on(person, thinker)
        for agent, _, seen in thinker.asked:
            assert agent == {0: "5", 1: "4"}[seen.seat or 0]
            assert set(cards_of(seen.hand)) <= shown
            assert len(cards_of(seen.hand)) == seen.hand_sizes[seen.seat or 0]
        own = {seen.seat: seen.hand for *_, seen in thinker.asked}
        assert not own[0] & own[1]


async def test_it_goes_on_by_itself_after_a_round_and_after_a_match(
    home: Path, thinker: QuickThinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(koikoi.tui.demo, "_CHOICE", 0.0)
    monkeypatch.setattr(koikoi.tui.demo, "_ONLY", 0.0)
    start = Start(course=demonstration(thinker, rounds(2)))
    async with sitting(home, start, settings=STILL) as person:
        await person.until_seen("End of the round", "any key ends it")
        assert {seen.number for *_, seen in thinker.asked} == {1}
        await person.press("right")
        await person.until_seen("End of the match", "any key ends it")
        assert {seen.number for *_, seen in thinker.asked} == {1, 2}
        played = len(thinker.asked)
        await person.press("right")
        await person.until_seen("End of the round")
        first, second = thinker.asked[0], thinker.asked[played]
        assert second[2].number == 1
        assert first[2].field != second[2].field, "another seed deals other cards"
        assert person.sees("The score")


async def test_the_same_seed_plays_the_same_match(home: Path, thinker: QuickThinker) -> None:
    other = QuickThinker()
    for one in (thinker, other):
        async with watching(home, one) as person:
            await until_over(person, one, "End of the match")
    assert thinker.done == other.done
    assert thinker.asked == other.asked


@pytest.mark.parametrize("key", ["x", "q", "escape", "ctrl+c", "up"])
async def test_any_key_ends_it_and_nothing_is_saved(
    key: str, home: Path, thinker: QuickThinker
) -> None:
    async with watching(home, thinker) as person:
        await person.type(key)
        await person.ended()
    assert person.app.return_code == 0
    assert person.app.game.farewell == ""
    assert not (home / "matches").exists()


async def test_any_key_ends_it_on_the_page_of_a_result(home: Path, thinker: QuickThinker) -> None:
    async with watching(home, thinker) as person:
        await until_over(person, thinker, "End of the match")
        await person.type("x")
        await person.ended()
    assert person.app.return_code == 0


async def test_a_click_ends_it_unless_it_is_on_a_key(home: Path, thinker: QuickThinker) -> None:
    async with watching(home, thinker) as person:
        await person.click_on(Does("pause"))
        await person.until_seen("Space go on")
        await person.pilot.click(offset=(20, 11))
        await person.ended()
    assert person.app.return_code == 0


async def test_paused_it_rests_at_a_thought_and_goes_on_from_there(
    home: Path, thinker: QuickThinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with watching(home, thinker) as person:
        await person.press("space")
        await person.until_seen("Space go on")
        monkeypatch.setattr(koikoi.tui.demo, "_CHOICE", 0.0)
        monkeypatch.setattr(koikoi.tui.demo, "_ONLY", 0.0)
        thoughts = len(thinker.done)
        await on(person, thinker)
        assert len(thinker.done) == thoughts + 1
        still = person.frame
        await person.settled()
        assert person.frame is still, "nothing is painted while nothing happens"
        await person.press("space")
        await person.until_seen("End of the match")


async def test_the_page_about_it_lets_it_rest(home: Path, thinker: QuickThinker) -> None:
    async with watching(home, thinker) as person:
        await person.press("question_mark")
        await person.until_seen("About this", "a demonstration")
        assert table(person)._paused
        await person.press("escape")
        await person.until_seen("Space pause")
        assert not table(person)._paused


async def test_it_is_shown_with_everything_that_moves(home: Path, thinker: QuickThinker) -> None:
    moving = Settings(motion="full")
    start = Start(course=demonstration(thinker))
    async with sitting(home, start, settings=moving) as person:
        await person.until(lambda: bool(person.app._pages))
        while not person.rows[0].startswith("  End of the match"):
            await person.press("right")
    assert len(thinker.done) > 8


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 36), (160, 48)])
async def test_it_fits_every_size(size: tuple[int, int], home: Path, thinker: QuickThinker) -> None:
    async with watching(home, thinker, size=size) as person:
        assert person.sees("wants", "win", "62%", "any key")
        assert len(person.zones(HandCard)) == 16
