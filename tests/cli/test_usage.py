"""The command line itself: help, version, wrong usage, and what every command keeps."""

from __future__ import annotations

import argparse
import re
import shlex

import pytest

import koikoi
from koikoi.cli import deal, parser
from koikoi.cli.errors import explain
from koikoi.cli.lines import InputLines
from koikoi.cli.output import Output
from koikoi.cli.parser import build_parser
from koikoi.text.catalogue import load
from koikoi.text.opponents import fairness
from tests.cli.conftest import CommandLine
from tests.cli.person import Paper

COMMANDS = [
    "play",
    "daily",
    "unfinished",
    "watch",
    "demo",
    "learn",
    "yaku",
    "rules",
    "deal",
    "replay",
    "verify",
    "duel",
    "bot",
    "doctor",
    "bench",
    "stats",
    "export",
    "import",
    "host",
    "train",
    "review",
    "completion",
    "man",
]
MODULES = {"export": "exporting", "import": "importing", "man": "manual"}
"""The modules of commands that are called otherwise."""


@pytest.mark.parametrize("argument", ["--version", "-V"])
def test_version_is_that_of_the_package(cli: CommandLine, argument: str) -> None:
    assert cli(argument).out == f"koikoi {koikoi.__version__}\n"


def test_help_names_every_command(cli: CommandLine) -> None:
    shown = cli("--help")
    assert shown.code == 0
    assert re.findall(r"^    (\w+) ", shown.out, re.MULTILINE) == COMMANDS
    assert cli("-h").out == shown.out
    for heading in ("exit codes:", "environment variables:", "files ("):
        assert f"\n{heading}" in shown.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_commands_help_has_an_example_that_is_understood(
    cli: CommandLine, command: str
) -> None:
    shown = cli(command, "--help")
    assert shown.code == 0
    (example,) = re.findall(r"^Example: koikoi (.+)$", shown.out, re.MULTILINE)
    words = shlex.split(example.partition(">")[0])
    assert words[0] == command
    module = build_parser(load()).parse_args(words).module
    assert module == f"koikoi.cli.{MODULES.get(command, command)}"
    assert shown.lines[-1] == "koikoi --help tells exit codes, environment variables and files."
    # Each option has its explanation.
    for option in re.findall(r"^  (-.*)$", shown.out, re.MULTILINE):
        assert "  " in option or len(option) > 20


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["--chess"],
        ["-x"],
        ["--vers"],
        ["play", "--pl"],
        ["rules", "--js"],
        ["verify"],
        ["verify", "a", "b"],
        ["yaku"],
        ["bench"],
        ["bench", "tables"],
        ["\x1b[31m"],
        ["--\x1b]0;owned\x07"],
        ["two\nlines"],
        ["--" + "x" * 10_000],
        [""],
        ["yaku", "1L", "--month", "a\nb"],
        ["yaku", "1L", "--month", "\x1b"],
    ],
)
def test_wrong_usage_is_one_sentence(cli: CommandLine, arguments: list[str]) -> None:
    sentence = cli(*arguments).refusal
    assert re.search(r"; koikoi( \w+)? --help tells what is allowed\.$", sentence)
    assert len(sentence) < 400


NEEDED = {
    "play": ["--plain"],
    "yaku": ["1L"],
    "deal": ["--seed", "x", "--round", "1"],
    "duel": ["greedy", "random"],
    "bench": ["ai"],
    "train": ["weights.npz"],
    "review": ["match.koikoi.jsonl"],
    "host": [],
    "learn": ["cards"],
}
"""What the commands with numbers want besides them."""
OF_THE_COACH = ("--matches", "--jobs", "--rounds")
"""Options of ``koikoi bench`` that go with the coach only."""

OF_THE_HOST = {"--sessions", "--seconds", "--think", "--soak", "--bots"}
"""Those that go with a host only."""


def numbers() -> list[tuple[str, str]]:
    """Every command with every option of its that is a number."""
    (commands,) = (one for one in build_parser(load())._actions if one.nargs == argparse.PARSER)
    assert isinstance(commands.choices, dict)
    return [
        (name, option.option_strings[-1])
        for name, command in commands.choices.items()
        for option in command._actions
        if option.type is not None and "file_name" not in repr(option.type)
    ]


@pytest.mark.parametrize(("command", "option"), numbers())
@pytest.mark.parametrize("number", ["-5", "12345678901", "9" * 5000])
def test_a_number_out_of_range_is_told_its_range(
    cli: CommandLine, command: str, option: str, number: str
) -> None:
    needed = NEEDED[command]
    if command == "bench" and option in OF_THE_COACH:
        needed = ["coach"]
    if command == "bench" and option in OF_THE_HOST:
        needed = ["host"]
    refused = cli(command, *needed, option, number).refusal
    if len(number) > 100:
        assert option in refused
        return
    value = r"(-5|12345678901|1\.23456789e\+10)"
    assert re.fullmatch(rf"{option} is {value}; [\d.]+ to \d+ are allowed\.", refused)


def test_all_commands_with_numbers_are_known() -> None:
    assert {command for command, _ in numbers()} == set(NEEDED)


