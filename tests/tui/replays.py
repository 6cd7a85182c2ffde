"""Matches to look through, and their page without a program around it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, cast

from koikoi.engine.actions import SEATS
from koikoi.engine.cards import Mask
from koikoi.engine.events import Event, RoundDealt
from koikoi.record.record import MatchRecord
from koikoi.record.reel import Hands, Reel
from koikoi.record.replay import Step
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Frame
from koikoi.tui.page import Page
from koikoi.tui.replaypage import ReplayPage
from tests.record.playing import match, record_of, short
from tests.tui.scenes import brush_of

START, MOVES = match(short(rounds=3), "reel 1")
WHOLE: Final = record_of(START, MOVES)
RUNNING: Final = record_of(START, MOVES[:-5])
"""The same match while its last round is played."""


def damaged(record: MatchRecord, ply: int) -> MatchRecord:
    """The record with a wrong digest behind the action of a ply."""
    actions = tuple(
        replace(entry, digest="0" * 16) if entry.ply == ply else entry for entry in record.actions
    )
    return replace(record, actions=actions)


DAMAGED: Final = damaged(WHOLE, WHOLE.actions[len(WHOLE.actions) // 2].ply)


class Wall:
    """Shows nothing, and remembers what it was asked to do.

    Attributes:
        brush: What pages are painted with.
        asked: The commands that are not the page's own.
    """

    def __init__(self, brush: Brush) -> None:
        self.brush = brush
        self.asked: list[str] = []

    def repaint(self, page: Page) -> None:
        return None

    def opens(self, page: Page) -> None:
        page.open_since = 0.0

    def do(self, command: str, page: Page) -> None:
        self.asked.append(command)


def page_of(
    reel: Reel, position: int = 0, *, brush: Brush | None = None, hands: Hands | None = None
) -> ReplayPage:
    """The page of a match; it takes keys. There has to be a running loop."""
    wall = Wall(brush or brush_of())
    page = ReplayPage(cast("Any", wall), reel, position)
    if hands is not None:
        page.hands = hands
    wall.opens(page)
    return page


def press(page: ReplayPage, *keys: str) -> None:
    """Presses keys."""
    for key in keys:
        page.press(key, 1.0)


def prompt(page: ReplayPage) -> str:
    """What the prompt says."""
    return page.ui().banner


def frame(page: ReplayPage, size: tuple[int, int] = (80, 24)) -> Frame:
    """What the page shows."""
    return page.frame(*size, None)


def blinded(reel: Reel) -> Reel:
    """The same match with other cards wherever something is hidden, and with another seed.

    Of the round that goes on nothing but its public course, and the one person's hand, is kept.
    """
    steps = []
    for position, step in enumerate(reel.steps):
        state = replace(step.state, seed="another", stacked=())
        if not reel.chapter(position).revealed:
            now = state.round
            hands = [
                hand if seat == reel.person else _others(hand, seat)
                for seat, hand in enumerate(now.hands)
            ]
            state = replace(
                state,
                round=replace(now, deck=now.deck[::-1], hands=(hands[0], hands[1])),
                history=tuple(_blinded(event, reel) for event in state.history),
            )
        events = tuple(_blinded(event, reel) for event in step.events)
        steps.append(Step(state, step.action, events))
    return replace(reel, steps=tuple(steps))


def _others(hand: Mask, seat: int) -> Mask:
    """As many cards as a hand has, and other ones."""
    found = [card for card in range(48) if not hand >> card & 1]
    return sum(1 << card for card in found[seat : seat + hand.bit_count()])


def _blinded(event: Event, reel: Reel) -> Event:
    number = next((one.number for one in reel.chapters if not one.revealed), 0)
    if not isinstance(event, RoundDealt) or event.number != number:
        return event
    kept = [
        hand if seat == reel.person else _others(hand or 0, seat)
        for seat, hand in zip(SEATS, event.hands, strict=True)
    ]
    return replace(event, hands=(kept[0], kept[1]))
