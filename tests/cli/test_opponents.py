"""The characters in matches by plain lines, and matches of earlier versions that go on."""

from __future__ import annotations

import pytest

from koikoi.record.reader import load
from tests.cli.conftest import CommandLine
from tests.cli.person import Always, Habit
from tests.cli.test_continue import HABIT, ending

MATCH = ("--seed", "opponents", "--rounds", "2", "--first", "you")


def test_who_plays_is_told_before_the_match_and_in_it(cli: CommandLine) -> None:
    left = cli.play(Always(times=1), *MATCH, "--level", "2")
    assert left.lines[:2] == [
        "You play against Chō the Butterfly, level 2.",
        "Knows most yaku, seldom looks across, calls gladly.",
    ]
    assert any(line.startswith("Chō played ") for line in left.lines)
    assert "Computer" not in left.out


def test_a_printer_without_macrons_gets_the_name_without(cli: CommandLine) -> None:
    left = cli.play(Always(times=0), *MATCH, "--level", "5", encoding="ascii")
    assert left.lines[0] == "You play against Hoo the Phoenix, level 5."


@pytest.mark.parametrize("agent", ["greedy", "random"])
def test_an_agent_by_name_is_the_computer_and_not_introduced(cli: CommandLine, agent: str) -> None:
    left = cli.play(Always(times=1), *MATCH, "--level", agent)
    assert left.lines[0] == "At every question, ? tells what you can answer."
    assert any(line.startswith("Computer played ") for line in left.lines)


def test_a_match_goes_on_against_the_same_character(cli: CommandLine) -> None:
    cli.play(Always(times=0), *MATCH, "--level", "3")
    before = load(cli.record).header
    resumed = cli.play(Always(times=0), "--continue")
    assert resumed.lines[0] == "You play against Shika the Deer, level 3."
    assert load(cli.record).header == before


@pytest.mark.parametrize(("agent", "level"), [("random", 1), ("greedy", 2)])
def test_a_match_of_an_earlier_version_goes_on_as_it_was_begun(
    cli: CommandLine, agent: str, level: int
) -> None:
    """Level 1 was ``random`` then, and level 2 ``greedy``: a record names its agent as well."""
    whole = cli.play(Habit(HABIT), *MATCH, "--level", agent)
    earlier = cli.at("earlier")
    earlier.play(Habit(HABIT, times=3), *MATCH, "--level", agent)
    written = earlier.record.read_text(encoding="utf-8")
    now, then = (f'"agent": "{agent}", "level": {number}' for number in ("null", level))
    assert written.count(now) == 1
    earlier.record.write_text(written.replace(now, then), encoding="utf-8")
    resumed = earlier.play(Habit(HABIT), "--continue")
    assert resumed.lines[0] == "At every question, ? tells what you can answer."
    assert ending(resumed) == ending(whole)
    player = load(earlier.record).header.players[1]
    assert (player.name, player.agent, player.level) == ("Computer", agent, level)


@pytest.mark.parametrize("level", ["0", "6", "55", "Shika", "3:", "level 3"])
def test_an_unknown_level_is_refused_with_what_is_allowed(cli: CommandLine, level: str) -> None:
    assert cli("play", "--plain", "--level", level).refusal == (
        f"There is no level “{level}”; there are 1, 2, 3, 4 and 5."
    )
    assert not cli.home.exists()


def test_help_at_a_question_tells_why_the_computer_can_be_trusted(cli: CommandLine) -> None:
    told = cli.play(Always("?", times=1), *MATCH).lines
    assert ("At every level the computer sees only what you would, and guesses the rest.") in told
