"""``koikoi stats``: every match counts once, whatever befell it, and the figures are told."""

from __future__ import annotations

from collections import deque
from datetime import timedelta
from pathlib import Path
from time import tzset

import pytest

import koikoi.store.history
from koikoi.record.reader import load
from koikoi.record.record import RecordPlayer
from koikoi.store import tables
from koikoi.store.facts import facts_of
from koikoi.table import past
from tests.cli.conftest import CommandLine, Result
from tests.cli.person import Always, Asked, Habit
from tests.cli.test_continue import HABIT
from tests.record.playing import STARTED
from tests.store.pasts import AGAINST_SHIKA, TWO_PEOPLE, YOU, a_match, copied, golden_names, put
from tests.test_architecture import loaded_after

MATCH = ("--rounds", "1", "--seed", "stats")
HISTORY = "history.sqlite3"
EMPTY = "There is no finished match yet; koikoi plays the first one."


def stats(cli: CommandLine, *arguments: str) -> Result:
    result = cli("stats", *arguments)
    assert result.code == 0
    return result


def counts(cli: CommandLine) -> tuple[int, int]:
    """The matches against the computer, and how many of them were forfeited."""
    document = stats(cli, "--json").json
    return document["matches"], document["forfeited"]


class Resigning:
    """Resigns at the first question."""

    def __init__(self) -> None:
        self._said = deque(["resign", "y"])

    def __call__(self, _: Asked) -> str:
        return self._said.popleft()


# Counting.


def test_there_is_one_friendly_sentence_before_the_first_match(cli: CommandLine) -> None:
    assert stats(cli).lines == [EMPTY]
    document = stats(cli, "--json").json
    assert (document["matches"], document["win_rate"], document["best_round"]) == (0, None, None)


def test_every_match_counts_once_at_its_end(cli: CommandLine) -> None:
    for played in range(1, 4):
        cli.play(Habit(HABIT), "--rounds", "1", "--seed", str(played))
        # At once: nothing has looked at the history yet.
        with koikoi.store.history.History(cli.home / HISTORY, cli.matches) as history:
            assert history.catch_up().counted == 0
        assert counts(cli) == (played, 0)


def test_a_resigned_match_counts_as_forfeited(cli: CommandLine) -> None:
    cli.play(Habit(HABIT), *MATCH)
    cli.play(Resigning(), *MATCH)
    assert counts(cli) == (2, 1)
    assert ", 1 forfeited." in stats(cli).lines[0]
    results = [one["result"] for one in stats(cli, "--json").json["list"]]
    assert sorted(results) == ["forfeited", "won"]


def test_a_match_that_is_left_and_goes_on_counts_once(cli: CommandLine) -> None:
    cli.play(Always("quit"), *MATCH)
    assert counts(cli) == (0, 0)
    cli.play(Habit(HABIT), "--continue")
    assert counts(cli) == (1, 0)


def test_a_match_that_could_not_be_counted_is_told_of_and_counted_later(cli: CommandLine) -> None:
    cli.home.mkdir()
    (cli.home / HISTORY).mkdir()
    played = cli.play(Habit(HABIT), *MATCH)
    assert played.code == 0
    assert played.lines[-1].startswith("The match is not in the history yet. The history cannot be")
    assert played.lines[-1].endswith(f"The match is recorded in {cli.record}")
    first, *_ = stats(cli).lines
    assert first.endswith("The history was read from the records for this once.")
    assert counts(cli) == (1, 0)
    assert stats(cli, "--json").json["notices"] == [first]
    (cli.home / HISTORY).rmdir()
    assert counts(cli) == (1, 0)


def test_records_that_cannot_be_read_are_told_of(cli: CommandLine) -> None:
    put(cli.matches, a_match("one"))
    (cli.matches / "broken.koikoi.jsonl").write_text("nonsense\n")
    first, second, *_ = stats(cli).lines
    assert first == "1 record cannot be read and does not count: broken.koikoi.jsonl."
    assert second.startswith("1 match against the computer:")


