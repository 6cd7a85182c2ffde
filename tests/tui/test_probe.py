"""How wide a terminal draws: asked of a terminal that is ours."""

from __future__ import annotations

import errno
import os
import pty
import select
import sys
import termios
import threading
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from textual import events
from textual._xterm_parser import XTermParser

from koikoi.tui.terminal import GlyphSet, Width, detect, look, probe_width

UTF8 = {"LANG": "en_US.UTF-8"}
LONG = 60.0
"""Patience that only a test that hangs uses up."""

QUESTION = "\r▀★\x1b[6n".encode()
ERASE = b"\r\x1b[K"


class Screen:
    """A terminal of our own: ``keyboard`` is its far end, ``line`` what a program has."""

    def __init__(self) -> None:
        self.keyboard, self.line = pty.openpty()
        self.before = termios.tcgetattr(self.line)
        self.shown = b""
        self.silent = False
        self._answering: threading.Thread | None = None

    def answer(self, *typed: bytes) -> None:
        """Types these pieces one after the other as soon as the question has come."""

        def terminal() -> None:
            while not self.shown.endswith(b"\x1b[6n"):
                self.shown += os.read(self.keyboard, 1024)
            self.silent = not termios.tcgetattr(self.line)[3] & (termios.ECHO | termios.ICANON)
            for piece in typed:
                os.write(self.keyboard, piece)

        self._answering = threading.Thread(target=terminal, daemon=True)
        self._answering.start()

    def probe(self, patience: float = LONG) -> Width:
        width = probe_width(self.line, self.line, patience=patience)
        if self._answering is not None:
            self._answering.join(LONG)
        self.shown += self._rest()
        return width

    def _rest(self) -> bytes:
        found = b""
        while select.select([self.keyboard], [], [], 0)[0]:
            found += os.read(self.keyboard, 1024)
        return found

    @property
    def pending(self) -> bool:
        """Whether a line waits for whoever reads the terminal next."""
        return bool(select.select([self.line], [], [], 0)[0])

    @property
    def restored(self) -> bool:
        return termios.tcgetattr(self.line) == self.before

    def close(self) -> None:
        os.close(self.keyboard)
        os.close(self.line)


@pytest.fixture
def screen() -> Iterator[Screen]:
    screen = Screen()
    yield screen
    screen.close()


@pytest.mark.parametrize(
    ("typed", "width"),
    [
        ([b"\x1b[1;3R"], Width.NARROW),
        ([b"\x1b[24;3R"], Width.NARROW),
        ([b"\x1b[10000;00003R"], Width.NARROW),
        ([b"\x1b[1;5R"], Width.WIDE),
        ([b"\x1b[1;4R"], Width.WIDE),
        ([b"\x1b[1;7R"], Width.WIDE),
        ([b"\x1b[1;1R"], Width.WIDE),
        ([b"\x1b", b"[1;", b"3R"], Width.NARROW),
        ([b"3\x1b[A\x1b[1;3\x1b[1;3R"], Width.NARROW),
        ([b"x" * 3000 + b"\x1b[1;5", b"R"], Width.WIDE),
        ([b"1\r2\r\x1b[1;3R4\r5\r"], Width.NARROW),
    ],
)
def test_the_column_after_two_signs_tells_their_width(
    typed: list[bytes], width: Width, screen: Screen
) -> None:
    screen.answer(*typed)
    assert screen.probe() is width
    assert screen.shown == QUESTION + ERASE
    assert screen.silent, "the answer is neither echoed nor held back until Enter"
    assert screen.restored


def test_a_silent_terminal_is_not_waited_for_longer_than_patience(screen: Screen) -> None:
    assert screen.probe(patience=0.05) is Width.UNKNOWN
    assert screen.shown == QUESTION + ERASE
    assert screen.restored


def test_keys_alone_are_no_answer(screen: Screen) -> None:
    screen.answer(b"3R\x1b[3~1;3R\x1b[;3R\x1b[3R")
    assert screen.probe(patience=0.05) is Width.UNKNOWN
    assert screen.restored


