"""The one registry of keys: what they are, what they do, and when they work.

The footer, the help page and whatever listens to keys are made from it, so that no key works that
is not told, and none is told that does not work.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum, auto
from typing import Final, NamedTuple

from koikoi.text.catalogue import N_, Text
from koikoi.tui.glyphs import Glyphs
from koikoi.tui.uistate import KeyHint


class Where(StrEnum):
    """A state in which keys work."""

    PLAY = auto()
    """A card of the hand is to be played."""
    PICKED = auto()
    """A hand card has been picked up and its target is to be chosen."""
    DRAWN = auto()
    """The drawn card's target is to be chosen."""
    DECIDE = auto()
    WATCH = auto()
    CURTAIN = auto()
    OVER = auto()
    """The result of a round or of the match stands."""
    VISIT = auto()
    """The match of others is watched."""
    TOLD = auto()
    """Something that a lesson says is to be read."""


class Command(NamedTuple):
    """Something that keys do.

    Attributes:
        name: Its name.
        keys: The keys, as the library names them.
        shown: How the footer writes them; ``{left_right}`` and the like are signs, ``{last}`` is
            the key of the last card.
        word: What it does, in the footer.
        help: What it does, on the help page; commands with the same words share a line there.
        where: Where it works.
    """

    name: str
    keys: tuple[str, ...]
    shown: str
    word: str
    help: str
    where: frozenset[Where]


_TABLE: Final = frozenset(Where)
_OWN: Final = _TABLE - {Where.VISIT}
_HAND: Final = frozenset({Where.PLAY})
_CHOICE: Final = frozenset({Where.PICKED, Where.DRAWN})

_DECIDES: Final = N_("answer the koi-koi question: stop and score, or play on")
_INSPECTS: Final = N_("all about the chosen card; a hint: what to do here, and why")
_ENTERS: Final = N_("play the chosen card, take the chosen answer, go on")
_SHOWS: Final = N_("how all yaku stand and where their cards are; both piles of cards")
_TELLS: Final = N_("what has happened; the other player's last move again; the rules")
_HELPS: Final = N_("this page; a list of all that can be done now")
_BACK: Final = N_("put a picked-up card back, leave a page, or a match you watch")
_LOOKS: Final = N_("dark or light; pictures or words; colours, signs, motion")

COMMANDS: Final = (
    Command(
        "card",
        tuple("12345678"),
        N_("1-{last}"),
        N_("card"),
        N_("choose a card of your hand; the same key again plays it"),
        _HAND,
    ),
    Command(
        "letter",
        tuple("ab"),
        N_("a b"),
        N_("take"),
        N_("choose what your card takes, where there are two"),
        _CHOICE,
    ),
    Command("stop", ("s",), N_("s"), N_("stop"), _DECIDES, frozenset({Where.DECIDE})),
    Command("call", ("k",), N_("k"), N_("koi-koi"), _DECIDES, frozenset({Where.DECIDE})),
    Command(
        "move",
        ("left", "right", "left_square_bracket", "right_square_bracket"),
        N_("{left_right}"),
        N_("choose"),
        N_("move from card to card, or from answer to answer"),
        _HAND | _CHOICE | {Where.DECIDE},
    ),
    Command("enter", ("enter", "space"), N_("Enter"), N_("play"), _ENTERS, _HAND),
    Command(
        "confirm",
        ("enter", "space"),
        N_("Enter"),
        N_("ok"),
        _ENTERS,
        _CHOICE | {Where.DECIDE},
    ),
    Command(
        "go_on",
        ("enter", "space"),
        N_("Enter"),
        N_("go on"),
        _ENTERS,
        frozenset({Where.CURTAIN, Where.TOLD}),
    ),
    Command(
        "skip",
        ("enter", "space"),
        N_("Enter"),
        N_("skip"),
        _ENTERS,
        frozenset({Where.WATCH, Where.VISIT}),
    ),
    Command(
        "back",
        ("escape",),
        N_("Esc"),
        N_("back"),
        _BACK,
        frozenset({Where.PICKED}),
    ),
    Command(
        "leave",
        ("escape", "q", "ctrl+c", "ctrl+q"),
        N_("Esc"),
        N_("leave"),
        _BACK,
        frozenset({Where.VISIT}),
    ),
    Command(
        "inspect",
        ("tab", "i"),
        N_("Tab"),
        N_("inspect"),
        _INSPECTS,
        _HAND | _CHOICE | {Where.DECIDE, Where.TOLD},
    ),
    Command(
        "yaku",
        ("y",),
        N_("y"),
        N_("yaku"),
        _SHOWS,
        _TABLE,
    ),
    Command("hint", ("h",), N_("h"), N_("hint"), _INSPECTS, _HAND | _CHOICE | {Where.DECIDE}),
    Command("log", ("l",), N_("l"), N_("log"), _TELLS, _TABLE),
    Command("help", ("question_mark",), N_("?"), N_("help"), _HELPS, _TABLE),
    Command(
        "quit",
        ("q", "ctrl+c", "ctrl+q"),
        N_("q"),
        N_("quit"),
        N_("asks: go on, save and leave, or resign"),
        _OWN,
    ),
    Command(
        "field",
        ("up", "down"),
        N_("{up_down}"),
        N_("field"),
        N_("go to the cards on the field, and back to your hand"),
        _HAND,
    ),
    Command("captures", ("c",), N_("c"), N_("piles"), _SHOWS, _TABLE),
    Command(
        "repeat",
        ("full_stop",),
        N_("."),
        N_("last move"),
        _TELLS,
        frozenset({Where.PLAY, Where.DECIDE, Where.DRAWN}),
    ),
    Command("rules", ("r",), N_("r"), N_("rules"), _TELLS, _TABLE),
    Command("theme", ("t",), N_("t"), N_("theme"), _LOOKS, _TABLE),
    Command("faces", ("v",), N_("v"), N_("cards"), _LOOKS, _TABLE),
    Command("options", ("o",), N_("o"), N_("options"), _LOOKS, _TABLE),
    Command(
        "palette",
        ("ctrl+p",),
        N_("^P"),
        N_("commands"),
        _HELPS,
        _TABLE,
    ),
)
"""All commands of the table, the most important first, as the footer lists them."""

