"""What ``koikoi host`` says: how to come in, how the host is, why something is not done."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from koikoi.host.addresses import is_local, join_addresses, ssh_command, web_address
from koikoi.host.control import ControlError, ControlFault
from koikoi.host.database import RegisterError
from koikoi.host.eventlog import STANDARD_OUTPUT
from koikoi.host.names import MAX_CELLS
from koikoi.host.operated import Here, HostStatus, TableLine
from koikoi.host.options import Access, HostOptions
from koikoi.host.register import Refusal
from koikoi.host.running import CannotStart, Running, StartFault
from koikoi.store.history import Fault
from koikoi.text.catalogue import N_
from koikoi.text.problems import shown

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

_WIDEST: Final = 300
_LAST_PRIVILEGED: Final = 1023

_OPEN_TO: Final = {
    Access.OPEN: N_("Everybody may come in."),
    Access.PASSWORD: N_("Whoever knows the password may come in."),
    Access.KEYS: N_("Whose key is in the file of keys may come in."),
}

_DOING: Final = {
    "lobby": N_("in the lobby"),
    "playing": N_("playing"),
    "watching": N_("watching"),
    "waiting": N_("waiting for somebody"),
    "board": N_("the big screen"),
}


def greeting(text: Text, options: HostOptions, running: Running) -> Iterator[str]:
    """What whoever starts a host has to know, line by line."""
    t = text.t
    if options.event:
        yield t("The host of “{event}” is ready.", event=options.event)
    else:
        yield t("The host is ready.")
    if is_local(running.bind):
        yield t(
            "Only this machine can come in: --bind 0.0.0.0 lets the network in, and --mode says "
            "whom of it."
        )
    else:
        yield t(_OPEN_TO[options.access])
    addresses = join_addresses(running.bind)
    yield t("To join, type one of these:") if len(addresses) > 1 else t("To join, type this:")
    for address in addresses:
        yield f"  {ssh_command(address, running.port)}"
    if running.web_port is not None and options.access is not Access.KEYS:
        yield t("In a browser:")
        for address in addresses:
            yield f"  {web_address(address, running.web_port)}"
    made = t("Its key has just been made.") if running.new_key else ""
    yield text.sentences(
        filter(None, [t("The host's key is {key}.", key=running.fingerprint), made])
    )
    if running.resumed:
        yield text.n(
            "{count} table of the last time waits for its players.",
            "{count} tables of the last time wait for their players.",
            running.resumed,
        )
    yield from _places(text, options)
    yield t("Ctrl+C ends it, as koikoi host --stop does; every table is saved.")


def _places(text: Text, options: HostOptions) -> Iterator[str]:
    yield text.t("Records and results are in {path}.", path=shown(options.folder, _WIDEST))
    if options.log != STANDARD_OUTPUT:
        yield text.t("The log is {path}.", path=shown(options.log, _WIDEST))


# How it is ---------------------------------------------------------------------------------------


def status_lines(text: Text, status: HostStatus) -> Iterator[str]:
    """How a host is, line by line."""
    t = text.t
    since = _time(status.since)
    if status.event:
        yield t(
            "The host of “{event}” listens on {address} since {time}.",
            event=shown(status.event),
            address=shown(status.address),
            time=since,
        )
    else:
        yield t(
            "The host listens on {address} since {time}.", address=shown(status.address), time=since
        )
    if status.access in tuple(Access):
        yield t(_OPEN_TO[Access(status.access)])
    if not status.here:
        yield t("Nobody is here.")
    else:
        yield text.n("{count} line is open:", "{count} lines are open:", len(status.here))
    for one in status.here:
        yield _here(text, one)
    if status.tables:
        yield text.n("{count} table:", "{count} tables:", len(status.tables))
    for table in status.tables:
        yield _table(text, table)
    if status.unlogged:
        yield text.n(
            "{count} line of the log could not be written.",
            "{count} lines of the log could not be written.",
            status.unlogged,
        )
    for name, value in status.figures.items():
        yield f"{shown(name)}: {value:g}"


def _here(text: Text, one: Here) -> str:
    name = shown(one.name)
    doing = text.t(_DOING[one.doing]) if one.doing in _DOING else shown(one.doing)
    said = text.t(
        "{doing}, from {address} since {time}, last key {seconds} s ago",
        doing=doing,
        address=shown(one.address),
        time=_time(one.since),
        seconds=one.idle,
    )
    return f"  {name}{' ' * (MAX_CELLS - cell_len(name))}  {said}"


def _table(text: Text, table: TableLine) -> str:
    first, second = table.names
    said = text.t(
        "{first} and {second}: round {round} of {rounds}, {own} to {other}",
        first=shown(first),
        second=shown(second),
        round=table.round,
        rounds=table.rounds,
        own=table.scores[0],
        other=table.scores[1],
    )
    if table.watchers:
        watch = text.n("{count} watches", "{count} watch", table.watchers)
        said = text.row((said, watch))
    return f"  {said}"


def _time(written: str) -> str:
    """A time of the host's, in the time zone of whoever reads it."""
    try:
        return f"{datetime.fromisoformat(written).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError):
        return shown(written)


