"""Whole matches in which everything moves: the end of every batch, and its secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.actions import Action, Seat
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.events import CardDrawn, CardPlayed, Event, RoundDealt
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import PlayerView, view
from koikoi.store.settings import Motion
from tests.tui.clock import Desk, jump, seated
from tests.tui.scenes import SIZES, brush_of, known
from tests.tui.test_flights import TurnedFaces
from tests.tui.test_motion_table import LATE, OWN, Match, zones


def moves(state: MatchState, chance: Random) -> Iterator[Action]:
    """Random legal play, to the match's end."""
    while state.phase is not Phase.MATCH_OVER:
        action = chance.choice(legal_actions(state))
        state, _ = apply(state, action)
        yield action


def seen_so_far(seen: PlayerView, events: tuple[Event, ...]) -> set[Card]:
    """The cards that a view and events show."""
    cards = known(seen)
    for event in events:
        if isinstance(event, CardPlayed | CardDrawn):
            cards.add(event.card)
        elif isinstance(event, RoundDealt):
            own = None if seen.seat is None else event.hands[seen.seat]
            cards |= {*event.field, *cards_of(own or 0)}
    return cards


@settings(max_examples=12)
@given(
    seed=st.integers(0, 10**6),
    name=st.sampled_from(PRESET_NAMES),
    motion=st.sampled_from(("full", "calm")),
    viewer=st.sampled_from((0, 1, None)),
    size=st.sampled_from(SIZES[:2]),
)
def test_whatever_is_skipped_the_last_picture_is_the_views_and_none_shows_a_hidden_card(
    seed: int, name: str, motion: Motion, viewer: Seat | None, size: tuple[int, int]
) -> None:
    jump(lambda: whole_match(f"motion {seed}", name, motion, viewer, size))


async def whole_match(
    seed: str, name: str, motion: Motion, viewer: Seat | None, size: tuple[int, int]
) -> None:
    """Plays a short match at two tables, one of which nothing moves on."""
    chance = Random(seed)
    match = Match(new_match(replace(preset(name), rounds=1), seed), viewer)
    faces = TurnedFaces()
    desk, twin = Desk(brush_of()._replace(faces=faces), size), Desk(brush_of(), size)
    page = seated(desk, match.look, motion, viewer=viewer)
    calm = seated(twin, match.look, "none", viewer=viewer)
    stops = 0

    def watch() -> None:
        assert faces.drawn <= allowed
        assert zones(desk.frames[-1][1]) <= allowed
        faces.drawn.clear()
        if len(desk.frames) == stops:
            page.press("x", LATE)

    allowed = seen_so_far(match.look(viewer), match.look(viewer).history)
    desk.watch = watch
    for one in (page, calm):
        await one.begin(match.look(viewer), resumed=False)
    for action in moves(match.state, chance):
        before = match.look(viewer)
        events, seen = match.do(action)
        allowed = seen_so_far(before, events) | known(seen)
        desk.frames.clear()
        stops = chance.randrange(1, 24)
        for one in (page, calm):
            await one.hear(events, seen)
            # What the prompt keeps saying while somebody begins to think is no part of the end.
            one._patience.end()
        desk.frames.append((0, page.frame(*size, None)))
        twin.frames.append((0, calm.frame(*size, None)))
        assert page.seen == seen
        assert page.ui() == calm.ui()
    assert page.story == calm.story


def test_the_pictures_of_a_match_are_looked_at_for_secrets() -> None:
    faces = TurnedFaces()
    desk = Desk(brush_of()._replace(faces=faces))

    async def course() -> None:
        page = seated(desk, Match(OWN).look)
        page.room.repaint(page)

    jump(course)
    seen = view(OWN, 0)
    assert faces.drawn == set(cards_of(seen.hand | seen.field))
    assert zones(desk.frames[-1][1]) == faces.drawn
