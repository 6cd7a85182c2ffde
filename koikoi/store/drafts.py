"""Files that are written whole: a draft beside them, which then takes their name."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

# Under a name of our own, so that a test can let it fail.
_sync = os.fsync


def drafted(folder: Path, name: str, written: str) -> Path:
    """A new file with this text in the folder, for its owner only, safe on the disk.

    Args:
        folder: The folder, which is there.
        name: The name of the file that it is to become.
        written: The text.

    Raises:
        OSError: It cannot be written; there is no such file then.
    """
    descriptor, found = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
    draft = Path(found)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(written.encode())
            file.flush()
            _sync(file.fileno())
    except BaseException:
        dropped(draft)
        raise
    return draft


def dropped(draft: Path) -> None:
    """Takes a draft away that is not wanted any more."""
    with suppress(OSError):
        draft.unlink()
