"""The record on the disk: valid at every moment, whatever fails, and of one writer only."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.engine.actions import Resign
from koikoi.engine.flow import apply, new_match
from koikoi.engine.presets import PRESET_NAMES
from koikoi.record import RecordError, dumps, load
from koikoi.record import writer as writer_module
from koikoi.record.errors import DigestMismatch, Fault
from koikoi.record.replay import final_state
from koikoi.record.writer import RecordBusy, RecordWriteError, RecordWriter
from tests.record.playing import (
    DEALT_DECK,
    PLAYERS,
    STARTED,
    VOID_DECK,
    Move,
    match,
    record_of,
    short,
    stacked_deck,
)

RULES = short(rounds=2)
START, MOVES = match(RULES, "writer")
WHOLE = dumps(record_of(START, MOVES)).encode()
ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.koikoi.jsonl"


@pytest.fixture
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the disk alone where a test writes thousands of lines."""
    monkeypatch.setattr(writer_module, "_sync", lambda _: None)


def written(path: Path, moves: list[Move]) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        for move in moves:
            writer.append(*move)


def contents(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


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


def finish(path: Path) -> bool:
    """Goes on with the record as the match went; returns whether a torn line was dropped."""
    with RecordWriter.resume(path) as writer:
        for move in MOVES[writer.ply :]:
            assert writer.state == move.before
            writer.append(*move)
        return writer.dropped


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
    with pytest.raises(RecordError if kind in ("empty", "text") else OSError):
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
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
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


# A failing disk.


class Disk:
    """Stands for the calls that reach the disk; fails at will."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.write_error: int | None = None
        self.sync_error: int | None = None
        self.truncate_error: int | None = None
        self.takes: int | None = None  # So many bytes of a write; less than 0: all but so many.
        monkeypatch.setattr(writer_module, "_write", self.write)
        monkeypatch.setattr(writer_module, "_sync", self.sync)
        monkeypatch.setattr(writer_module, "_truncate", self.truncate)

    def write(self, descriptor: int, data: bytes) -> int:
        if self.write_error is not None:
            raise OSError(self.write_error, os.strerror(self.write_error))
        return os.write(descriptor, data if self.takes is None else data[: self.takes])

    def sync(self, descriptor: int) -> None:
        if self.sync_error is not None:
            raise OSError(self.sync_error, os.strerror(self.sync_error))

    def truncate(self, descriptor: int, length: int) -> None:
        if self.truncate_error is not None:
            raise OSError(self.truncate_error, os.strerror(self.truncate_error))
        os.ftruncate(descriptor, length)

    def mend(self) -> None:
        self.write_error = self.sync_error = self.truncate_error = self.takes = None


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


ERRORS = [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT]


@pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)
def test_a_write_that_fails_leaves_the_record_as_it_was_and_can_be_tried_again(
    number: int, path: Path, disk: Disk
) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        for move in MOVES:
            whole = path.read_bytes()
            disk.write_error = number
            with pytest.raises(RecordWriteError) as caught:
                writer.append(*move)
            assert (caught.value.errno, caught.value.filename) == (number, str(path))
            assert path.read_bytes() == whole
            assert writer.state == move.before
            disk.mend()
            writer.append(*move)
    assert path.read_bytes() == WHOLE


@pytest.mark.parametrize("takes", [0, 1, 40, -1])
def test_a_short_write_is_cut_off_again(takes: int, path: Path, disk: Disk) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        for move in MOVES:
            whole = path.read_bytes()
            disk.takes = takes
            with pytest.raises(RecordWriteError) as caught:
                writer.append(*move)
            assert caught.value.errno == errno.ENOSPC
            assert path.read_bytes() == whole
            disk.mend()
            writer.append(*move)
    assert path.read_bytes() == WHOLE


@pytest.mark.parametrize("takes", [1, 40, -1])
def test_a_short_write_that_cannot_be_cut_off_is_left_out_by_readers_and_cut_off_later(
    takes: int, path: Path, disk: Disk
) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        for move in MOVES:
            disk.takes, disk.truncate_error = takes, errno.EIO
            for _ in range(2):
                with pytest.raises(RecordWriteError):
                    writer.append(*move)
            record = load(path)
            # Of the last write, which is of two lines, the first may have come through.
            complete = path.read_bytes().count(b"\n") - 2
            assert complete - move.before.ply in ((0, 1) if move is MOVES[-1] else (0,))
            assert replace(record, torn=False) == record_of(START, MOVES[:complete])
            assert record.torn
            disk.mend()
            writer.append(*move)
    assert path.read_bytes() == WHOLE


def test_an_action_that_cannot_be_brought_to_the_disk_is_not_in_the_record(
    path: Path, disk: Disk
) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        whole = path.read_bytes()
        disk.sync_error = errno.EIO
        with pytest.raises(RecordWriteError):
            writer.append(*MOVES[0])
        assert path.read_bytes() == whole
        disk.mend()
        for move in MOVES:
            writer.append(*move)
    assert path.read_bytes() == WHOLE


def test_an_interrupted_write_is_no_write(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(descriptor: int, data: bytes) -> int:
        os.write(descriptor, data)
        raise KeyboardInterrupt

    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        whole = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(writer_module, "_write", interrupted)
            with pytest.raises(KeyboardInterrupt):
                writer.append(*MOVES[0])
        assert path.read_bytes() == whole
        writer.append(*MOVES[0])


@pytest.mark.parametrize("call", ["write_error", "sync_error", "takes"])
def test_a_record_that_cannot_be_begun_leaves_nothing_behind(
    call: str, path: Path, disk: Disk
) -> None:
    setattr(disk, call, errno.ENOSPC)
    with pytest.raises(RecordWriteError):
        RecordWriter.create(path, START, PLAYERS, STARTED)
    assert contents(path.parent) == []
    disk.mend()
    written(path, MOVES)
    assert path.read_bytes() == WHOLE


def test_a_torn_line_that_cannot_be_cut_off_is_told_when_the_match_is_taken_up(
    path: Path, disk: Disk
) -> None:
    torn = WHOLE[: len(WHOLE) // 2]
    path.write_bytes(torn)
    disk.truncate_error = errno.EROFS
    with pytest.raises(RecordWriteError) as caught:
        RecordWriter.resume(path)
    assert caught.value.errno == errno.EROFS
    assert path.read_bytes() == torn
    disk.mend()
    finish(path)
    assert path.read_bytes() == WHOLE


def test_a_file_that_somebody_has_shortened_is_not_written_on(path: Path) -> None:
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        writer.append(*MOVES[0])
        os.truncate(path, path.stat().st_size - 5)
        with pytest.raises(RecordWriteError, match="shortened"):
            writer.append(*MOVES[1])


LIMITED = """
import resource, sys
from koikoi.record.writer import RecordWriteError, RecordWriter
from tests.record.test_writer import MOVES, PLAYERS, START, STARTED
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
with RecordWriter.create(sys.argv[1], START, PLAYERS, STARTED) as writer:
    for move in MOVES:
        try:
            writer.append(*move)
        except RecordWriteError as error:
            print(writer.ply, error.errno)
            break
"""


def test_a_disk_that_is_really_full_leaves_a_record_that_goes_on(path: Path) -> None:
    size = len(WHOLE) - len(WHOLE) // 4
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path), str(size)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    ply, number = map(int, done.stdout.split())
    assert number in (errno.ENOSPC, errno.EFBIG)
    assert load(path) == record_of(START, MOVES[:ply])
    assert 0 < ply < len(MOVES)
    assert not finish(path)
    assert path.read_bytes() == WHOLE
