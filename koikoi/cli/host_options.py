"""What a host is run with, of what was typed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

from koikoi.cli.checks import in_range
from koikoi.cli.errors import UsageError
from koikoi.host.eventlog import STANDARD_OUTPUT
from koikoi.host.options import (
    DEFAULT_PORT,
    Access,
    HostOptions,
    Limits,
    host_folder,
    log_path,
)
from koikoi.host.running import DEFAULT_WEB_PORT, WebOptions
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

_MOST_PORT: Final = 65535
_MOST_SESSIONS: Final = 1000
_MOST_PER_ADDRESS: Final = 1000
_MOST_JOBS: Final = 64
_WIDEST_EVENT: Final = 40
_LONGEST_PASSWORD: Final = 100
_LONGEST_FILE: Final = 4096
_WIDEST: Final = 200

_SPARE: Final = 20
"""How many more connections than sessions are taken: those that log in, and are told to wait."""


class Plan(NamedTuple):
    """What a host is run with, and what is shown and served beside it."""

    options: HostOptions
    jobs: int
    board: bool
    web: WebOptions | None


def plan(args: argparse.Namespace, text: Text) -> Plan:
    """What was asked for; the password is asked for where there is a terminal.

    Raises:
        UsageError: It cannot be done.
        OSError: The file of the password cannot be read.
    """
    jobs = max((os.cpu_count() or 1) - 1, 1) if args.jobs is None else args.jobs
    in_range(text, "jobs", jobs, 1, _MOST_JOBS)
    web = None
    if args.web is not None:
        port = DEFAULT_WEB_PORT if args.web is False else args.web
        web = WebOptions(in_range(text, "web", port, 0, _MOST_PORT))
    options = _options(args, text)
    if args.board:
        _check_board(options, text)
    return Plan(options, jobs, bool(args.board), web)


def _check_board(options: HostOptions, text: Text) -> None:
    """Refuses the big screen where there is no place for it."""
    from koikoi.tui import terminal

    if options.log == STANDARD_OUTPUT:
        raise UsageError(
            text.t("--board and --log - do not go together: both want standard output.")
        )
    if terminal.refusal(os.environ, sys.stdin.isatty(), sys.stdout.isatty()) is not None:
        raise UsageError(text.t("--board wants a terminal that can show the table."))


def folder_of(args: argparse.Namespace) -> Path:
    """The folder of the host that is meant."""
    return host_folder() if args.folder is None else Path(args.folder).absolute()


def _options(args: argparse.Namespace, text: Text) -> HostOptions:
    port = DEFAULT_PORT if args.port is None else args.port
    in_range(text, "port", port, 0, _MOST_PORT)
    limits = _limits(args, text)
    event = _event(args.event or "", text)
    if args.bind == "":
        raise UsageError(text.t("--bind wants an address, such as 0.0.0.0."))
    access = Access(args.mode or Access.OPEN)
    keys = _keys(args, text, access)
    return HostOptions(
        folder=folder_of(args),
        log=log_path() if args.log is None else Path(args.log),
        bind="127.0.0.1" if args.bind is None else args.bind,
        port=port,
        access=access,
        password=_password(args, text, access),
        keys=keys,
        host_key=None if args.host_key is None else Path(args.host_key),
        event=event,
        limits=limits,
        lang=text.lang,
    )


def _limits(args: argparse.Namespace, text: Text) -> Limits:
    limits = Limits()
    if args.max_sessions is not None:
        sessions = in_range(text, "max-sessions", args.max_sessions, 1, _MOST_SESSIONS)
        limits = limits._replace(sessions=sessions, connections=sessions + _SPARE)
    if args.per_address is not None:
        most = in_range(text, "per-address", args.per_address, 0, _MOST_PER_ADDRESS)
        limits = limits._replace(per_address=most, per_minute=2 * most)
    return limits


def _event(given: str, text: Text) -> str:
    event = " ".join(given.split())
    if len(event) > _WIDEST_EVENT or not event.isprintable():
        raise UsageError(
            text.t("--event is up to {count} printable characters.", count=_WIDEST_EVENT)
        )
    return event


def _keys(args: argparse.Namespace, text: Text, access: Access) -> Path | None:
    if access is not Access.KEYS:
        if args.keys is not None:
            raise UsageError(text.t("--keys goes with --mode keys."))
        return None
    if args.keys is None:
        raise UsageError(text.t("--mode keys wants --keys FILE, the keys that may come in."))
    path = Path(args.keys)
    with path.open("rb"):  # what cannot be read is told before anything is begun
        return path


def _password(args: argparse.Namespace, text: Text, access: Access) -> str:
    """The password that people have to know."""
    if access is not Access.PASSWORD:
        if args.password_file is not None:
            raise UsageError(text.t("--password-file goes with --mode password."))
        return ""
    if args.password_file == "-":  # noqa: S105  (the name of standard input)
        given = _first_line(sys.stdin)
    elif args.password_file is not None:
        with Path(args.password_file).open(encoding="utf-8", errors="replace") as file:
            given = _first_line(file)
    elif sys.stdin.isatty():
        import getpass

        given = getpass.getpass(text.t("The password of the event: "))
    else:
        raise UsageError(
            text.t(
                "--mode password wants a password: --password-file FILE has it, or - for the input."
            )
        )
    if not 0 < len(given) <= _LONGEST_PASSWORD or not given.isprintable():
        raise UsageError(
            text.t("A password is 1 to {count} printable characters.", count=_LONGEST_PASSWORD)
        )
    return given


def _first_line(stream: TextIO) -> str:
    return stream.readline(_LONGEST_FILE).rstrip("\r\n")


def check_extras(text: Text, *, web: bool) -> None:
    """Checks that what a host needs is installed.

    Raises:
        UsageError: It is not.
    """
    from importlib.util import find_spec

    for wanted, module, extra in ((True, "asyncssh", "host"), (web, "textual_serve", "web")):
        if wanted and find_spec(module) is None:
            raise UsageError(
                text.t(
                    "This needs {module}, which is not installed: {command} brings it.",
                    module=shown(module, _WIDEST),
                    command=f"pip install '.[{extra}]'",
                )
            )
