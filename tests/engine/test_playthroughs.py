"""Whole matches as text: one of two rounds for every preset, compared line by line.

The files in ``playthroughs`` are read like a log: every rest with what lies where and what each
seat may know, the legal actions, the one that was chosen (by a fixed rule) and the events. A
change of the rules of play, of an event or of a view shows as a difference that can be reviewed.

After an intended change they are written anew with ``KOIKOI_REGENERATE=1 pytest
tests/engine/test_playthroughs.py``. Those tests then fail on purpose: look at the difference in
the files, and run them again without the variable.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import Enum
from pathlib import Path

import pytest

from koikoi.engine.actions import SEATS, Action, Play, Take
from koikoi.engine.cards import CARDS, Card, Mask, cards_of, codes_of
from koikoi.engine.events import Event
from koikoi.engine.flow import legal_actions
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import EMPTY, MatchState
from koikoi.engine.view import PlayerView, view
from tests.engine.walk import Step, walk

FOLDER = Path(__file__).with_name("playthroughs")
REGENERATE = os.environ.get("KOIKOI_REGENERATE") == "1"

SEEDS = {
    # Four of a month on the field, a redeal, koi-koi.
    "standard": "playthrough 16",
    # A dealt hand, and a rise without a call left.
    "nintendo": "playthrough 198",
    # Koi-koi of both players, and a rise with the last card.
    "wikipedia": "playthrough 2",
    # A dealt hand redealt, and two calls of one player.
    "koikoi-japan": "playthrough 365",
    # An exhausted round, and three cards taken at once.
    "fuda-wiki": "playthrough 10",
    # A draw for the first dealer that was level at first.
    "yakuza": "playthrough 23",
}


def codes(cards: Mask) -> str:
    return " ".join(codes_of(cards_of(cards))) or "none"


def shown(value: object, *, masks: bool = False) -> str:
    """A value of an event; cards by their codes, also those in masks."""
    if isinstance(value, Card):
        return value.code
    if isinstance(value, Rules):
        return value.name
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, int) and masks:
        return f"{{{codes(value)}}}"
    if isinstance(value, tuple):
        return f"({', '.join(shown(item, masks=masks) for item in value)})"
    if hasattr(value, "__dataclass_fields__"):
        return line_of(value)
    return repr(value)


def line_of(value: object) -> str:
    """An event, or a part of one, on one line."""
    parts = [
        f"{field.name}={shown(getattr(value, field.name), masks='Mask' in str(field.type))}"
        for field in fields(value)  # type: ignore[arg-type]
    ]
    return f"{type(value).__name__}({', '.join(parts)})"


def action_text(action: Action) -> str:
    if isinstance(action, Play | Take):
        return f"{type(action).__name__} {action.card.code}"
    return type(action).__name__


def view_text(seen: PlayerView) -> str:
    who = "watcher" if seen.seat is None else f"seat {seen.seat}"
    return (
        f"  {who}: hand {codes(seen.hand)}; holds {seen.hand_sizes}; "
        f"stock {seen.stock_size}; unseen {seen.unseen.bit_count()}; "
        f"history {len(seen.history)}; seed {seen.seed}"
    )


def rest_lines(state: MatchState) -> Iterator[str]:
    """A rest of the match."""
    now = state.round
    places = " ".join("-" if card == EMPTY else CARDS[card].code for card in now.slots)
    yield f"ply {state.ply}: round {now.number}, turn {now.turn}, {state.phase}"
    yield f"  to act {state.to_act}; oya {now.oya}; scores {state.scores}; calls {now.calls}"
    yield f"  field {places}"
    yield f"  in play {now.in_play.code if now.in_play is not None else 'none'}"
    for seat in SEATS:
        yield f"  pile {seat}: {codes(now.captured[seat])}"
        yield f"  decided {seat}: {codes(now.decided[seat])}"
    yield f"  stock {' '.join(codes_of(now.stock)) or 'none'}"
    for viewer in (*SEATS, None):
        yield view_text(view(state, viewer))
    yield f"  legal {', '.join(map(action_text, legal_actions(state))) or 'none'}"


def event_lines(events: tuple[Event, ...]) -> Iterator[str]:
    return (f"  | {line_of(event)}" for event in events)


def playthrough(name: str) -> list[str]:
    """The lines of a preset's match."""
    lines = [f"{name}, seed {SEEDS[name]!r}, 2 rounds"]
    steps: list[Step] = list(walk(replace(preset(name), rounds=2), SEEDS[name]))
    for step in steps:
        if step.action is not None:
            lines.append(f"> {action_text(step.action)}")
        lines += event_lines(step.events)
        lines += ["", *rest_lines(step.state)]
    result = steps[-1].state.result
    assert result is not None
    return [*lines, "", f"{result.outcome}, winner {result.winner}"]


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_match_goes_as_it_did(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    lines = playthrough(name)
    if REGENERATE:
        FOLDER.mkdir(exist_ok=True)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        pytest.fail(f"{file.name} is written anew: review the difference, then run without")
    known = file.read_text(encoding="utf-8").splitlines()
    for number, (line, expected) in enumerate(zip(lines, known, strict=False), start=1):
        assert line == expected, f"{file.name}, line {number}"
    assert len(lines) == len(known)


def test_every_preset_has_a_playthrough_and_no_other_file_lies_there() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(PRESET_NAMES)
