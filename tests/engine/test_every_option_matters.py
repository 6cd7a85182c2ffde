"""No dead switch: of every option, every two values lead to different matches.

Each option has a case: a situation in which any two of its values differ in what happens. A new
option without a case fails; so does a value that means the same as another one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

import pytest

from koikoi.engine.actions import KoiKoi, NextRound
from koikoi.engine.cards import CARDS, Card
from koikoi.engine.deck import Deck
from koikoi.engine.events import Event, MatchStarted, OyaDrawn
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.rules import OPTION_BY_KEY, OPTIONS, Option, Rules
from koikoi.engine.scoring import round_score
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.yaku import MadeYaku, YakuId
from tests.engine.midround import midround
from tests.engine.stack import (
    FOUR,
    KUTTSUKI,
    OTHER_TESHI,
    PAIRS,
    PLAIN_DECK,
    SEED,
    TESHI,
    THREE,
    cards,
    follow,
    plains,
    stack_deck,
    table,
)

Happening = Callable[[Rules], Hashable]
"""Plays a situation under some rules and tells what happened; equal only where all of it is."""

# ---------------------------------------------------------------- ways to play a situation


def happened(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events but for the one that holds the rules, which would differ in any case."""
    return tuple(event for event in events if not isinstance(event, MatchStarted))


def played_on(state: MatchState, until: int) -> tuple[Event, ...]:
    """All events up to the end of round ``until``: the first legal action, stopping at once."""
    events = state.history
    while state.phase is not Phase.MATCH_OVER:
        if state.phase is Phase.ROUND_OVER and state.round.number >= until:
            break
        action = legal_actions(state)[-1 if state.phase is Phase.DECIDE else 0]
        state, more = apply(state, action)
        events += more
    return happened(events)


def dealt(*decks: Deck, rounds: int = 1) -> Happening:
    """Rounds that begin with the given deals, one attempt of the first round after the other."""

    def play(rules: Rules) -> Hashable:
        attempts = {(1, attempt): deck for attempt, deck in enumerate((*decks, PLAIN_DECK))}
        return played_on(new_match(rules, SEED, decks=attempts), rounds)

    return play


def scored(captured: str, calls: int = 0, field: str = "", month: int = 12) -> Happening:
    """A turn that takes nothing, of a player whose pile was not yet decided about."""

    def play(rules: Rules) -> Hashable:
        used = cards(f"{captured} {field}")
        months = {card.month for card in cards(field)}
        idle: dict[int, Card] = {
            card.month: card for card in CARDS if card not in used and card.month not in months
        }
        hand, drawn, later = list(idle.values())[:3]
        state = midround(
            rules,
            hand=f"{hand} {later}",
            field=field,
            stock=str(drawn),
            pile=captured,
            calls=calls,
            number=month,
        )
        state, events = follow(state, str(hand))
        if state.phase is Phase.DECIDE:
            state, more = follow(state, "stop")
            events += more
        return happened(events)

    return play


def each(*happenings: Happening) -> Happening:
    """Several situations that tell all values apart together."""
    return lambda rules: tuple(happening(rules) for happening in happenings)


def round_scores(rules: Rules) -> Hashable:
    """The points of every sum of yaku up to 50, with and without calls of either player."""
    return tuple(
        round_score(rules, (MadeYaku(YakuId.KASU, base),), own, opponent).points
        for base in range(1, 51)
        for own in (0, 1, 4)
        for opponent in (0, 1, 2)
    )


def rising(own: int, rival: int) -> Happening:
    """A turn in which inoshikacho is made after so many calls; whether the player may go on."""

    def play(rules: Rules) -> Hashable:
        state = midround(
            rules,
            hand="10P1 1P1 2P1 3P1",
            field="10A 4R",
            stock="12L",
            pile="6A 7A",
            called_with="6A",
            calls=own,
            rival_calls=rival,
        )
        state, events = follow(state, "10P1")
        return KoiKoi() in legal_actions(state), happened(events)

    return play


def exhausted(rules: Rules) -> Hashable:
    """The last turn of a round in which nobody has made anything."""
    return happened(follow(midround(rules, hand="1P1", field="4R", stock="12L", ko=True), "1P1")[1])


def lightning(rules: Rules) -> Hashable:
    """The Lightning is played where no other November lies."""
    state = midround(rules, hand="11P1 1P1", field="4R 8L", stock="12L")
    state, events = follow(state, "11P1")
    return state.phase, happened(events)


def first_oya(rules: Rules) -> Hashable:
    """Who deals first, with two decks of which draw and chance make the opposite of each other."""
    # The earlier month deals; an even first card means seat 0.
    found = []
    for pair in ("12L 1R", "1R 12L"):
        deck = (*cards(pair), *(card for card in CARDS if card not in cards(pair)))
        state = new_match(rules, SEED, decks={(0, 0): deck, (1, 0): PLAIN_DECK})
        (drawn,) = (event for event in state.history if isinstance(event, OyaDrawn))
        assert drawn.oya == state.to_act
        found.append(drawn.oya)
    return tuple(found)


def whole_match(rules: Rules) -> Hashable:
    """A match of dealt hands alone; the oya wins every round."""
    decks: dict[tuple[int, int], Deck] = {(n, 0): stack_deck(oya=TESHI) for n in range(1, 13)}
    state = new_match(rules, SEED, decks=decks)
    events = state.history
    while state.phase is Phase.ROUND_OVER:
        state, more = apply(state, NextRound())
        events += more
    return happened(events)


