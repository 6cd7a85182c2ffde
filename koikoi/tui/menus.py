"""The menus of the title screen: a new match, the options. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, cast

from koikoi.ai.levels import LEVELS, character
from koikoi.engine.flow import MAX_ROUNDS
from koikoi.engine.presets import PRESET_NAMES
from koikoi.engine.rules import Rules
from koikoi.store.ownrules import named_rules
from koikoi.store.settings import SETTING_BY_KEY, Settings
from koikoi.table.setup import FIRST, Setup
from koikoi.text.catalogue import N_, LiveText, Text, available
from koikoi.text.cells import wrapped
from koikoi.text.languages import latin, named, readable, usable
from koikoi.text.opponents import opponent, opponents, with_level
from koikoi.text.options import rules_name
from koikoi.tui.brush import Brush
from koikoi.tui.sheet import BLANK, Item, Line, Sheet, Span, column, prose
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint


@dataclass(frozen=True, slots=True)
class Wish:
    """What a new match is to be, as the setup page asks it.

    Attributes:
        level: The computer's level or name, or empty for two people.
        rules: A preset's name, or the path of a rules file.
        rounds: How many rounds, 0 for as many as the rules say.
        first: Who deals first; ``rules`` is as the rules say.
    """

    level: str
    rules: str
    rounds: int
    first: str


def wish_of(settings: Settings) -> Wish:
    """What was played last."""
    return Wish(settings.level, settings.rules, settings.rounds, settings.first)


def remembered(settings: Settings, wish: Wish) -> Settings:
    """The settings with what is played now."""
    return replace(
        settings,
        level=wish.level or settings.level,
        rules=wish.rules,
        rounds=wish.rounds,
        first=cast("Any", wish.first),
    )


def setup_of(wish: Wish) -> Setup:
    """The match of a wish.

    Raises:
        ValueError: Its rules cannot be used.
    """
    rules = named_rules(wish.rules)
    if wish.rounds:
        rules = replace(rules, rounds=wish.rounds)
    if wish.first != "rules":
        rules = replace(rules, first_dealer=FIRST[wish.first])
    return Setup(rules, wish.level or None)


_FIRSTS: Final = ("rules", "you", "opponent")
_FIRST_WORDS: Final = {
    "rules": N_("as the rules say"),
    "you": N_("you"),
    "opponent": N_("the other player"),
}
_SETUP_KEYS: Final = ("opponent", "rules", "rounds", "first")


def altered(wish: Wish, name: str, by: int, own_rules: Sequence[str] = ()) -> Wish | None:
    """The wish with the next or the one before of an entry's values; ``None`` if it has none.

    Args:
        wish: The wish.
        name: The entry.
        by: 1 or -1.
        own_rules: The names of the player's own rules, where these are offered.
    """
    if name == "opponent":
        played = character(wish.level)
        level = wish.level if played is None else str(played.level)
        return replace(wish, level=_next((*map(str, LEVELS), ""), level, by))
    if name == "rules":
        names = (*PRESET_NAMES, *own_rules)
        names = names if wish.rules in names else (*names, wish.rules)
        return replace(wish, rules=_next(names, wish.rules, by))
    if name == "rounds":
        return replace(wish, rounds=(wish.rounds + by) % (MAX_ROUNDS + 1))
    if name == "first":
        return replace(wish, first=_next(_FIRSTS, wish.first, by))
    return None


def _next(values: Sequence[str], value: str, by: int) -> str:
    at = values.index(value) if value in values else 0
    return values[(at + by) % len(values)]


class Two(NamedTuple):
    """How a match of two people is offered.

    Attributes:
        words: Who plays.
        note: What is to be known of it.
    """

    words: str
    note: str


AT_THIS_SCREEN: Final = Two(
    N_("two people at this screen"), N_("Between turns a curtain hides both hands.")
)


OWN_KEY: Final = "e"
BESIDE_KEY: Final = "c"
SETUP_PAGES: Final = ("p", BESIDE_KEY, OWN_KEY)
"""Keys of the setup page that open something else: the rules page, all presets side by side, rules
of the player's own."""


