"""``koikoi bench tui``: what the screen costs on this machine and on the line, in one run.

The program runs on a terminal of 80x24 that is ours. Speeds of different machines do not compare;
the ratios to the smallest Textual program do, since both run here, in turn.

``--json`` prints one object, whose keys stay:

``columns``, ``rows``, ``term``
    The terminal.
``runs``, ``presses``
    How many starts of each program and how many key presses were measured.
``first_frame_trivial_ms``, ``first_frame_table_ms``, ``first_frame_title_ms``
    Median of the milliseconds from the start of a program to the last byte of its first full frame:
    a Textual program of one line of text, ``koikoi play``, ``koikoi``.
``first_frame_table_ratio``, ``first_frame_title_ratio``
    The same, as multiples of the trivial program's; the aim is 1.5 or less.
``first_frame_table_bytes``, ``first_frame_title_bytes``
    Median of the bytes up to there.
``focus_move_bytes_median``, ``focus_move_bytes_max``
    Bytes that go from one card of the hand to the next; the aim is 2000 or less.
``idle_bytes``, ``idle_seconds``
    Bytes that were sent in so many seconds in which nothing happened; the aim is 0.
``key_to_paint_p50_ms``, ``key_to_paint_p95_ms``
    Milliseconds from a key press to the last byte that answers it; the aim is 16 or less for 95 of
    100.
``focus_move_large_bytes_max``
    Bytes that go from one card of the hand to the next at 160x48; the aim is 5000 or less.
``turn_full_bytes``, ``turn_calm_bytes``, ``turn_none_bytes``
    The most bytes of a whole turn of the other player at 80x24, with all motion, calm, and with
    none; the aims are 40000, 12000 and 6000 or less.
``resident_mb``
    Megabytes of memory after the focus moves; the aim is 70 or less. -1 where nothing tells.
``missed``
    The keys of those figures that miss their aims.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import ceil
from statistics import median
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Final

from koikoi.cli.bench_terminal import ASKED, COLUMNS, PATIENCE, ROWS, TERM, Child, Late
from koikoi.cli.bench_turns import MOTIONS, turn_bytes
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

Figures = dict[str, float]

AIMS: Final[Mapping[str, float]] = {
    "first_frame_table_ratio": 1.5,
    "first_frame_title_ratio": 1.5,
    "focus_move_bytes_max": 2000,
    "idle_bytes": 0,
    "key_to_paint_p95_ms": 16,
    "focus_move_large_bytes_max": 5000,
    "turn_full_bytes": 40_000,
    "turn_calm_bytes": 12_000,
    "turn_none_bytes": 6_000,
    "resident_mb": 70,
}
"""What the figures should not exceed."""

_RUNS: Final = 7
_PRESSES: Final = 40
_IDLE: Final = 2.0
_QUIET: Final = 0.06
"""Seconds without a byte after which an answer has ended; they are not counted."""
_SETTLED: Final = 0.3

_TRIVIAL: Final = (
    "from textual.app import App\n"
    "from textual.widgets import Static\n"
    "class Trivial(App):\n"
    "    def compose(self):\n"
    "        yield Static('a trivial program')\n"
    "Trivial().run()\n"
)
_LARGE: Final = (160, 48)
_LAST_ROW: Final = f"\x1b[{ROWS};1H".encode()
_RIGHT: Final = b"\x1b[C"
_LEFT: Final = b"\x1b[D"
_NO_COMMAND: Final = b"z"
"""A key that ends what is shown for a while, and does nothing where something is asked."""

_PROGRAMS: Final[Mapping[str, tuple[tuple[str, ...], bytes]]] = {
    "trivial": (("-c", _TRIVIAL), b"a trivial program"),
    "table": (("-m", "koikoi", "play", "--seed", "bench"), b"KOI-KOI"),
    "title": (("-m", "koikoi"), b"New game"),
}
"""Arguments of each program, and a word of its first frame."""


def measure(text: Text) -> Figures:
    """Measures the screen; takes about a minute.

    Args:
        text: The language of what is refused.

    Returns:
        The figures, by the keys of ``--json``.

    Raises:
        UsageError: The system has no terminals that a program can hold, or a program does not
            show or do in time what it should.
    """
    try:
        import pty  # noqa: F401 - Windows has no such module
    except ImportError as error:
        raise UsageError(_no_terminals(text)) from error
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        try:
            turns = {f"turn_{motion}_bytes": turn_bytes(home, motion) for motion in MOTIONS}
            return {**starts(home), **_turn(home), **_large(home), **turns}
        except Late as late:
            raise UsageError(
                text.t(
                    "A program that was to be measured ended early, or did nothing for {seconds} "
                    "seconds; koikoi doctor tells whether the table can be drawn here.",
                    seconds=f"{PATIENCE:.0f}",
                )
            ) from late
        except OSError as error:
            raise UsageError(_no_terminals(text)) from error


def report(text: Text, output: Output, *, as_json: bool) -> None:
    """Measures, and prints the figures.

    Args:
        text: The language.
        output: Where they go.
        as_json: Whether one JSON object is printed instead of sentences.

    Raises:
        UsageError: Nothing can be measured here; see :func:`measure`.
    """
    figures = measure(text)
    if as_json:
        terminal = {"columns": COLUMNS, "rows": ROWS, "term": TERM}
        output.json({**terminal, **figures, "missed": missed(figures)})
        return
    for sentence in sentences(text, figures):
        output.say(sentence)


def missed(figures: Mapping[str, float]) -> list[str]:
    """The keys of the figures that exceed their aims."""
    return [key for key, aim in AIMS.items() if figures[key] > aim]


def sentences(text: Text, figures: Mapping[str, float]) -> Iterator[str]:
    """The figures in words, and at last how many of them miss their aims."""
    for name, said in (
        ("table", text.t("koikoi play shows its first frame")),
        ("title", text.t("koikoi shows its first frame")),
    ):
        yield text.t(
            "{what} after {time} ms and {count} bytes, {ratio} times the time of the smallest "
            "Textual program (aim: {aim}).",
            what=said,
            time=f"{figures[f'first_frame_{name}_ms']:.0f}",
            count=f"{figures[f'first_frame_{name}_bytes']:.0f}",
            ratio=f"{figures[f'first_frame_{name}_ratio']:.2f}",
            aim=f"{AIMS[f'first_frame_{name}_ratio']:.1f}",
        )
    yield text.t(
        "From one card of the hand to the next: {count} bytes, {most} at most (aim: {aim}).",
        count=f"{figures['focus_move_bytes_median']:.0f}",
        most=f"{figures['focus_move_bytes_max']:.0f}",
        aim=f"{AIMS['focus_move_bytes_max']:.0f}",
    )
    yield text.t(
        "While nothing happens for {seconds} s: {count} bytes (aim: {aim}).",
        seconds=f"{figures['idle_seconds']:.0f}",
        count=f"{figures['idle_bytes']:.0f}",
        aim=f"{AIMS['idle_bytes']:.0f}",
    )
    yield text.t(
        "From a key press to its picture: {half} ms for one half of them, {most} ms for 95 of 100 "
        "(aim: {aim}).",
        half=f"{figures['key_to_paint_p50_ms']:.1f}",
        most=f"{figures['key_to_paint_p95_ms']:.1f}",
        aim=f"{AIMS['key_to_paint_p95_ms']:.0f}",
    )
    yield from _more(text, figures)
    count = len(missed(figures))
    if count:
        yield text.n("{count} aim is missed.", "{count} aims are missed.", count)
    else:
        yield text.t("All aims are met.")


def _more(text: Text, figures: Mapping[str, float]) -> Iterator[str]:
    """The largest table, whole turns, memory."""
    yield text.t(
        "The same at 160×48: {most} bytes at most (aim: {aim}).",
        most=f"{figures['focus_move_large_bytes_max']:.0f}",
        aim=f"{AIMS['focus_move_large_bytes_max']:.0f}",
    )
    for motion, said in (
        ("full", text.t("A whole turn of the other player, with all motion")),
        ("calm", text.t("The same, calm")),
        ("none", text.t("The same, without motion")),
    ):
        yield text.t(
            "{what}: {count} bytes at most (aim: {aim}).",
            what=said,
            count=f"{figures[f'turn_{motion}_bytes']:.0f}",
            aim=f"{AIMS[f'turn_{motion}_bytes']:.0f}",
        )
    if figures["resident_mb"] >= 0:
        yield text.t(
            "Memory: {count} MB (aim: {aim}).",
            count=f"{figures['resident_mb']:.0f}",
            aim=f"{AIMS['resident_mb']:.0f}",
        )


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest value that so many percent of the values do not exceed (nearest rank).

    Args:
        values: At least one.
        percent: 1 to 100.
    """
    return sorted(values)[ceil(len(values) * percent / 100) - 1]


