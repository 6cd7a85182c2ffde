"""The pages of the lobby, as sheets. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from koikoi.engine.rules import Rules
from koikoi.host.people import Person
from koikoi.host.register import Refusal
from koikoi.host.standings import Standing, rule
from koikoi.table.past import score
from koikoi.text.catalogue import N_, Text
from koikoi.text.figures import signed
from koikoi.text.options import rules_name
from koikoi.tui.brush import Brush
from koikoi.tui.frame import aligned
from koikoi.tui.menus import Two
from koikoi.tui.sheet import (
    BLANK,
    Item,
    Line,
    Sheet,
    Span,
    choosing_hints,
    column,
    prose,
)
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint

SOMEBODY: Final = Two(
    N_("another person who is here"), N_("Whoever sits down with you plays; you wait for them.")
)
"""How a match of two people is offered in the lobby."""

_NAME: Final = 17
_FIGURE: Final = 8

REFUSALS: Final = {
    Refusal.BAD: N_(
        "This name cannot be had: a name has letters or digits, and none is that of a computer "
        "player, a guest or the host."
    ),
    Refusal.TAKEN: N_("Somebody has this name, or one that looks like it."),
    Refusal.GONE: N_("The register has forgotten you; come in again."),
    Refusal.TOO_MANY_KEYS: N_("You have as many keys as one may have."),
    Refusal.WRONG_CODE: N_("This code is wrong, or too old."),
    Refusal.TOO_MANY_GUESSES: N_("Too many wrong codes were tried; wait ten minutes."),
}
"""Why somebody does not get what they wish."""


class OfferRow(NamedTuple):
    """Somebody who waits for another person."""

    code: str
    name: str
    rules: Rules


class TableRow(NamedTuple):
    """A table that is being played.

    Attributes:
        id: What tells it from others.
        names: Who plays.
        number: The round.
        rounds: How many there are.
        scores: How it stands.
        watchers: How many watch.
    """

    id: str
    names: tuple[str, str]
    number: int
    rounds: int
    scores: tuple[int, int]
    watchers: int


class RestingRow(NamedTuple):
    """A match of one's own that is not over.

    Attributes:
        id: What tells its table from others.
        rival: Who plays against one.
        there: Whether that one is at the table.
    """

    id: str
    rival: str
    there: bool


class LobbyNews(NamedTuple):
    """What somebody sees of the house.

    Attributes:
        person: Who looks.
        event: The event; may be empty.
        here: The names of all who are here, with the one who looks.
        offers: Who waits for somebody.
        tables: What is being played.
        resting: The matches of the one who looks that are not over.
        message: What is to be said.
    """

    person: Person
    event: str
    here: Sequence[str]
    offers: Sequence[OfferRow] = ()
    tables: Sequence[TableRow] = ()
    resting: Sequence[RestingRow] = ()
    message: str = ""


def _item(brush: Brush, name: str, key: str, said: str) -> Item:
    sign = f"{key}  " if key else "   "
    return Item(name, (Span(sign + brush.glyphs.words(said)),), (key,) if key else ())


def lobby_sheet(news: LobbyNews, brush: Brush, width: int) -> Sheet:
    """What can be done, who waits, what is played."""
    text = brush.text
    lines: list[Line | Item] = []
    if news.message:
        lines += prose(brush.glyphs.words(news.message), width, Tone.ACCENT)
    lines += [*prose(brush.glyphs.words(_here(text, news, width)), width, Tone.MUTE), BLANK]
    for at, match in enumerate(news.resting):
        said = text.t("Go on against {name}", name=match.rival)
        if match.there:
            said = text.t("Go on against {name}, who is at the table", name=match.rival)
        lines.append(_item(brush, f"resume {match.id}", "g" if not at else "", said))
    lines += [
        _item(brush, "new", "n", text.t("Play against the computer")),
        _item(brush, "people", "p", text.t("Play against another person: wait for one")),
        _item(brush, "code", "c", text.t("Sit down at a table by its code")),
        Item("learn", (Span("l  " + brush.t("Learn")),), ("l", "question_mark")),
    ]
    if news.offers:
        lines += _heading(brush, text.t("Waiting for somebody to play with"))
        lines += [_item(brush, f"join {one.code}", "", _join(text, one)) for one in news.offers]
    if news.tables:
        lines += _heading(brush, text.t("To be watched"))
        lines += [_item(brush, f"watch {one.id}", "", _watch(text, one)) for one in news.tables]
    lines += [
        BLANK,
        _item(brush, "table", "b", text.t("Who leads")),
        _item(brush, "history", "y", text.t("Your matches")),
        _item(brush, "name", "m", text.t("Your name and keys")),
        _item(brush, "options", "o", text.t("Options")),
        _item(brush, "quit", "q", text.t("Leave")),
    ]
    title = text.t("Welcome, {name}", name=news.person.name)
    if news.event:
        title = text.t("{event}: welcome, {name}", event=news.event, name=news.person.name)
    hints = (
        KeyHint(brush.glyphs.up_down, text.t("choose"), "down"),
        KeyHint(text.t("Enter"), text.t("take"), "enter"),
        KeyHint(text.t("q"), text.t("leave"), "q"),
    )
    return Sheet(brush.glyphs.words(title), tuple(lines), hints, closing=False)


def _heading(brush: Brush, said: str) -> list[Line | Item]:
    return [BLANK, (Span(brush.glyphs.words(said), Tone.MUTE),)]


def _join(text: Text, one: OfferRow) -> str:
    return text.n(
        "{name}: {rules}, {count} round",
        "{name}: {rules}, {count} rounds",
        one.rules.rounds,
        name=one.name,
        rules=rules_name(text, one.rules),
    )


def _watch(text: Text, table: TableRow) -> str:
    first, second = table.names
    said = text.t(
        "{first} and {second}: round {number}/{rounds}, {score}",
        first=first,
        second=second,
        number=table.number,
        rounds=table.rounds,
        score=score(text, *table.scores),
    )
    if not table.watchers:
        return said
    return text.n("{said}, {count} watches", "{said}, {count} watch", table.watchers, said=said)


def _here(text: Text, news: LobbyNews, width: int) -> str:
    """Who else is here: as many names as a line holds, at least one."""
    others = [name for name in news.here if name != news.person.name]
    if not others:
        return text.t("Nobody else is here now.")
    said = ""
    for count in range(1, len(others) + 1):
        more = ["…"] if count < len(others) else []
        longer = text.n(
            "{count} other is here: {names}",
            "{count} others are here: {names}",
            len(others),
            names=text.row([*others[:count], *more]),
        )
        if said and cell_len(longer) > width:
            break
        said = longer
    return said


def waiting_sheet(code: str, rules: Rules, brush: Brush, width: int) -> Sheet:
    """Waiting for another person."""
    text = brush.text
    said = text.t(
        "Whoever is here can sit down with you from the lobby. Who types the code of your table "
        "is sure to find it:"
    )
    what = text.n(
        "Rules “{rules}”, {count} round.",
        "Rules “{rules}”, {count} rounds.",
        rules.rounds,
        rules=rules_name(text, rules),
    )
    lines: list[Line | Item] = [
        *prose(brush.glyphs.words(said), width),
        BLANK,
        (Span("   "), Span(" ".join(code.upper()), Tone.ACCENT, bold=True)),
        BLANK,
        *prose(brush.glyphs.words(what), width, Tone.MUTE),
        BLANK,
        _item(brush, "back", "b", text.t("Wait no longer")),
    ]
    hints = choosing_hints(brush, text.t("wait no longer"))
    return Sheet(brush.t("Waiting for somebody"), tuple(lines), hints)


def lingering_sheet(brush: Brush, name: str) -> Sheet:
    """Asked of somebody whom the other one lets wait."""
    text = brush.text
    items = (
        _item(brush, "wait", "w", text.t("Wait on")),
        _item(brush, "replace", "r", text.t("Let the computer play for {name}", name=name)),
        _item(brush, "leave", "l", text.t("Leave; the match can go on later")),
    )
    title = text.t("{name} lets you wait", name=name)
    return Sheet(brush.glyphs.words(title), items, choosing_hints(brush, text.t("wait on")))


def replaced_sheet(brush: Brush) -> Sheet:
    """Asked of somebody for whom the computer plays."""
    text = brush.text
    items = (
        _item(brush, "take", "t", text.t("Play on myself")),
        _item(brush, "leave", "l", text.t("Leave")),
    )
    hints = choosing_hints(brush, text.t("play on"))
    return Sheet(brush.t("The computer plays for you"), items, hints)


def again_sheet(rival: str, there: bool, wants: tuple[bool, bool], brush: Brush) -> Sheet:
    """After a match.

    Args:
        rival: Who the other one is.
        there: Whether they are still here; the computer always is.
        wants: Whether one wants to play again oneself, and whether the other one does.
        brush: Inks, signs, language.
    """
    text = brush.text
    own, theirs = wants
    if not there:
        said = text.t("{name} has gone.", name=rival)
    elif own:
        said = text.t("Waiting for {name}.", name=rival)
    elif theirs:
        said = text.t("{name} wants to play again.", name=rival)
    else:
        said = ""
    lines: list[Line | Item] = []
    if said:
        lines += [(Span(brush.glyphs.words(said), Tone.ACCENT),), BLANK]
    if there and not own:
        lines.append(_item(brush, "again", "a", text.t("Play again")))
    lines.append(_item(brush, "lobby", "b", text.t("Back to the lobby")))
    hints = choosing_hints(brush, text.t("lobby"))
    return Sheet(brush.t("The match is over"), tuple(lines), hints)


def name_sheet(
    person: Person, keys: int, code: str, message: str, brush: Brush, width: int
) -> Sheet:
    """Somebody's name and keys."""
    text = brush.text
    lines: list[Line | Item] = []
    if message:
        lines += [*prose(brush.glyphs.words(message), width, Tone.ACCENT), BLANK]
    if person.guest:
        said = text.t(
            "You are here as {name}, a guest. Take a name of your own, and you stand in the table "
            "of the event; come in with a key, and you are known the next time.",
            name=person.name,
        )
    else:
        said = text.n(
            "You are {name}, and known by {count} key.",
            "You are {name}, and known by {count} keys.",
            keys,
            name=person.name,
        )
    lines += [*prose(brush.glyphs.words(said), width), BLANK]
    if code:
        told = text.t(
            "Come in from the other machine, choose “Type a code” there, and type this within ten "
            "minutes:"
        )
        lines += [
            *prose(brush.glyphs.words(told), width),
            (Span("   "), Span(code, Tone.ACCENT, bold=True)),
            BLANK,
        ]
    lines += [
        _item(brush, "name", "n", text.t("Take another name")),
        _item(brush, "link", "k", text.t("Use another key or machine as well: get a code")),
        _item(brush, "type", "c", text.t("Type a code: be who you are on another machine")),
        _item(brush, "forget", "f", text.t("Forget me: name, keys and options")),
    ]
    hints = choosing_hints(brush, text.t("back"))
    return Sheet(brush.t("Your name and keys"), tuple(lines), hints)


