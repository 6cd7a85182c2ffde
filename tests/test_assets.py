"""Where the files are that ship with the program, in a wheel and in a checkout."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

import koikoi.assets
from koikoi.assets import MissingAsset, asset, is_whole_archive

ROOT = Path(__file__).parents[1]


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The folder of an installed package and that of a checkout, both empty."""
    installed, checkout = tmp_path / "shipped", tmp_path / "assets"
    monkeypatch.setattr(koikoi.assets, "_INSTALLED", installed)
    monkeypatch.setattr(koikoi.assets, "_CHECKOUT", checkout)
    return installed, checkout


def written(folder: Path, name: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True)
    path.write_text("")
    return path


def names_in_the_code() -> set[str]:
    """The files under ``assets`` that modules of the program name."""
    said = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "koikoi").rglob("*.py"))
    literals = set(re.findall(r'"(\w+/[\w./]+\.\w+)"', said))
    return {name for name in literals if (ROOT / "assets" / name).is_file()}


def test_the_pictures_of_the_cards_are_there() -> None:
    path = asset("art/cards.txt")
    assert path.is_file()
    assert path.name == "cards.txt"


def test_a_checkout_has_its_files_beside_the_code(folders: tuple[Path, Path]) -> None:
    path = written(folders[1], "art/x.txt")
    assert asset("art/x.txt") == path


def test_an_installed_package_has_its_files_inside(folders: tuple[Path, Path]) -> None:
    path = written(folders[0], "art/x.txt")
    written(folders[1], "art/x.txt")
    assert asset("art/x.txt") == path


def test_a_file_that_is_nowhere_is_named(folders: tuple[Path, Path]) -> None:
    with pytest.raises(MissingAsset) as missing:
        asset("art/x.txt")
    assert missing.value.name == "art/x.txt"
    assert str(missing.value) == "art/x.txt"


def test_a_folder_is_no_file(folders: tuple[Path, Path]) -> None:
    (folders[0] / "art/x.txt").mkdir(parents=True)
    with pytest.raises(MissingAsset):
        asset("art/x.txt")


def test_a_wheel_and_a_source_distribution_have_every_file_that_the_program_reads() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    targets = project["tool"]["hatch"]["build"]["targets"]
    shipped = targets["wheel"]["force-include"]
    read = names_in_the_code()
    assert "art/cards.txt" in read
    inside = {f"assets/{name}": f"koikoi/shipped/{name}" for name in read}
    assert inside.items() <= shipped.items()
    assert "assets" in targets["sdist"]["include"]


@pytest.mark.parametrize("damage", ["none", "missing", "empty", "torn", "changed", "folder"])
def test_an_archive_is_whole_or_not(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "it.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("a", b"1234567890" * 100)
    whole = path.read_bytes()
    if damage == "missing":
        path.unlink()
    elif damage == "folder":
        path.unlink()
        path.mkdir()
    elif damage != "none":
        spoilt = whole[:40] + b"x" + whole[41:]
        path.write_bytes({"empty": b"", "torn": whole[:600], "changed": spoilt}[damage])
    monkeypatch.setattr(koikoi.assets, "_INSTALLED", tmp_path)
    monkeypatch.setattr(koikoi.assets, "_CHECKOUT", tmp_path)
    assert is_whole_archive("it.zip") is (damage == "none")


def test_no_damage_at_any_place_does_more_than_to_be_found(folders: tuple[Path, Path]) -> None:
    path = written(folders[0], "ai/it.zip")
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("a", bytes(range(256)) * 8)
    whole = path.read_bytes()
    assert is_whole_archive("ai/it.zip")
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xA5]) + whole[place + 1 :])
        assert is_whole_archive("ai/it.zip") in (True, False)
