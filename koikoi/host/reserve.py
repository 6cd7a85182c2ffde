"""Room on the disk that is kept aside, so that what has been played can be saved on a full one."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

FILE_NAME: Final = "reserve"

_BYTES: Final = 1024 * 1024
"""Room for the records of some eighty whole matches, and for the register."""
_PLENTY: Final = 8 * _BYTES
"""What has to be free, or no room is taken: it would be that of the matches."""


class Reserve:
    """A file that holds nothing but room.

    Its methods take their time: for a thread.

    Args:
        folder: The folder that it is in, on the disk of the records.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE_NAME

    def fill(self) -> None:
        """Keeps room aside, unless it is already or there is not plenty."""
        with suppress(OSError):
            if self._file.exists() or shutil.disk_usage(self._file.parent).free < _PLENTY:
                return
            try:
                # Not zeros: there are disks on which these take no room.
                self._file.write_bytes(os.urandom(_BYTES))
            except OSError:
                self._file.unlink(missing_ok=True)

    def free(self) -> bool:
        """Gives the room back to the disk; returns whether there was some."""
        try:
            self._file.unlink()
        except OSError:
            return False
        return True
