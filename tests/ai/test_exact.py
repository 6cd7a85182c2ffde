"""The network in whole numbers: near to its weights, and the same in whatever order it is added."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from koikoi.ai import calibration
from koikoi.ai.calibration import calibrated
from koikoi.ai.dice import Dice
from koikoi.ai.exact import exact
from koikoi.ai.network import BadWeights, Network
from koikoi.ai.outcomes import CLASSES, point_worths
from koikoi.ai.piles import Ints
from koikoi.ai.policies import on_grid
from koikoi.ai.weights import shipped
from tests.ai.chance import PRESETS, rule_sets
from tests.ai.nets import NETWORK, made_network
from tests.ai.seeing import positions, rows_of

SEEN = positions(np.random.default_rng(1), 400)
STANDARD = PRESETS["standard"]


def reordered(network: Network, first: Ints, second: Ints) -> Network:
    """The same network with its inner values in another order."""
    own = network.arrays
    arrays = {
        **own,
        "figures": own["figures"][:, first],
        "first_shift": own["first_shift"][:, first],
        "first_scale": own["first_scale"][:, first],
        "first_top": own["first_top"][first],
        "second": own["second"][first][:, second],
        "second_bias": own["second_bias"][second],
        "second_shift": own["second_shift"][:, second],
        "second_scale": own["second_scale"][:, second],
        "second_top": own["second_top"][second],
        "third": own["third"][second],
    }
    return Network(np.ascontiguousarray(network.table[:, first]), network.unit, arrays)


# Near --------------------------------------------------------------------------------------------


def test_exact_chances_are_shares_of_one() -> None:
    for network in (NETWORK, shipped()):
        for rules in rule_sets(3, 6):
            chances = exact(network, rules).chances(SEEN)
            assert chances.shape == (len(SEEN.hand), CLASSES)
            assert (chances > 0).all()
            np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-12)


@pytest.mark.parametrize("name", PRESETS)
def test_exact_chances_of_the_shipped_network_are_near_its_own(name: str) -> None:
    rules = PRESETS[name]
    near, own = exact(shipped(), rules).chances(SEEN), shipped().under(rules).chances(SEEN)
    worths = point_worths(rules.exhausted_points)[0]
    # In points of a round; real differences between ways to play are tenths.
    wrong = np.abs((near - own) @ worths)
    assert np.median(wrong) < 0.05
    assert np.abs(near - own).mean() < 0.002


def test_rules_are_worked_out_once() -> None:
    assert exact(NETWORK, STANDARD) is exact(NETWORK, STANDARD)
    one, other = (exact(NETWORK, PRESETS[name]) for name in ("standard", "nintendo"))
    assert not np.allclose(one.chances(SEEN), other.chances(SEEN), atol=1e-3)


# The same ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("network", [NETWORK, shipped()], ids=["small", "shipped"])
def test_the_order_of_adding_changes_no_bit(network: Network) -> None:
    """What a machine with other vector widths does."""
    rng = np.random.default_rng(2)
    first, second = (rng.permutation(size) for size in network.arrays["second"].shape)
    other = reordered(network, first, second)
    for rules in rule_sets(2, 2):
        assert (exact(network, rules).chances(SEEN) == exact(other, rules).chances(SEEN)).all()


def test_the_order_of_adding_changes_bits_of_fractions() -> None:
    """The test of the test above: it would find out."""
    rng = np.random.default_rng(2)
    first, second = (rng.permutation(size) for size in shipped().arrays["second"].shape)
    other = reordered(shipped(), first, second)
    fractions = [network.under(STANDARD).chances(SEEN) for network in (shipped(), other)]
    assert (fractions[0] != fractions[1]).any()
    np.testing.assert_allclose(fractions[0], fractions[1], rtol=1e-3, atol=1e-6)


def test_a_position_has_the_same_bits_alone_and_among_others() -> None:
    own = exact(shipped(), STANDARD)
    together = own.chances(SEEN)
    for row in (0, 1, 100, 255, 256, 399):
        assert (own.chances(rows_of(SEEN, slice(row, row + 1)))[0] == together[row]).all()


def test_figures_that_differ_by_rounding_alone_are_the_same() -> None:
    """Tenths are no fractions of two; how they were rounded is forgotten."""
    own = exact(shipped(), STANDARD)
    rows, figures = own.encoder.encode(SEEN)
    nearly = figures * np.float32(1 + 3e-7)
    assert (nearly != figures).any()
    assert (own.chances_of(rows, nearly) == own.chances_of(rows, figures)).all()


def test_what_reaches_beyond_the_calibration_is_cut_off() -> None:
    """However far: nothing overflows, and chances stay chances."""
    arrays: dict[str, Any] = NETWORK.arrays
    tops = {name: arrays[name] / 16 for name in ("first_top", "second_top")}
    far = {name: arrays[name] * 50 for name in ("second_bias", "third_bias")}
    for changed in (tops, far, {**tops, **far}):
        network = replace(NETWORK, arrays={**arrays, **changed})
        chances = exact(network, STANDARD).chances(SEEN)
        assert np.isfinite(chances).all()
        np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-12)


def test_weights_that_whole_numbers_cannot_hold_are_refused() -> None:
    with pytest.raises(BadWeights, match="too great"):
        exact(replace(NETWORK, unit=1e-9), STANDARD)


def test_no_positions_have_no_chances() -> None:
    none = rows_of(SEEN, slice(0, 0))
    assert exact(NETWORK, STANDARD).chances(none).shape == (0, CLASSES)


def test_calibration_finds_what_layers_reach_and_changes_no_weight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(calibration, "_ROUNDS", 12)
    monkeypatch.setattr(calibration, "_VARIED", 2)
    source = made_network(3, 6, 4, 2)
    own = calibrated(source)
    assert {name for name in own.arrays if (own.arrays[name] != source.arrays[name]).any()} == {
        *("first_top", "second_top"),
    }
    for name in ("first_top", "second_top"):
        top = own.arrays[name]
        assert (top > 0).all()
        # The file keeps half of the digits, and it is calibrated for what the file keeps.
        assert (top == top.astype(np.float16)).all()


# Values and dice ---------------------------------------------------------------------------------


def test_values_that_are_equal_but_for_rounding_are_equal_on_the_grid() -> None:
    values = np.array([0.3, 0.1 + 0.2, 1.0, 1.0 + 1e-9, -7.25, -np.inf])
    found = on_grid(values)
    assert found[0] == found[1]
    assert found[2] == found[3]
    assert found[4:].tolist() == [-7.25, -np.inf]
    assert on_grid(np.array([1.0, 1.0 + 1e-6])).tolist()[0] < 1.0000005


def test_dice_fall_the_same_everywhere() -> None:
    """PCG64's raw numbers are promised; these are made of them."""
    dice = Dice([1, 2, 3])
    assert dice.fractions(3).tolist() == GOLDEN
    assert Dice([1, 2, 3]).fractions(2, 3).shape == (2, 3)
    assert Dice([1, 2, 4]).fractions(3).tolist() != GOLDEN
    assert Dice([1]).fractions(0).shape == (0,)


GOLDEN = [0.6704722626516632, 0.1110146366693816, 0.5115090823948739]


def test_dice_shuffle_every_row_by_itself() -> None:
    rows = np.tile(np.arange(6) * 7, (4000, 1))
    found = Dice([5]).orders(rows)
    assert (np.sort(found, axis=1) == rows).all()
    # Every card comes first, and last, as often as any other: 667 times, give or take 95.
    for column in (0, 5):
        counts = np.bincount(found[:, column] // 7)
        assert counts.min() > 570
        assert counts.max() < 764
    assert Dice([5]).orders(np.zeros((3, 0), np.int64)).shape == (3, 0)
    order = Dice([6]).order(np.arange(10))
    assert sorted(order.tolist()) == list(range(10)) != order.tolist()


def test_what_happens_in_a_share_of_cases_does() -> None:
    dice = Dice([7])
    assert 0.26 < dice.events(4000, 0.3).mean() < 0.34
    assert sum(dice.happens(0.5) for _ in range(400)) in range(160, 241)
    assert not any(dice.happens(0.0) for _ in range(50))
    assert all(dice.happens(1.0) for _ in range(50))
