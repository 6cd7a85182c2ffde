"""Records on their way to another machine and back: archives, folders, single files.

What comes from elsewhere may hold anything. Of an archive only the bytes of its members are used,
never their names as paths; how much is unpacked is limited, whatever the archive says of its sizes.
A record gets a name of ours, and none that is there is written over.
"""

from __future__ import annotations

import errno
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

try:
    from lzma import LZMAError
except ImportError:  # Python can be built without it
    LZMAError = zipfile.BadZipFile  # type: ignore[misc, assignment]

from koikoi.record.errors import RecordError
from koikoi.record.reader import MAX_FILE, scan
from koikoi.record.record import MatchRecord
from koikoi.record.replay import replay
from koikoi.record.writer import write_new
from koikoi.store.facts import identity_of
from koikoi.store.matches import SUFFIX, new_match_path, record_files
from koikoi.store.places import made

MAX_MEMBERS: Final = 20_000
"""The most files that are taken from one archive."""
MAX_UNPACKED: Final = 1024 * 1024 * 1024
"""The most bytes that are unpacked from one archive; 20,000 matches have less."""

_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
"""How archives begin; the second one is empty."""
_ENDING: Final = ".jsonl"
_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every member: the same matches give the same archive."""
_ENCRYPTED: Final = 1
_UNZIPPING: Final = (
    *(zipfile.BadZipFile, zlib.error, LZMAError, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError),
)
"""What unpacking raises for members that are damaged, encrypted, or packed in unknown ways."""


class Refusal(StrEnum):
    """Why a parcel, or a part of it, is not taken."""

    NOT_A_RECORD = "not_a_record"
    """The record's error says why."""
    UNREADABLE = "unreadable"
    """The system's error says why."""
    BROKEN_ARCHIVE = "broken_archive"
    """It is no archive, or a damaged one."""
    BROKEN_MEMBER = "broken_member"
    """This member is damaged, encrypted, or packed in a way that is not known."""
    TOO_MANY = "too_many"
    """It has more than ``MAX_MEMBERS`` files; none is taken."""
    TOO_MUCH = "too_much"
    """More than ``MAX_UNPACKED`` bytes come out; the rest is not looked at."""


class Item(NamedTuple):
    """Something that came, and could be a record.

    Attributes:
        source: The file that was named.
        member: The name in the archive or the folder; empty for a single file.
        data: Its bytes, one more than a record may have where there are more.
        refusal: Why there are none.
        error: The system's error, for ``UNREADABLE``.
    """

    source: Path
    member: str = ""
    data: bytes = b""
    refusal: Refusal | None = None
    error: OSError | None = None


def items(source: Path) -> Iterator[Item]:
    """What a file, a folder or an archive holds, one by one; never raises."""
    try:
        if source.is_dir():
            for path in record_files(source):
                yield _file(path, source, path.name)
            return
        with source.open("rb") as file:
            start = file.read(4)
            regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            if not (regular and start in _ZIP):
                yield Item(source, data=start + file.read(MAX_FILE + 1 - len(start)))
                return
    except OSError as error:
        yield Item(source, refusal=Refusal.UNREADABLE, error=error)
        return
    yield from _members(source)


def _file(path: Path, source: Path, member: str) -> Item:
    try:
        with path.open("rb") as file:
            return Item(source, member, file.read(MAX_FILE + 1))
    except OSError as error:
        return Item(source, member, refusal=Refusal.UNREADABLE, error=error)


def _members(source: Path) -> Iterator[Item]:
    """The files of an archive that could be records."""
    try:
        archive = zipfile.ZipFile(source)
    except _UNZIPPING:
        yield Item(source, refusal=Refusal.BROKEN_ARCHIVE)
        return
    with archive:
        members = [one for one in archive.infolist() if _could_be(one)]
        if len(members) > MAX_MEMBERS:
            yield Item(source, refusal=Refusal.TOO_MANY)
            return
        unpacked = 0
        for member in members:
            if unpacked > MAX_UNPACKED:
                yield Item(source, refusal=Refusal.TOO_MUCH)
                return
            item = _member(archive, member, source)
            unpacked += len(item.data)
            yield item


def _could_be(member: zipfile.ZipInfo) -> bool:
    """Whether it is a file with the ending of records; what other systems add begins with a dot."""
    name = member.filename.replace("\\", "/").rpartition("/")[2]
    return not member.is_dir() and name.lower().endswith(_ENDING) and not name.startswith(".")


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, source: Path) -> Item:
    broken = Item(source, member.filename, refusal=Refusal.BROKEN_MEMBER)
    if member.flag_bits & _ENCRYPTED:
        return broken
    try:
        with archive.open(member) as file:
            return Item(source, member.filename, file.read(MAX_FILE + 1))
    except _UNZIPPING:
        return broken


