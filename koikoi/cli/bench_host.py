"""``koikoi bench host``: what a host costs on this machine with many people at it; Linux only.

A host runs in a process of its own, on the first processor where that can be chosen. This process
is all the people: each comes by SSH with a terminal of 120x40, sits down at a table, and moves from
card to card. Speeds of different machines do not compare.

``--json`` prints one object, whose keys stay:

``sessions``, ``seconds``, ``think``
    How many people there are, how long they press a key a second each, and how many thoughts of
    level 5 go on meanwhile.
``base_mb``, ``total_mb``, ``session_mb``, ``thinkers_mb``
    Megabytes of memory (PSS): of a host without people, of the same with all of them at tables,
    what each of them but the first adds, and of the processes that think for it. The aims are 350
    or less in all and 2 or less for each.
``join_ms``, ``join_bytes``, ``joins_seconds``, ``start_cpu_ms``
    Milliseconds and bytes from the connection of one person to the first picture; seconds until all
    have theirs who come at once, and milliseconds that the host calculates for each of them. The
    aims are 300, 40000, 12 and 80 or less.
``key_cpu_ms``, ``key_p50_ms``, ``key_p95_ms``, ``key_max_ms``, ``key_bytes``, ``keys``
    With all people at it: milliseconds that the host calculates for a key; milliseconds from a key
    to its picture, for one half of them, for 95 of 100, and at most; bytes of a picture on average;
    how many keys there were. The aims are 5, 15, 50, 250 and 300 or less.
``idle_bytes_per_second``
    Bytes a second that all people together are sent while nothing happens; the aim is 0.
``moving_kb_per_second``
    Kilobytes a second that a person is sent while cards move; the aim is 10 or less.
``churn_mb``, ``live_apps``
    Megabytes of resident memory that 200 visits leave behind, and apps that are alive after the
    last person has gone; the aims are 20 or less, and 0.
``local_start_ms``
    Milliseconds that ``koikoi play`` takes to its first frame beyond those of the smallest Textual
    program; the aim is 150 or less.
``missed``
    The keys of those figures that miss their aims.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Mapping
from itertools import cycle
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from koikoi.cli.bench_host_guest import Gone, Guest
from koikoi.cli.bench_host_process import HostProcess, elsewhere
from koikoi.cli.bench_terminal import Late
from koikoi.cli.bench_tui import Figures, percentile, starts
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.text.cells import width

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

AIMS: Final[Mapping[str, float]] = {
    "total_mb": 350,
    "session_mb": 2,
    "join_ms": 300,
    "join_bytes": 40_000,
    "joins_seconds": 12,
    "start_cpu_ms": 80,
    "key_cpu_ms": 5,
    "key_p50_ms": 15,
    "key_p95_ms": 50,
    "key_max_ms": 250,
    "key_bytes": 300,
    "idle_bytes_per_second": 0,
    "moving_kb_per_second": 10,
    "churn_mb": 20,
    "live_apps": 0,
    "local_start_ms": 150,
}
"""What the figures should not exceed."""

_CORE: Final = 0
_IDLE: Final = 3.0
_TURNS: Final = 3
_VISITS: Final = 200
_AT_ONCE: Final = 10
_MOVES: Final = (b"\x1b[C", b"\x1b[D")
_PLAY: Final = b"\ra"
_STILL: Final = 1.0
"""Seconds without a byte after which the computer's turn is over."""


class Load(NamedTuple):
    """What a host has to bear.

    Attributes:
        sessions: People at the same time.
        seconds: How long they press a key a second each.
        think: Thoughts of level 5 that go on meanwhile.
    """

    sessions: int = 100
    seconds: int = 10
    think: int = 2


def report(text: Text, output: Output, load: Load, *, as_json: bool) -> None:
    """Measures, and prints the figures.

    Args:
        text: The language.
        output: Where they go.
        load: What the host has to bear.
        as_json: Whether one JSON object is printed instead of sentences.

    Raises:
        UsageError: Nothing can be measured here.
    """
    figures = measure(text, load)
    if as_json:
        output.json({**load._asdict(), **figures, "missed": missed(figures)})
        return
    for sentence in sentences(text, load, figures):
        output.say(sentence)


