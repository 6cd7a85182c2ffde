"""Moments of matches and rules of every kind, for everything that makes sentences of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from errno import ENOENT
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from koikoi.engine.actions import SEATS, Seat
from koikoi.engine.cards import FULL_DECK, LIGHTS, Card, CardSet, Mask
from koikoi.engine.errors import Reason, ReasonCode
from koikoi.engine.events import (
    CardDrawn,
    CardPlaced,
    CardPlayed,
    CardsCaptured,
    DealtYaku,
    Event,
    FieldFourTaken,
    KoiKoiCalled,
    MatchEnded,
    MatchOutcome,
    MatchStarted,
    OyaCause,
    OyaDrawn,
    RedealCause,
    Redealt,
    Resigned,
    RoundDealt,
    RoundEnded,
    RoundOutcome,
    ShobuCalled,
    ShobuCause,
    TargetsOffered,
    TurnStarted,
    YakuMade,
)
from koikoi.engine.flow import new_match
from koikoi.engine.presets import (
    PRESET_NAMES,
    RulesFileError,
    RulesFileFault,
    UnknownPreset,
    preset,
)
from koikoi.engine.rules import OPTIONS, Option, Rules, RulesError, RuleValue, check_rules
from koikoi.engine.scoring import Breakdown, round_score, unmultiplied
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView, view
from koikoi.engine.yaku import MadeYaku, YakuId

patient = settings(suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no fault of what is tested."""

PLAYERS = ("Ōé", "Žö")
"""Names that no language's message could hold by itself."""

NEW_TEXT = "Ⅻ"
"""A name that no rules have; no letter of it is ASCII."""

LISTENERS: tuple[Seat | None, ...] = (0, 1, None)

STANDARD = preset("standard")
ZERO_SUM = preset("koikoi-japan")


def rules_like(base: Rules, **changes: RuleValue) -> Rules:
    """Rules with some options changed."""
    return Rules.from_mapping({**base.to_mapping(), **changes})


OWN = rules_like(STANDARD, name="§", source="§")
"""The standard rules as a player's own: no preset, and no Latin letter in its texts."""


def cards(codes: str) -> tuple[Card, ...]:
    """The cards of these codes, in their order."""
    return tuple(Card.parse(code) for code in codes.split())


def mask(codes: str) -> Mask:
    """The cards of these codes."""
    return CardSet.parse(codes).mask


def made(*lines: tuple[YakuId, int]) -> tuple[MadeYaku, ...]:
    """Yaku with their points."""
    return tuple(MadeYaku(yaku, points) for yaku, points in lines)


def view_of(
    seat: Seat | None = 0, phase: Phase = Phase.PLAY, rules: Rules = STANDARD, **changes: object
) -> PlayerView:
    """A view of an early moment with what is given in place of what it was."""
    seen = view(new_match(rules, "spring"), seat)
    return replace(seen, phase=phase, **changes)  # type: ignore[arg-type]  # each field its own


def opening_events() -> Iterator[Event]:
    """What can happen before a turn."""
    for rules in (
        STANDARD,
        ZERO_SUM,
        rules_like(STANDARD, rounds=1, starting_points=1),
        rules_like(STANDARD, name=NEW_TEXT),
    ):
        yield MatchStarted(rules, "0123456789")
    for oya in SEATS:
        yield OyaDrawn(OyaCause.RANDOM, (), oya)
        yield OyaDrawn(OyaCause.FIRST, (), oya)
        yield OyaDrawn(OyaCause.SECOND, (), oya)
    for first, second, oya in (("1L", "2A", 0), ("9P1", "8L", 1), ("3P1", "3L", 1)):
        pair = Card.parse(first), Card.parse(second)
        yield OyaDrawn(OyaCause.DRAW, (pair,), 0 if oya == 0 else 1)
        alike = Card.parse("4P1"), Card.parse("4P2")
        yield OyaDrawn(OyaCause.DRAW, (alike, pair), 0 if oya == 0 else 1)
    hands = mask("1L 1P1 1P2 2A 3R 4P1 5P1 6P1"), mask("1R 2R 3P1 4A 5A 6A 7A 8A")
    field = cards("9A 9P1 9P2 10A 10P1 11A 11R 12L")
    for oya in SEATS:
        for attempt in (0, 2):
            yield RoundDealt(2, oya, attempt, hands, field)
            yield RoundDealt(2, oya, attempt, (None, None), field)


