"""A disk that fails: the record stays as it was, and the match goes on."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.record import load
from koikoi.record import writer as writer_module
from koikoi.record.writer import RecordWriteError, RecordWriter
from tests.record.playing import (
    PLAYERS,
    STARTED,
    child_environment,
    record_of,
)
from tests.record.writing import MOVES, START, WHOLE, contents, finish, written


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
        env=child_environment(),
        check=True,
    )
    ply, number = map(int, done.stdout.split())
    assert number in (errno.ENOSPC, errno.EFBIG)
    assert load(path) == record_of(START, MOVES[:ply])
    assert 0 < ply < len(MOVES)
    assert not finish(path)
    assert path.read_bytes() == WHOLE
