"""``koikoi learn cards``: the card trainer by plain lines, and what is refused."""

from __future__ import annotations

import errno
import re

import pytest

import koikoi.store.drafts
from koikoi.engine.presets import preset
from koikoi.lesson import quizwords
from koikoi.lesson.facts import facts_of
from koikoi.lesson.trainer import Trainer
from koikoi.store.learnt import keep_learnt, load_learnt
from koikoi.store.settings import Settings, save_settings
from koikoi.text.catalogue import load
from tests.cli.conftest import CommandLine, Result

PLAIN = ("learn", "cards", "--plain")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, cli: CommandLine) -> None:
    monkeypatch.setattr(koikoi.store.drafts, "_sync", lambda _: None)
    monkeypatch.setenv("KOIKOI_HOME", str(cli.home))  # for what a test reads itself


def answers(count: int, seed: str, *, rules: str = "standard", wrong: tuple[int, ...] = ()) -> str:
    """What is typed to answer rightly, but for the questions of these places."""
    trainer = Trainer(preset(rules), {}, seed, count)
    typed = []
    for at in range(count):
        question = trainer.question
        place = question.right if at not in wrong else (question.right + 1) % len(question.options)
        typed.append(f"{place + 1}\n")
        trainer.answer(place)
        if not trainer.over:
            trainer.go_on()
    return "".join(typed)


def verdicts(result: Result) -> list[str]:
    return [line for line in result.lines if line.startswith(("Right:", "Wrong;"))]


def test_a_session_by_plain_lines(cli: CommandLine) -> None:
    typed = answers(5, "spring", wrong=(1,))
    result = cli(*PLAIN, "--questions", "5", "--seed", "spring", stdin=typed)
    assert result.code == 0
    assert result.lines[0] == "Card trainer: 5 questions under the rules “Standard”."
    assert [line[:5] for line in verdicts(result)] == ["Right", "Wrong", "Right", "Right", "Right"]
    assert [line for line in result.lines if line.startswith("Question ")][4].startswith(
        "Question 5 of 5."
    )
    assert "4 of 5 questions answered right." in result.lines
    assert "Known least of what was asked:" in result.lines


def test_questions_read_as_the_lesson_has_them(cli: CommandLine) -> None:
    result = cli(*PLAIN, "--questions", "1", "--seed", "a", stdin="1\n")
    question = Trainer(preset("standard"), {}, "a", 1).question
    text = load()
    start = result.lines.index(quizwords.prompt(text, question)) - len(question.options)
    for number, option in enumerate(question.options, start=1):
        words = quizwords.answer_words(text, question, option)
        assert result.lines[start + number - 1] == f"{number}. {words}"
    assert quizwords.explanation(text, question) in result.lines


def test_without_a_number_there_are_ten_questions(cli: CommandLine) -> None:
    result = cli(*PLAIN, stdin="1\n" * 30)
    assert len(verdicts(result)) == 10


def test_the_same_seed_asks_the_same(cli: CommandLine) -> None:
    first, again, other = (
        cli.at(home)(*PLAIN, "--seed", seed, stdin="1\n" * 10).out
        for home, seed in (("a", "s"), ("b", "s"), ("c", "t"))
    )
    assert first == again != other


def test_what_is_answered_is_remembered(cli: CommandLine) -> None:
    cli(*PLAIN, "--questions", "2", "--seed", "x", stdin=answers(2, "x", wrong=(0,)))
    boxes = load_learnt().boxes
    assert sorted(boxes.values()) == [1, 3]
    asked = Trainer(preset("standard"), boxes, "y", 1).question
    result = cli(*PLAIN, "--questions", "1", "--seed", "y", stdin="1\n")
    assert quizwords.prompt(load(), asked) in result.lines


@pytest.mark.parametrize("leaving", ["quit\n", "q\n", " QUIT \n", ""])
def test_it_ends_at_any_time(cli: CommandLine, leaving: str) -> None:
    result = cli(*PLAIN, stdin="1\n2\n" + leaving)
    assert result.code == 0
    assert len(verdicts(result)) == 2
    assert re.search(r"^\d of 2 questions answered right\.$", result.out, re.MULTILINE)


def test_who_leaves_at_once_hears_no_figures(cli: CommandLine) -> None:
    result = cli(*PLAIN)
    assert result.code == 0
    assert "answered right" not in result.out
    assert not cli.home.exists()


