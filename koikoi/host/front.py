"""What somebody who comes in is shown: an app of their own, with their options."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from koikoi.ai.levels import character
from koikoi.engine.presets import PRESET_NAMES
from koikoi.host.bigscreen import Screen
from koikoi.host.boardcourse import Attract, board_course
from koikoi.host.database import RegisterError
from koikoi.host.lobby import Lobby
from koikoi.host.people import Person
from koikoi.host.stay import Stay
from koikoi.host.visitor import Visitor
from koikoi.store.settings import Settings
from koikoi.table.advisers import Advisers
from koikoi.text.catalogue import LiveText
from koikoi.text.languages import usable
from koikoi.tui.app import KoikoiApp
from koikoi.tui.game import Start
from koikoi.tui.terminal import Mode


class HostedApp(KoikoiApp):
    """The app of somebody who has come in; one of many in this process.

    Attributes:
        stay: Their stay, ``None`` for the big screen.
    """

    local = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stay: Stay | None = None


class FrontDoor:
    """Makes the app of whoever comes in.

    Args:
        lobby: The house.
        advisers: Who thinks for people.
        folder: The folder of the host.
        screen: What the big screen tells.
        attract: What is played on it where nobody plays.
    """

    def __init__(
        self,
        lobby: Lobby,
        advisers: Advisers,
        folder: Path,
        screen: Screen,
        attract: Attract | None,
    ) -> None:
        self._lobby, self._advisers, self._folder = lobby, advisers, folder
        self._screen, self._attract = screen, attract
        self._keeping: set[asyncio.Task[None]] = set()
        self.gone: Callable[[], None] = lambda: None
        """Called whenever somebody has gone."""
        self._turn = asyncio.Lock()  # what was wanted last is kept last

    def __call__(self, visitor: Visitor, mode: Mode, driver: Any) -> HostedApp:
        """Makes an app."""
        if visitor.board:
            return self.board(mode, driver)
        person, settings = self._known(visitor)
        stay = Stay(self._lobby, visitor, person, self._folder)

        async def course(host: Any) -> None:
            try:
                await stay.run(host)
            finally:
                app.game.farewell = stay.farewell
                self.gone()

        app = HostedApp(
            Start(course=course),
            mode,
            settings,
            LiveText(usable(visitor.lang)),
            keep=lambda wanted: self._keep(stay, wanted),
            driver=driver,
        )
        app.stay, app.advisers = stay, self._advisers
        stay.begin(app, app.game.side)
        return app

    def board(self, mode: Mode, driver: Any) -> HostedApp:
        """Makes the app of a big screen."""
        course = board_course(self._screen, self._attract)
        return HostedApp(Start(course=course), mode, Settings(), self._lobby.text, driver=driver)

    def _known(self, visitor: Visitor) -> tuple[Person | None, Settings]:
        """Who it is, and what they prefer; somebody new prefers what is usual."""
        if visitor.fingerprint is None:
            return None, Settings()
        register = self._lobby.register
        try:
            person = register.by_key(visitor.fingerprint)
            if person is None:
                return None, Settings()
            return person, _playable(register.settings_of(person.id))
        except RegisterError:
            return None, Settings()

    def _keep(self, stay: Stay, settings: Settings) -> None:
        """Keeps what somebody prefers, beside the event loop."""
        person = stay.somebody
        if person is not None:
            task = asyncio.ensure_future(self._kept(person.id, settings))
            self._keeping.add(task)
            task.add_done_callback(self._keeping.discard)

    async def _kept(self, person: int, settings: Settings) -> None:
        try:
            async with self._turn:
                await asyncio.to_thread(self._lobby.register.keep_settings, person, settings)
        except RegisterError as error:
            self._lobby.log("options not kept", error=str(error.code))

    async def close(self) -> None:
        """Waits until everything is kept."""
        if self._keeping:
            await asyncio.wait(tuple(self._keeping))


def _playable(settings: Settings) -> Settings:
    """What somebody prefers, with an opponent and rules that there are here; no file is read."""
    usual = Settings()
    if character(settings.level) is None:
        settings = replace(settings, level=usual.level)
    if settings.rules not in PRESET_NAMES:
        settings = replace(settings, rules=usual.rules)
    return settings
