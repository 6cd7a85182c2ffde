"""What argparse says by itself comes from the catalogue too."""

from __future__ import annotations

import argparse
import gettext
from collections.abc import Iterator
from pathlib import Path

import pytest

import koikoi.text.catalogue
from koikoi.cli import argparse_words
from koikoi.cli.argparse_words import NUMBERED, WORDS
from koikoi.cli.main import main

CALLS = [
    "--help",
    *(f"{name} --help" for name in ["play", "yaku", "rules", "deal", "replay", "verify", "bench"]),
    "yaku",
    "nonsense",
    "--nonsense",
    "play extra",
    "play --first nobody",
    "play --rounds",
    "play --rounds x",
    "play --plain=yes",
    "rules --toml --json standard",
    "bench everything",
    "deal --round 1",
]


@pytest.fixture(autouse=True)
def domain() -> Iterator[None]:
    before = gettext.textdomain()
    yield
    gettext.textdomain(before)


@pytest.mark.parametrize("call", CALLS)
def test_every_word_of_argparse_is_in_the_catalogue(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def single(message: str | None) -> str | None:
        asked.extend([message] if message else [])
        return message

    def numbered(one: str, many: str, count: int) -> str:
        assert (one, many) in NUMBERED
        return one if count == 1 else many

    monkeypatch.setattr(argparse, "_", single)
    monkeypatch.setattr(argparse, "ngettext", numbered)
    main(call.split())
    assert asked
    # Our own headings come here too, in their language already.
    assert set(asked) <= {*WORDS, "commands"}


def test_argparse_speaks_the_language_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    catalog = pytest.importorskip("babel.messages.catalog").Catalog(locale="ja")
    catalog.add("usage: ", "使い方: ")
    catalog.add("unrecognized arguments: %s", "未知の引数: %s")
    path = tmp_path / "ja" / "LC_MESSAGES" / "koikoi.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        pytest.importorskip("babel.messages.mofile").write_mo(file, catalog)
    for module in (koikoi.text.catalogue, argparse_words):
        monkeypatch.setattr(module, "locale_directory", lambda: tmp_path)
    monkeypatch.setenv("LANGUAGE", "ja")
    assert main(["--help"]) == 0
    assert capsys.readouterr().out.startswith("使い方: koikoi")
    assert main(["--nonsense"]) == 2
    assert capsys.readouterr().err.startswith("koikoi: 未知の引数: --nonsense")
