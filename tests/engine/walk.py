"""Random matches, the same ones on every machine: what the property tests walk through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from koikoi.engine.actions import Action
from koikoi.engine.deck import Deck, Stream
from koikoi.engine.events import Event
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState
from tests.engine.stack import stack_deck, table


class Step(NamedTuple):
    """A rest of a match, and how it came about from the rest before."""

    state: MatchState
    action: Action | None
    events: tuple[Event, ...]
    """The events since the rest before, unredacted."""


class Course(NamedTuple):
    """A match to walk through: its rules and the decks that are stacked for it."""

    rules: Rules
    decks: Mapping[tuple[int, int], Deck]


def walk(course: Course | Rules, seed: str) -> Iterator[Step]:
    """Plays a match at random, from its first rest to its last; the seed decides the play too."""
    rules, decks = course if isinstance(course, Course) else (course, {})
    chance = Stream(f"walk/{seed}")
    state = new_match(rules, seed, decks=decks)
    yield Step(state, None, state.history)
    while actions := legal_actions(state):
        action = actions[chance.below(len(actions))]
        state, events = apply(state, action)
        yield Step(state, action, events)


def rests(course: Course | Rules, seed: str) -> Iterator[MatchState]:
    """The states of a random match."""
    return (step.state for step in walk(course, seed))


def _decks(*deals: Mapping[str, str]) -> dict[tuple[int, int], Deck]:
    """Stacked decks for the first deals of the first round."""
    return {(1, attempt): stack_deck(**zones) for attempt, zones in enumerate(deals)}


def _short(name: str = "standard", **changes: Any) -> Rules:
    """Rules for a corner of the first round: two more rounds show that the match goes on."""
    return table(name, **{"rounds": 3, **changes})


_FIELD_FOUR = {"field": "11L 3R 11A 12P1 11R 1P1 11P1 2R"}
_FIELD_FOURS = {"field": "1L 1R 1P1 1P2 8L 8A 8P1 8P2"}
_FIELD_PAIRS = {"field": "1L 1R 2A 2R 3L 3R 4A 4R"}
_FIELD_THREE = {"field": "5A 5R 5P1 9A 10A 11A 12L 1L"}
_OYA_TESHI = {"oya": "6A 6R 6P1 6P2"}
_KO_TESHI = {"ko": "7A 7R 7P1 7P2"}
_KO_KUTTSUKI = {"ko": "1L 1R 2A 2R 3L 3R 4A 4R"}
_TWO_DEALT_HANDS = _OYA_TESHI | _KO_TESHI

_NO_YAKU: dict[str, Any] = dict.fromkeys(
    (
        *("goko", "shiko", "ame_shiko", "sanko", "hanami", "hanami_called", "tsukimi"),
        *("tsukimi_called", "inoshikacho", "akatan", "aotan", "chofuku", "tane", "tan", "kasu"),
    ),
    0,
)

COURSES: Final[Mapping[str, Course]] = {
    **{name: Course(replace(preset(name), rounds=4), {}) for name in PRESET_NAMES},
    "field four redealt": Course(_short(), _decks(_FIELD_FOUR)),
    "field pairs, then field four redealt": Course(_short(), _decks(_FIELD_PAIRS, _FIELD_FOUR)),
    "field three redealt": Course(_short(field_three="redeal"), _decks(_FIELD_THREE)),
    "oya's teshi, then ko's redealt": Course(_short("koikoi-japan"), _decks(_OYA_TESHI, _KO_TESHI)),
    "kuttsuki redealt": Course(_short(kuttsuki="redeal"), _decks(_KO_KUTTSUKI)),
    "dealer takes four": Course(_short(field_four="dealer_takes"), _decks(_FIELD_FOUR)),
    "dealer takes two fours, a yaku": Course(
        _short("fuda-wiki", field_four="dealer_takes"), _decks(_FIELD_FOURS)
    ),
    "field fours kept": Course(
        _short(field_four="keep", first_dealer="second"), _decks(_FIELD_FOURS)
    ),
    "oya's teshi": Course(_short(), _decks(_OYA_TESHI)),
    "ko's teshi": Course(_short(), _decks(_KO_TESHI)),
    "ko's kuttsuki": Course(_short(), _decks(_KO_KUTTSUKI)),
    "two dealt hands, the dealer's counts": Course(_short(), _decks(_TWO_DEALT_HANDS)),
    "two dealt hands, none counts": Course(_short(both_dealt="nobody"), _decks(_TWO_DEALT_HANDS)),
    "two dealt hands, both count": Course(
        _short("koikoi-japan", both_dealt="both", teshi="points"), _decks(_TWO_DEALT_HANDS)
    ),
    "a dealt hand ends the match": Course(_short(rounds=1), _decks(_OYA_TESHI)),
    "dealt hands off": Course(
        _short(teshi="off", kuttsuki="off"), _decks(_OYA_TESHI | _KO_KUTTSUKI)
    ),
    "no yaku, every round exhausted": Course(_short(**_NO_YAKU, exhausted_dealer="switches"), {}),
    "wild lightning, rain, limits": Course(
        _short(
            lightning_wild=True,
            rain_spoils_viewing="willow_on_field",
            call_limit="per_player",
            call_limit_count=1,
            sake_cup="both_twice",
            next_dealer="alternates",
        ),
        {},
    ),
}
"""Every preset in four rounds, and stacked decks for what random deals hardly ever reach."""
