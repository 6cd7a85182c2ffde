"""``koikoi host``: what it is run with, what it says, how it ends. A stand-in is the host."""

from __future__ import annotations

import asyncio
import errno
import getpass
import json
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import koikoi.tui.terminal
from koikoi.cli.main import INTERRUPTED, main
from koikoi.host.addresses import own_addresses
from koikoi.host.control import ControlError, ControlFault
from koikoi.host.database import RegisterError
from koikoi.host.options import Access, HostOptions, Limits
from koikoi.host.running import CannotStart, Running, StartFault, WebOptions
from koikoi.store.history import Fault
from tests.cli.conftest import CommandLine

KEY = "SHA256:abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"


class House(ModuleType):
    """What runs no host, and tells what it would have been run with.

    Attributes:
        running: What it says once people could come in.
        options: What it was run with.
        beside: The rest of that.
        error: What it raises instead.
        then: What happens once people could come in.
        stopped: Whether it was told to end.
    """

    def __init__(self) -> None:
        super().__init__("koikoi.host.house")
        self.running: Running | None = None
        self.options: HostOptions | None = None
        self.beside: dict[str, Any] = {}
        self.error: Exception | None = None
        self.then: Callable[[], None] = lambda: None
        self.signals = 1
        self.stopped = False

    async def run(
        self,
        options: HostOptions,
        *,
        log: Callable[..., None],
        started: Callable[[Running], None],
        stop: asyncio.Event,
        **beside: Any,
    ) -> None:
        self.options, self.beside = options, beside
        if self.error is not None:
            raise self.error
        web = beside["web"]
        found = self.running or Running(
            options.bind, options.port or 40000, KEY, web_port=web and web.port
        )
        started(found)
        log("started", event_name=options.event)
        self.then()
        if self.then is not NOTHING:
            await stop.wait()
            self.stopped = True


def NOTHING() -> None:  # noqa: N802  (a constant that is called)
    """Lets a host end by itself."""


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    found = House()
    found.then = NOTHING
    monkeypatch.setitem(sys.modules, "koikoi.host.house", found)
    return found


def options_of(cli: CommandLine, house: House, *arguments: str, stdin: str = "") -> HostOptions:
    result = cli("host", *arguments, stdin=stdin)
    assert result.code == 0, result.err
    assert house.options is not None
    return house.options


# What it is run with -----------------------------------------------------------------------------


def test_without_options_it_is_for_this_machine_only(cli: CommandLine, house: House) -> None:
    assert options_of(cli, house) == HostOptions(cli.home / "host", cli.home / "host.jsonl")
    jobs = max((os.cpu_count() or 1) - 1, 1)
    assert house.beside == {"jobs": jobs, "board": False, "web": None}


