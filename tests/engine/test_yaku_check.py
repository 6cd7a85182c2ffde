"""The yaku check at the end of a turn: only a rise asks, and only who can still choose."""

from __future__ import annotations

import pytest

from koikoi.engine.actions import KoiKoi, Play, Shobu
from koikoi.engine.cards import Card
from koikoi.engine.errors import IllegalAction, ReasonCode
from koikoi.engine.events import (
    CardsCaptured,
    KoiKoiCalled,
    RoundEnded,
    RoundOutcome,
    ShobuCalled,
    ShobuCause,
    TurnStarted,
    YakuMade,
)
from koikoi.engine.flow import apply
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.yaku import MadeYaku, YakuId
from tests.engine.midround import STANDARD, legal_words, midround, only
from tests.engine.stack import deal, follow, mask, table

JAPAN = table("koikoi-japan")


_NINE_PLAINS = "2P1 2P2 3P1 3P2 4P1 4P2 5P1 5P2 6P1"
_TEN_PLAINS = f"{_NINE_PLAINS} 6P2"
_LATE = "1P2 8P1 12P2"
"""A hand of three; the January plain is played."""


def _asked(state: MatchState) -> bool:
    return state.phase is Phase.DECIDE


def test_first_yaku_is_a_rise_from_nothing() -> None:
    state = midround(hand=_LATE, field="1P1 11R", stock="10A", pile=_NINE_PLAINS)
    state, events = follow(state, "1P2")
    assert only(events, YakuMade) == [
        YakuMade(0, (MadeYaku(YakuId.KASU, 2),), total=2, baseline=0, asked=True)
    ]
    assert legal_words(state) == "KoiKoi Shobu"
    assert state.to_act == 0


def test_yaku_is_checked_once_after_the_drawn_card() -> None:
    # The played card alone makes the kasu; nobody is asked before the choice of the drawn card.
    state = midround(hand=_LATE, field="1P1 10A 10R", stock="10P1", pile=_NINE_PLAINS)
    state, events = follow(state, "1P2")
    assert state.phase is Phase.CHOOSE_DRAWN
    assert not only(events, YakuMade)
    state, events = follow(state, "10A")
    (made,) = only(events, YakuMade)
    assert (made.yaku, made.total) == ((MadeYaku(YakuId.KASU, 3),), 3)


def test_no_rise_is_no_question() -> None:
    state = midround(
        hand=_LATE, field="1R 11R", stock="10A", pile=_TEN_PLAINS, called_with=_TEN_PLAINS, calls=1
    )
    state, events = follow(state, "8P1")
    assert not only(events, YakuMade)
    assert (state.phase, state.to_act) == (Phase.PLAY, 1)


def test_one_more_plain_for_a_kasu_is_a_rise() -> None:
    state = midround(
        hand=_LATE, field="1R 11R", stock="10A", pile=_TEN_PLAINS, called_with=_TEN_PLAINS, calls=1
    )
    state, events = follow(state, "1P2")
    (made,) = only(events, YakuMade)
    assert (made.total, made.baseline, made.asked) == (2, 1, True)
    assert _asked(state)


def test_sanko_that_becomes_ame_shiko_is_a_rise() -> None:
    lights = "1L 3L 12L"
    state = midround(
        hand="11R 8P1 12P2", field="11L 10A", stock="9R", pile=lights, called_with=lights, calls=1
    )
    state, events = follow(state, "11R")
    (made,) = only(events, YakuMade)
    assert made.yaku == (MadeYaku(YakuId.AME_SHIKO, 7),)
    assert (made.total, made.baseline) == (7, 5)


def test_yaku_replaced_by_one_of_the_same_points_is_no_rise() -> None:
    rules = table(ame_shiko=5)
    lights = "1L 3L 12L"
    state = midround(
        rules,
        hand="11R 8P1 12P2",
        field="11L 10A",
        stock="9R",
        pile=lights,
        called_with=lights,
        calls=1,
    )
    state, events = follow(state, "11R")
    assert not only(events, YakuMade)
    assert state.phase is Phase.PLAY


def test_yaku_that_falls_is_no_rise_and_stays_the_total() -> None:
    # Under family = void a tane of 4 is voided by an inoshikacho that is worth less.
    rules = table(family="void", inoshikacho=1, extra_card=False)
    pile_before = "2A 4A 5A 8A 9A 11A 7A 10A"
    state = midround(
        rules,
        hand="6R 8P1 12P2",
        field="6A 12P1",
        stock="3R",
        pile=pile_before,
        called_with=pile_before,
        calls=1,
    )
    state, events = follow(state, "6R")
    assert not only(events, YakuMade)
    assert state.phase is Phase.PLAY