def setup_sheet(
    wish: Wish, brush: Brush, width: int, two: Two = AT_THIS_SCREEN, *, own: bool = True
) -> Sheet:
    """The page that asks what a new match is to be.

    Args:
        wish: What it is to be.
        brush: Inks, signs, language.
        width: Columns of a line.
        two: How a match of two people is offered.
        own: Whether rules of the player's own can be made.
    """
    text = brush.text
    rival = opponent_words(text, wish.level) if wish.level else text.t(two.words)
    rows = {
        "opponent": (text.t("Opponent"), rival),
        "rules": (text.t("Rules"), _rules_words(text, wish.rules)),
        "rounds": (text.t("Rounds"), _rounds_words(text, wish)),
        "first": (text.t("First dealer"), text.t(_FIRST_WORDS[wish.first])),
    }
    lines: list[Line | Item] = [
        Item("start", (Span(brush.t("Start"), bold=True),), ("n",)),
        (),
    ]
    for key in _SETUP_KEYS:
        label, value = rows[key]
        lines.append(_value_item(key, label, value, brush))
        if key == "opponent":
            lines += _manner(wish.level, two, brush, width)
    lines += [(), *prose(brush.t(_SETUP_NOTE), width, Tone.MUTE)]
    choose, change, start, back = _value_hints(brush, text.t("start"))
    pages = (
        KeyHint(text.t("p"), text.t("rules"), "p"),
        KeyHint(text.t("c"), text.t("compare"), BESIDE_KEY),
        *((KeyHint(text.t("e"), text.t("own rules"), OWN_KEY),) if own else ()),
    )
    hints = (change, start, *pages, choose, back)
    return Sheet(brush.t("New game"), tuple(lines), hints)


_SETUP_NOTE: Final = N_("p tells everything about these rules; in a match r does.")


def _manner(level: str, two: Two, brush: Brush, width: int) -> list[Line]:
    """How the opponent plays, below the name; every choice has as many lines as the longest."""
    text = brush.text
    told = {str(one.level): one.manner for one in opponents(text)} | {"": text.t(two.note)}
    room = max(width - _VALUES_AT, 1)
    lines = {one: list(wrapped(brush.glyphs.words(said), room)) for one, said in told.items()}
    played = character(level)
    mine = lines.get(level if played is None else str(played.level), [])
    blank = [BLANK] * (max(map(len, lines.values())) - len(mine))
    indent = Span(" " * _VALUES_AT)
    return [*((indent, Span(line, Tone.MUTE)) for line in mine), *blank]


_LABEL: Final = 18
_VALUES_AT: Final = 3 + _LABEL + 2
"""The column of a page of values at which these begin, behind sign, label and arrow."""


def _value_item(name: str, label: str, value: str, brush: Brush) -> Item:
    words = brush.glyphs.words
    arrows = brush.glyphs.left_right
    spans = (
        Span(column(words(label), _LABEL)),
        Span(f"{arrows[0]} {words(value)} {arrows[1]}", Tone.ACCENT),
    )
    return Item(name, spans)


def _value_hints(brush: Brush, entering: str) -> tuple[KeyHint, ...]:
    """The keys of a page of values; ``entering`` is what Enter does."""
    text = brush.text
    return (
        KeyHint(brush.glyphs.up_down, text.t("choose"), "down"),
        KeyHint(brush.glyphs.left_right, text.t("change"), "right"),
        KeyHint(text.t("Enter"), entering, "enter"),
        KeyHint(text.t("Esc"), text.t("back"), "escape"),
    )


def opponent_words(text: Text, level: str) -> str:
    """Who plays against the person."""
    if not level:
        return text.t(AT_THIS_SCREEN.words)
    played = character(level)
    if played is not None:
        return with_level(text, opponent(text, played.key))
    return text.t("the computer, {name}", name=level)


def _rules_of(name: str) -> Rules | None:
    try:
        return named_rules(name)
    except (ValueError, OSError):
        return None


def _rules_words(text: Text, name: str) -> str:
    rules = _rules_of(name)
    return name if rules is None else rules_name(text, rules)


def _rounds_words(text: Text, wish: Wish) -> str:
    if wish.rounds:
        return str(wish.rounds)
    rules = _rules_of(wish.rules)
    if rules is None:
        return text.t("as the rules say")
    return text.t("as the rules say, {count}", count=rules.rounds)


def subtitle(wish: Wish, brush: Brush) -> str:
    """What a new match would be, for the title screen."""
    text = brush.text
    rules = _rules_of(wish.rules)
    rounds = wish.rounds or (rules.rounds if rules is not None else 0)
    if not rounds:
        return text.t(
            "{opponent}; rules “{rules}” (they cannot be read)",
            opponent=opponent_words(text, wish.level),
            rules=_rules_words(text, wish.rules),
        )
    return text.n(
        "{opponent}; rules “{rules}”; {count} round",
        "{opponent}; rules “{rules}”; {count} rounds",
        rounds,
        opponent=opponent_words(text, wish.level),
        rules=_rules_words(text, wish.rules),
    )


