"""``koikoi host``: others play on this machine; and what is told to a host that is running."""

from __future__ import annotations

import asyncio
import signal
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final, cast

from koikoi.cli.errors import UsageError
from koikoi.cli.host_options import check_extras, folder_of, plan
from koikoi.cli.host_text import (
    control_trouble,
    greeting,
    listening_trouble,
    register_trouble,
    start_trouble,
    status_lines,
)
from koikoi.cli.logbook import log_kept
from koikoi.cli.main import INTERRUPTED
from koikoi.cli.output import Output
from koikoi.host.control import ControlError, ask, ask_status, status_document
from koikoi.host.database import RegisterError
from koikoi.host.eventlog import STANDARD_OUTPUT, EventLog
from koikoi.host.names import clean_name
from koikoi.host.running import CannotStart

if TYPE_CHECKING:
    import argparse

    from koikoi.host.running import RunHost, Running
    from koikoi.text.catalogue import Text

_HOUSE: Final = "koikoi.host.house"

_VERBS: Final = ("status", "kick", "rename", "forget", "stop")
_OTHERS: Final = (
    *("event", "bind", "port", "board", "web", "mode", "password_file", "keys"),
    *("host_key", "log", "max_sessions", "per_address", "jobs"),
)
"""The options of a host that is started."""

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(args: argparse.Namespace, text: Text) -> int:
    """Runs a host until it is stopped, or tells a running one something."""
    verb = next((one for one in _VERBS if getattr(args, one) not in (None, False)), None)
    if args.json and verb != "status":
        raise UsageError(text.t("--json goes with --status."))
    try:
        if verb is not None:
            _refuse_others(args, text, verb)
            return _tell(args, text, verb)
        return _host(args, text)
    except ControlError as error:
        raise UsageError(control_trouble(text, error)) from error
    except RegisterError as error:
        raise UsageError(register_trouble(text, error)) from error
    except CannotStart as error:
        raise UsageError(start_trouble(text, error)) from error


# A host that is running --------------------------------------------------------------------------


def _refuse_others(args: argparse.Namespace, text: Text, verb: str) -> None:
    for option in _OTHERS:
        if getattr(args, option) is not None:
            raise UsageError(
                text.t(
                    "--{option} is for a host that is started; --{verb} goes with --folder only.",
                    option=option.replace("_", "-"),
                    verb=verb,
                )
            )


def _tell(args: argparse.Namespace, text: Text, verb: str) -> int:
    folder, output = folder_of(args), Output(sys.stdout)
    if verb == "status":
        status = ask_status(folder)
        if args.json:
            output.json(status_document(status))
        else:
            for line in status_lines(text, status):
                output.say(line)
    elif verb == "kick":
        ask(folder, verb, name=args.kick)
        output.say(text.t("The lines of {name} are closed.", name=clean_name(args.kick)))
    elif verb == "rename":
        old, new = args.rename
        answer = ask(folder, verb, name=old, to=new)
        now = clean_name(str(answer.get("name")))
        output.say(text.t("{old} is called {new} now.", old=clean_name(old), new=now))
    elif verb == "forget":
        ask(folder, verb, name=args.forget)
        output.say(text.t("{name} is forgotten.", name=clean_name(args.forget)))
    else:
        ask(folder, verb)
        output.say(text.t("The host saves its tables and ends."))
    return 0


# A host that is started --------------------------------------------------------------------------


def _host(args: argparse.Namespace, text: Text) -> int:
    check_extras(text, web=args.web is not None)
    wanted = plan(args, text)
    log = EventLog(wanted.options.log)
    # A log on standard output is for programs, which want nothing else there.
    output = Output(sys.stderr if wanted.options.log == STANDARD_OUTPUT else sys.stdout)

    def started(running: Running) -> None:
        for line in greeting(text, wanted.options, running):
            output.say(line)

    # Before the library is loaded, which reads the environment then.
    import_module("koikoi.host.library").prepare()
    run_host: RunHost = import_module(_HOUSE).run

    async def until_stopped() -> None:
        stop = asyncio.Event()
        options, jobs, board, web = wanted
        with _Stopping(stop):
            await run_host(
                options, jobs=jobs, board=board, web=web, log=log, started=started, stop=stop
            )

    try:
        with log_kept():
            asyncio.run(until_stopped())
    except asyncio.CancelledError:
        return INTERRUPTED
    except OSError as error:
        sentence = listening_trouble(text, error, wanted.options)
        if sentence is None:
            raise
        raise UsageError(sentence) from error
    return 0


class _Stopping:
    """Sets an event at the first signal that ends programs, and cancels the task at the second.

    One that was ignored when the program was started, as by ``nohup``, stays so.
    """

    def __init__(self, stop: asyncio.Event) -> None:
        self._stop = stop
        self._loop = asyncio.get_running_loop()
        self._task = cast("asyncio.Task[None]", asyncio.current_task())
        self._taken: list[signal.Signals] = []

    def __enter__(self) -> None:
        for one in _SIGNALS:
            if signal.getsignal(one) is not signal.SIG_IGN:
                self._loop.add_signal_handler(one, self._came)
                self._taken.append(one)

    def __exit__(self, *_: object) -> None:
        for one in self._taken:
            self._loop.remove_signal_handler(one)

    def _came(self) -> None:
        if self._stop.is_set():
            self._task.cancel()
        self._stop.set()
