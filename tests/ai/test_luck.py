"""The luck of the draw: nothing on average, most of the scatter, and written down as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from koikoi.ai import weights
from koikoi.ai.agent import Agent
from koikoi.ai.baseline import GreedyAgent, RandomAgent
from koikoi.ai.batch import Batch, Options
from koikoi.ai.luck import Draw, DrawBook, luck, pair_luck
from koikoi.ai.network import BadWeights
from koikoi.ai.piles import Doubles
from koikoi.ai.policies import ValuePolicy
from koikoi.ai.weights import shipped
from koikoi.assets import MissingAsset
from koikoi.engine.actions import Play, Take
from koikoi.engine.events import CardDrawn
from koikoi.engine.flow import apply, legal_actions, matching, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view
from tests.ai.chance import wild_rules
from tests.ai.nets import NETWORK, made_network
from tests.engine.stack import cards, mask
from tests.engine.walk import COURSES, Course, Step, walk


def written(course: Course | Rules, seed: str) -> Iterator[tuple[Step, DrawBook]]:
    """A random match with the book as it stands at each rest."""
    book = DrawBook()
    for step in walk(course, seed):
        book.hear(step.events, step.state.round.deck)
        yield step, book


def draws_of(course: Course | Rules, seed: str) -> list[Draw]:
    (*_, (_, book)) = written(course, seed)
    return book.draws


# The book ----------------------------------------------------------------------------------------


def before_draw(before: MatchState, step: Step, opened: MatchState) -> Draw:
    """The draw that an action led to, from the states before and after it."""
    now = opened.round
    action = step.action
    if isinstance(action, Play):
        card = action.card
        taken, choice = matching(opened.rules, now.field, card)
        assert not choice
    else:
        assert isinstance(action, Take)
        assert before.round.in_play is not None
        card, taken = before.round.in_play, 1 << action.card
    roles = now.oya, 1 - now.oya
    captured = [now.captured[seat] for seat in roles]
    if taken:
        captured[roles.index(now.mover)] |= taken | 1 << card
    return Draw(
        round=now.number,
        seat=now.mover,
        turn=now.turn,
        hand=now.hands[now.mover] & ~(1 << card),
        field=now.field & ~taken if taken else now.field | 1 << card,
        captured=(captured[0], captured[1]),
        decided=(now.decided[roles[0]], now.decided[roles[1]]),
        calls=(now.calls[roles[0]], now.calls[roles[1]]),
        stock=tuple(int(one) for one in now.stock),
    )


def assert_book(course: Course | Rules, seed: str) -> int:
    before: MatchState | None = None
    opened: MatchState | None = None
    count = 0
    for step, book in written(course, seed):
        if before is not None and before.phase is Phase.PLAY:
            opened = before
        if any(isinstance(event, CardDrawn) for event in step.events):
            count += 1
            assert before is not None
            assert opened is not None
            assert book.draws[-1] == before_draw(before, step, opened)
            drawn = [event for event in step.events if isinstance(event, CardDrawn)]
            assert [int(event.card) for event in drawn] == [book.draws[-1].stock[0]]
        assert len(book.draws) == count
        before = step.state
    return count


@pytest.mark.parametrize("name", COURSES)
def test_every_draw_is_written_down_as_it_was(name: str) -> None:
    # The one round that a dealt hand ends has none.
    assert assert_book(COURSES[name], "book") or name == "a dealt hand ends the match"


def test_every_draw_is_written_down_under_any_rules() -> None:
    rng = np.random.default_rng(1)
    for number in range(12):
        assert_book(wild_rules(rng), f"book {number}")


# Luck --------------------------------------------------------------------------------------------

SETS: dict[str, Rules] = {name: preset(name) for name in PRESET_NAMES}
SETS |= {f"wild {number}": wild_rules(np.random.default_rng(number)) for number in range(4)}


@pytest.mark.parametrize("name", SETS)
def test_over_all_cards_that_could_have_come_luck_is_nothing(name: str) -> None:
    rules = SETS[name]
    draws = [*draws_of(replace(rules, rounds=4, starting_points=0), f"luck {name}")][::5]
    assert draws
    for draw in draws:
        stock = draw.stock
        each = [
            draw._replace(stock=(*stock[place:], *stock[:place])) for place in range(len(stock))
        ]
        brought = luck(NETWORK, rules, each)
        assert brought.shape == (len(stock),)
        assert np.isfinite(brought).all()
        assert abs(float(brought.sum())) < 1e-6


def test_luck_does_not_hang_on_the_order_of_the_cards_that_did_not_come() -> None:
    rules = SETS["standard"]
    draws = draws_of(rules, "order")[:30]
    others = [one._replace(stock=(one.stock[0], *sorted(one.stock[1:]))) for one in draws]
    assert [*draws] != [*others]
    np.testing.assert_allclose(luck(NETWORK, rules, draws), luck(NETWORK, rules, others), atol=1e-4)


def test_luck_of_a_draw_is_its_own() -> None:
    """Draws of any rounds and turns come together; each has the luck it has alone."""
    rules = SETS["nintendo"]
    draws = draws_of(rules, "alone")
    order = np.random.default_rng(2).permutation(len(draws))
    together = luck(NETWORK, rules, [draws[place] for place in order])
    for at in range(0, len(draws), 17):
        alone = luck(NETWORK, rules, [draws[order[at]]])
        assert float(alone[0]) == pytest.approx(float(together[at]), abs=1e-4)
    assert luck(NETWORK, rules, []).shape == (0,)


def test_a_draw_that_wins_at_once_is_lucky() -> None:
    # Four lights are there, and decided on; the Moon would make five of them.
    lights = mask("1L 3L 11L 12L")
    stock = tuple(map(int, cards("8L 1R 1P1 2A 2R 2P1 4A 4R 4P1 5A 5R 5P1 6A")))
    draw = Draw(
        round=1,
        seat=0,
        turn=11,
        hand=mask("10A 10R"),
        field=mask("8A"),
        captured=(0, lights),
        decided=(0, lights),
        calls=(0, 1),
        stock=stock,
    )
    others = draw._replace(stock=(*stock[1:], stock[0]))
    brought = luck(shipped(), SETS["standard"], [draw, others])
    assert brought[0] > 5
    assert brought[1] < 0


def test_luck_is_measured_against_the_mean_over_the_whole_stock() -> None:
    """The ko's last draw: one of nine cards makes five lights, the others exhaust the round."""
    rules = replace(SETS["standard"], exhausted_points=3, double_from=0, goko=20)
    lights = mask("1L 3L 11L 12L")
    stock = tuple(map(int, cards("8L 1R 2A 2R 4A 4R 5A 5R 6A")))
    draw = Draw(
        round=1,
        seat=0,
        turn=15,
        hand=0,
        field=mask("8A"),
        captured=(0, lights),
        decided=(0, lights),
        calls=(0, 1),
        stock=stock,
    )
    others = [draw._replace(stock=(*stock[place:], *stock[:place])) for place in range(1, 9)]
    won, lost = 20.0, -3.0
    mean = (won + 8 * lost) / 9
    expected = [won - mean, *(lost - mean for _ in others)]
    assert luck(NETWORK, rules, [draw, *others]).tolist() == pytest.approx(expected, abs=1e-5)


