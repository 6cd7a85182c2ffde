"""The characters that play the levels: what they are called, how they play; that none can cheat.

A character goes by its key, the name of its agent in records and commands.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from koikoi.text.catalogue import N_, NP_, Text, available
from koikoi.text.languages import usable

GUEST: Final = "guest-"
"""How the names of guests of a host begin, and no others."""


class Opponent(NamedTuple):
    """A character, in the words of a language.

    Attributes:
        level: Its level, 1 to 5.
        name: What it is called at the table.
        tag: The same in at most 5 columns; a longer one abbreviated, with a full stop.
        title: Its name, and the bird or beast of the deck that it is.
        manner: How it plays, in one sentence of at most 53 columns.
    """

    level: int
    name: str
    tag: str
    title: str
    manner: str


# What a manner says is what koikoi.ai.styles makes the level do; a change there is a change here.
_OPPONENTS: Final = {
    "uguisu": Opponent(
        1,
        NP_("opponent", "Uguisu"),
        NP_("opponent, 5 columns", "Ugu."),
        NP_("opponent", "Uguisu the Warbler"),
        N_("Loves lights and koi-koi; forgets you have a pile."),
    ),
    "cho": Opponent(
        2,
        NP_("opponent", "Chō"),
        NP_("opponent, 5 columns", "Chō"),
        NP_("opponent", "Chō the Butterfly"),
        N_("Knows most yaku, seldom looks across, calls gladly."),
    ),
    "shika": Opponent(
        3,
        NP_("opponent", "Shika"),
        NP_("opponent, 5 columns", "Shika"),
        NP_("opponent", "Shika the Deer"),
        N_("A good club player; your plans often go unnoticed."),
    ),
    "tsuru": Opponent(
        4,
        NP_("opponent", "Tsuru"),
        NP_("opponent, 5 columns", "Tsuru"),
        NP_("opponent", "Tsuru the Crane"),
        N_("Misses nothing, plays for the match, a turn ahead."),
    ),
    "hoo": Opponent(
        5,
        NP_("opponent", "Hōō"),
        NP_("opponent, 5 columns", "Hōō"),
        NP_("opponent", "Hōō the Phoenix"),
        N_("Reads your plays, looks turns ahead; the strongest."),
    ),
}

_FAIR: Final = N_("At every level the computer sees only what you would, and guesses the rest.")
_PROOF: Final = N_("After a match koikoi verify proves that its deal was fixed before it began.")


def opponent(text: Text, key: str) -> Opponent:
    """A character in a language.

    Args:
        text: The language.
        key: The character's key.

    Raises:
        KeyError: There is no such character.
    """
    level, name, tag, title, manner = _OPPONENTS[key]
    return Opponent(
        level,
        text.p("opponent", name),
        text.p("opponent, 5 columns", tag),
        text.p("opponent", title),
        text.t(manner),
    )


def renamed(text: Text, name: str) -> str:
    """What somebody is called in a language whom the game may have named in another."""
    own = _given(text)
    if name not in own:
        for lang in available():
            theirs = _given(usable(lang))
            if name in theirs:
                return own[theirs.index(name)]
    return name


def _given(text: Text) -> tuple[str, ...]:
    """All names that the game gives to players."""
    others = [text.t("Computer"), text.t("Player"), text.t("East"), text.t("West"), text.t("You")]
    return (*(text.p("opponent", one.name) for one in _OPPONENTS.values()), *others)


def opponents(text: Text) -> tuple[Opponent, ...]:
    """All characters, the weakest first."""
    return tuple(opponent(text, key) for key in _OPPONENTS)


def with_level(text: Text, one: Opponent) -> str:
    """A character where one is chosen: ``Level 3: Shika the Deer``."""
    return text.t("Level {level}: {opponent}", level=one.level, opponent=one.title)


def without_weights(text: Text) -> str:
    """Says that a character cannot play as it does, for want of the files it plays by."""
    return text.t(
        "What the computer has learnt cannot be read, so it does not play well; koikoi doctor "
        "tells more."
    )


def introduction(text: Text, key: str) -> tuple[str, ...]:
    """Tells at a table who plays there, and how."""
    one = opponent(text, key)
    said = text.t(
        "You play against {opponent}, level {level}.", opponent=one.title, level=one.level
    )
    return said, one.manner


def fairness(text: Text) -> tuple[str, ...]:
    """Why nobody has to believe that the computer is honest, in the words of players."""
    return text.t(_FAIR), text.t(_PROOF)