def void_events() -> Iterator[Event]:
    """Redeals and what the deal decides, for one month and for several."""
    for months in ((1,), (1, 12)):
        yield Redealt(RedealCause.FIELD_FOUR, None, months, 1)
        yield Redealt(RedealCause.FIELD_THREE, None, months, 1)
        for seat in SEATS:
            yield Redealt(RedealCause.TESHI, seat, months, 1)
            yield FieldFourTaken(seat, months)
            yield DealtYaku(seat, MadeYaku(YakuId.TESHI, 6), months)
    pairs = (1, 2, 11, 12)
    yield Redealt(RedealCause.FIELD_PAIRS, None, pairs, 1)
    for seat in SEATS:
        yield Redealt(RedealCause.KUTTSUKI, seat, pairs, 1)
        yield DealtYaku(seat, MadeYaku(YakuId.KUTTSUKI, 1), pairs)


def turn_events() -> Iterator[Event]:
    """Everything of a turn; cards played, drawn, and told by an event alone."""
    card = Card.parse("1L")
    twins = cards("1R 1P1 1P2")
    for seat in SEATS:
        yield TurnStarted(seat, 0)
        endings: tuple[Event, ...] = (
            CardPlaced(seat, card, 8),
            CardsCaptured(seat, card, twins[:1]),
            CardsCaptured(seat, card, twins),
            TargetsOffered(seat, card, twins[:2]),
            TargetsOffered(seat, card, twins),
        )
        for ending in endings:
            yield CardPlayed(seat, card)
            yield ending
            yield CardDrawn(seat, card)
            yield ending
            yield ending
        one = made((YakuId.KASU, 1))
        two = made((YakuId.SANKO, 5), (YakuId.KASU, 2))
        yield YakuMade(seat, one, 1, 0, asked=True)
        yield YakuMade(seat, two, 7, 0, asked=True)
        yield YakuMade(seat, two, 7, 5, asked=False)
        for calls in (1, 2):
            yield KoiKoiCalled(seat, calls)
        for cause in ShobuCause:
            yield ShobuCalled(seat, cause)


def breakdowns() -> Iterator[Breakdown]:
    """Every way in which points come about."""
    one, two = made((YakuId.KASU, 1)), made((YakuId.AKATAN, 5), (YakuId.AOTAN, 5))
    yield unmultiplied(made((YakuId.TESHI, 6)))
    for stacking in ("multiply", "add", "highest"):
        for bonus in ("none", "opponent_called", "per_call", "own_calls"):
            rules = rules_like(STANDARD, call_bonus=bonus, bonus_stacking=stacking)
            for own, opponent in ((0, 0), (1, 0), (2, 0), (0, 1), (2, 3), (5, 0)):
                for yaku in (one, two):
                    yield round_score(rules, yaku, own, opponent)


def round_ends() -> Iterator[RoundEnded]:
    """Every way in which a round ends."""
    base = RoundEnded(
        number=3,
        oya=0,
        outcome=RoundOutcome.SHOBU,
        winner=0,
        breakdowns=(None, None),
        points=(0, 0),
        scores=(12, 1),
        hands=(mask("1P1 1P2"), mask("2A")),
        stock=cards("3L 3P1 3P2"),
        next_oya=None,
    )
    for score in breakdowns():
        points = score.points
        yield replace(base, breakdowns=(score, None), points=(points, 0), next_oya=0)
        yield replace(base, winner=1, breakdowns=(None, score), points=(0, points), next_oya=1)
        yield replace(base, breakdowns=(score, None), points=(points, -points))
        yield replace(base, winner=1, breakdowns=(None, score), points=(-points, points))
    teshi = unmultiplied(made((YakuId.TESHI, 6)))
    dealt = replace(base, outcome=RoundOutcome.DEALT, hands=(0, 0), stock=())
    yield replace(dealt, breakdowns=(teshi, None), points=(6, 0))
    yield replace(dealt, winner=None)
    yield replace(dealt, winner=None, breakdowns=(teshi, teshi), points=(6, 6))
    spent = replace(base, outcome=RoundOutcome.EXHAUSTED, winner=None, hands=(0, 0))
    for points_of in ((0, 0), (1, 0), (2, -2)):
        yield replace(spent, points=points_of)
        yield replace(spent, oya=1, points=(points_of[1], points_of[0]))


