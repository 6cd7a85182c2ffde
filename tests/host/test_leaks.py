"""Nothing of a screen stays where its line has gone, whatever table it was at."""

from __future__ import annotations

import gc
from pathlib import Path

from koikoi.host.front import HostedApp
from tests.host.client import eventually
from tests.host.houses import begin_match, open_house, play


def apps() -> int:
    gc.collect()
    return sum(isinstance(one, HostedApp) for one in gc.get_objects())


async def test_a_table_that_waits_keeps_no_screen_alive(tmp_path: Path) -> None:
    async with open_house(tmp_path) as hall:
        async with hall.comes("Ume") as ume, hall.comes("Aki") as aki:
            table = await begin_match(aki, ume)
            await play(lambda: table.view(None).ply > 4, ume, aki)
            assert apps() == 2
            await aki.drop()
            await ume.drop()
        del aki, ume
        await eventually(lambda: not apps(), "the end of the screens")
        assert table.running
