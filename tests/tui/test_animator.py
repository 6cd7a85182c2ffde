"""Which frames a move, a deal and a yaku are made of."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest

from koikoi.engine.actions import Seat
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.flow import new_match
from koikoi.engine.state import MatchState
from koikoi.engine.view import redact, view
from koikoi.store.settings import Motion
from koikoi.text.brief import BriefTeller
from koikoi.text.voice import Voice
from koikoi.tui import motion
from koikoi.tui.animator import (
    DRAWN,
    OWN_PLAYED,
    PLACED,
    PLAYED,
    SAID,
    TAKEN,
    Animator,
    last_move,
)
from koikoi.tui.motion import FRAME, RISEN, TURNED, Step, dealing, eased, slide, undealt
from koikoi.tui.uistate import STOCK, Area, Spot
from tests.engine.stack import deal, follow, table
from tests.tui.scenes import (
    ENGLISH,
    NAMES,
    playing,
)


def steps_of(
    state: MatchState, moves: str, level: Motion = "full", aimed: str = "", viewer: Seat | None = 0
) -> list[Step]:
    """What seat 0 is shown of moves; each move is a batch of events of its own."""
    animator = Animator(BriefTeller(Voice(ENGLISH, NAMES, viewer)), viewer)
    found: list[Step] = []
    for move in moves.split():
        before = view(state, viewer)
        state, happened = follow(state, move)
        heard = [redact(event, viewer) for event in happened]
        target = Card.parse(aimed) if aimed else None
        found += animator.steps(before, heard, level, target)
    return found


def brief(step: Step) -> str:
    """A step in a few letters: what is seen, and for how long."""
    if step.flight is not None:
        return f"fly {step.flight.start.area}-{step.flight.end.area} {step.flight.end.number}"
    if step.turning:
        return "turn"
    marks = {mark.value for _, mark in step.marks}
    lying = "" if step.spot is None else f" on {step.spot.area}"
    return f"{'+'.join(sorted(marks)) or 'rest'}{lying}"


def shape(steps: Iterable[Step]) -> list[tuple[str, float]]:
    """Steps in brief with their seconds; the frames of one slide are one entry."""
    found: list[tuple[str, float]] = []
    for step in steps:
        if found and step.flight is not None and found[-1][0] == brief(step):
            found[-1] = (brief(step), found[-1][1] + step.seconds)
        else:
            found.append((brief(step), step.seconds))
    return found


SLIDE = pytest.approx(4 * FRAME)
TURN = [("rest", TURNED), ("turn", TURNED)]
REST = pytest.approx(RISEN - 2 * TURNED)

# Seat 0 plays the plain of September on the cup, and draws a card that takes nothing; so does the
# other player where it is theirs.
OWN = playing(stock="10A 1P1", pile="3P2 11A 7A 7R 4R 12P2 2P1")
THEIRS = playing(mover=1, stock="10A 1P1", pile="", rival_hand="5R")


@pytest.mark.parametrize(
    ("state", "level", "expected"),
    [
        (
            OWN,
            "full",
            [
                ("fly hand-card 5", SLIDE),
                ("good on card", TAKEN),
                *TURN,
                ("focus on stock", DRAWN),
                ("fly stock-field 5", SLIDE),
                ("focus", PLACED),
            ],
        ),
        (
            OWN,
            "calm",
            [
                ("focus+target on field", OWN_PLAYED),
                ("good on field", TAKEN),
                ("focus on stock", DRAWN),
                ("focus", PLACED),
            ],
        ),
        (
            THEIRS,
            "full",
            [
                ("fly side-field 9", SLIDE),
                ("focus+target on field", PLAYED),
                ("fly field-card 5", SLIDE),
                ("good on card", TAKEN),
                *TURN,
                ("focus on stock", DRAWN),
                ("fly stock-field 5", SLIDE),
                ("focus", PLACED),
            ],
        ),
        (
            THEIRS,
            "calm",
            [
                ("focus+target on field", PLAYED),
                ("good on field", TAKEN),
                ("focus on stock", DRAWN),
                ("focus", PLACED),
            ],
        ),
    ],
    ids=["own full", "own calm", "theirs full", "theirs calm"],
)
def test_a_turn_is_made_of_these_frames(
    state: MatchState, level: Motion, expected: list[tuple[str, float]]
) -> None:
    assert shape(steps_of(state, "9P1", level)) == expected


@pytest.mark.parametrize("state", [OWN, THEIRS], ids=["own", "theirs"])
def test_where_nothing_moves_only_what_is_told_is_left(state: MatchState) -> None:
    steps = steps_of(state, "9P1", "none")
    assert [step.line is not None for step in steps] == [True, True]
    for step in steps:
        assert step == Step(step.seen, 0.0, step.banner, step.line, events=step.events)


@pytest.mark.parametrize("level", ["full", "calm", "none"])
def test_every_level_tells_the_same_lines(level: Motion) -> None:
    lines = [step.line for step in steps_of(OWN, "9P1", level) if step.line is not None]
    assert lines == ["You played Mum plain, took Sake cup", "You drew Deer: no match"]


def test_a_card_that_takes_nothing_slides_to_its_place() -> None:
    steps = steps_of(OWN, "12P1")
    assert shape(steps)[:2] == [("fly hand-field 9", SLIDE), ("focus", PLACED)]
    assert steps[4].seen.slots[9] == Card.parse("12P1")


def test_an_own_card_whose_target_is_chosen_goes_there_at_once() -> None:
    steps = steps_of(OWN, "8L 8P2", aimed="8P2")
    assert shape(steps)[:2] == [("fly hand-card 0", SLIDE), ("good on card", TAKEN)]
    assert {card for card, _ in steps[0].marks} == {Card.parse("8P2")}


def test_the_others_choice_is_seen_before_it_is_made() -> None:
    state = playing(mover=1, hand="8L 9P1 3R 5A", stock="10A 1P1", pile="", rival_hand="5R")
    steps = steps_of(state, "8L 8P2")
    assert shape(steps)[:4] == [
        ("fly side-field 9", SLIDE),
        ("focus+target on field", PLAYED),
        ("focus+target on field", 0.3),
        ("fly field-card 0", SLIDE),
    ]


def test_the_drawn_card_goes_from_the_stock_to_what_it_takes() -> None:
    steps = steps_of(playing(stock="7P2 1P1"), "9P1")
    flights = [step.flight for step in steps if step.flight is not None]
    assert flights[4].start == STOCK
    assert flights[-1].end == Spot(Area.CARD, 8)
    assert flights[-1].progress == 1


def test_two_who_share_a_screen_both_see_what_is_played() -> None:
    animator = Animator(BriefTeller(Voice(ENGLISH, ("East", "West"), None)), None)
    before = view(OWN, 0)
    _, happened = follow(OWN, "9P1")
    steps = list(animator.steps(before, [redact(event, None) for event in happened]))
    assert shape(steps)[:3] == [
        ("fly hand-field 9", SLIDE),
        ("focus+target on field", PLAYED),
        ("fly field-card 5", SLIDE),
    ]


def test_the_hand_keeps_a_gap_until_the_batch_is_over() -> None:
    place = cards_of(view(OWN, 0).hand).index(Card.parse("9P1"))
    assert {step.gap for step in steps_of(OWN, "9P1")} == {place}
    assert {step.gap for step in steps_of(THEIRS, "9P1")} == {None}


def test_the_tally_shows_for_a_while_what_a_capture_has_changed() -> None:
    steps = steps_of(OWN, "9P1")
    taken = next(i for i, step in enumerate(steps) if step.line is not None)
    assert all(not step.risen for step in steps[: taken + 1])
    shown = [step for step in steps[taken + 1 :] if step.risen]
    assert shown[0] is steps[taken + 1]
    # Nothing is held back for it, and what follows is long enough.
    assert sum(step.seconds for step in shown) >= RISEN
    assert sum(step.seconds for step in shown[:-1]) < RISEN
    assert {seat for seat, _ in shown[0].risen} == {0, 1}
    assert {str(yaku) for seat, yaku in shown[0].risen if seat == 0} >= {"hanami", "tane", "kasu"}


@pytest.mark.parametrize("level", ["full", "calm"])
def test_a_turn_that_ends_with_a_capture_rests_until_the_tally_has_shown_it(level: Motion) -> None:
    steps = steps_of(playing(stock="7P2 1P1", pile="3P2 11A 7A"), "9P1", level)
    assert steps[-1].risen
    assert steps[-1].seconds == RISEN
    assert steps[-1].in_play is None


def test_a_yaku_is_said_in_the_prompt() -> None:
    steps = steps_of(playing(), "9P1")
    assert steps[-1].banner == "You made Hanami: 5 points"
    assert steps[-1].seconds == SAID
    assert (0, "hanami") in steps[-1].risen


def test_what_moves_goes_at_its_own_pace() -> None:
    for step in steps_of(OWN, "9P1"):
        moving = step.flight is not None or step.turning or step.seconds == TURNED
        assert step.moves == moving


# Slides.


def test_a_slide_is_fast_at_first_and_ends_where_the_card_belongs() -> None:
    flights = list(slide(Card.parse("8L"), STOCK, Spot(Area.FIELD, 3)))
    parts = [0.0, *(flight.progress for flight in flights)]
    ways = [after - before for before, after in pairwise(parts)]
    assert ways == sorted(ways, reverse=True)
    assert all(way > 0 for way in ways)
    assert parts[-1] == 1
    assert eased(0) == 0


# The deal.


def test_a_deal_lays_two_cards_a_frame_in_the_order_of_the_table() -> None:
    seen = view(deal(table()), 0)
    frames = [undealt(seen), *dealing(seen)]
    assert len(frames) == 13
    order = []
    for before, after in pairwise(frames):
        parts = [
            after.hand_sizes[1] - before.hand_sizes[1],
            sum(card >= 0 for card in after.slots) - sum(card >= 0 for card in before.slots),
            after.hand_sizes[0] - before.hand_sizes[0],
        ]
        assert sum(parts) == 2
        assert before.stock_size - after.stock_size == 2
        assert after.hand.bit_count() == after.hand_sizes[0]
        assert after.hand & before.hand == before.hand
        assert after.slots[: len(before.slots)] == before.slots
        order.append(parts.index(2))
    assert order == [0, 1, 2] * 4  # seat 0 is the oya: the other hand, the field, its own
    last = frames[-1]
    assert (last.hand, last.slots, last.hand_sizes) == (seen.hand, seen.slots, seen.hand_sizes)
    assert last.stock_size == seen.stock_size


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_deal_shows_no_hand_but_the_viewers(viewer: Seat | None) -> None:
    state = deal(table())
    seen = view(state, viewer)
    own = 0 if viewer is None else state.round.hands[viewer]
    for part in dealing(seen):
        assert not part.hand & ~own
        assert not part.field & ~state.round.field


def test_a_deal_takes_600_ms_and_begins_the_match() -> None:
    state = new_match(table(), "deal")
    animator = Animator(BriefTeller(Voice(ENGLISH, NAMES, 0)), 0)
    steps = list(animator.opening(view(state, 0), "full"))
    dealt = [step for step in steps if step.moves]
    assert sum(step.seconds for step in dealt) == pytest.approx(0.6)
    assert steps[0].seen.stock_size == 48
    assert steps[-1].seen.stock_size == 24
    lines = [step.line for step in steps if step.line is not None]
    calm = list(animator.opening(view(state, 0), "calm"))
    assert [step.line for step in calm if step.line is not None] == lines
    assert not any(step.moves for step in calm)
    assert len(lines) >= 2


# What was done last.


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("12P1", []),
        ("12P1 8L 8P2", ["Computer played Moon, took Pampas plain", "Computer drew"]),
    ],
)
def test_the_last_move_is_told_from_its_first_card_on(moves: str, expected: list[str]) -> None:
    state = playing(hand="12P1 9P1 3R 5A", rival_hand="8L 5R 6A", stock="10A 2R", pile="")
    state, _ = follow(state, moves)
    teller = BriefTeller(Voice(ENGLISH, NAMES, 0))
    told = last_move(teller, view(state, 0), 1)
    assert len(told) == len(expected)
    assert all(line.startswith(begin) for line, begin in zip(told, expected, strict=True))


def test_the_seconds_of_the_design_are_kept() -> None:
    assert pytest.approx(0.25, abs=0.03) == 4 * motion.FRAME
    assert motion.TURNED == 0.08
    assert (TAKEN, RISEN, PLAYED) == (0.4, 0.6, 0.7)
