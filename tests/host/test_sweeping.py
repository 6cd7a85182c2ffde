"""Memory that nobody needs is looked for after people have gone, and not by Python itself."""

from __future__ import annotations

import gc
from contextlib import closing

from koikoi.host import sweeping
from koikoi.host.sweeping import MANY, Sweeper
from tests.host.client import eventually


class Cycle:
    """Something that only Python's search for lost objects finds."""

    found = 0

    def __init__(self) -> None:
        self.own = self

    def __del__(self) -> None:
        type(self).found += 1


async def test_after_many_have_gone_what_is_lost_is_found() -> None:
    before = gc.get_threshold()
    with closing(Sweeper()) as sweeper:
        sweeper.start()
        assert gc.get_threshold()[2] > 1_000_000  # the old is never looked through by the way
        Cycle.found = 0
        old = Cycle()
        gc.collect()
        del old
        gc.collect(1)
        assert not Cycle.found
        for _ in range(MANY):
            sweeper.gone()
        await eventually(lambda: Cycle.found == 1, "what is lost")
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


async def test_few_who_go_are_waited_with() -> None:
    with closing(Sweeper()) as sweeper:
        sweeper.start()
        sweeper.gone()
        due = sweeper._due
        assert due is not None
        sweeper.gone()
        assert sweeper._due is due  # not later, however many come and go
        for _ in range(MANY):
            sweeper.gone()
        assert due.cancelled()
        assert sweeper._due.when() < due.when() - sweeping._LATER / 2
