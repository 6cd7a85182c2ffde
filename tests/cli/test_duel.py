"""``koikoi duel``: the table, the JSON document, refusals, the progress bar and Ctrl+C."""

from __future__ import annotations

import os
import pty
import re
import shlex
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import koikoi
from koikoi.ai import levels
from koikoi.cli import duel as command
from koikoi.cli import duel_plan
from tests.arena.odd import answering, leaving, raising
from tests.cli.conftest import CommandLine
from tests.cli.process import Program, Programs

DUEL = ("duel", "greedy", "random")
SHORT = ("--rounds", "1")

NO_FAULTS: dict[str, object] = {
    **dict.fromkeys(("crashed", "illegal", "late", "garbage", "stale"), 0),
    "errors": [],
    "example": None,
    "last_words": None,
}

FACE = r"\d+\.\d%"
SIGNED = r"(?:[+−]\d+\.\d\d|0\.00)"


@pytest.fixture
def programs() -> Iterator[Programs]:
    with Programs() as started:
        yield started


@pytest.fixture
def enlist(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Any], None]:
    """Lets the command line know further agents."""

    def add(name: str, maker: Any) -> None:
        def named(seed: str) -> Any:
            agent = maker(seed)
            agent.name = name
            return agent

        monkeypatch.setitem(levels._MAKERS, name, named)

    return add


# Figures -----------------------------------------------------------------------------------------


def test_the_table_tells_both_sides_of_the_duel(cli: CommandLine) -> None:
    shown = cli(*DUEL, "--matches", "12", "--rounds", "3", "--seed", "spring")
    assert shown.code == 0
    head, a, b, blank, *notes = shown.lines
    assert head.split("  ")[-1].strip() == "ms a decision"
    points = rf"{SIGNED} ± [\d.]+"
    row = rf"\s+{FACE} ± [\d.]+\s+{points}\s+{points}\s+\d+\.\d{{3}}"
    assert re.fullmatch("A: greedy" + row, a)
    assert re.fullmatch("B: random" + row, b)
    assert blank == ""
    assert notes == [
        "Points a round: a player's points minus the other's, over the rounds played.",
        "Without luck: less the luck of the draw, as the levels' network judges it.",
        "Behind ±: how far the 95% intervals reach, over the pairs.",
        "Played: 12 mirrored pairs, 72 rounds, rules “Standard”, seed “spring”.",
        "The same figures again:",
        "koikoi duel greedy random --matches 12 --rules standard --rounds 3 --seed spring",
    ]
    assert max(map(len, shown.lines)) <= 80


def test_columns_stand_below_their_heads(cli: CommandLine) -> None:
    head, a, b, *_ = cli(*DUEL, "--matches", "9", *SHORT).lines
    for column in ("win rate", "points a round"):
        start = head.index(column)
        for line in (a, b):
            assert line[start - 1] == " "
            assert line[start : start + 6].strip()[:1] in set("0123456789+−")
    assert len(head) == len(a) == len(b)


def test_the_last_line_repeats_the_duel(cli: CommandLine, tmp_path: Path) -> None:
    rules = tmp_path / "my rules.toml"
    rules.write_text(cli("rules", "nintendo", "--toml").out, encoding="utf-8")
    options = ("--matches", "2", "--rules", str(rules), "--seed=-it's", "--rounds", "1")
    first = cli("duel", "random", "1", *options)
    words = shlex.split(first.lines[-1])
    # A level is called by its agent's name, which stays when levels change.
    assert words[:4] == ["koikoi", "duel", "random", levels.LEVELS[1]]
    again = cli(*words[1:])

    def without_time(lines: list[str]) -> list[str]:
        return [re.sub(r"\s+\d+\.\d{3}$", "", line) for line in lines[1:]]

    assert without_time(again.lines) == without_time(first.lines)


def test_json_has_the_shape_that_is_published(cli: CommandLine) -> None:
    document = cli(*DUEL, "--matches", "20", *SHORT, "--json").json
    assert list(document)[:3] == ["a", "b", "pairs"]
    sides = document.pop("a"), document.pop("b")
    assert document == {
        "pairs": 20,
        "most_pairs": 20,
        "until": None,
        "rules": "standard",
        "rounds": 1,
        "rounds_played": 40,
        "seed": "koikoi",
        "version": koikoi.__version__,
    }
    for side, name in zip(sides, ("greedy", "random"), strict=True):
        assert list(side) == [
            *("agent", "win_rate", "win_rate_ci", "points_per_round", "points_ci"),
            *("points_without_luck", "points_without_luck_ci", "ms_per_decision", "faults"),
        ]
        assert side["agent"] == name
        assert 0 <= side["win_rate_ci"][0] <= side["win_rate"] <= side["win_rate_ci"][1] <= 1
        assert side["points_ci"][0] < side["points_per_round"] < side["points_ci"][1]
        assert side["ms_per_decision"] > 0
        assert side["faults"] == NO_FAULTS
    a, b = sides
    assert a["win_rate"] + b["win_rate"] == 1
    assert a["points_per_round"] == -b["points_per_round"]
    assert a["win_rate"] > 0.5