def ending_events() -> Iterator[Event]:
    """The ends of rounds and matches."""
    yield from round_ends()
    for seat in SEATS:
        yield Resigned(seat)
        for outcome in MatchOutcome:
            scores = (30, 12) if seat == 0 else (12, 30)
            yield MatchEnded(outcome, seat, scores, "§", (mask("1L"), 0), cards("2A"))
    yield MatchEnded(MatchOutcome.FINISHED, None, (7, 7), "§", (0, 0), ())


def questions() -> Iterator[PlayerView]:
    """Views with the decision open, under rules that make a difference to it."""
    deciding = view_of(
        0,
        Phase.DECIDE,
        to_act=0,
        captured=(mask("3L 9A 1L 8L"), mask("1R 2R 3R")),
        hand_sizes=(3, 4),
        number=3,
    )
    yield deciding
    yield replace(deciding, seat=1, to_act=1)
    yield replace(deciding, captured=(mask("3L 9A"), 0), oya=1)
    yield replace(deciding, calls=(1, 0), number=12)
    yield replace(deciding, calls=(1, 1), oya=1)
    for bonus in ("none", "opponent_called", "per_call", "own_calls"):
        for calls in ((0, 0), (1, 0), (3, 0), (4, 1)):
            rules = rules_like(
                STANDARD, call_bonus=bonus, hanami_called=3, exhausted_points=0, rounds=3
            )
            yield replace(deciding, rules=rules, calls=calls)
    for limit in ("per_player", "per_round"):
        for count in (1, 2, 3):
            rules = rules_like(STANDARD, call_limit=limit, call_limit_count=count)
            yield replace(deciding, rules=rules)
    yield replace(deciding, rules=ZERO_SUM, scores=(30, 30))
    yield replace(deciding, rules=ZERO_SUM, scores=(58, 2))
    yield replace(deciding, rules=rules_like(STANDARD, next_dealer="alternates"), oya=0)


def standings() -> Iterator[PlayerView]:
    """Views whose tallies hold every standing of a yaku."""
    early = view_of(0)
    yield early
    yield replace(early, captured=(LIGHTS, 0))
    yield replace(early, captured=(mask("1L 3L"), mask("8L 9A 7A 1R 6R")))
    yield replace(early, captured=(mask("1L 3L 8L"), mask("12L")), in_play=Card.parse("11L"))
    yield replace(early, captured=(FULL_DECK & ~mask("9A"), 0))
    plains = mask("1P1 1P2 2P1 2P2 3P1 3P2 4P1 4P2 5P1")
    yield replace(early, captured=(plains, 0), hand=mask("6P1 7P1"), field=0)
    yield replace(early, captured=(0, FULL_DECK & ~mask("1L")))
    yield replace(early, captured=(mask("5A"), 0), field=mask("1L 3L 8L 11L 12L"))
    yield replace(early, captured=(plains, 0), hand=mask("6P1 6P2 7P1 7P2 8P1"), field=0)
    yield replace(early, captured=(plains, 0), field=mask("6P1 6P2 7P1 7P2 8P1"), hand=0)
    held = mask("2R 4R 5R 1R")
    rest = mask("3R 6R 7R 9R 10R 11R")
    yield replace(early, captured=(held, 0), hand=rest, field=0)
    yield replace(early, captured=(held, 0), hand=0, field=rest)
    cup = (mask("3L 9A"), 0)
    for changes in (
        {"viewing": "with_other_yaku"},
        {"hanami": 0},
        {"hanami_called": 0},
        {"rain_spoils_viewing": "captured_rain"},
        {"rain_spoils_viewing": "willow_on_field"},
        {"family": "void"},
        {"family": "best"},
    ):
        rules = rules_like(STANDARD, **changes)
        wet = replace(early, rules=rules, captured=cup, field=mask("11P1"), calls=(0, 0))
        yield wet
        yield replace(wet, captured=(mask("3L"), 0), field=mask("9A"))
        yield replace(wet, captured=(mask("3L 9A 11L"), 0), calls=(1, 0))
        yield replace(wet, captured=(mask("2A 4A 6A 7A 10A 1R 2R 3R 4R 5R"), 0))


