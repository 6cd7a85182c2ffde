"""``koikoi doctor``: what it finds, in terminals and without, and what it says."""

from __future__ import annotations

import os
import pty
import stat
import termios
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from koikoi.cli.doctor import (
    LIBRARIES,
    PRESENCE,
    VARIABLES,
    Advice,
    Findings,
    Place,
    document,
    examine,
)
from koikoi.cli.doctor_text import sentences
from koikoi.cli.language import LanguageReason
from koikoi.store.settings import SETTINGS, SettingsFault, SettingsProblem
from koikoi.text.catalogue import load
from koikoi.tui.terminal import (
    ColourReason,
    Colours,
    GlyphReason,
    GlyphSet,
    Mode,
    Refusal,
    Width,
)
from tests.cli.conftest import CommandLine, Result
from tests.cli.process import Program, Programs, Variables
from tests.text.pseudo import is_one_message, pseudo_text

QUESTION = "\x1b[6n"


@pytest.fixture
def programs() -> Iterator[Programs]:
    with Programs() as started:
        yield started


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the terminal that the tests run in."""
    for name in (*VARIABLES, *PRESENCE, "COLUMNS", "LINES", "PYTHONCOERCECLOCALE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("LANG", "en_US.UTF-8")


def in_terminal(
    programs: Programs,
    home: Path,
    *arguments: str,
    variables: Variables,
    size: tuple[int, int] = (24, 80),
) -> Program:
    """The doctor in a terminal with this many rows and columns."""
    screen, line = pty.openpty()
    termios.tcsetwinsize(line, size)
    try:
        program = programs.start(
            home,
            "doctor",
            *arguments,
            stdin=line,
            stdout=line,
            stderr=line,
            variables=variables,
        )
    finally:
        os.close(line)
    program.screen = screen
    return program


# What it finds -----------------------------------------------------------------------------------

FINE = Mode(
    Colours.TRUECOLOR, GlyphSet.FULL, ColourReason.COLORTERM, GlyphReason.UTF8, Width.NARROW
)
HERE = Place(Path("/home/east/koikoi"), exists=True, writable=True)
GOOD = Findings(
    stdin=True,
    stdout=True,
    stderr=True,
    size=(80, 24),
    refusal=None,
    mode=FINE,
    language=("en", LanguageReason.NOTHING),
    environ={"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "en_US.UTF-8"},
    versions={
        "koikoi": "1",
        "python": "3",
        "platform": "Linux",
        "textual": "8",
        "rich": "15",
        "numpy": "2",
        "platformdirs": "4",
    },
    extras={"asyncssh": None, "textual-serve": "1"},
    places=dict.fromkeys(("data", "config", "state", "matches"), HERE),
    unfinished=0,
    broken=0,
    settings=(),
    pictures=True,
    weights=True,
)
CLOSED = {**GOOD.places, "matches": replace(HERE, writable=False)}
NO_LIBRARIES = dict.fromkeys(LIBRARIES)
UNKNOWN_KEY = SettingsProblem(SettingsFault.UNKNOWN_KEY, Path("/x"), "key", 1)


def mode(**changes: Any) -> dict[str, Any]:
    return {"mode": FINE._replace(**changes)}


@pytest.mark.parametrize(
    ("changes", "advice"),
    [
        ({}, []),
        ({"size": None}, []),
        ({"size": (59, 20)}, [Advice.TOO_SMALL]),
        ({"size": (60, 19)}, [Advice.TOO_SMALL]),
        ({"size": (300, 100)}, []),
        ({"refusal": Refusal.DUMB}, [Advice.DUMB]),
        ({"refusal": Refusal.NOT_A_TERMINAL}, [Advice.NOT_A_TERMINAL]),
        (mode(width=Width.UNKNOWN), []),
        (mode(glyphs_by=GlyphReason.CHOSEN, glyphs=GlyphSet.ASCII), []),
        (mode(glyphs_by=GlyphReason.CONSOLE, glyphs=GlyphSet.SAFE), []),
        (mode(glyphs_by=GlyphReason.WIDE, glyphs=GlyphSet.ASCII), [Advice.WIDE]),
        (mode(glyphs_by=GlyphReason.NO_LOCALE, glyphs=GlyphSet.ASCII), [Advice.NO_LOCALE]),
        (mode(glyphs_by=GlyphReason.C_LOCALE, glyphs=GlyphSet.ASCII), [Advice.NO_LOCALE]),
        (mode(glyphs_by=GlyphReason.COERCED_LOCALE), [Advice.NO_LOCALE]),
        (mode(glyphs_by=GlyphReason.CHARSET), [Advice.NO_LOCALE]),
        (mode(colours_by=ColourReason.NO_COLOR, colours=Colours.NONE), []),
        (mode(colours_by=ColourReason.CONSOLE, colours=Colours.BASIC), []),
        (mode(colours_by=ColourReason.TERM_16, colours=Colours.BASIC), [Advice.FEW_COLOURS]),
        (
            {"refusal": Refusal.NOT_A_TERMINAL, **mode(colours_by=ColourReason.TERM_16)},
            [Advice.NOT_A_TERMINAL],
        ),
        ({"places": CLOSED}, [Advice.NOT_WRITABLE]),
        ({"unfinished": 3}, []),
        ({"unfinished": None, "broken": None}, [Advice.MATCHES_UNREADABLE]),
        ({"broken": 2}, [Advice.MATCHES_BROKEN]),
        ({"settings": (UNKNOWN_KEY,)}, [Advice.SETTINGS]),
        ({"pictures": False}, [Advice.PICTURES]),
        ({"weights": False}, [Advice.WEIGHTS]),
        (
            {"size": (10, 10), "broken": 1, "refusal": Refusal.NOT_A_TERMINAL},
            [Advice.NOT_A_TERMINAL, Advice.TOO_SMALL, Advice.MATCHES_BROKEN],
        ),
    ],
)
def test_every_problem_has_its_advice_and_nothing_else_has(
    changes: dict[str, Any], advice: list[Advice]
) -> None:
    findings = replace(GOOD, **changes)
    assert list(findings.advice) == advice
    assert document(findings)["advice"] == advice
    said = list(sentences(load(), findings))
    closing = said[len(said) - said[::-1].index("") :]
    assert len(closing) == max(1, len(advice))
    assert (closing == ["No problem was found."]) is (not advice)


def test_a_folder_is_judged_without_making_anything(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / "a" / "b"))
    found = examine(load()).places
    assert found["matches"] == Place(tmp_path / "a" / "b" / "matches", False, True)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "a").write_text("no folder")
    assert examine(load()).places["data"] == Place(tmp_path / "a" / "b", False, False)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the superuser")
@pytest.mark.parametrize("mode", [0o500, 0o000])
def test_a_closed_folder_is_found(
    mode: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir(mode)
    monkeypatch.setenv("KOIKOI_HOME", str(home))
    try:
        assert Advice.NOT_WRITABLE in examine(load()).advice
    finally:
        home.chmod(stat.S_IRWXU)


def test_settings_count_as_they_do_for_the_table(cli: CommandLine) -> None:
    cli.home.mkdir()
    (cli.home / "settings.toml").write_text('glyphs = "ascii"\ncolours = "none"\nrounds = 99\n')
    found = cli("doctor", "--json").json
    assert found["colours"] == {"system": "none", "because": "chosen"}
    assert found["glyphs"] == {"set": "ascii", "because": "chosen", "width": None}
    assert found["settings"] == [{"code": "wrong_value", "key": "rounds"}]
    said = cli("doctor").out
    assert "Signs: plain ASCII, as the settings say." in said
    assert "is 99; it has to be a whole number from 0 to 12." in said


def test_unfinished_and_broken_matches_are_counted(cli: CommandLine) -> None:
    cli("play", "--plain", "--seed", "doctor")
    (cli.matches / "broken.koikoi.jsonl").write_text("{}\n")
    found = cli("doctor", "--json").json
    assert found["matches"] == {"unfinished": 1, "broken": 1}
    said = cli("doctor").out
    assert "1 unfinished match is saved." in said
    assert "1 file of a match cannot be read" in said
    assert len(list(cli.matches.iterdir())) == 2, "nothing is set aside"


# What it says ------------------------------------------------------------------------------------

KEYS = {
    "terminal": "stdin stdout stderr columns rows min_columns min_rows enough refusal",
    "colours": "system because",
    "glyphs": "set because width",
    "language": "spoken because",
    "environment": "TERM COLORTERM TERM_PROGRAM NO_COLOR LC_ALL LC_CTYPE LANG "
    "SSH_CONNECTION TMUX STY",
    "versions": "koikoi python platform textual rich numpy platformdirs",
    "extras": "asyncssh textual-serve",
    "places": "data config state matches",
    "matches": "unfinished broken",
}


def test_the_keys_of_the_document_are_those_that_are_promised(cli: CommandLine) -> None:
    found = cli("doctor", "--json").json
    assert list(found) == [*KEYS, "settings", "advice"]
    assert {name: " ".join(found[name]) for name in KEYS} == KEYS
    assert all(" ".join(place) == "path exists writable" for place in found["places"].values())
    assert found["places"]["matches"]["path"] == str(cli.matches)
    assert found["terminal"]["min_columns"] == 60
    assert found["terminal"]["min_rows"] == 20


def all_findings() -> Iterator[Findings]:
    """Findings that lead to every sentence."""
    for colours_by in ColourReason:
        yield replace(GOOD, **mode(colours_by=colours_by))
    for glyphs_by in GlyphReason:
        yield replace(GOOD, **mode(glyphs_by=glyphs_by))
    for glyphs in GlyphSet:
        yield replace(GOOD, **mode(glyphs_by=GlyphReason.CHOSEN, glyphs=glyphs))
    for colours in Colours:
        yield replace(GOOD, **mode(colours_by=ColourReason.CHOSEN, colours=colours))
    for width in (*Width, None):
        yield replace(GOOD, **mode(width=width))
    for refusal in Refusal:
        yield replace(GOOD, refusal=refusal, **mode(width=None))
    for exists, writable in ((False, True), (True, False)):
        place = replace(HERE, exists=exists, writable=writable)
        yield replace(GOOD, places=dict.fromkeys(GOOD.places, place))
    for count in (None, 0, 1, 2):
        yield replace(GOOD, unfinished=count, broken=count)
    for code in SettingsFault:
        problems = (SettingsProblem(code, Path("/x"), one.key, 0, "-", "d") for one in SETTINGS)
        yield replace(GOOD, settings=tuple(problems))
    nowhere = mode(glyphs_by=GlyphReason.NO_LOCALE)
    libraries = {**GOOD.versions, **NO_LIBRARIES}
    yield replace(GOOD, size=None, environ={}, versions=libraries, **nowhere)
    yield replace(GOOD, size=(5, 5), environ=dict.fromkeys((*VARIABLES, *PRESENCE), "1"))


def test_every_line_is_a_message_of_the_catalogue() -> None:
    text, _ = pseudo_text()
    for findings in all_findings():
        said = [line for line in sentences(text, findings) if line]
        assert [line for line in said if not is_one_message(line)] == []


def test_no_sentence_shows_what_is_missing() -> None:
    for findings in all_findings():
        assert "None" not in " ".join(sentences(load(), findings))


def test_what_the_environment_holds_is_shown_without_its_control_characters(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That no control character comes out is checked for every command."""
    monkeypatch.setenv("TERM", "xterm\x1b]0;gotcha\x07\x7f\n")
    monkeypatch.setenv("TERM_PROGRAM", "x" * 1000)
    monkeypatch.setenv("LANG", "\udcff.UTF-8")
    said = cli("doctor").out
    assert r"TERM is “xterm\x1b]0;gotcha\x07\x7f\n”." in said
    assert "x" * 61 not in said
    assert r"LANG is “\udcff.UTF-8”." in said
    assert cli("doctor", "--json").json["environment"]["TERM"] == r"xterm\x1b]0;gotcha\x07\x7f\n"


