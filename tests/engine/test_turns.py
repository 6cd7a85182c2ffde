"""One turn: what a played and a drawn card take, where cards lie, what the yaku check says."""

from __future__ import annotations

import pytest

from koikoi.engine.actions import KoiKoi, Play, Shobu, Take
from koikoi.engine.cards import CARDS, Card, cards_of, codes_of
from koikoi.engine.events import (
    CardDrawn,
    CardPlaced,
    CardPlayed,
    CardsCaptured,
    Event,
    TargetsOffered,
    TurnStarted,
)
from koikoi.engine.flow import apply, legal_actions, offered_targets, why_illegal
from koikoi.engine.rules import Rules
from koikoi.engine.state import EMPTY, MatchState, Phase, field_cards
from tests.engine.midround import STANDARD, legal_words, midround, only
from tests.engine.stack import cards, deal, follow, mask, table

WILD = table(lightning_wild=True)

HAND = "1P2 4P1 5P1 6P1 7P1 8P1 9P1 10P1"
"""A whole hand of plains; of these only the January one is played."""


def pile(state: MatchState, seat: int = 0) -> str:
    return " ".join(codes_of(cards_of(state.round.captured[seat])))


def places(state: MatchState) -> str:
    """The field by its places, a dash where one is free."""
    return " ".join("-" if card == EMPTY else CARDS[card].code for card in state.round.slots)


# What a played and a drawn card do ---------------------------------------------------------------

_JANUARY = "1L 1R 1P1"
_FEBRUARY = "2A 2R 2P1"
_OTHERS = "11R 12P1"


def _matches(played: int, drawn: int) -> MatchState:
    """1P2 in hand, 2P2 on top of the stock, and so many cards of their months on the field."""
    field = [*_JANUARY.split()[:played], *_FEBRUARY.split()[:drawn], *_OTHERS.split()]
    return midround(hand=HAND, field=" ".join(field), stock="2P2")


def _settled(card: Card, here: tuple[Card, ...], slot: int) -> list[Event]:
    """The events of a card that finds these cards of its month, the dearest of two being taken."""
    if not here:
        return [CardPlaced(0, card, slot)]
    if len(here) == 2:
        return [TargetsOffered(0, card, here), CardsCaptured(0, card, here[:1])]
    return [CardsCaptured(0, card, here)]


@pytest.mark.parametrize("drawn", range(4))
@pytest.mark.parametrize("played", range(4))
def test_no_match_stays_one_is_taken_two_are_chosen_from_three_are_taken_together(
    played: int, drawn: int
) -> None:
    state = _matches(played, drawn)
    january, february = cards(_JANUARY)[:played], cards(_FEBRUARY)[:drawn]
    field_size = played + drawn + 2
    first, second = cards("1P2 2P2")

    after, events = apply(state, Play(first))
    for phase, choice in ((Phase.CHOOSE_PLAYED, played), (Phase.CHOOSE_DRAWN, drawn)):
        assert (after.phase is phase) == (choice == 2)
        if choice == 2:
            after, more = apply(after, Take(offered_targets(after)[0]))
            events += more

    # A card that stays lies beside the others, or in the first place that was freed.
    free = 0 if played else field_size + 1
    assert list(events) == [
        CardPlayed(0, first),
        *_settled(first, january, slot=field_size),
        CardDrawn(0, second),
        *_settled(second, february, slot=free),
        TurnStarted(1, 1),
    ]
    assert after.phase is Phase.PLAY
    taken = (*january[: 1 if played == 2 else 3], *february[: 1 if drawn == 2 else 3])
    own = {*taken, *([first] if played else []), *([second] if drawn else [])}
    assert after.round.captured[0] == sum(1 << card for card in own)
    on_field = {*cards(_OTHERS), *january, *february, first, second} - own
    assert set(field_cards(after.round.slots)) == on_field


@pytest.mark.parametrize("choice", ["1L", "1R"])
def test_either_of_two_matching_field_cards_can_be_taken(choice: str) -> None:
    state, events = follow(_matches(2, 0), "1P2")
    assert state.phase is Phase.CHOOSE_PLAYED
    assert state.round.in_play == Card.parse("1P2")
    assert state.to_act == 0
    assert legal_words(state) == "1L 1R"
    # Neither the stock nor the piles have been touched before the choice.
    assert not only(events, CardDrawn)
    assert state.round.drawn == 0
    state, _ = follow(state, choice)
    assert state.round.captured[0] == mask(f"1P2 {choice}")
    assert state.round.drawn == 1
    assert state.round.in_play is None


@pytest.mark.parametrize("choice", ["2A", "2R"])
def test_either_of_two_field_cards_can_be_taken_with_a_drawn_card(choice: str) -> None:
    state, _ = follow(_matches(0, 2), "1P2")
    assert state.phase is Phase.CHOOSE_DRAWN
    assert state.round.in_play == Card.parse("2P2")
    assert legal_words(state) == "2A 2R"
    state, _ = follow(state, choice)
    assert state.round.captured[0] == mask(f"2P2 {choice}")
    assert state.to_act == 1