def reasons() -> Iterator[Reason]:
    """A reason of every code, with the fields that the engine sets."""
    card, others = Card.parse("1L"), cards("1P1 1P2")
    for code in ReasonCode:
        yield Reason(code, card, others, 3, 4)


def rules_errors() -> Iterator[RulesError | UnknownPreset | RulesFileError | OSError]:
    """Rules that cannot be used, for every cause."""
    values: dict[str, object] = dict(STANDARD.to_mapping())
    yield _error({**values, "goko": 51, "shiko": "8", "family": "all", "name": ""})
    yield _error({**values, "call_limit": "per_round"})
    yield _error({**values, "call_limit_count": 3})
    yield _error({**values, "goku": 5, "§§§§": 1})
    yield _error({key: value for key, value in values.items() if key not in ("goko", "viewing")})
    yield _error({"extra_card": 1})
    yield _error({"§": values})
    yield _error({"§": values, "§§": values})
    yield UnknownPreset("§")
    for fault in RulesFileFault:
        yield RulesFileError(Path("§"), fault, "§")
    yield OSError(ENOENT, "§", "§")


def _error(values: dict[str, object]) -> RulesError:
    return RulesError(tuple(check_rules(values)))


def other_values(option: Option) -> Iterator[RuleValue]:
    """Every value that an option may have; of texts one that no preset has."""
    if option.type == "choice":
        yield from option.choices
    elif option.type == "boolean":
        yield from (False, True)
    elif option.type == "integer":
        yield from range(option.low, option.high + 1)
    else:
        yield NEW_TEXT


def variants(base: Rules) -> Iterator[tuple[str, Rules]]:
    """These rules with one option changed, to each other value that it may have.

    The two options that limit the calls change together, since neither may alone.
    """
    for option in OPTIONS:
        for value in other_values(option):
            changes = {option.key: value}
            if option.key == "call_limit":
                count = base.call_limit_count or 2
                changes["call_limit_count"] = 0 if value == "none" else count
            elif option.key == "call_limit_count":
                limit = "per_round" if base.call_limit == "none" else base.call_limit
                changes["call_limit"] = limit if value else "none"
            changed = rules_like(base, **changes)
            if changed != base:
                yield option.key, changed


def odd_rules() -> Iterator[Rules]:
    """Rules whose page needs a sentence that no single change from a preset brings."""
    own, paying = OWN, rules_like(OWN, starting_points=30)
    yield rules_like(own, goko=0, source="")
    yield rules_like(own, goko=0, shiko=6)
    yield rules_like(own, viewing="never", goko=0)
    yield rules_like(own, family="void", tane=0)
    yield rules_like(own, bonus_stacking="add", hanami=0)
    yield rules_like(own, call_bonus="own_calls", call_limit="per_player", call_limit_count=3)
    yield rules_like(own, call_bonus="own_calls", bonus_stacking="highest")
    yield rules_like(own, call_bonus="per_call", call_limit="per_round", call_limit_count=1)
    yield rules_like(paying, rounds=1, exhausted_points=0)
    quiet = rules_like(own, call_bonus="none", double_from=0)
    yield rules_like(quiet, viewing="with_other_yaku", hanami_called=7)
    nothing = dict.fromkeys(
        (option.key for option in OPTIONS if option.type == "integer" and option.key != "rounds"), 0
    )
    yield rules_like(own, **nothing)


def all_rules() -> Iterator[Rules]:
    """All presets, standard rules with each option changed, and odd ones."""
    for name in PRESET_NAMES:
        yield preset(name)
    yield from (rules for _, rules in variants(OWN))
    yield from odd_rules()


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Any rules at all."""
    values: dict[str, RuleValue] = {}
    for option in OPTIONS:
        if option.type == "choice":
            values[option.key] = draw(st.sampled_from(option.choices))
        elif option.type == "boolean":
            values[option.key] = draw(st.booleans())
        elif option.type == "integer":
            values[option.key] = draw(st.integers(option.low, option.high))
        else:
            values[option.key] = "mine"
    if values["call_limit"] == "none":
        values["call_limit_count"] = 0
    elif not values["call_limit_count"]:
        values["call_limit_count"] = 1
    return Rules.from_mapping(values)
