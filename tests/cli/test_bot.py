"""Bots on the command line: ours as bots, others in duels, the README's, and their sure end."""

from __future__ import annotations

import json
import re
import shlex
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import koikoi.ai
from koikoi.arena.duel import Duel, Maker
from koikoi.arena.protocol import act_line, do_line, end_line, hello_line, welcome_line
from koikoi.cli.duel_plan import read_plan
from koikoi.cli.parser import build_parser
from koikoi.engine.actions import Play
from koikoi.engine.cards import Card
from koikoi.engine.flow import legal_actions
from koikoi.engine.presets import preset
from koikoi.engine.state import PLAYER_PHASES
from koikoi.engine.view import view
from koikoi.record.wire import EVENT_TYPES, event_to_json, view_to_json
from koikoi.text.catalogue import load
from tests.arena.odd import raising
from tests.arena.zoo import Zoo, program
from tests.cli.conftest import CommandLine
from tests.cli.process import ROOT, Programs
from tests.engine.walk import rests

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHORT = ("--rounds", "1")


@pytest.fixture
def zoo(tmp_path: Path) -> Iterator[Zoo]:
    with Zoo(tmp_path) as zoo:
        yield zoo
        assert zoo.all_gone()


@pytest.fixture
def programs() -> Iterator[Programs]:
    with Programs() as started:
        yield started


def ours(agent: str) -> str:
    """One of our agents, as a bot for a duel."""
    return f"bot:{shlex.join([sys.executable, '-m', 'koikoi', 'bot', agent])}"


def wild(zoo: Zoo, source: str) -> str:
    """Another bot for a duel."""
    path = zoo.leash.with_name("bot.py")
    path.write_text(source, encoding="utf-8")
    return f"bot:{shlex.join([sys.executable, '-I', '-S', str(path), str(zoo.leash)])}"


def figures(document: dict[str, Any], *, named: bool = True) -> dict[str, Any]:
    """A duel's document without times, and without the names if they are no matter."""
    for side in ("a", "b"):
        del document[side]["ms_per_decision"]
        if not named:
            del document[side]["agent"]
    return document


# Ours as bots ------------------------------------------------------------------------------------


