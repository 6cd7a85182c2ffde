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