def test_baseline_is_recounted_with_the_calls_now_made() -> None:
    """Koikoi-japan: hanami is 1 before the first call and 3 after it; that is no rise."""
    state = midround(JAPAN, hand="9R 8P1 12P2", field="9A 11R", stock="10A", pile="3L")
    state, events = follow(state, "9R")
    (made,) = only(events, YakuMade)
    assert (made.total, made.baseline) == (1, 0)
    state, _ = apply(state, KoiKoi())
    now = state.round
    again = midround(
        JAPAN,
        hand="8P1 12P2",
        field="11R",
        stock="10A",
        pile="3L 9A 9R",
        called_with="3L 9A 9R",
        calls=now.calls[0],
    )
    assert now.decided[0] == mask("3L 9A 9R")
    again, events = follow(again, "8P1")
    assert not only(events, YakuMade)
    assert (again.phase, again.to_act) == (Phase.PLAY, 1)


def test_total_after_a_call_counts_the_dearer_viewing() -> None:
    state = midround(
        JAPAN,
        hand="8P1 12P2",
        field="8L 11R",
        stock="10A",
        pile="3L 9A 9R",
        called_with="3L 9A 9R",
        calls=1,
    )
    _, events = follow(state, "8P1")
    (made,) = only(events, YakuMade)
    assert made.yaku == (MadeYaku(YakuId.HANAMI, 3), MadeYaku(YakuId.TSUKIMI, 3))
    assert (made.total, made.baseline) == (6, 3)


RAINY = table(rain_spoils_viewing="willow_on_field")


def test_willow_that_leaves_the_field_is_no_rise_after_a_decision() -> None:
    """What was decided with is recounted by today's field: hanami counts on both sides."""
    own = "3L 9A 9R 6A 7A 10A"
    state = midround(
        RAINY, hand="11P1 8P1 12P2", field="11L 4R", stock="2R", pile=own, called_with=own, calls=1
    )
    state, events = follow(state, "11P1")
    assert state.round.captured[0] == mask(f"{own} 11L 11P1")
    assert not only(events, YakuMade)
    assert (state.phase, state.to_act) == (Phase.PLAY, 1)


def test_rise_beside_a_viewing_that_is_spoiled_since_the_decision_asks() -> None:
    """The other way round: with a willow there now, hanami counts on neither side."""
    own = "3L 9A 9R 6A 7A 10A"
    state = midround(
        RAINY, hand="4R 8P1 12P2", field="11L 4A", stock="2R", pile=own, called_with=own, calls=1
    )
    state, events = follow(state, "4R")
    (made,) = only(events, YakuMade)
    assert made.yaku == (MadeYaku(YakuId.INOSHIKACHO, 7), MadeYaku(YakuId.TANE, 1))
    assert (made.total, made.baseline) == (8, 6)


def test_viewing_can_rise_without_a_capture_when_the_rival_cleared_the_willow() -> None:
    """The mover takes nothing; what rose is the viewing that a willow spoiled until now."""
    state = midround(RAINY, hand=_LATE, field="4R 10R", stock="5P1", pile="3L 3R 9A 9R")
    state, events = follow(state, "8P1")
    assert not only(events, CardsCaptured)
    (made,) = only(events, YakuMade)
    assert (made.yaku, made.baseline) == ((MadeYaku(YakuId.HANAMI, 5),), 0)
    assert _asked(state)


def test_willow_drawn_onto_the_field_spoils_the_viewing_made_in_the_same_turn() -> None:
    state = midround(RAINY, hand="9R 8P1 12P2", field="9A 4R", stock="11A", pile="3L 3R")
    state, events = follow(state, "9R")
    assert not only(events, YakuMade)
    assert state.phase is Phase.PLAY


def test_shobu_counts_what_was_announced() -> None:
    state = midround(hand=_LATE, field="1P1 11R", stock="10A", pile=_NINE_PLAINS)
    state, _ = follow(state, "1P2")
    state, events = apply(state, Shobu())
    assert events[0] == ShobuCalled(0, ShobuCause.CHOSEN)
    (ended,) = only(events, RoundEnded)
    assert (ended.outcome, ended.winner, ended.points) == (RoundOutcome.SHOBU, 0, (2, 0))
    assert state.phase is Phase.ROUND_OVER


def test_koikoi_passes_the_turn_and_remembers_the_pile() -> None:
    state = midround(hand=_LATE, field="1P1 11R", stock="10A", pile=_NINE_PLAINS)
    state, _ = follow(state, "1P2")
    before = state.round.captured[0]
    state, events = apply(state, KoiKoi())
    assert events == (KoiKoiCalled(0, 1), TurnStarted(1, 11))
    assert state.round.calls == (1, 0)
    assert state.round.decided == (before, 0)