def test_a_draw_is_looked_at_with_what_who_draws_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Batch] = []

    class Noted(ValuePolicy):
        def draw(self, batch: Batch, options: Options) -> Doubles:
            shown.append(batch)
            return super().draw(batch, options)

    monkeypatch.setattr("koikoi.ai.luck.ValuePolicy", Noted)
    for draw in draws_of(SETS["standard"], "known")[:40]:
        luck(NETWORK, SETS["standard"], [draw])
        batch = shown.pop()
        role = draw.turn % 2
        assert batch.turn == draw.turn
        assert batch.drawn.tolist() == list(draw.stock)
        assert set(batch.hands[role].tolist()) == {draw.hand}
        assert set(batch.hands[1 - role].tolist()) == {0}
        assert set(batch.field.tolist()) == {draw.field}
        assert set(batch.month.tolist()) == {draw.round}
        for side in range(2):
            assert set(batch.captured[side].tolist()) == {draw.captured[side]}
            assert set(batch.decided[side].tolist()) == {draw.decided[side]}
            assert set(batch.calls[side].tolist()) == {draw.calls[side]}


# Pairs of matches --------------------------------------------------------------------------------


def book_of(rules: Rules, seed: str) -> DrawBook:
    (*_, (_, book)) = written(rules, seed)
    return book


