"""The unfinished matches: which one goes on, which one is watched, which one is removed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from koikoi.ai.levels import UnknownAgent
from koikoi.record.errors import RecordError
from koikoi.record.writer import RecordBusy
from koikoi.store import matches
from koikoi.table.resuming import Unfinished, resumed_table, unfinished_matches
from koikoi.table.setup import CONTINUE, Table
from koikoi.table.trouble import system_trouble, trouble
from koikoi.text.catalogue import Text
from koikoi.text.options import rules_name
from koikoi.text.problems import shown
from koikoi.tui.brush import Brush
from koikoi.tui.page import Room
from koikoi.tui.sheet import BLANK, Item, Line, Sheet, Span, choosing_hints, column, prose
from koikoi.tui.sheetpage import SheetPage
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint

if TYPE_CHECKING:
    from koikoi.tui.readings import Host

_WATCH: Final = "watch"
_NEW: Final = "new"
_REMOVE: Final = ("d", "delete")
_WIDEST: Final = 300
_DATE: Final = 17
_RULES: Final = 14
_ROUND: Final = 7
_SCORE: Final = 7
_SIGN: Final = 3
"""Columns of an entry before its words."""


class Said(NamedTuple):
    """That no match was chosen.

    Attributes:
        sentence: What is to be said of it; empty for nothing.
        new: Whether the player wants a new match instead.
    """

    sentence: str = ""
    new: bool = False


class ListPage(SheetPage):
    """The list of unfinished matches; it ends with ``REMOVE`` where the chosen one is to go."""

    REMOVE: Final = "remove"

    def __init__(self, room: Room, build: Callable[[int], Sheet]) -> None:
        super().__init__(room, build, other=self._other_key)

    def _other_key(self, key: str) -> None:
        if key in _REMOVE:
            self.close(self.REMOVE)


class Choice:
    """Lets the player choose one of the unfinished matches.

    Args:
        host: Who shows the pages.
        text: The language.
    """

    def __init__(self, host: Host, text: Text) -> None:
        self._host = host
        self._text = text
        self._matches: tuple[Unfinished, ...] = ()
        self._told: tuple[str, ...] = ()

    async def ask(self) -> Table | Path | Said:
        """The match that goes on, the record of one to watch, or that it is none.

        Where there is one only, and nobody plays it, it goes on at once.
        """
        try:
            await self._look()
        except OSError as error:
            return Said(system_trouble(self._text, error))
        if len(self._matches) == 1:
            found = await self._taken(self._matches[0], self._told)
            if found is not None:
                return found
        return await self._listed()

    async def _look(self) -> None:
        # In a thread: there may be many, and every one is played again.
        shelf = await asyncio.to_thread(unfinished_matches, self._text)
        self._matches, self._told = shelf.matches, shelf.notices

    async def _listed(self) -> Table | Path | Said:
        """Shows the list until one is taken, or the list is left or empty."""
        chosen = ""
        while self._matches:
            page = ListPage(
                self._host,
                lambda width: list_sheet(self._matches, self._told, self._host.brush, width),
            )
            page.choose(chosen)
            taken = await self._host.show(page)
            if taken is None:
                return Said()
            chosen = page.chosen
            one = next(each for each in self._matches if each.path.name == chosen)
            if taken == ListPage.REMOVE:
                await self._removed(one)
            elif (found := await self._taken(one)) is not None:
                return found
        said = self._text.t("There is no unfinished match.")
        return Said(self._text.sentences([*self._told, said]))

    async def _taken(
        self, one: Unfinished, notices: tuple[str, ...] = ()
    ) -> Table | Path | Said | None:
        """What becomes of the chosen match; ``None`` for the list again.

        Args:
            one: The match.
            notices: What is to be said at its table, as no list has said it.
        """
        if one.played:
            return await self.played(one.path)
        try:
            return resumed_table(one.path, self._text, CONTINUE, notices)
        except RecordBusy:
            return await self.played(one.path)
        except (UnknownAgent, RecordError, OSError) as error:
            said = trouble(error, self._text)
        if len(self._matches) == 1:
            return Said(said)
        self._told = (said,)
        return None

    async def played(self, path: Path) -> Path | Said | None:
        """Says that somebody plays a match already, and asks what to do instead.

        Returns:
            The record to be watched; that it is none; or ``None`` for the list again.
        """
        page = SheetPage(self._host, lambda width: played_sheet(path, self._host.brush, width))
        answer = await self._host.show(page)
        if answer == _WATCH:
            return path
        if answer == _NEW or len(self._matches) < 2:
            return Said(new=answer == _NEW)
        return None

    async def _removed(self, one: Unfinished) -> None:
        """Asks whether a match is to be removed, and does it."""
        if one.played:
            said = self._text.t("A match that is being played cannot be removed.")
            self._told = (said,)
            return
        page = SheetPage(self._host, lambda width: remove_sheet(one, self._host.brush, width))
        if await self._host.show(page) != "remove":
            return
        try:
            kept = await asyncio.to_thread(matches.remove, one.path)
            await self._look()
        except OSError as error:
            self._told = (system_trouble(self._text, error),)
            return
        said = self._text.t("The match is kept in {path}.", path=shown(kept, _WIDEST))
        self._told = (*self._told, said)


def opponent_name(text: Text, one: Unfinished) -> str:
    """Who plays against the person, or both where two people play."""
    first, second = one.players
    if one.two_people:
        return text.t("{first} and {second}", first=first.name, second=second.name)
    return second.name


def list_sheet(
    unfinished: tuple[Unfinished, ...], told: tuple[str, ...], brush: Brush, width: int
) -> Sheet:
    """The page of all unfinished matches: date, opponent, rules, round and score of each."""
    text = brush.text
    room = max(width - _SIGN - _DATE - _RULES - _ROUND - _SCORE, 8)
    heads = (
        text.t("last played"),
        text.t("opponent"),
        text.t("rules"),
        text.t("round"),
        text.t("score"),
    )
    head = _row(room, tuple(map(brush.glyphs.words, heads)))
    lines: list[Line | Item] = [(Span(" " * _SIGN + head, Tone.MUTE),)]
    for one in unfinished:
        date = text.t("being played now") if one.played else f"{one.written:%Y-%m-%d %H:%M}"
        number = text.t("{number}/{rounds}", number=one.seen.number, rounds=one.seen.rules.rounds)
        score = text.t("{own}–{other}", own=one.seen.scores[0], other=one.seen.scores[1])
        cells = (date, opponent_name(text, one), rules_name(text, one.seen.rules), number, score)
        row = _row(room, tuple(map(brush.glyphs.words, cells)))
        lines.append(Item(one.path.name, (Span(row),)))
    lines.append(BLANK)
    for said in told:
        lines += prose(brush.glyphs.words(said), width, Tone.MUTE)
    back = choosing_hints(brush, text.t("back"))
    remove = KeyHint(text.t("d"), text.t("remove"), "d")
    return Sheet(brush.t("Unfinished matches"), tuple(lines), (*back[:2], remove, back[2]))


def _row(room: int, cells: tuple[str, ...]) -> str:
    widths = (_DATE, room, _RULES, _ROUND, _SCORE)
    return "".join(column(cell, width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def played_sheet(path: Path, brush: Brush, width: int) -> Sheet:
    """The page that says that a match is being played elsewhere, and what can be done."""
    text = brush.text
    said = text.t("The match in {path} is being played elsewhere.", path=shown(path, _WIDEST))
    more = text.t("Nothing that is done here changes it.")
    lines: list[Line | Item] = [
        *prose(brush.glyphs.words(text.sentences((said, more))), width),
        BLANK,
        _item(brush, _WATCH, "w", text.t("Watch it")),
        _item(brush, _NEW, "n", text.t("New game")),
    ]
    hints = choosing_hints(brush, text.t("back"))
    return Sheet(brush.t("Played elsewhere"), tuple(lines), hints)


def remove_sheet(one: Unfinished, brush: Brush, width: int) -> Sheet:
    """The question before a match is removed."""
    text = brush.text
    said = text.t(
        "The match with {name}, played last on {date}, would no longer be listed; its record would "
        "be kept in the folder {folder}.",
        name=opponent_name(text, one),
        date=f"{one.written:%Y-%m-%d %H:%M}",
        folder=shown(one.path.parent / matches.REMOVED, _WIDEST),
    )
    lines: list[Line | Item] = [
        *prose(brush.glyphs.words(said), width),
        BLANK,
        _item(brush, "keep", "k", text.t("Keep it")),
        _item(brush, "remove", "r", text.t("Remove it")),
    ]
    hints = choosing_hints(brush, text.t("back"))
    return Sheet(brush.t("Remove the match?"), tuple(lines), hints)


def _item(brush: Brush, name: str, key: str, said: str) -> Item:
    return Item(name, (Span(f"{key}  {brush.glyphs.words(said)}"),), (key,))