def figures(document: dict[str, Any]) -> dict[str, Any]:
    for side in ("a", "b"):
        del document[side]["ms_per_decision"]
    return document


def test_jobs_change_nothing_but_the_time(cli: CommandLine) -> None:
    duel = (*DUEL, "--matches", "8", "--rules", "koikoi-japan", "--json")
    alone, spread = (figures(cli(*duel, "--jobs", jobs).json) for jobs in ("1", "2"))
    assert alone == spread
    assert figures(cli(*duel, "--seed", "other").json) != alone


def test_an_agent_against_itself_is_told_apart_and_even(cli: CommandLine) -> None:
    shown = cli("duel", "random", "random", "--matches", "4", *SHORT)
    _, a, b, *notes = shown.lines
    even = r"50\.0% ± 0\.0\s+0\.00 ± 0\.00"
    assert re.match(rf"A: random\s+{even}", a)
    assert re.match(rf"B: random\s+{even}", b)
    # It is exact, not a matter of too few pairs.
    assert not any("alike" in note for note in notes)


def test_a_single_pair_has_no_interval(cli: CommandLine) -> None:
    duel = (*DUEL, "--matches", "1", *SHORT)
    document = cli(*duel, "--json").json
    for side in ("a", "b"):
        assert document[side]["win_rate_ci"] is None
        assert document[side]["points_ci"] is None
    shown = cli(*duel)
    assert "(" not in shown.out
    assert (
        "There are no intervals: a single pair does not tell how far pairs differ." in shown.lines
    )
    assert "Played: 1 mirrored pair, 2 rounds," in shown.out


def test_pairs_that_are_all_won_alike_promise_no_certainty(
    cli: CommandLine, enlist: Callable[[str, Any], None]
) -> None:
    enlist("broken", raising(ValueError()))
    # The table plays for it as greedy does.
    shown = cli("duel", "broken", "random", "--matches", "2")
    assert "100.0% ± 0.0" in shown.lines[1]
    assert (
        "All pairs were won alike: more pairs would give the win rate an interval." in shown.lines
    )


def test_faults_are_told(cli: CommandLine, enlist: Callable[[str, Any], None]) -> None:
    enlist("broken", raising(KeyError("a hidden card")))
    enlist("odd", answering("shobu"))
    document = cli("duel", "broken", "odd", "--matches", "2", *SHORT, "--json").json
    broken, odd = document["a"]["faults"], document["b"]["faults"]
    assert broken == {**NO_FAULTS, "crashed": broken["crashed"], "errors": ["KeyError"]}
    assert odd == {**NO_FAULTS, "illegal": odd["illegal"]}
    crashed, illegal = broken["crashed"], odd["illegal"]
    assert crashed > 5
    assert illegal > 5
    lines = cli("duel", "broken", "odd", "--matches", "2", *SHORT).lines
    assert (
        f"A: broken: at {crashed} decisions the table had to move for it: "
        f"{crashed} errors (KeyError)."
    ) in lines
    assert (
        f"B: odd: at {illegal} decisions the table had to move for it: {illegal} illegal answers."
    ) in lines
    assert not any("a hidden card" in line for line in lines)


# Stopping early ----------------------------------------------------------------------------------


def test_a_duel_may_stop_early_and_is_the_same_again(cli: CommandLine) -> None:
    duel = (*DUEL, *SHORT, "--matches", "500", "--until", "2.0")
    document = cli(*duel, "--json").json
    assert document["most_pairs"] == 500
    assert document["until"] == 2.0
    assert 20 < document["pairs"] < 500
    low, high = document["a"]["points_without_luck_ci"]
    assert (high - low) / 2 <= 2.0
    shown = cli(*duel)
    assert "Stopped early: the interval of points a round is within ±2." in shown.lines
    assert f"Played: {document['pairs']} mirrored pairs," in shown.out
    command = shlex.split(shown.lines[-1])[1:]
    assert command[5:7] == ["--until", "2"]
    assert figures(cli(*command, "--json").json) == figures(document)


def test_a_duel_that_did_not_come_to_its_width_says_so(cli: CommandLine) -> None:
    note = (
        "The interval of points a round is still wider than ±0.05; more --matches would narrow it."
    )
    for matches in ("1", "25"):
        assert note in cli(*DUEL, *SHORT, "--matches", matches, "--until", "0.05").lines


def test_a_duel_that_needed_all_pairs_did_not_stop_early(cli: CommandLine) -> None:
    shown = cli(*DUEL, *SHORT, "--matches", "12", "--until", "50")
    assert "interval of" not in shown.out


@pytest.mark.parametrize("given", ["--1", "1e3", "nan", "1.", ".5", "0.1234567", "0,5"])
def test_a_width_is_a_decimal_number(cli: CommandLine, given: str) -> None:
    refusal = cli(*DUEL, f"--until={given}").refusal
    assert f"{given} is not a number such as 0.25" in refusal


# Refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--matches", "0"], "--matches is 0; 1 to 1000000 are allowed."),
        (["--matches", "1000001"], "--matches is 1000001; 1 to 1000000 are allowed."),
        (["--jobs", "0"], "--jobs is 0; 1 to 64 are allowed."),
        (["--jobs", "65"], "--jobs is 65; 1 to 64 are allowed."),
        (["--rounds", "0"], "--rounds is 0; 1 to 12 are allowed."),
        (["--rounds", "13"], "--rounds is 13; 1 to 12 are allowed."),
        (["--until", "0"], "--until is 0; 0.001 to 100 are allowed."),
        (["--until", "100.5"], "--until is 100.5; 0.001 to 100 are allowed."),
        (["--bot-seconds", "0"], "--bot-seconds is 0; 0.01 to 3600 are allowed."),
        (["--bot-seconds", "3601"], "--bot-seconds is 3601; 0.01 to 3600 are allowed."),
        (["--seed", ""], "--seed is 1 to 200 printable characters."),
        (["--seed", "x" * 201], "--seed is 1 to 200 printable characters."),
    ],
)
def test_what_is_out_of_range_is_refused_before_anything_is_played(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    monkeypatch.delattr(command, "run_duel")
    assert cli(*DUEL, *arguments).refusal == sentence


@pytest.mark.parametrize("agents", [("chess", "random"), ("random", "chess")])
def test_an_unknown_agent_is_refused_with_those_there_are(
    cli: CommandLine, agents: tuple[str, str]
) -> None:
    *names, last = (*map(str, levels.LEVELS), *levels.AGENT_NAMES)
    assert cli("duel", *agents).refusal == (
        f"No computer player is called “chess”; there are {', '.join(names)} and {last}."
    )


def test_unknown_rules_are_refused(cli: CommandLine) -> None:
    refusal = cli(*DUEL, "--rules", "chess").refusal
    assert refusal.startswith("No rules are called “chess”")


def test_a_process_that_is_ended_is_told_in_a_sentence(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(*_: object) -> object:
        return leaving

    monkeypatch.setattr(duel_plan, "partial", leave)
    refusal = cli(*DUEL, "--jobs", "2").refusal
    assert refusal.startswith("One of the processes was ended from outside")


# Terminals and signals ---------------------------------------------------------------------------


def with_screen(programs: Programs, home: Path, *arguments: str) -> Program:
    """The program with a terminal on standard error alone, whose Ctrl+C is not the program's."""
    screen, terminal = pty.openpty()
    try:
        program = programs.start(home, *arguments, stderr=terminal, variables={"NO_COLOR": "1"})
    finally:
        os.close(terminal)
    program.screen = screen
    return program


def test_the_bar_is_drawn_on_standard_error_only_and_wiped_away(
    cli: CommandLine, programs: Programs
) -> None:
    program = with_screen(programs, cli.home, *DUEL, "--matches", "40", "--json")
    code, drawn, _ = program.finish()
    assert program.process.stdout is not None
    out = program.process.stdout.read().decode()
    assert code == 0
    assert out.startswith('{"a": ')
    assert out.count("\n") == 1
    assert "\x1b" not in out
    assert "0 of 40 pairs" in drawn
    # Its line is erased at the end, and the cursor is there again; no colour was used.
    assert drawn.rindex("\x1b[2K") > drawn.rindex("pairs")
    assert drawn.rindex("\x1b[?25h") > drawn.rindex("\x1b[?25l")
    assert not re.search(r"\x1b\[[\d;]*3[0-8]", drawn)


def test_without_a_terminal_there_is_no_bar(cli: CommandLine, programs: Programs) -> None:
    program = programs.start(cli.home, *DUEL, "--matches", "2", *SHORT)
    code, out, err = program.finish()
    assert (code, err) == (0, "")
    assert out.startswith("           win rate")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c_ends_the_duel_and_all_its_processes(
    cli: CommandLine, programs: Programs, jobs: str
) -> None:
    """Also while the processes are only starting. The end of a terminal's output comes once nobody
    has the terminal open any more.
    """
    for drawn in (1, 8):
        program = programs.in_terminal(cli.home, *DUEL, "--matches", "1000000", "--jobs", jobs)
        begin = program.read_until(" of 1000000 pairs", times=drawn)
        code, rest, _ = program.finish("\x03")
        assert code == 130
        assert "Traceback" not in begin + rest
        assert "Error" not in begin + rest
        assert "win rate" not in rest


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_a_duel_that_is_killed(
    cli: CommandLine, programs: Programs, sent: int
) -> None:
    program = with_screen(programs, cli.home, *DUEL, "--matches", "1000000", "--jobs", "2")
    program.read_until(" of 1000000 pairs", times=8)
    assert program.signal(sent) == -sent
    # Standard error is at its end once the last of them has gone.
    code, _, _ = program.finish()
    assert code == -sent