def test_second_call_counts_two() -> None:
    state = midround(
        hand=_LATE, field="1R 11R", stock="10A", pile=_TEN_PLAINS, called_with=_TEN_PLAINS, calls=1
    )
    state, _ = follow(state, "1P2")
    state, events = apply(state, KoiKoi())
    assert events[0] == KoiKoiCalled(0, 2)
    assert state.round.calls == (2, 0)


# No question where there is no choice ------------------------------------------------------------


@pytest.mark.parametrize("ko", [False, True], ids=["oya", "ko"])
@pytest.mark.parametrize("name", ["standard", "nintendo", "wikipedia", "koikoi-japan"])
def test_rise_with_the_last_hand_card_ends_the_round_unasked(name: str, ko: bool) -> None:
    rules = table(name)
    state = midround(rules, hand="1P2", field="1P1 11R", stock="10A", pile=_NINE_PLAINS, ko=ko)
    state, events = follow(state, "1P2")
    (made,) = only(events, YakuMade)
    assert not made.asked
    assert only(events, ShobuCalled) == [ShobuCalled(0, ShobuCause.HAND_EMPTY)]
    (ended,) = only(events, RoundEnded)
    assert (ended.outcome, ended.winner, ended.points[0]) == (RoundOutcome.SHOBU, 0, 2)
    assert state.phase is Phase.ROUND_OVER


LIMITS = [
    # limit, count, own calls, the rival's calls, whether the player may still call
    ("none", 0, 0, 0, True),
    ("none", 0, 7, 7, True),
    ("per_player", 1, 0, 0, True),
    ("per_player", 1, 0, 3, True),
    ("per_player", 1, 1, 0, False),
    ("per_player", 2, 1, 5, True),
    ("per_player", 2, 2, 0, False),
    ("per_round", 1, 0, 0, True),
    ("per_round", 1, 1, 0, False),
    ("per_round", 1, 0, 1, False),
    ("per_round", 3, 1, 1, True),
    ("per_round", 3, 1, 2, False),
    ("per_round", 3, 2, 1, False),
]


@pytest.mark.parametrize(("limit", "count", "own", "rivals", "asked"), LIMITS)
def test_call_limit_decides_whether_the_player_is_asked(
    limit: str, count: int, own: int, rivals: int, asked: bool
) -> None:
    rules = Rules.from_mapping(
        STANDARD.to_mapping() | {"call_limit": limit, "call_limit_count": count}
    )
    state = midround(
        rules,
        hand=_LATE,
        field="1R 11R",
        stock="10A",
        pile=_TEN_PLAINS,
        called_with=_TEN_PLAINS if own else "",
        calls=own,
        rival_calls=rivals,
    )
    state, events = follow(state, "1P2")
    (made,) = only(events, YakuMade)
    assert made.asked == asked == _asked(state)
    causes = [] if asked else [ShobuCalled(0, ShobuCause.NO_CALL_LEFT)]
    assert only(events, ShobuCalled) == causes
    assert bool(only(events, RoundEnded)) != asked


def test_empty_hand_is_named_before_a_used_up_call_limit() -> None:
    rules = table("nintendo")
    state = midround(
        rules, hand="1P2", field="1P1 11R", stock="10A", pile=_NINE_PLAINS, rival_calls=1
    )
    _, events = follow(state, "1P2")
    assert only(events, ShobuCalled) == [ShobuCalled(0, ShobuCause.HAND_EMPTY)]


def test_decision_cannot_be_put_off() -> None:
    state = midround(hand=_LATE, field="1P1 11R", stock="10A", pile=_NINE_PLAINS)
    state, _ = follow(state, "1P2")
    with pytest.raises(IllegalAction) as caught:
        apply(state, Play(Card.parse("8P1")))
    assert caught.value.reason.code is ReasonCode.DECISION_NEEDED


# Cards that the deal gave to the oya -------------------------------------------------------------


@pytest.mark.parametrize("play", ["2A", "3R"])
def test_yaku_made_of_the_fours_that_the_dealer_took_is_a_rise_on_its_first_turn(
    play: str,
) -> None:
    """Fuda Wiki: January's four cards are the tsukifuda of round 1, whatever the oya plays."""
    rules = table("fuda-wiki", field_four="dealer_takes")
    state = deal(
        rules, field="1L 1R 1P1 1P2 5A 6A 7A 8A", oya="2A 3R 4R 9R 10R 11R 12P1", stock="12P2"
    )
    assert (state.phase, state.round.captured[0]) == (Phase.PLAY, mask("1L 1R 1P1 1P2"))
    state, events = follow(state, play)
    (made,) = only(events, YakuMade)
    assert (made.yaku, made.baseline) == ((MadeYaku(YakuId.TSUKIFUDA, 4),), 0)
    assert state.phase is Phase.DECIDE
