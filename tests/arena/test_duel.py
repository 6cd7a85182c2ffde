"""Mirrored pairs: the same deals, swapped seats, half a win for a draw, faults made good."""

from __future__ import annotations

import asyncio
import doctest
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count

import pytest

import koikoi.ai
import koikoi.arena
from koikoi.ai.agent import Agent, agent_seed
from koikoi.arena import duel as duel_module
from koikoi.arena.duel import (
    DEFAULT_SEED,
    Duel,
    Maker,
    PairResult,
    pair_seed,
    play_match,
    play_pairs,
    summary,
)
from koikoi.arena.effort import Effort
from koikoi.engine.actions import Action, KoiKoi, NextRound, Play, Resign, Shobu, Take
from koikoi.engine.cards import CARDS, Card
from koikoi.engine.events import RoundDealt
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules
from koikoi.engine.view import PlayerView
from koikoi.match.session import fallback
from tests.arena.odd import Odd, Sleepy, answering, first, raising, unmakable

RULES = replace(preset("standard"), rounds=2)

GREEDY: Maker = partial(koikoi.ai.load, "greedy")
RANDOM: Maker = partial(koikoi.ai.load, "random")


def agents(a: Maker, b: Maker) -> tuple[Agent, Agent]:
    return a("east"), b("west")


# Matches -----------------------------------------------------------------------------------------


def test_an_agent_gets_its_own_seats_view_and_the_legal_actions() -> None:
    asked: list[tuple[int, PlayerView, tuple[Action, ...]]] = []

    def spy(seat: int) -> Odd:
        def look(seen: PlayerView, legal: tuple[Action, ...]) -> Action:
            asked.append((seat, seen, legal))
            return legal[0]

        return Odd(look)

    report = play_match(RULES, "spy", (spy(0), spy(1)))
    assert {seat for seat, _, _ in asked} == {0, 1}
    for seat, seen, legal in asked:
        assert type(seen) is PlayerView
        assert seen.seat == seen.to_act == seat
        assert seen.seed is None
        assert {type(action) for action in legal} <= {Play, Take, KoiKoi, Shobu}
        assert {action.ply for action in legal} == {seen.ply}
        for event in seen.history:
            if isinstance(event, RoundDealt):
                assert event.hands[1 - seat] is None
    assert sum(effort.decisions for effort in report.efforts) == len(asked)
    assert report.rounds == 2


def test_a_match_that_ends_early_has_fewer_rounds() -> None:
    short = replace(preset("standard"), rounds=12, starting_points=1)
    report = play_match(short, "early", agents(GREEDY, GREEDY))
    assert report.rounds < 12
    assert sum(report.scores) == 2


