"""What Textual does to a whole process, and must not do where many apps share one.

The library is made for one app. Each run of one sends the standard streams elsewhere and sets the
loop's way of making tasks, and what it finds in the environment counts for all.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from koikoi.tui.library import COLOUR_SYSTEM, tell_library

_PREFIX: Final = "TEXTUAL"
_NO_EXTENDED_KEYS: Final = "TEXTUAL_DISABLE_KITTY_KEY"

_MOST_KEPT: Final = 1024
_MOST_INFLATED: Final = 256 * 1024
"""Bytes that a packet may be once it is decompressed."""


def prepare() -> None:
    """Sets the environment for a server; has to come before Textual is imported.

    Nothing that whoever runs the server has set for programs of their own counts for the players.
    """
    for name in [name for name in os.environ if name.startswith(_PREFIX)]:
        del os.environ[name]
    os.environ[_NO_EXTENDED_KEYS] = "1"
    tell_library()


@contextlib.contextmanager
def many_apps() -> Iterator[None]:
    """Lets many apps run in the running loop, and each of them touch itself only."""
    import textual.app
    import textual.constants
    from textual._styles_cache import StylesCache

    loop: Any = asyncio.get_running_loop()
    library: Any = textual.app
    constants: Any = textual.constants
    streams, colours = (library.redirect_stdout, library.redirect_stderr), constants.COLOR_SYSTEM
    library.redirect_stdout = library.redirect_stderr = contextlib.nullcontext
    # Each app writes the colours of its own terminal, whatever terminal the server has.
    constants.COLOR_SYSTEM = COLOUR_SYSTEM
    # Kept for the class and not for each object: a cache of the library would hold up to a thousand
    # objects that have gone, with all the rows that each of them has painted.
    kept: Any = StylesCache
    original = kept.get_inner_outer
    shared: Any = lru_cache(_MOST_KEPT)(original.__wrapped__)
    kept.get_inner_outer = classmethod(shared)
    # Apps ask for tasks that start at once, and not in their turn.
    loop.set_task_factory = lambda _: None
    try:
        yield
    finally:
        library.redirect_stdout, library.redirect_stderr = streams
        constants.COLOR_SYSTEM = colours
        kept.get_inner_outer = original
        del loop.set_task_factory


class _Inflating:
    """Decompresses what comes, but no packet that would fill the memory."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """A packet; ``None`` where it is broken or too large, and the connection ends."""
        try:
            packet = self._stream.decompress(data, _MOST_INFLATED)
        except zlib.error:
            return None
        return None if self._stream.unconsumed_tail else packet


@contextlib.contextmanager
def careful_ssh() -> Iterator[None]:
    """Lets asyncssh decompress no more than a packet may hold, and log nothing.

    What it logs holds what clients send, as they send it.
    """
    from asyncssh import compression

    logger = logging.getLogger("asyncssh")
    level, inflating = logger.level, dict(compression._cmp_decompressors)
    logger.setLevel(logging.CRITICAL + 1)
    compression._cmp_decompressors[ZLIB] = _Inflating
    try:
        yield
    finally:
        logger.setLevel(level)
        compression._cmp_decompressors.update(inflating)


ZLIB: Final = b"zlib@openssh.com"
"""Compression that begins after the login."""
