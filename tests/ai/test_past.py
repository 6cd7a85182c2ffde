"""What the other player has done: as it really was, and how likely with which hand."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from koikoi.ai.agent import Halt
from koikoi.ai.features import Positions
from koikoi.ai.network import RuledNetwork
from koikoi.ai.outcomes import CLASSES, EXHAUSTED, point_worths
from koikoi.ai.past import PastPlay, likelihoods, past_plays
from koikoi.ai.piles import Floats, Masks
from koikoi.ai.sight import sight
from koikoi.engine.actions import SEATS, Play, Seat, Take, other
from koikoi.engine.cards import FULL_DECK, LIGHTS, MONTH_MASKS, Card, cards_of
from koikoi.engine.flow import apply, legal_actions, matching
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view
from tests.ai.chance import PRESETS, wild_rules
from tests.ai.nets import NETWORK
from tests.engine.stack import deal, follow, mask, table
from tests.engine.walk import COURSES, Course, rests, walk


def true_plays(course: Course, seed: str) -> list[tuple[MatchState, dict[Seat, list[PastPlay]]]]:
    """Every rest of a match with what both seats have played in its round, from the states."""
    told = []
    plays: dict[Seat, list[PastPlay]] = {0: [], 1: []}
    before: MatchState | None = None
    opened: MatchState | None = None
    for state, action, _ in walk(course, seed):
        if before is None or state.round.number != before.round.number:
            plays = {0: [], 1: []}
        if isinstance(action, Play) and before is not None:
            opened, waits = before, state.phase is Phase.CHOOSE_PLAYED
            if not waits:
                matches, _ = matching(state.rules, before.round.field, action.card)
                plays = noted(plays, before, action.card, matches)
        # The other choice is of a drawn card, which was not played.
        chosen = before is not None and before.phase is Phase.CHOOSE_PLAYED
        if isinstance(action, Take) and chosen and before is not None and opened is not None:
            assert before.round.in_play is not None
            plays = noted(plays, opened, before.round.in_play, 1 << action.card)
        told.append((state, plays))
        before = state
    return told


def noted(
    plays: dict[Seat, list[PastPlay]], before: MatchState, card: Card, taken: int
) -> dict[Seat, list[PastPlay]]:
    now = before.round
    roles = now.oya, 1 - now.oya
    play = PastPlay(
        turn=now.turn,
        field=now.field,
        captured=(now.captured[roles[0]], now.captured[roles[1]]),
        decided=(now.decided[roles[0]], now.decided[roles[1]]),
        calls=(now.calls[roles[0]], now.calls[roles[1]]),
        card=card,
        after=now.field & ~taken if taken else now.field | 1 << card,
        later=0,
    )
    return {**plays, now.mover: [*plays[now.mover], play]}


@pytest.mark.parametrize("name", COURSES)
def test_past_plays_are_what_really_was(name: str) -> None:
    for state, plays in true_plays(COURSES[name], "past"):
        for seat in SEATS:
            found = past_plays(view(state, seat))
            assert [play._replace(later=0) for play in found] == plays[other(seat)]
            # What was played since, with what is held now, is the hand of that time.
            hand = state.round.hands[1 - seat]
            for place, play in enumerate(found):
                assert play.later == sum(1 << one.card for one in found[place:])
                assert not play.later & hand
                if state.phase is Phase.PLAY:
                    assert (play.later | hand).bit_count() == 8 - play.turn // 2


def test_past_plays_are_told_under_any_rules() -> None:
    rng = np.random.default_rng(1)
    calls = 0
    for number in range(15):
        course = Course(wild_rules(rng), {})
        for state, plays in true_plays(course, f"past {number}"):
            for seat in SEATS:
                found = past_plays(view(state, seat))
                assert [play._replace(later=0) for play in found] == plays[other(seat)]
                calls += sum(play.calls != (0, 0) for play in found)
    assert calls


def test_a_card_whose_target_is_still_open_is_no_past_play() -> None:
    state, _ = follow(deal(table(), oya="1P1", field="1L 1R"), "1P1")
    assert state.phase is Phase.CHOOSE_PLAYED
    assert past_plays(view(state, 1)) == []
    state, _ = follow(state, "1L")
    (play,) = past_plays(view(state, 1))
    assert (play.card, play.turn) == (Card.parse("1P1"), 0)
    assert play.field ^ play.after == mask("1L")


# How likely ---------------------------------------------------------------------------------------

WORTHS = point_worths(1)


def hands_that_fit(state: MatchState, seat: Seat, count: int) -> Masks:
    """The other player's true hand, and others among the cards that the seat does not see."""
    seen = view(state, seat)
    unseen = [card for card in range(48) if seen.unseen >> card & 1]
    rng = np.random.default_rng(2)
    size = seen.hand_sizes[1 - seat]
    hands = [state.round.hands[1 - seat]]
    hands += [sum(1 << int(c) for c in rng.permutation(unseen)[:size]) for _ in range(count)]
    return np.array(hands, np.uint64)


