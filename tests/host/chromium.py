"""A real browser without a window, told what to do by its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import itertools
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from aiohttp import ClientSession, ClientWebSocketResponse

PATIENCE: Final = 60.0
"""Seconds that only a test that hangs uses up."""

PROGRAM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
MISSING: Final = "Chromium is not installed: on Debian, apt-get install chromium"

_QUIET: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
)
"""Options of a browser that asks the network for nothing by itself."""

# The page's script keeps its terminal to itself: what is looked for is noted as it is made.
_WATCH: Final = """
Object.defineProperty(Object.prototype, "fitAddon", {
  configurable: true,
  set(addon) {
    window.page = this;
    Object.defineProperty(this, "fitAddon", {value: addon, writable: true});
  },
});
"""

_ROWS: Final = """
(() => {
  if (!window.page) return "";
  const buffer = window.page.terminal.buffer.active;
  const rows = [];
  for (let y = 0; y < window.page.terminal.rows; y++)
    rows.push(buffer.getLine(y).translateToString(true));
  return rows.join("\\n");
})()
"""


class Page:
    """A page that is open in a browser.

    Args:
        websocket: What leads to the browser.
        session: What the page is known by.
    """

    def __init__(self, websocket: ClientWebSocketResponse, session: str) -> None:
        self._websocket, self._session = websocket, session
        self._numbers = itertools.count(1000)
        self.failed: list[str] = []
        """The addresses that the page asked for and did not get, and what it complained of."""

    async def do(self, method: str, **given: Any) -> Any:
        """Tells the browser to do something with the page; returns what comes of it."""
        asked = {
            "id": next(self._numbers),
            "method": method,
            "params": given,
            "sessionId": self._session,
        }
        await self._websocket.send_json(asked)
        while True:
            answer = await self._websocket.receive_json()
            if answer.get("id") == asked["id"]:
                assert "error" not in answer, answer
                return answer["result"]
            self._note(answer)

    def _note(self, event: dict[str, Any]) -> None:
        told = event.get("params", {})
        if event.get("method") == "Network.loadingFailed":
            self.failed.append(str(told["errorText"]))
        elif event.get("method") == "Network.responseReceived":
            answer = told["response"]
            if answer["status"] >= 400 and not answer["url"].endswith("/favicon.ico"):
                self.failed.append(answer["url"])
        elif event.get("method") == "Runtime.exceptionThrown":
            thrown = str(told["exceptionDetails"])
            # The page's script tells the size also while it connects, and again once it has.
            if "Still in CONNECTING state" not in thrown:
                self.failed.append(thrown)

    async def value(self, expression: str) -> Any:
        """What an expression of the page's script gives."""
        found = await self.do("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def text(self) -> str:
        """What the page's terminal shows."""
        return str(await self.value(_ROWS))

    async def until(self, found: Callable[[str], object]) -> str:
        """Waits until the terminal shows something; returns all that it shows."""
        text = ""
        try:
            async with asyncio.timeout(PATIENCE):
                while not found(text := await self.text()):  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"it never came:\n{text}\n{self.failed}") from None
        return text

    async def shows(self, *texts: str) -> str:
        """Waits until the terminal shows all these texts."""
        return await self.until(lambda shown: all(text in shown for text in texts))

    async def press(self, key: str, code: int, text: str = "") -> None:
        """Presses a key and lets it go."""
        given = {"key": key, "windowsVirtualKeyCode": code}
        kind = "keyDown" if text else "rawKeyDown"
        await self.do("Input.dispatchKeyEvent", type=kind, text=text, **given)
        await self.do("Input.dispatchKeyEvent", type="keyUp", **given)

    async def click(self, column: int, row: int) -> None:
        """Clicks into a cell of the terminal."""
        box = await self.value(
            "(() => { const box = document.querySelector('.xterm-screen').getBoundingClientRect();"
            " const terminal = window.page.terminal; return [box.x, box.y,"
            " box.width / terminal.cols, box.height / terminal.rows]; })()"
        )
        at = {"x": box[0] + (column + 0.5) * box[2], "y": box[1] + (row + 0.5) * box[3]}
        for kind in ("mousePressed", "mouseReleased"):
            await self.do("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **at)

    async def resize(self, width: int, height: int) -> None:
        """Gives the page's window another size."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        await self.do("Emulation.setDeviceMetricsOverride", **size)

    async def picture(self) -> bytes:
        """The page as a picture."""
        found = await self.do("Page.captureScreenshot", format="png")
        return base64.b64decode(found["data"])


@asynccontextmanager
async def browser(folder: Path) -> AsyncIterator[ClientWebSocketResponse]:
    """A browser while a test runs."""
    assert PROGRAM is not None
    process = await asyncio.create_subprocess_exec(
        PROGRAM,
        *_QUIET,
        f"--user-data-dir={folder}",
        "about:blank",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        said = b""
        async with asyncio.timeout(PATIENCE):
            while b"DevTools listening on " not in said:
                said = await process.stderr.readline()
                assert said, "the browser ended"
        address = said.decode().split()[-1]
        # What else it says is read, so that it never waits for us.
        rest = asyncio.create_task(process.stderr.read())
        async with (
            ClientSession() as http,
            http.ws_connect(address, max_msg_size=0) as websocket,
        ):
            yield websocket
            await websocket.send_json({"id": 1, "method": "Browser.close"})
            await asyncio.wait_for(process.wait(), PATIENCE)
            await rest
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def opened(websocket: ClientWebSocketResponse, address: str, size: tuple[int, int]) -> Page:
    """Opens a page.

    Args:
        websocket: What leads to the browser.
        address: Its address.
        size: The width and height of its window.
    """

    async def do(number: int, method: str, **given: Any) -> Any:
        await websocket.send_json({"id": number, "method": method, "params": given})
        while (answer := await websocket.receive_json()).get("id") != number:
            pass
        return answer["result"]

    target = await do(2, "Target.createTarget", url="about:blank")
    attached = await do(3, "Target.attachToTarget", targetId=target["targetId"], flatten=True)
    page = Page(websocket, attached["sessionId"])
    for domain in ("Page", "Runtime", "Network"):
        await page.do(f"{domain}.enable")
    await page.do("Page.addScriptToEvaluateOnNewDocument", source=_WATCH)
    await page.resize(*size)
    await page.do("Emulation.setFocusEmulationEnabled", enabled=True)
    await page.do("Page.navigate", url=address)
    return page