def test_third_field_card_takes_the_whole_month() -> None:
    state, events = follow(_matches(3, 0), "1P2")
    assert only(events, CardsCaptured) == [
        CardsCaptured(0, Card.parse("1P2"), cards("1L 1R 1P1")),
    ]
    assert pile(state) == "1L 1R 1P1 1P2"


def test_drawn_fourth_card_of_a_month_takes_the_other_three() -> None:
    state, _ = follow(_matches(0, 3), "1P2")
    assert pile(state) == "2A 2R 2P1 2P2"


def test_played_card_that_matches_has_to_take() -> None:
    state = _matches(1, 0)
    state, events = follow(state, "1P2")
    assert not only(events, CardPlaced)[:-1]  # Only the drawn card was placed.
    assert pile(state) == "1L 1P2"


def test_player_may_keep_a_matching_card_and_play_another() -> None:
    state = _matches(1, 0)
    assert legal_words(state) == HAND
    state, _ = follow(state, "4P1")
    assert pile(state) == ""
    assert "1L" in places(state)


def test_choice_of_the_played_card_cannot_be_declined() -> None:
    state, _ = follow(_matches(2, 0), "1P2")
    assert all(isinstance(action, Take) for action in legal_actions(state))
    for action in (Play(Card.parse("4P1")), KoiKoi(), Shobu()):
        assert why_illegal(state, action) is not None


def test_drawn_card_can_take_the_card_just_played() -> None:
    state = midround(hand=HAND, field=_OTHERS, stock="1R")
    state, events = follow(state, "1P2")
    assert events[1:4] == (
        CardPlaced(0, Card.parse("1P2"), 2),
        CardDrawn(0, Card.parse("1R")),
        CardsCaptured(0, Card.parse("1R"), cards("1P2")),
    )
    assert places(state) == f"{_OTHERS} -"


def test_drawn_card_finds_the_one_that_the_played_card_left() -> None:
    state = midround(hand=HAND, field="1L 1R 12P1", stock="1P1")
    state, _ = follow(state, "1P2 1L")
    assert pile(state) == "1L 1R 1P1 1P2"
    assert places(state) == "- - 12P1"


def test_drawn_card_whose_month_was_just_taken_stays() -> None:
    state = midround(hand=HAND, field="1L 12P1", stock="1R")
    state, _ = follow(state, "1P2")
    assert pile(state) == "1L 1P2"
    assert places(state) == "1R 12P1"


@pytest.mark.parametrize("played", CARDS)
def test_a_card_matches_its_month_and_nothing_else(played: Card) -> None:
    """All 48 × 47 pairs: one other card lies on the field at a time."""
    for lying in CARDS:
        if lying == played:
            continue
        rest = [card for card in CARDS if card not in (played, lying)]
        others = [card for card in rest if card.month not in (played.month, lying.month)]
        hand = " ".join(codes_of([played, *others[:7]]))
        state = midround(hand=hand, field=lying.code, stock=others[7].code)
        state, events = apply(state, Play(played))
        took = [event.taken for event in only(events, CardsCaptured) if event.card == played]
        assert took == ([(lying,)] if lying.month == played.month else [])


# The places of the field -------------------------------------------------------------------------


def test_cards_keep_their_places_and_a_new_card_lies_in_the_lowest_free_one() -> None:
    state = midround(hand=HAND, field="2A 1L 12P1 4A 11R", stock="4P2 10P2", rival_hand="3L")
    state, _ = follow(state, "1P2")
    assert places(state) == "2A - 12P1 - 11R"
    state, events = follow(state, "3L")
    assert only(events, CardPlaced) == [
        CardPlaced(1, Card.parse("3L"), 1),
        CardPlaced(1, Card.parse("10P2"), 3),
    ]
    assert places(state) == "2A 3L 12P1 10P2 11R"


def test_three_of_a_month_lie_in_three_places_until_the_fourth_takes_them() -> None:
    state = deal(STANDARD, field="1L 12P1 1R 2A 1P1 11R 10A 9R", oya="1P2 4P1", stock="8P2")
    assert places(state) == "1L 12P1 1R 2A 1P1 11R 10A 9R"
    state, _ = follow(state, "1P2")
    assert places(state) == "8P2 12P1 - 2A - 11R 10A 9R"


def test_seventeen_cards_can_lie_on_the_field() -> None:
    rules = table(field_pairs="keep")
    state = deal(
        rules,
        field="1L 1R 1P1 2A 2R 2P1 3L 3R",
        oya="4P1 8P1 12P1",
        ko="6P1 10P1 1P2",
        stock="5P1 7P1 9P1 11P1 3P1",
    )
    for code in ("4P1", "6P1", "8P1", "10P1"):
        state, _ = follow(state, code)
    assert len(state.round.slots) == 16
    state, events = follow(state, "12P1")
    assert only(events, CardPlaced) == [CardPlaced(0, Card.parse("12P1"), 16)]
    # The drawn 3P1 now has a choice of two; 17 cards lie there meanwhile.
    assert state.phase is Phase.CHOOSE_DRAWN
    assert state.round.field.bit_count() == 17
    state, _ = follow(state, "3L")
    assert len(state.round.slots) == 17
    assert state.round.field.bit_count() == 16


