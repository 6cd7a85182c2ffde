"""The baseline agents: legal, deterministic, blind to what is hidden, and greedy as published."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

import koikoi.ai
from koikoi.ai.agent import Agent
from koikoi.ai.baseline import GreedyAgent, RandomAgent
from koikoi.engine.actions import KoiKoi, Play, Shobu, Take
from koikoi.engine.cards import CARDS, Card, Mask, cards_of, mask_of, parse_cards
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view

STANDARD = preset("standard")
AGENTS = ("random", "greedy")


def position(
    hand: str,
    field: str,
    *,
    pile: str = "",
    phase: Phase = Phase.PLAY,
    in_play: str | None = None,
    calls: tuple[int, int] = (0, 0),
    rules: Rules = STANDARD,
) -> MatchState:
    """A position with seat 0 to move; what is not given lies in the other hand and the stock."""
    state = new_match(replace(rules, first_dealer="first"), "position")
    own = mask_of(parse_cards(hand.split()))
    slots = parse_cards(field.split())
    captured = mask_of(parse_cards(pile.split()))
    card = None if in_play is None else Card.parse(in_play)
    used = own | mask_of(slots) | captured | (0 if card is None else 1 << card)
    rest = [other for other in CARDS if not used >> other & 1]
    return replace(
        state,
        phase=phase,
        round=replace(
            state.round,
            hands=(own, mask_of(rest[:7])),
            slots=tuple(slots),
            field=mask_of(slots),
            captured=(captured, 0),
            mover=0,
            in_play=card,
            calls=calls,
        ),
    )


def choice(agent: Agent, state: MatchState) -> object:
    return agent.choose(view(state, 0), legal_actions(state))


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_every_answer_is_legal(name: str, rules: str) -> None:
    # Four thousand rounds over the six presets.
    for number in range(56):
        state = new_match(replace(preset(rules), rounds=12, starting_points=0), f"legal {number}")
        agents = [koikoi.ai.load(name, f"{number}/{seat}") for seat in (0, 1)]
        while legal := legal_actions(state):
            seat = state.to_act
            action = legal[0] if seat is None else agents[seat].choose(view(state, seat), legal)
            assert action in legal
            state, _ = apply(state, action)


@pytest.mark.parametrize("name", AGENTS)
def test_the_same_seed_plays_the_same_match(name: str) -> None:
    def play(seed: str) -> list[object]:
        state = new_match(replace(STANDARD, rounds=1), "deal")
        agent = koikoi.ai.load(name, seed)
        actions: list[object] = []
        while state.to_act is not None:
            action = agent.choose(view(state, state.to_act), legal_actions(state))
            actions.append(action)
            state, _ = apply(state, action)
        return actions

    assert play("a") == play("a")
    if name == "random":
        assert play("a") != play("b")


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_can_be_pickled(name: str) -> None:
    agent = koikoi.ai.load(name, "seed")
    assert pickle.loads(pickle.dumps(agent)) == agent


def test_random_plays_every_card_equally_often() -> None:
    state = position("1L 2A 3L 4A", "5A")
    counts = dict.fromkeys(legal_actions(state), 0)
    for number in range(2000):
        counts[RandomAgent(str(number)).choose(view(state, 0), legal_actions(state))] += 1
    assert all(400 < count < 600 for count in counts.values())


@pytest.mark.parametrize(
    ("hand", "field", "pile", "played"),
    [
        # The sake cup weighs most of all single cards.
        ("9P1 1P1", "9A 1L", "", "9P1"),
        # A point of yaku weighs as much as a light: the moon makes Tsukimi.
        ("8P1 12P1", "8L 12L", "9A", "8P1"),
        # Nothing matches: the cheapest card is given away.
        ("1L 2P1 3R", "5A", "", "2P1"),
        # The third ribbon of Akatan is worth more than a light without a yaku.
        ("3P1 12P1", "3R 12L", "1R 2R", "3P1"),
        # Three of a month bring all of them.
        ("7P1 8P1", "7A 7R 7P2 8L", "", "7P1"),
    ],
)
def test_greedy_takes_what_weighs_most(hand: str, field: str, pile: str, played: str) -> None:
    state = position(hand, field, pile=pile)
    assert choice(GreedyAgent(), state) == Play(Card.parse(played))


def test_greedy_takes_the_dearer_of_two_targets() -> None:
    state = position("2P1", "9A 9P2", phase=Phase.CHOOSE_DRAWN, in_play="9P1")
    assert choice(GreedyAgent(), state) == Take(Card.parse("9A"))
    state = position("2P1", "9A 9P2", phase=Phase.CHOOSE_PLAYED, in_play="9P1")
    assert choice(GreedyAgent(), state) == Take(Card.parse("9A"))


@pytest.mark.parametrize(
    ("pile", "cards", "wanted"),
    [
        ("1L 3L 8L", "4P1 5P1 6P1 7P1 9P1", KoiKoi()),  # five points, five cards
        ("1L 3L 8L", "4P1 5P1 6P1 7P1", Shobu()),  # four cards
        ("1L 3L 8L 12L", "4P1 5P1 6P1 7P1 9P1", Shobu()),  # eight points
    ],
)
def test_greedy_calls_below_six_points_with_five_cards(
    pile: str, cards: str, wanted: object
) -> None:
    state = position(cards, "2P1", pile=pile, phase=Phase.DECIDE)
    assert choice(GreedyAgent(), state) == wanted


def test_greedy_breaks_ties_by_its_own_chance() -> None:
    state = position("1P1 2P1 4P1", "5A")
    chosen = {str(choice(GreedyAgent(str(number)), state)) for number in range(50)}
    assert len(chosen) == 3


def test_greedy_counts_by_the_rules_in_play() -> None:
    # Under `animal` the cup is no plain; under `both_twice` it is two, and completes Kasu.
    plains = " ".join(card.code for card in cards_of(_plains(8)))
    hand, field = "9P1 12P1", "9A 12L"
    both = replace(STANDARD, sake_cup="both_twice")
    assert choice(GreedyAgent(), position(hand, field, pile=plains, rules=both)) == Play(
        Card.parse("9P1")
    )


def _plains(count: int) -> Mask:
    plains = [card for card in CARDS if card.kind.value == "P" and card.month not in (9, 11, 12)]
    return mask_of(plains[:count])


def test_greedy_beats_random_in_most_matches() -> None:
    won = 0
    for number in range(20):
        state = new_match(replace(STANDARD, rounds=6), f"strength {number}")
        agents = (GreedyAgent("a"), RandomAgent("b"))
        while legal := legal_actions(state):
            seat = state.to_act
            action = legal[0] if seat is None else agents[seat].choose(view(state, seat), legal)
            state, _ = apply(state, action)
        assert state.result is not None
        won += state.result.winner == 0
    assert won >= 15
