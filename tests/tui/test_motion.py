"""How events become frames: slides, cards that turn over, holds; and what no frame may show."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from textual import events

from koikoi.ai.baseline import RandomAgent
from koikoi.engine.actions import SEATS, Seat
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.events import CardDrawn, CardPlayed, Event, RoundEnded, TurnStarted, YakuMade
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import preset
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView, redact, view
from koikoi.store.settings import Motion, Settings
from koikoi.text.brief import BriefTeller
from koikoi.text.voice import Voice
from koikoi.tui.animator import Animator
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.frame import Frame
from koikoi.tui.keys import Where
from koikoi.tui.motion import DEALT_TWO, FRAME, TURNED, Step, eased
from koikoi.tui.tablepage import TablePage
from koikoi.tui.terminal import Colours, GlyphSet
from koikoi.tui.theme import DARK
from koikoi.tui.uistate import Area, Mood, UiState
from koikoi.tui.wire import update
from tests.tui.person import MODE, PATIENCE, TICK, Person, setup, sitting
from tests.tui.scenes import ENGLISH, NAMES, Scene, StubFaces, brush_of, known, painted, ui_of

MOTIONS: Final[tuple[Motion, ...]] = ("full", "calm", "none")
MOVING: Final = (FRAME, TURNED, DEALT_TWO)


class Batch(NamedTuple):
    """What one action brings, as a seat may know it."""

    before: PlayerView
    events: tuple[Event, ...]
    after: PlayerView


def batches(seed: str, seat: Seat | None = 0, *, rounds: int = 2) -> Iterator[Batch]:
    """A match between players who choose anything, one batch of events for every action."""
    rules = preset("standard")
    state = new_match(rules, seed)
    agents = [RandomAgent(f"{seed} {number}") for number in SEATS]
    while state.phase is not Phase.MATCH_OVER and state.round.number <= rounds:
        before = view(state, seat)
        if state.to_act is None:
            (action,) = legal_actions(state)[:1]
        else:
            action = agents[state.to_act].choose(view(state, state.to_act), legal_actions(state))
        state, events = apply(state, action)
        yield Batch(before, tuple(redact(event, seat) for event in events), view(state, seat))


def steps_of(seed: str, motion: Motion, seat: Seat = 0) -> Iterator[tuple[Batch, list[Step]]]:
    """Every batch of a match with its steps."""
    animator = Animator(BriefTeller(Voice(ENGLISH, NAMES, seat)), seat)
    for batch in batches(seed, seat):
        yield batch, list(animator.steps(batch.before, batch.events, motion))


def ui_for(step: Step, log: list[str]) -> UiState:
    """What the table shows beside the view of a step."""
    return ui_of(
        step.seen,
        Mood.WATCH,
        Where.WATCH,
        in_play=step.in_play,
        spot=step.spot,
        flight=step.flight,
        turning=step.turning,
        gap=step.gap,
        marks=step.marks,
        banner=step.banner,
        risen=step.risen,
        log=tuple(log),
    )


def frame_of(step: Step, brush: Brush, size: tuple[int, int] = (80, 24)) -> Frame:
    """A step on the screen."""
    return painted(Scene(step.seen, ui_for(step, [])), size, brush)


@pytest.mark.parametrize("motion", MOTIONS)
@pytest.mark.parametrize("seed", ["spring", "summer"])
def test_the_last_step_shows_the_table_as_it_is(seed: str, motion: Motion) -> None:
    for batch, steps in steps_of(seed, motion):
        if steps and not any(isinstance(event, TurnStarted) for event in batch.events):
            last = steps[-1]
            if last.in_play is None and last.flight is None:
                assert last.seen.slots == batch.after.slots
                assert last.seen.captured == batch.after.captured
                assert last.seen.hand == batch.after.hand


@pytest.mark.parametrize("motion", ["calm", "none"])
def test_only_full_motion_lets_anything_move(motion: Motion) -> None:
    for _, steps in steps_of("spring", motion):
        assert not any(step.flight or step.turning or step.moves for step in steps)
        if motion == "none":
            assert all(step.seconds == 0 for step in steps)


def test_a_card_slides_in_four_frames_to_where_it_lies() -> None:
    seen = 0
    for _, steps in steps_of("spring", "full"):
        flights = [step.flight for step in steps if step.flight is not None]
        for number in range(0, len(flights), 4):
            part = flights[number : number + 4]
            assert len({(one.card, one.start, one.end) for one in part}) == 1
            ways = [one.progress for one in part]
            assert ways == sorted(set(ways))
            assert ways[-1] == 1
            seen += 1
    assert seen > 30


def test_a_slide_begins_fast_and_ends_where_it_should() -> None:
    assert (eased(0), eased(1)) == (0, 1)
    assert eased(0.5) > 0.5


@pytest.mark.parametrize("seat", SEATS)
def test_a_played_card_comes_from_whoever_plays_it(seat: Seat) -> None:
    for batch, steps in steps_of("spring", "full", seat):
        played = [event for event in batch.events if isinstance(event, CardPlayed)]
        flights = [step.flight for step in steps if step.flight is not None]
        if played and flights:
            mine = played[0].seat == seat
            assert flights[0].start.area is (Area.HAND if mine else Area.SIDE)
            assert flights[0].card == played[0].card


def test_a_drawn_card_turns_over_where_the_stock_is() -> None:
    for batch, steps in steps_of("spring", "full"):
        drawn = [event for event in batch.events if isinstance(event, CardDrawn)]
        turning = [number for number, step in enumerate(steps) if step.turning]
        assert len(turning) == len(drawn)
        for number, event in zip(turning, drawn, strict=True):
            shown = steps[number + 1]
            assert (shown.in_play, shown.spot) == (event.card, (Area.STOCK, 0))


def test_the_others_card_is_held_long_enough_to_be_seen() -> None:
    for motion in ("full", "calm"):
        for batch, steps in steps_of("spring", motion):
            for event in batch.events:
                if isinstance(event, CardPlayed) and event.seat == 1:
                    held = [step for step in steps if step.in_play == event.card]
                    assert max(step.seconds for step in held) >= 0.7


def test_no_frame_of_what_moves_is_made_slower_by_the_pace() -> None:
    for _, steps in steps_of("spring", "full"):
        assert all(step.moves for step in steps if step.flight or step.turning)
        assert all(step.seconds in MOVING for step in steps if step.moves)


def test_a_yaku_lights_its_cell_of_the_tally() -> None:
    lit = 0
    for motion in ("full", "calm"):
        for batch, steps in steps_of("winter", motion):
            for event in batch.events:
                if isinstance(event, YakuMade):
                    cells = {(event.seat, made.id) for made in event.yaku}
                    assert any(cells <= set(step.risen) for step in steps)
                    lit += 1
    assert lit


@pytest.mark.parametrize("motion", MOTIONS)
@pytest.mark.parametrize("seed", ["spring", "secret", "autumn"])
def test_no_frame_shows_a_card_that_is_not_public(seed: str, motion: Motion) -> None:
    public: set[Card] = set()
    for batch, steps in steps_of(seed, motion):
        public = known(batch.before) | known(batch.after)
        public |= {
            event.card for event in batch.events if isinstance(event, CardPlayed | CardDrawn)
        }
        if any(isinstance(event, RoundEnded) for event in batch.events):
            continue
        for step in steps:
            faces = StubFaces()
            frame_of(step, brush_of()._replace(faces=faces))
            assert faces.drawn <= public


def test_a_hidden_hand_is_never_drawn_card_by_card_in_a_deal() -> None:
    animator = Animator(BriefTeller(Voice(ENGLISH, NAMES, 0)), 0)
    seen = view(new_match(preset("standard"), "spring"), 0)
    shown: set[Card] = set()
    steps = list(animator.opening(seen, "full"))
    for step in steps:
        faces = StubFaces()
        frame_of(step, brush_of()._replace(faces=faces))
        shown |= faces.drawn
    assert shown == set(cards_of(seen.hand | seen.field))
    assert steps[-1].seen.hand == seen.hand
    assert sum(step.seconds for step in steps if step.moves) == pytest.approx(0.6)


BUDGETS: Final[dict[Motion, int]] = {"full": 40_000, "calm": 12_000, "none": 6_000}


@pytest.mark.parametrize("motion", MOTIONS)
def test_a_whole_turn_of_the_other_player_keeps_its_budget(motion: Motion) -> None:
    """Bytes at 80x24 with all colours, from the own last frame to the own next turn."""
    brush = make_brush(DARK, GlyphSet.FULL, ENGLISH)
    turns: list[int] = []
    shown: Frame | None = None
    for seed in ("spring", "autumn"):
        for batch, steps in steps_of(seed, motion):
            if shown is None or batch.before.to_act is None:
                shown = frame_of(Step(batch.before, 0.0), brush)
            if batch.before.to_act != 1:
                shown = frame_of(Step(batch.after, 0.0), brush)
                continue
            sent = 0
            frames = [frame_of(step, brush) for step in steps if step.seconds]
            for frame in [*frames, frame_of(Step(batch.after, 0.0), brush)]:
                size = len(update(shown, frame, Colours.TRUECOLOR).encode())
                assert size <= 8_000
                sent, shown = sent + size, frame
            if batch.before.phase is Phase.PLAY:
                turns.append(sent)
            else:
                turns[-1] += sent
    assert len(turns) > 20
    assert max(turns) <= BUDGETS[motion]


# On the screen -----------------------------------------------------------------------------------


FULL: Final = Settings(motion="full", pace="quick")


def table_of(person: Person) -> TablePage:
    """The table."""
    (page,) = (page for page in person.app._pages if isinstance(page, TablePage))
    return page


def step_of(person: Person) -> Step | None:
    """What the table shows just now of what happens."""
    return table_of(person)._step


async def until_it_moves(person: Person) -> None:
    """Waits until a card is on its way."""

    def moves() -> bool:
        step = step_of(person)
        return step is not None and step.moves

    async with asyncio.timeout(PATIENCE):
        while not moves():  # noqa: ASYNC110 - steps come and go without telling anybody
            await asyncio.sleep(TICK)


def as_it_is(person: Person) -> Frame:
    """The table painted anew, from the view alone."""
    size = person.app.size
    return table_of(person).frame(size.width, size.height, None)


async def test_any_key_skips_what_moves_and_leaves_the_table_as_it_is(home: Path) -> None:
    async with sitting(home, setup("standard", "skips"), settings=FULL) as person:
        for _ in range(3):
            await until_it_moves(person)
            await person.type("z")
            await person.until_asked()
            assert step_of(person) is None
            assert person.frame.rows == as_it_is(person).rows
            await person.press("s" if person.where is Where.DECIDE else "enter")
            if person.where is Where.PICKED or person.where is Where.DRAWN:
                await person.press("a")


async def test_a_key_that_skips_answers_nothing(home: Path) -> None:
    async with sitting(home, setup("standard", "answers"), settings=FULL) as person:
        await until_it_moves(person)
        for key in ("1", "enter", "1", "1", "space", "s", "k", "a"):
            person.app.post_message(events.Key(key, None))  # all before anything is painted
        await person.until_asked()
        assert table_of(person).seen.hand.bit_count() == 8


@pytest.mark.parametrize("size", [(160, 48), (60, 20), (40, 10)])
async def test_another_size_in_the_middle_of_a_slide(size: tuple[int, int], home: Path) -> None:
    async with sitting(home, setup("standard", "sizes"), settings=FULL) as person:
        await until_it_moves(person)
        await person.pilot.resize_terminal(*size)
        await until_it_moves(person)
        await person.pilot.resize_terminal(80, 24)
        await person.until_asked()
        assert person.frame.rows == as_it_is(person).rows


async def test_who_leaves_in_the_middle_of_a_slide_can_go_on(home: Path) -> None:
    async with sitting(home, setup("standard", "leaves"), settings=FULL) as person:
        await until_it_moves(person)
        await person.type("z")
        await person.until_asked()
        await person.type("enter")
        await until_it_moves(person)
        person.app.exit()
    assert person.plies >= 1


@pytest.mark.parametrize(
    ("asked", "wanted", "remote", "motion"),
    [
        ("", "auto", False, "full"),
        ("", "auto", True, "calm"),
        ("", "full", True, "full"),
        ("", "none", False, "none"),
        ("basic", "auto", False, "calm"),
        ("basic", "none", False, "none"),
        ("none", "full", False, "none"),
        ("FULL", "calm", False, "calm"),
    ],
)
async def test_who_says_how_much_moves(
    asked: str,
    wanted: Motion | str,
    remote: bool,
    motion: str,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", asked)
    settings = replace(Settings(), motion=wanted)  # type: ignore[arg-type]
    async with sitting(home, settings=settings, mode=MODE._replace(remote=remote)) as person:
        assert person.app.motion == motion