_OPTIONS: Final = {
    "language": N_("Language"),
    "theme": N_("Theme"),
    "glyphs": N_("Signs"),
    "colours": N_("Colours"),
    "cards": N_("Cards"),
    "blocks": N_("Blocks"),
    "kanji": N_("Kanji"),
    "motion": N_("Motion"),
    "pace": N_("Pace"),
    "quick_play": N_("Quick play"),
    "what_if": N_("Preview"),
    "hints": N_("Hints"),
}
"""The settings on the options page, with their labels."""

_OPTION_WORDS: Final = {
    "dark": N_("dark"),
    "light": N_("light"),
    "auto": N_("what the terminal has"),
    "none": N_("none"),
    "truecolor": N_("all"),
    "256": N_("256"),
    "16": N_("16"),
    "text": N_("in words"),
    "quarter": N_("quarters of a cell"),
    "half": N_("halves of a cell"),
    "full": N_("full"),
    "safe": N_("those of text consoles"),
    "ascii": N_("ASCII only"),
    "calm": N_("calm"),
    "quick": N_("quick"),
    "normal": N_("normal"),
    "slow": N_("slow"),
}
_AUTO_WORDS: Final = {
    "cards": N_("pictures where possible"),
    "motion": N_("full; calm over SSH"),
}
"""What ``auto`` means where it is not what the terminal has."""
_OPTION_NOTES: Final = {
    "cards": N_("Pictures need 256 colours; gaps in them close at a line height of 1.0."),
    "blocks": N_("Blocks: what pictures are made of, where a font lacks quarters."),
    "kanji": N_("Kanji: the largest cards name their plant as in Japan."),
    "pace": N_("Pace: how long the table rests after what the other player does."),
    "quick_play": N_("Quick play: the first press of a card's key plays it."),
    "what_if": N_("Preview: the panel tells what the chosen card would take and make."),
    "hints": N_("Hints: h asks the Phoenix what to do; results say how often."),
    "motion": N_("Motion calm: cards do not slide; none: the table changes at once."),
}


def change_option(settings: Settings, name: str, by: int) -> Settings | None:
    """The settings with the next or the one before of an option's values; ``None`` for none."""
    if name not in _OPTIONS:
        return None
    value = getattr(settings, name)
    if isinstance(value, bool):
        return replace(settings, **cast("Any", {name: not value}))
    choices = SETTING_BY_KEY[name].choices or ("auto", *available())
    return replace(settings, **cast("Any", {name: _next(choices, value, by)}))


def _wanted(value: str, text: Text) -> Text:
    """The language that would be spoken if the signs had its letters."""
    if value in available():
        return usable(value)
    return text.usual if isinstance(text, LiveText) else text


def _language_words(value: str, brush: Brush) -> str:
    if value in available():
        return named(usable(value), brush.glyphs.words)
    now = named(brush.text, brush.glyphs.words)
    return brush.text.t("{language}, by the system", language=now)


def options_sheet(settings: Settings, brush: Brush, width: int) -> Sheet:
    """The page of options; each takes effect at once."""
    text = brush.text
    lines: list[Line | Item] = []
    for key, label in _OPTIONS.items():
        value = getattr(settings, key)
        if key == "language":
            said = _language_words(value, brush)
        elif isinstance(value, bool):
            said = text.t("on") if value else text.t("off")
        elif value == "auto" and key in _AUTO_WORDS:
            said = text.t(_AUTO_WORDS[key])
        else:
            said = text.t(_OPTION_WORDS[value])
        lines.append(_value_item(key, text.t(label), said, brush))
    lines.append(())
    wanted = _wanted(settings.language, text)
    if not readable(wanted, brush.glyphs.words):
        said = brush.t(
            "{language} cannot be shown with these signs; English is used.", language=latin(wanted)
        )
        lines += prose(said, width, Tone.ACCENT)
    for note in _OPTION_NOTES.values():
        lines += prose(brush.t(note), width, Tone.MUTE)
    return Sheet(brush.t("Options"), tuple(lines), _value_hints(brush, text.t("change")))