@pytest.mark.parametrize("agents", [("greedy", "random"), ("random", "random"), ("greedy", "1")])
def test_our_agents_are_the_same_as_bots(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, agents: tuple[str, str]
) -> None:
    """The agents' seeds are those of the duel, so that even chance plays alike."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    a, b = agents
    options = ("--matches", "2", *SHORT, "--rules", "koikoi-japan", "--json")
    here = figures(cli("duel", a, b, *options).json, named=False)
    for players in ((ours(a), ours(b)), (a, ours(b))):
        assert figures(cli("duel", *players, *options).json, named=False) == here


def test_a_bot_answers_line_by_line(cli: CommandLine) -> None:
    state = next(state for state in rests(preset(), "cli") if state.to_act == 0)
    seen, legal = view(state, 0), legal_actions(state)
    asked = [hello_line(preset(), 0, "x", 5), act_line(seen, (), legal), end_line(seen, ())]
    shown = cli("bot", "greedy", stdin="".join(asked))
    assert shown.code == 0
    hello, do = map(json.loads, shown.lines)
    assert hello == {"type": "hello", "koikoi-bot": 1}
    assert do["action"] in json.loads(asked[1])["legal"]
    assert cli("bot", "greedy").lines == []


def test_a_bot_has_the_tables_seed_or_its_own(cli: CommandLine) -> None:
    state = next(state for state in rests(preset(), "cli") if state.to_act == 0)
    question = act_line(view(state, 0), (), legal_actions(state))

    def action(seed: str, *options: str) -> str:
        asked = hello_line(preset(), 0, seed, 5) + question
        answer = json.loads(cli("bot", "random", *options, stdin=asked).lines[1])
        return str(answer["action"])

    tables = [action(str(seed)) for seed in range(8)]
    assert len(set(tables)) > 1
    assert [action(str(seed), "--seed", "own") for seed in range(8)] == [
        action("other", "--seed", "own")
    ] * 8


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hello", "It is not a JSON object."),
        (b"\xff", "It is not UTF-8 text."),
        ("[1]", "It is not a JSON object."),
        ("x" * 1_100_000, "It is longer than 1048576 bytes."),
        ("{}", "Its “type” has to be: hello, act, end."),
        ('{"type": "hello"}', "It has no “koikoi-bot”."),
        (
            '{"type": "hello", "koikoi-bot": 2}',
            "It is of version 2 of the protocol; this program speaks version 1.",
        ),
        ('{"type": "end"}', "It is of the type “end”, but “hello” has to come now."),
        (
            '{"type": "act", "ply": 0, "view": {"rules": {}}, "legal": []}',
            "Its “view.rules” has to be: a set of rules.",
        ),
        (
            hello_line(preset(), 0, "x", 5).replace('"rounds":12', '"rounds":13').strip(),
            "Its “rules.rounds” has to be: 1-12.",
        ),
        (
            hello_line(preset(), 0, "x", 5).replace('"rounds":12', '"rounds":12,"\\u001b":1')[:-1],
            "Its rules have an option that is not known here, “\\x1b”.",
        ),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_a_bot_does_not_understand_is_told_twice(
    cli: CommandLine, line: str | bytes, sentence: str
) -> None:
    """On standard output for the table, on standard error for the person."""
    raw = line if isinstance(line, bytes) else line.encode()
    shown = cli("bot", "greedy", stdin=raw + b"\n")
    told = f"Line 1 of the input is not understood. {sentence}"
    assert shown.code == 2
    assert shown.err == f"koikoi: {told}\n"
    assert json.loads(shown.out) == {"type": "error", "error": told}


def test_a_view_in_which_there_is_no_move_is_told(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(koikoi.ai, "load", lambda *_: _broken())
    state = next(state for state in rests(preset(), "cli") if state.to_act == 0)
    asked = hello_line(preset(), 0, "x", 5)
    asked += act_line(view(state, 0), (), legal_actions(state))
    shown = cli("bot", "greedy", stdin=asked)
    assert shown.err == (
        "koikoi: Line 2 of the input is not understood. No move was found in its view (KeyError).\n"
    )


def _broken() -> Any:
    return raising(KeyError("a hidden card"))("x")


@pytest.mark.parametrize("arguments", [["chess"], ["greedy", "--seed", ""], []])
def test_a_bot_that_there_is_not_is_refused(cli: CommandLine, arguments: list[str]) -> None:
    assert cli("bot", *arguments).refusal


def test_control_c_ends_a_bot(cli: CommandLine, programs: Programs) -> None:
    bot = programs.start(cli.home, "bot", "greedy")
    bot.type(hello_line(preset(), 0, "x", 5))
    bot.read_until("}\n")
    assert bot.signal(signal.SIGINT) == 130


# Bots in duels -----------------------------------------------------------------------------------


def test_a_bot_is_called_by_its_command_and_can_be_had_again(cli: CommandLine, zoo: Zoo) -> None:
    bot = wild(zoo, program())
    options = ("--matches", "2", *SHORT, "--bot-seconds", "60")
    shown = cli("duel", "greedy", bot, *options)
    assert shown.lines[2].startswith(f"B: {bot[:19]}…  ")
    words = shlex.split(shown.lines[-1])
    assert words[3] == bot
    assert words[-2:] == ["--bot-seconds", "60"]
    document = cli("duel", "greedy", bot, *options, "--json").json
    assert document["b"]["agent"] == bot
    assert document["b"]["faults"]["errors"] == []
    assert figures(cli(*words[1:], "--json").json) == figures(document)


def test_bots_play_in_several_processes(cli: CommandLine, zoo: Zoo) -> None:
    duel = ("duel", wild(zoo, program()), "random", "--matches", "4", *SHORT, "--json")
    assert figures(cli(*duel).json) == figures(cli(*duel, "--jobs", "2").json)


def test_what_is_wrong_with_a_bot_is_told_to_whoever_plays(cli: CommandLine, zoo: Zoo) -> None:
    act = "sys.exit('so\\33long') if acts > 3 else write(b'thinking\\n')"
    duel = ("duel", wild(zoo, program(act=act)), "greedy", "--matches", "1", *SHORT)
    faults = cli(*duel, "--json").json["a"]["faults"]
    crashed = faults["crashed"]
    assert crashed > 0
    assert faults == {
        "crashed": crashed,
        "illegal": 0,
        "late": 0,
        "garbage": 6,
        "stale": 0,
        "errors": ["exit 1"],
        "example": "thinking",
        "last_words": "so\x1blong",
    }
    lines = cli(*duel).lines
    place = lines.index(
        f"A: bot:{sys.executable}"[:22]
        + f"…: at {crashed + 6} decisions the table had to move for it: {crashed} errors (exit 1) "
        "and 6 unreadable answers."
    )
    assert [line.partition("…: ")[2] or line for line in lines[place + 1 : place + 4]] == [
        "one of these answers is “thinking”.",
        "It is not a JSON object.",
        "its last line on standard error is “so\\x1blong”.",
    ]


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("do(message, 'resign')", "illegal answers"),
        ("do(message, ply=message['ply'] + 1)", "answers to other questions"),
        ("pass", "late answers"),
    ],
)
def test_every_fault_has_its_words(cli: CommandLine, zoo: Zoo, act: str, told: str) -> None:
    bot = wild(zoo, program(act=act))
    limit = "0.05" if told == "late answers" else "60"
    shown = cli("duel", "greedy", bot, "--matches", "1", *SHORT, "--bot-seconds", limit)
    assert re.search(rf"had to move for it: \d+ {told}\.$", shown.out, re.MULTILINE)


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("bot:", '“bot:” needs the command that starts the bot, such as bot:"python mybot.py".'),
        ("bot:  ", '“bot:” needs the command that starts the bot, such as bot:"python mybot.py".'),
        ("bot:python 'x", "The quotation marks of “bot:python 'x” do not match."),
        ("bot:/no/such", "“bot:/no/such” cannot be started: No such file or directory."),
    ],
)
def test_a_bot_that_cannot_be_one_is_refused(cli: CommandLine, bot: str, sentence: str) -> None:
    assert cli("duel", "greedy", bot).refusal == sentence
    assert cli("duel", bot, "greedy", "--jobs", "2").refusal == sentence


def test_a_bot_of_another_version_is_refused(cli: CommandLine, zoo: Zoo) -> None:
    refusal = cli("duel", "greedy", wild(zoo, program(hello="hello(7)"))).refusal
    assert refusal.endswith("speaks version 7 of the bot protocol; this program speaks version 1.")


def test_a_bots_limits_are_those_that_were_given() -> None:
    def makers(*options: str) -> Maker:
        words = ["duel", "greedy", "bot:python 'my bot.py' --fast", *options]
        duel: Duel = read_plan(build_parser(load()).parse_args(words), load()).duel
        return duel.b

    bot: Any = makers()
    assert bot.words == ("python", "my bot.py", "--fast")
    assert (bot.seconds, bot.hello_seconds) == (5, 30)
    bot = makers("--bot-seconds", "0.5")
    assert (bot.seconds, bot.hello_seconds) == (0.5, 30)
    bot = makers("--bot-seconds", "100")
    assert (bot.seconds, bot.hello_seconds) == (100, 100)


# Their end ---------------------------------------------------------------------------------------

# It neither answers, nor ends with its input.
DEAF = program(start="while True: signal.pause()")
FOREVER = ("--bot-seconds", "3600")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c_ends_a_duel_and_its_bots(
    cli: CommandLine, zoo: Zoo, programs: Programs, jobs: str
) -> None:
    duel = programs.in_terminal(
        cli.home, "duel", wild(zoo, DEAF), "greedy", *FOREVER, "--jobs", jobs
    )
    zoo.wait_for_start()
    code, said, _ = duel.finish("\x03")
    assert code == 130
    assert "Traceback" not in said
    assert zoo.all_gone()


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP])
def test_what_ends_a_duel_ends_its_bots(
    cli: CommandLine, zoo: Zoo, programs: Programs, sent: signal.Signals, jobs: str
) -> None:
    duel = programs.start(cli.home, "duel", wild(zoo, DEAF), "greedy", *FOREVER, "--jobs", jobs)
    zoo.wait_for_start()
    assert duel.signal(sent) == -sent
    assert zoo.all_gone()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_duel_that_is_killed_leaves_its_bots_at_the_end_of_their_input(
    cli: CommandLine, zoo: Zoo, programs: Programs, jobs: str
) -> None:
    bot = wild(zoo, program(act="pass"))
    duel = programs.start(cli.home, "duel", bot, "greedy", *FOREVER, "--jobs", jobs)
    zoo.wait_for_start()
    assert duel.signal(signal.SIGKILL) == -signal.SIGKILL
    assert zoo.all_gone()


# The README --------------------------------------------------------------------------------------


def section(name: str) -> str:
    """A section of the README, down to the next one."""
    return re.split(r"\n###? ", README.partition(f" {name}\n")[2], maxsplit=1)[0]


def test_the_bot_in_the_readme_plays_a_whole_match(cli: CommandLine, tmp_path: Path) -> None:
    found = re.search(r"<!-- sample-bot -->\n```python\n(.+?)```", README, re.DOTALL)
    assert found is not None
    assert len(found[1].strip().splitlines()) <= 15
    bot = tmp_path / "mybot.py"
    bot.write_text(found[1], encoding="utf-8")
    words = shlex.join([sys.executable, str(bot)])
    document = cli("duel", f"bot:{words}", "random", "--matches", "4", "--json").json
    assert document["pairs"] == 4
    assert document["rounds_played"] == 4 * 2 * 12
    assert document["a"]["faults"] == document["b"]["faults"]
    assert document["a"]["win_rate"] > 0.6


def test_the_readme_has_every_field_of_every_message() -> None:
    said = section("Write a bot")
    *_, state = rests(preset(), "fields")
    keys = set()
    for line in (
        hello_line(preset(), 0, "x", 5),
        act_line(view(state, 0), (), ()),
        end_line(view(state, 0), ()),
    ):
        keys |= set(json.loads(line))
    keys |= set(view_to_json(view(state, 0)))
    keys |= {key for event in state.history for key in event_to_json(event)}
    assert keys > {"ply", "slots", "agent_seed", "baseline"}
    words = {*keys, *EVENT_TYPES, *(phase.value for phase in PLAYER_PHASES)}
    # Nobody resigns in a duel, and the message ``end`` is the end of a match.
    for word in words - {"resigned", "match_ended"}:
        assert f"`{word}`" in said, word


def test_the_exchange_in_the_readme_has_the_fields_of_a_true_one() -> None:
    example = re.search(r"```text\n(→ .+?)```", section("Write a bot"), re.DOTALL)
    assert example is not None
    state, *_, last = rests(preset(), "exchange")
    true = [
        hello_line(preset(), 0, "5d41", 5.0),
        welcome_line(),
        act_line(view(state, 0), (), ()),
        do_line(0, Play(Card.parse("9A"))),
        end_line(view(last, 0), ()),
    ]
    lines = example[1].replace("[…]", "[]").replace("{…}", "{}").splitlines()
    for line, as_it_is in zip(lines, true, strict=True):
        assert line[:2] in ("→ ", "← ")
        assert list(json.loads(line[2:])) == list(json.loads(as_it_is))
        assert " " not in re.sub(r'"[^"]*"', "", line[2:])
