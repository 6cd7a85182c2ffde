"""The inks: readable everywhere, and told apart by something else than colour."""

from __future__ import annotations

import pytest
from rich.color import ANSI_COLOR_NAMES, Color

from koikoi.engine.cards import CARDS, Kind
from koikoi.tui.board import style_of
from koikoi.tui.frame import Ink
from koikoi.tui.pen import colour_of
from koikoi.tui.terminal import Colours
from koikoi.tui.theme import (
    BASIC,
    DARK,
    DARK_256,
    LIGHT,
    LIGHT_256,
    MONO,
    Fill,
    Ground,
    Theme,
    Tone,
    theme_for,
)

COLOURFUL = [DARK, LIGHT, DARK_256, LIGHT_256]
ALL = [*COLOURFUL, BASIC, MONO]
READABLE = 4.5
"""The least contrast of text, WCAG 2.2, success criterion 1.4.3 (AA)."""

names = pytest.mark.parametrize("theme", COLOURFUL, ids=lambda theme: theme.name)
everywhere = pytest.mark.parametrize("theme", ALL, ids=lambda theme: theme.name)


def luminance(colour: str) -> float:
    """The relative luminance of ``#rrggbb``, 0 to 1 (WCAG 2.2, definition of it)."""
    assert len(colour) == 7
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(ink: Ink) -> float:
    """The contrast of an ink, 1 to 21."""
    light, dark = sorted((luminance(ink.fg), luminance(ink.bg)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_as_the_standard_says() -> None:
    assert contrast(Ink("#ffffff", "#000000")) == pytest.approx(21)
    assert contrast(Ink("#777777", "#ffffff")) == pytest.approx(4.48, abs=0.005)
    assert contrast(Ink("#808080", "#808080")) == 1


@names
@pytest.mark.parametrize("ground", list(Ground))
def test_every_tone_is_readable_on_every_ground(theme: Theme, ground: Ground) -> None:
    # Separators are no text: what they separate is told by its place as well.
    measured = {tone: contrast(theme.on(ground, tone)) for tone in Tone if tone is not Tone.LINE}
    assert {tone: ratio for tone, ratio in measured.items() if ratio < READABLE} == {}


@names
def test_every_fill_is_readable(theme: Theme) -> None:
    # The weave of a card's back and its sides are no text; what they say stands below them.
    written = [fill for fill in Fill if fill not in (Fill.BACK, Fill.EDGE)]
    measured = {fill: contrast(theme.fill(fill)) for fill in written}
    assert {fill: ratio for fill, ratio in measured.items() if ratio < READABLE} == {}


@names
def test_separators_are_seen(theme: Theme) -> None:
    assert all(contrast(theme.on(ground, Tone.LINE)) > 1.2 for ground in Ground)


@names
def test_cards_face_down_are_seen_on_the_strip(theme: Theme) -> None:
    ink = theme.fill(Fill.BACK)._replace(bg=theme.grounds[Ground.STRIP])
    assert contrast(ink) > 1.2


@everywhere
def test_a_theme_has_everything(theme: Theme) -> None:
    assert set(theme.grounds) == set(Ground)
    assert set(theme.tones) == set(Tone)
    assert set(theme.fills) == set(Fill)
    for card in CARDS:
        assert theme.of_card(card) in theme.fills.values()
    for kind in Kind:
        assert theme.of_kind(kind) in theme.tones


@names
def test_the_kinds_and_the_ribbons_have_six_grounds(theme: Theme) -> None:
    assert len({theme.of_card(card).bg for card in CARDS}) == 6


@names
def test_what_is_chosen_and_what_can_be_taken_are_told_apart(theme: Theme) -> None:
    assert theme.fill(Fill.FOCUS).bg != theme.fill(Fill.MATCH).bg
    assert theme.on(Ground.TABLE, Tone.ACCENT).fg != theme.on(Ground.TABLE, Tone.MATCH).fg


@pytest.mark.parametrize("theme", [DARK_256, LIGHT_256], ids=lambda theme: theme.name)
def test_the_256_colours_reach_the_terminal_by_their_numbers(theme: Theme) -> None:
    inks = [*theme.tones.values(), *theme.fills.values()]
    colours = {*theme.grounds.values(), *(c for ink in inks for c in (ink.fg, ink.bg) if c)}
    changed = []
    for colour in sorted(colours):
        sent = colour_of(colour, Colours.EXTENDED)
        assert sent is not None
        if sent.get_truecolor() != Color.parse(colour).triplet or sent.number is None:
            changed.append(colour)
    assert changed == []


def test_sixteen_colours_are_asked_for_by_their_names() -> None:
    inks = [*BASIC.tones.values(), *BASIC.fills.values()]
    used = {c for ink in inks for c in (ink.fg, ink.bg) if c}
    assert used
    for colour in used:
        assert ANSI_COLOR_NAMES[colour] < 16
    # The grounds are the terminal's own, light or dark.
    assert set(BASIC.grounds.values()) == {""}


def test_without_colours_there_is_none() -> None:
    inks = [MONO.on(ground, tone) for ground in Ground for tone in Tone]
    inks += [MONO.fill(fill) for fill in Fill]
    for ink in inks:
        assert ink.fg == ink.bg == ""
        style = style_of(ink, Colours.NONE)
        assert style.color is style.bgcolor is None
    assert len({(ink.bold, ink.dim, ink.reverse) for ink in inks}) > 2


@pytest.mark.parametrize("theme", [BASIC, MONO], ids=lambda theme: theme.name)
def test_where_colours_tell_nothing_signs_have_to(theme: Theme) -> None:
    assert not theme.colourful
    assert theme.dark is None
    assert theme.fill(Fill.FOCUS).reverse


@pytest.mark.parametrize(
    ("colours", "dark", "light"),
    [
        (Colours.TRUECOLOR, DARK, LIGHT),
        (Colours.EXTENDED, DARK_256, LIGHT_256),
        (Colours.BASIC, BASIC, BASIC),
        (Colours.NONE, MONO, MONO),
    ],
)
def test_every_terminal_has_its_themes(colours: Colours, dark: Theme, light: Theme) -> None:
    assert theme_for(colours, dark=True) is dark
    assert theme_for(colours, dark=False) is light
