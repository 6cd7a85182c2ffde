"""Following a record that somebody else writes: every step once, whatever becomes of the file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import koikoi.record.follow
from koikoi.record.errors import Fault, RecordError
from koikoi.record.follow import Follower
from koikoi.record.writer import RecordWriter, being_written
from tests.record.playing import PLAYERS, STARTED, match, record_of, short
from tests.record.writing import MOVES, START, WHOLE, written


def test_every_action_is_told_once_and_as_it_comes(path: Path) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer, Follower(path) as follower:
        (first,) = follower.news()
        assert (first.state, first.action) == (START, None)
        for move in MOVES:
            assert follower.news() == ()
            assert not follower.finished
            writer.append(*move)
            (step,) = follower.news()
            assert step.state == move.after
        assert follower.finished
        assert follower.news() == ()


def test_who_comes_late_is_told_everything_at_once(path: Path) -> None:
    written(path, MOVES[:9])
    with Follower(path) as follower:
        states = [step.state for step in follower.news()]
    assert states == [START, *(move.after for move in MOVES[:9])]


def test_nothing_is_read_before_the_file_has_changed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(path, MOVES[:3])
    with Follower(path) as follower:
        follower.news()

        def never(_: bytes) -> None:
            raise AssertionError("the record was read again")

        monkeypatch.setattr(koikoi.record.follow, "scan", never)
        assert follower.news() == ()


@pytest.mark.parametrize("part", [1, 20, -1])
def test_a_line_that_is_being_written_is_no_news(part: int, path: Path) -> None:
    lines = WHOLE.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:5]))
    with Follower(path) as follower:
        assert len(follower.news()) == 4
        with path.open("ab") as file:
            file.write(lines[5][:part])
            file.flush()
            assert follower.news() == ()
            file.write(lines[5][part:])
            file.flush()
            (step,) = follower.news()
            assert step.state == MOVES[3].after


def test_an_action_that_was_taken_back_is_passed_over_until_it_comes_again(path: Path) -> None:
    lines = WHOLE.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:6]))
    with Follower(path) as follower:
        follower.news()
        os.truncate(path, len(b"".join(lines[:5])))
        assert follower.news() == ()
        with path.open("ab") as file:
            file.write(lines[5])
            file.flush()
            assert follower.news() == ()
            file.write(lines[6])
            file.flush()
            (step,) = follower.news()
            assert step.state == MOVES[4].after


@pytest.mark.parametrize("how", ["moved", "removed"])
def test_a_record_that_is_moved_or_removed_is_followed_on(how: str, path: Path) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer, Follower(path) as follower:
        follower.news()
        if how == "moved":
            path.rename(path.with_name("elsewhere"))
        else:
            path.unlink()
        for move in MOVES:
            writer.append(*move)
        assert [step.state for step in follower.news()] == [move.after for move in MOVES]
        assert follower.finished


def test_another_match_in_the_same_file_is_an_error(path: Path) -> None:
    written(path, MOVES[:4])
    with Follower(path) as follower:
        follower.news()
        path.write_text(koikoi.record.dumps(record_of(*match(short(), "another"))))
        with pytest.raises(RecordError) as caught:
            follower.news()
        assert caught.value.code is Fault.OTHER_MATCH


def test_a_record_that_breaks_while_it_is_followed_is_an_error(path: Path) -> None:
    written(path, MOVES[:4])
    with Follower(path) as follower:
        follower.news()
        path.write_bytes(b"garbage\n" * 3)
        with pytest.raises(RecordError):
            follower.news()


@pytest.mark.parametrize("kind", ["folder", "pipe", "empty", "text"])
def test_what_is_no_record_cannot_be_followed(kind: str, path: Path) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)  # opening it must not wait
    else:
        path.write_text("" if kind == "empty" else "hello\n")
    with pytest.raises(RecordError):
        Follower(path)


def test_a_record_that_is_not_there_cannot_be_followed(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Follower(path)


def test_whether_somebody_plays_is_known_and_asking_takes_nothing_away(path: Path) -> None:
    known = [being_written(path)]
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer, Follower(path) as follower:
        known += [follower.played, being_written(path)]
        writer.append(*MOVES[0])
        writer.close()
        known += [follower.played, being_written(path)]
        # Who only asks does not keep a player out.
        with RecordWriter.resume(path):
            known.append(follower.played)
        known.append(follower.played)
    assert known == [False, True, True, False, False, True, False]


def test_a_lock_that_is_held_for_a_moment_only_keeps_nobody_out(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(path, MOVES[:1])
    pauses = []
    with path.open("rb") as asking:
        assert koikoi.record.writer._taken(asking.fileno(), alone=False)

        def let_go(seconds: float) -> None:
            pauses.append(seconds)
            asking.close()

        monkeypatch.setattr(koikoi.record.writer, "_pause", let_go)
        with RecordWriter.resume(path):
            assert len(pauses) == 1
