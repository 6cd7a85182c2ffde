"""The record on the disk: valid at every moment, whatever fails, and of one writer only."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from koikoi.engine.actions import Resign
from koikoi.engine.flow import apply, new_match
from koikoi.engine.presets import PRESET_NAMES
from koikoi.record import RecordError, dumps, load
from koikoi.record import writer as writer_module
from koikoi.record.errors import DigestMismatch, Fault
from koikoi.record.replay import final_state
from koikoi.record.writer import RecordBusy, RecordWriter
from tests.record.playing import (
    DEALT_DECK,
    PLAYERS,
    STARTED,
    VOID_DECK,
    child_environment,
    match,
    record_of,
    short,
    stacked_deck,
)
from tests.record.writing import MOVES, RULES, START, WHOLE, contents, finish, written


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_a_match_written_action_by_action_is_the_record_of_the_match(name: str, path: Path) -> None:
    start, moves = match(short(name), "one", decks={(1, 0): VOID_DECK})
    with RecordWriter.create(path, start, PLAYERS, STARTED) as writer:
        for move in moves:
            writer.append(*move)
            assert writer.state == move.after
    record = record_of(start, moves)
    assert path.read_text(encoding="utf-8") == dumps(record)
    assert load(path) == record
    assert final_state(record) == moves[-1].after


def test_the_file_is_a_valid_record_after_every_action(path: Path) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        assert load(path) == record_of(START, [])
        for count, move in enumerate(MOVES, start=1):
            writer.append(*move)
            assert load(path) == record_of(START, MOVES[:count])


def test_a_record_is_for_its_owner_only_and_leaves_nothing_else_behind(path: Path) -> None:
    written(path, MOVES[:3])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.stat().st_nlink == 1
    assert contents(path.parent) == [path.name]


def test_an_existing_file_is_never_overwritten(path: Path) -> None:
    path.write_text("precious")
    with pytest.raises(FileExistsError):
        RecordWriter.create(path, START, PLAYERS, STARTED)
    assert path.read_text() == "precious"
    assert contents(path.parent) == [path.name]


def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(link: Path, target: Path) -> None:
        raise PermissionError(errno.EPERM, "no links on this disk", str(link))

    monkeypatch.setattr(Path, "hardlink_to", refuse)


def test_a_disk_without_links_gets_the_same_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_links(monkeypatch)
    written(path, MOVES)
    assert path.read_bytes() == WHOLE
    assert contents(path.parent) == [path.name]
    with pytest.raises(FileExistsError):
        RecordWriter.create(path, START, PLAYERS, STARTED)
    assert path.read_bytes() == WHOLE
    assert contents(path.parent) == [path.name]


def test_a_disk_without_links_that_fails_keeps_no_empty_record(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(draft: Path, target: Path) -> None:
        raise OSError(errno.EIO, "broken", str(target))

    without_links(monkeypatch)
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="broken"):
        RecordWriter.create(path, START, PLAYERS, STARTED)
    assert contents(path.parent) == []


def test_a_folder_that_is_missing_is_an_operating_system_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        RecordWriter.create(tmp_path / "no" / "where.koikoi.jsonl", START, PLAYERS, STARTED)


def test_a_match_that_ends_with_its_deal_is_recorded_as_finished(path: Path) -> None:
    start = new_match(short(rounds=1), "dealt", decks=[DEALT_DECK])
    RecordWriter.create(path, start, PLAYERS, STARTED).close()
    assert load(path).finished
    with pytest.raises(RecordError) as caught:
        RecordWriter.resume(path)
    assert caught.value.code is Fault.FINISHED


def test_too_many_stacked_decks_for_a_line_are_refused_before_anything_is_written(
    path: Path,
) -> None:
    decks = {(2, attempt): stacked_deck() for attempt in range(250)}
    start = new_match(RULES, "stack", decks=decks)
    with pytest.raises(ValueError, match="longer than"):
        RecordWriter.create(path, start, PLAYERS, STARTED)
    assert contents(path.parent) == []


def test_a_resigned_match_is_recorded_with_its_result_in_the_same_write(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes: list[bytes] = []

    def noted(descriptor: int, data: bytes) -> int:
        writes.append(data)
        return os.write(descriptor, data)

    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        monkeypatch.setattr(writer_module, "_write", noted)
        writer.append(*MOVES[0])
        after, _ = apply(MOVES[0].after, Resign(1))
        writer.append(MOVES[0].after, Resign(1), after, ("away",))
    assert [data.count(b"\n") for data in writes] == [1, 2]
    record = load(path)
    assert record.actions[-1].marks == ("away",)
    assert record.result is not None
    assert (record.result.outcome, record.result.winner) == ("resigned", 0)


def test_an_action_that_does_not_follow_is_refused_and_nothing_written(path: Path) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        before = path.read_bytes()
        with pytest.raises(ValueError, match="at ply 0, not 1"):
            writer.append(*MOVES[1])
        with pytest.raises(ValueError, match="does not follow"):
            writer.append(START, MOVES[0].action, MOVES[1].after)
        with pytest.raises(ValueError, match="marks"):
            writer.append(*MOVES[0][:3], ("Not A Mark",))
        assert path.read_bytes() == before
        writer.append(*MOVES[0])
        with pytest.raises(ValueError, match="at ply 1, not 0"):
            writer.append(*MOVES[0])


def test_a_closed_writer_writes_no_more(path: Path) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        open_at_first = not writer.closed
    writer.close()
    assert (open_at_first, writer.closed) == (True, True)
    with pytest.raises(ValueError, match="closed"):
        writer.append(*MOVES[0])


# Going on with a match.


def cuts() -> Iterator[int]:
    """Every line end, the bytes around it, and every seventh byte between."""
    size = sum(map(len, WHOLE.splitlines(keepends=True)[:2]))
    ends = {index + 1 for index in range(size - 1, len(WHOLE)) if WHOLE[index : index + 1] == b"\n"}
    around = {end + step for end in ends for step in (-1, 0, 1)}
    last = len(WHOLE.rpartition(b'{"result"')[0])
    return (cut for cut in sorted(around | set(range(size, last, 7))) if size <= cut < last)


@pytest.mark.usefixtures("unsynced")
def test_a_match_cut_off_anywhere_goes_on_to_the_same_file_as_an_uninterrupted_one(
    path: Path,
) -> None:
    for cut in cuts():
        path.write_bytes(WHOLE[:cut])
        assert finish(path) == (not WHOLE[:cut].endswith(b"\n"))
        assert path.read_bytes() == WHOLE


@pytest.mark.parametrize("rest", [b"\x00" * 4096, b'{"ply": 3, "seat\n', b"\xff\n", b"\n"])
def test_what_stands_behind_the_last_complete_line_is_cut_off(rest: bytes, path: Path) -> None:
    written(path, MOVES[:5])
    with path.open("ab") as file:
        file.write(rest)
    assert finish(path)
    assert path.read_bytes() == WHOLE


def test_only_a_lost_result_makes_no_unfinished_match(path: Path) -> None:
    lost = WHOLE.rpartition(b'{"result"')[0]
    for tail in (b"", b'{"result": "fini'):
        path.write_bytes(lost + tail)
        assert load(path).finished
        with pytest.raises(RecordError) as caught:
            RecordWriter.resume(path)
        assert caught.value.code is Fault.FINISHED
        assert path.read_bytes() == lost + tail


def test_the_last_line_of_a_record_is_never_taken_for_torn_when_it_is_wrong(path: Path) -> None:
    written(path, MOVES[:5])
    data = path.read_bytes()
    for old, new in ((b'"seat": 0', b'"seat": 7'), (b'"seat": 1', b'"seat": 7')):
        spoiled = data.replace(old, new)
        if spoiled == data:
            continue
        path.write_bytes(spoiled)
        with pytest.raises(RecordError):
            RecordWriter.resume(path)
        assert path.read_bytes() == spoiled


def test_a_record_that_does_not_replay_is_not_continued_and_not_changed(path: Path) -> None:
    written(path, MOVES[:5])
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[4] = lines[4][:-3] + ('0"}' if lines[4][-3] != "0" else '1"}')
    spoiled = "\n".join([*lines, '{"torn'])
    path.write_text(spoiled, encoding="utf-8")
    with pytest.raises(DigestMismatch):
        RecordWriter.resume(path)
    assert path.read_text(encoding="utf-8") == spoiled


def test_stacked_decks_of_later_rounds_come_after_an_interruption(path: Path) -> None:
    decks = {(0, 0): stacked_deck(ko="1L 2A"), (2, 0): VOID_DECK, (2, 1): stacked_deck(ko="8L")}
    start, moves = match(short(rounds=3), "stacked", decks=decks)
    with RecordWriter.create(path, start, PLAYERS, STARTED) as writer:
        writer.append(*moves[0])
    with RecordWriter.resume(path) as writer:
        assert writer.state == moves[0].after
        for move in moves[1:]:
            after, _ = apply(writer.state, move.action)
            writer.append(writer.state, move.action, after, move.marks)
    record = load(path)
    assert record == record_of(start, moves)
    assert [len(deal.decks) for deal in record.rounds] == [1, 2, 1]


@pytest.mark.parametrize("kind", ["folder", "pipe", "missing", "empty", "text"])
def test_what_is_no_record_cannot_be_continued(kind: str, path: Path) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind != "missing":
        path.write_text("" if kind == "empty" else "hello\n")
    with pytest.raises(OSError if kind == "missing" else RecordError):
        RecordWriter.resume(path)


# One writer.


def test_a_second_writer_is_told_that_the_record_is_busy(path: Path) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as first:
        with pytest.raises(RecordBusy) as caught:
            RecordWriter.resume(path)
        assert caught.value.filename == str(path)
        assert not isinstance(caught.value, RecordError)
        load(path)
        first.append(*MOVES[0])
    with RecordWriter.resume(path) as second:
        second.append(*MOVES[1])
        with pytest.raises(RecordBusy):
            RecordWriter.resume(path)


def test_another_process_is_told_that_the_record_is_busy(path: Path) -> None:
    code = (
        "import sys; from koikoi.record.writer import RecordBusy, RecordWriter\n"
        "try: RecordWriter.resume(sys.argv[1]); print('mine')\n"
        "except RecordBusy: print('busy')"
    )

    def try_it() -> str:
        command = [sys.executable, "-c", code, str(path)]
        done = subprocess.run(
            command, capture_output=True, text=True, env=child_environment(), check=True
        )
        return done.stdout.strip()

    with RecordWriter.create(path, START, PLAYERS, STARTED):
        assert try_it() == "busy"
    assert try_it() == "mine"


def test_a_failed_resume_gives_the_lock_back(path: Path) -> None:
    path.write_bytes(WHOLE)
    for _ in range(2):
        with pytest.raises(RecordError):
            RecordWriter.resume(path)


def test_a_disk_without_locks_is_written_without_them(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", refuse)
    written(path, MOVES)
    assert path.read_bytes() == WHOLE


def test_closing_waits_for_a_write_in_another_thread(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = RecordWriter.create(path, START, PLAYERS, STARTED)
    writing, go = threading.Event(), threading.Event()

    def slow(descriptor: int, data: bytes) -> int:
        writing.set()
        assert go.wait(10)
        return os.write(descriptor, data)

    monkeypatch.setattr(writer_module, "_write", slow)
    append = threading.Thread(target=writer.append, args=MOVES[0])
    append.start()
    assert writing.wait(10)
    close = threading.Thread(target=writer.close)
    close.start()
    closed_early = writer.closed
    go.set()
    append.join(10)
    close.join(10)
    assert (closed_early, writer.closed) == (False, True)
    assert load(path) == record_of(START, MOVES[:1])
