"""``koikoi daily``: the same match everywhere, the first attempt counts, and its line."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from koikoi.record.reader import load
from koikoi.record.replay import replay
from koikoi.record.writer import RecordWriter
from koikoi.table import daily
from koikoi.text.ascii import ascii_form
from tests.cli.conftest import CommandLine, Result
from tests.cli.person import Always, Habit
from tests.cli.test_continue import written

TODAY = "2026-11-30"
PLAY = ("daily", "--plain")
HABIT = "daily"
LINE = f"Koi-Koi daily {TODAY}: "
COUNTS = f"The daily deal of {TODAY}: this match counts."
GOES_ON = f"The daily deal of {TODAY} goes on; it counts."


@pytest.fixture(autouse=True)
def the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: date.fromisoformat(TODAY))


def line_of(result: Result) -> str:
    """The line that is to be passed on, the last but one."""
    assert result.lines[-1].startswith("The match is recorded in ")
    assert result.lines[-2].startswith("Koi-Koi daily ")
    return result.lines[-2]


@pytest.fixture
def whole(cli: CommandLine) -> Result:
    """A match without an interruption, in the home of ``cli``."""
    return cli.at_table(Habit(HABIT), *PLAY)


def test_two_machines_have_the_same_deals_and_the_same_answers(
    cli: CommandLine, whole: Result
) -> None:
    other = cli.at("another machine")
    again = other.at_table(Habit(HABIT), *PLAY)
    assert written(other.record) == written(cli.record)
    assert again.lines[:-1] == whole.lines[:-1]
    assert whole.lines[0] == COUNTS
    assert "so compare in good faith" in whole.lines[1]


def test_the_match_is_what_is_documented(cli: CommandLine, whole: Result) -> None:
    header = load(cli.record).header
    assert header.seed == f"koikoi-daily-v1/{TODAY}"
    assert header.rules == daily.rules()
    assert [player.agent for player in header.players] == ["human", "shika"]
    assert "Round 1, January (Pine): you deal, and so you play first." in whole.lines
    assert any(header.commitment in line for line in whole.lines)


def test_the_line_tells_who_won_what(cli: CommandLine, whole: Result) -> None:
    record = load(cli.record)
    final = replay(record).final
    own, other = final.scores
    word = "won" if own > other else "lost" if own < other else "drawn"
    signs = "".join({0: "▲", 1: "▽", None: "–"}[one.winner] for one in final.results)
    assert len(signs) == daily.ROUNDS
    assert line_of(whole) == f"{LINE}{word} {own}:{other} vs Shika [{signs}]"


def test_the_result_can_be_told_again(cli: CommandLine, whole: Result) -> None:
    told = cli("daily", "--result")
    assert told.lines == [line_of(whole)]
    dated = cli("daily", "--result", "--date", TODAY, "--ascii")
    assert dated.lines == [ascii_form(line_of(whole))]
    assert dated.out.isascii()


def test_programs_get_the_result_as_json(cli: CommandLine, whole: Result) -> None:
    found = cli("daily", "--result", "--json").json
    final = replay(load(cli.record)).final
    assert final.result is not None
    assert found["date"] == TODAY
    assert found["seed"] == f"koikoi-daily-v1/{TODAY}"
    assert (found["rules"], found["rounds"], found["level"]) == ("standard", 6, 3)
    assert (found["standing"], found["attempts"]) == ("done", 1)
    result = found["result"]
    assert result["scores"] == list(final.scores)
    assert result["winner"] == final.result.winner
    words = {0: "won", 1: "lost", None: "nobody"}
    assert result["rounds"] == [words[one.winner] for one in final.results]
    assert result["hints"] == 0
    assert result["line"] == line_of(whole)


def test_a_match_that_was_left_is_gone_on_with(cli: CommandLine, whole: Result) -> None:
    other = cli.at("left")
    left = other.at_table(Habit(HABIT, times=20), *PLAY)
    assert left.lines[-1] == (
        f"The match is saved; koikoi daily --date {TODAY} --plain goes on with it."
    )
    told = other("daily", "--result")
    assert told.lines == [
        f"The daily deal of {TODAY} is not over; koikoi daily --date {TODAY} goes on with it."
    ]
    found = other("daily", "--result", "--json").json
    assert (found["standing"], found["attempts"], found["result"]) == ("begun", 1, None)
    resumed = other.at_table(Habit(HABIT), *PLAY)
    assert resumed.lines[0] == GOES_ON
    assert line_of(resumed) == line_of(whole)
    assert written(other.record) == written(cli.record)


def test_it_can_be_gone_on_with_like_any_match_and_counts(cli: CommandLine, whole: Result) -> None:
    other = cli.at("left")
    other.at_table(Habit(HABIT, times=20), *PLAY)
    assert line_of(other.play(Habit(HABIT), "--continue")) == line_of(whole)


def test_the_day_after_it_is_gone_on_with_by_its_date(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli.at_table(Always(times=3), *PLAY)
    monkeypatch.setattr(daily, "today", lambda: date(2026, 12, 1))
    new = cli.at_table(Always(times=0), *PLAY)
    assert new.lines[0] == "The daily deal of 2026-12-01: this match counts."
    old = cli.at_table(Always(times=0), *PLAY, "--date", TODAY)
    assert old.lines[0] == GOES_ON
    assert len(cli.records) == 2


def test_a_later_match_is_marked_as_a_repeat_and_the_first_one_counts(
    cli: CommandLine, whole: Result
) -> None:
    again = cli.at_table(Habit("another"), *PLAY)
    assert again.lines[0] == (
        f"The daily deal of {TODAY} again: this match is a repeat, and the first one counts."
    )
    assert line_of(again).startswith(f"Koi-Koi daily {TODAY}, a repeat: ")
    assert cli("daily", "--result").lines == [line_of(whole)]
    assert cli("daily", "--result", "--json").json["attempts"] == 2


def test_a_repeat_that_was_left_is_gone_on_with_as_a_repeat(
    cli: CommandLine, whole: Result
) -> None:
    cli.at_table(Always(times=3), *PLAY)
    again = cli.at_table(Always(), *PLAY)
    assert again.lines[0] == f"A repeat of the daily deal of {TODAY} goes on."
    assert line_of(again).startswith(f"Koi-Koi daily {TODAY}, a repeat: ")
    assert len(cli.records) == 2


def test_a_match_that_is_given_up_counts_and_says_so(cli: CommandLine) -> None:
    said = iter(["resign", "y"])
    given_up = cli.at_table(lambda _: next(said), *PLAY)
    assert line_of(given_up) == f"{LINE}resigned at 0:0 vs Shika"
    assert cli("daily", "--result").lines == [line_of(given_up)]
    assert "again" in cli.at_table(Always(times=0), *PLAY).lines[0]


def test_hints_are_counted(cli: CommandLine, whole: Result) -> None:
    lines = cli.record.read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    mine = [n for n, entry in enumerate(entries) if "action" in entry and entry["seat"] == 0]
    for number in mine[:2]:
        entries[number]["marks"] = ["hint"]
    cli.record.write_text("".join(json.dumps(entry) + "\n" for entry in entries), "utf-8")
    assert cli("daily", "--result").lines == [f"{line_of(whole)}, 2 hints"]


def test_the_seed_with_another_opponent_is_no_attempt(cli: CommandLine) -> None:
    cli.play(Always(times=3), "--seed", f"koikoi-daily-v1/{TODAY}", "--rounds", "6")
    assert cli.at_table(Always(times=0), *PLAY).lines[0] == COUNTS
    assert cli("daily", "--result", "--json").json["attempts"] == 1


def test_other_matches_have_no_line(cli: CommandLine) -> None:
    played = cli.play(Always(), "--rounds", "1")
    assert "Koi-Koi daily" not in played.out


def test_what_has_not_been_played_has_no_result(cli: CommandLine) -> None:
    told = cli("daily", "--result")
    assert told.code == 0
    assert told.lines == [
        f"The daily deal of {TODAY} has not been played here; koikoi daily --date {TODAY} plays it."
    ]
    found = cli("daily", "--result", "--json").json
    assert (found["standing"], found["attempts"], found["result"]) == ("open", 0, None)
    assert not cli.matches.exists()


@pytest.mark.parametrize("given", ["today", "2026-11-31", "20261130", "30.11.2026", ""])
def test_only_a_day_of_the_calendar_is_a_date(cli: CommandLine, given: str) -> None:
    assert cli("daily", "--date", given).refusal == (
        f"--date is “{given}”; it has to be a day of the calendar such as {TODAY}."
    )


def test_a_day_to_come_has_no_deal_yet(cli: CommandLine) -> None:
    assert cli("daily", "--date", "2026-12-01", "--result").refusal == (
        f"The daily deal of 2026-12-01 is still to come; today's, in UTC, is that of {TODAY}."
    )


def test_a_day_before_may_be_played_too(cli: CommandLine) -> None:
    before = cli.at_table(Always(times=0), *PLAY, "--date", "2026-11-29")
    assert before.lines[0] == "The daily deal of 2026-11-29: this match counts."


def test_without_a_terminal_the_plain_one_is_named(cli: CommandLine) -> None:
    assert cli("daily").refusal == (
        "This is not a terminal; koikoi daily --plain plays by plain lines through a pipe."
    )
    assert not cli.matches.exists()


def test_json_goes_with_the_result_only(cli: CommandLine) -> None:
    assert cli("daily", "--json").refusal == "--json goes with --result only."


def damaged(record: Path) -> None:
    """Breaks the middle of a record."""
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    record.write_text("".join([*lines[:4], "{}\n", *lines[5:]]), encoding="utf-8")


def test_a_damaged_record_is_named_and_set_aside_where_a_match_is_to_begin(
    cli: CommandLine,
) -> None:
    cli.at_table(Always(times=8), *PLAY)
    damaged(cli.record)
    assert str(cli.record) in cli("daily", "--result").refusal
    (path,) = cli.records
    new = cli.at_table(Always(times=0), *PLAY)
    assert new.lines[0].startswith("A saved match is damaged and cannot be continued; it is kept")
    assert new.lines[1] == COUNTS
    assert path.with_name(f"{path.name}.bad").exists()


def test_a_record_that_does_not_replay_is_set_aside_too(cli: CommandLine) -> None:
    cli.at_table(Always(times=8), *PLAY)
    lines = cli.record.read_text(encoding="utf-8").splitlines(keepends=True)
    entry = json.loads(lines[-1])
    entry["digest"] = "0" * len(entry["digest"])
    cli.record.write_text("".join([*lines[:-1], json.dumps(entry) + "\n"]), encoding="utf-8")
    new = cli.at_table(Always(times=0), *PLAY)
    assert new.lines[0].startswith("A saved match is damaged and cannot be continued; it is kept")
    assert COUNTS in new.lines
    assert len(cli.records) == 1


def test_a_match_that_is_played_elsewhere_is_not_begun_again(cli: CommandLine) -> None:
    cli.at_table(Always(times=3), *PLAY)
    with RecordWriter.resume(cli.record):
        refused = cli.at_table(Always(), *PLAY)
        assert refused.refusal == f"The match in {cli.record} is being played elsewhere."
    assert len(cli.records) == 1
