"""The host that ``koikoi bench host`` measures, in a process of its own.

``python -m koikoi.cli.bench_host_child FOLDER SESSIONS THINK`` runs a host in a folder, on a free
port of this machine only, with so many thoughts of level 5 going on all the time. It answers lines
on its standard input with lines of JSON: ``apps`` with how many apps are alive.
"""

from __future__ import annotations

import asyncio
import gc
import json
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from koikoi.cli.main import one_thread
from koikoi.engine.flow import legal_actions, new_match
from koikoi.engine.presets import preset
from koikoi.engine.view import view
from koikoi.host.eventlog import EventLog
from koikoi.host.options import HostOptions, Limits

if TYPE_CHECKING:
    from koikoi.host.running import RunHost, Running
    from koikoi.host.thinking import Thinking

LOG_NAME = "log.jsonl"


def options_for(folder: Path, sessions: int) -> HostOptions:
    """Options of a host that takes everybody from this machine."""
    limits = Limits(
        connections=2 * sessions + 100, sessions=sessions + 50, per_address=0, per_minute=0
    )
    return HostOptions(folder, folder / LOG_NAME, port=0, event="Bench", limits=limits)


async def serve(folder: Path, sessions: int, think: int) -> None:
    """Runs the host until a signal ends it."""
    run: RunHost = import_module("koikoi.host.house").run
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    loop.add_reader(sys.stdin.fileno(), _asked, stop)
    options = options_for(folder, sessions)
    log = EventLog(options.log)

    from koikoi.host.thinking import Thinking

    busy = Thinking(log, processes=1)
    thoughts: list[asyncio.Task[None]] = []
    try:
        if think:
            await busy.start()
        thoughts += [asyncio.ensure_future(_think(busy, number)) for number in range(think)]
        await run(options, jobs=1, board=False, web=None, log=log, started=_started, stop=stop)
    finally:
        loop.remove_reader(sys.stdin.fileno())
        for thought in thoughts:
            thought.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)
        await busy.close()


def _tell(**fields: object) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


def _started(running: Running) -> None:
    _tell(port=running.port)


def _asked(stop: asyncio.Event) -> None:
    line = sys.stdin.readline()
    if not line:  # whoever measures has gone
        stop.set()
        asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
    elif line == "apps\n":
        from koikoi.tui.app import KoikoiApp

        gc.collect()
        _tell(apps=sum(isinstance(one, KoikoiApp) for one in gc.get_objects()))


async def _think(thinking: Thinking, number: int) -> None:
    """Thinks about first moves, one after the other, without an end."""
    while True:
        number += 1000
        state = new_match(preset(), f"bench {number}")
        await thinking.choose("hoo", "bench", view(state, state.to_act), legal_actions(state))


if __name__ == "__main__":
    one_thread()
    where, most, busy_ones = sys.argv[1:]
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(Path(where), int(most), int(busy_ones)))
