"""How many bytes a whole turn of the other player takes, for :mod:`koikoi.cli.bench_tui`.

What the program sends is followed, so that the turn's begin and end are seen on the screen as a
person sees them.
"""

from __future__ import annotations

import re
from time import monotonic
from typing import Final

from koikoi.cli.bench_terminal import COLUMNS, PATIENCE, ROWS, Child, Late
from koikoi.tui.wire import END

MOTIONS: Final = {"full": "full", "calm": "basic", "none": "none"}
"""How much moves, and what TEXTUAL_ANIMATIONS asks for it."""

_PLAY: Final = ("-m", "koikoi", "play", "--seed", "turns", "--level", "greedy", "--rounds", "1")
_TURNS: Final = 4
_QUIET: Final = 0.05
_PROMPT: Final = 13
"""The row of the prompt on a terminal of 80x24, from 0."""
_OWN: Final = " You "
"""What is in the prompt while an own move is told, and until the other player's is."""
_NEXT: Final = "card"
_ANSWERS: Final = {_NEXT: b"\r", "take": b"a", "stop": b"k"}
"""What is asked, and the key that answers it: the first after a turn of the other player, the
others within the own one."""
_ASKED: Final = re.compile(r"(?:1-[2-8] |1 )(card)|a b (take)|s (stop)")
"""What the footer begins with where something is asked."""

_PIECE: Final = re.compile(
    r"\x1b\[(?P<given>[0-?]*)[ -/]*(?P<final>[@-~])|\x1b(?P<other>[^\[])|(?P<text>[^\x1b]+)"
)
_STEPS: Final = {"A": (-1, 0), "B": (1, 0), "C": (0, 1), "D": (0, -1)}
"""Rows down and columns to the right that a step of the cursor is."""
_END: Final = END.encode()


class Screen:
    """The characters on a terminal, as far as the table writes to it: jumps, inks and words.

    Attributes:
        rows: Every row's characters.
    """

    def __init__(self) -> None:
        self.rows = [[" "] * COLUMNS for _ in range(ROWS)]

    def feed(self, sent: str) -> None:
        """Takes what a program sends, in whole sequences."""
        row = column = 0
        for piece in _PIECE.finditer(sent):
            if piece["final"] == "H":
                down, _, across = piece["given"].partition(";")
                row, column = int(down or 1) - 1, int(across or 1) - 1
            elif piece["final"] in _STEPS:
                down, right = _STEPS[piece["final"]]
                count = int(piece["given"] or 1)
                row, column = row + down * count, column + right * count
            elif piece["other"] == "M":
                row -= 1
            for char in piece["text"] or "":
                if char in "\n\r":
                    row, column = row + (char == "\n"), 0
                elif char == "\b":
                    column -= 1
                elif char >= " " and row < ROWS and column < COLUMNS:
                    self.rows[row][column] = char
                    column += 1

    def row(self, number: int) -> str:
        """A row's characters; a negative number counts from below."""
        return "".join(self.rows[number])


class Watcher:
    """Follows a program frame by frame, and counts the bytes of the other player's turns.

    Attributes:
        turns: The bytes of every turn that has ended.
    """

    def __init__(self) -> None:
        self.screen = Screen()
        self.turns: list[int] = []
        self._left = b""
        self._count: int | None = None

    @property
    def asked(self) -> str | None:
        """What is asked now, as the footer tells it; ``None`` for nothing."""
        found = _ASKED.match(self.screen.row(-1).strip())
        return None if found is None else found[found.lastindex or 0]

    def feed(self, data: bytes, *, whole: bool) -> None:
        """Takes what was sent; ``whole`` says that it ends with a frame."""
        *frames, self._left = (self._left + data).split(_END)
        for frame in frames:
            self._frame(frame + _END)
        if whole and self._left:
            rest, self._left = self._left, b""
            self._frame(rest)

    def _frame(self, frame: bytes) -> None:
        self.screen.feed(frame.decode("utf-8", errors="replace"))
        if self.asked is None and self._at_table and _OWN in self.screen.row(_PROMPT):
            self._count = 0  # the turn of the other player begins after the last such frame
        elif self._count is not None:
            if self._at_table:  # the page of a result is not the turn's
                self._count += len(frame)
            if self.asked is not None or not self._at_table:
                if self._count and self.asked in (_NEXT, None):
                    self.turns.append(self._count)
                self._count = None

    @property
    def _at_table(self) -> bool:
        return self.screen.row(0).startswith(" KOI-KOI")


def turn_bytes(home: str, motion: str) -> int:
    """The most bytes of a turn of the other player.

    It begins after the last frame of the own turn, and ends with the frame that asks again.

    Args:
        home: The folder for ``KOIKOI_HOME``.
        motion: One of ``MOTIONS``.

    Raises:
        Late: The program ended, or did not do in time what it should.
    """
    watcher = Watcher()
    with Child(_PLAY, home, variables={"TEXTUAL_ANIMATIONS": MOTIONS[motion]}) as child:
        deadline = monotonic() + 4 * PATIENCE
        fed = 0
        while len(watcher.turns) < _TURNS:
            if monotonic() > deadline:
                raise Late
            some = child.read(_QUIET)
            watcher.feed(bytes(child.got[fed:]), whole=not some)
            fed = len(child.got)
            if not some and watcher.asked is not None:
                child.type(_ANSWERS[watcher.asked])
                # Until the screen has answered, the same question would be answered twice.
                child.read(PATIENCE)
    return max(watcher.turns)
