"""What there is to learn, from the title screen and from the command: one list, one row a thing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from koikoi.engine.presets import preset
from koikoi.lesson.decisions import DECISIONS
from koikoi.lesson.script import OVER
from koikoi.table.setup import Setup
from koikoi.text.catalogue import N_
from koikoi.tui import learnwords
from koikoi.tui.learnwords import EntryRow
from koikoi.tui.sheetpage import SheetPage

if TYPE_CHECKING:
    from koikoi.store.settings import Settings
    from koikoi.tui.readings import Host
    from koikoi.tui.tableside import Tableside


class Learner(NamedTuple):
    """Somebody who learns.

    Attributes:
        host: Who shows pages.
        side: What lies over a table.
        own: Whether they have rules of their own.
    """

    host: Host
    side: Tableside
    own: bool = True


class Thing(NamedTuple):
    """Something to learn.

    Attributes:
        name: Its name, also for ``koikoi learn``.
        key: The key that chooses it.
        word: What it is called, not translated yet.
        note: What it is and how far it has been done, likewise.
        open: Teaches it; returns the match that is to be played now, if one is.
        own: Whether it is only for who has rules of their own.
    """

    name: str
    key: str
    word: str
    note: Callable[[Settings], str]
    open: Callable[[Learner], Awaitable[Setup | None]]
    own: bool = False


async def _first(learner: Learner) -> Setup | None:
    from koikoi.lesson.first import RIVAL, ROUNDS
    from koikoi.tui.lessontable import FirstRound, Left

    host, side = learner.host, learner.side
    if await FirstRound(host, side).run() is not Left.DONE:
        return None
    page = SheetPage(host, lambda width: learnwords.learnt_sheet(host.brush, width))
    chosen = await host.show(page)
    if chosen == "koikoi":
        return await _koikoi(learner)
    if chosen != "match":
        return None
    if not host.settings.hints:
        host.prefer(replace(host.settings, hints=True))
    return Setup(replace(preset("standard"), rounds=ROUNDS), RIVAL)


async def _koikoi(learner: Learner) -> Setup | None:
    from koikoi.tui.judgementtable import KoiKoiOrStop

    await KoiKoiOrStop(learner.host, learner.side).run()
    return None


async def _cards(learner: Learner) -> Setup | None:
    from koikoi.tui.trainerpage import TrainerCourse

    await TrainerCourse(learner.host, memory=learner.side.learnt).run()
    return None


async def _help(learner: Learner) -> Setup | None:
    course = learner.side.reading("help")
    assert course is not None  # it is there without a table
    await course
    return None


async def _beside(learner: Learner) -> Setup | None:
    from koikoi.tui.comparepage import side_by_side

    await side_by_side(learner.host, own=learner.own)
    return None


async def _own(learner: Learner) -> Setup | None:
    from koikoi.tui.ownrulespage import own_rules

    host = learner.host
    if made := await own_rules(host):
        host.prefer(replace(host.settings, rules=made))  # a new game is offered under them
    return None


def _first_note(settings: Settings) -> str:
    if settings.first_round == OVER:
        return _DONE
    return _BEGUN if settings.first_round else _FIRST


def _koikoi_note(settings: Settings) -> str:
    given = len(settings.koikoi_or_stop)
    if given >= DECISIONS:
        return _DONE
    return _BEGUN if given else _KOIKOI


_CARDS: Final = N_("Months, kinds and yaku by questions; what you know least comes more often.")
_FIRST: Final = N_("The game from nothing, at the table, in some twenty actions.")
_KOIKOI: Final = N_("Five decisions that the coach has judged, and why.")
_BESIDE: Final = N_("Where the tables of this world differ, option by option.")
_OWN: Final = N_("Change a preset, see what that does, and keep it.")
_BEGUN: Final = N_("Begun; it goes on where you left it.")
_DONE: Final = N_("Done; it can be played again.")

THINGS: Final = (
    Thing("first", "f", N_("First round"), _first_note, _first),
    Thing("koikoi", "k", N_("Koi-koi or stop"), _koikoi_note, _koikoi),
    Thing("cards", "c", N_("Card trainer"), lambda _: _CARDS, _cards),
    Thing("help", "?", N_("How to play"), lambda _: N_("A turn in short, and all keys."), _help),
    Thing("beside", "p", N_("Presets side by side"), lambda _: _BESIDE, _beside),
    Thing("own", "e", N_("Rules of your own"), lambda _: _OWN, _own, own=True),
)
"""What there is to learn, in the order of the list."""

BY_NAME: Final = {thing.name: thing for thing in THINGS}


async def learn(host: Host, side: Tableside, wanted: str = "", *, own: bool = True) -> Setup | None:
    """Teaches what is wanted, or whatever is chosen until nothing more is.

    Args:
        host: Who shows pages.
        side: What lies over a table.
        wanted: The name of one thing; empty for a list of all.
        own: Whether they can have rules of their own.

    Returns:
        The match that is to be played now, if one is.
    """
    learner = Learner(host, side, own)
    if wanted:
        return await BY_NAME[wanted].open(learner)
    chosen = THINGS[0].name
    while True:
        page = SheetPage(
            host,
            lambda width: learnwords.learn_sheet(rows(host.settings, own=own), host.brush, width),
        )
        page.choose(chosen)
        taken = await host.show(page)
        if taken is None:
            return None
        chosen = taken
        setup = await BY_NAME[chosen].open(learner)
        if setup is not None:
            return setup


def rows(settings: Settings, *, own: bool = True) -> list[EntryRow]:
    """What there is to learn, and how far it has been done."""
    return [
        EntryRow(one.name, one.key, one.word, one.note(settings))
        for one in THINGS
        if own or not one.own
    ]
