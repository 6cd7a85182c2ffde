"""How whoever runs a host speaks with it: a socket in its folder, for its owner only.

A request is one line of JSON with a ``verb``, and so is the answer, ``{"ok": true, …}`` or
``{"ok": false, "error": …}``. A host holds a lock on its folder as long as it runs, so that two
never use one, and so that the socket of a dead host can be told from that of a live one.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import socket
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from koikoi.host.eventlog import Log
from koikoi.host.operated import Here, HostStatus, Operated, TableLine
from koikoi.host.options import control_path
from koikoi.host.register import Refused
from koikoi.store.places import made

LOCK_NAME: Final = "host.lock"

MAX_LINE: Final = 1 << 20
"""How long an answer may be, in bytes; a status of a hundred players has some 20,000."""

_MAX_REQUEST: Final = 1 << 12
_SECONDS: Final = 10.0
"""How long each side waits for the other."""

_MOST_AT_ONCE: Final = 8


class ControlFault(StrEnum):
    """Why a host cannot be spoken with, or does not do what it is told."""

    RUNNING = "running"
    """A host is running already with this folder."""
    NOT_RUNNING = "not_running"
    """No host is running with this folder."""
    TOO_LONG = "too_long"
    """The path of the socket is longer than systems allow."""
    NO_ANSWER = "no_answer"
    """The host does not answer, or nothing that can be understood."""
    BAD_REQUEST = "bad_request"
    """The request cannot be understood."""
    NOBODY = "nobody"
    """Nobody of that name is here, or in the register."""
    FAILED = "failed"
    """The host could not do it; what happened stands in its log."""


class ControlError(Exception):
    """A host cannot be spoken with, or does not do what it is told.

    Attributes:
        code: Why: a :class:`ControlFault`, or the code of a :class:`Refused`.
        folder: The host's folder.
    """

    def __init__(self, code: str, folder: Path) -> None:
        super().__init__(code, folder)
        self.code: Final = code
        self.folder: Final = folder


class FolderLock:
    """The lock by which a folder belongs to one host; leave it where the host ends.

    Raises:
        ControlError: A host is running already with this folder.
        OSError: The folder cannot be made or written.
    """

    def __init__(self, folder: Path) -> None:
        self._file = os.open(made(folder) / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            if not isinstance(error, BlockingIOError):
                raise
            raise ControlError(ControlFault.RUNNING, folder) from error

    def close(self) -> None:
        """Gives the folder back; closing twice does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> FolderLock:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Control:
    """The host's side of the socket. Whoever starts it holds the folder's lock.

    Args:
        folder: The host's folder.
        host: What does as it is told.
        log: Where that is noted.
    """

    def __init__(self, folder: Path, host: Operated, log: Log) -> None:
        self._folder = folder
        self._path = control_path(folder)
        self._host = host
        self._log = log
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listens, in the place of a host that has died.

        Raises:
            ControlError: The folder's path is too long for a socket.
            OSError: The socket cannot be made.
        """
        self._path.unlink(missing_ok=True)
        listening = socket.socket(socket.AF_UNIX)
        try:
            try:
                listening.bind(os.fspath(self._path))
            except OSError as error:
                if error.errno is None:  # the path is refused before the system is asked
                    raise ControlError(ControlFault.TOO_LONG, self._folder) from error
                raise
            # Before it listens nobody can connect, whatever the rights were so far.
            self._path.chmod(0o600)
            self._server = await asyncio.start_unix_server(
                self._serve, sock=listening, limit=_MAX_REQUEST
            )
        except BaseException:
            listening.close()
            raise

    async def close(self) -> None:
        """Ends all lines and takes the socket away; closing twice does nothing."""
        if self._server is None:
            return
        server, self._server = self._server, None
        server.close()
        lines = list(self._lines)
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
        self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None  # a stream's server makes one
        self._lines.add(task)
        try:
            if len(self._lines) <= _MOST_AT_ONCE:
                # A request may end with the line that asks it.
                with suppress(OSError, ValueError, TimeoutError):
                    async with asyncio.timeout(_SECONDS):
                        line = await reader.readline()
                        writer.write(await self._answer(line))
                        await writer.drain()
        finally:
            self._lines.discard(task)
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _answer(self, line: bytes) -> bytes:
        """The answer to a request, whatever it is."""
        error: str
        try:
            answer = await self._done(_read(line))
        except Refused as refused:
            error = refused.code.value
        except LookupError:
            error = ControlFault.NOBODY.value
        except _BadRequest:
            error = ControlFault.BAD_REQUEST.value
        except Exception as broken:  # the host has to go on
            self._log("broken", part="control", error=type(broken).__name__)
            error = ControlFault.FAILED.value
        else:
            return _written({"ok": True, **answer})
        return _written({"ok": False, "error": error})

    async def _done(self, request: dict[str, Any]) -> dict[str, Any]:
        """Does what is asked.

        Raises:
            _BadRequest: That cannot be understood.
        """
        match request:
            case {"verb": "status"}:
                status = await self._host.status()
                return {"status": status_document(status)}
            case {"verb": "kick", "name": str(name)}:
                lines = await self._host.kick(name)
                self._log("operator", verb="kick", name=name, lines=lines)
                if not lines:
                    raise LookupError
                return {"lines": lines}
            case {"verb": "rename", "name": str(name), "to": str(to)}:
                now = await self._host.rename(name, to)
                self._log("operator", verb="rename", name=name, to=now)
                return {"name": now}
            case {"verb": "forget", "name": str(name)}:
                if not await self._host.forget(name):
                    raise LookupError
                # Who is forgotten is not to be named in the log.
                self._log("operator", verb="forget")
                return {}
            case {"verb": "stop"}:
                self._log("operator", verb="stop")
                await self._host.stop()
                return {}
        raise _BadRequest


def ask(folder: Path, verb: str, **fields: str) -> dict[str, Any]:
    """Asks the host that uses a folder, and waits for its answer.

    Args:
        folder: The host's folder.
        verb: What it is to do: ``status``, ``kick``, ``rename``, ``forget`` or ``stop``.
        fields: What has to be known for it: ``name``, and ``to`` for another name.

    Returns:
        Its answer, whose form depends on the verb.

    Raises:
        ControlError: There is no host, or it does not do it.
    """
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(_SECONDS)
        try:
            line.connect(os.fspath(control_path(folder)))
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError) as error:
            raise ControlError(ControlFault.NOT_RUNNING, folder) from error
        except OSError as error:
            if error.errno is None:
                raise ControlError(ControlFault.TOO_LONG, folder) from error
            raise
        try:
            line.sendall(_written({"verb": verb, **fields}))
            with line.makefile("rb") as answers:
                answer = _read(answers.readline(MAX_LINE))
        except (OSError, _BadRequest) as error:
            raise ControlError(ControlFault.NO_ANSWER, folder) from error
    if answer.get("ok") is not True:
        raise ControlError(str(answer.get("error")), folder)
    return answer


def ask_status(folder: Path) -> HostStatus:
    """How the host is that uses a folder.

    Raises:
        ControlError: There is no host, or it does not answer.
    """
    answer = ask(folder, "status")
    try:
        return _status(answer["status"])
    except (KeyError, TypeError, ValueError) as error:
        raise ControlError(ControlFault.NO_ANSWER, folder) from error


class _BadRequest(Exception):
    """A line is no JSON object, or none that means something here."""


def _read(line: bytes) -> dict[str, Any]:
    """The object in a whole line.

    Raises:
        _BadRequest: There is none.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _BadRequest from error
    if not isinstance(found, dict) or not line.endswith(b"\n"):
        raise _BadRequest
    return found


def _written(document: dict[str, Any]) -> bytes:
    return json.dumps(document).encode("ascii") + b"\n"


def status_document(status: HostStatus) -> dict[str, Any]:
    """A status as a JSON document has it."""
    return {
        **status._asdict(),
        "here": [one._asdict() for one in status.here],
        "tables": [one._asdict() for one in status.tables],
        "figures": dict(status.figures),
    }


def _status(document: dict[str, Any]) -> HostStatus:
    """The status in such a document.

    Raises:
        KeyError, TypeError, ValueError: There is none in it.
    """
    here = tuple(Here(**one) for one in document["here"])
    tables = []
    for one in document["tables"]:
        (first, second), (own, other) = one["names"], one["scores"]
        tables.append(TableLine(**{**one, "names": (first, second), "scores": (own, other)}))
    return HostStatus(**{**document, "here": here, "tables": tuple(tables)})
