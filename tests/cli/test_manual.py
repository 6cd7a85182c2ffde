"""The manual page: up to date, complete, and what ``man`` reads without complaint."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from koikoi.cli.completion import parsers_of
from koikoi.cli.manual import _safe, page
from koikoi.cli.parser import build_parser
from koikoi.cli.parser_notes import all_notes
from koikoi.store.places import HOME_VARIABLE
from koikoi.text.catalogue import load
from tests.cli.conftest import CommandLine

PAGE = Path(__file__).parents[2] / "assets" / "man" / "koikoi.1"


def test_the_page_that_ships_is_what_the_command_prints(cli: CommandLine) -> None:
    printed = cli("man").out
    assert PAGE.read_text(encoding="utf-8") == printed, "koikoi man --lang en > assets/man/koikoi.1"


def test_it_tells_every_command_and_every_option() -> None:
    written = page(load())
    parser = build_parser(load())
    everywhere = {option for action in parser._actions for option in action.option_strings}
    for name, command in parsers_of(parser).items():
        section = written.partition(f"\n.SS {name}\n")[2].partition("\n.S")[0]
        assert f"\nExample: koikoi {name}" in section
        options = {option for action in command._actions for option in action.option_strings}
        told = set(re.findall(r"\\fB(--[a-z-]+)\\fR", section.replace("\\-", "-")))
        assert told == options - everywhere


def test_it_tells_exit_codes_variables_and_files_as_help_does(cli: CommandLine) -> None:
    shown = " ".join(cli("--help").out.split())
    written = page(load())
    for notes in all_notes(load()):
        assert f'.SH "{_safe(notes.heading.upper())}"' in written
        for term, told in notes.rows:
            assert f"{term} {told}" in shown
            assert f"\\fB{_safe(term)}\\fR\n{_safe(told)}\n" in written
    assert f"{HOME_VARIABLE} " in shown


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (".TH evil", "\\&.TH evil"),
        ("'tis", "\\&'tis"),
        ("--to\\ml", "\\-\\-to\\eml"),
        ('a "quoted" word', "a \\(dqquoted\\(dq word"),
    ],
)
def test_a_text_is_nothing_but_a_text_to_roff(words: str, written: str) -> None:
    assert _safe(words) == written


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff here")
def test_groff_has_nothing_to_say_against_it() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", str(PAGE)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stderr == ""
    assert "Shika" in done.stdout


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="no mandoc here")
def test_mandoc_finds_no_mistake_in_it() -> None:
    done = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "error", str(PAGE)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "")
