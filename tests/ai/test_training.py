"""Training: the plan, the course, and that stopping it changes nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from koikoi.ai.network import ARRAYS, Network
from koikoi.ai.selfplay import Manner, lessons
from koikoi.engine.presets import preset

torch = pytest.importorskip(
    "torch", reason="training needs the extra “train”", exc_type=ImportError
)

from koikoi.ai.features import FIGURES, LOOKUPS, TABLE_ROWS  # noqa: E402
from koikoi.ai.outcomes import CLASSES  # noqa: E402
from koikoi.ai.plan import Plan  # noqa: E402
from koikoi.ai.training import MOST_TOTAL, Course, Model, in_steps  # noqa: E402

SMALL = Plan(
    generations=3,
    rounds=12,
    fixed=("nintendo",),
    turns=("yakuza", "wikipedia"),
    varied=1,
    first=16,
    second=8,
    context=4,
    batch=64,
    memory=2,
)


def weights(network: Network) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    return [network.table.astype(np.float32), *(network.arrays[name] for name in ARRAYS)]


def test_the_plan_goes_from_hot_to_cold() -> None:
    plan = Plan(generations=100)
    first, last = plan.manner(0), plan.manner(99)
    assert (first.temperature, first.trace) == (0.25, 0.8)
    assert last.temperature < 0.06
    assert last.trace == 0.6
    assert first.straying > last.straying > 0
    rates = [plan.rate_at(generation) for generation in range(100)]
    assert rates[:30] == [plan.rate] * 30
    assert rates[30:] == sorted(rates[30:], reverse=True)
    assert rates[-1] >= plan.last_rate


def test_a_course_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = Course.new(SMALL)
    reports = list(whole.run())
    assert [report.generation for report in reports] == [1, 2, 3]
    assert reports[-1].rounds > reports[0].rounds > 0
    stopped = Course.new(SMALL)
    next(iter(stopped.run()))
    stopped.save(tmp_path / "it.course")
    resumed = Course.resumed(tmp_path / "it.course")
    assert resumed.report.generation == 1
    # What was played ahead with the first generation's weights is played again.
    assert len(list(resumed.run())) == 2
    for one, other in zip(
        weights(whole.average.frozen()), weights(resumed.average.frozen()), strict=True
    ):
        assert np.array_equal(one, other)


def test_the_same_seed_trains_the_same_and_another_seed_something_else() -> None:
    def trained(seed: int) -> Network:
        course = Course.new(SMALL.changed(seed=seed, generations=1))
        assert len(list(course.run())) == 1
        return course.average.frozen()

    first, again, other = trained(5), trained(5), trained(6)
    assert np.array_equal(first.table, again.table)
    assert not np.array_equal(first.table, other.table)


def test_the_frozen_network_finds_what_the_model_finds() -> None:
    model = Model(SMALL)
    with torch.no_grad():
        for name in ("first_scale", "second_shift", "second_scale", "third_shift"):
            getattr(model, name).normal_(0, 0.1)
    rules = preset("koikoi-japan")
    network = model.frozen().under(rules)
    found, _ = lessons(network, rules, 8, Manner(kept=1.0), np.random.default_rng(1))
    rows, figures = found.rows.astype(np.int32), found.figures.astype(np.float32)
    from koikoi.ai.rulesight import rule_figures

    with torch.no_grad():
        logits = model(
            torch.from_numpy(rows),
            torch.from_numpy(figures),
            torch.from_numpy(rule_figures(rules)[None]),
            torch.zeros(len(rows), dtype=torch.long),
        )
    expected = torch.softmax(logits, 1).numpy()
    assert np.abs(network.chances_of(rows, figures) - expected).max() < 0.01


def test_lessons_are_positions_with_chances() -> None:
    rules = preset("standard")
    network = Model(SMALL).frozen().under(rules)
    found, rounds = lessons(network, rules, 20, Manner(), np.random.default_rng(2))
    assert 15 <= rounds <= 20
    assert found.rows.shape[1:] == (LOOKUPS,)
    assert found.figures.shape[1:] == (FIGURES,)
    assert found.targets.shape[1:] == (CLASSES,)
    assert 0 <= found.rows.min() <= found.rows.max() < TABLE_ROWS
    assert np.allclose(found.targets.astype(np.float32).sum(axis=1), 1, atol=0.01)


def test_no_sum_of_look_ups_leaves_sixteen_bits() -> None:
    table = np.random.default_rng(3).normal(size=(50, 4)).astype(np.float32) * 9
    steps, unit = in_steps(table)
    assert LOOKUPS * int(np.abs(steps.astype(np.int64)).max()) <= MOST_TOTAL + LOOKUPS
    assert np.abs(steps * unit - table).max() <= unit
