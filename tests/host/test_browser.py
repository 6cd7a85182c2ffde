"""A real browser opens the page, draws the terminal, and its keys, clicks and sizes arrive."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.host.chromium import MISSING, PROGRAM, browser, opened
from tests.host.front import TITLE
from tests.host.tabs import served

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the browser is Debian's"),
    pytest.mark.skipif(PROGRAM is None, reason=MISSING),
]


async def test_a_browser_plays(tmp_path: Path) -> None:
    async with (
        served(tmp_path, event="Spring") as host,
        browser(tmp_path / "browser") as websocket,
    ):
        page = await opened(websocket, host.address(), (1000, 600))
        text = await page.shows(TITLE, "colours truecolor glyphs full", "keys 0")
        columns, rows = await page.value("[page.terminal.cols, page.terminal.rows]")
        assert f"size {columns}x{rows}" in text
        assert columns >= 80
        assert rows >= 24
        assert await page.value("document.title") == "Spring"
        assert await page.value("document.fonts.check('16px \"Roboto Mono\"')")
        # Keys, also such as have no letter, and wide letters; a paste comes as one.
        await page.press("a", 65, "a")
        await page.shows("keys 1: a")
        await page.press("ArrowLeft", 37)
        await page.press("Escape", 27)
        await page.shows("keys 3: a left escape")
        await page.do("Input.insertText", text="桜")
        await page.shows("keys 4: a left escape 桜")
        # The mouse.
        await page.click(5, 5)
        await page.shows("clicks 1")
        # Another size of the window.
        await page.resize(800, 500)
        text = await page.until(
            lambda shown: f"size {columns}x{rows}" not in shown and TITLE in shown
        )
        fewer, lower = await page.value("[page.terminal.cols, page.terminal.rows]")
        await page.shows(f"size {fewer}x{lower}")
        assert fewer < columns
        assert lower < rows
        (tmp_path / "page.png").write_bytes(await page.picture())
        # The end of the app: what it says stays, and the page says that the line is closed.
        await page.press("q", 81, "q")
        await page.shows("Until next time.")
        assert await page.value("document.getElementById('closed').checkVisibility()")
        await page.value("document.querySelector('#closed a').click()")
        await page.shows(TITLE, "keys 0")
        assert page.failed == []
        # The tab is closed, and its session ends.
        await page.do("Page.close")
    assert [line["reason"] for line in host.host.log.of("end")] == ["left", "dropped"]