def measure(text: Text, load: Load) -> Figures:
    """Measures a host; takes about a minute.

    Raises:
        UsageError: The system does not tell what a process costs, or the host fails.
    """
    if not Path("/proc/self/smaps_rollup").exists():
        raise UsageError(text.t("A host is measured on Linux only: others do not tell its memory."))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        try:
            local = starts(home)
            folder = Path(home) / "host"
            folder.mkdir()
            with HostProcess(folder, load.sessions, load.think, _CORE) as host:
                elsewhere(_CORE)
                figures = asyncio.run(_Crowd(host, load).measured())
        except (Gone, Late, OSError) as error:
            raise UsageError(
                text.t(
                    "The host that was to be measured failed ({error}); koikoi doctor tells what "
                    "is missing here.",
                    error=str(error) or type(error).__name__,
                )
            ) from error
    beyond = local["first_frame_table_ms"] - local["first_frame_trivial_ms"]
    return {**figures, "local_start_ms": round(beyond, 1)}


def missed(figures: Mapping[str, float]) -> list[str]:
    """The keys of the figures that exceed their aims."""
    return [key for key, aim in AIMS.items() if figures[key] > aim]


def sentences(text: Text, load: Load, figures: Mapping[str, float]) -> Iterator[str]:
    """The figures in words, each with its aim, and at last how many of them miss theirs."""
    yield text.t(
        "{sessions} people, a key a second each for {seconds} s, {think} thoughts of level 5 all "
        "the time.",
        **load._asdict(),
    )
    labels = _labels(text)
    wide = max(map(width, labels.values()))
    late = missed(figures)
    for key, label in labels.items():
        verdict = text.t("missed") if key in late else text.t("met")
        yield text.t(
            "{what}  {value} (aim: {aim}, {verdict})",
            what=label + " " * (wide - width(label)),
            value=f"{figures[key]:>9,.1f}",
            aim=f"{AIMS[key]:,.0f}",
            verdict=verdict,
        )
    yield text.t(
        "The processes that think have {count} MB more.", count=f"{figures['thinkers_mb']:.0f}"
    )
    if late:
        yield text.n("{count} aim is missed.", "{count} aims are missed.", len(late))
    else:
        yield text.t("All aims are met.")


def _labels(text: Text) -> dict[str, str]:
    t = text.t
    return {
        "total_mb": t("Memory of the host with all people, MB"),
        "session_mb": t("Memory of each person but the first, MB"),
        "join_ms": t("One person comes: time to the first picture, ms"),
        "join_bytes": t("One person comes: bytes of the first picture"),
        "joins_seconds": t("All come at once: time until all have theirs, s"),
        "start_cpu_ms": t("Calculation for each who comes, ms"),
        "key_cpu_ms": t("Calculation for a key, ms"),
        "key_p50_ms": t("From a key to its picture: half of them, ms"),
        "key_p95_ms": t("From a key to its picture: 95 of 100, ms"),
        "key_max_ms": t("From a key to its picture: at most, ms"),
        "key_bytes": t("Bytes of a key's picture"),
        "idle_bytes_per_second": t("Bytes a second while nothing happens"),
        "moving_kb_per_second": t("Kilobytes a second while cards move"),
        "churn_mb": t("Memory that 200 visits leave behind, MB"),
        "live_apps": t("Apps alive after everybody has gone"),
        "local_start_ms": t("Start of koikoi play beyond the smallest program, ms"),
    }


