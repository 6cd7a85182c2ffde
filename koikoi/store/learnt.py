"""What the player knows, as the card trainer found: ``trainer.json`` in the folder for data.

It stands apart from the history, which is made of the records and may be lost, and from the
settings, which the player edits. Every answer is written as it is given; whoever reads meanwhile
finds the file before it or after it, never a part. Each writing reads the file again and changes
what was answered alone, so that two terminals do not undo each other but in the same instant.

The file is one JSON object: ``koikoi-trainer``, the format's version, and ``boxes``, from the key
of every fact to its box. What else its boxes hold that has such a form is kept.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

from koikoi.store.drafts import drafted, dropped
from koikoi.store.matches import set_aside
from koikoi.store.places import data_dir, made

FILE_NAME: Final = "trainer.json"
VERSION: Final = 1
MAX_FILE_SIZE: Final = 256 * 1024
"""The greatest size of the file in bytes; that of somebody who knows everything has some 2,000."""
MAX_BOX: Final = 99
"""The greatest number of a box that a file may have."""

_MARK: Final = "koikoi-trainer"
_BOXES: Final = "boxes"


class LearntFault(StrEnum):
    """What is wrong with the file."""

    UNREADABLE = "unreadable"
    """The system refuses to read it; the reason."""
    DAMAGED = "damaged"
    """It is not such a file, or not as it was written."""
    NEWER = "newer"
    """A newer version of the game has written it; it stays as it is."""


class Learnt(NamedTuple):
    """What the player knows.

    Attributes:
        boxes: The box of every fact that was asked, by its key.
        fault: Why there is nothing of the file in it; ``None`` where all is well.
        detail: As said at the fault.
    """

    boxes: dict[str, int]
    fault: LearntFault | None = None
    detail: str = ""


class NewerLearnt(Exception):
    """A newer version of the game has written the file, which is left as it is."""


def learnt_path() -> Path:
    """Where the file is, whether there is one or not."""
    return data_dir() / FILE_NAME


def load_learnt() -> Learnt:
    """What the player knows; never fails, and changes nothing.

    A value of the file that is no box costs that value only.
    """
    path = learnt_path()
    try:
        # Opening a pipe of that name would wait for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            return Learnt({}, LearntFault.DAMAGED)
        with path.open("rb") as file:
            data = file.read(MAX_FILE_SIZE + 1)
    except FileNotFoundError:
        return Learnt({})
    except OSError as error:
        return Learnt({}, LearntFault.UNREADABLE, error.strerror or str(error))
    return _read(data)


def _read(data: bytes) -> Learnt:
    damaged = Learnt({}, LearntFault.DAMAGED)
    if len(data) > MAX_FILE_SIZE:
        return damaged
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return damaged
    version = found.get(_MARK) if isinstance(found, dict) else None
    if type(version) is not int or version < 1:
        return damaged
    if version > VERSION:
        return Learnt({}, LearntFault.NEWER)
    boxes = found.get(_BOXES)
    if not isinstance(boxes, dict):
        return damaged
    return Learnt({key: box for key, box in boxes.items() if _is_box(box)})


def _is_box(found: Any) -> bool:
    return type(found) is int and 1 <= found <= MAX_BOX


def keep_learnt(changes: Mapping[str, int]) -> Path | None:
    """Notes the boxes that facts have come to; the others stay.

    Args:
        changes: The boxes by the keys of their facts.

    Returns:
        Where a file that could not be read was set aside, ``None`` where that was not necessary.

    Raises:
        NewerLearnt: A newer version has written the file.
        OSError: It cannot be written; the old file is as it was.
    """
    return _written(lambda boxes: {**boxes, **changes})


def forget_learnt() -> Path | None:
    """Forgets what the player knows; returns and raises what :func:`keep_learnt` does."""
    return _written(lambda _: {})


def _written(change: Callable[[dict[str, int]], dict[str, int]]) -> Path | None:
    path = Path(os.path.realpath(learnt_path()))
    folder = made(path.parent)
    found = load_learnt()
    if found.fault is LearntFault.NEWER:
        raise NewerLearnt
    document = {_MARK: VERSION, _BOXES: dict(sorted(change(found.boxes).items()))}
    draft = drafted(folder, FILE_NAME, json.dumps(document, indent=1) + "\n")
    try:
        aside = set_aside(path) if found.fault is not None else None
        draft.replace(path)
    except BaseException:
        dropped(draft)
        raise
    return aside
