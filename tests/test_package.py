"""What a wheel and an sdist hold: everything that is needed, and nothing else."""

from __future__ import annotations

import email
import re
import tarfile
import zipfile
from email.message import Message
from pathlib import Path

import pytest

import koikoi
from koikoi.text.catalogue import available

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "koikoi"
WHEEL = f"koikoi-{koikoi.__version__}-py3-none-any.whl"
INFO = f"koikoi-{koikoi.__version__}.dist-info"
DATA = f"koikoi-{koikoi.__version__}.data"

SHIPPED = {
    "koikoi/shipped/art/cards.txt": "assets/art/cards.txt",
    "koikoi/shipped/ai/network.npz": "assets/ai/network.npz",
    f"{DATA}/data/share/man/man1/koikoi.1": "assets/man/koikoi.1",
}
"""What of the assets is in a wheel, and where."""


def built_wheel(source: Path, folder: Path) -> Path:
    builder = pytest.importorskip("hatchling.builders.wheel").WheelBuilder(str(source))
    (path,) = builder.build(directory=str(folder), versions=["standard"])
    return Path(path)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that an sdist unpacks to."""
    folder = tmp_path_factory.mktemp("sdist")
    builder = pytest.importorskip("hatchling.builders.sdist").SdistBuilder(str(ROOT))
    (path,) = builder.build(directory=str(folder), versions=["standard"])
    with tarfile.open(path) as archive:
        for member in archive:
            target = folder / member.name
            target.parent.mkdir(parents=True, exist_ok=True)
            content = archive.extractfile(member)
            assert content is not None
            target.write_bytes(content.read())
    return folder / f"koikoi-{koikoi.__version__}"


def files(folder: Path) -> set[str]:
    """The files of the source below a folder, without what Python and tools leave behind."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in folder.rglob("*")
        if path.is_file()
        and path.suffix not in {".pyc", ".pyo"}
        and not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
    }


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        return email.message_from_bytes(archive.read(f"{INFO}/METADATA"))


def test_a_wheel_holds_the_package_its_assets_and_its_description_and_nothing_else(
    wheel: Path,
) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    about = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}
    assert wheel.name == WHEEL
    assert len(names) == len(set(names))
    assert set(names) == files(PACKAGE) | set(SHIPPED) | {f"{INFO}/{name}" for name in about}
    assert "koikoi/py.typed" in names
    assert "koikoi/engine/presets.toml" in names
    assert "koikoi/host/tab.html" in names
    for lang in set(available()) - {"en"}:
        assert f"koikoi/text/locale/{lang}/LC_MESSAGES/koikoi.mo" in names


def test_what_ships_is_what_lies_in_the_assets(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for inside, outside in SHIPPED.items():
            assert archive.read(inside) == (ROOT / outside).read_bytes()


def test_every_asset_that_the_code_asks_for_is_in_the_wheel() -> None:
    asked = {
        found
        for path in PACKAGE.rglob("*.py")
        for found in re.findall(r"\"((?:art|ai)/[\w.]+)\"", path.read_text(encoding="utf-8"))
    }
    assert {f"koikoi/shipped/{name}" for name in asked} <= set(SHIPPED)
    assert len(asked) >= 2


def test_the_description_of_the_package_is_complete(wheel: Path) -> None:
    about = metadata(wheel)
    assert about["Name"] == "koikoi"
    assert about["Version"] == koikoi.__version__
    assert about["License-Expression"] == "MIT"
    assert about["License-File"] == "LICENSE"
    assert about["Requires-Python"] == ">=3.11"
    assert about["Description-Content-Type"] == "text/markdown"
    assert about["Summary"]
    assert "hanafuda" in about["Keywords"].split(",")
    body = about.get_payload()
    assert isinstance(body, str)
    assert body.lstrip().startswith("# Koi-Koi")
    classifiers = about.get_all("Classifier", [])
    for topic in (
        "Operating System :: POSIX :: Linux",
        "Operating System :: MacOS",
        "Programming Language :: Python :: 3.11",
        "Programming Language :: Python :: 3.12",
        "Programming Language :: Python :: 3.13",
        "Typing :: Typed",
    ):
        assert topic in classifiers
    # Windows was never tried, and is not promised.
    assert not [one for one in classifiers if "Windows" in one]


LANGUAGES = {"en": "English", "ja": "Japanese"}
"""What the classifiers call the languages."""


def test_every_language_is_among_the_classifiers(wheel: Path) -> None:
    found = metadata(wheel).get_all("Classifier", [])
    named = {one.rpartition(" ")[2] for one in found if one.startswith("Natural Language")}
    assert named == {LANGUAGES[lang] for lang in available()}


def test_the_commands_name_is_an_entry_point(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        points = archive.read(f"{INFO}/entry_points.txt").decode()
    assert "koikoi = koikoi.cli.main:main" in points


def test_an_sdist_holds_the_source_the_tests_and_the_assets(sdist: Path) -> None:
    inside = {path.relative_to(sdist).as_posix() for path in sdist.rglob("*") if path.is_file()}
    wanted = files(PACKAGE) | files(ROOT / "tests") | files(ROOT / "assets")
    rest = {"pyproject.toml", "README.md", "LICENSE", "PKG-INFO", ".gitignore"}
    assert inside == wanted | rest


def test_an_sdist_makes_the_same_wheel(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    again = built_wheel(sdist, tmp_path)
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()
