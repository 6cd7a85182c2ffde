"""Files that are written whole: beside their place first, and moved there once they are safe."""

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
        folder: The folder.
        name: What the file is going to be called.
        written: The text.

    Raises:
        OSError: It cannot be written; there is no such file then.
    """
    descriptor, path = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
    draft = Path(path)
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
    """Takes a draft away that came to nothing."""
    with suppress(OSError):
        draft.unlink()


def placed(draft: Path, path: Path) -> None:
    """Gives a draft a name that nothing has yet.

    Raises:
        FileExistsError: Something has it; the draft is gone.
        OSError: It cannot be moved there; the draft is gone.
    """
    try:
        # Unlike a look and a move this cannot write over what somebody else makes meanwhile.
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # there are disks without links
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        draft.replace(path)
    finally:
        dropped(draft)
