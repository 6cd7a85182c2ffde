"""``koikoi play``: its options, what they refuse, and that the same match comes out every time."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi.engine.events import MatchOutcome, OyaCause, OyaDrawn
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.record.reader import load
from koikoi.record.record import RecordPlayer
from koikoi.record.replay import replay
from tests.cli.conftest import CommandLine
from tests.cli.person import Always, Habit
from tests.cli.test_continue import HABIT, ending, written

MATCH = ("--seed", "same", "--rounds", "3")


@pytest.mark.parametrize("level", ["random", "greedy"])
@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_the_same_seed_rules_level_and_answers_give_the_same_match(
    cli: CommandLine, rules: str, level: str
) -> None:
    played, records = [], []
    for name in ("first", "second"):
        other = cli.at(name)
        result = other.play(Habit("same"), *MATCH, "--rules", rules, "--level", level)
        assert result.code == 0
        played.append(result.lines[:-1])
        records.append(written(other.record))
    assert played[0] == played[1]
    assert records[0] == records[1]


def test_answers_from_a_pipe_and_from_a_person_give_the_same_transcript(cli: CommandLine) -> None:
    habit = Habit("same")
    first = cli.play(habit, *MATCH)
    second = cli.at("pipe")(
        "play", "--plain", "--level", "greedy", *MATCH, stdin="\n".join(habit.given)
    )
    assert second.lines[:-1] == first.lines[:-1]


@pytest.mark.parametrize(
    ("first", "cause", "oya"),
    [
        ("you", OyaCause.FIRST, 0),
        ("opponent", OyaCause.SECOND, 1),
        ("draw", OyaCause.DRAW, None),
        ("random", OyaCause.RANDOM, None),
    ],
)
def test_first_says_who_deals(
    cli: CommandLine, first: str, cause: OyaCause, oya: int | None
) -> None:
    for seed in ("a", "b"):
        other = cli.at(seed)
        left = other.play(Always(times=0), "--first", first, "--seed", seed)
        record = load(other.record)
        events = replay(record)[0].events
        (drawn,) = [event for event in events if isinstance(event, OyaDrawn)]
        assert drawn.cause is cause
        assert oya in (None, drawn.oya)
        deals = (
            "you deal, and so you play first"
            if drawn.oya == 0
            else "Computer deals and plays first"
        )
        assert f"Round 1, January (Pine): {deals}." in left.lines
        # Whoever deals plays first.
        assert len(left.asked[0].choices) == 8
        assert bool(record.actions) == (drawn.oya == 1)


@pytest.mark.parametrize("rounds", ["1", "12"])
def test_rounds_says_how_many(cli: CommandLine, rounds: str) -> None:
    played = cli.play(Habit("rounds"), "--rounds", rounds, "--seed", "rounds")
    assert load(cli.record).header.rules.rounds == int(rounds)
    assert sum(line.startswith("The score: ") for line in played.lines) == int(rounds)


def test_rounds_are_those_of_the_rules_by_default(cli: CommandLine) -> None:
    cli.play(Always(times=0), "--rules", "koikoi-japan")
    assert load(cli.record).header.rules == preset("koikoi-japan")


@pytest.mark.parametrize(
    ("level", "computer"),
    [
        ("1", RecordPlayer("Uguisu", "uguisu", 1)),
        ("2", RecordPlayer("Chō", "cho", 2)),
        ("3", RecordPlayer("Shika", "shika", 3)),
        ("4", RecordPlayer("Tsuru", "tsuru", 4)),
        ("5", RecordPlayer("Hōō", "hoo", 5)),
        ("5:points", RecordPlayer("Hōō", "hoo:points", 5)),
        ("shika", RecordPlayer("Shika", "shika", 3)),
        ("greedy", RecordPlayer("Computer", "greedy")),
        ("random", RecordPlayer("Computer", "random")),
        (None, RecordPlayer("Chō", "cho", 2)),
    ],
)
def test_level_says_which_computer_plays(
    cli: CommandLine, level: str | None, computer: RecordPlayer
) -> None:
    chosen = () if level is None else ("--level", level)
    # The first question is the person's: nothing is thought about.
    cli("play", "--plain", "--first", "you", *chosen)
    assert load(cli.record).header.players[1] == computer


@pytest.mark.parametrize("seed", ["x", "s p a c e", "花見", "x" * 200, "-"])
def test_any_printable_text_is_a_seed(cli: CommandLine, seed: str) -> None:
    played = cli.play(Habit("seed"), f"--seed={seed}", "--rounds", "1")
    assert played.code == 0
    assert f"The seed was “{seed}”." in played.lines
    assert cli("verify", str(cli.record)).code == 0


SEED = "--seed is 1 to 200 printable characters."


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--seed", ""], SEED),
        (["--seed", "x" * 201], SEED),
        (["--seed", "x\x1b[2J"], SEED),
        (["--seed", "two\nlines"], SEED),
        (["--seed", "\ud800"], SEED),
        (["--rounds", "0"], "--rounds is 0; 1 to 12 are allowed."),
        (["--rounds", "13"], "--rounds is 13; 1 to 12 are allowed."),
        (["--level", "0"], "There is no level “0”; there are 1, 2, 3, 4 and 5."),
        (["--level", "x\x07"], "There is no level “x\\x07”; there are 1, 2, 3, 4 and 5."),
        (["--level", ""], "There is no level “”; there are 1, 2, 3, 4 and 5."),
        (
            ["--rules", "chess"],
            (
                "No rules are called “chess”; there are standard, nintendo, wikipedia, "
                "koikoi-japan, fuda-wiki and yakuza, or the path of a rules file."
            ),
        ),
        (
            ["--rules", "no/such.toml"],
            "The file no/such.toml cannot be used: No such file or directory.",
        ),
    ],
)
def test_a_value_that_is_not_allowed_is_told_with_what_is(
    cli: CommandLine, options: list[str], sentence: str
) -> None:
    assert cli("play", "--plain", *options).refusal == sentence
    assert not cli.home.exists()


@pytest.mark.parametrize(
    "options",
    [
        ["--rounds", "three"],
        ["--rounds", "-1"],
        ["--rounds", "1.5"],
        ["--rounds", "9" * 5000],
        ["--rounds", "٣x"],
        ["--level", "9" * 5000],
        ["--first", "me"],
        ["--rules", ""],
        ["--rules"],
        ["--seed"],
        ["--round", "3"],
        ["extra"],
    ],
)
def test_wrong_usage_is_one_short_sentence(cli: CommandLine, options: list[str]) -> None:
    assert len(cli("play", "--plain", *options).refusal) < 400
    assert not cli.home.exists()


@pytest.mark.parametrize(
    "option",
    [
        ["--rules", "standard"],
        ["--level", "2"],
        ["--rounds", "3"],
        ["--seed", "x"],
        ["--first", "you"],
    ],
)
def test_continue_goes_on_with_the_match_as_it_was_begun(
    cli: CommandLine, option: list[str]
) -> None:
    cli.play(Always(times=3))
    before = cli.record.read_bytes()
    for order in (["--continue", *option], [*option, "--continue"]):
        assert cli("play", "--plain", *order).refusal == (
            "--continue goes on with a match as it was begun; "
            f"{option[0]} cannot be combined with it."
        )
    assert cli.record.read_bytes() == before


def test_a_match_goes_on_under_the_rules_and_at_the_level_it_was_begun_with(
    cli: CommandLine,
) -> None:
    options = ("--rules", "yakuza", "--level", "random", "--first", "opponent", *MATCH)
    whole = cli.play(Habit(HABIT), *options)
    other = cli.at("left")
    other.play(Habit(HABIT, times=4), *options)
    resumed = other.play(Habit(HABIT), "--continue")
    assert resumed.lines[1] == "The match under the rules “Yakuza” goes on where it was left."
    assert ending(resumed) == ending(whole)
    assert written(other.record) == written(cli.record)


@pytest.mark.parametrize(
    ("seed", "level", "winner", "rounds", "sentence"),
    [
        (
            "japan 96",
            "greedy",
            1,
            4,
            "You have no points left, so the match is over: Computer wins it by 60 to 0.",
        ),
        (
            "japan 144",
            "random",
            0,
            8,
            "Computer has no points left, so the match is over: you win it by 60 to 0.",
        ),
    ],
)
def test_a_match_about_points_ends_when_they_have_run_out(
    cli: CommandLine, seed: str, level: str, winner: int, rounds: int, sentence: str
) -> None:
    options = ("--rules", "koikoi-japan", "--seed", seed, "--level", level)
    played = cli.play(Always(), *options)
    assert played.code == 0
    assert sentence in played.lines
    record = load(cli.record)
    assert record.result is not None
    assert record.result.outcome is MatchOutcome.OUT_OF_POINTS
    assert record.result.winner == winner
    assert len(record.rounds) == rounds
    for command in (["verify"], ["replay", "--check"]):
        assert cli(*command, str(cli.record)).code == 0


# Rules of one's own ------------------------------------------------------------------------------


def own_rules(cli: CommandLine, tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The file that ``koikoi rules standard --toml`` prints, with some lines changed."""
    text = cli("rules", "standard", "--toml").out
    for old, new in changes:
        assert text.count(f"\n{old}\n") == 1
        text = text.replace(f"\n{old}\n", f"\n{new}\n")
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_rules_of_ones_own_can_be_played(cli: CommandLine, tmp_path: Path) -> None:
    file = own_rules(
        cli, tmp_path, ('name = "standard"', 'name = "花札 at home"'), ("rounds = 12", "rounds = 2")
    )
    played = cli.play(Habit(HABIT), "--rules", str(file), "--seed", "own")
    assert played.code == 0
    assert "A match of 2 rounds begins, under the rules “花札 at home”." in played.lines
    assert load(cli.record).header.rules.name == "花札 at home"
    # The record has the rules: the file is no longer needed.
    file.unlink()
    assert cli("verify", str(cli.record)).code == 0
    assert cli("replay", "--check", str(cli.record)).code == 0


