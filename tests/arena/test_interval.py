"""Means and intervals: by hand, and against Student's distribution in closed form."""

from __future__ import annotations

from math import atan, cos, inf, pi, sin, sqrt
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.arena.interval import Estimate, estimate, student_quantile

SAMPLES = st.lists(st.floats(-50, 50), min_size=2, max_size=40)


def student_cdf(t: float, degrees: int) -> float:
    """Student's distribution function for t > 0: formulas 26.7.3 and 26.7.4 of Abramowitz and
    Stegun, which are exact.
    """
    angle = atan(t / sqrt(degrees))
    square = cos(angle) ** 2
    odd = degrees % 2
    term = total = cos(angle) if odd else 1.0
    for k in range(2 + odd, degrees - 1, 2):
        term *= (k - 1) / k * square
        total += term
    if degrees == 1:
        total = 0.0
    inside = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return 0.5 + inside / 2


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    # From the tables in print.
    [(1, 12.706), (2, 4.303), (4, 2.776), (10, 2.228), (11, 2.201), (30, 2.042), (120, 1.980)],
)
def test_student_quantiles_are_those_of_the_tables(degrees: int, quantile: float) -> None:
    assert round(student_quantile(degrees), 3) == quantile


def test_student_quantiles_fit_the_distribution_at_every_number_of_degrees() -> None:
    for degrees in (*range(1, 200), 999, 5000):
        quantile = student_quantile(degrees)
        assert student_cdf(quantile - 1e-5, degrees) < 0.975 < student_cdf(quantile + 1e-5, degrees)


def test_student_quantiles_fall_to_the_normal_one() -> None:
    quantiles = [student_quantile(degrees) for degrees in (*range(1, 100), 10**6)]
    assert quantiles == sorted(quantiles, reverse=True)
    assert quantiles[-1] == pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-5)
    assert round(quantiles[-1], 2) == 1.96


@pytest.mark.parametrize("degrees", [0, -1])
def test_there_are_no_quantiles_without_degrees_of_freedom(degrees: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        student_quantile(degrees)


def test_an_interval_by_hand() -> None:
    # Mean 5, squared deviations 9 + 1 + 1 + 9 = 20, s = sqrt(20 / 3), t = 3.1824 for 3 degrees:
    # 3.1824 · 2.5820 / 2 = 4.1085.
    found = estimate([2, 4, 6, 8])
    assert found.mean == 5
    assert found.low == pytest.approx(0.8915, abs=1e-4)
    assert found.high == pytest.approx(9.1085, abs=1e-4)


def test_an_interval_of_many_samples_by_hand() -> None:
    # 5000 zeros and 5000 ones: s = 0.5000, 1.96 · 0.5 / 100 = 0.0098.
    found = estimate([0.0, 1.0] * 5000)
    assert found.mean == 0.5
    assert found.low == pytest.approx(0.4902, abs=5e-6)
    assert found.high == pytest.approx(0.5098, abs=5e-6)


def test_two_samples_have_a_wide_interval() -> None:
    # Mean 0.5, s = sqrt(1/2), over sqrt(2) it is 0.5; t = 12.706.
    assert estimate([0, 1]).high == pytest.approx(0.5 + 12.7062 / 2, abs=1e-4)


def test_one_sample_has_no_interval() -> None:
    assert estimate([3.5]) == Estimate(3.5, None, None)


def test_samples_that_are_all_equal_have_an_interval_without_width() -> None:
    assert estimate([0.25] * 7) == Estimate(0.25, 0.25, 0.25)


def test_no_sample_is_no_estimate() -> None:
    with pytest.raises(ValueError, match="a sample"):
        estimate([])


@given(SAMPLES, st.randoms(use_true_random=False))
def test_the_order_of_the_samples_makes_no_difference(samples: list[float], chance: object) -> None:
    mixed = list(samples)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert estimate(mixed) == estimate(samples)


@given(SAMPLES)
def test_the_interval_lies_evenly_around_the_mean(samples: list[float]) -> None:
    found = estimate(samples)
    assert found.low is not None
    assert found.high is not None
    assert found.low <= found.mean <= found.high
    assert found.high - found.mean == pytest.approx(found.mean - found.low)


@pytest.mark.parametrize(
    ("given_", "clamped"),
    [
        (Estimate(0.9, 0.7, 1.1), Estimate(0.9, 0.7, 1.0)),
        (Estimate(0.1, -0.1, 0.3), Estimate(0.1, 0.0, 0.3)),
        (Estimate(0.5, 0.4, 0.6), Estimate(0.5, 0.4, 0.6)),
        (Estimate(0.5, -inf, inf), Estimate(0.5, 0.0, 1.0)),
        (Estimate(0.5), Estimate(0.5)),
    ],
)
def test_an_interval_is_clamped_to_what_is_possible(given_: Estimate, clamped: Estimate) -> None:
    assert given_.clamped(0.0, 1.0) == clamped