def forget_sheet(brush: Brush, width: int) -> Sheet:
    """The question before somebody is forgotten."""
    text = brush.text
    said = text.t(
        "Your name, keys and options would be taken out of the register; the results of your "
        "matches would stay without a name. This cannot be undone, and ends your visit."
    )
    lines: list[Line | Item] = [
        *prose(brush.glyphs.words(said), width),
        BLANK,
        _item(brush, "keep", "k", text.t("Stay known")),
        _item(brush, "forget", "f", text.t("Forget me")),
    ]
    return Sheet(brush.t("Forget me?"), tuple(lines), choosing_hints(brush, text.t("back")))


def table_sheet(event: str, rows: Sequence[Standing], own: int, brush: Brush, width: int) -> Sheet:
    """Who leads.

    Args:
        event: The event; may be empty.
        rows: Everybody, the best first.
        own: Who looks.
        brush: Inks, signs, language.
        width: Columns.
    """
    text = brush.text
    heads = (text.t("score"), text.t("won"), text.t("played"), text.t("points"))
    head = "    " + column(text.t("name"), _NAME) + _figures(heads)
    lines: list[Line | Item] = [(Span(brush.glyphs.words(head), Tone.MUTE),)] if rows else []
    for row in rows:
        figures = (
            f"{row.score:g}",
            str(row.won),
            str(row.matches),
            signed(text, row.difference),
        )
        said = f"{row.place:>3} {column(row.name, _NAME)}{_figures(figures)}"
        tone = Tone.ACCENT if row.person == own else Tone.TEXT
        lines.append((Span(brush.glyphs.words(said), tone),))
    if not rows:
        lines.append((Span(brush.t("Nobody has played yet.")),))
    lines += [BLANK, *prose(brush.glyphs.words(rule(text)), width, Tone.MUTE)]
    title = text.t("{event}: who leads", event=event) if event else text.t("Who leads")
    back = KeyHint(text.t("Esc"), text.t("back"), "escape")
    return Sheet(brush.glyphs.words(title), tuple(lines), (back,))


def _figures(cells: Sequence[str]) -> str:
    return "".join(aligned(cell, _FIGURE) for cell in cells)
