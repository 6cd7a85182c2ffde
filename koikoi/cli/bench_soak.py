"""``koikoi bench host --soak MINUTES``: bots play whole matches, and a lot goes wrong; Linux only.

Each bot comes by SSH with a key of its own and presses Enter, which plays the chosen card and goes
on everywhere, a, which takes the first of two cards, and now and then another key of the table.
From time to time its line drops, and it comes back. A process that thinks is killed now and then,
and in the middle of it all the host itself, which is started again.

At the end every record that the host has written is played again: none may be broken, and of no bot
may more than one match be unfinished, the one that it was at.

``--json`` prints one object, whose keys stay:

``minutes``, ``bots``
    How long it took, and how many bots there were.
``matches``, ``unfinished``, ``broken``
    Matches that were played to their end, those that can go on, and records that cannot be played
    again.
``visits``, ``drops``, ``kills``
    How often bots came, lost their lines, and how often processes were killed.
``errors``
    Lines of the log that tell of something broken.
``memory_mb``
    Resident memory of the host, ten times over the time. A host that is started again has less.
``sound``
    Whether no match was lost and nothing broke.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import asyncssh

from koikoi.cli.bench_host_child import LOG_NAME
from koikoi.cli.bench_host_guest import Gone, Guest
from koikoi.cli.bench_host_process import HostProcess
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.engine.state import Phase
from koikoi.record.errors import RecordError
from koikoi.record.reader import load
from koikoi.record.replay import replay

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

_KEYS: Final = (*[b"\r"] * 8, *[b"a"] * 4, b"1", b"3", b"\x1b[C", b"\x1b[D", b"s")
_PAUSES: Final = (0.1, 0.6)
_VISIT: Final = (20, 150)
"""Keys that a bot presses before its line drops."""
_AWAY: Final = (0.0, 5.0)
_LOOKS: Final = 10
_BROKEN: Final = frozenset(("broken", "thinker-failed"))
_SEED: Final = 20_260_401


@dataclass
class Soak:
    """A host under bots.

    Attributes:
        folder: The host's folder.
        bots: How many bots.
        seconds: How long.
        counted: What happened, by the keys of ``--json``.
        memory: The host's resident memory over the time, in megabytes.
    """

    folder: Path
    bots: int
    seconds: float
    counted: Counter[str] = field(default_factory=Counter)
    memory: list[float] = field(default_factory=list)

    async def run(self) -> None:
        """Lets them play until the time is up.

        Raises:
            OSError: The host cannot be started, or has ended.
        """
        dice = Random(_SEED)  # noqa: S311 - no secret
        self._host = await asyncio.to_thread(HostProcess, self.folder, self.bots)
        try:
            end = monotonic() + self.seconds
            bots = [asyncio.ensure_future(self._bot(number, end)) for number in range(self.bots)]
            try:
                await self._disturb(dice, end)
                await asyncio.gather(*bots)
            finally:
                for bot in bots:
                    bot.cancel()
                await asyncio.gather(*bots, return_exceptions=True)
        finally:
            await asyncio.to_thread(self._host.end)

    async def _disturb(self, dice: Random, end: float) -> None:
        """Looks at the memory, and kills what can be killed."""
        for look in range(1, _LOOKS + 1):
            await asyncio.sleep(self.seconds / _LOOKS)
            if not self._host.running:
                raise OSError("the host has ended")
            self.memory.append(round(self._host.resident_mb, 1))
            if look == _LOOKS // 2:
                await asyncio.to_thread(self._host.kill)
                self.counted["kills"] += 1
                self._host = await asyncio.to_thread(HostProcess, self.folder, self.bots)
            elif monotonic() < end and (others := self._host.children()):
                with suppress(ProcessLookupError):
                    os.kill(dice.choice(others), signal.SIGKILL)
                    self.counted["kills"] += 1

    async def _bot(self, number: int, end: float) -> None:
        dice = Random(_SEED + number)  # noqa: S311 - no secret
        key = await asyncio.to_thread(asyncssh.generate_private_key, "ssh-ed25519")
        await asyncio.sleep(dice.uniform(*_AWAY))
        while monotonic() < end:
            guest = Guest(self._host.port, f"bot-{number}", key)
            with suppress(Gone):
                await guest.join()
                self.counted["visits"] += 1
                for _ in range(dice.randint(*_VISIT)):
                    if monotonic() >= end:
                        break
                    guest.type(dice.choice(_KEYS))
                    await asyncio.sleep(dice.uniform(*_PAUSES))
                guest.drop()
                self.counted["drops"] += 1
            await asyncio.sleep(dice.uniform(*_AWAY))


def judged(folder: Path) -> dict[str, Any]:
    """What a host has left behind: matches, broken records, lines of the log that tell of errors.

    Args:
        folder: Its folder.
    """
    found: Counter[str] = Counter(matches=0, unfinished=0, broken=0)
    for path in sorted(folder.rglob("*.koikoi.jsonl")):
        try:
            final = replay(load(path)).final
        except (RecordError, OSError):
            found["broken"] += 1
        else:
            found["matches" if final.phase is Phase.MATCH_OVER else "unfinished"] += 1
    lines = (folder / LOG_NAME).read_text(encoding="utf-8").splitlines()
    errors = [line for line in lines if json.loads(line)["event"] in _BROKEN]
    return {**found, "errors": len(errors)}


def report(text: Text, output: Output, minutes: int, bots: int, *, as_json: bool) -> int:
    """Lets bots play, and tells what became of it.

    Args:
        text: The language.
        output: Where it goes.
        minutes: How long.
        bots: How many.
        as_json: Whether one JSON object is printed instead of sentences.

    Returns:
        The exit code: 0 if no match was lost and nothing broke, else 1.

    Raises:
        UsageError: The host cannot be run here.
    """
    if not Path("/proc/self/smaps_rollup").exists():
        raise UsageError(text.t("A host is measured on Linux only: others do not tell its memory."))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        soak = Soak(Path(home), bots, 60.0 * minutes)
        try:
            asyncio.run(soak.run())
        except OSError as error:
            raise UsageError(
                text.t("The host of the bots failed: {error}.", error=str(error))
            ) from error
        left = judged(Path(home))
    counted = {name: soak.counted[name] for name in ("visits", "drops", "kills")}
    sound = not left["broken"] and not left["errors"] and left["unfinished"] <= bots
    if as_json:
        figures = {**left, **counted, "memory_mb": soak.memory, "sound": sound}
        output.json({"minutes": minutes, "bots": bots, **figures})
    else:
        for sentence in sentences(text, {**left, **counted}, soak.memory, sound=sound):
            output.say(sentence)
    return 0 if sound else 1


def sentences(
    text: Text, figures: dict[str, Any], memory: list[float], *, sound: bool
) -> list[str]:
    """The same in words.

    Args:
        text: The language.
        figures: What was counted, by the keys of ``--json``.
        memory: The host's memory over the time.
        sound: Whether nothing was lost.
    """
    return [
        text.t(
            "Matches: {matches} to their end, {unfinished} that can go on, {broken} broken.",
            matches=figures["matches"],
            unfinished=figures["unfinished"],
            broken=figures["broken"],
        ),
        text.t(
            "Bots came {visits} times and lost their lines {drops} times; processes were killed "
            "{kills} times; {errors} errors in the log.",
            visits=figures["visits"],
            drops=figures["drops"],
            kills=figures["kills"],
            errors=figures["errors"],
        ),
        text.t(
            "Memory over the time, MB: {memory}.", memory=text.row([f"{one:.0f}" for one in memory])
        ),
        text.t("No match was lost.") if sound else text.t("Something was lost or broke."),
    ]