def _no_terminals(text: Text) -> str:
    return text.t(
        "The screen is measured on a terminal that the program makes for itself, and this system "
        "gave it none."
    )


def starts(home: str) -> Figures:
    """The first frames; the programs take turns, so that what disturbs one disturbs all.

    Args:
        home: The folder for ``KOIKOI_HOME``.

    Raises:
        Late: A program did not show in time what it should.
        OSError: The system has no terminals.
    """
    times: dict[str, list[float]] = {name: [] for name in _PROGRAMS}
    sizes: dict[str, list[int]] = {name: [] for name in _PROGRAMS}
    for run in range(_RUNS + 1):
        for name, (arguments, word) in _PROGRAMS.items():
            with Child(arguments, home) as child:
                size = child.read_until(partial(_first_frame, word))
                time = perf_counter() - child.started
            if run:  # the first start of each brings the program from the disk
                times[name].append(1000 * time)
                sizes[name].append(size)
    time_of = {name: median(times[name]) for name in _PROGRAMS}
    figures: Figures = {"runs": _RUNS}
    figures |= {f"first_frame_{name}_ms": round(time_of[name], 1) for name in _PROGRAMS}
    for name in ("table", "title"):
        figures[f"first_frame_{name}_ratio"] = round(time_of[name] / time_of["trivial"], 2)
        figures[f"first_frame_{name}_bytes"] = round(median(sizes[name]))
    return figures


