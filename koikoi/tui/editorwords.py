"""What the rules editor says: its options with their values, and all about the chosen one. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len

from koikoi.engine.rules import OPTION_BY_KEY, OPTIONS, Rules
from koikoi.table.rulesdraft import Draft
from koikoi.text.option_notes import GROUPS, group_name, option_note
from koikoi.text.options import option_name, option_value, rules_name
from koikoi.text.own_rules import difference
from koikoi.text.problems import rules_problem, shown
from koikoi.text.rules_change import change, said_of, with_option
from koikoi.tui.brush import Brush
from koikoi.tui.frame import cut
from koikoi.tui.sheet import (
    BLANK,
    Item,
    Line,
    Sheet,
    Span,
    choosing_hints,
    column,
    prose,
    reading_hints,
)
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint

_WIDEST_NAME: Final = 30
"""Letters of a name that stand in the title."""


class Heading(NamedTuple):
    """The heading of a group.

    Attributes:
        key: The first option of the group.
    """

    key: str


class Entry(NamedTuple):
    """An option that can be chosen.

    Attributes:
        key: The option.
    """

    key: str


ListRow: TypeAlias = Heading | Entry


def _list_rows() -> Iterator[ListRow]:
    for option in OPTIONS:
        if option.key in GROUPS:
            yield Heading(option.key)
        yield Entry(option.key)


ROWS: Final[tuple[ListRow, ...]] = tuple(_list_rows())
"""The list of the editor."""

KEYS: Final = tuple(option.key for option in OPTIONS)
"""The options in the order of the list."""


class Look(NamedTuple):
    """What the editor shows.

    Attributes:
        draft: The rules that are being made.
        chosen: The option that is chosen.
        typing: Whether a value is being typed.
        typed: What has been typed.
        top: The first row of the list that is shown.
        said: What is to be said, such as that the rules are saved.
    """

    draft: Draft
    chosen: str = KEYS[0]
    typing: bool = False
    typed: str = ""
    top: int = 0
    said: str = ""


def value_words(draft: Draft, key: str, brush: Brush) -> str:
    """The value of an option in words; what is not allowed as it is."""
    value = draft.values[key]
    option = OPTION_BY_KEY[key]
    if not option.allows(value):
        return shown(value)
    if option.type == "text":
        return brush.glyphs.words(str(value))
    assert isinstance(value, str | int)
    return brush.glyphs.words(option_value(brush.text, key, value))


def title(draft: Draft, brush: Brush, width: int) -> str:
    """What stands at the top: whose rules, whether they are saved, how far from which preset.

    What has no room is left out from the right.
    """
    text = brush.text
    named = shown(draft.values["name"], _WIDEST_NAME)
    count = len(draft.changed)
    base = rules_name(text, draft.base)
    parts = [brush.t("Rules “{name}”", name=named)]
    if draft.unsaved:
        parts.append(brush.t("not saved"))
    parts.append(brush.glyphs.words(difference(text, count, base)))
    said = cut(parts[0], width)
    for part in parts[1:]:
        if cell_len(said) + 2 + cell_len(part) > width:
            break
        said = f"{said}  {part}"
    return said


def group_words(first: str, brush: Brush) -> str:
    """The heading of a group."""
    return brush.glyphs.words(group_name(brush.text, first))


def allowed_words(key: str, draft: Draft, brush: Brush) -> list[Span]:
    """What an option may be; the present value stands out."""
    text, option = brush.text, OPTION_BY_KEY[key]
    if option.type == "integer":
        said = brush.t("a whole number from {low} to {high}", low=option.low, high=option.high)
        return [Span(said)]
    if option.type == "text":
        said = brush.t(
            "a text of {low} to {high} printable characters", low=option.low, high=option.high
        )
        return [Span(said)]
    values: tuple[str | bool, ...] = option.choices or (False, True)
    spans: list[Span] = []
    for value in values:
        mine = draft.values[key] == value
        said = brush.glyphs.words(option_value(text, key, value))
        sign = brush.glyphs.made if mine else brush.glyphs.plain
        spans.append(Span(f"{sign} {said}", Tone.ACCENT if mine else Tone.TEXT, bold=mine))
    return spans


def detail(draft: Draft, key: str, brush: Brush, width: int) -> list[Line]:
    """All about an option, the most important first: trouble, what it is, what it does here."""
    text, words = brush.text, brush.glyphs.words
    lines: list[Line] = []
    head = brush.t("{option}, “{key}” in the file", option=option_name(text, key), key=key)
    lines += prose(head, width, Tone.ACCENT, bold=True)
    for problem in draft.problems:
        if problem.key == key:
            said = f"{brush.glyphs.near} {words(rules_problem(text, problem))}"
            lines += prose(said, width, Tone.BAD, bold=True, indent=2)
    lines += prose(words(option_note(text, key)), width)
    lines += _joined(allowed_words(key, draft, brush), width)
    if draft.differs(key):
        value = option_value(text, key, getattr(draft.base, key))
        base = rules_name(text, draft.base)
        said = brush.t("{rules} has: {value}.", rules=base, value=value)
        lines += prose(f"* {said}", width, Tone.WARN, indent=2)
    if draft.problem(key) is None:
        lines += _preview(draft, key, brush, width)
    return lines


def _joined(spans: list[Span], width: int) -> list[Line]:
    """Values one after the other, as many in a line as have room."""
    lines: list[Line] = []
    line: list[Span] = []
    room = width
    for span in spans:
        if cell_len(span.said) > width:
            lines += [tuple(line)] if line else []
            lines += prose(span.said, width, span.tone, bold=span.bold, indent=2)
            line, room = [], width
            continue
        if line and cell_len(span.said) > room:
            lines.append(tuple(line))
            line, room = [], width
        line += [span, Span("  ")]
        room -= cell_len(span.said) + 2
    return [*lines, tuple(line)] if line else lines


def _preview(draft: Draft, key: str, brush: Brush, width: int) -> list[Line]:
    """The sentences of the rules page that the option is told by, and those that it was."""
    text, words, rules = brush.text, brush.glyphs.words, draft.legible
    lines: list[Line] = []
    if draft.differs(key):
        gone, come = change(text, _as_base(draft, rules, key), rules)
        for sign, sentences, tone in (("+", come, Tone.GOOD), ("-", gone, Tone.MUTE)):
            for said in sentences:
                lines += prose(f"{sign} {words(said)}", width, tone, indent=2)
        if lines:
            return lines
    told = said_of(text, rules, key)
    if not told:
        said = brush.t("Beside the other options it changes nothing here.")
        return list(prose(said, width, Tone.MUTE))
    for said in told:
        lines += prose(f"{brush.glyphs.pointer} {words(said)}", width, indent=2)
    return lines


def _as_base(draft: Draft, rules: Rules, key: str) -> Rules:
    """The rules with one option as the base has it."""
    return with_option(rules, key, getattr(draft.base, key))


def detail_sheet(draft: Draft, key: str, brush: Brush, width: int) -> Sheet:
    """All about an option on a page of its own."""
    lines = detail(draft, key, brush, width)
    return Sheet(brush.t("About the option"), tuple(lines), reading_hints(brush))


def values_sheet(draft: Draft, key: str, brush: Brush, width: int) -> Sheet:
    """The values of an option to choose from, each with what it would change."""
    text, words, now = brush.text, brush.glyphs.words, draft.legible
    lines: list[Line | Item] = [*prose(words(option_note(text, key)), width, Tone.MUTE)]
    for value in OPTION_BY_KEY[key].choices:
        mine = draft.values[key] == value
        sign = brush.glyphs.made if mine else " "
        said = words(option_value(text, key, value))
        lines += [BLANK, Item(value, (Span(f"{sign} {said}", bold=mine),))]
        told = (
            said_of(text, now, key) if mine else change(text, now, with_option(now, key, value))[1]
        )
        for sentence in told:
            lines += [
                (Span("     "), *line)
                for line in prose(words(sentence), max(width - 5, 1), Tone.MUTE, indent=2)
            ]
    title_said = words(option_name(text, key))
    return Sheet(title_said, tuple(lines), choosing_hints(brush, text.t("back")))


def hints(look: Look, brush: Brush) -> tuple[KeyHint, ...]:
    """The keys that work now."""
    text = brush.text
    if look.typing:
        digits = OPTION_BY_KEY[look.chosen].type == "integer"
        return (
            KeyHint(text.t("Enter"), text.t("ok"), "enter"),
            KeyHint(text.t("Esc"), text.t("back"), "escape"),
            *((KeyHint(str(digit), "", str(digit)) for digit in range(10)) if digits else ()),
            KeyHint(text.t("Backspace"), text.t("erase"), "backspace"),
        )
    return (
        KeyHint("?", text.t("all keys"), "question_mark"),
        KeyHint(brush.glyphs.left_right, text.t("change"), "right"),
        KeyHint(text.t("Enter"), text.t("choose"), "enter"),
        KeyHint(text.t("s"), text.t("save"), "s"),
        KeyHint(text.t("r"), text.t("reset"), "r"),
        KeyHint(text.t("Tab"), text.t("about it"), "tab"),
        KeyHint(text.t("p"), text.t("rules page"), "p"),
        KeyHint(text.t("b"), text.t("compare with"), "b"),
        KeyHint(text.t("q"), text.t("leave"), "q"),
    )


def keys_sheet(brush: Brush) -> Sheet:
    """All keys, to read or to choose from."""
    text = brush.text
    told = (
        (
            "right",
            brush.glyphs.left_right,
            text.t("the next or previous value; digits type one"),
        ),
        ("enter", text.t("Enter"), text.t("choose from all values, or type one")),
        ("r", text.t("r"), text.t("this option as the preset has it")),
        ("R", text.t("R"), text.t("all options as the preset has them")),
        ("b", text.t("b"), text.t("compare with another preset")),
        ("n", text.t("n"), text.t("the next option that differs")),
        ("tab", text.t("Tab"), text.t("all about the option")),
        ("p", text.t("p"), text.t("the whole page of these rules")),
        ("s", text.t("s"), text.t("save as rules of your own")),
        ("q", text.t("q"), text.t("leave; what is not saved is asked about")),
    )
    items = []
    for key, written, said in told:
        spans = (
            Span(column(brush.glyphs.words(written), 8), Tone.ACCENT, bold=True),
            Span(brush.glyphs.words(said)),
        )
        items.append(Item(key, spans))
    return Sheet(brush.t("Keys"), tuple(items), choosing_hints(brush, text.t("back")))
