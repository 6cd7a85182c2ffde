"""The first dealer, the deal, redeals, dealt hands: everything before the first turn of a round."""

from __future__ import annotations

from koikoi.engine import dealt
from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.cards import MONTH_MASKS, Card, Kind, Mask, mask_of
from koikoi.engine.deck import DEALER_ROUND, Deck
from koikoi.engine.draft import NO_CARD, Draft, deck_of
from koikoi.engine.events import (
    DealtYaku,
    FieldFourTaken,
    OyaCause,
    OyaDrawn,
    RedealCause,
    Redealt,
    RoundDealt,
    RoundOutcome,
    TurnStarted,
)
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import Breakdown, unmultiplied
from koikoi.engine.settle import end_round
from koikoi.engine.state import EMPTY, Phase
from koikoi.engine.yaku import MadeYaku, YakuId

_DEAREST_FIRST = tuple(Kind)


def first_oya(draft: Draft) -> Seat:
    """Finds the first dealer by the rules' ``first_dealer`` and logs it.

    A draw turns the cards of round 0's deck in pairs, seat 0's first; ``random`` is whether its
    first card is an even or an odd number, which is even chances.
    """
    cause = OyaCause(draft.rules.first_dealer)
    draws: list[tuple[Card, Card]] = []
    if cause is OyaCause.FIRST or cause is OyaCause.SECOND:
        oya: Seat = 0 if cause is OyaCause.FIRST else 1
    else:
        deck = deck_of(draft.seed, draft.stacked, DEALER_ROUND, 0)
        if cause is OyaCause.RANDOM:
            oya = SEATS[deck[0] % 2]
        else:
            draws, oya = draw_for_oya(deck)
    if draft.log is not None:
        draft.log.append(OyaDrawn(cause, tuple(draws), oya))
    return oya


def draw_for_oya(deck: Deck) -> tuple[list[tuple[Card, Card]], Seat]:
    """The draw for the first dealer: the pairs turned, seat 0's card first, and who deals."""
    draws = []
    for place in range(0, 48, 2):
        pair = deck[place], deck[place + 1]
        draws.append(pair)
        ranks = [(card.month, _DEAREST_FIRST.index(card.kind)) for card in pair]
        if ranks[0] != ranks[1]:
            return draws, 0 if ranks[0] < ranks[1] else 1
    # No deck consists of twenty-four pairs of plains.
    raise AssertionError(deck)


def deal_round(draft: Draft, number: int) -> None:
    """Deals round ``number`` until a deal stands, then starts its first turn or ends it at once.

    ``draft.oya`` has to be the round's dealer already.
    """
    if number > 1:
        draft.history = ()
    draft.number = number
    draft.captured = [0, 0]
    draft.turn = draft.drawn = 0
    draft.mover = draft.oya
    draft.in_play = NO_CARD
    draft.calls = [0, 0]
    draft.decided = [0, 0]
    draft.attempt = 0
    while not _deal(draft):
        draft.attempt += 1
    if draft.rules.field_four == "dealer_takes":
        _take_fours(draft)
    if not _dealt_hands(draft):
        draft.phase = Phase.PLAY
        if draft.log is not None:
            draft.log.append(TurnStarted(draft.mover, 0))


def _deal(draft: Draft) -> bool:
    """Deals once; returns False, with the cause logged, where the rules void the deal."""
    deck = draft.next_deck(draft.attempt)
    draft.deck = deck
    oya, ko = draft.oya, other(draft.oya)
    draft.hands[ko] = mask_of(deck[:8])
    draft.slots = list(deck[8:16])
    draft.field = mask_of(deck[8:16])
    draft.hands[oya] = mask_of(deck[16:24])
    log = draft.log
    if log is not None:
        hands = draft.hands[0], draft.hands[1]
        log.append(RoundDealt(draft.number, oya, draft.attempt, hands, deck[8:16]))
    void = redeal_cause(draft.rules, oya, draft.hands, draft.field)
    if void is None:
        return True
    if log is not None:
        log.append(Redealt(*void, attempt=draft.attempt + 1))
    return False


def redeal_cause(
    rules: Rules, oya: Seat, hands: list[Mask], field: Mask
) -> tuple[RedealCause, Seat | None, tuple[int, ...]] | None:
    """Why a deal is void: cause, whose hand (``None`` for the field) and months, or ``None``.

    The field is looked at first, then the oya's hand, then the ko's.
    """
    if rules.field_four == "redeal" and (months := dealt.fours(field)):
        return RedealCause.FIELD_FOUR, None, months
    if rules.field_pairs == "redeal" and (months := dealt.four_pairs(field)):
        return RedealCause.FIELD_PAIRS, None, months
    if rules.field_three == "redeal" and (months := dealt.threes(field)):
        return RedealCause.FIELD_THREE, None, months
    for seat in (oya, other(oya)):
        if rules.teshi == "redeal" and (months := dealt.fours(hands[seat])):
            return RedealCause.TESHI, seat, months
        if rules.kuttsuki == "redeal" and (months := dealt.four_pairs(hands[seat])):
            return RedealCause.KUTTSUKI, seat, months
    return None


def dealt_yaku(rules: Rules, hand: Mask) -> tuple[MadeYaku, tuple[int, ...]] | None:
    """The dealt hand that scores, with its months, or ``None``; teshi goes before kuttsuki.

    Points of 0 switch a dealt hand off, as they do every other yaku.
    """
    if rules.teshi == "points" and rules.teshi_points and (months := dealt.fours(hand)):
        return MadeYaku(YakuId.TESHI, rules.teshi_points), months
    if rules.kuttsuki == "points" and rules.kuttsuki_points and (months := dealt.four_pairs(hand)):
        return MadeYaku(YakuId.KUTTSUKI, rules.kuttsuki_points), months
    return None


def _take_fours(draft: Draft) -> None:
    months = dealt.fours(draft.field)
    if not months:
        return
    taken = sum(MONTH_MASKS[month - 1] for month in months)
    draft.captured[draft.oya] = taken
    draft.field ^= taken
    draft.slots = [EMPTY if taken >> card & 1 else card for card in draft.slots]
    if draft.log is not None:
        draft.log.append(FieldFourTaken(draft.oya, months))


def _dealt_hands(draft: Draft) -> bool:
    """Ends the round where a dealt hand decides it; returns whether one did."""
    found = {}
    for seat in (draft.oya, other(draft.oya)):
        scored = dealt_yaku(draft.rules, draft.hands[seat])
        if scored is not None:
            found[seat] = scored
            if draft.log is not None:
                draft.log.append(DealtYaku(seat, *scored))
    if not found:
        return False
    winner: Seat | None = next(iter(found))
    paid = set(found)
    if len(found) == 2:
        if draft.rules.both_dealt == "dealer":
            paid = {draft.oya}
        else:
            winner = None
            if draft.rules.both_dealt == "nobody":
                paid = set()
    lines: list[Breakdown | None] = [
        unmultiplied((found[seat][0],)) if seat in paid else None for seat in SEATS
    ]
    end_round(draft, RoundOutcome.DEALT, winner=winner, breakdowns=(lines[0], lines[1]))
    return True
