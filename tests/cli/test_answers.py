"""Answering: all ways of saying a choice, what can be asked for, and whatever else is typed."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field

import pytest

from koikoi.engine.cards import CARDS
from koikoi.engine.events import MatchOutcome
from koikoi.record.reader import load
from tests.cli.conftest import CommandLine
from tests.cli.person import READY, Asked, Habit
from tests.cli.test_continue import HABIT, KINDS, MATCH, SAVED, written

COMMANDS = ["?", "t", "table", "TABLE", "yaku", "log", "rules"]
RESIGN = "Do you give the whole match up? y gives up, anything else goes on."

GARBAGE: list[str | bytes] = [
    "",
    " \t ",
    "0",
    "9",
    "10",
    "-1",
    "+1",
    "01",
    "1.",
    "1 2",
    "99999999999999999999",
    "1e0",
    "½",
    "１",
    "n",
    "y",
    "sk",
    "koi",
    "no",
    "13L",
    "1X",
    "12P4",
    "1L 1R",
    "花",
    "🎴",
    "\N{RIGHT-TO-LEFT OVERRIDE}1\N{ZERO WIDTH JOINER}",
    "\x1b[2J\x1b[31m1",
    "\x00",
    "1\x00",
    "\x07\x08",
    "\x7f",
    "{choice}",
    "%s",
    "1" * 300_000,
    "x" * 5_000,
    b"\xff\xfe1",
    b"\xc3",
    b"\xed\xa0\x80",
]


def wrong_cards(asked: Asked) -> list[str]:
    """Codes that answer nothing here: of cards that are not offered."""
    offered = {
        found[1] for label in asked.choices.values() if (found := re.search(r"\((\w+)\)", label))
    }
    return [card.code for card in CARDS if card.code not in offered]


def in_bytes(line: str | bytes) -> bytes:
    return line if isinstance(line, bytes) else line.encode()


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CR LF", "CR"])
def test_whatever_is_no_answer_is_asked_again_and_changes_nothing(
    cli: CommandLine, end: bytes
) -> None:
    habit = Habit(HABIT)
    whole = cli.play(habit, *MATCH)
    typed: list[bytes] = []
    for asked, answer in zip(whole.asked, habit.given, strict=True):
        # An empty line deals the next round, which is no garbage there.
        usual = [line for line in GARBAGE if asked.kind != "ready" or in_bytes(line).strip()]
        typed += map(in_bytes, [*usual, *wrong_cards(asked), answer])
    other = cli.at("garbage")
    played = other("play", "--plain", *MATCH, stdin=end.join([*typed, b""]))
    assert played.code == 0
    assert written(other.record) == written(cli.record)
    prompts = [asked.prompt for asked in whole.asked]
    assert sum(line in prompts for line in played.lines) == len(typed)
    assert max(map(len, played.lines)) < 1_000


def by_code(asked: Asked, number: str) -> str:
    """Another way to say a choice."""
    if asked.kind == "decide":
        return {"1": " shōbu", "2": "KOI-koi "}[number]
    found = re.search(r"\((\w+)\)", asked.choices[number])
    assert found is not None
    return f"  {found[1].lower()}\t"


@pytest.mark.parametrize("words", [("s", "k"), ("S", "K"), ("shobu", "koikoi"), ("1", "2")])
def test_codes_and_letters_answer_as_numbers_do(cli: CommandLine, words: tuple[str, str]) -> None:
    habit = Habit(HABIT)

    def answer(asked: Asked) -> str | None:
        number = habit(asked)
        assert number is not None
        if asked.kind == "ready":
            return "1"
        if asked.kind == "decide":
            return words[int(number) - 1]
        return by_code(asked, number)

    cli.play(Habit(HABIT), *MATCH)
    other = cli.at("codes")
    assert other.play(answer, *MATCH).code == 0
    assert written(other.record) == written(cli.record)


def test_the_koikoi_letters_are_named_beside_their_numbers(cli: CommandLine) -> None:
    whole = cli.play(Habit(HABIT), *MATCH)
    heard = next(asked.heard for asked in whole.asked if asked.kind == "decide")
    assert heard[-3:] == [
        "1 or s. Shōbu: stop and take the points.",
        "2 or k. Koi-koi: play on for more.",
        "Do you stop or call koi-koi?",
    ]


@dataclass
class Script:
    """Says some lines at every question, then what the habit says; notes what it heard."""

    before: list[str]
    habit: Habit = field(default_factory=lambda: Habit(HABIT))
    queue: deque[str] = field(default_factory=deque)
    answer: str | None = None
    heard: list[tuple[str, str, list[str]]] = field(default_factory=list)
    last: tuple[str, str] | None = None

    def __call__(self, asked: Asked) -> str | None:
        if self.last is not None:
            self.heard.append((*self.last, asked.heard))
            self.last = None
        if self.answer is None:
            self.answer = self.habit(asked)
            self.kind = asked.kind
            self.queue.extend(self.before)
        if self.queue:
            line = self.queue.popleft()
            self.last = self.kind, line
            return line
        answer, self.answer = self.answer, None
        return answer


def test_every_question_can_be_interrupted_by_a_look_at_the_table(cli: CommandLine) -> None:
    cli.play(Habit(HABIT), *MATCH)
    other = cli.at("looks")
    script = Script([*COMMANDS, "resign", "n"])
    assert other.play(script, *MATCH).code == 0
    assert written(other.record) == written(cli.record)
    assert {kind for kind, _, _ in script.heard} == KINDS
    begin = {
        "?": "Answer with the number of a choice, or with a card's code such as 1L.",
        "t": "Round ",
        "table": "Round ",
        "TABLE": "Round ",
        "yaku": "You",
        "log": "",
        "rules": "The match",
        "resign": RESIGN,
        "n": "The match goes on.",
    }
    for _, line, heard in script.heard:
        assert heard[0].startswith(begin[line])
    logs = [heard for _, line, heard in script.heard if line == "log"]
    assert all(any(line.startswith("Round ") for line in log) for log in logs)
    # After a round the log has what the plain telling leaves out: the rest of the stock.
    ready = [heard for kind, line, heard in script.heard if (kind, line) == ("ready", "log")]
    assert ready
    assert all(any(line.startswith("In the stock were left") for line in log) for log in ready)


def test_help_repeats_the_choices(cli: CommandLine) -> None:
    script = Script(["?"])
    played = cli.play(script, *MATCH)
    for asked, again in zip(played.asked[::2], played.asked[1::2], strict=True):
        listed = len(asked.choices)
        assert again.heard[-listed - 1 :] == asked.heard[-listed - 1 :]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_resigning_is_possible_at_every_question_and_loses_the_match(
    cli: CommandLine, kind: str
) -> None:
    habit, said = Habit(HABIT), deque(["resign", "y"])

    def answer(asked: Asked) -> str | None:
        if said[0] == "y" or asked.kind == kind:
            return said.popleft()
        return habit(asked)

    played = cli.play(answer, *MATCH)
    assert played.code == 0
    assert "You resigned." in played.lines
    assert any(line.endswith("Computer wins it because you resigned.") for line in played.lines)
    assert "The seed was “leave 63”." in played.lines
    result = load(cli.record).result
    assert result is not None
    assert (result.outcome, result.winner) == (MatchOutcome.RESIGNED, 1)
    assert cli("verify", str(cli.record)).code == 0


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("last", [["quit"], [" QUIT "], ["resign", None], ["resign", "", "quit"]])
def test_leaving_is_possible_at_every_question_and_saves_the_match(
    cli: CommandLine, kind: str, last: list[str | None]
) -> None:
    habit, said = Habit(HABIT), deque(last)

    def answer(asked: Asked) -> str | None:
        if len(said) < len(last) or asked.kind == kind:
            return said.popleft()
        return habit(asked)

    played = cli.play(answer, *MATCH)
    assert played.code == 0
    assert played.lines[-1] == SAVED
    assert not said
    assert load(cli.record).result is None
    assert cli.play(Habit(HABIT), "--continue").code == 0


def test_a_card_that_was_picked_can_be_put_back(cli: CommandLine) -> None:
    cli.play(Habit(HABIT), *MATCH)
    other = cli.at("back")
    habit, once = Habit(HABIT), ["b"]

    def answer(asked: Asked) -> str | None:
        if asked.kind == "picked" and once:
            habit.given.pop()
            return once.pop()
        return habit(asked)

    played = other.play(answer, *MATCH)
    assert not once
    assert written(other.record) == written(cli.record)
    back = next(n for n, asked in enumerate(played.asked) if asked.kind == "picked")
    assert [asked.kind for asked in played.asked[back - 1 : back + 3]] == [
        "play",
        "picked",
        "play",
        "picked",
    ]
    assert played.asked[back + 1].choices == played.asked[back - 1].choices


def test_a_card_and_what_was_chosen_for_it_are_told_in_one_sentence(cli: CommandLine) -> None:
    whole = cli.play(Habit(HABIT), *MATCH)
    picked = [n for n, asked in enumerate(whole.asked) if asked.kind == "picked"]
    assert picked
    for number in picked:
        card = whole.asked[number].prompt.removeprefix("What does ").removesuffix(" take?")
        assert whole.asked[number + 1].heard[0].startswith(f"You played {card} and took ")
    assert "You played" in whole.out
    assert not re.search(r"You played .*; it can take", whole.out)


def refused(cli: CommandLine, kind: str, line: str) -> str:
    """What is said to a line that does not answer a question of this kind."""
    script = Script([line])
    cli.play(script, *MATCH)
    return next(heard[0] for asked, _, heard in script.heard if asked == kind)


@pytest.mark.parametrize(
    ("kind", "line", "sentence"),
    [
        ("play", "", "Please answer with 1 to 8, or ? for help."),
        ("play", "9", "“9” is no answer here; please answer with 1 to 8, or ? for help."),
        (
            "play",
            "\x1b[31m",
            "“\\x1b[31m” is no answer here; please answer with 1 to 8, or ? for help.",
        ),
        ("decide", "1L", "Please answer with s or k, or ? for help."),
        ("ready", "2", "Enter deals the next round; ? tells what else you can answer."),
        ("ready", "1L", "Enter deals the next round; ? tells what else you can answer."),
    ],
)
def test_a_refusal_says_what_is_allowed(
    cli: CommandLine, kind: str, line: str, sentence: str
) -> None:
    assert refused(cli, kind, line) == sentence


def test_a_refused_card_is_named_with_the_cards_that_can_be(cli: CommandLine) -> None:
    whole = cli.play(Habit(HABIT), *MATCH)
    for kind in ("play", "picked", "drawn"):
        asked = next(asked for asked in whole.asked if asked.kind == kind)
        code = wrong_cards(asked)[0]
        said = refused(cli.at(kind), kind, code)
        assert f"({code})" in said
        if kind == "play":
            assert said.startswith("You do not hold ")
        else:
            targets = [label for label in asked.choices.values() if label.startswith("Take ")]
            assert all(label.removeprefix("Take ").rstrip(".") in said for label in targets)


def test_the_question_between_rounds_is_one_line(cli: CommandLine) -> None:
    whole = cli.play(Habit(HABIT), *MATCH)
    (asked,) = [asked for asked in whole.asked if asked.kind == "ready"]
    assert asked.prompt == READY
    assert not asked.choices
