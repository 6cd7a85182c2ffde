"""What only a process shows: locales, terminals, signals, pipes that close, streams that are shut.

Programs that do not depend on each other run side by side.
"""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import koikoi.cli.play
from koikoi.record.reader import load
from tests.cli.conftest import CommandLine
from tests.cli.person import PLAY, Always, Paper
from tests.cli.process import PATIENCE, Programs, environment
from tests.cli.test_continue import SAVED, written

C_LOCALE = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
MATCH = ("--level", "greedy", "--seed", "process", "--rounds", "2")
PIPE, NOTHING = subprocess.PIPE, subprocess.DEVNULL

# Runs commands one after the other, each behind a line with its exit code.
SEVERAL = """
import json, sys
from koikoi.cli.main import main
for command in json.loads(sys.argv[1]):
    print("EXIT CODE", main(command), flush=True)
"""


@pytest.fixture
def programs() -> Iterator[Programs]:
    with Programs() as started:
        yield started


def record_of(cli: CommandLine) -> Path:
    """A finished match."""
    assert cli.play(Always(), *MATCH).code == 0
    return cli.record


def readable(text: str) -> bool:
    """Whether no letter has become a question mark."""
    return text.isascii() and not re.search(r"\w\?(?!$)", text, re.MULTILINE)


# Locales -----------------------------------------------------------------------------------------


def test_in_the_c_locale_every_command_speaks_plain_ascii(
    cli: CommandLine, programs: Programs
) -> None:
    record = record_of(cli)
    commands = [
        ["--help"],
        ["--version"],
        ["play", "--help"],
        ["yaku", "3L", "8L", "9A", "1L", "12L", "11L"],
        ["yaku", "--json", "3L", "8L", "9A"],
        ["rules"],
        ["rules", "koikoi-japan"],
        ["rules", "standard", "--toml"],
        ["deal", "--seed", "s63", "--round", "1"],
        ["deal", "--seed", "s63", "--round", "0", "--json"],
        ["replay", str(record)],
        ["verify", str(record)],
        ["verify", str(record), "--json"],
        ["play", "--plain", "--rules", "chess"],
        ["play"],
        ["chess"],
        ["yaku", "no card"],
    ]
    program = programs.start(
        cli.home,
        json.dumps(commands),
        python=("-c", SEVERAL),
        stderr=subprocess.STDOUT,
        variables=C_LOCALE,
    )
    code, out, _ = program.finish()
    assert code == 0
    assert readable(out), out
    assert "\x1b" not in out
    assert re.findall("EXIT CODE (.)", out) == ["0"] * 13 + ["2"] * 4
    for word in (
        'rules "Koi-Koi Japan" has 8 rounds',
        'No rules are called "chess"',
        "Five Lights (Goko): 10 points",
        ") x 2 = ",
        "called shobu",
    ):
        assert word in out


def test_in_the_c_locale_what_is_no_ascii_is_refused_in_ascii(
    cli: CommandLine, programs: Programs
) -> None:
    """Python gets such an argument as bytes that are no text: it must not become another seed."""
    commands = (["yaku", "花"], ["deal", "--seed", "花", "--round", "0"], ["rules", "花札"])
    started = [programs.start(cli.home, *command, variables=C_LOCALE) for command in commands]
    for program in started:
        code, out, err = program.finish()
        assert (code, out) == (2, "")
        assert err.isascii()
        assert err.startswith("koikoi: ")
        assert err.count("\n") == 1


def test_in_the_c_locale_a_match_is_played_in_plain_ascii(
    cli: CommandLine, programs: Programs
) -> None:
    program = programs.start(cli.home, "play", "--plain", *MATCH, variables=C_LOCALE)
    # A look at everything, an answer that is no ASCII, then the round.
    code, out, err = program.finish("?\ntable\nyaku\nlog\nrules\n花\n" + "1\n" * 99)
    assert (code, err) == (0, "")
    assert out.count('?" is no answer here;') == 1
    assert readable(out.replace('?" is no answer', "")), out
    assert "Five Lights (Goko) is worth" in out
    assert "The match is over" in out
    assert load(cli.record).finished


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "iso2022_jp"])
def test_a_terminal_that_lacks_letters_gets_a_match_in_ascii(
    cli: CommandLine, encoding: str
) -> None:
    plain = cli.play(Always(), *MATCH, encoding=encoding)
    assert plain.code == 0
    assert plain.out.isascii()
    assert 'under the rules "Standard"' in plain.out
    other = cli.at("utf-8")
    assert not other.play(Always(), *MATCH).out.isascii()
    assert written(cli.record) == written(other.record)


def test_help_and_version_load_nothing_heavy(programs: Programs) -> None:
    names = ("play", "yaku", "rules", "deal", "replay", "verify", "bench")
    commands = [["--version"], ["--help"], *([name, "--help"] for name in names)]
    heavy = ["textual", "numpy", "rich", "asyncio", "koikoi.ai", "koikoi.match", "koikoi.record"]
    script = f"{SEVERAL}\nprint('LOADED', *set({heavy}) & set(sys.modules))"
    program = programs.start(Path("nowhere"), json.dumps(commands), python=("-c", script))
    code, out, err = program.finish()
    assert (code, err) == (0, "")
    assert out.count("EXIT CODE 0") == len(commands)
    assert out.splitlines()[-1] == "LOADED"


# Streams -----------------------------------------------------------------------------------------