def test_likelihoods_are_positive_and_the_likeliest_is_one() -> None:
    rng = np.random.default_rng(3)
    rules = [*PRESETS.values(), *(wild_rules(rng) for _ in range(6))]
    asked = 0
    for number, own in enumerate(rules):
        for state in rests(replace(own, rounds=2), f"likely {number}"):
            seat = state.to_act
            if seat is None or state.round.turn < 3 or state.ply % 3:
                continue
            seen = view(state, seat)
            plays = past_plays(seen)
            hands = hands_that_fit(state, seat, 30)
            found = likelihoods(NETWORK.under(own), sight(seen).batch, plays, hands, WORTHS, Halt())
            assert found is not None
            assert found.shape == hands.shape
            assert np.isfinite(found).all()
            assert (found > 0).all()
            assert found.max() == 1
            asked += 1
    assert asked > 60


class Watcher:
    """A network to which a light in the pile is worth a lot, and nothing else anything."""

    def __init__(self) -> None:
        self.seen: list[Positions] = []

    def chances(self, seen: Positions) -> Floats:
        self.seen.append(seen)
        lights = np.bitwise_count(seen.mine & np.uint64(LIGHTS))
        chances = np.zeros((len(lights), CLASSES), np.float32)
        # Five points for each light.
        chances[np.arange(len(lights)), EXHAUSTED + np.where(lights > 0, 5 * lights, 0)] = 1
        return chances


def weighed(state: MatchState, hands: list[str]) -> tuple[list[float], Watcher]:
    watcher = Watcher()
    seen = view(state, 0)
    found = likelihoods(
        cast("RuledNetwork", watcher),
        sight(seen).batch,
        past_plays(seen),
        np.array([mask(hand) for hand in hands], np.uint64),
        WORTHS,
        Halt(),
    )
    assert found is not None
    return found.tolist(), watcher


def played_away() -> MatchState:
    """The ko has played a plain to an empty month while a light lay on the field."""
    rules = table(field_three="keep")
    state = deal(rules, oya="5P1", field="1L 12P1", ko="6P1 1R 1P1", stock="10A 9A")
    state, _ = follow(state, "5P1 6P1")
    assert state.to_act == 0
    return state


def test_a_hand_that_could_have_taken_a_light_is_less_likely() -> None:
    state = played_away()
    rest = "2P1 2P2 4P1 4P2 7P1 7P2"
    (without, with_one, with_two), _ = weighed(
        state, [f"3P1 {rest}", f"1P2 {rest}", f"1P2 1R {rest.removesuffix(' 7P2')}"]
    )
    assert without == 1
    assert with_one < 0.5
    assert 0 < with_two < with_one


def test_a_hand_is_weighed_with_what_it_has_played_since() -> None:
    state = played_away()
    hands = ["3P1 2P1 2P2 4P1 4P2 7P1 7P2"]
    _, watcher = weighed(state, hands)
    (positions,) = watcher.seen
    after = {int(hand) for hand in positions.hand}
    own = mask(hands[0]) | mask("6P1")
    assert after == {own ^ 1 << card for card in range(48) if own >> card & 1}
    assert set(positions.turn.tolist()) == {1}
    # Two plays later the first of them was made with both cards in the hand.
    oyas = cards_of(state.round.hands[0])[0].code
    state, _ = follow(state, oyas)
    while state.phase is not Phase.PLAY or state.to_act != 1:
        state, _ = apply(state, legal_actions(state)[0])
    played = cards_of(state.round.hands[1])[-1]
    state, _ = apply(state, Play(played))
    while state.phase is not Phase.PLAY or state.to_act != 0:
        state, _ = apply(state, legal_actions(state)[0])
    left = [code for code in hands[0].split() if code != played.code][:6]
    _, watcher = weighed(state, [" ".join(left)])
    first, second = watcher.seen
    now = mask(" ".join(left)) | 1 << played
    assert {int(hand).bit_count() for hand in first.hand} == {7}
    assert {int(hand) for hand in second.hand} == {now ^ 1 << c for c in range(48) if now >> c & 1}
    was = now | mask("6P1")
    assert {int(hand) for hand in first.hand} == {was ^ 1 << c for c in range(48) if was >> c & 1}


def test_a_halt_ends_the_weighing_before_the_next_play() -> None:
    state = played_away()
    watcher = Watcher()
    seen = view(state, 0)
    halt = Halt()
    halt.stop()
    hands = np.array([FULL_DECK & MONTH_MASKS[1]], np.uint64)
    given = (cast("RuledNetwork", watcher), sight(seen).batch, past_plays(seen), hands, WORTHS)
    assert likelihoods(*given, halt) is None
    assert watcher.seen == []
    assert halt.cut_short
