"""What is written down where the program broke."""

from __future__ import annotations

import traceback
from typing import Final

from koikoi.store.places import made, state_dir

CRASH_LOG: Final = "crash.log"
"""The file in the state folder that says where the program broke; it holds no card."""


def note_crash(error: BaseException) -> None:
    """Writes down where the program broke: its lines and the error's type, and no value."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{frame.filename}:{frame.lineno} {frame.name}\n" for frame in frames]
    try:
        path = made(state_dir()) / CRASH_LOG
        path.write_text("".join([*lines, f"{type(error).__name__}\n"]), encoding="utf-8")
    except OSError:
        return  # there is no place for it, and the match is what matters