# Why something is not done -----------------------------------------------------------------------

_REFUSED: Final[dict[str, str]] = {
    ControlFault.RUNNING: N_(
        "A host is running already with the folder {path}; its big screen is for whoever logs in "
        "as board."
    ),
    ControlFault.NOT_RUNNING: N_("No host is running with the folder {path}."),
    ControlFault.TOO_LONG: N_("The path {path} is too long for the socket of a host."),
    ControlFault.NO_ANSWER: N_("The host with the folder {path} does not answer."),
    ControlFault.BAD_REQUEST: N_("The host is of another version and does not understand this."),
    ControlFault.NOBODY: N_("Nobody is called that; koikoi host --status tells who is there."),
    ControlFault.FAILED: N_("The host could not do it; its log tells more."),
    Refusal.BAD: N_(
        "That name cannot be had: a name has letters or digits, and none is that of a computer "
        "player, a guest or the host."
    ),
    Refusal.TAKEN: N_("Somebody has that name already, or one that looks like it."),
    Refusal.GONE: N_("There is no such person any more."),
}


def control_trouble(text: Text, error: ControlError) -> str:
    """Why a host cannot be started, or does not do what it is told."""
    message = _REFUSED.get(error.code, _REFUSED[ControlFault.NO_ANSWER])
    return text.t(message, path=shown(error.folder, _WIDEST))


_CANNOT_START: Final = {
    StartFault.BAD_KEY: N_(
        "The host's own key {path} is no key; it stays as it is, since players' programs know it. "
        "--host-key names another one."
    ),
    StartFault.OPEN_KEY: N_("Others can read the host's own key {path}: chmod 600 mends it."),
    StartFault.BAD_KEYS: N_("The file {path} holds something else than keys, one a line."),
}


def start_trouble(text: Text, error: CannotStart) -> str:
    """Why a host cannot be started."""
    return text.t(_CANNOT_START[error.code], path=shown(error.path, _WIDEST))


def register_trouble(text: Text, error: RegisterError) -> str:
    """Why the register cannot be used."""
    path = shown(error.path, _WIDEST)
    if error.code is Fault.NEWER:
        return text.t("A newer version of the game has made {path}; it stays as it is.", path=path)
    detail = shown(error.detail or error.code, _WIDEST)
    return text.t("The register {path} cannot be used: {reason}.", path=path, reason=detail)


def listening_trouble(text: Text, error: OSError, options: HostOptions) -> str | None:
    """Why a host cannot listen; ``None`` where that is not what is wrong."""
    t = text.t
    bind, port = shown(options.bind), options.port
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return t("{address} is no address of this machine.", address=bind)
    if error.errno == errno.EADDRINUSE:
        return t(
            "Port {port} is taken already; --port names another one, and 0 any that is free.",
            port=port,
        )
    if error.errno in (errno.EACCES, errno.EPERM) and error.filename is None:
        if 0 < port <= _LAST_PRIVILEGED:
            return t(
                "The system gives ports below 1024 to its administrator only; --port names another "
                "one."
            )
        return t("The system does not let programs listen on port {port}.", port=port)
    return None