def test_eighteen_cards_can_lie_on_a_field_that_kept_its_fours() -> None:
    rules = table(field_four="keep")
    state = deal(
        rules,
        field="1L 1R 1P1 1P2 2A 2R 2P1 2P2",
        oya="3P1 7P1 11P1",
        ko="5P1 9P1",
        stock="4P1 6P1 8P1 10P1 12P1",
    )
    for code in ("3P1", "5P1", "7P1", "9P1", "11P1"):
        state, _ = follow(state, code)
    assert state.round.field.bit_count() == len(state.round.slots) == 18
    assert set(cards("1L 1R 1P1 1P2 2A 2R 2P1 2P2")) <= set(field_cards(state.round.slots))


# The wild Lightning ------------------------------------------------------------------------------

_STORM = "11P1 4P1 5P1 6P1 7P1 8P1 9P1 10P1"


def _storm(field: str, *, drawn: bool, rules: Rules = WILD) -> MatchState:
    """The Lightning played onto this field, or drawn onto it after a card that took its match."""
    if not drawn:
        state = midround(rules, hand=_STORM, field=field, stock="2P1")
        return follow(state, "11P1")[0]
    hand = "1P1 4P1 5P1 6P1 7P1 8P1 9P1 10P1"
    state = midround(rules, hand=hand, field=f"{field} 1L", stock="11P1")
    return follow(state, "1P1")[0]


@pytest.mark.parametrize("drawn", [False, True], ids=["played", "drawn"])
class TestWildLightning:
    def test_takes_any_one_field_card(self, drawn: bool) -> None:
        state = _storm("3L 12L 8A", drawn=drawn)
        assert state.phase is (Phase.CHOOSE_DRAWN if drawn else Phase.CHOOSE_PLAYED)
        assert state.round.in_play == Card.parse("11P1")
        assert legal_words(state) == "3L 8A 12L"
        state, _ = follow(state, "12L")
        assert state.round.captured[0] & mask("11P1 3L 8A 12L") == mask("11P1 12L")

    def test_takes_the_only_field_card(self, drawn: bool) -> None:
        state = _storm("3L", drawn=drawn)
        assert state.phase is Phase.PLAY
        assert state.round.captured[0] & mask("11P1 3L") == mask("11P1 3L")

    def test_stays_on_an_empty_field(self, drawn: bool) -> None:
        state = _storm("", drawn=drawn)
        assert state.phase is Phase.PLAY
        assert Card.parse("11P1") in field_cards(state.round.slots)

    def test_takes_three_novembers_together(self, drawn: bool) -> None:
        state = _storm("11L 3L 11A 12L 11R", drawn=drawn)
        assert state.phase is Phase.PLAY
        assert state.round.captured[0] & mask("11L 11A 11R 11P1") == mask("11L 11A 11R 11P1")
        assert set(cards("3L 12L")) <= set(field_cards(state.round.slots))

    @pytest.mark.parametrize("novembers", ["11L", "11L 11R"])
    def test_is_free_to_take_another_card_than_november(self, drawn: bool, novembers: str) -> None:
        state = _storm(f"{novembers} 3L", drawn=drawn)
        assert legal_words(state) == f"3L {novembers}"
        state, _ = follow(state, "3L")
        assert state.round.captured[0] & mask("11P1 3L") == mask("11P1 3L")

    @pytest.mark.parametrize("field", ["3L", "3L 12L"])
    def test_is_an_ordinary_plain_where_the_rule_is_off(self, drawn: bool, field: str) -> None:
        state = _storm(field, drawn=drawn, rules=STANDARD)
        assert state.phase is Phase.PLAY
        assert Card.parse("11P1") in field_cards(state.round.slots)


@pytest.mark.parametrize(
    ("card", "taken"), [("11R", "11R 11P1"), ("11L", "11L 11P1"), ("3P1", ""), ("12P1", "")]
)
def test_wild_lightning_on_the_field_matches_only_november(card: str, taken: str) -> None:
    state = midround(WILD, hand=f"{card} 4P1 5P1 6P1 7P1 8P1 9P1 10P1", field="11P1", stock="2P1")
    state, _ = follow(state, card)
    assert pile(state) == taken


def test_other_novembers_are_not_wild() -> None:
    state = midround(WILD, hand="11R 4P1 5P1 6P1 7P1 8P1 9P1 10P1", field="3L 12L", stock="2P1")
    state, _ = follow(state, "11R")
    assert pile(state) == ""