def test_a_reader_that_goes_away_is_no_failure(cli: CommandLine, programs: Programs) -> None:
    started = []
    for command in (["--version"], ["--help"], ["rules", "standard"], ["play", "--plain"]):
        reading, writing = os.pipe()
        os.close(reading)
        started.append(programs.start(cli.home, *command, stdout=writing))
        os.close(writing)
    assert [program.finish() for program in started] == [(0, "", "")] * 4


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_output_that_cannot_be_written_is_told_in_a_sentence(
    cli: CommandLine, programs: Programs
) -> None:
    with Path("/dev/full").open("wb") as full:
        started = [
            programs.start(cli.home, *command, stdout=full.fileno())
            for command in (["rules", "--json"], ["play", "--plain"])
        ]
        for program in started:
            code, _, err = program.finish()
            assert code == 2
            assert err == "koikoi: The system refuses: No space left on device.\n"


@pytest.mark.parametrize(
    ("shut", "command", "code"),
    [
        ("<&-", ["play", "--plain", "--level", "greedy"], 0),
        ("<&-", ["play"], 2),
        (">&-", ["rules"], 0),
        ("2>&-", ["chess"], 2),
        ("<&- >&- 2>&-", ["play", "--plain", "--level", "greedy"], 0),
    ],
)
def test_streams_may_be_shut(cli: CommandLine, shut: str, command: list[str], code: int) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {shut}', "sh", sys.executable, "-m", "koikoi", *command],
        env=environment(cli.home),
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr
    # No sentence has got into a record that took the number of a shut stream.
    assert len(cli.records) == command.count("--plain")
    for path in cli.records:
        assert not load(path).torn


# Terminals ---------------------------------------------------------------------------------------


class Tty(Paper):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("command", [[], ["play"], ["play", "--continue"]], ids=" ".join)
@pytest.mark.parametrize(
    ("stdin", "stdout", "term"),
    [
        (Paper, Paper, "xterm"),
        (Paper, Tty, "xterm"),
        (Tty, Paper, "xterm"),
        (Tty, Tty, "dumb"),
        (Tty, Tty, ""),
        (Tty, Tty, None),
        (Paper, Paper, "dumb"),
        (Paper, Paper, None),
    ],
)
def test_without_a_terminal_play_names_the_plain_lines(
    cli: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    stdin: type[Paper],
    stdout: type[Paper],
    term: str | None,
) -> None:
    monkeypatch.setenv("KOIKOI_HOME", str(cli.home))
    if term is None:
        monkeypatch.delenv("TERM", raising=False)
    else:
        monkeypatch.setenv("TERM", term)
    out = stdout()
    monkeypatch.setattr(sys, "stdin", stdin())
    monkeypatch.setattr(sys, "stdout", out)
    assert koikoi.cli.main.main(command) == 2
    assert out.printed() == b""
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert err.startswith("koikoi: This ")
    assert "; koikoi play --plain plays by plain lines" in err
    assert not cli.home.exists()


def test_without_a_terminal_not_one_byte_reaches_it(cli: CommandLine, programs: Programs) -> None:
    screen, terminal = pty.openpty()
    started = [
        programs.start(cli.home, stdin=NOTHING),
        programs.start(cli.home, "play", stdin=NOTHING, stdout=terminal),
        programs.start(cli.home, stdin=terminal, stdout=terminal, variables={"TERM": "dumb"}),
    ]
    for program in started:
        code, out, err = program.finish()
        assert (code, out) == (2, "")
        assert re.fullmatch(r"koikoi: This .*; koikoi play --plain plays by plain lines.*\.\n", err)
    os.set_blocking(screen, False)
    with pytest.raises(BlockingIOError):
        os.read(screen, 1)
    os.close(screen)
    os.close(terminal)


def test_control_c_says_goodbye_and_saves_the_match(cli: CommandLine, programs: Programs) -> None:
    table = programs.in_terminal(cli.home, "play", "--plain", *MATCH)
    table.read_until(PLAY)
    table.type("1\r")
    table.read_until(PLAY)
    code, rest, _ = table.finish("\x03")
    assert code == 130
    assert rest.rstrip().endswith(SAVED)
    assert "Traceback" not in rest
    assert "\x1b" not in rest
    assert cli("verify", str(cli.record)).code == 0
    assert cli.play(Always(), "--continue").code == 0


# Signals, and two programs at once ---------------------------------------------------------------


def test_a_match_whose_program_is_killed_goes_on(cli: CommandLine, programs: Programs) -> None:
    whole = cli.play(Always(), *MATCH)
    cases = [
        (signal.SIGKILL, 0),
        (signal.SIGKILL, 4),
        (signal.SIGKILL, 8),
        (signal.SIGTERM, 2),
        (signal.SIGTERM, 7),
        (signal.SIGHUP, 5),
    ]
    assert len(whole.asked) > 8
    tables = []
    for sent, answers in cases:
        other = cli.at(f"{sent.name} after {answers}")
        program = programs.start(other.home, "play", "--plain", *MATCH)
        program.type("1\n" * answers)
        tables.append((other, program, sent, answers))
    for other, program, sent, answers in tables:
        program.read_until("\n", sum(len(asked.heard) for asked in whole.asked[: answers + 1]))
        assert program.signal(sent) == -sent
        assert other.play(Always(), "--continue").code == 0
        assert written(other.record) == written(cli.record)


def test_two_programs_cannot_play_one_match(cli: CommandLine, programs: Programs) -> None:
    cli.play(Always(times=3), *MATCH)
    before = cli.record.read_bytes()
    first = programs.start(cli.home, "play", "--plain", "--continue")
    first.read_until(PLAY)
    second = programs.start(cli.home, "play", "--plain", "--continue")
    told = (
        f"koikoi: The match in {cli.record} is being played elsewhere; koikoi watch --plain "
        "shows it, and koikoi play --plain starts another one.\n"
    )
    assert second.finish("1\n" * 99) == (2, "", told)
    assert cli.record.read_bytes() == before
    code, out, err = first.finish("1\n" * 99)
    assert (code, err) == (0, "")
    assert "The match is over" in out
    assert load(cli.record).finished
