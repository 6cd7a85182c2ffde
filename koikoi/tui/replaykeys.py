"""The keys of a match that is looked through: what they are and what they do."""

from __future__ import annotations

from typing import Final, NamedTuple

from koikoi.text.catalogue import N_
from koikoi.tui.brush import Brush
from koikoi.tui.sheet import Item, Sheet, Span, choosing_hints, column
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint


class Control(NamedTuple):
    """Something that keys do.

    Attributes:
        name: Its name.
        keys: The keys, as the library names them.
        shown: How they are written; ``{right}`` and the like are signs.
        word: What it does, in the footer.
        help: What it does, on the list of all keys.
    """

    name: str
    keys: tuple[str, ...]
    shown: str
    word: str
    help: str


CONTROLS: Final = (
    Control("next", ("right", "enter", "space"), N_("{right}"), N_("next"), N_("the next action")),
    Control("back", ("left", "backspace"), N_("{left}"), N_("back"), N_("the action before")),
    Control("rounds", ("g",), N_("g"), N_("rounds"), N_("a list of the rounds, to go to one")),
    Control("hands", ("h",), N_("h"), N_("hands"), N_("one hand open, both, or none")),
    Control("flip", ("f",), N_("f"), N_("flip"), N_("from the other side of the table")),
    Control("leave", ("q", "escape", "ctrl+c", "ctrl+q"), N_("q"), N_("leave"), N_("leave")),
    Control(
        "next_round", ("down", "pagedown"), N_("{down}"), N_("next round"), N_("the next round")
    ),
    Control(
        "last_round",
        ("up", "pageup"),
        N_("{up}"),
        N_("round back"),
        N_("the beginning of the round, or the one before"),
    ),
    Control(
        "choice",
        ("full_stop",),
        N_("."),
        N_("choice"),
        N_("the next choice of the player at the bottom"),
    ),
    Control(
        "choice_back",
        ("comma",),
        N_(","),
        N_("choice back"),
        N_("the choice before of the player at the bottom"),
    ),
    Control(
        "question", ("k",), N_("k"), N_("koi-koi?"), N_("the next koi-koi question of anybody")
    ),
    Control(
        "question_back", ("K",), N_("K"), N_("koi-koi? back"), N_("the koi-koi question before")
    ),
    Control("start", ("home",), N_("Home"), N_("start"), N_("the first deal")),
    Control("end", ("end",), N_("End"), N_("end"), N_("the end of the match")),
    Control("number", (), N_("0-9"), N_("go to"), N_("type the number of an action or of a round")),
    Control("inspect", ("tab", "i"), N_("Tab"), N_("inspect"), N_("tell all about a card")),
    Control("yaku", ("y",), N_("y"), N_("yaku"), N_("how all yaku stand")),
    Control("captures", ("c",), N_("c"), N_("piles"), N_("both piles of cards")),
    Control("log", ("l",), N_("l"), N_("log"), N_("what has happened")),
    Control("rules", ("r",), N_("r"), N_("rules"), N_("the rules of the match")),
    Control("theme", ("t",), N_("t"), N_("theme"), N_("dark or light")),
    Control("faces", ("v",), N_("v"), N_("cards"), N_("cards as pictures or in words")),
    Control("options", ("o",), N_("o"), N_("options"), N_("colours, signs, motion")),
    Control("help", ("question_mark", "ctrl+p"), N_("?"), N_("all keys"), N_("this list")),
)
"""All of them, the most important first, as the footer lists them."""

ENTRY: Final = (
    Control("to_action", ("enter", "space"), N_("Enter"), N_("action"), ""),
    Control("to_round", ("r",), N_("r"), N_("round"), ""),
    Control("erase", ("backspace",), N_("Backspace"), N_("erase"), ""),
    Control("drop", ("escape",), N_("Esc"), N_("back"), ""),
)
"""What works while a number is being typed."""


def control_for(key: str, controls: tuple[Control, ...]) -> Control | None:
    """What a key does, ``None`` for nothing."""
    return next((control for control in controls if key in control.keys), None)


def _written(control: Control, brush: Brush) -> str:
    sideways, upright = brush.glyphs.left_right, brush.glyphs.up_down
    return brush.t(
        control.shown, left=sideways[0], right=sideways[1], up=upright[0], down=upright[1]
    )


def footer_hints(controls: tuple[Control, ...], brush: Brush) -> tuple[KeyHint, ...]:
    """What the footer lists."""
    return tuple(
        KeyHint(_written(control, brush), brush.text.t(control.word), control.name)
        for control in controls
    )


def controls_sheet(brush: Brush) -> Sheet:
    """All keys with what they do, to read or to choose from."""
    items = []
    for control in CONTROLS:
        key = column(_written(control, brush), 8)
        spans = (Span(key, Tone.ACCENT, bold=True), Span(brush.t(control.help)))
        items.append(Item(control.name, spans))
    return Sheet(brush.t("Keys"), tuple(items), choosing_hints(brush, brush.text.t("back")))
