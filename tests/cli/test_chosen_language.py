"""The language: what the command line says, then the options, then the environment."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from koikoi.cli.main import main
from koikoi.store.settings import Settings, save_settings
from koikoi.text import catalogue
from tests.cli.conftest import CommandLine
from tests.text.tongues import install

ENGLISH = "There is no unfinished match.\n"
JAPANESE = "途中の対局はありません。\n"
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "TERM")


@pytest.fixture(autouse=True)
def japanese(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / "home"))
    install(tmp_path / "locale", monkeypatch)
    yield
    catalogue._load.cache_clear()


def said(cli: CommandLine, command: str) -> str:
    result = cli(*shlex.split(command))
    assert result.code == 0, result.err
    return result.out


@pytest.mark.parametrize(
    "command",
    [
        "--lang ja unfinished",
        "unfinished --lang ja",
        "--lang=ja unfinished",
        "unfinished --lang=ja",
        "--lang en unfinished --lang ja",
        "unfinished --lang ja_JP.UTF-8",
        "unfinished --lang ja-JP",
    ],
)
def test_the_language_may_stand_before_and_after_the_command(
    cli: CommandLine, command: str
) -> None:
    assert said(cli, command) == JAPANESE


@pytest.mark.parametrize("name", VARIABLES[:4])
def test_the_environment_names_the_language(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "ja_JP.UTF-8")
    assert said(cli, "unfinished") == JAPANESE
    assert said(cli, "unfinished --lang en") == ENGLISH


def test_the_options_count_more_than_the_environment_and_less_than_the_command(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOIKOI_HOME", str(cli.home))
    save_settings(Settings(language="ja"))
    assert said(cli, "unfinished") == JAPANESE
    assert said(cli, "unfinished --lang en") == ENGLISH
    save_settings(Settings(language="en"))
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert said(cli, "unfinished") == ENGLISH
    save_settings(Settings(language="auto"))
    assert said(cli, "unfinished") == JAPANESE


def test_options_that_name_a_language_that_has_gone_say_it_in_english(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOIKOI_HOME", str(cli.home))
    save_settings(Settings(language="tlh"))
    assert said(cli, "unfinished") == ENGLISH


def test_a_damaged_catalogue_is_english(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "locale" / "ja" / "LC_MESSAGES" / "koikoi.mo").write_bytes(b"nonsense")
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert said(cli, "unfinished") == ENGLISH


@pytest.mark.parametrize("command", ["--lang xx rules", "rules --lang=xx", "--lang ''", "--lang="])
def test_an_unknown_language_is_refused_with_those_that_there_are(
    cli: CommandLine, command: str
) -> None:
    refusal = cli(*shlex.split(command)).refusal
    assert refusal.endswith("there are en (English) and ja (日本語).")


def test_a_language_without_its_name_is_refused_by_argparse(cli: CommandLine) -> None:
    assert cli("unfinished", "--lang").refusal.startswith("argument --lang: expected one argument")
    assert "引数が1つ必要です" in main_err(["--lang", "ja", "unfinished", "--lang"])


def main_err(arguments: list[str]) -> str:
    error = TextIOWrapper(BytesIO(), encoding="utf-8")
    before, sys.stderr = sys.stderr, error
    try:
        assert main(arguments) == 2
        error.flush()
    finally:
        sys.stderr = before
    buffer = error.buffer
    assert isinstance(buffer, BytesIO)
    return buffer.getvalue().decode()


def test_argparse_speaks_the_language_too(cli: CommandLine) -> None:
    assert said(cli, "--lang ja --help").startswith("使い方: koikoi")
    assert said(cli, "rules --help --lang ja").startswith("使い方: koikoi rules")
    assert "コマンド:" in said(cli, "--help --lang ja")
    assert cli("--lang", "ja", "--nonsense").err.startswith("koikoi: 未知の引数: --nonsense")
    assert said(cli, "--help").startswith("usage: koikoi")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_an_output_without_its_letters_is_english_and_says_so(
    encoding: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(paper, encoding=encoding))
    assert main(["unfinished", "--lang", "ja"]) == 0
    assert paper.getvalue().decode(encoding) == ENGLISH
    assert capsys.readouterr().err == ("koikoi: Japanese cannot be shown here; English is used.\n")
    # Nobody asked for it by name: there is nothing to be said.
    monkeypatch.setenv("LANG", "ja_JP")
    assert main(["unfinished"]) == 0
    assert paper.getvalue().decode(encoding) == ENGLISH * 2
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "euc_jp", "shift_jis"])
def test_japanese_encodings_have_its_letters(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(paper, encoding=encoding))
    assert main(["unfinished", "--lang", "ja"]) == 0
    assert paper.getvalue().decode(encoding) == JAPANESE


@pytest.mark.parametrize("option", ["--ascii", "--glyphs ascii", "--glyphs=safe"])
def test_signs_without_its_letters_are_english(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--lang", "ja", *option.split(), "unfinished"])
    captured = capsys.readouterr()
    assert captured.out == ENGLISH
    assert captured.err.startswith("koikoi: Japanese cannot be shown here")


def test_documents_are_the_same_in_every_language(cli: CommandLine) -> None:
    for command in (
        "yaku --json 3L 8L 9A",
        "rules standard --json",
        "rules standard --toml",
        "deal --seed spring --round 1 --json",
        "unfinished --json",
        "stats --json",
    ):
        assert said(cli, f"--lang ja {command}") == said(cli, command)