def test_all_problems_of_a_rules_file_are_told_at_once(cli: CommandLine, tmp_path: Path) -> None:
    file = own_rules(
        cli,
        tmp_path,
        ("goko = 10", "goko = 99"),
        ('family = "add"', 'family = "sub"'),
        ("rounds = 12", "ronds = 12"),
        ("extra_card = true", 'extra_card = "\\u001b[31m"'),
    )
    refused = cli("play", "--plain", "--rules", str(file))
    assert refused.code == 2
    assert refused.out == ""
    told = refused.err.splitlines()
    assert len(told) == 5
    for key in ("goko", "family", "ronds", "rounds", "extra_card"):
        assert sum(line.startswith("koikoi: ") and f"“{key}”" in line for line in told) >= 1
    assert not cli.home.exists()


@pytest.mark.parametrize(
    "data",
    [b"\xff\xfe", b"goko = ", b"\x00", b"x = " + b"[" * 5000, b"n = " + b"9" * 5000, b"#" * 2**20],
    ids=["no text", "no TOML", "NUL", "too deep", "too many digits", "too large"],
)
def test_a_file_that_holds_no_rules_is_refused(
    cli: CommandLine, tmp_path: Path, data: bytes
) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(data)
    assert f"“{file}”" in cli("play", "--plain", "--rules", str(file)).refusal


def test_a_folder_holds_no_rules(cli: CommandLine, tmp_path: Path) -> None:
    assert str(tmp_path) in cli("play", "--plain", "--rules", str(tmp_path)).refusal