def test_keys_typed_before_the_question_and_before_the_answer_are_dropped(
    screen: Screen,
) -> None:
    os.write(screen.keyboard, b"1\r")
    os.write(screen.keyboard, b"\x1b[1;5R\r")
    assert screen.pending
    screen.shown += screen._rest()
    screen.shown = b""
    screen.answer(b"y\r\x1b[1;3R")
    assert screen.probe() is Width.NARROW
    assert not screen.pending


def test_keys_typed_after_the_answer_and_before_the_end_are_dropped(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = os.read

    def read_while_somebody_types(descriptor: int, count: int) -> bytes:
        data = read(descriptor, count)
        if descriptor == screen.line:
            os.write(screen.keyboard, b"y\r")
            assert select.select([screen.line], [], [], LONG)[0]
        return data

    monkeypatch.setattr(os, "read", read_while_somebody_types)
    screen.answer(b"\x1b[1;3R")
    assert screen.probe() is Width.NARROW
    assert not screen.pending


def test_ctrl_c_in_the_wait_leaves_the_terminal_as_it_was(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(select, "select", interrupted)
        with pytest.raises(KeyboardInterrupt):
            probe_width(screen.line, screen.line)
    assert screen._rest() == QUESTION + ERASE
    assert screen.restored


def test_a_terminal_that_fails_in_the_middle_is_restored(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "no more")

    with monkeypatch.context() as patch:
        patch.setattr(os, "read", broken)
        patch.setattr(select, "select", lambda *_: ([screen.line], [], []))
        assert probe_width(screen.line, screen.line) is Width.UNKNOWN
    assert screen.restored


def test_a_terminal_that_was_hung_up_gives_no_answer() -> None:
    keyboard, line = pty.openpty()
    os.close(keyboard)
    try:
        assert probe_width(line, line, patience=LONG) is Width.UNKNOWN
    finally:
        os.close(line)


def test_what_is_no_terminal_is_not_asked(screen: Screen) -> None:
    read, write = os.pipe()
    try:
        assert probe_width(read, screen.line, patience=LONG) is Width.UNKNOWN
        assert probe_width(screen.line, write, patience=LONG) is Width.UNKNOWN
        assert not select.select([read], [], [], 0)[0]
    finally:
        os.close(read)
        os.close(write)
    assert screen._rest() == b""
    assert screen.restored


def test_a_system_without_termios_is_not_asked(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "termios", None)
    assert probe_width(screen.line, screen.line, patience=LONG) is Width.UNKNOWN
    assert screen._rest() == b""


@pytest.mark.parametrize(
    ("answer", "glyphs", "width"),
    [
        (b"\x1b[1;3R", GlyphSet.FULL, Width.NARROW),
        (b"\x1b[1;5R", GlyphSet.ASCII, Width.WIDE),
    ],
)
def test_looking_asks_and_obeys_the_answer(
    answer: bytes, glyphs: GlyphSet, width: Width, screen: Screen
) -> None:
    screen.answer(answer)
    mode = look(UTF8, screen.line, screen.line, patience=LONG)
    assert (mode.glyphs, mode.width) == (glyphs, width)


@pytest.mark.parametrize(
    ("environ", "options"),
    [
        (UTF8, {"glyphs": GlyphSet.FULL}),
        (UTF8, {"ascii_only": True}),
        ({"LANG": "C"}, {}),
        ({**UTF8, "TERM": "linux"}, {}),
    ],
)
def test_looking_asks_nothing_that_does_not_matter(
    environ: Mapping[str, str], options: dict[str, Any], screen: Screen
) -> None:
    mode = look(environ, screen.line, screen.line, patience=LONG, **options)
    assert mode == detect(environ, **options)
    assert screen._rest() == b""


@pytest.mark.parametrize("pieces", [["\x1b[1;5R"], ["\x1b[24;3R"], ["\x1b[1", ";3R"]])
def test_a_late_answer_is_no_key_for_textual(pieces: list[str]) -> None:
    """What the probe's documentation says; a new version of Textual may change it."""
    parser = XTermParser()
    found = [event for piece in pieces for event in parser.feed(piece)]
    assert [type(event) for event in found] == [events.CursorPosition]