def test_a_damaged_history_is_made_again_and_kept(cli: CommandLine) -> None:
    put(cli.matches, a_match("one"))
    (cli.home / HISTORY).write_text("nonsense " * 99)
    first, second, *_ = stats(cli).lines
    assert first == (
        "The history was damaged and has been made again from the records; the damaged file is "
        f"kept in {cli.home / HISTORY}.bad."
    )
    assert second.startswith("1 match against the computer:")
    assert stats(cli).lines[0] == second


def test_a_history_of_a_newer_version_is_told_of(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(cli.matches, a_match("one"))
    with monkeypatch.context() as patch:
        patch.setattr(tables, "VERSION", tables.VERSION + 1)
        stats(cli)
    first, second, *_ = stats(cli).lines
    assert first == (
        f"{cli.home / HISTORY} is of a newer version of the game. The history was read from the "
        "records for this once."
    )
    assert second.startswith("1 match against the computer:")


# What is told.


def test_all_figures_of_known_matches_are_told(cli: CommandLine) -> None:
    copied(cli.matches, golden_names())
    assert stats(cli).lines == [
        "5 matches against the computer: 2 won, 2 lost, 0 drawn, 1 forfeited.",
        "Win rate: 40.0 %.",
        "A draw counts half, a forfeited match for whoever did not give up.",
        "The last matches, the latest at the right: FWLLW",
        "10 rounds: 7.70 points made and 2.90 lost in each on average.",
        "Longest winning run: 1 match.",
        "Best round: 38 points, in January on 2026-11-30.",
        "",
        "Level    won  lost  drawn  forfeited  win rate  points",
        "3 Shika    2     2      0          1    40.0 %   77–29  ███",
        "",
        "Rules          won  lost  drawn  forfeited  win rate  points",
        "Standard         1     1      0          1    33.3 %   41–11  ███",
        "house rules      0     1      0          0     0.0 %    7–17",
        "Koi-Koi Japan    1     0      0          0   100.0 %    29–1  ████████",
        "",
        "Points by month   made                      lost",
        "January (Pine)      41  ██████████████████    22  ██████████",
        "February (Plum)     32  ██████████████         6  ███",
        "March (Cherry)       0                         1  █",
        "April (Wisteria)     4  ██                     0",
        "",
        "Yaku                                   made  scored",
        "Plains (Kasu)                             5       5  ████████████████████",
        "Ribbons (Tan)                             2       2  ████████",
        "Five Lights (Gokō)                        1       1  ████",
        "Three Lights (Sankō)                      1       1  ████",
        "Flower Viewing (Hanami)                   1       1  ████",
        "Moon Viewing (Tsukimi)                    1       1  ████",
        "Boar, Deer, Butterflies (Inoshikachō)     1       1  ████",
        "Poem Ribbons (Akatan)                     1       1  ████",
        "Blue Ribbons (Aotan)                      1       0  ████",
        "",
        "8 koi-koi calls: 7 won, 1 lost.",
        "Calling brought +45 points, compared with stopping at the first call of a round.",
        "Hints used: 9, in 3 matches.",
        "The computer's time was up 12 times before it had thought to the end.",
        "6 other matches, without a person or with two, are kept and not counted here.",
    ]


def test_the_document_holds_everything(cli: CommandLine) -> None:
    copied(cli.matches, golden_names())
    document = stats(cli, "--json").json
    assert document["matches"] == 5
    assert [document[key] for key in ("won", "lost", "drawn", "forfeited", "conceded")] == [
        *(2, 2, 0, 1, 0)
    ]
    assert (document["points_made"], document["points_lost"]) == (77, 29)
    assert document["by_month"][0] == {"month": 1, "rounds": 5, "made": 41, "lost": 22}
    assert document["yaku"][0] == {"id": "kasu", "made": 5, "counted": 5}
    assert document["calls"] == {"won": 7, "even": 0, "lost": 1, "open": 0, "gained": 45}
    assert document["by_level"]["3"]["matches"] == 5
    assert set(document["by_rules"]) == {"standard", "koikoi-japan", "house rules"}
    assert document["hints"] == 9
    assert document["other_matches"] == 6
    assert document["best_round"]["points"] == 38
    assert len(document["list"]) == 5
    assert document["list"][0]["opponent"] == "Computer"


def test_an_ascii_output_gets_ascii(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    copied(cli.matches, golden_names())
    monkeypatch.setattr("koikoi.cli.output.for_encoding", lambda *_: "?")
    said = stats(cli).out
    assert said.isascii()
    assert "##" in said


def test_no_line_is_wider_than_a_terminal(cli: CommandLine) -> None:
    for number in range(24):
        hoo = (YOU, RecordPlayer("Hōō", "hoo", 5))
        players = AGAINST_SHIKA if number % 2 else hoo
        put(cli.matches, a_match(f"wide {number}", players=players))
    sentences = [line for line in stats(cli).lines if not line.endswith((".", "W", "L", "D"))]
    assert len(sentences) > 10
    assert max(map(len, sentences)) <= 80


# Which matches.


def test_matches_are_told_by_rules_level_and_day(cli: CommandLine) -> None:
    put(cli.matches, a_match("one"))
    put(cli.matches, a_match("two", rules="nintendo", players=(YOU, RecordPlayer("B", "bot"))))
    put(cli.matches, a_match("three", started=STARTED + timedelta(days=3)))
    put(cli.matches, a_match("four", players=TWO_PEOPLE))

    def matches(*arguments: str) -> int:
        number: int = stats(cli, "--json", *arguments).json["matches"]
        return number

    assert matches() == 3
    assert matches("--rules", "nintendo") == 1
    assert matches("--rules", "yakuza") == 0
    assert matches("--level", "3") == matches("--level", "shika") == 2
    assert matches("--level", "bot") == 1
    assert matches("--since", "2026-12-02") == 1
    assert matches("--level", "3", "--since", "2026-12-02", "--rules", "standard") == 1
    assert stats(cli, "--level", "1").lines == [
        "No finished match is of this kind; koikoi stats alone tells of all."
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--level", "9"], "--level is 9; 1, 2, 3, 4 and 5 are allowed."),
        (["--since", "soon"], "--since is soon; a day such as 2026-11-30 is allowed."),
        (["--since", "9999-99-99"], "--since is 9999-99-99; a day such as 2026-11-30 is allowed."),
        (
            ["--rules", "mine"],
            (
                "No rules of a finished match are called “mine”; there are standard, nintendo, "
                "wikipedia, koikoi-japan, fuda-wiki and yakuza."
            ),
        ),
    ],
)
def test_what_there_is_not_is_refused(cli: CommandLine, arguments: list[str], said: str) -> None:
    assert cli("stats", *arguments).refusal == said


def test_rules_of_the_players_own_can_be_asked_for(cli: CommandLine) -> None:
    copied(cli.matches, golden_names())
    assert stats(cli, "--rules", "house rules", "--json").json["matches"] == 1


def test_neither_numpy_nor_the_screen_is_needed(cli: CommandLine) -> None:
    put(cli.matches, a_match("one"))
    loaded = loaded_after(
        f"import os\nos.environ['KOIKOI_HOME'] = {str(cli.home)!r}\n"
        "from koikoi.cli.main import main\nassert main(['stats']) == 0"
    )
    assert "koikoi.store.history" in loaded
    assert not loaded & {"numpy", "textual", "rich", "asyncio"}


@pytest.mark.parametrize("zone", ["UTC+12", "UTC-12"])
@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_and_the_last_day_are_days(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, day: str, zone: str
) -> None:
    path = put(tmp_path, a_match("old"))
    time = STARTED.strftime("%Y-%m-%dT%H:%M:%SZ")
    hour = "00:00:00" if day.startswith("0") else "23:59:59"
    path.write_text(path.read_text().replace(time, f"{day}T{hour}Z"))
    monkeypatch.setenv("TZ", zone)
    tzset()
    try:
        assert cli("import", str(path)).lines == ["1 match is taken."]
        assert cli.record.name.startswith(day.replace("-", "") + "T")
        assert cli("stats", "--since", "2026-01-01").code == 0
        assert stats(cli).lines[0].startswith("1 match against the computer")
        said = past.day(facts_of(load(path)))
    finally:
        monkeypatch.undo()
        tzset()
    assert said == day