def test_help_tells_what_can_be_answered_and_asks_again(cli: CommandLine) -> None:
    result = cli(*PLAIN, "--questions", "1", stdin="?\n1\n")
    assert "A number gives the answer of this number." in result.lines
    assert "quit ends the session; what you have answered is noted." in result.lines
    assert result.out.count("Question 1 of 1.") == 2


@pytest.mark.parametrize("typed", ["5", "0", "", "one", "1 2", "²", "x" * 500, "\x1b[2J"])
def test_what_is_no_answer_is_told_and_asked_again(cli: CommandLine, typed: str) -> None:
    result = cli(*PLAIN, "--questions", "1", "--seed", "a", stdin=f"{typed}\n1\n")
    refused = [line for line in result.lines if "is no answer here" in line]
    assert len(refused) == 1
    assert re.search(r"answer 1 to [234], or \? for help\.$", refused[0])
    assert len(refused[0]) < 120
    assert len(verdicts(result)) == 1


def test_the_rules_are_those_played_last_or_those_that_are_named(cli: CommandLine) -> None:
    save_settings(Settings(rules="wikipedia"))
    assert "“Wikipedia" in cli(*PLAIN).lines[0]
    assert "“Yakuza" in cli(*PLAIN, "--rules", "yakuza").lines[0]
    save_settings(Settings(rules="gone.toml"))
    assert "The rules “gone.toml” cannot be read" in cli(*PLAIN).lines[0]


def test_points_are_those_of_the_rules(cli: CommandLine) -> None:
    for rules, points in (("standard", 5), ("wikipedia", 6)):
        everything = facts_of(preset(rules))
        weak = f"worth sanko {points}"
        keep_learnt({fact.key: 1 if fact.key == weak else 5 for fact in everything})
        result = cli(*PLAIN, "--rules", rules, stdin="1\n" * 10)
        found = re.findall(r"They make Three Lights \(Sankō\) for (\d) points", result.out)
        assert set(found) == {str(points)}


def test_ascii_has_nothing_else(cli: CommandLine) -> None:
    result = cli(*PLAIN, "--ascii", "--questions", "30", "--seed", "a", stdin="1\n" * 30)
    assert result.out.isascii()


def test_a_full_disk_is_told_once_and_the_session_goes_on(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(koikoi.store.drafts, "_sync", full)
    result = cli(*PLAIN, stdin="1\n" * 10)
    assert result.code == 0
    assert result.out.count("What you know cannot be noted: No space left on device.") == 1
    assert len(verdicts(result)) == 10


def test_a_damaged_file_is_told_and_kept(cli: CommandLine) -> None:
    cli.home.mkdir()
    (cli.home / "trainer.json").write_text("nonsense")
    result = cli(*PLAIN, stdin="1\n")
    assert "trainer.json is damaged; it is kept beside the new one" in result.lines[0]
    assert (cli.home / "trainer.json.bad").read_text() == "nonsense"


# What is refused.


@pytest.mark.parametrize("count", ["0", "-1", "101", "9" * 50])
def test_a_session_has_one_to_a_hundred_questions(cli: CommandLine, count: str) -> None:
    refusal = cli(*PLAIN, "--questions", count).refusal
    assert "1 to 100 are allowed" in refusal


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--questions", "ten"), "ten is not a whole number"),
        (("--seed", ""), "--seed is 1 to 200 printable characters."),
        (("--rules", "nothing"), "nothing"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    cli: CommandLine, arguments: tuple[str, ...], said: str
) -> None:
    assert said in cli(*PLAIN, *arguments).refusal


def test_without_a_terminal_plain_lines_are_named(cli: CommandLine) -> None:
    assert "koikoi learn cards --plain" in cli("learn", "cards").refusal


@pytest.mark.parametrize(
    "option", [("--plain",), ("--questions", "5"), ("--rules", "yakuza"), ("--seed", "a")]
)
@pytest.mark.parametrize("lesson", [(), ("first",), ("koikoi",)])
def test_lessons_at_the_table_take_none_of_its_options(
    cli: CommandLine, lesson: tuple[str, ...], option: tuple[str, ...]
) -> None:
    refusal = cli("learn", *lesson, *option).refusal
    assert refusal == f"{option[0]} goes with koikoi learn cards only."