def test_a_decisions_time_is_the_agents_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock is a second after the one before, so each decision takes one."""
    ticks: Iterator[int] = count(step=10**9)
    monkeypatch.setattr(duel_module, "perf_counter_ns", lambda: next(ticks))
    report = play_match(RULES, "clock", agents(first, raising(ValueError())))
    for effort in report.efforts:
        assert effort.decisions > 5
        assert effort.milliseconds == 1000.0


def test_an_agent_that_was_never_asked_has_no_time() -> None:
    assert Effort().milliseconds is None


def test_what_an_agent_loads_first_takes_none_of_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0]
    monkeypatch.setattr(duel_module, "perf_counter_ns", lambda: now[0])

    def pass_(nanoseconds: int) -> None:
        now[0] += nanoseconds

    def decide(_seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        pass_(7)
        return legal[0]

    sleepy = Sleepy(lambda rules: pass_(10**9 * rules.rounds), decide)
    efforts = play_match(RULES, "loads", (sleepy, Odd(decide))).efforts
    assert [one.nanoseconds for one in efforts] == [7 * one.decisions for one in efforts]
    assert now[0] == 10**9 * RULES.rounds + sum(one.nanoseconds for one in efforts)


def test_an_agent_that_cannot_load_has_crashed_and_the_table_plays() -> None:
    def fail(rules: Rules) -> None:
        raise LookupError(rules.name)

    sleepy = Sleepy(fail, lambda _, legal: legal[0])
    effort = play_match(RULES, "loads", (sleepy, first(""))).efforts[0]
    assert effort.crashed == effort.decisions


# Faults ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "play 1L",
        0,
        (),
        Play(-1),  # type: ignore[arg-type]
        Play(1.0),  # type: ignore[arg-type]
        Play("1L"),  # type: ignore[arg-type]
        Play(None),  # type: ignore[arg-type]
        Take(None),  # type: ignore[arg-type]
        NextRound(),
        Resign(0),
        Resign(1),
        Shobu(ply=99_999),
    ],
)
def test_an_answer_that_is_not_legal_is_made_good_and_counted(answer: object) -> None:
    report = play_match(RULES, "odd", agents(answering(answer), GREEDY))
    odd, sound = report.efforts
    assert odd.illegal == odd.decisions == odd.faults > 5
    assert (odd.crashed, odd.errors) == (0, frozenset())
    assert sound.faults == 0
    assert report.rounds == 2


@pytest.mark.parametrize(
    "error",
    [
        ValueError(),
        StopIteration(),
        RecursionError(),
        SystemExit(3),
        GeneratorExit(),
        asyncio.CancelledError(),
        BaseException(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_is_made_good_and_counted(error: BaseException) -> None:
    report = play_match(RULES, "odd", agents(GREEDY, raising(error)))
    sound, odd = report.efforts
    assert odd.crashed == odd.decisions == odd.faults > 5
    assert (odd.illegal, odd.errors) == (0, frozenset([type(error).__name__]))
    assert sound.faults == 0
    assert report.rounds == 2


def test_the_table_moves_as_it_does_at_any_table() -> None:
    class Fallback:
        name = "fallback"

        def choose(self, seen: PlayerView, legal: tuple[Action, ...]) -> Action:
            return fallback(seen, legal)

    broken = play_match(RULES, "table", agents(raising(ValueError()), GREEDY))
    sound = play_match(RULES, "table", agents(lambda _: Fallback(), GREEDY))
    assert broken.scores == sound.scores


def stale(ply: Callable[[int], int | None]) -> Maker:
    """Agents that play well, with another ply at it."""

    def play(seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        return replace(koikoi.ai.load("greedy").choose(seen, legal), ply=ply(seen.ply))

    return lambda _: Odd(play)


@pytest.mark.parametrize(
    ("ply", "legal"),
    [(lambda ply: ply, True), (lambda _: None, True), (lambda ply: ply - 1, False)],
)
def test_an_action_for_another_moment_is_illegal(
    ply: Callable[[int], int | None], legal: bool
) -> None:
    odd, _ = play_match(RULES, "stale", agents(stale(ply), GREEDY)).efforts
    assert odd.illegal == (0 if legal else odd.decisions)


def test_a_card_that_the_agent_does_not_hold_is_illegal() -> None:
    def play(seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        return next(Play(card) for card in CARDS if not seen.hand >> card & 1)

    odd, _ = play_match(RULES, "card", agents(lambda _: Odd(play), GREEDY)).efforts
    assert odd.illegal == odd.decisions


@pytest.mark.parametrize("kind", [int, float])
def test_a_number_is_no_card_even_if_it_is_equal_to_one(kind: Callable[[Card], Card]) -> None:
    def play(seen: PlayerView, legal: tuple[Action, ...]) -> Action:
        action = legal[0]
        return replace(action, card=kind(action.card)) if isinstance(action, Play) else action

    odd, _ = play_match(RULES, "number", agents(lambda _: Odd(play), GREEDY)).efforts
    # Every turn but those of choices begins with a card from the hand.
    assert odd.illegal > odd.decisions / 2


def test_control_c_while_an_agent_thinks_is_no_fault_of_the_agents() -> None:
    with pytest.raises(KeyboardInterrupt):
        play_match(RULES, "stop", agents(GREEDY, raising(KeyboardInterrupt())))


def test_an_agent_that_cannot_be_made_ends_the_duel() -> None:
    with pytest.raises(LookupError):
        play_pairs(Duel(GREEDY, unmakable, RULES), [1])


# Pairs -------------------------------------------------------------------------------------------


def test_both_matches_of_a_pair_deal_the_same_and_the_seats_are_swapped() -> None:
    dealt: list[tuple[str, str, int, RoundDealt]] = []

    def spying(name: str, seed: str) -> Odd:
        def look(seen: PlayerView, legal: tuple[Action, ...]) -> Action:
            assert seen.seat is not None
            deal = next(event for event in seen.history if isinstance(event, RoundDealt))
            dealt.append((name, seed, seen.seat, deal))
            return legal[0]

        return Odd(look)

    one_round = replace(RULES, rounds=1)
    play_pairs(Duel(partial(spying, "A"), partial(spying, "B"), one_round), [3])
    seed = pair_seed(DEFAULT_SEED, 3)
    seats = {(name, given, seat) for name, given, seat, _ in dealt}
    # Each agent had both seats, and at a seat the seat's own seed.
    assert seats == {(name, agent_seed(seed, seat), seat) for name in "AB" for seat in (0, 1)}
    for seat in (0, 1):
        assert len({deal for _, _, at, deal in dealt if at == seat}) == 1


@pytest.mark.parametrize("maker", [GREEDY, RANDOM, first], ids=["greedy", "random", "first"])
@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_an_agent_against_itself_is_exactly_even(maker: Maker, rules: str) -> None:
    """Also for a random one: its chance comes from the seat, not from which of the two it is."""
    batch = play_pairs(Duel(maker, maker, preset(rules)), [1, 2])
    for pair in batch.pairs:
        assert pair.differences[0] == -pair.differences[1]
        assert pair.rounds[0] == pair.rounds[1]
        assert (pair.win_rate, pair.points_per_round) == (0.5, 0.0)
    # The matches were not all draws.
    assert any(pair.differences[0] for pair in batch.pairs)


def test_swapping_a_and_b_swaps_the_figures() -> None:
    ab = play_pairs(Duel(GREEDY, RANDOM, RULES), range(1, 9))
    ba = play_pairs(Duel(RANDOM, GREEDY, RULES), range(1, 9))
    one, other = summary(ab.pairs, ab.efforts), summary(ba.pairs, ba.efforts)
    assert one.a.win_rate == other.b.win_rate
    assert one.a.points_per_round == other.b.points_per_round
    assert one.a.effort.decisions == other.b.effort.decisions
    assert one.a.win_rate.mean > 0.5


def test_a_longer_duel_begins_with_the_pairs_of_a_shorter_one() -> None:
    duel = Duel(GREEDY, RANDOM, RULES)
    assert play_pairs(duel, range(1, 6)).pairs[:2] == play_pairs(duel, range(1, 3)).pairs


def test_the_seed_decides_the_deals() -> None:
    seeds = {pair_seed(seed, number) for seed in ("koikoi", "spring") for number in (1, 2, 11)}
    assert len(seeds) == 6
    # Published: figures of different versions and machines can be compared.
    assert pair_seed("koikoi", 1).startswith("26c2f7218d8c7c3f")
    played = [play_pairs(Duel(GREEDY, RANDOM, RULES, seed), [1, 2]).pairs for seed in ("a", "b")]
    assert played[0] != played[1]


@pytest.mark.parametrize("seed", ["", "x" * 201, "a\nb"])
def test_a_seed_that_is_none_is_refused_at_once(seed: str) -> None:
    with pytest.raises(ValueError, match="printable"):
        Duel(GREEDY, RANDOM, RULES, seed)


@pytest.mark.parametrize("seed", ["x" * 200, "花"])
def test_every_seed_has_pairs(seed: str) -> None:
    assert len(play_pairs(Duel(GREEDY, RANDOM, RULES, seed), [1_000_000]).pairs) == 1


# Figures -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("differences", "share"),
    [
        ((5, 1), 1.0),
        ((5, 0), 0.75),
        ((0, 5), 0.75),
        ((5, -9), 0.5),
        ((-9, 5), 0.5),
        ((0, 0), 0.5),
        ((0, -1), 0.25),
        ((-1, -1), 0.0),
    ],
)
def test_a_drawn_match_is_half_a_win(differences: tuple[int, int], share: float) -> None:
    assert PairResult(1, differences, (12, 12)).win_rate == share


def test_points_a_round_are_over_the_rounds_that_were_played() -> None:
    assert PairResult(1, (10, -4), (2, 1)).points_per_round == 2.0


def test_the_figures_of_a_duel_by_hand() -> None:
    pairs = [
        PairResult(2, (-6, 0), (2, 2)),  # 0.25 of the wins, -1.5 points a round
        PairResult(1, (4, 8), (2, 2)),  # all the wins, 3 points a round
        PairResult(3, (1, 2), (2, 4)),  # all the wins, 0.5 points a round
    ]
    result = summary(pairs, (Effort(decisions=4, nanoseconds=2_000_000), Effort(decisions=1)))
    assert [pair.number for pair in result.pairs] == [1, 2, 3]
    assert result.rounds == 14
    a, b = result.a, result.b
    # Every pair counts the same, however many rounds it had.
    assert a.win_rate.mean == 0.75
    assert a.points_per_round.mean == pytest.approx(2 / 3)
    # s = sqrt(3) / 4, over sqrt(3) it is 1 / 4; t = 4.3027 for 2 degrees: 0.75 ± 1.0757, clamped.
    assert (a.win_rate.low, a.win_rate.high) == (0.0, 1.0)
    # s² = (2.3333² + 2.1667² + 0.1667²) / 2 = 5.0833; 4.3027 · 2.2546 / 1.7321 = 5.6008.
    assert a.points_per_round.low == pytest.approx(2 / 3 - 5.6008, abs=1e-4)
    assert a.points_per_round.high == pytest.approx(2 / 3 + 5.6008, abs=1e-4)
    assert a.effort.milliseconds == 0.5
    # B's are the other side of the same.
    assert b.win_rate.mean == 0.25
    assert b.points_per_round.mean == -a.points_per_round.mean
    assert a.points_per_round.high is not None
    assert b.points_per_round.low == -a.points_per_round.high
    assert b.effort.decisions == 1


def test_a_single_pair_has_figures_without_intervals() -> None:
    result = summary([PairResult(1, (0, 0), (12, 12))])
    assert (result.a.win_rate.mean, result.a.win_rate.low, result.a.win_rate.high) == (
        0.5,
        None,
        None,
    )
    assert str(result.b.points_per_round.mean) == "0.0"


def test_no_pair_has_no_figures() -> None:
    with pytest.raises(ValueError, match="a sample"):
        summary([])


def test_the_example_in_the_documentation_comes_out() -> None:
    assert doctest.testmod(koikoi.arena) == (0, 9)
