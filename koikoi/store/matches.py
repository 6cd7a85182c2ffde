"""The saved matches: new ones get a name, unfinished ones are found, broken ones set aside.

A match is saved in its record, which :class:`koikoi.record.writer.RecordWriter` writes.
"""

from __future__ import annotations

import itertools
import json
import os
import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from koikoi.record.errors import Fault, RecordError
from koikoi.record.reader import MAX_LINE, load
from koikoi.record.record import utc_second
from koikoi.store.places import made, matches_dir

SUFFIX: Final = ".koikoi.jsonl"
"""How the name of a match record ends."""

BAD_SUFFIX: Final = ".bad"
"""What is added to the name of a record that cannot be read."""

REMOVED: Final = "removed"
"""The folder, among the matches, of those that the player has removed."""

_COMMITMENT: Final = re.compile(r"[0-9a-f]{64}")
_TAIL: Final = 4096


class BrokenMatch(NamedTuple):
    """A record that could not be read: no file, damaged, of a newer format, or not readable.

    Only what is damaged is to be set aside: see the error's ``code``.
    """

    path: Path
    error: RecordError | OSError


class SavedMatches(NamedTuple):
    """What is in the folder of matches.

    Attributes:
        unfinished: Records that can be continued, the one written last first. One that is being
            played elsewhere is among them.
        broken: Files that seem unfinished and cannot be read.
    """

    unfinished: tuple[Path, ...]
    broken: tuple[BrokenMatch, ...]


def new_match_path(started: datetime, seed_commitment: str, folder: Path | None = None) -> Path:
    """A file name for a new match, such as ``20261130T120000-ab12cd34.koikoi.jsonl``.

    Makes the folder of matches. The name holds the time in UTC and the beginning of the
    commitment, nothing of the seed. There is no such file yet; who creates it has to refuse one
    that somebody else creates meanwhile, as ``RecordWriter.create`` does.

    Args:
        started: The time now, with its time zone.
        seed_commitment: The SHA-256 of the seed in hexadecimal.
        folder: The folder of the records; ``None`` for that of this machine's player.

    Raises:
        ValueError: The time has no zone, or the commitment is none.
        OSError: The folder cannot be made.
    """
    if not _COMMITMENT.fullmatch(seed_commitment):
        raise ValueError("a commitment is 64 hexadecimal digits")
    time = utc_second(started)
    # Not every system's %Y has four digits.
    stem = f"{time.year:04}{time:%m%dT%H%M%S}-{seed_commitment[:8]}"
    folder = made(matches_dir() if folder is None else folder)
    names = itertools.chain([stem], (f"{stem}-{count}" for count in itertools.count(2)))
    return next(path for name in names if not (path := folder / f"{name}{SUFFIX}").exists())


def saved_matches() -> SavedMatches:
    """Looks through the folder of matches; of finished ones only the end is read.

    Raises:
        OSError: The folder is there and cannot be read.
    """
    found: list[tuple[int, str, Path]] = []
    broken = []
    for path, is_file in _records():
        if not is_file:
            broken.append(BrokenMatch(path, RecordError(Fault.NOT_A_FILE)))
            continue
        try:
            if not _ends_with_result(path) and not load(path).finished:
                found.append((path.stat().st_mtime_ns, path.name, path))
        except FileNotFoundError:
            continue  # Set aside or removed by somebody else meanwhile.
        except (RecordError, OSError) as error:
            broken.append(BrokenMatch(path, error))
    found.sort(reverse=True)
    return SavedMatches(tuple([path for _, _, path in found]), tuple(broken))


def records_with_seed(seed: str) -> list[Path]:
    """The records whose header has this seed; no more than the header is read.

    A file that cannot be read is not among them: nobody can say what it holds.

    Raises:
        OSError: The folder is there and cannot be read.
    """
    wanted = json.dumps(seed, ensure_ascii=False).encode()
    found = []
    for path in record_files():
        with suppress(OSError), path.open("rb") as file:
            if wanted in file.readline(MAX_LINE):
                found.append(path)
    return found


def unfinished() -> list[Path]:
    """The records that can be continued, the one written last first; see :func:`saved_matches`."""
    return list(saved_matches().unfinished)


def latest_unfinished() -> Path | None:
    """The record that can be continued and was written last, or ``None``."""
    return next(iter(saved_matches().unfinished), None)


def named(given: str) -> Path:
    """The record that is meant: a path, or the name of one in the folder of matches.

    Where there is none, it is the path that was given.
    """
    path = Path(given)
    if not path.exists() and path.name == given:
        for name in (given, given + SUFFIX):
            if (kept := matches_dir() / name).exists():
                return kept
    return path


def note_hint(path: Path, ply: int | None) -> None:
    """Notes beside a record that a hint was shown before the action of a ply, or that none was.

    So that whoever leaves a match and comes back has not unseen it. Where a note cannot be written,
    the match goes on nevertheless.
    """
    note = _note_of(path)
    with suppress(OSError):
        if ply is None:
            note.unlink(missing_ok=True)
        else:
            note.write_text(f"{ply}\n", encoding="ascii")


def noted_hint(path: Path) -> int | None:
    """The ply before whose action a hint was shown, as the note beside a record says."""
    try:
        return int(_note_of(path).read_text(encoding="ascii")[:20])
    except (OSError, ValueError):
        return None


def _note_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.hint")


def set_aside(path: Path) -> Path:
    """Renames a broken record to ``….bad``, so that it is kept and no longer in the way.

    Returns:
        Its new path; where there is such a file already, a number is added.

    Raises:
        OSError: It cannot be renamed.
    """
    note_hint(path, None)
    return path.rename(_free(path.parent, path.name, BAD_SUFFIX))


def remove(path: Path) -> Path:
    """Moves a record into the folder ``removed`` beside it, from where it can be moved back.

    Returns:
        Its new path.

    Raises:
        OSError: It cannot be moved.
    """
    note_hint(path, None)
    stem = path.name.removesuffix(SUFFIX)
    return path.rename(_free(made(path.parent / REMOVED), stem, SUFFIX))


def _free(folder: Path, name: str, suffix: str) -> Path:
    """A path that nothing has, not even a link to nothing; numbered where the first is taken."""
    names = itertools.chain(
        [name + suffix], (f"{name}.{count}{suffix}" for count in itertools.count(2))
    )
    return next(path for each in names if not os.path.lexists(path := folder / each))


def record_files(folder: Path | None = None) -> list[Path]:
    """The match records in a folder, in the order of their names.

    Args:
        folder: The folder; ``None`` for that of the matches.

    Raises:
        OSError: It is there and cannot be read.
    """
    return [path for path, is_file in _records(folder) if is_file]


def _records(folder: Path | None = None) -> list[tuple[Path, bool]]:
    """Everything in the folder that is named like a record, and whether it is a file."""
    try:
        with os.scandir(folder or matches_dir()) as entries:
            # A folder or a pipe of that name is no match, and opening it could block.
            return sorted(
                (Path(entry.path), _is_file(entry))
                for entry in entries
                if entry.name.endswith(SUFFIX) and not entry.name.startswith(".")
            )
    except FileNotFoundError:
        return []


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether it is a file; links to nothing or in a circle and the like are none."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _ends_with_result(path: Path) -> bool:
    """Whether the last complete line of a record is a result, read from the file's end."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _TAIL))
        complete, _, _ = file.read(_TAIL).rpartition(b"\n")
    try:
        last = json.loads(complete.rpartition(b"\n")[2])
    except (ValueError, RecursionError):
        return False
    return isinstance(last, dict) and "result" in last
