"""Two hundred programs that are killed while they play: nothing that was shown is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

import koikoi.record.writer
from koikoi.record import load
from koikoi.record.replay import final_state
from koikoi.table.resuming import NothingToContinue, continued_table
from koikoi.table.setup import new_table
from tests.record.playing import child_environment
from tests.table.killed import TEXT, setup
from tests.table.sitting import play_out

KILLS = 200
SEEDS = [f"killed-{number}" for number in range(8)]
WAITS = 10
"""Every so many matches wait for the disk, so that some are killed while they do."""


class Players:
    """The program that plays, and what it says.

    Args:
        given: Its input.
        said: Its output.
    """

    def __init__(self, given: IO[str], said: IO[str]) -> None:
        self._given = given
        self._said = said

    def killed(self, home: Path, seed: str, reports: int, pause: int, *, waits: bool) -> int | None:
        """Kills a match in the middle of what follows so many shown positions.

        Args:
            home: Where it is kept.
            seed: Its seed.
            reports: The number of positions.
            pause: How many turns of a loop to wait before.
            waits: Whether it waits for the disk.

        Returns:
            The ply of the last position that it has shown, ``None`` for none.
        """
        self._given.write(f"{home} {seed} {'waits' if waits else 'hurries'}\n")
        self._given.flush()
        process = int(self._said.readline())
        shown: int | None = None
        for _ in range(reports):
            shown = int(self._said.readline())
            self._given.write(".")
            self._given.flush()
        for _ in range(pause):
            pass
        os.kill(process, signal.SIGKILL)
        while (line := self._said.readline()) != "over\n":
            shown = int(line)
        return shown


@pytest.fixture
def players() -> Iterator[Players]:
    command = [sys.executable, "-m", "tests.table.killed"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=child_environment(),
        start_new_session=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield Players(process.stdin, process.stdout)
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def lines_of(home: Path) -> list[bytes]:
    """The only record, without its first line, which says when the match began."""
    (path,) = (home / "matches").glob("*.koikoi.jsonl")
    return path.read_bytes().splitlines(keepends=True)[1:]


def test_no_kill_loses_what_was_shown_and_every_match_goes_on_to_its_end(
    players: Players, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(koikoi.record.writer, "_sync", lambda _: None)
    courses = {}
    for seed in SEEDS:
        home = tmp_path / seed
        monkeypatch.setenv("KOIKOI_HOME", str(home))
        assert play_out(new_table(setup(seed), TEXT, ""))
        courses[seed] = lines_of(home)
    chance = random.Random("kills")
    reached = set()
    for number in range(KILLS):
        seed = SEEDS[number % len(SEEDS)]
        course = courses[seed]
        home = tmp_path / f"home-{number}"
        monkeypatch.setenv("KOIKOI_HOME", str(home))
        # There are as many positions as lines, but for the first deal and the result.
        reports, pause = chance.randrange(len(course)), chance.randrange(60_000)
        shown = players.killed(home, seed, reports, pause, waits=number % WAITS == 0)
        paths = list((home / "matches").glob("*.koikoi.jsonl"))
        if not paths:
            assert shown is None
            continue
        found = lines_of(home)
        # A prefix of the true course, the last line perhaps torn, and all that was shown.
        assert b"".join(course).startswith(b"".join(found))
        record = load(paths[0])
        state = final_state(record)
        assert state.ply == record.plies >= (shown or 0)
        reached.add(state.ply)
        if not record.finished:
            table = continued_table(TEXT, "")
            assert table.state == state
            assert play_out(table)
        assert lines_of(home) == course
        with pytest.raises(NothingToContinue) as nothing:
            continued_table(TEXT, "")
        assert nothing.value.notices == ()
    # They have been killed all over the matches.
    assert reached >= set(range(25))
