"""Everything that a seat cannot know about a match, exchanged: the tool of the secrecy tests.

:func:`permuted` gives another match that the seat could as well be in. Whatever a seat is shown,
and whatever an agent with that seat's view does, has to be the same in both; a test needs only::

    for state, twin in twins(course, seat=0):
        assert observe(view(state, 0), legal) == observe(view(twin, 0), legal)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from koikoi.engine.actions import SEATS, Seat
from koikoi.engine.cards import CARDS, FULL_DECK, Card, Mask, cards_of, mask_of
from koikoi.engine.deck import Deck, Stream
from koikoi.engine.events import Event, MatchEnded, RoundDealt, RoundEnded
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from tests.engine.walk import Course, rests

SECRET_SEED = "seed of another match"


def is_revealed(state: MatchState) -> bool:
    """Whether this round's hands and stock have been laid open."""
    return any(isinstance(event, RoundEnded | MatchEnded) for event in state.history)


def hidden_from(state: MatchState, seat: Seat | None) -> Mask:
    """The cards whose place in this round the seat (``None``: a watcher) does not know."""
    if is_revealed(state):
        return 0
    hands = [hand for owner, hand in enumerate(state.round.hands) if owner != seat]
    return mask_of(state.round.stock) | sum(hands)


def permuted(state: MatchState, seat: Seat | None, chance: Stream) -> MatchState:
    """Another state with the same public past and the same hand for the seat.

    The other hand and the stock are dealt anew among the hidden cards, but a hand that was dealt no
    teshi or kuttsuki gets none now: the round came to its first turn. The other hands of void deals
    are exchanged too, and the seed unless the match has revealed it. The commitment stays, because
    it is public.
    """
    secret = state.seed if state.phase is Phase.MATCH_OVER else SECRET_SEED
    if is_revealed(state):
        hands, stock = state.round.hands, state.round.stock
    else:
        hands, stock = _deal_again(state, seat, chance)
    dealt = _dealt(state, hands)
    deck = _deck(state, dealt, stock)
    return replace(
        state,
        seed=secret,
        stacked=((state.round.number, state.round.attempt, deck),),
        round=replace(state.round, hands=hands, deck=deck),
        history=tuple(_hide(event, state, seat, dealt, chance) for event in state.history),
    )


def twins(
    course: Course | Rules, seat: Seat | None, *, seed: str = "twins"
) -> Iterator[tuple[MatchState, MatchState]]:
    """Every rest of a random match, each with a permuted twin."""
    chance = Stream(f"twins/{seed}/{seat}")
    for state in rests(course, seed):
        yield state, permuted(state, seat, chance)


def _deal_again(
    state: MatchState, seat: Seat | None, chance: Stream
) -> tuple[tuple[Mask, Mask], tuple[Card, ...]]:
    """New hands for everybody but the seat, and a new stock."""
    now = state.round
    hidden = cards_of(hidden_from(state, seat))
    special = [_is_special(hand) for hand in _dealt(state, now.hands)]
    while True:
        order = chance.shuffle(hidden)
        hands = list(now.hands)
        for owner in SEATS:
            if owner != seat:
                size = now.hands[owner].bit_count()
                hands[owner] = mask_of(order[:size])
                del order[:size]
        again = hands[0], hands[1]
        if not any(
            _is_special(hand) and not was
            for hand, was in zip(_dealt(state, again), special, strict=True)
        ):
            return again, tuple(CARDS[card] for card in order)


def _is_special(hand: Mask) -> bool:
    """Whether a dealt hand is teshi or kuttsuki; no rules are asked, which is only stricter."""
    counts = Counter(card.month for card in cards_of(hand))
    return 4 in counts.values() or sorted(counts.values()) == [2, 2, 2, 2]


def _dealt(state: MatchState, hands: tuple[Mask, Mask]) -> tuple[Mask, Mask]:
    """The hands as they were dealt, if these are what is left of them."""
    first = _last_deal(state).hands
    played = [(first[seat] or 0) & ~state.round.hands[seat] for seat in SEATS]
    return hands[0] | played[0], hands[1] | played[1]


def _last_deal(state: MatchState) -> RoundDealt:
    return [event for event in state.history if isinstance(event, RoundDealt)][-1]


def _deck(state: MatchState, dealt: tuple[Mask, Mask], stock: tuple[Card, ...]) -> Deck:
    """The deck that deals these hands, and the field and the draws of the state."""
    now = state.round
    ko, oya = cards_of(dealt[1 - now.oya]), cards_of(dealt[now.oya])
    return (*ko, *_last_deal(state).field, *oya, *now.deck[24 : 24 + now.drawn], *stock)


def _hide(
    event: Event,
    state: MatchState,
    seat: Seat | None,
    dealt: tuple[Mask, Mask],
    chance: Stream,
) -> Event:
    """The event of the permuted match: of a deal, the hands that the seat was not shown differ."""
    if not isinstance(event, RoundDealt):
        return event
    if event is _last_deal(state):
        return replace(event, hands=dealt)
    own = 0 if seat is None else event.hands[seat] or 0
    order = chance.shuffle(cards_of(FULL_DECK & ~own & ~mask_of(event.field)))
    first, second = mask_of(order[:8]), mask_of(order[8:16])
    return replace(event, hands=(own if seat == 0 else first, own if seat == 1 else second))
