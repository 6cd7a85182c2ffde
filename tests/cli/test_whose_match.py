"""Which saved match goes on: the newest, one that nobody else plays, and for its player only."""

from __future__ import annotations

import os

import pytest

import koikoi.store.matches
from koikoi.record.reader import load
from koikoi.record.writer import RecordWriter
from tests.cli.conftest import CommandLine
from tests.cli.person import Always, Habit
from tests.cli.test_continue import HABIT, MATCH
from tests.cli.test_saving import NOTHING, leave


def test_the_match_that_was_played_last_goes_on(cli: CommandLine) -> None:
    first, second = leave(cli, 5), leave(cli, 3)
    os.utime(second, (1, 1))
    assert cli.play(Habit(HABIT), "--continue").code == 0
    assert load(first).finished
    assert not load(second).finished
    assert cli.play(Habit(HABIT), "--continue").code == 0
    assert load(second).finished


def test_a_match_that_is_over_cannot_go_on(cli: CommandLine) -> None:
    cli.play(Habit(HABIT), *MATCH)
    assert cli("play", "--plain", "--continue").err.splitlines() == [NOTHING]


def test_a_match_at_another_table_is_told_and_left_alone(cli: CommandLine) -> None:
    path = leave(cli)
    before = path.read_bytes()
    with RecordWriter.resume(path):
        for arguments in (["--continue"], ["--continue", str(path)], ["--continue", path.name]):
            assert cli("play", "--plain", *arguments, stdin="1\n" * 99).refusal == (
                f"The match in {path} is being played elsewhere; koikoi watch --plain shows it, "
                "and koikoi play --plain starts another one."
            )
    assert path.read_bytes() == before
    assert cli.play(Habit(HABIT), "--continue").code == 0


def test_what_is_broken_is_told_beside_the_match_at_another_table(cli: CommandLine) -> None:
    path = leave(cli)
    bad = path.with_name("zzz.koikoi.jsonl")
    bad.write_bytes(b"garbage\n")
    with RecordWriter.resume(path):
        told = cli("play", "--plain", "--continue").err.splitlines()
    assert len(told) == 2
    assert f"it is kept in {bad}.bad." in told[0]
    assert told[1].startswith(f"koikoi: The match in {path} is being played elsewhere;")


def test_a_record_is_for_its_player_only(cli: CommandLine) -> None:
    path = leave(cli)
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


def test_two_matches_of_the_same_seed_and_second_are_both_saved(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli.play(Always("quit"), "--seed", "same")
    taken = cli.record
    free = koikoi.store.matches.new_match_path
    names = iter([taken])
    monkeypatch.setattr(
        koikoi.store.matches, "new_match_path", lambda *given: next(names, None) or free(*given)
    )
    played = cli.play(Always("quit"), "--seed", "same")
    assert "not saved" not in played.out
    assert len(cli.records) == 2


def test_a_match_that_is_played_elsewhere_leaves_an_older_one_to_go_on_with(
    cli: CommandLine,
) -> None:
    cli.play(Always("quit"), "--seed", "older")
    older = cli.record
    cli.play(Always("quit"), "--seed", "newer")
    (newer,) = (path for path in cli.records if path != older)
    os.utime(older, (1, 1))
    with RecordWriter.resume(newer):
        played = cli.play(Always("quit"), "--continue")
    assert played.code == 0
    assert f"The match in {newer} is being played elsewhere." in played.out
    assert load(older).header.seed == "older"
    assert played.out.count(str(newer)) == 1
