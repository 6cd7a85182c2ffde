"""What somebody can do about themselves: take a name, use another key, be forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from koikoi.host import lobbysheets as sheets
from koikoi.host.database import RegisterError
from koikoi.host.lobby import Lobby
from koikoi.host.people import Person
from koikoi.host.register import Refused
from koikoi.host.visitor import Visitor
from koikoi.tui.entry import EntryPage
from koikoi.tui.sheet import Sheet
from koikoi.tui.sheetpage import SheetPage

if TYPE_CHECKING:
    from koikoi.tui.readings import Host


class OwnPages:
    """Leads somebody through what they can do about themselves.

    Args:
        host: Who shows pages.
        lobby: The house.
        visitor: How they have come in.
        person: Who they are.
        became: Is told who they are then, as soon as that is otherwise.
    """

    def __init__(
        self,
        host: Host,
        lobby: Lobby,
        visitor: Visitor,
        person: Person,
        became: Callable[[Person], None],
    ) -> None:
        self._host, self._lobby, self._visitor = host, lobby, visitor
        self._became = became
        self._person = person
        self._keys = 0
        self._code = self._message = ""
        self._forgotten = False
        self._does = {
            "name": self._name,
            "link": self._link,
            "type": self._type,
            "forget": self._forget,
        }

    async def run(self) -> Person | None:
        """Leads them; returns who they are then, ``None`` for somebody who is forgotten."""
        while True:
            await self._tried(self._count_keys)
            chosen = await self._host.show(SheetPage(self._host, self._sheet))
            self._message = ""
            if chosen is None:
                return self._person
            self._forgotten = False
            await self._tried(self._does[chosen])
            if self._forgotten:
                return None

    async def _tried(self, do: Callable[[], Awaitable[None]]) -> None:
        """Does something, and remembers why it could not be done."""
        text = self._host.brush.text
        try:
            await do()
        except Refused as refused:
            self._message = text.t(sheets.REFUSALS[refused.code])
        except RegisterError:
            self._message = text.t("The register cannot be used just now.")

    async def _count_keys(self) -> None:
        self._keys = len(await asyncio.to_thread(self._lobby.register.keys_of, self._person.id))

    async def _link(self) -> None:
        """Gets a code for another key."""
        make = self._lobby.register.link_code
        self._code = await asyncio.to_thread(make, self._person.id)

    def _sheet(self, width: int) -> Sheet:
        brush = self._host.brush
        return sheets.name_sheet(self._person, self._keys, self._code, self._message, brush, width)

    async def _asked(self, title: str, note: str, typed: str = "") -> str | None:
        return await self._host.show(EntryPage(self._host, title, lambda: note, typed))

    async def _name(self) -> None:
        """Takes another name.

        Raises:
            Refused: It cannot be had.
        """
        text = self._host.brush.text
        note = text.t(
            "Letters and digits of any language that is written from left to right, 16 columns at "
            "most. At tables that are open you keep the name you sat down with."
        )
        name = await self._asked(
            text.t("Your name"), note, "" if self._person.guest else self._person.name
        )
        if name is None:
            return
        register = self._lobby.register
        take = register.claim if self._person.guest else register.rename
        before = self._person.name
        self._person = await asyncio.to_thread(take, self._person.id, name)
        self._became(self._person)
        self._lobby.log("renamed", old=before, new=self._person.name)

    async def _type(self) -> None:
        """Becomes who has shown them a code.

        Raises:
            Refused: The code is wrong.
        """
        text = self._host.brush.text
        note = text.t(
            "On the other machine, “Your name and keys” gives a code. Your key, if you have come "
            "with one, is known as that person's from then on."
        )
        code = await self._asked(text.t("The code"), note)
        if code is None:
            return
        visitor, before = self._visitor, self._person.id
        self._person = await asyncio.to_thread(
            self._lobby.register.link, code, visitor.fingerprint, visitor.address
        )
        self._became(self._person)
        if self._person.id != before:
            await self._lobby.reread()
            self._message = text.t("You are {name} now.", name=self._person.name)

    async def _forget(self) -> None:
        """Forgets them, if they mean it."""
        page = SheetPage(self._host, lambda width: sheets.forget_sheet(self._host.brush, width))
        if await self._host.show(page) == "forget":
            await self._lobby.forget(self._person.id)
            self._forgotten = True