BY_NAME: Final = {command.name: command for command in COMMANDS}

_CARDS: Final = 8
"""The most cards of a hand."""

ANSWERS: Final = frozenset(
    ("card", "letter", "stop", "call", "move", "enter", "confirm", "go_on", "back", "field")
)
"""Commands that answer what is asked, so that they must not come before it is on the screen."""


_NOT_LISTED: Final = frozenset(("card", "letter", "move", "field", "skip", "palette"))
"""Commands that one key alone does not tell, and those that would be of no use on a list."""


def listed(where: Where) -> tuple[Command, ...]:
    """The commands that can be chosen from a list in a state."""
    return tuple(
        command
        for command in COMMANDS
        if where in command.where and command.name not in _NOT_LISTED
    )


def command_for(key: str, where: Where) -> Command | None:
    """The command of a key in a state, ``None`` where it does nothing."""
    for command in COMMANDS:
        if where in command.where and key in command.keys:
            return command
    return None


def shown(command: Command, glyphs: Glyphs, text: Text, cards: int = _CARDS) -> str:
    """How a command's keys are written, where a hand has so many cards."""
    if command.name == "card" and cards == 1:
        return command.keys[0]
    signs = {"left_right": glyphs.left_right, "up_down": glyphs.up_down}
    return text.t(command.shown, last=cards, **signs)


def hints(
    where: Where,
    glyphs: Glyphs,
    text: Text,
    *,
    cards: int = _CARDS,
    idle: Collection[str] = (),
) -> tuple[KeyHint, ...]:
    """What the footer lists in a state.

    Args:
        where: The state.
        glyphs: The signs.
        text: The language.
        cards: How many cards there are to choose from.
        idle: Commands that have nothing to do just now.
    """
    return tuple(
        KeyHint(shown(command, glyphs, text, cards), text.t(command.word), command.name)
        for command in COMMANDS
        if where in command.where and command.name not in idle
    )


def help_rows(glyphs: Glyphs, text: Text) -> list[tuple[str, str]]:
    """The help page: keys, and what they do."""
    rows: dict[str, list[str]] = {}
    for command in COMMANDS:
        keys = rows.setdefault(command.help, [])
        if (key := shown(command, glyphs, text)) not in keys:
            keys.append(key)
    return [(" ".join(keys), text.t(said)) for said, keys in rows.items()]
