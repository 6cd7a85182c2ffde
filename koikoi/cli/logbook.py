"""The log file: what went wrong without anybody having to be told, a line for each."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from koikoi.store.places import made, state_dir

LOG_NAME: Final = "koikoi.log"
"""The log's name in the state folder."""

_MOST_BYTES: Final = 100_000
"""A log that has grown beyond this begins anew."""


class LogFile(logging.Handler):
    """Appends warnings to the log file; makes the file when there is one, and never complains.

    A program without a log is worth more than a log without a program: a full disk, a folder that
    cannot be made or written are passed over.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a line."""
        try:
            path = made(state_dir()) / LOG_NAME
            full = path.exists() and path.stat().st_size > _MOST_BYTES
            with path.open("w" if full else "a", encoding="utf-8") as log:
                log.write(self.format(record).replace("\n", " ") + "\n")
        except Exception:  # noqa: S110 - see the class
            pass


@contextmanager
def log_kept() -> Iterator[None]:
    """Has the game's warnings written to the log file, and nowhere else, as long as it lasts."""
    logger = logging.getLogger("koikoi")
    log, propagates = LogFile(), logger.propagate
    logger.addHandler(log)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(log)
        logger.propagate = propagates
