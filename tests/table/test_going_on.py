"""A match that breaks off anywhere goes on as if it had not: same phase, cards and course."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import koikoi.record.writer
from koikoi.engine.presets import preset
from koikoi.engine.state import PLAYER_PHASES, Phase
from koikoi.record import load
from koikoi.record.errors import Fault, RecordError
from koikoi.record.replay import replay
from koikoi.record.writer import RecordBusy, RecordWriter
from koikoi.store.places import matches_dir
from koikoi.table.resuming import (
    NothingToContinue,
    continued_table,
    newest_played,
    resumed_table,
    unfinished_matches,
)
from koikoi.table.setup import Setup, Table, new_table
from koikoi.text.catalogue import load as catalogue
from koikoi.text.catalogue import spoken
from tests.record.playing import PLAYERS, STARTED, match, record_of, short
from tests.table.sitting import play_out

ENGLISH = catalogue()
GO_ON = "koikoi play --continue"

START, MOVES = match(short(rounds=1), "going on")
WHOLE = koikoi.record.dumps(record_of(START, MOVES)).encode()
HALF = koikoi.record.dumps(record_of(START, MOVES[:9])).encode()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(koikoi.record.writer, "_sync", lambda _: None)
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def saved(name: str, data: bytes) -> Path:
    folder = matches_dir()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.koikoi.jsonl"
    path.write_bytes(data)
    return path


def continued(two_people: bool = True) -> Table:
    return continued_table(ENGLISH, GO_ON, two_people=two_people)


def only_record() -> Path:
    (path,) = matches_dir().glob("*.koikoi.jsonl")
    return path


# The course.


@pytest.mark.parametrize(
    ("rules", "rounds", "level", "seed"),
    [
        ("standard", 3, "greedy", "course 4"),
        ("yakuza", 3, None, "course 52"),
        ("nintendo", 1, "3", "course"),
    ],
    ids=["greedy", "two people", "level 3"],
)
def test_after_any_action_the_match_goes_on_to_the_same_end(
    rules: str, rounds: int, level: str | None, seed: str
) -> None:
    begin = Setup(replace(preset(rules), rounds=rounds), level, seed)
    assert play_out(new_table(begin, ENGLISH, GO_ON))
    path = only_record()
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    steps = replay(load(path)).steps
    reached = set()
    for ply, step in enumerate(steps[:-1]):
        path.write_bytes(b"".join(lines[: ply + 2]))
        table = continued()
        assert table.state == step.state
        reached.add((step.state.phase, step.state.to_act))
        assert (table.computer is None) == (level is None)
        assert play_out(table)
        assert path.read_bytes() == whole
    if level != "3":  # what a level plays changes with the network's weights
        # Both have been at every question, and a round has been over.
        questions = {(phase, seat) for phase in PLAYER_PHASES for seat in (0, 1)}
        assert reached == questions | {(Phase.ROUND_OVER, None)}


# The power fails.


def ends(data: bytes) -> Iterator[int]:
    """Every place to break off: all around the start and in the last lines, else every tenth."""
    first = data.index(b"\n", data.index(b"\n") + 1) + 1
    yield from range(first, len(data), 10)
    yield from range(len(data) - 300, len(data))
    yield from range(first - 5, first + 5)


def test_wherever_the_file_breaks_off_the_last_whole_line_is_where_it_goes_on() -> None:
    first = WHOLE.index(b"\n", WHOLE.index(b"\n") + 1) + 1
    for size in sorted(set(ends(WHOLE))):
        path = saved("torn", WHOLE[:size])
        complete = WHOLE[:size].count(b"\n")
        if size < first:
            with pytest.raises(NothingToContinue) as nothing:
                continued()
            assert len(nothing.value.notices) == 1
            kept = path.with_name(path.name + ".bad")
            assert kept.read_bytes() == WHOLE[:size]
            kept.unlink()
            continue
        if complete - 2 >= len(MOVES):
            # Only the result is lost: the match is over.
            with pytest.raises(NothingToContinue):
                continued()
            assert path.read_bytes() == WHOLE[:size]
            continue
        table = continued()
        assert table.state.ply == complete - 2
        torn = not WHOLE[:size].endswith(b"\n")
        assert any("was torn" in spoken(notice) for notice in table.notices) == torn
        table.saver.close()
        assert path.read_bytes() == WHOLE[: WHOLE[:size].rindex(b"\n") + 1]


@pytest.mark.parametrize("tail", [b"\0" * 500, b"\xff" * 30, b'{"ply": 9, "se'])
def test_what_a_failing_disk_left_at_the_end_is_cut_off(tail: bytes) -> None:
    path = saved("tail", HALF + tail)
    table = continued()
    table.saver.close()
    assert table.state == MOVES[8].after
    assert path.read_bytes() == HALF


# Which one.


def test_a_record_that_is_named_goes_on_although_a_newer_one_is_there() -> None:
    named, _ = saved("named", HALF), saved("newer", HALF)
    table = resumed_table(named, ENGLISH, GO_ON)
    assert table.state == MOVES[8].after
    with pytest.raises(RecordBusy):
        resumed_table(named, ENGLISH, GO_ON)
    table.saver.close()


def test_what_is_named_and_cannot_go_on_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    for data in (b"", b"garbage\n", WHOLE):
        path.write_bytes(data)
        with pytest.raises(RecordError):
            resumed_table(path, ENGLISH, GO_ON)
        assert path.read_bytes() == data
    with pytest.raises(RecordError) as caught:
        resumed_table(tmp_path, ENGLISH, GO_ON)
    assert caught.value.code is Fault.NOT_A_FILE
    with pytest.raises(FileNotFoundError):
        resumed_table(tmp_path / "nowhere", ENGLISH, GO_ON)


def test_the_newest_that_can_be_played_goes_on_and_the_busy_one_is_told() -> None:
    older = saved("1", HALF)
    with RecordWriter.create(saved("2", b"").with_name("3.koikoi.jsonl"), START, PLAYERS, STARTED):
        saved("2", b"").unlink()
        table = continued()
        assert table.state == MOVES[8].after
        assert "3.koikoi.jsonl is being played elsewhere" in spoken(table.notices[0])
        table.saver.close()
        older.unlink()
        with pytest.raises(NothingToContinue) as nothing:
            continued()
        assert nothing.value.played == newest_played()
        assert nothing.value.played is not None
        assert nothing.value.played.name == "3.koikoi.jsonl"
    assert newest_played() is None


def test_the_list_tells_of_every_unfinished_match_and_sets_broken_ones_aside() -> None:
    saved("1", HALF)
    saved("2", WHOLE)
    saved("3", b"garbage\n")
    with RecordWriter.create(matches_dir() / "4.koikoi.jsonl", START, PLAYERS, STARTED):
        shelf = unfinished_matches(ENGLISH)
        names = [one.path.name for one in shelf.matches]
        assert names == ["4.koikoi.jsonl", "1.koikoi.jsonl"]
        assert [one.played for one in shelf.matches] == [True, False]
    one = shelf.matches[1]
    assert (one.seen.ply, one.seen.seat, one.seen.hand) == (9, None, 0)
    assert one.players == PLAYERS
    assert not one.two_people
    assert one.written.tzinfo is not None
    assert len(shelf.notices) == 1
    assert (matches_dir() / "3.koikoi.jsonl.bad").exists()
    assert unfinished_matches(ENGLISH).notices == ()
