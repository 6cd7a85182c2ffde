"""What one seat may know: views of the state, redacted events, deals that fit a view.

A view is all that a player, an agent, a watcher or a bot gets. It holds the round's public
history, because what the other player did, and did not do, tells something about the hidden hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.cards import CARDS, FULL_DECK, Card, Mask, cards_of, mask_of
from koikoi.engine.deal import dealt_yaku, redeal_cause
from koikoi.engine.deck import Deck
from koikoi.engine.events import CardDrawn, Event, MatchEnded, RoundDealt, RoundEnded
from koikoi.engine.rules import Rules
from koikoi.engine.state import (
    PLAYER_PHASES,
    MatchResult,
    MatchState,
    Phase,
    RoundResult,
    RoundState,
)


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A match as one seat sees it.

    Attributes:
        rules: The rules in play.
        seat: Whose view it is, ``None`` for a watcher.
        commitment: The SHA-256 of the secret seed.
        seed: The seed, once the match is over.
        ply: Actions so far in the match.
        phase: What is to be done next.
        to_act: Who has to choose now, ``None`` between rounds and at the end.
        scores: The scores of seat 0 and 1.
        results: The rounds that are over.
        result: How the match ended, ``None`` before.
        number: The round, from 1; also its month.
        oya: The dealer's seat.
        attempt: Redeals before this deal.
        turn: The turn of the round, 0 to 15, or the one that ended it; 16 once all are over.
        hand: The seat's own hand; empty for a watcher.
        hand_sizes: How many cards seat 0 and 1 hold.
        slots: The card at each place of the field, -1 where there is none.
        field: The cards on the field.
        captured: The piles of seat 0 and 1.
        stock_size: Cards left in the stock.
        calls: Koi-koi calls of seat 0 and 1.
        decided: Each seat's pile at its last decision, 0 before any.
        in_play: The card that waits for a choice of its target, or ``None``.
        history: All events of this round as the seat may know them.
    """

    rules: Rules
    seat: Seat | None
    commitment: str
    seed: str | None
    ply: int
    phase: Phase
    to_act: Seat | None
    scores: tuple[int, int]
    results: tuple[RoundResult, ...]
    result: MatchResult | None
    number: int
    oya: Seat
    attempt: int
    turn: int
    hand: Mask
    hand_sizes: tuple[int, int]
    slots: tuple[int, ...]
    field: Mask
    captured: tuple[Mask, Mask]
    stock_size: int
    calls: tuple[int, int]
    decided: tuple[Mask, Mask]
    in_play: Card | None
    history: tuple[Event, ...]

    @property
    def month(self) -> int:
        """The round's month, 1 to 12."""
        return self.number

    @property
    def unseen(self) -> Mask:
        """The cards in places that the seat cannot look into: the other hand and the stock."""
        in_play = 0 if self.in_play is None else 1 << self.in_play
        seen = self.hand | self.field | self.captured[0] | self.captured[1] | in_play
        return FULL_DECK & ~seen


def redact(event: Event, seat: Seat | None) -> Event:
    """The event as this seat (``None``: a watcher) may know it at that moment."""
    if isinstance(event, RoundDealt):
        hands = event.hands
        return replace(
            event,
            hands=(hands[0] if seat == 0 else None, hands[1] if seat == 1 else None),
        )
    return event


def view(state: MatchState, seat: Seat | None) -> PlayerView:
    """The match as this seat (``None``: a watcher) may know it now.

    Raises:
        ValueError: There is no such seat.
    """
    if seat is not None and seat not in SEATS:
        raise ValueError(f"a seat is 0 or 1, not {seat!r}")
    now = state.round
    hands = now.hands
    return PlayerView(
        rules=state.rules,
        seat=seat,
        commitment=state.commitment,
        seed=state.seed if state.phase is Phase.MATCH_OVER else None,
        ply=state.ply,
        phase=state.phase,
        to_act=state.to_act,
        scores=state.scores,
        results=state.results,
        result=state.result,
        number=now.number,
        oya=now.oya,
        attempt=now.attempt,
        turn=now.turn,
        hand=0 if seat is None else hands[seat],
        hand_sizes=(hands[0].bit_count(), hands[1].bit_count()),
        slots=now.slots,
        field=now.field,
        captured=now.captured,
        stock_size=24 - now.drawn,
        calls=now.calls,
        decided=now.decided,
        in_play=now.in_play,
        history=tuple([redact(event, seat) for event in state.history]),
    )