def test_addresses_of_a_connection_are_not_told(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.7 1234 192.0.2.8 22")
    monkeypatch.setenv("TMUX", "/tmp/tmux-1000/default,1,0")
    found: list[Result] = [cli("doctor"), cli("doctor", "--json")]
    assert not any(secret in one.out for one in found for secret in ("192.0.2", "tmux-1000"))
    assert "Also set: SSH_CONNECTION, TMUX." in found[0].out
    assert found[1].json["environment"]["SSH_CONNECTION"] is True
    assert found[1].json["environment"]["STY"] is False


# Processes ---------------------------------------------------------------------------------------


def test_through_a_pipe_nothing_is_asked_and_the_advice_is_plain(
    programs: Programs, tmp_path: Path
) -> None:
    code, out, err = programs.start(tmp_path / "home", "doctor").finish()
    assert (code, err) == (0, "")
    assert "\x1b" not in out
    assert "Terminal: of unknown size" in out
    assert "Width of signs: not asked, because no table can be drawn here." in out
    assert "koikoi play --plain" in out
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("answer", "glyphs", "width", "advice"),
    [
        ("\x1b[1;3R", "full", "narrow", "No problem was found."),
        ("\x1b[1;5R", "ascii", "wide", "characters of ambiguous width in one column."),
    ],
)
def test_in_a_terminal_the_width_is_asked(
    answer: str, glyphs: str, width: str, advice: str, programs: Programs, tmp_path: Path
) -> None:
    variables = {"LANG": "C.UTF-8"}
    said = []
    for arguments in ((), ("--json",)):
        # One after the other: a question that waits too long for its answer is taken back.
        program = in_terminal(programs, tmp_path / "home", *arguments, variables=variables)
        program.read_until(QUESTION)
        code, out, _ = program.finish(answer)
        assert code == 0
        assert out.startswith("\r\x1b[K")
        said.append(out)
    assert "Terminal: 80 columns and 24 rows" in said[0]
    assert advice in " ".join(said[0].split())
    assert f'"set": "{glyphs}"' in said[1]
    assert f'"width": "{width}"' in said[1]
    assert '"enough": true' in said[1]


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"LC_ALL": "C"}, "Signs: plain ASCII, because LC_ALL is C or POSIX."),
        ({"LC_ALL": "C"}, "For all signs, set LC_ALL to a locale with UTF-8, such as C.UTF-8."),
        ({}, "For all signs, set LANG to a locale with UTF-8, such as C.UTF-8."),
        ({"LANG": "C.UTF-8", "TERM": "dumb"}, "koikoi play --plain plays by plain lines."),
        ({"LANG": "C.UTF-8", "TERM": "linux"}, "because this is the Linux console."),
        ({"LANG": "C"}, "The terminal is too small: give it at least 60 columns and 20 rows."),
    ],
)
def test_in_a_terminal_that_shows_less_nothing_is_asked(
    variables: Variables, sentence: str, programs: Programs, tmp_path: Path
) -> None:
    program = in_terminal(programs, tmp_path, variables=variables, size=(19, 79))
    code, out, _ = program.finish()
    assert code == 0
    assert "\x1b" not in out
    assert sentence in " ".join(out.split())
    assert max(len(line) for line in out.splitlines() if str(tmp_path)[:60] not in line) <= 79


def test_in_the_c_locale_the_doctor_speaks_ascii(programs: Programs, tmp_path: Path) -> None:
    variables = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "TERM": "ü\x1b[2J"}
    code, out, err = programs.start(tmp_path, "doctor", variables=variables).finish()
    assert (code, err) == (0, "")
    assert out.isascii()
    assert "\x1b" not in out


def test_the_doctor_loads_no_textual(programs: Programs, tmp_path: Path) -> None:
    script = (
        "import sys\nfrom koikoi.cli.main import main\n"
        "assert main(['doctor', '--json']) == 0\n"
        "raise SystemExit('textual' in sys.modules or 'asyncio' in sys.modules)"
    )
    code, _, err = programs.start(tmp_path, python=("-c", script)).finish()
    assert (code, err) == (0, "")