def test_an_error_that_nobody_expected_is_not_hidden(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A defect has to be seen; only what a person can do something about becomes a sentence."""

    def fail(*_: object) -> int:
        raise ValueError("a defect")

    monkeypatch.setattr(deal, "run", fail)
    with pytest.raises(ValueError, match="a defect"):
        cli("deal", "--seed", "x", "--round", "1")
    assert explain(ValueError("a defect"), load()) is None


def test_control_c_ends_a_command_with_130(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(deal, "run", interrupted)
    assert cli("deal", "--seed", "x", "--round", "1").code == 130


def test_a_host_says_where_it_runs(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert "Linux and macOS" in cli("host", "--status").refusal


def test_bench_prints_its_figures(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    from koikoi.cli import bench

    monkeypatch.setattr(bench, "_best", lambda _: 1234.5)
    monkeypatch.setattr(bench, "_start_ratio", lambda: 2.5)
    assert cli("bench", "engine", "--json").json == {
        "rules": "standard",
        "rounds": 12,
        "rounds_per_second_in_place": 1234.5,
        "rounds_per_second_apply": 1234.5,
        "total_microseconds": 810.04,
        "tally_microseconds": 810.04,
        "version_to_pass_ratio": 2.5,
    }
    lines = cli("bench", "engine").lines
    assert len(lines) == 5
    assert lines[-1] == "koikoi --version takes 2.50 times as long as an empty Python program."


# Lines in and out --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "encoding", "printed"),
    [
        ("Gokō ×2", "utf-8", "Gokō ×2"),
        ("Gokō ×2", "ascii", "Goko x2"),
        ("Gokō ×2", "latin-1", "Goko x2"),
        ("an ESC \x1b[31m, a tab\t, a C1 \x9b", "utf-8", "an ESC ?[31m, a tab?, a C1 ?"),
        ("two\nlines\r\x85\u2028", "utf-8", "two?lines???"),
        ("half a letter \ud800", "utf-8", "half a letter ?"),
        ("no\N{NO-BREAK SPACE}break", "utf-8", "no\N{NO-BREAK SPACE}break"),
    ],
)
def test_a_sentence_is_one_line_without_controls_in_letters_that_there_are(
    sentence: str, encoding: str, printed: str
) -> None:
    paper = Paper(encoding)
    Output(paper).say(sentence)
    assert paper.printed().decode(encoding) == f"{printed}\n"


def test_json_is_ascii_in_every_encoding() -> None:
    for encoding in ("utf-8", "ascii", "utf-16"):
        paper = Paper(encoding)
        Output(paper).json({"name": "花\x1b"})
        assert paper.printed().decode(encoding) == '{"name": "\\u82b1\\u001b"}\n'


async def lines_of(parts: list[bytes], monkeypatch: pytest.MonkeyPatch, encoding: str) -> list[str]:
    """What is read where the input comes in these parts."""
    waiting = [*parts, b""]
    monkeypatch.setattr("os.read", lambda *_: waiting.pop(0))
    lines = InputLines(-1, encoding)
    read = []
    while (line := await lines.next()) is not None:
        read.append(line)
    monkeypatch.undo()
    return read


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([], []),
        ([b"\n"], [""]),
        ([b"a"], ["a"]),
        ([b"a\nb"], ["a", "b"]),
        ([b"a\nb\n"], ["a", "b"]),
        ([b"a", b"b", b"\n", b"c\n"], ["ab", "c"]),
        ([b"a\r\nb\r\n"], ["a", "b"]),
        ([b"a\r", b"\nb\r", b"\n"], ["a", "b"]),
        ([b"a\r", b"b"], ["a", "b"]),
        ([b"\r", b"\r", b"\n"], ["", ""]),
        ([b"\r\n", b"\n"], ["", ""]),
        ([b"\xe8", b"\x8a\xb1\n"], ["花"]),
        ([b"\xff\n\xe8"], ["\N{REPLACEMENT CHARACTER}", "\N{REPLACEMENT CHARACTER}"]),
        ([b"x" * 5000 + b"\n1\n"], ["x" * 4096, "1"]),
        ([b"x" * 60_000, b"y" * 60_000, b"z\n1\n"], ["x" * 4096, "1"]),
    ],
)
async def test_lines_are_read_however_they_come(
    parts: list[bytes], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await lines_of(parts, monkeypatch, "utf-8") == expected


@pytest.mark.parametrize("encoding", ["ascii", "no such encoding"])
async def test_any_encoding_will_do(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = await lines_of([b"1\xff\n"], monkeypatch, encoding)
    assert line == "1\N{REPLACEMENT CHARACTER}"


def test_the_parser_knows_the_defaults_of_play() -> None:
    """``koikoi`` alone opens the title screen, ``koikoi play`` a match; else they are the same."""
    alone, play = (build_parser(load()).parse_args(words) for words in ([], ["play"]))
    assert vars(alone) == {"module": "koikoi.cli.play", **parser._PLAY_DEFAULTS}
    assert vars(play) == {**vars(alone), "match": True}


@pytest.mark.parametrize(
    "words",
    [["--ascii", "play"], ["play", "--ascii"], ["--ascii"]],
    ids=["before", "after", "alone"],
)
def test_options_of_the_screen_stand_before_or_after_the_command(words: list[str]) -> None:
    args = build_parser(load()).parse_args([*words])
    assert args.ascii is True
    assert args.no_color is False


def test_help_tells_why_the_computer_can_be_trusted_and_what_proves_it(cli: CommandLine) -> None:
    said = " ".join(cli("--help").out.split())
    for sentence in fairness(load()):
        assert sentence in said


def test_help_names_the_levels_and_who_plays_them(cli: CommandLine) -> None:
    said = " ".join(cli("play", "--help").out.split())
    assert (
        "--level N the computer's level, 1 to 5: Uguisu, Chō, Shika, Tsuru, Hōō (default: 2)"
    ) in said


def test_two_people_need_the_drawn_table_and_no_level(cli: CommandLine) -> None:
    assert "drawn table" in cli("play", "--plain", "--hot-seat").refusal