def test_every_option_reaches_the_host(
    cli: CommandLine, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(koikoi.tui.terminal, "refusal", lambda *_: None)
    keys = tmp_path / "keys"
    keys.touch()
    found = options_of(
        cli,
        house,
        *("--event", "  The  Meetup ", "--bind", "0.0.0.0", "--port", "0", "--mode", "keys"),
        *("--keys", str(keys), "--host-key", "key", "--folder", str(tmp_path / "f")),
        *(
            "--log",
            str(tmp_path / "log"),
            "--max-sessions",
            "200",
            "--per-address",
            "0",
            "--jobs",
            "3",
        ),
        *("--board", "--web"),
    )
    assert found == HostOptions(
        folder=tmp_path / "f",
        log=tmp_path / "log",
        bind="0.0.0.0",
        port=0,
        access=Access.KEYS,
        keys=keys,
        host_key=Path("key"),
        event="The Meetup",
        limits=Limits(connections=220, sessions=200, per_address=0, per_minute=0),
    )
    assert house.beside == {"jobs": 3, "board": True, "web": WebOptions(8080)}
    options_of(cli, house, "--web", "0")
    assert house.beside["web"] == WebOptions(0)


def test_the_password_comes_from_a_file_the_input_or_whoever_is_asked(
    cli: CommandLine, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "password"
    file.write_text("hana fuda\nmore\n", "utf-8")
    mode = ("--mode", "password")
    found = options_of(cli, house, *mode, "--password-file", str(file))
    assert (found.access, found.password) == (Access.PASSWORD, "hana fuda")
    assert options_of(cli, house, *mode, "--password-file", "-", stdin="花\r\n").password == "花"
    refusal = cli("host", *mode).refusal
    assert "--password-file FILE" in refusal
    monkeypatch.setattr(getpass, "getpass", lambda prompt: prompt)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setenv("KOIKOI_HOME", str(cli.home))
    assert main(["host", *mode]) == 0
    assert house.options is not None
    assert house.options.password == "The password of the event: "


class Terminal:
    """An input at which somebody sits."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "65536"], "--port is 65536; 0 to 65535 are allowed."),
        (["--port", "http"], "http is not a whole number"),
        (["--web", "-1"], "--web is -1; 0 to 65535 are allowed."),
        (["--jobs", "0"], "--jobs is 0; 1 to 64 are allowed."),
        (["--max-sessions", "0"], "--max-sessions is 0; 1 to 1000 are allowed."),
        (["--per-address", "-1"], "--per-address is -1; 0 to 1000 are allowed."),
        (["--bind", ""], "--bind wants an address"),
        (["--event", "x" * 41], "--event is up to 40 printable characters."),
        (["--event", "a\x1b[2J"], "--event is up to 40 printable characters."),
        (["--mode", "shell"], "invalid choice"),
        (["--mode", "keys"], "--mode keys wants --keys FILE"),
        (["--keys", "x"], "--keys goes with --mode keys."),
        (["--mode", "keys", "--keys", "nothing"], "The file nothing cannot be used"),
        (["--password-file", "x"], "--password-file goes with --mode password."),
        (["--mode", "password", "--password-file", "nothing"], "The file nothing cannot be used"),
        (["--mode", "password", "--password-file", "-"], "A password is 1 to 100 printable"),
        (["--password", "secret"], "unrecognized arguments"),
        (["--board"], "--board wants a terminal"),
        (["--board", "--log", "-"], "--board and --log - do not go together"),
        (["--json"], "--json goes with --status."),
        (["--status", "--stop"], "not allowed with argument"),
        (["--stop", "--port", "7"], "--port is for a host that is started"),
        (["--kick", "mika", "--board"], "--board is for a host that is started"),
        (["--kick", "mika", "--json"], "--json goes with --status."),
        (["--rename", "mika"], "expected 2 arguments"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_begun(
    cli: CommandLine, house: House, arguments: list[str], said: str
) -> None:
    assert said in cli("host", *arguments).refusal
    assert house.options is None
    assert not cli.home.exists()


@pytest.mark.parametrize(
    ("missing", "arguments", "extra"),
    [("asyncssh", [], "host"), ("textual_serve", ["--web"], "web")],
)
def test_what_is_not_installed_is_told_with_what_brings_it(
    cli: CommandLine,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    missing: str,
    arguments: list[str],
    extra: str,
) -> None:
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == missing else real(name)
    )
    assert f"pip install '.[{extra}]'" in cli("host", *arguments).refusal
    assert house.options is None


# What it says ------------------------------------------------------------------------------------


def test_it_tells_how_to_come_in_and_what_is_where(cli: CommandLine, house: House) -> None:
    house.running = Running("192.0.2.7", 2222, KEY, new_key=True, resumed=2, web_port=8080)
    result = cli("host", "--bind", "192.0.2.7", "--event", "Meetup", "--web")
    assert result.lines == [
        "The host of “Meetup” is ready.",
        "Everybody may come in.",
        "To join, type this:",
        "  ssh -p 2222 192.0.2.7",
        "In a browser:",
        "  http://192.0.2.7:8080/",
        f"The host's key is {KEY}. Its key has just been made.",
        "2 tables of the last time wait for their players.",
        f"Records and results are in {cli.home / 'host'}.",
        f"The log is {cli.home / 'host.jsonl'}.",
        "Ctrl+C ends it, as koikoi host --stop does; every table is saved.",
    ]


@pytest.mark.parametrize("bind", ["127.0.0.1", "::1", "localhost", "127.9.9.9"])
def test_it_says_where_only_this_machine_can_come_in(
    cli: CommandLine, house: House, bind: str
) -> None:
    result = cli("host", "--bind", bind, "--port", "22")
    assert "Only this machine can come in" in result.out
    assert f"  ssh {bind}" in result.lines


def test_where_everybody_can_it_names_every_address(cli: CommandLine, house: House) -> None:
    result = cli("host", "--bind", "0.0.0.0")
    for address in own_addresses(version=4):
        assert f"  ssh -p 2222 {address}" in result.lines
    assert "0.0.0.0" not in result.out
    assert "127.0.0.1" not in result.out


def test_a_log_on_standard_output_has_it_for_itself(
    cli: CommandLine, house: House, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("KOIKOI_HOME", str(cli.home))
    assert main(["host", "--log", "-"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["event"] == "started"
    assert "To join" in captured.err


def test_the_log_is_written_where_it_is_told(cli: CommandLine, house: House) -> None:
    cli("host", "--event", "Meetup")
    line = json.loads((cli.home / "host.jsonl").read_text("ascii"))
    assert (line["event"], line["event_name"]) == ("started", "Meetup")


# How it ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_lets_it_end_in_peace(
    cli: CommandLine, house: House, number: signal.Signals
) -> None:
    house.then = lambda: os.kill(os.getpid(), number)
    before = signal.getsignal(number)
    assert cli("host").code == 0
    assert house.stopped
    assert signal.getsignal(number) == before


def test_a_second_signal_ends_it_at_once(
    cli: CommandLine, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(_options: HostOptions, *, stop: asyncio.Event, **_beside: Any) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await stop.wait()
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.Event().wait()

    monkeypatch.setattr(house, "run", run)
    assert cli("host").code == INTERRUPTED


def test_a_signal_that_was_ignored_stays_so(cli: CommandLine, house: House) -> None:
    def hang_up() -> None:
        os.kill(os.getpid(), signal.SIGHUP)
        os.kill(os.getpid(), signal.SIGTERM)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN

    house.then = hang_up
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert cli("host").code == 0
    finally:
        signal.signal(signal.SIGHUP, before)


FOLDER = Path("/somewhere")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.EADDRINUSE, "x"), "Port 2222 is taken already"),
        (OSError(errno.EADDRNOTAVAIL, "x"), "127.0.0.1 is no address of this machine."),
        (socket.gaierror(socket.EAI_NONAME, "x"), "127.0.0.1 is no address of this machine."),
        (PermissionError(errno.EACCES, "x"), "does not let programs listen on port 2222."),
        (PermissionError(errno.EACCES, "x", "/a/key"), "The file /a/key cannot be used: x."),
        (ControlError(ControlFault.RUNNING, FOLDER), "A host is running already with the folder"),
        (CannotStart(StartFault.BAD_KEY, FOLDER), "own key /somewhere is no key"),
        (CannotStart(StartFault.OPEN_KEY, FOLDER), "chmod 600 mends it."),
        (CannotStart(StartFault.BAD_KEYS, FOLDER), "The file /somewhere holds something else"),
        (RegisterError(Fault.NEWER, FOLDER / "r"), "A newer version of the game has made"),
        (RegisterError(Fault.FULL, FOLDER, "no space"), "/somewhere cannot be used: no space."),
    ],
)
def test_a_host_that_cannot_be_started_says_why(
    cli: CommandLine, house: House, error: Exception, said: str
) -> None:
    house.error = error
    assert said in cli("host").refusal


def test_a_port_for_administrators_is_told(cli: CommandLine, house: House) -> None:
    house.error = PermissionError(errno.EACCES, "x")
    assert "below 1024" in cli("host", "--port", "22").refusal
