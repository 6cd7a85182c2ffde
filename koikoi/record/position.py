"""Positions as text, both ways: what decides how a match goes on, apart from rules and seed.

A position is seventeen ``name=value`` fields on one line, in a fixed order, in which every card
stands exactly once. Its text is also what :func:`koikoi.record.digest.digest` hashes, so that it
must never change for a given position.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeVar

from koikoi.engine.actions import Seat
from koikoi.engine.cards import CARDS, FULL_DECK, Mask, cards_of, mask_of
from koikoi.engine.deck import commitment
from koikoi.engine.events import MatchOutcome, RoundOutcome
from koikoi.engine.flow import offered_targets
from koikoi.engine.rules import Rules
from koikoi.engine.state import EMPTY, MatchResult, MatchState, Phase, RoundResult, RoundState
from koikoi.record.notation import (
    NOTHING,
    NotationError,
    cards_text,
    mask_text,
    parse_card,
    parse_card_list,
    parse_mask,
)

_T = TypeVar("_T")
_Word = TypeVar("_Word", bound=StrEnum)


class ImpossiblePosition(ValueError):
    """A position that reads well and that no match can be in."""


def position_text(state: MatchState) -> str:
    """The position as one line; equal positions give equal texts on every machine.

    The score sheet of earlier rounds, the seed, the rules and what happened before are no part of
    it. ``stock`` is in drawing order, next card first; ``field`` has one entry for each place.
    """
    now = state.round
    last = state.results[-1] if state.results else None
    ended = NOTHING
    if last is not None and last.number == now.number:
        ended = f"{last.outcome.value}:{_seat_text(last.winner)}:{_pair_text(last.points)}"
    result = state.result
    field = [NOTHING if card == EMPTY else CARDS[card].code for card in now.slots]
    return (
        f"round={now.number} attempt={now.attempt} oya={now.oya} turn={now.turn}"
        f" mover={now.mover} phase={state.phase.value} ply={state.ply}"
        f" scores={_pair_text(state.scores)} calls={_pair_text(now.calls)}"
        f" hands={_masks_text(now.hands)} field={','.join(field) or NOTHING}"
        f" piles={_masks_text(now.captured)} decided={_masks_text(now.decided)}"
        f" inplay={NOTHING if now.in_play is None else now.in_play.code}"
        f" stock={cards_text(now.stock)} ended={ended}"
        f" result={f'{result.outcome.value}:{_seat_text(result.winner)}' if result else NOTHING}"
    )


def _pair_text(pair: tuple[int, int]) -> str:
    return f"{pair[0]},{pair[1]}"


def _masks_text(masks: tuple[Mask, Mask]) -> str:
    return f"{mask_text(masks[0])}/{mask_text(masks[1])}"


def _seat_text(seat: Seat | None) -> str:
    return NOTHING if seat is None else str(seat)


_DEFAULTS: Final = {
    "round": "1",
    "attempt": "0",
    "ply": "0",
    "scores": "0,0",
    "calls": "0,0",
    "piles": "-/-",
    "decided": "-/-",
    "inplay": NOTHING,
    "ended": NOTHING,
    "result": NOTHING,
}
_NEEDED: Final = ("oya", "turn", "mover", "phase", "hands", "field", "stock")


def parse_position(text: str, rules: Rules, *, seed: str = "position") -> MatchState:
    """Reads a position as a match that can be played on.

    The order of the fields and the case of letters do not matter. Left out may be, as in the
    first turn of a match: ``round attempt ply scores calls piles decided inplay ended result``.
    As a position knows no past, the state has no history, the score sheet begins with this round,
    and the deck before the stock is in card order; it can be viewed, but not determinized. Later
    rounds are dealt from the seed.

    Args:
        text: What :func:`position_text` writes.
        rules: The rules of the match.
        seed: The seed of the match.

    Raises:
        NotationError: The text is no position.
        ImpossiblePosition: No match can be in it: a card is missing or stands twice, the sizes of
            hands and stock do not fit the turn and the phase, or the end does not fit the phase.
    """
    fields = _fields(text)
    stock = parse_card_list(fields["stock"])
    slots = tuple(
        EMPTY if entry == NOTHING else parse_card(entry) for entry in fields["field"].split(",")
    )
    now = RoundState(
        number=_number("round", fields["round"]),
        oya=_seat("oya", fields["oya"]),
        attempt=_number("attempt", fields["attempt"]),
        deck=(*cards_of(FULL_DECK & ~mask_of(stock)), *stock),
        hands=_pair(fields["hands"], "/", parse_mask),
        slots=slots,
        field=mask_of(card for card in slots if card != EMPTY),
        captured=_pair(fields["piles"], "/", parse_mask),
        turn=_number("turn", fields["turn"]),
        drawn=24 - len(stock),
        mover=_seat("mover", fields["mover"]),
        in_play=None if fields["inplay"] == NOTHING else parse_card(fields["inplay"]),
        calls=_pair(fields["calls"], ",", lambda part: _number("calls", part)),
        decided=_pair(fields["decided"], "/", parse_mask),
    )
    ended = _ended(fields["ended"], now)
    state = MatchState(
        rules=rules,
        seed=seed,
        commitment=commitment(seed),
        stacked=(),
        ply=_number("ply", fields["ply"]),
        phase=_word(fields["phase"], Phase),
        scores=_pair(fields["scores"], ",", _signed),
        results=() if ended is None else (ended,),
        round=now,
        result=_result(fields["result"]),
        history=(),
    )
    _check_cards(now)
    _check_sizes(state, ended)
    _check_end(state, ended)
    return state


def _fields(text: str) -> dict[str, str]:
    fields = dict(_DEFAULTS)
    given = set()
    for part in text.split():
        name, equals, value = part.lower().partition("=")
        if not equals or name not in (*_DEFAULTS, *_NEEDED) or name in given:
            raise NotationError(part, "a field of a position, named once")
        given.add(name)
        fields[name] = value
    for name in _NEEDED:
        if name not in fields:
            raise NotationError(text, f"a position: {name} is missing")
    return fields


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise NotationError(text, f"a number for {name}")
    return int(text)


def _signed(text: str) -> int:
    return -_number("scores", text[1:]) if text.startswith("-") else _number("scores", text)


def _seat(name: str, text: str) -> Seat:
    if text not in ("0", "1"):
        raise NotationError(text, f"a seat for {name}, 0 or 1")
    return 0 if text == "0" else 1


def _seat_or_none(text: str) -> Seat | None:
    return None if text == NOTHING else _seat("the winner", text)


def _word(text: str, words: type[_Word]) -> _Word:
    try:
        return words(text)
    except ValueError:
        raise NotationError(text, f"one of {', '.join(words)}") from None


def _pair(text: str, between: str, read: Callable[[str], _T]) -> tuple[_T, _T]:
    parts = text.split(between)
    if len(parts) != 2:
        raise NotationError(text, f"two values with {between!r} between them")
    return read(parts[0]), read(parts[1])


def _ended(text: str, now: RoundState) -> RoundResult | None:
    if text == NOTHING:
        return None
    parts = text.split(":")
    if len(parts) != 3:
        raise NotationError(text, "the end of a round: outcome:winner:points")
    return RoundResult(
        number=now.number,
        oya=now.oya,
        outcome=_word(parts[0], RoundOutcome),
        winner=_seat_or_none(parts[1]),
        points=_pair(parts[2], ",", _signed),
    )


def _result(text: str) -> MatchResult | None:
    if text == NOTHING:
        return None
    parts = text.split(":")
    if len(parts) != 2:
        raise NotationError(text, "the end of a match: outcome:winner")
    return MatchResult(_word(parts[0], MatchOutcome), _seat_or_none(parts[1]))


def _check_cards(now: RoundState) -> None:
    """Every card is in exactly one place, and a decision was made on cards of the own pile."""
    in_play = () if now.in_play is None else (now.in_play,)
    held = [card for mask in (*now.hands, *now.captured) for card in cards_of(mask)]
    placed = [*held, *in_play, *now.stock, *(card for card in now.slots if card != EMPTY)]
    if len(placed) != 48 or len(set(placed)) != 48:
        raise ImpossiblePosition("every card has to stand in exactly one place")
    if any(decided & ~pile for decided, pile in zip(now.decided, now.captured, strict=True)):
        raise ImpossiblePosition("a decision was about cards of the player's own pile")


_AT_REST: Final = {
    Phase.PLAY: ((False, False),),
    Phase.CHOOSE_PLAYED: ((True, False),),
    Phase.CHOOSE_DRAWN: ((True, True),),
    Phase.DECIDE: ((True, True),),
    # Resigned in the middle of a round, which is allowed at any rest.
    Phase.MATCH_OVER: ((False, False), (True, False), (True, True)),
}
"""Whether the turn's card has been played, and the stock's drawn, where a match can rest."""


def _check_sizes(state: MatchState, ended: RoundResult | None) -> None:
    """Hands, stock, mover and the card in play fit the turn and the phase."""
    now, phase = state.round, state.phase
    if ended is None:
        fits = now.turn < 16 and any(_fits(now, *rest) for rest in _AT_REST.get(phase, ()))
    elif ended.outcome is RoundOutcome.SHOBU:
        fits = now.turn < 16 and _fits(now, played=True, drawn=True)
    else:
        fits = now.turn == (0 if ended.outcome is RoundOutcome.DEALT else 16)
        fits = fits and _fits(now, played=False, drawn=False)
    if not fits:
        raise ImpossiblePosition("hands, stock and mover do not fit the turn and the phase")
    if phase is Phase.DECIDE and not now.hands[now.mover]:
        raise ImpossiblePosition("without a hand card there is no decision")
    choosing = phase in (Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN)
    if choosing and (now.in_play is None or len(offered_targets(state)) < 2):
        raise ImpossiblePosition("there is nothing to choose for a card in play")
    if now.in_play is not None and not choosing and phase is not Phase.MATCH_OVER:
        raise ImpossiblePosition("a card is in play only while its target is chosen")


def _fits(now: RoundState, played: bool, drawn: bool) -> bool:
    turn, oya = now.turn, now.oya
    # Both hands being empty, nobody is to move: the last mover stays.
    mover = (oya + (15 if turn == 16 else turn)) % 2
    sizes = [8 - turn // 2, 8 - turn // 2]
    sizes[oya] = 8 - (turn + 1) // 2
    sizes[mover] -= played
    held = [hand.bit_count() for hand in now.hands]
    return now.mover == mover and held == sizes and now.drawn == turn + drawn


def _check_end(state: MatchState, ended: RoundResult | None) -> None:
    """A round and a match have a result exactly when they are over."""
    phase = state.phase
    if (state.result is not None) != (phase is Phase.MATCH_OVER):
        raise ImpossiblePosition("a match has a result exactly when it is over")
    over = phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)
    resigned = state.result is not None and state.result.outcome is MatchOutcome.RESIGNED
    if (ended is not None) != over and not resigned:
        raise ImpossiblePosition("a round has a result exactly when it is over")
    if not 1 <= state.round.number <= state.rules.rounds:
        raise ImpossiblePosition("the match has no such round")
