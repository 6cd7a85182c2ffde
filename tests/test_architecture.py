"""The house keeps its shape: rooms, the one direction of imports, names, sizes, what loads when."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

import koikoi

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "koikoi"

TOP_LEVEL = {"pyproject.toml", "README.md", "koikoi", "tests", "assets", "LICENSE"}

# What a room may import of the others. A room that does not exist yet has its line already.
ROOMS: dict[str, set[str]] = {
    "engine": set(),
    "text": {"engine"},
    "record": {"engine"},
    "ai": {"engine"},
    "match": {"engine", "record", "ai"},
    "review": {"engine", "record", "ai"},
    "arena": {"engine", "record", "ai", "match"},
    "store": {"engine", "record"},
    "table": {"engine", "text", "record", "ai", "match", "review", "store"},
}
ROOMS["lesson"] = ROOMS["table"]
ROOMS["tui"] = set(ROOMS)
ROOMS["host"] = set(ROOMS)
ROOMS["cli"] = set(ROOMS)

HEAVY = {"textual", "rich", "numpy", "asyncio"}
"""What nobody waits for who does not use it."""

# What must not be loaded when a whole room is imported, with everything that it imports.
NEVER_LOADED: dict[str, set[str]] = {
    "engine": HEAVY | {"random", "secrets"},
    "text": HEAVY,
    "record": HEAVY,
    "ai": {"textual", "rich"},
    "match": {"textual", "rich"},
    "review": {"textual", "rich"},
    "arena": {"textual", "rich"},
    "store": HEAVY | {"koikoi.match", "koikoi.ai", "koikoi.text"},
    "table": {"textual", "rich"},
    "lesson": {"textual", "rich"},
}

ENGINE_NEVER_IMPORTS = {"random", "secrets", "time", "datetime", "asyncio", "threading", "socket"}

OPTIONAL = {"torch", "asyncssh", "aiohttp", "PIL"}
"""Distributions of the extras: a module that needs one may be impossible to import here."""

NAMES_THAT_SAY_NOTHING = {
    *("util", "utils", "helper", "helpers", "manager", "managers"),
    *("service", "services", "common", "misc", "tools"),
}

MOST_LINES_OF_A_MODULE = 400
MOST_LINES_OF_A_FUNCTION = 50


def rooms() -> list[str]:
    """The rooms that exist."""
    return sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))


def modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), name_of(path))


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports anywhere, by its whole name."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: a relative import"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def loaded_after(code: str) -> set[str]:
    """The modules that a fresh Python has loaded after this code."""
    script = f"{code}\nimport sys\nprint('LOADED', *sys.modules, sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("LOADED")[2].split())


each_room = pytest.mark.parametrize("room", rooms())
MODULES = modules(PACKAGE)
FILES = [*MODULES, *modules(ROOT / "tests")]


# What loads when ---------------------------------------------------------------------------------


def test_importing_koikoi_loads_nothing_heavy_and_no_room() -> None:
    loaded = loaded_after("import koikoi")
    assert not loaded & HEAVY
    assert not {name for name in loaded if name.startswith("koikoi.")}


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_version_and_help_load_nothing_heavy(argument: str) -> None:
    if find_spec("koikoi.cli.main") is None:
        pytest.skip("there is no command line yet")
    loaded = loaded_after(
        "from koikoi.cli.main import main\n"
        f"try:\n    main([{argument!r}])\n"
        "except SystemExit as end:\n    assert not end.code"
    )
    assert not loaded & HEAVY
    assert "koikoi.cli.main" in loaded


@each_room
def test_room_can_be_imported_alone_and_loads_nothing_foreign(room: str) -> None:
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in modules(PACKAGE / room)
        if path.stem != "__main__"
    ]
    loaded = loaded_after(
        "from importlib import import_module\n"
        f"for name in {names!r}:\n"
        "    try:\n        import_module(name)\n"
        "    except ModuleNotFoundError as error:\n"
        f"        if error.name not in {OPTIONAL!r}: raise"
    )
    assert f"koikoi.{room}" in loaded
    assert not loaded & NEVER_LOADED.get(room, set())


def test_only_training_needs_torch() -> None:
    using = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if re.search(
            r"^\s*(import torch|from torch)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    assert using == {"ai/training.py", "cli/train.py"}


@pytest.mark.parametrize("level", ["1", "5"])
def test_a_table_is_set_without_what_its_computer_needs_to_think(
    level: str, tmp_path: Path
) -> None:
    loaded = loaded_after(
        f"import os\nos.environ['KOIKOI_HOME'] = {str(tmp_path)!r}\n"
        "from koikoi.engine.presets import preset\n"
        "from koikoi.table.setup import Setup, new_table\n"
        "from koikoi.text.catalogue import load\n"
        f"assert new_table(Setup(preset('standard'), {level!r}), load(), '').computer"
    )
    assert "koikoi.ai.levels" in loaded
    assert not loaded & {"numpy", "koikoi.ai.players", "textual", "rich"}


def test_public_names_can_be_imported_from_koikoi() -> None:
    for name in koikoi.__all__:
        assert getattr(koikoi, name) is not None
    assert dir(koikoi) == sorted(koikoi.__all__)
    with pytest.raises(AttributeError, match="no_such_name"):
        koikoi.no_such_name  # noqa: B018


# The direction of imports ------------------------------------------------------------------------


def test_module_imports_only_the_rooms_below_its_own() -> None:
    upwards = {}
    for path in MODULES:
        room, *rest = path.relative_to(PACKAGE).parts
        if not rest:
            continue  # The package's own files only forward to the rooms.
        imported = {name.split(".")[1] for name in imports(path) if name.startswith("koikoi.")}
        if above := (imported & set(ROOMS)) - ROOMS[room] - {room}:
            upwards[name_of(path)] = above
    assert upwards == {}


@each_room
def test_every_room_is_in_the_plan(room: str) -> None:
    assert room in ROOMS


@pytest.mark.parametrize("path", modules(PACKAGE / "engine"), ids=name_of)
def test_engine_has_no_chance_clock_or_event_loop(path: Path) -> None:
    imported = {name.split(".")[0] for name in imports(path)}
    assert not imported & ENGINE_NEVER_IMPORTS
    others = imported - set(sys.stdlib_module_names) - {"koikoi"}
    assert not others, "the engine needs the standard library only"


@pytest.mark.parametrize("path", modules(PACKAGE / "engine"), ids=name_of)
def test_only_presets_reads_files(path: Path) -> None:
    files = {"pathlib", "io", "os", "importlib", "shutil", "tempfile"}
    imported = {name.split(".")[0] for name in imports(path)}
    opens = any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open"
        for node in ast.walk(tree_of(path))
    )
    assert path.stem == "presets" or not (imported & files or opens)


# Names and sizes ---------------------------------------------------------------------------------


@each_room
def test_room_says_what_it_holds_and_what_it_may_import(room: str) -> None:
    text = ast.get_docstring(tree_of(PACKAGE / room / "__init__.py")) or ""
    assert len(text) > 60
    assert "may import" in text or "may use" in text


def test_module_says_what_it_is_for() -> None:
    written = [path for path in MODULES if path.stat().st_size]
    assert [name_of(path) for path in written if not ast.get_docstring(tree_of(path))] == []


def test_module_stays_short() -> None:
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {one: lines for one, lines in lengths.items() if lines >= MOST_LINES_OF_A_MODULE} == {}


def _body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function from its ``def`` on, without the docstring."""
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    if ast.get_docstring(function) is not None:
        text = function.body[0]
        assert text.end_lineno is not None
        lines -= text.end_lineno - text.lineno + 1
    return lines


def test_functions_stay_short() -> None:
    long = {
        (name_of(path), node.name): lines
        for path in FILES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := _body_lines(node)) > MOST_LINES_OF_A_FUNCTION
    }
    assert long == {}


def test_module_has_a_name_that_says_something() -> None:
    words = {
        name_of(path): set(
            path.relative_to(ROOT).with_suffix("").as_posix().replace("_", "/").split("/")
        )
        for path in FILES
    }
    assert {one: said for one, said in words.items() if said & NAMES_THAT_SAY_NOTHING} == {}


def test_top_level_is_what_was_asked_for() -> None:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("the project is no git checkout here")
    listed = subprocess.run(
        [git, "ls-files", "-z"], capture_output=True, text=True, cwd=ROOT, check=True
    ).stdout.split("\0")
    top = {name.split("/")[0] for name in listed if name}
    assert {name for name in top if not name.startswith(".")} == TOP_LEVEL