def _first_frame(word: bytes, got: bytearray) -> int:
    """Where the first full frame ends that has the word in it, -1 where there is none yet.

    A frame is sent row by row, so it is complete once the last row has come after the word. All of
    it is in the output by then, but for the end of that row.
    """
    place = got.find(word)
    last = got.find(_LAST_ROW, max(place, 0))
    return -1 if place < 0 or last < 0 else last


def _turn(home: str) -> Figures:
    """What a person's turn costs."""
    arguments, _ = _PROGRAMS["table"]
    with Child(arguments, home) as child:
        _reach_turn(child)
        start = len(child.got)
        deadline = monotonic() + _IDLE
        while (left := deadline - monotonic()) > 0:
            child.read(left)
        idle = len(child.got) - start
        presses = [_pressed(child, key) for key in (_RIGHT, _LEFT) * (_PRESSES // 2 + 1)]
        resident = child.resident()
    # The first move in each direction fills caches that a player fills once.
    sizes = [size for size, _ in presses[2:]]
    times = [1000 * time for _, time in presses[2:]]
    return {
        "presses": len(times),
        "focus_move_bytes_median": round(median(sizes)),
        "focus_move_bytes_max": max(sizes),
        "idle_bytes": idle,
        "idle_seconds": _IDLE,
        "key_to_paint_p50_ms": round(percentile(times, 50), 1),
        "key_to_paint_p95_ms": round(percentile(times, 95), 1),
        "resident_mb": -1 if resident is None else round(resident, 1),
    }


def _large(home: str) -> Figures:
    """What a focus move costs on the largest table."""
    arguments, _ = _PROGRAMS["table"]
    with Child(arguments, home, size=_LARGE) as child:
        _reach_turn(child)
        sizes = [_pressed(child, key)[0] for key in (_RIGHT, _LEFT) * 4]
    return {"focus_move_large_bytes_max": max(sizes[2:])}


def _reach_turn(child: Child) -> None:
    """Goes on until a card is to be played, and nothing moves any more."""
    deadline = monotonic() + PATIENCE
    while not ASKED.search(child.got):
        if monotonic() > deadline:
            raise Late
        if not child.read(_SETTLED):
            child.type(_NO_COMMAND)
    child.read_while_busy(_SETTLED)


def _pressed(child: Child, key: bytes) -> tuple[int, float]:
    """Presses a key; returns how many bytes answered, and after how many seconds all had come."""
    start = perf_counter()
    child.type(key)
    size = child.read(PATIENCE)
    end = perf_counter()
    if not size:
        raise Late
    more, last = child.read_while_busy(_QUIET)
    return size + more, max(end, last) - start
