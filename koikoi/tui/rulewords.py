"""The rules in play as a page: the same sentences as everywhere, with the cards of yaku. Pure."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from koikoi.engine.cards import Card, Mask, cards_of
from koikoi.engine.rules import Rules
from koikoi.text import short
from koikoi.text.rules_page import illustrated_page
from koikoi.tui.brush import Brush
from koikoi.tui.sheet import BLANK, Line, Sheet, Span, prose
from koikoi.tui.theme import Tone, fill_of
from koikoi.tui.uistate import KeyHint

_MOST_NAMED: Final = 10
"""Cards that have their names; of more than these only the months are told."""
_INDENT: Final = 4


def rules_sheet(rules: Rules, brush: Brush, width: int, title: str = "") -> Sheet:
    """The rules, every corner of them.

    Args:
        rules: The rules.
        brush: Inks, signs, language.
        width: Columns of a line.
        title: What stands above, in letters that the terminal has; empty for a match's rules.
    """
    lines: list[Line] = []
    for heading, entries in illustrated_page(brush.text, rules):
        if lines:
            lines.append(BLANK)
        lines += prose(brush.glyphs.words(heading), width, Tone.ACCENT, bold=True)
        for said, cards in entries:
            lines += prose(brush.glyphs.words(said), width, indent=2)
            lines += chips(cards, brush, width)
    return Sheet(title or brush.t("Rules of this match"), tuple(lines), _hints(brush))


def _hints(brush: Brush) -> tuple[KeyHint, ...]:
    text = brush.text
    return (
        KeyHint(brush.glyphs.up_down, text.t("scroll"), "down"),
        KeyHint(text.t("PgDn"), text.t("next page"), "pagedown"),
        KeyHint(text.t("PgUp"), text.t("page back"), "pageup"),
        KeyHint(brush.glyphs.left_right, text.t("next section"), "right"),
        KeyHint(text.t("Esc"), text.t("back"), "escape"),
    )


def sections(sheet: Sheet) -> list[int]:
    """The lines at which the sections of such a page begin."""
    starts = []
    for row, line in enumerate(sheet.lines):
        after_blank = not row or sheet.lines[row - 1] == BLANK
        if after_blank and isinstance(line, tuple) and line and line[0].tone is Tone.ACCENT:
            starts.append(row)
    return starts


def chips(cards: Mask, brush: Brush, width: int) -> list[Line]:
    """Cards in the colour and with the sign of their kind, as many in a line as have room."""
    found = cards_of(cards)
    named = len(found) <= _MOST_NAMED
    lines: list[Line] = []
    line: list[Span] = []
    room = 0
    for card in found:
        chip = _chip(card, brush, named=named)
        if cell_len(chip.said) + 1 > room:
            lines += [tuple(line)] if line else []
            line, room = [Span(" " * _INDENT)], width - _INDENT
        line += [chip, Span(" ")]
        room -= cell_len(chip.said) + 1
    return [*lines, tuple(line)] if line else []


def _chip(card: Card, brush: Brush, *, named: bool) -> Span:
    sign = brush.glyphs.kind(card.kind)
    if not named:
        return Span(f"{sign}{card.month}", fill=fill_of(card))
    name = brush.glyphs.words(short.card_4(brush.text, card))
    return Span(f"{sign}{card.month} {name}", fill=fill_of(card))
