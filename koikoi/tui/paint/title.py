"""The title screen: the name, the five lights, the menu. Pure."""

from __future__ import annotations

from typing import Final, TypeAlias

from rich.cells import cell_len

from koikoi.engine.cards import Card
from koikoi.text.catalogue import N_
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Frame, Rect
from koikoi.tui.paint.lines import footer
from koikoi.tui.sheet import Chosen, prose
from koikoi.tui.theme import Fill, Ground, Tone
from koikoi.tui.uistate import KeyHint

TITLE_ITEMS: Final = (
    ("new", ("n",), N_("New game")),
    ("continue", ("c",), N_("Continue")),
    ("daily", ("d",), N_("Daily deal")),
    ("history", ("h",), N_("History")),
    ("options", ("o",), N_("Options")),
    ("learn", ("l", "question_mark"), N_("Learn")),
    ("quit", ("q", "escape", "ctrl+c", "ctrl+q"), N_("Quit")),
)
"""The entries of the title screen: name, keys, word."""
_LETTERS: Final = {
    "K": ("#..#", "#.#.", "##..", "#.#.", "#..#"),
    "O": (".##.", "#..#", "#..#", "#..#", ".##."),
    "I": ("###", ".#.", ".#.", ".#.", "###"),
    "-": ("...", "...", "###", "...", "..."),
}
_WORD: Final = "KOI-KOI"
_JAPANESE: Final = "花札 こいこい"
_LIGHTS: Final = tuple(Card.parse(code) for code in ("1L", "3L", "8L", "11L", "12L"))
_LARGE_CARD: Final = (28, 21)
_CARD: Final = (14, 11)
_SMALL_CARD: Final = (8, 6)
_SAID: Final = 2
"""Rows below the menu for what is said."""
_AROUND: Final = 13
"""Rows of the title screen beside the cards."""


def paint_title(
    width: int, height: int, brush: Brush, chosen: str, subtitle: str, message: str
) -> Frame:
    """The title screen: the name, the five lights, the menu.

    Args:
        width: Columns of the terminal.
        height: Rows of the terminal.
        brush: Inks, signs, faces, language.
        chosen: The chosen entry.
        subtitle: What a new match would be.
        message: What is to be said, if anything.
    """
    canvas = Canvas(width, height, brush.ink(Tone.TEXT, Ground.PANEL))
    card = _title_card(width, height, brush)
    large = card != _SMALL_CARD
    tone = Tone.TEXT if message else Tone.MUTE
    said = prose(brush.glyphs.words(message or subtitle), max(width - 4, 1), tone)
    long = len(said) > _SAID
    if large:
        y = max((height - card[1] - _AROUND) // 2, 0)
        _word(canvas, y + 1, brush)
        _subtitle(canvas, y + 6, brush)
        menu, said_at, lights = y + card[1] + 8, y + card[1] + 10, y + 7
    else:
        canvas.put(2, 0, brush.t("KOI-KOI"), brush.ink(Tone.ACCENT, bold=True))
        menu, said_at, lights = 2, height - 3, 3 + len(TITLE_ITEMS)
    if long:
        # What has to be read is worth more than the pictures, and has their place.
        said_at, said = lights + 1, said[: (menu if large else height) - lights - 3]
    else:
        _lights(canvas, lights, brush, card)
    _menu(canvas, menu, brush, chosen, upright=not large)
    for row, (line,) in enumerate(said):
        x = (width - cell_len(line.said)) // 2 if large and not long else 2
        canvas.put(x, said_at + row, line.said, brush.ink(tone))
    hints = (
        KeyHint(
            brush.glyphs.left_right if large else brush.glyphs.up_down,
            brush.text.t("choose"),
            "right",
        ),
        KeyHint(brush.text.t("Enter"), brush.text.t("ok"), "enter"),
        *(KeyHint(keys[0], brush.text.t(said), name) for name, keys, said in TITLE_ITEMS),
    )
    footer(canvas, Rect(0, height - 1, width, 1), hints, brush)
    return canvas.frame()


def _title_card(width: int, height: int, brush: Brush) -> tuple[int, int]:
    """Columns and rows of the five lights, captions included; the largest that fit."""
    for card in (_LARGE_CARD, _CARD):
        fits = width >= len(_LIGHTS) * (card[0] + 1) + 2 and height >= card[1] + _AROUND
        if fits and (card is _CARD or brush.faces.pictured):
            return card
    return _SMALL_CARD


def _word(canvas: Canvas, y: int, brush: Brush) -> None:
    """The name of the game in large letters, two columns a dot."""
    dots = sum(len(_LETTERS[letter][0]) + 1 for letter in _WORD) - 1
    x = (canvas.width - 2 * dots) // 2
    ink = brush.ink(Tone.ACCENT, Ground.PANEL, bold=True)
    block = brush.glyphs.block * 2
    for letter in _WORD:
        rows = _LETTERS[letter]
        for row, pattern in enumerate(rows):
            for place, dot in enumerate(pattern):
                if dot == "#":
                    canvas.put(x + 2 * place, y + row, block, ink)
        x += 2 * (len(rows[0]) + 1)


def _subtitle(canvas: Canvas, y: int, brush: Brush) -> None:
    """What the game is called where it comes from, and what it is played with."""
    said = brush.t("flower cards")
    if brush.kanji:
        said = f"{_JAPANESE} · {said}"
    canvas.put((canvas.width - cell_len(said)) // 2, y, said, brush.ink(Tone.MUTE))


def _lights(canvas: Canvas, y: int, brush: Brush, size: tuple[int, int]) -> None:
    card_width, card_height = size
    if y + card_height > canvas.height - 4:
        return
    x = (canvas.width - (len(_LIGHTS) * (card_width + 1) - 1)) // 2
    for card in _LIGHTS:
        brush.faces.face(canvas, Rect(x, y, card_width, card_height), card)
        x += card_width + 1


def _menu(canvas: Canvas, y: int, brush: Brush, chosen: str, *, upright: bool) -> None:
    words = [(name, brush.t(said)) for name, _, said in TITLE_ITEMS]
    rows = [[one] for one in words] if upright else _in_rows(words, canvas.width)
    for row, entries in enumerate(rows):
        total = sum(map(_entry_width, entries)) + len(entries) - 1
        x = 2 if upright else max((canvas.width - total) // 2, 0)
        for name, said in entries:
            mine = name == chosen
            label = f" {brush.glyphs.pointer if mine else ' '} {said} "
            ink = brush.fill(Fill.FOCUS) if mine else brush.ink(Tone.TEXT, Ground.PANEL)
            canvas.put(x, y + row, label, ink)
            canvas.zone(Rect(x, y + row, cell_len(label), 1), Chosen(name))
            x += cell_len(label) + 1


_Entry: TypeAlias = tuple[str, str]


def _entry_width(entry: _Entry) -> int:
    return cell_len(entry[1]) + 4


def _in_rows(entries: list[_Entry], width: int) -> list[list[_Entry]]:
    """Entries beside each other, in as few rows as there is room for, about as many in each."""
    for count in range(1, len(entries) + 1):
        each = -(-len(entries) // count)
        rows = [entries[place : place + each] for place in range(0, len(entries), each)]
        if all(sum(map(_entry_width, row)) + len(row) - 1 <= width for row in rows):
            return rows
    return [[one] for one in entries]
