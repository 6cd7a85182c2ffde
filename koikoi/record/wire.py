"""Events and views as JSON for bots, logs and tests, both ways.

An event is an object with its ``type`` (``card_played`` for ``CardPlayed``) and its fields; a view
is an object with its fields. Cards are codes, sets of cards are lists of codes in card order, an
empty field place is ``null``, and what a seat may not know is ``null``. Nothing is hidden here:
events have to be redacted, and views made for a seat, before they get here.

Reading ignores keys that it does not know, and raises :class:`WireError` for anything else that is
not what it should be.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias, cast

from koikoi.engine import events as ev
from koikoi.engine.actions import SEATS
from koikoi.engine.cards import CARDS, cards_of, codes_of, mask_of, parse_cards
from koikoi.engine.rules import OPTIONS, Rules
from koikoi.engine.scoring import Breakdown, Factor, FactorCause
from koikoi.engine.state import EMPTY, MatchResult, Phase, RoundResult
from koikoi.engine.view import PlayerView
from koikoi.engine.yaku import MadeYaku, YakuId

Json: TypeAlias = dict[str, object]

MAX_NUMBER: Final = 1_000_000
"""The greatest number in an event or a view, and with a minus sign the least."""


class WireError(ValueError):
    """JSON that is no event and no view; the text says where, and what should stand there."""


@dataclass(frozen=True, slots=True)
class _Codec:
    """How a kind of value is written as JSON and read from it."""

    write: Callable[[Any], object]
    read: Callable[[object], Any]


def _same(value: object) -> object:
    return value


def _read_int(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MAX_NUMBER:
        raise WireError("a number")
    return value


def _read_bool(value: object) -> bool:
    if not isinstance(value, bool):
        raise WireError("true or false")
    return value


def _read_text(value: object) -> str:
    if not isinstance(value, str):
        raise WireError("a text")
    return value


def _read_list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise WireError("a list")
    return cast("list[object]", value)


def _read_cards(value: object) -> tuple[int, ...]:
    codes = _read_list(value)
    try:
        return parse_cards(map(_read_text, codes))
    except ValueError:
        raise WireError("a list of different card codes") from None


def _read_card(value: object) -> int:
    return _read_cards([value])[0]


def _read_rules(value: object) -> Rules:
    # A mistake in a key is searched for among all keys, which takes time.
    if not isinstance(value, dict) or len(value) > 2 * len(OPTIONS):
        raise WireError("a set of rules")
    try:
        return Rules.from_mapping(cast("Json", value))
    except ValueError:
        raise WireError("a set of rules") from None


def _word(words: type[StrEnum]) -> _Codec:
    def read(value: object) -> StrEnum:
        try:
            return words(_read_text(value))
        except ValueError:
            raise WireError(" or ".join(words)) from None

    return _Codec(lambda word: word.value, read)


def _or_none(codec: _Codec) -> _Codec:
    return _Codec(
        lambda value: None if value is None else codec.write(value),
        lambda value: None if value is None else codec.read(value),
    )


def _tuple(codec: _Codec, length: int | None = None) -> _Codec:
    def read(value: object) -> tuple[Any, ...]:
        items = _read_list(value)
        if length is not None and len(items) != length:
            raise WireError(f"a list of {length}")
        return tuple([codec.read(item) for item in items])

    return _Codec(lambda items: [codec.write(item) for item in items], read)


def _object(made: Callable[..., Any], **fields: _Codec) -> _Codec:
    """A frozen dataclass as an object with these keys."""

    def write(value: object) -> Json:
        return {key: codec.write(getattr(value, key)) for key, codec in fields.items()}

    def read(value: object) -> Any:
        if not isinstance(value, dict):
            raise WireError("an object")
        values = {}
        for key, codec in fields.items():
            if key not in value:
                raise WireError(f"{key}: missing")
            try:
                values[key] = codec.read(value[key])
            except WireError as error:
                raise WireError(f"{key}: {error}") from None
        return made(**values)

    return _Codec(write, read)


def _read_seat(value: object) -> int:
    seat = _read_int(value)
    if seat not in SEATS:
        raise WireError("a seat, 0 or 1")
    return seat


_INT: Final = _Codec(_same, _read_int)
_BOOL: Final = _Codec(_same, _read_bool)
_TEXT: Final = _Codec(_same, _read_text)
_SEAT: Final = _Codec(_same, _read_seat)
_SEAT_OR_NONE: Final = _or_none(_SEAT)
_CARD: Final = _Codec(lambda card: card.code, _read_card)
_CARD_LIST: Final = _Codec(codes_of, _read_cards)
_MASK: Final = _Codec(
    lambda mask: codes_of(cards_of(mask)), lambda value: mask_of(_read_cards(value))
)
_SLOT: Final = _Codec(
    lambda card: None if card == EMPTY else CARDS[card].code,
    lambda value: EMPTY if value is None else _read_card(value),
)
_RULES: Final = _Codec(lambda rules: rules.to_mapping(), _read_rules)
_PAIR: Final = _tuple(_INT, 2)
_MASKS: Final = _tuple(_MASK, 2)
_MADE: Final = _object(MadeYaku, id=_word(YakuId), points=_INT)
_BREAKDOWN: Final = _object(
    Breakdown,
    yaku=_tuple(_MADE),
    base=_INT,
    added=_INT,
    factors=_tuple(_object(Factor, cause=_word(FactorCause), factor=_INT)),
    multiplier=_INT,
    points=_INT,
)

_EVENTS: Final[dict[type[ev.Event], _Codec]] = {
    kind: _object(kind, **fields)
    for kind, fields in (
        (ev.MatchStarted, {"rules": _RULES, "commitment": _TEXT}),
        (
            ev.OyaDrawn,
            {"cause": _word(ev.OyaCause), "draws": _tuple(_tuple(_CARD, 2)), "oya": _SEAT},
        ),
        (
            ev.RoundDealt,
            {
                "number": _INT,
                "oya": _SEAT,
                "attempt": _INT,
                "hands": _tuple(_or_none(_MASK), 2),
                "field": _CARD_LIST,
            },
        ),
        (
            ev.Redealt,
            {
                "cause": _word(ev.RedealCause),
                "seat": _SEAT_OR_NONE,
                "months": _tuple(_INT),
                "attempt": _INT,
            },
        ),
        (ev.FieldFourTaken, {"seat": _SEAT, "months": _tuple(_INT)}),
        (ev.DealtYaku, {"seat": _SEAT, "yaku": _MADE, "months": _tuple(_INT)}),
        (ev.TurnStarted, {"seat": _SEAT, "turn": _INT}),
        (ev.CardPlayed, {"seat": _SEAT, "card": _CARD}),
        (ev.CardDrawn, {"seat": _SEAT, "card": _CARD}),
        (ev.TargetsOffered, {"seat": _SEAT, "card": _CARD, "targets": _CARD_LIST}),
        (ev.CardPlaced, {"seat": _SEAT, "card": _CARD, "slot": _INT}),
        (ev.CardsCaptured, {"seat": _SEAT, "card": _CARD, "taken": _CARD_LIST}),
        (
            ev.YakuMade,
            {
                "seat": _SEAT,
                "yaku": _tuple(_MADE),
                "total": _INT,
                "baseline": _INT,
                "asked": _BOOL,
            },
        ),
        (ev.KoiKoiCalled, {"seat": _SEAT, "calls": _INT}),
        (ev.ShobuCalled, {"seat": _SEAT, "cause": _word(ev.ShobuCause)}),
        (
            ev.RoundEnded,
            {
                "number": _INT,
                "oya": _SEAT,
                "outcome": _word(ev.RoundOutcome),
                "winner": _SEAT_OR_NONE,
                "breakdowns": _tuple(_or_none(_BREAKDOWN), 2),
                "points": _PAIR,
                "scores": _PAIR,
                "hands": _MASKS,
                "stock": _CARD_LIST,
                "next_oya": _SEAT_OR_NONE,
            },
        ),
        (ev.Resigned, {"seat": _SEAT}),
        (
            ev.MatchEnded,
            {
                "outcome": _word(ev.MatchOutcome),
                "winner": _SEAT_OR_NONE,
                "scores": _PAIR,
                "seed": _TEXT,
                "hands": _MASKS,
                "stock": _CARD_LIST,
            },
        ),
    )
}


def _type_name(kind: type[ev.Event]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


_NAMES: Final = {kind: _type_name(kind) for kind in _EVENTS}
_KINDS: Final = {name: kind for kind, name in _NAMES.items()}

EVENT_TYPES: Final = tuple(_KINDS)
"""All values of ``type``."""


def event_to_json(event: ev.Event) -> Json:
    """The event as a JSON object; redact it first."""
    kind = type(event)
    values = cast("Json", _EVENTS[kind].write(event))
    return {"type": _NAMES[kind], **values}


def event_from_json(values: object) -> ev.Event:
    """The event that a JSON object stands for.

    Args:
        values: What ``json.loads`` made of it.

    Raises:
        WireError: It is no event.
    """
    if not isinstance(values, dict):
        raise WireError("an object")
    name = values.get("type")
    if not isinstance(name, str) or name not in _KINDS:
        raise WireError("type: the name of an event")
    kind = _KINDS[name]
    try:
        return cast("ev.Event", _EVENTS[kind].read(values))
    except WireError as error:
        raise WireError(f"{name}.{error}") from None


_VIEW: Final = _object(
    PlayerView,
    rules=_RULES,
    seat=_SEAT_OR_NONE,
    commitment=_TEXT,
    seed=_or_none(_TEXT),
    ply=_INT,
    phase=_word(Phase),
    to_act=_SEAT_OR_NONE,
    scores=_PAIR,
    results=_tuple(
        _object(
            RoundResult,
            number=_INT,
            oya=_SEAT,
            outcome=_word(ev.RoundOutcome),
            winner=_SEAT_OR_NONE,
            points=_PAIR,
        )
    ),
    result=_or_none(_object(MatchResult, outcome=_word(ev.MatchOutcome), winner=_SEAT_OR_NONE)),
    number=_INT,
    oya=_SEAT,
    attempt=_INT,
    turn=_INT,
    hand=_MASK,
    hand_sizes=_PAIR,
    slots=_tuple(_SLOT),
    field=_MASK,
    captured=_MASKS,
    stock_size=_INT,
    calls=_PAIR,
    decided=_MASKS,
    in_play=_or_none(_CARD),
    history=_tuple(_Codec(event_to_json, event_from_json)),
)


def view_to_json(view: PlayerView) -> Json:
    """The view as a JSON object, the events of its round included."""
    return cast("Json", _VIEW.write(view))


def view_from_json(values: object) -> PlayerView:
    """The view that a JSON object stands for.

    Args:
        values: What ``json.loads`` made of it.

    Raises:
        WireError: It is no view.
    """
    return cast("PlayerView", _VIEW.read(values))
