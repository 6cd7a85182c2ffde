"""The state machine: the one implementation of how a match of koi-koi goes.

:func:`new_match`, :func:`legal_actions`, :func:`why_illegal` and :func:`apply` are the pure
outside over frozen states; :func:`legal_codes` and :func:`step` are the same machine over a draft,
for searches. The rules are those of seed documents S1 and S2 with every option of ``Rules``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from koikoi.engine import deal
from koikoi.engine.actions import (
    SEATS,
    Action,
    KoiKoi,
    NextRound,
    Play,
    Resign,
    Seat,
    Shobu,
    Take,
    other,
)
from koikoi.engine.cards import CARD_MONTH_MASKS, CARDS, LIGHTNING, Card, Mask, cards_of
from koikoi.engine.deck import check_deck, check_seed, commitment
from koikoi.engine.draft import CALL, DEAL, NO_CARD, STOP, Draft
from koikoi.engine.errors import IllegalAction, Reason, ReasonCode, StaleAction
from koikoi.engine.events import (
    CardDrawn,
    CardPlaced,
    CardPlayed,
    CardsCaptured,
    Event,
    KoiKoiCalled,
    MatchOutcome,
    MatchStarted,
    Resigned,
    RoundOutcome,
    ShobuCalled,
    ShobuCause,
    TargetsOffered,
    TurnStarted,
    YakuMade,
)
from koikoi.engine.rules import OPTION_BY_KEY, Rules
from koikoi.engine.scoring import round_score
from koikoi.engine.settle import end_match, end_round, next_oya
from koikoi.engine.state import EMPTY, MatchState, Phase, StackedDecks

MAX_ROUNDS = OPTION_BY_KEY["rounds"].high
"""The longest match: one round for every month."""

_CHOOSING = (Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN)


def new_match(
    rules: Rules,
    seed: str,
    *,
    decks: Mapping[tuple[int, int], Sequence[int]] | Sequence[Sequence[int]] | None = None,
) -> MatchState:
    """Starts a match: finds the first dealer and deals the first round.

    Args:
        rules: The rules of the match.
        seed: 1 to 200 printable characters; all decks come from it.
        decks: Stacked decks for tests, lessons and puzzles: a sequence gives the decks of rounds
            1, 2, …; a mapping is keyed by (round, attempt), where round 0 is the draw for the first
            dealer. Deals that are not given come from the seed.

    Returns:
        The match at its first rest; its ``history`` holds the events so far.

    Raises:
        ValueError: The seed or a deck is none, or a deck is for a round that no match has.
    """
    check_seed(seed)
    log: list[Event] = []
    draft = Draft(rules, seed, commitment(seed), _stack_decks(decks), log)
    log.append(MatchStarted(rules, draft.commitment))
    draft.oya = deal.first_oya(draft)
    deal.deal_round(draft, number=1)
    return draft.freeze()


def _stack_decks(
    decks: Mapping[tuple[int, int], Sequence[int]] | Sequence[Sequence[int]] | None,
) -> StackedDecks:
    if decks is None:
        return ()
    if not isinstance(decks, Mapping):
        decks = {(number, 0): deck for number, deck in enumerate(decks, start=1)}
    for number, attempt in decks:
        if not 0 <= number <= MAX_ROUNDS or attempt < 0:
            raise ValueError(f"no match has a deal {attempt} of a round {number}")
    return tuple((*key, check_deck(deck)) for key, deck in sorted(decks.items()))


def legal_actions(state: MatchState) -> tuple[Action, ...]:
    """What may be done now, sorted: cards in card order, koi-koi before shobu; empty at the end.

    ``Resign`` is always allowed before the end and never listed.
    """
    ply, phase = state.ply, state.phase
    if phase is Phase.PLAY:
        hand = state.round.hands[state.round.mover]
        return tuple([Play(card, ply) for card in cards_of(hand)])
    if phase in _CHOOSING:
        return tuple([Take(card, ply) for card in offered_targets(state)])
    if phase is Phase.DECIDE:
        return KoiKoi(ply), Shobu(ply)
    return (NextRound(ply),) if phase is Phase.ROUND_OVER else ()


def why_illegal(state: MatchState, action: Action) -> Reason | None:
    """Why the action of the player to move is not legal now, or ``None`` if it is.

    Who sent it has to be checked before: the answer tells what the player to move holds.

    Raises:
        ValueError: A resignation of a seat that there is not.
    """
    if action.ply is not None and action.ply != state.ply:
        return Reason(ReasonCode.STALE, ply=action.ply, expected=state.ply)
    phase = state.phase
    if phase is Phase.MATCH_OVER:
        return Reason(ReasonCode.MATCH_OVER)
    if isinstance(action, Resign):
        if action.seat not in SEATS:
            raise ValueError(f"a seat is 0 or 1, not {action.seat!r}")
        return None
    if isinstance(action, NextRound):
        return None if phase is Phase.ROUND_OVER else Reason(ReasonCode.ROUND_NOT_OVER)
    if phase is Phase.ROUND_OVER:
        return Reason(ReasonCode.ROUND_OVER)
    if isinstance(action, Play | Take):
        return _why_no_card(state, action)
    return None if phase is Phase.DECIDE else Reason(ReasonCode.NO_DECISION_OPEN)


def _why_no_card(state: MatchState, action: Play | Take) -> Reason | None:
    if state.phase is Phase.DECIDE:
        return Reason(ReasonCode.DECISION_NEEDED)
    if state.phase is Phase.PLAY:
        if isinstance(action, Take):
            return Reason(ReasonCode.NOTHING_TO_TAKE, card=action.card)
        if state.round.hands[state.round.mover] >> action.card & 1:
            return None
        return Reason(ReasonCode.NOT_IN_HAND, card=action.card)
    offered = offered_targets(state)
    if isinstance(action, Play):
        return Reason(ReasonCode.TARGET_NEEDED, card=state.round.in_play, cards=offered)
    if action.card in offered:
        return None
    return Reason(ReasonCode.NOT_A_TARGET, card=action.card, cards=offered)


def apply(state: MatchState, action: Action) -> tuple[MatchState, tuple[Event, ...]]:
    """Does the action and everything automatic that follows it.

    Returns:
        The new state and the events, unredacted.

    Raises:
        StaleAction: The action carries another ply than the state's.
        IllegalAction: The rules do not allow it now; ``reason`` says why.
    """
    reason = why_illegal(state, action)
    if reason is not None:
        raise (StaleAction if reason.code is ReasonCode.STALE else IllegalAction)(reason)
    log: list[Event] = []
    draft = Draft.thaw(state, log)
    if isinstance(action, Resign):
        draft.ply += 1
        log.append(Resigned(action.seat))
        end_match(draft, MatchOutcome.RESIGNED, winner=other(action.seat))
    elif isinstance(action, Play | Take):
        step(draft, action.card)
    else:
        step(draft, CALL if isinstance(action, KoiKoi) else STOP)
    return draft.freeze(), tuple(log)


def legal_codes(draft: Draft) -> list[int]:
    """The codes of the legal moves of a draft, in the order of :func:`legal_actions`."""
    phase = draft.phase
    if phase is Phase.PLAY:
        cards = draft.hands[draft.mover]
    elif phase is Phase.CHOOSE_PLAYED or phase is Phase.CHOOSE_DRAWN:
        cards = matching(draft.rules, draft.field, draft.in_play)[0]
    elif phase is Phase.DECIDE:
        return [CALL, STOP]
    else:
        return [DEAL] if phase is Phase.ROUND_OVER else []
    codes = []
    while cards:
        low = cards & -cards
        codes.append(low.bit_length() - 1)
        cards ^= low
    return codes


def step(draft: Draft, code: int) -> None:
    """Does a legal move on a draft, and everything automatic that follows it.

    The code is not checked: it has to be one of :func:`legal_codes`.
    """
    draft.ply += 1
    phase = draft.phase
    if phase is Phase.PLAY:
        mover = draft.mover
        draft.hands[mover] ^= 1 << code
        if draft.log is not None:
            draft.log.append(CardPlayed(mover, CARDS[code]))
        if _settle(draft, code, Phase.CHOOSE_PLAYED):
            _draw(draft)
    elif phase is Phase.CHOOSE_PLAYED:
        _capture(draft, draft.in_play, 1 << code)
        _draw(draft)
    elif phase is Phase.CHOOSE_DRAWN:
        _capture(draft, draft.in_play, 1 << code)
        _check_yaku(draft)
    elif phase is Phase.DECIDE:
        _decide(draft, code)
    else:
        draft.oya = next_oya(draft.rules, draft.oya, draft.results[-1].winner)
        deal.deal_round(draft, draft.number + 1)


def matching(rules: Rules, field: Mask, card: int) -> tuple[Mask, bool]:
    """The field cards that a card can take, and whether it takes only one of them, by choice.

    Without a choice it takes all of them: none, one, or the three others of its month.
    """
    matches = field & CARD_MONTH_MASKS[card]
    count = matches.bit_count()
    if card == LIGHTNING and count < 3 and rules.lightning_wild:
        return field, field.bit_count() > 1
    return matches, count == 2


def _settle(draft: Draft, card: int, choosing: Phase) -> bool:
    """Places the card or takes with it; returns False where a target has to be chosen first."""
    matches, choice = matching(draft.rules, draft.field, card)
    if choice:
        draft.in_play = card
        draft.phase = choosing
        if draft.log is not None:
            draft.log.append(TargetsOffered(draft.mover, CARDS[card], cards_of(matches)))
        return False
    if matches:
        _capture(draft, card, matches)
        return True
    slots = draft.slots
    if EMPTY in slots:
        slot = slots.index(EMPTY)
        slots[slot] = card
    else:
        slot = len(slots)
        slots.append(card)
    draft.field |= 1 << card
    if draft.log is not None:
        draft.log.append(CardPlaced(draft.mover, CARDS[card], slot))
    return True


def _capture(draft: Draft, card: int, taken: Mask) -> None:
    draft.in_play = NO_CARD
    draft.field ^= taken
    draft.captured[draft.mover] |= taken | 1 << card
    if draft.log is not None:
        draft.log.append(CardsCaptured(draft.mover, CARDS[card], cards_of(taken)))
    slots = draft.slots
    while taken:
        low = taken & -taken
        slots[slots.index(low.bit_length() - 1)] = EMPTY
        taken ^= low


def _draw(draft: Draft) -> None:
    card = draft.deck[24 + draft.drawn]
    draft.drawn += 1
    if draft.log is not None:
        draft.log.append(CardDrawn(draft.mover, card))
    if _settle(draft, card, Phase.CHOOSE_DRAWN):
        _check_yaku(draft)


def _check_yaku(draft: Draft) -> None:
    """The one yaku check of a turn, after the drawn card is settled."""
    mover = draft.mover
    scorer, month, field = draft.scorer, draft.number, draft.field
    calls = draft.calls[mover]
    total = scorer.total(draft.captured[mover], month, calls, field)
    decided = draft.decided[mover]
    baseline = scorer.total(decided, month, calls, field) if decided else 0
    if total <= baseline:
        _next_turn(draft)
        return
    if not draft.hands[mover]:
        forced: ShobuCause | None = ShobuCause.HAND_EMPTY
    else:
        forced = None if _may_call(draft, mover) else ShobuCause.NO_CALL_LEFT
    if draft.log is not None:
        made = scorer.made(draft.captured[mover], month, calls, field)
        draft.log.append(YakuMade(mover, made, total, baseline, forced is None))
    if forced is None:
        draft.phase = Phase.DECIDE
    else:
        _shobu(draft, forced)


def _may_call(draft: Draft, seat: Seat) -> bool:
    limit = draft.rules.call_limit
    if limit == "none":
        return True
    used = draft.calls[seat] if limit == "per_player" else sum(draft.calls)
    return used < draft.rules.call_limit_count


def _decide(draft: Draft, code: int) -> None:
    mover = draft.mover
    if code == STOP:
        _shobu(draft, ShobuCause.CHOSEN)
        return
    draft.calls[mover] += 1
    draft.decided[mover] = draft.captured[mover]
    if draft.log is not None:
        draft.log.append(KoiKoiCalled(mover, draft.calls[mover]))
    _next_turn(draft)


def _shobu(draft: Draft, cause: ShobuCause) -> None:
    mover = draft.mover
    calls = draft.calls
    if draft.log is not None:
        draft.log.append(ShobuCalled(mover, cause))
    made = draft.scorer.made(draft.captured[mover], draft.number, calls[mover], draft.field)
    breakdown = round_score(draft.rules, made, calls[mover], calls[1 - mover])
    end_round(
        draft,
        RoundOutcome.SHOBU,
        winner=mover,
        breakdowns=(breakdown, None) if mover == 0 else (None, breakdown),
    )


def _next_turn(draft: Draft) -> None:
    draft.turn += 1
    if not (draft.hands[0] or draft.hands[1]):
        end_round(draft, RoundOutcome.EXHAUSTED, winner=None, breakdowns=(None, None))
        return
    draft.mover = SEATS[1 - draft.mover]
    draft.phase = Phase.PLAY
    if draft.log is not None:
        draft.log.append(TurnStarted(draft.mover, draft.turn))


def offered_targets(state: MatchState) -> tuple[Card, ...]:
    """The field cards of which one has to be taken now, empty where no such choice is open."""
    in_play = state.round.in_play
    # A match that is resigned at such a choice keeps the card in play, and offers nothing.
    if in_play is None or state.phase not in _CHOOSING:
        return ()
    return cards_of(matching(state.rules, state.round.field, in_play)[0])
