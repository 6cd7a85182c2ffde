"""``koikoi train``: what it refuses; the training itself is tested where PyTorch is."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from koikoi.ai.network import read
from tests.cli.conftest import CommandLine

HAS_TORCH = find_spec("torch") is not None


@pytest.mark.skipif(HAS_TORCH, reason="PyTorch is here")
def test_without_pytorch_it_says_what_to_install(cli: CommandLine, tmp_path: Path) -> None:
    said = cli("train", str(tmp_path / "net.npz"))
    assert said.code == 2
    assert said.err == (
        "koikoi: koikoi train needs PyTorch, which the extra “train” brings: "
        "pip install '.[train]'\n"
    )


def test_a_missing_folder_is_named(cli: CommandLine, tmp_path: Path) -> None:
    said = cli("train", str(tmp_path / "nowhere" / "net.npz"))
    assert said.code == 2
    assert "There is no folder" in said.err


@pytest.mark.parametrize("option", ["--every", "--minutes"])
def test_numbers_out_of_range_are_refused(option: str, cli: CommandLine, tmp_path: Path) -> None:
    said = cli("train", str(tmp_path / "net.npz"), option, "-1")
    assert said.code == 2
    assert said.err.count("\n") == 1


@pytest.mark.skipif(not HAS_TORCH, reason="training needs the extra “train”")
def test_it_trains_and_goes_on(cli: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    first = cli("train", str(path), "--generations", "2", "--every", "1", "--minutes", "0.001")
    assert first.code == 0
    assert read(path)[1]["generations"] < 2
    second = cli("train", str(path), "--resume", "--every", "1")
    assert second.code == 0
    about = read(path)[1]
    assert about["generations"] == 2
    assert json.dumps(about)
    missing = cli("train", str(tmp_path / "other.npz"), "--resume")
    assert missing.code == 2
    assert "no course" in missing.err


@pytest.mark.parametrize("name", ["net", "net.course"])
def test_a_name_that_is_none_for_weights_is_refused(
    name: str, cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = cli("train", name)
    assert said.code == 2
    assert "has to end with .npz" in said.err


def test_weights_that_exist_are_not_replaced(cli: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    path.write_bytes(b"dear")
    said = cli("train", str(path))
    assert said.code == 2
    assert "exists; give another name" in said.err
    assert path.read_bytes() == b"dear"


def test_a_course_is_resumed_as_it_is(cli: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    assert "no course" in cli("train", str(path), "--resume").err
    path.with_suffix(".course").write_bytes(b"garbage")
    said = cli("train", str(path), "--resume", "--seed", "3")
    assert said.code == 2
    assert "leave --generations, --seed and --rules away" in said.err


@pytest.mark.skipif(not HAS_TORCH, reason="training needs the extra “train”")
def test_garbage_is_no_course(cli: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    path.with_suffix(".course").write_bytes(b"garbage")
    said = cli("train", str(path), "--resume")
    assert said.code == 2
    assert "is no course of training" in said.err