# ---------------------------------------------------------------- a case for every option


class Case(NamedTuple):
    """A situation, and other options' values that it needs beside the standard ones."""

    happening: Happening
    changes: Mapping[str, Any] = {}


LIGHTS = "1L 3L 8L 11L 12L"
SIX_RIBBONS = "1R 2R 3R 6R 9R 10R"
HANAMI = "3L 9A"
FIVE_ANIMALS = "6A 7A 10A 2A 8A"
BOTH_DEALT = stack_deck(oya=TESHI, ko=KUTTSUKI)

CASES: dict[str, Case] = {
    "goko": Case(scored(LIGHTS)),
    "shiko": Case(scored("1L 3L 8L 12L")),
    "ame_shiko": Case(scored("1L 3L 8L 11L")),
    "sanko": Case(scored("1L 3L 8L")),
    "hanami": Case(scored(HANAMI)),
    "hanami_called": Case(scored(HANAMI, calls=1)),
    "tsukimi": Case(scored("8L 9A")),
    "tsukimi_called": Case(scored("8L 9A", calls=1)),
    "viewing": Case(each(scored(HANAMI), scored(f"{HANAMI} {plains(10)}"))),
    "rain_spoils_viewing": Case(each(scored(f"{HANAMI} 11L"), scored(HANAMI, field="11P1"))),
    "inoshikacho": Case(scored("6A 7A 10A")),
    "akatan": Case(scored("1R 2R 3R")),
    "aotan": Case(scored("6R 9R 10R")),
    "extra_card": Case(scored("6A 7A 10A 2A")),
    "chofuku": Case(scored(SIX_RIBBONS)),
    "chofuku_mode": Case(scored(SIX_RIBBONS)),
    "tane": Case(scored("2A 4A 5A 8A 11A")),
    "tan": Case(scored("1R 2R 4R 5R 7R")),
    "kasu": Case(scored(plains(10))),
    "family": Case(scored(FIVE_ANIMALS), {"tane": 9}),
    "sake_cup": Case(each(scored(f"{plains(9)} 9A"), scored("2A 4A 5A 8A 9A"))),
    "tsukifuda": Case(scored("12L 12P1 12P2 12P3")),
    "teshi": Case(dealt(stack_deck(ko=TESHI))),
    "teshi_points": Case(dealt(stack_deck(ko=TESHI))),
    "kuttsuki": Case(dealt(stack_deck(ko=KUTTSUKI))),
    "kuttsuki_points": Case(dealt(stack_deck(ko=KUTTSUKI))),
    "both_dealt": Case(dealt(BOTH_DEALT)),
    "field_four": Case(dealt(stack_deck(field=FOUR))),
    "field_pairs": Case(dealt(stack_deck(field=PAIRS))),
    "field_three": Case(dealt(stack_deck(field=THREE))),
    "double_from": Case(round_scores),
    "call_bonus": Case(each(round_scores, rising(1, 1), rising(4, 0))),
    "bonus_stacking": Case(
        each(round_scores, rising(1, 1)), {"double_from": 5, "call_bonus": "per_call"}
    ),
    "call_limit": Case(each(rising(0, 1), rising(1, 0))),
    "call_limit_count": Case(each(*(rising(n // 2, n - n // 2) for n in range(9)))),
    "exhausted_points": Case(exhausted),
    "exhausted_dealer": Case(exhausted),
    "next_dealer": Case(dealt(stack_deck(oya=OTHER_TESHI), rounds=2)),
    "first_dealer": Case(first_oya),
    "rounds": Case(whole_match),
    "starting_points": Case(dealt(stack_deck(ko=TESHI))),
    "lightning_wild": Case(lightning),
}

LABELS = ("name", "source")
"""Options that say what the rules are called, and rule nothing."""


def values_of(option: Option) -> list[Any]:
    if option.type == "integer":
        return list(range(option.low, option.high + 1))
    return [True, False] if option.type == "boolean" else list(option.choices)


def rules_with(case: Case, key: str, value: Any) -> Rules:
    """The rules of the case with this value; a call limit and its number go together."""
    changes = {**case.changes, key: value}
    if key == "call_limit":
        changes["call_limit_count"] = 0 if value == "none" else 1
    elif key == "call_limit_count":
        changes["call_limit"] = "per_round" if value else "none"
    return table(**changes)


def test_every_option_has_a_case() -> None:
    assert [*LABELS, *CASES] == [option.key for option in OPTIONS]


@pytest.mark.parametrize("key", CASES)
def test_every_two_values_of_an_option_lead_to_different_matches(key: str) -> None:
    values_by_happening: dict[Hashable, list[Any]] = defaultdict(list)
    case = CASES[key]
    for value in values_of(OPTION_BY_KEY[key]):
        values_by_happening[case.happening(rules_with(case, key, value))].append(value)
    alike = [values for values in values_by_happening.values() if len(values) > 1]
    assert not alike, f"{key}: these values mean the same: {alike}"


@pytest.mark.parametrize("key", LABELS)
def test_what_the_rules_are_called_changes_nothing_in_a_match(key: str) -> None:
    rules = table()
    other = table(**{key: "another"})
    one, two = (new_match(each_rules, SEED) for each_rules in (rules, other))
    assert played_on(one, until=3) == played_on(two, until=3)
    assert one.history[0] != two.history[0], "the start of a match tells its rules"