@pytest.mark.parametrize("start", [0, 30])
def test_luck_of_a_pair_is_that_of_the_same_deals_from_both_sides(start: int) -> None:
    rules = replace(SETS["standard"], rounds=2, starting_points=start)
    books = book_of(rules, "first"), book_of(rules, "second")
    found = pair_luck(rules, books)
    assert found is not None
    for seat, book in enumerate(books):
        brought = luck(shipped(), rules, book.draws)
        own = sum(
            float(one) if draw.seat == seat else -float(one)
            for draw, one in zip(book.draws, brought, strict=True)
        )
        # Where the loser pays, the lead grows by twice the points.
        assert found[seat] == pytest.approx(2 * own if start else own, abs=1e-6)


def test_without_weights_there_is_no_luck_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koikoi.ai.luck.usable", lambda: False)
    rules = replace(SETS["standard"], rounds=1)
    assert pair_luck(rules, (book_of(rules, "a"), book_of(rules, "b"))) is None


@pytest.mark.parametrize("error", [MissingAsset("ai"), BadWeights("torn"), PermissionError()])
def test_weights_that_cannot_be_read_are_not_usable(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise error

    assert weights.usable.__wrapped__()
    monkeypatch.setattr(weights, "shipped", missing)
    assert not weights.usable.__wrapped__()


# Over many rounds --------------------------------------------------------------------------------


Numbers = npt.NDArray[np.float64]


@cache
def played(rules: Rules, matches: int, *, greedy: bool) -> tuple[list[Draw], Numbers, list[int]]:
    """The draws of matches, seat 0's points of each round, and the round of each draw."""
    draws: list[Draw] = []
    points: list[int] = []
    of: list[int] = []
    for match in range(matches):
        make = GreedyAgent if greedy else RandomAgent
        agents: tuple[Agent, Agent] = (make(f"{match}a"), make(f"{match}b"))
        book = DrawBook()
        state = new_match(rules, f"many {match}")
        book.hear(state.history, state.round.deck)
        while legal := legal_actions(state):
            seat = state.to_act
            action = legal[0] if seat is None else agents[seat].choose(view(state, seat), legal)
            state, events = apply(state, action)
            book.hear(events, state.round.deck)
        of += [len(points) + draw.round - 1 for draw in book.draws]
        draws += book.draws
        points += [result.points[0] - result.points[1] for result in state.results]
    return draws, np.array(points, np.float64), of


def of_seat_0(draws: list[Draw], brought: Numbers, of: list[int], rounds: int) -> Numbers:
    """The luck of each round, as seat 0 sees it."""
    signed = np.where([draw.seat == 0 for draw in draws], brought, -brought)
    return np.asarray(np.bincount(of, weights=signed, minlength=rounds), np.float64)


def mean_and_error(values: Numbers) -> tuple[float, float]:
    return float(values.mean()), float(values.std() / np.sqrt(len(values)))


@pytest.mark.parametrize("seed", [0, 3])
def test_luck_is_nothing_on_average_whatever_the_network_thinks(seed: int) -> None:
    rules = replace(preset("standard"), rounds=12)
    draws, points, of = played(rules, 25, greedy=True)
    brought = luck(made_network(seed), rules, draws)
    # Of who draws, and of a seat.
    for values in (brought, of_seat_0(draws, brought, of, len(points))):
        mean, error = mean_and_error(values)
        assert error > 0
        assert abs(mean) < 4 * error


def test_points_without_luck_have_the_same_mean_and_less_scatter() -> None:
    rules = replace(preset("standard"), rounds=12)
    draws, points, of = played(rules, 25, greedy=True)
    rounds = len(points)
    assert rounds == 300
    own = of_seat_0(draws, luck(shipped(), rules, draws), of, rounds)
    mean, error = mean_and_error(own)
    assert abs(mean) < 4 * error
    rest = points - own
    assert rest.var() < 0.8 * points.var()
    assert np.corrcoef(own, points)[0, 1] > 0.4


@pytest.mark.parametrize("name", [name for name in PRESET_NAMES if name != "standard"])
def test_luck_explains_points_under_every_preset(name: str) -> None:
    rules = replace(preset(name), rounds=12, starting_points=0)
    draws, points, of = played(rules, 4, greedy=True)
    own = of_seat_0(draws, luck(shipped(), rules, draws), of, len(points))
    assert (points - own).var() < 0.9 * points.var()