class Read(NamedTuple):
    """A record that came and plays from its first deal to its last action.

    Attributes:
        record: The record.
        data: Its bytes, without a torn last line.
        identity: What tells its match from others.
    """

    record: MatchRecord
    data: bytes
    identity: str


def read(item: Item) -> Read:
    """The record that came.

    Raises:
        RecordError: It is none, or does not replay.
    """
    record, length = scan(item.data)
    replay(record)
    return Read(record, item.data[:length], identity_of(record))


def _written(path: Path, data: bytes) -> None:
    """Writes a record that must not be there yet.

    Raises:
        FileExistsError: It is.
        OSError: It cannot be written.
    """
    try:
        write_new(path, data)
    except FileExistsError:
        raise
    except OSError as error:
        # The record's name, not that of the draft, which nobody sees.
        raise OSError(error.errno, error.strerror, str(path)) from error


def keep(came: Read) -> Path:
    """Writes a record into the folder of matches, under a name that nobody else has.

    Raises:
        OSError: It cannot be written.
    """
    header = came.record.header
    while True:
        path = new_match_path(header.started, header.commitment)
        try:
            _written(path, came.data)
        except FileExistsError:
            continue  # somebody else has taken the name meanwhile
        return path


# Going out ---------------------------------------------------------------------------------------


class Sent(NamedTuple):
    """What was written for elsewhere.

    Attributes:
        records: The names of the records that were written.
        already: How many were in the folder already.
        unfinished: How many were left out because their match is not over.
        broken: The names of those that cannot be read, and were left out.
    """

    records: tuple[str, ...]
    already: int
    unfinished: int
    broken: tuple[str, ...]


class _Going(NamedTuple):
    name: str
    data: bytes


def send(target: Path, *, unfinished: bool) -> Sent:
    """Writes the records of the matches into a new archive, or into a folder.

    Args:
        target: The archive, if its name ends with ``.zip``; else the folder, which is made.
        unfinished: Whether matches that are not over go as well.

    Raises:
        FileExistsError: There is such an archive.
        OSError: It cannot be written.
    """
    going: list[_Going] = []
    left, broken = 0, []
    for path in record_files():
        try:
            with path.open("rb") as file:
                data = file.read(MAX_FILE + 1)
            record, length = scan(data)
        except (RecordError, OSError):
            broken.append(path.name)
            continue
        if record.finished or unfinished:
            going.append(_Going(path.name, data[:length]))
        else:
            left += 1
    already = 0
    if is_archive(target):
        _pack(target, going)
    else:
        going, already = _put(target, going)
    return Sent(tuple([one.name for one in going]), already, left, tuple(broken))


def is_archive(target: Path) -> bool:
    """Whether records go into an archive of this name."""
    return target.suffix.lower() == ".zip"


def _pack(target: Path, going: list[_Going]) -> None:
    """Writes an archive, which appears whole or not at all."""
    draft = target.with_name(f".{target.name}.{os.urandom(4).hex()}.tmp")
    try:
        with draft.open("xb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                for one in going:
                    # A name that is no text would not go into an archive.
                    name = one.name.encode(errors="replace").decode()
                    member = zipfile.ZipInfo(name, _TIME)
                    member.compress_type = zipfile.ZIP_DEFLATED
                    member.external_attr = 0o600 << 16
                    archive.writestr(member, one.data)
            file.flush()
            os.fsync(file.fileno())
        _name(draft, target)
    except OSError as error:
        # The name that was asked for, not the draft's.
        raise OSError(error.errno, error.strerror, str(target)) from error
    finally:
        with suppress(OSError):
            draft.unlink()


def _name(draft: Path, target: Path) -> None:
    """Gives a complete file its name, unless there is such a file."""
    try:
        target.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # a disk without links
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        draft.rename(target)


def _put(folder: Path, going: list[_Going]) -> tuple[list[_Going], int]:
    """Writes the files that are not in the folder yet; returns them, and how many are."""
    made(folder)
    put, already = [], 0
    for one in going:
        if _there(folder, one):
            already += 1
            continue
        for name in _names(one.name):
            try:
                _written(folder / name, one.data)
            except FileExistsError:
                continue  # another match's file
            put.append(_Going(name, one.data))
            break
    return put, already


def _there(folder: Path, one: _Going) -> bool:
    """Whether a folder has this file already, under its name or one with a number."""
    for name in _names(one.name):
        path = folder / name
        if not path.exists():
            return False
        with suppress(OSError):
            if path.stat().st_size == len(one.data) and path.read_bytes() == one.data:
                return True
    return False


def _names(name: str) -> Iterator[str]:
    yield name
    stem = name.removesuffix(SUFFIX)
    count = 2
    while True:
        yield f"{stem}-{count}{SUFFIX}"
        count += 1
