"""The driver alone: what of the input reaches the app, and what of the output the line."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, cast

import pytest
from textual import events

from koikoi.host.driver import KEYS_AT_ONCE, SSHDriver

PICTURE, OTHER = "\x1b[1;1Hone", "\x1b[1;1Htwo"


class Line:
    """A line, and what happened on it."""

    def __init__(self) -> None:
        self.size = (80, 24)
        self.paused = False
        self.sent = b""
        self.pictures = self.lost = self.answers = 0

    def attach(self, driver: SSHDriver) -> None:
        self.driver = driver

    def send(self, data: bytes) -> None:
        self.sent += data

    def shown(self) -> None:
        self.pictures += 1

    def answered(self, seconds: float) -> None:
        self.answers += 1

    def dropped(self, keys: int) -> None:
        self.lost += keys


class App:
    """What an app is to a driver."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.redrawn = 0

    def post_message(self, event: Any) -> None:
        self.events.append(event)

    def call_later(self, do: Any) -> None:
        do()

    def redraw(self) -> None:
        self.redrawn += 1

    @property
    def keys(self) -> list[str]:
        return [event.key for event in self.events if isinstance(event, events.Key)]


Ends: TypeAlias = tuple[App, Line, SSHDriver]


@pytest.fixture
async def ends() -> Ends:
    app, line = App(), Line()
    driver = SSHDriver(app, line=line)
    driver.start_application_mode()
    app.events.clear()
    return app, line, driver


async def test_sizes_moves_and_places_that_nobody_asked_for_are_no_events(ends: Ends) -> None:
    app, _, driver = ends
    for data in (
        b"\x1b[48;2000;2000;1;1t",
        b"\x1b[?2048;1$y",
        b"\x1b[10;10R",
        b"\x1b[<35;5;5M",
        b"\x1b[<0;81;5M",
        b"\x1b[<0;5;25M",
        b"\x1b[<0;99999999999;5M",
    ):
        driver.feed(data)
        assert app.events == [], data
    driver.feed(b"\x1b[<0;80;24M\x1b[A")
    press, key = app.events
    assert (press.x, press.y, press.button, key.key) == (79, 23, 1, "up")


async def test_more_keys_than_anybody_presses_are_dropped(ends: Ends) -> None:
    app, line, driver = ends
    driver.feed(b"x" * 1000)
    assert KEYS_AT_ONCE <= len(app.keys) < KEYS_AT_ONCE + 50
    assert len(app.keys) + line.lost == 1000


async def test_pieces_go_as_one_and_the_same_picture_once(ends: Ends) -> None:
    _, line, driver = ends
    line.sent = b""
    for data in (PICTURE, PICTURE, "\x1b[?2026l"):
        driver.write(data)
    assert line.sent == b""
    driver.flush()
    assert line.sent == f"{PICTURE}\x1b[?2026l".encode()
    assert (line.pictures, driver.painted) == (1, True)
    driver.write(OTHER)
    driver.forget()
    assert not driver.painted
    driver.write(OTHER)
    driver.flush()
    assert line.sent.count(OTHER.encode()) == 2


async def test_what_nobody_reads_is_not_kept_and_painted_anew_once_they_do(ends: Ends) -> None:
    app, line, driver = ends
    line.sent = b""
    driver.resumed()
    assert app.redrawn == 0
    line.paused = True
    for number in range(1000):
        driver.write(f"{PICTURE}{number}")
    driver.flush()
    assert line.sent == b""
    line.paused = False
    driver.resumed()
    driver.resumed()
    assert app.redrawn == 1


async def test_the_terminal_is_given_back_once_even_while_nobody_reads(ends: Ends) -> None:
    app, line, driver = ends
    line.sent, line.paused = b"", True
    driver.stop_application_mode()
    driver.close()
    driver.close()
    driver.write(PICTURE)
    driver.feed(b"x")
    driver.flush()
    for sequence in ("?1000l", "?1006l", "?2004l", "?1049l", "?25h", "?7h", "?2026l"):
        assert line.sent.count(f"\x1b[{sequence}".encode()) == 1
    assert app.events == []


async def test_a_driver_that_never_began_gives_nothing_back() -> None:
    line = Line()
    driver = SSHDriver(App(), line=line)
    driver.close()
    assert line.sent == b""


async def test_a_file_or_a_page_is_opened_nowhere(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: Final[list[str]] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    driver = cast("Any", ends[2])
    driver.open_url("https://example.org")
    driver.deliver_binary(None, delivery_key="", save_path=None)
    assert opened == []


async def test_a_lone_escape_comes_by_itself(ends: Ends) -> None:
    app, _, driver = ends
    driver.feed(b"\x1b")
    assert app.keys == []
    waiting: Any = driver._ticking
    driver._reader._parser._timeout_time = 0.0
    driver._tick()
    assert app.keys == ["escape"]
    driver.feed(b"\x1b")
    assert driver._ticking is not waiting
    waiting = driver._ticking
    driver.disable_input()
    assert waiting.cancelled()