class Shuffler(Protocol):
    """A source of chance; ``random.Random`` and ``koikoi.engine.deck.Stream`` both are one."""

    def shuffle(self, items: list[int], /) -> list[int] | None:
        """Shuffles in place, or returns the shuffled items."""


def determinize(seen: PlayerView, rng: Shuffler) -> MatchState:
    """A whole match that this seat could be in: the hidden cards are dealt at random.

    The result has the same view for the seat, so that a search can go on from it. The other hand
    is such that the round would have come to its first turn (a dealt hand would have ended it).
    Hidden hands of void deals stay hidden. The seed of the result is by chance too, so that rounds
    after this one are dealt anew each time; after the match it is the match's own.

    Args:
        seen: The view of a seat.
        rng: Shuffles the unseen cards.

    Raises:
        ValueError: The view is a watcher's: there is no seat to deal for.
    """
    if seen.seat is None:
        raise ValueError("a watcher's view cannot be completed: it has no hand")
    seat, rival = seen.seat, other(seen.seat)
    dealt = [event for event in seen.history if isinstance(event, RoundDealt)][-1]
    own = dealt.hands[seat]
    assert own is not None  # a seat's own hand is never redacted
    drawn = [event.card for event in seen.history if isinstance(event, CardDrawn)]
    shown = own | mask_of(dealt.field) | mask_of(drawn)
    # What the rival played came from its dealt hand: all that is seen and was not dealt or drawn.
    played = FULL_DECK & ~seen.unseen & ~shown
    hands = [0, 0]
    hands[seat] = own
    while True:
        hidden, stock = _deal_hidden(seen, rng)
        hands[rival] = played | hidden
        if not _would_end(seen, hands, mask_of(dealt.field)):
            break
    deck = _deck(seen.oya, hands, dealt.field, (*drawn, *stock))
    now_hands = (seen.hand, hidden) if seat == 0 else (hidden, seen.hand)
    return MatchState(
        rules=seen.rules,
        seed=seen.seed or _chance_seed(rng),
        commitment=seen.commitment,
        stacked=((seen.number, seen.attempt, deck),),
        ply=seen.ply,
        phase=seen.phase,
        scores=seen.scores,
        results=seen.results,
        round=RoundState(
            number=seen.number,
            oya=seen.oya,
            attempt=seen.attempt,
            deck=deck,
            hands=now_hands,
            slots=seen.slots,
            field=seen.field,
            captured=seen.captured,
            turn=seen.turn,
            drawn=len(drawn),
            mover=_mover(seen),
            in_play=seen.in_play,
            calls=seen.calls,
            decided=seen.decided,
        ),
        result=seen.result,
        history=tuple(
            [replace(e, hands=(hands[0], hands[1])) if e is dealt else e for e in seen.history]
        ),
    )


def _chance_seed(rng: Shuffler) -> str:
    """A seed for the rounds that have not been dealt: an order of 48 numbers."""
    numbers = list(range(48))
    return " ".join(map(str, rng.shuffle(numbers) or numbers))


def _deal_hidden(seen: PlayerView, rng: Shuffler) -> tuple[Mask, tuple[Card, ...]]:
    """The other hand now, and the stock: revealed ones after the round, else dealt by chance."""
    assert seen.seat is not None
    rival = other(seen.seat)
    for event in reversed(seen.history):
        if isinstance(event, RoundEnded | MatchEnded):
            return event.hands[rival], event.stock
    unseen: list[int] = [int(card) for card in cards_of(seen.unseen)]
    order = rng.shuffle(unseen) or unseen
    size = seen.hand_sizes[rival]
    return mask_of(order[:size]), tuple(CARDS[card] for card in order[size:])


def _would_end(seen: PlayerView, hands: list[Mask], field: Mask) -> bool:
    """Whether these hands would have been redealt, or have ended the round before a turn."""
    if seen.phase not in PLAYER_PHASES:
        return False
    rules = seen.rules
    if redeal_cause(rules, seen.oya, hands, field):
        return True
    return any(dealt_yaku(rules, hand) for hand in hands)


def _mover(seen: PlayerView) -> Seat:
    """Whose turn it is, or was when the round ended."""
    if seen.to_act is not None:
        return seen.to_act
    # Turns alternate from the oya; a round that ran out counts its last turn as over.
    turn = seen.turn - 1 if seen.turn == 16 else seen.turn
    return SEATS[(seen.oya + turn) % 2]


def _deck(oya: Seat, hands: list[Mask], field: tuple[Card, ...], stock: tuple[Card, ...]) -> Deck:
    """A deck that deals these hands, this field and this stock."""
    return (*cards_of(hands[other(oya)]), *field, *cards_of(hands[oya]), *stock)
