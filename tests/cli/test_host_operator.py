"""What is told to a host that is running."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from koikoi.host.control import Control, FolderLock, status_document
from tests.cli.conftest import CommandLine
from tests.host.test_control import STATUS, AHost


@pytest.fixture
def host(cli: CommandLine) -> Iterator[AHost]:
    """A host with the folder that is used where none is named."""
    host, ready, loop = AHost(), threading.Event(), asyncio.new_event_loop()
    ending = asyncio.Event()

    async def run(folder: Path) -> None:
        with FolderLock(folder):
            control = Control(folder, host, host.log)
            await control.start()
            ready.set()
            await ending.wait()
            await control.close()

    thread = threading.Thread(target=loop.run_until_complete, args=[run(cli.home / "host")])
    thread.start()
    assert ready.wait(30)
    yield host
    loop.call_soon_threadsafe(ending.set)
    thread.join()
    loop.close()


def test_the_status_is_told(cli: CommandLine, host: AHost) -> None:
    result = cli("host", "--status")
    assert result.code == 0
    assert result.lines == [
        "The host of “Meetup” listens on 0.0.0.0:2222 since 2026-11-30 12:00.",
        "Everybody may come in.",
        "1 line is open:",
        "  花子              playing, from 192.0.2.1 since 2026-11-30 12:01, last key 20 s ago",
        "1 table:",
        "  花子 and Tsuru: round 3 of 12, 12 to 8, 2 watch",
        "1 line of the log could not be written.",
        "loop_lag_p95_ms: 3.5",
    ]


def test_programs_get_the_status_as_a_document(cli: CommandLine, host: AHost) -> None:
    document = cli("host", "--status", "--json").json
    assert document["here"][0]["name"] == "花子"
    assert set(document) == set(status_document(STATUS))


def test_a_quiet_host_says_so(
    cli: CommandLine, host: AHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def status() -> object:
        return STATUS._replace(event="", here=(), tables=(), unlogged=0, figures={})

    monkeypatch.setattr(host, "status", status)
    assert cli("host", "--status").lines == [
        "The host listens on 0.0.0.0:2222 since 2026-11-30 12:00.",
        "Everybody may come in.",
        "Nobody is here.",
    ]


def test_it_does_as_it_is_told(cli: CommandLine, host: AHost) -> None:
    assert cli("host", "--kick", "mika").lines == ["The lines of mika are closed."]
    assert cli("host", "--rename", "mika", "jun").lines == ["mika is called jun now."]
    assert cli("host", "--forget", "mika").lines == ["mika is forgotten."]
    assert cli("host", "--stop").lines == ["The host saves its tables and ends."]
    assert host.told == [("kick", "mika"), ("rename", "mika", "jun"), ("forget", "mika"), ("stop",)]


def test_what_it_refuses_is_told(cli: CommandLine, host: AHost) -> None:
    assert "Nobody is called that" in cli("host", "--kick", "kai").refusal
    assert "Nobody is called that" in cli("host", "--kick", "").refusal
    assert "Nobody is called that" in cli("host", "--forget", "kai").refusal
    assert "none is that of a computer" in cli("host", "--rename", "mika", "tsuru").refusal
    assert "its log tells more" in cli("host", "--rename", "broken", "x").refusal


@pytest.mark.parametrize(
    "verb", [["--status"], ["--kick", "x"], ["--rename", "x", "y"], ["--stop"]]
)
def test_where_no_host_runs_it_is_told(cli: CommandLine, verb: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    refusal = cli("host", *verb, "--folder", str(folder)).refusal
    assert refusal == f"No host is running with the folder {folder}."
    assert not folder.exists()
