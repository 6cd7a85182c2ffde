"""What motion costs on the line, and who says how much of it there is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from koikoi.ai.baseline import RandomAgent
from koikoi.engine.actions import SEATS, Seat
from koikoi.engine.events import Event
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
from koikoi.tui.motion import Step
from koikoi.tui.terminal import Colours, GlyphSet
from koikoi.tui.theme import DARK
from koikoi.tui.uistate import Mood, UiState
from koikoi.tui.wire import update
from tests.tui.person import MODE, sitting
from tests.tui.scenes import ENGLISH, NAMES, Scene, painted, ui_of

MOTIONS: Final[tuple[Motion, ...]] = ("full", "calm", "none")


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


def ui_for(step: Step) -> UiState:
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
    )


def frame_of(step: Step, brush: Brush, size: tuple[int, int] = (80, 24)) -> Frame:
    """A step on the screen."""
    return painted(Scene(step.seen, ui_for(step)), size, brush)


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