class _Crowd:
    """All the people, and what they find."""

    def __init__(self, host: HostProcess, load: Load) -> None:
        self._host = host
        self._load = load

    async def measured(self) -> Figures:
        host, load = self._host, self._load
        base = host.memory_mb
        first = self._guest(0)
        figures: Figures = {"base_mb": round(base, 1), "thinkers_mb": round(host.thinkers_mb, 1)}
        # The very first start of an app fills caches that a host fills once.
        warm = self._guest(0)
        await warm.join()
        await warm.leave()
        figures["join_ms"] = round(1000 * await first.join(), 1)
        figures["join_bytes"] = first.received
        await first.sit_down()
        figures["moving_kb_per_second"] = await self._moving(first)
        one = host.memory_mb
        guests = [first, *(self._guest(number) for number in range(1, load.sessions))]
        figures |= await self._come(guests[1:])
        await asyncio.gather(*(guest.sit_down() for guest in guests))
        figures["total_mb"] = round(host.memory_mb, 1)
        figures["session_mb"] = round((host.memory_mb - one) / max(1, len(guests) - 1), 2)
        figures["idle_bytes_per_second"] = await self._idle(guests)
        figures |= await self._pressed(guests)
        await asyncio.gather(*(guest.leave() for guest in guests))
        return figures | await self._visits()

    def _guest(self, number: int) -> Guest:
        return Guest(self._host.port, f"guest-{number}")

    async def _come(self, guests: list[Guest]) -> Figures:
        before = self._host.cpu_ms
        found = await asyncio.gather(*(guest.join() for guest in guests))
        spent = self._host.cpu_ms - before
        return {
            "joins_seconds": round(max(found, default=0.0), 2),
            "start_cpu_ms": round(spent / max(1, len(guests)), 1),
        }

    async def _idle(self, guests: list[Guest]) -> float:
        before = sum(guest.received for guest in guests)
        await asyncio.sleep(_IDLE)
        return round((sum(guest.received for guest in guests) - before) / _IDLE, 1)

    async def _moving(self, guest: Guest) -> float:
        """Kilobytes a second of the computer's turns, the dearest of some."""
        most = 0.0
        for _ in range(_TURNS):
            guest.forget()
            before, began = guest.received, monotonic()
            guest.type(_PLAY)
            last = await guest.settled(_STILL)
            if last > began:
                # A burst that is over at once is no second of it.
                most = max(most, (guest.received - before) / max(1.0, last - began) / 1000)
            await guest.sit_down()
        return round(most, 2)

    async def _pressed(self, guests: list[Guest]) -> Figures:
        idle = await self._spent_without_keys(self._host.cpu_ms)
        before, cpu = sum(guest.received for guest in guests), self._host.cpu_ms
        found = await asyncio.gather(*(self._presses(guest, at) for at, guest in enumerate(guests)))
        times = [1000 * one for some in found for one in some]
        spent = self._host.cpu_ms - cpu - idle * self._load.seconds
        sent = sum(guest.received for guest in guests) - before
        return {
            "keys": len(times),
            "key_cpu_ms": round(max(0.0, spent) / len(times), 2),
            "key_p50_ms": round(percentile(times, 50), 1),
            "key_p95_ms": round(percentile(times, 95), 1),
            "key_max_ms": round(max(times), 1),
            "key_bytes": round(sent / len(times)),
        }

    async def _spent_without_keys(self, before: float) -> float:
        """Milliseconds that the host calculates in a second in which nobody does anything."""
        await asyncio.sleep(_IDLE)
        return (self._host.cpu_ms - before) / _IDLE

    async def _presses(self, guest: Guest, at: int) -> list[float]:
        """Presses a key a second, at a moment of its own."""
        await asyncio.sleep(at / self._load.sessions)
        took, keys = [], cycle(_MOVES)
        for _ in range(self._load.seconds):
            began = monotonic()
            took.append(await guest.answered(next(keys)))
            await asyncio.sleep(max(0.0, 1.0 - (monotonic() - began)))
        return took

    async def _visit(self) -> None:
        guests = [self._guest(number) for number in range(_AT_ONCE)]
        await asyncio.gather(*(guest.join() for guest in guests))
        await asyncio.gather(*(guest.leave() for guest in guests))

    async def _visits(self) -> Figures:
        await self._visit()  # so many at once fill what is filled once
        before = self._host.resident_mb
        for _ in range(_VISITS // _AT_ONCE):
            await self._visit()
        apps = 0
        for _ in range(20):
            apps = self._host.apps
            if not apps:
                break
            await asyncio.sleep(0.5)
        return {
            "churn_mb": round(self._host.resident_mb - before, 1),
            "live_apps": apps,
        }
