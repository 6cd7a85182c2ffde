"""What the program does when the system asks it to end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 3.0
"""Seconds after which a program that cannot end in order ends anyway."""


def obey_signals(end: Callable[[int], None]) -> None:
    """Ends in order where the system asks for it; the match is on the disk already.

    Args:
        end: Called on the running event loop with the number of the signal.
    """
    if sys.platform == "win32":
        return
    loop = asyncio.get_running_loop()

    def obey(number: int, _: object) -> None:
        # The loop may not come to it: a terminal that nobody reads holds it up.
        watch = threading.Timer(PATIENCE, os._exit, (128 + number,))
        watch.daemon = True
        watch.start()

    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        # The loop's own handler wakes it even where the signal comes to another thread, or just
        # before it goes to sleep.
        loop.add_signal_handler(number, end, number)
        signal.signal(number, obey)
