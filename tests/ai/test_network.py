"""The network's chances, its file, and what is no file of weights."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from koikoi.ai import network, weights
from koikoi.ai.features import TABLE_ROWS, encoder
from koikoi.ai.levels import WEIGHTS_FILE
from koikoi.ai.network import ARRAYS, BadWeights, Network, read, save
from koikoi.ai.outcomes import CLASSES, EXHAUSTED, STEPS, class_of, point_worths
from koikoi.ai.rulesight import rule_figures
from koikoi.ai.weights import about_shipped, shipped
from koikoi.assets import MissingAsset, asset
from koikoi.engine.presets import preset
from tests.ai.chance import PRESETS, rule_sets
from tests.ai.nets import NETWORK, made_network
from tests.ai.seeing import positions, rows_of

STANDARD = preset("standard")
ABOUT = {"generation": 7, "rounds": 1000}

Parts = dict[str, Any]


def parts_of(source: Network) -> Parts:
    note = json.dumps({"format": network.FORMAT, "unit": source.unit})
    halves = {name: array.astype(np.float16) for name, array in source.arrays.items()}
    return {"table": source.table, "about": np.frombuffer(note.encode(), np.uint8), **halves}


def noted(parts: Parts, **changes: Any) -> Parts:
    """The parts with another note."""
    about = {**json.loads(parts["about"].tobytes()), **changes}
    kept = {key: value for key, value in about.items() if value is not None}
    return {**parts, "about": np.frombuffer(json.dumps(kept).encode(), np.uint8)}


def written(path: Path, parts: Parts) -> Path:
    with path.open("wb") as file:
        np.savez(file, allow_pickle=True, **parts)
    return path


# Chances -----------------------------------------------------------------------------------------


def test_chances_of_a_position_are_shares_of_one() -> None:
    seen = positions(np.random.default_rng(1), 300)
    for source in (NETWORK, made_network(2, first=3, second=5, context=1), shipped()):
        for rules in rule_sets(3, 6):
            chances = source.under(rules).chances(seen)
            assert chances.shape == (300, CLASSES)
            assert (chances >= 0).all()
            np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-5)


def test_chances_are_what_the_layers_say_one_by_one() -> None:
    seen = positions(np.random.default_rng(2), 20)
    for rules in rule_sets(2, 4):
        own = NETWORK.arrays
        rows, figures = encoder(rules).encode(seen)
        context = np.maximum(rule_figures(rules) @ own["rules"] + own["rules_bias"], 0)
        table = NETWORK.table.astype(np.float64) * NETWORK.unit
        first = np.stack([table[looks].sum(axis=0) for looks in rows])
        first = np.maximum(first + figures @ own["figures"] + context @ own["first_shift"], 0)
        second = first * (1 + context @ own["first_scale"]) @ own["second"]
        second = np.maximum(second + own["second_bias"] + context @ own["second_shift"], 0)
        logits = second * (1 + context @ own["second_scale"]) @ own["third"]
        logits += own["third_bias"] + context @ own["third_shift"]
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(NETWORK.under(rules).chances(seen), shares, rtol=1e-3, atol=1e-6)


def test_rules_make_a_difference_and_are_worked_out_once() -> None:
    seen = positions(np.random.default_rng(3), 20)
    one, other = NETWORK.under(STANDARD), NETWORK.under(PRESETS["nintendo"])
    assert not np.allclose(one.chances(seen), other.chances(seen), atol=1e-3)
    assert NETWORK.under(STANDARD) is one


def test_no_positions_have_no_chances() -> None:
    none = rows_of(positions(np.random.default_rng(4), 1), slice(0, 0))
    assert NETWORK.under(STANDARD).chances(none).shape == (0, CLASSES)


# Outcomes ----------------------------------------------------------------------------------------


def test_points_of_a_round_belong_to_the_class_of_the_nearest_step() -> None:
    for points in range(1, 400):
        (won, lost) = class_of(np.array([points, -points])).tolist()
        step = min(STEPS, key=lambda step: (abs(step - points), step))
        assert won - EXHAUSTED - 1 == STEPS.index(step)
        # What one wins the other loses.
        assert won + lost == CLASSES - 1
    assert class_of(np.zeros(1, np.int32)).tolist() == [EXHAUSTED]


@pytest.mark.parametrize("exhausted", [0, 6, 50])
def test_classes_are_worth_their_points_to_both(exhausted: int) -> None:
    oya, ko = point_worths(exhausted)
    assert oya[EXHAUSTED + 1 :].tolist() == list(STEPS)
    assert oya[EXHAUSTED] == exhausted
    assert (oya == -ko[::-1]).all()
    for points in STEPS:
        (won, lost) = class_of(np.array([points, -points])).tolist()
        assert (oya[won], ko[lost]) == (points, -points)


# The file ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second", "context"), [(12, 8, 4), (40, 3, 1), (1, 1, 9)])
def test_a_saved_file_reads_back(tmp_path: Path, first: int, second: int, context: int) -> None:
    source = made_network(3, first, second, context)
    path = tmp_path / "network.npz"
    save(path, source, ABOUT)
    again, about = read(path)
    assert about == ABOUT
    assert (again.table == source.table).all()
    assert again.unit == source.unit
    assert set(again.arrays) == set(ARRAYS)
    seen = positions(np.random.default_rng(5), 100)
    for rules in PRESETS.values():
        np.testing.assert_allclose(
            again.under(rules).chances(seen), source.under(rules).chances(seen), atol=1e-5
        )


def test_a_file_keeps_half_of_the_digits(tmp_path: Path) -> None:
    """So that it stays small; chances hardly move."""
    source = made_network(4)
    fine = {name: array * np.float32(1.0001) for name, array in source.arrays.items()}
    save(tmp_path / "network.npz", Network(source.table, source.unit, fine), {})
    again, _ = read(tmp_path / "network.npz")
    seen = positions(np.random.default_rng(6), 100)
    assert (again.arrays["third"] != fine["third"]).any()
    np.testing.assert_allclose(
        again.under(STANDARD).chances(seen), source.under(STANDARD).chances(seen), atol=5e-3
    )


def test_the_shipped_file_is_small_and_sound() -> None:
    path = asset(WEIGHTS_FILE)
    assert path.stat().st_size < 3_000_000
    assert shipped() is shipped()
    assert isinstance(about_shipped(), dict)
    assert shipped().table.shape[0] == TABLE_ROWS
    with zipfile.ZipFile(path) as file:
        assert {name.removesuffix(".npy") for name in file.namelist()} == {
            *ARRAYS,
            "table",
            "about",
        }


# Files that are none -----------------------------------------------------------------------------


class Trap:
    """Whoever unpickles it is caught."""

    sprung = False

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return _spring, ()


def _spring() -> None:
    Trap.sprung = True


def _without(name: str) -> Callable[[Parts], Parts]:
    return lambda parts: {key: part for key, part in parts.items() if key != name}


def _with(name: str, make: Callable[[Any], Any]) -> Callable[[Parts], Parts]:
    return lambda parts: {**parts, name: make(parts.get(name))}


def _spoilt(value: float) -> Callable[[Any], Any]:
    def make(array: Any) -> Any:
        spoilt = array.copy()
        spoilt.flat[3] = value
        return spoilt

    return make


BAD_PARTS: dict[str, Callable[[Parts], Parts]] = {
    "nothing": lambda _: {},
    "no table": _without("table"),
    "no note": _without("about"),
    "one array too few": _without("third_bias"),
    "one array too many": _with("more", lambda _: np.zeros(3, np.float16)),
    "an older version": lambda parts: noted(parts, format=0),
    "a newer version": lambda parts: noted(parts, format=network.FORMAT + 1),
    "no version": lambda parts: noted(parts, format=None),
    "no step": lambda parts: noted(parts, unit=None),
    "a step of nothing": lambda parts: noted(parts, unit=0),
    "a step that is no number": lambda parts: noted(parts, unit=float("nan")),
    "a step without end": lambda parts: noted(parts, unit=float("inf")),
    "a step beyond single precision": lambda parts: noted(parts, unit=1e300),
    "a step in words": lambda parts: noted(parts, unit="small"),
    "a note that is a list": _with("about", lambda _: np.frombuffer(b"[1, 2]", np.uint8)),
    "a note that is no JSON": _with("about", lambda _: np.frombuffer(b"{", np.uint8)),
    "a note that is no text": _with("about", lambda _: np.frombuffer(b"\xff\xfe", np.uint8)),
    "NaN": _with("second", _spoilt(float("nan"))),
    "a layer that reaches nothing": _with("first_top", lambda top: top * 0),
    "a layer that reaches less": _with("second_top", _spoilt(-1)),
    "infinity": _with("figures", _spoilt(float("-inf"))),
    "a row too few": _with("table", lambda table: table[:-1]),
    "a flat table": _with("table", lambda table: table.reshape(-1)),
    "an empty table": _with("table", lambda table: table[:, :0]),
    "a table of wider numbers": _with("table", lambda table: table.astype(np.int32)),
    "a table of fractions": _with("table", lambda table: table.astype(np.float16)),
    "a table whose sums are too great": _with("table", _spoilt(2000)),
    "a table whose sums are too small": _with("table", _spoilt(-32768)),
    "another width": _with("second", lambda second: second[1:]),
    "other classes": _with("third", lambda third: third[:, 1:]),
    "one axis more": _with("third_bias", lambda bias: bias[None]),
    "one axis less": _with("rules", lambda rules: rules[0]),
    "a single number": _with("rules", lambda _: np.float16(1)),
    "whole numbers": _with("rules_bias", lambda bias: bias.astype(np.int16)),
    "words": _with("rules_bias", lambda bias: bias.astype(str)),
    "complex numbers": _with("rules_bias", lambda bias: bias.astype(np.complex64)),
    "double precision": _with("rules_bias", lambda bias: bias.astype(np.float64) * 1e300),
    "objects": _with("rules_bias", lambda _: np.array([Trap()] * 4, object)),
}


@pytest.mark.parametrize("name", BAD_PARTS)
def test_a_file_with_other_parts_is_no_weights(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "network.npz", BAD_PARTS[name](parts_of(NETWORK)))
    with pytest.raises(BadWeights, match=r"network\.npz (holds|has format)"):
        read(path)
    assert not Trap.sprung


def test_the_parts_as_they_should_be_are_weights(tmp_path: Path) -> None:
    """The test of the tests above: what they change is what is refused."""
    again, _ = read(written(tmp_path / "network.npz", parts_of(NETWORK)))
    assert (again.table == NETWORK.table).all()


def npy(array: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=True)
    return file.getvalue()


BAD_BYTES = {
    "empty": b"",
    "text": b"These are no weights.\n" * 50,
    "a single array": npy(np.zeros(5)),
    "an array of objects": npy(np.array([Trap()], object)),
    "a pickle": pickle.dumps(Trap()),
    "a pickle of old": pickle.dumps([Trap()], protocol=0),
    "the head of an archive": b"PK\x03\x04" + bytes(60),
    "the end of an archive": b"PK\x05\x06" + bytes(18),
}


@pytest.mark.parametrize("name", BAD_BYTES)
def test_a_foreign_file_is_no_weights_and_no_pickle_is_loaded(tmp_path: Path, name: str) -> None:
    path = tmp_path / "network.npz"
    path.write_bytes(BAD_BYTES[name])
    with pytest.raises(BadWeights):
        read(path)
    assert not Trap.sprung


def test_a_trap_springs_where_somebody_unpickles_it() -> None:
    pickle.loads(BAD_BYTES["a pickle"])
    assert Trap.sprung
    Trap.sprung = False


def test_a_file_torn_or_spoilt_anywhere_is_refused_or_the_same(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    save(path, made_network(5, 2, 2, 1), {})
    whole = path.read_bytes()
    good, _ = read(path)
    rng = np.random.default_rng(7)
    for length in (*rng.integers(0, len(whole), 20), len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(BadWeights):
            read(path)
    for place in rng.integers(0, len(whole), 60):
        spoilt = bytearray(whole)
        spoilt[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(spoilt)
        try:
            again, _ = read(path)
        except BadWeights:
            continue
        assert (again.table == good.table).all()


def test_a_missing_file_and_a_folder_are_errors_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "network.npz")
    with pytest.raises(OSError, match="director"):
        read(tmp_path)


def test_missing_weights_are_a_missing_asset(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Path:
        raise MissingAsset(name)

    monkeypatch.setattr(weights, "asset", missing)
    shipped.cache_clear()
    with pytest.raises(MissingAsset, match=WEIGHTS_FILE):
        shipped()
    with pytest.raises(MissingAsset):
        about_shipped()
    monkeypatch.undo()
    # What failed is not remembered.
    assert shipped().table.size
