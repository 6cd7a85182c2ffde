"""The signs: one column each, and only what the terminal has."""

from __future__ import annotations

import unicodedata

import pytest
from rich.cells import cell_len

from koikoi.engine.cards import Kind
from koikoi.text.catalogue import load
from koikoi.tui.glyphs import ASCII, FULL, SAFE, SETS, TWO_COLUMNS, Glyphs, all_signs
from koikoi.tui.terminal import GlyphSet
from tests.text import samples

every_set = pytest.mark.parametrize("glyphs", list(SETS.values()), ids=lambda glyphs: glyphs.name)

ROWS = {"box": 6, "heavy": 6}
"""Signs that are several of one column each."""

LOW = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂"
"""What the code page draws at 1 to 31 and 127, where its table for texts has control characters."""

SAYINGS = tuple(dict.fromkeys([*samples.sentences(load()), *samples.phrases(load())]))


def signs(glyphs: Glyphs) -> dict[str, str]:
    return {name: sign for name, sign in glyphs._asdict().items() if name != "name"}


@every_set
def test_every_sign_has_its_columns(glyphs: Glyphs) -> None:
    for name, sign in signs(glyphs).items():
        columns = 2 if name in TWO_COLUMNS else ROWS.get(name, 1)
        assert len(sign) == cell_len(sign) == columns, name


def test_every_terminal_has_its_set() -> None:
    assert set(SETS) == set(GlyphSet)
    assert all(glyphs.name is name for name, glyphs in SETS.items())


def test_the_ascii_set_is_printable_ascii() -> None:
    assert all(" " <= sign <= "~" for sign in all_signs(ASCII))


def test_the_safe_set_is_in_the_code_page_of_consoles() -> None:
    for sign in all_signs(SAFE):
        assert sign in LOW or sign.encode("cp437"), sign


@every_set
def test_no_sign_is_an_emoji_or_joins_others(glyphs: Glyphs) -> None:
    for sign in all_signs(glyphs):
        code = ord(sign)
        assert code not in (0x200D, 0xFE0E, 0xFE0F)
        assert unicodedata.category(sign) not in ("Cf", "Mn", "Me", "Co", "Cn", "Cs")
        # Whole blocks of pictures, and the old signs that some terminals draw as emoji.
        assert code < 0x1F000
        assert sign not in "☀☁☂☎☔☕♈♠♣♥♦♨⚓⚠⚡⛄✂✅✈✉✊✋✌✏✒✔✖✨✳✴❄❇❌❎❓❗❤➕➡⬅⬆⬇⬛⬜⭐⭕▪▫▶◀◻◼"


@every_set
def test_no_sign_needs_a_font_that_few_have(glyphs: Glyphs) -> None:
    for sign in all_signs(glyphs):
        assert not 0x2800 <= ord(sign) <= 0x28FF, "braille"
        assert not 0x1FB00 <= ord(sign) <= 0x1FBFF, "sextants"
        assert not 0xE000 <= ord(sign) <= 0xF8FF, "icons of one's own"


@every_set
def test_signs_that_stand_in_one_place_differ(glyphs: Glyphs) -> None:
    apart: list[tuple[str, ...]] = [
        ("light", "animal", "ribbon", "plain"),
        ("made", "lost", "near"),
        ("match", "none"),
        ("made", "lost", "in_hand", "on_field", "unseen"),
        ("have", "want"),
        ("focus_left", "target_left", "good"),
        ("focus_right", "target_right", "good"),
        ("box", "heavy"),
    ]
    for names in apart:
        found = [getattr(glyphs, name) for name in names]
        assert len(set(found)) == len(found), names


@every_set
def test_every_kind_has_a_sign(glyphs: Glyphs) -> None:
    assert len({glyphs.kind(kind) for kind in Kind}) == 4


def test_words_are_written_as_they_are_where_the_terminal_has_all_letters() -> None:
    assert all(FULL.words(said) == said for said in SAYINGS)


def test_words_are_spelled_in_ascii_where_the_terminal_has_nothing_else() -> None:
    assert ASCII.words("Gokō – Chōfuku → “8” × …").isascii()
    for said in SAYINGS:
        spelled = ASCII.words(said)
        assert spelled.isascii(), said
        assert spelled.isprintable()


def test_words_are_spelled_in_the_code_page_of_consoles() -> None:
    for said in SAYINGS:
        spelled = SAFE.words(said)
        # Python's table has controls where the code page has the signs of the safe set.
        assert spelled.replace(SAFE.match, "").encode("cp437"), said
        assert spelled.isprintable()
    assert SAFE.words("Gokō") == "Goko"
    assert SAFE.words("é") == "é"


@every_set
def test_a_sign_among_words_stays_what_it_is(glyphs: Glyphs) -> None:
    for name, sign in signs(glyphs).items():
        assert glyphs.words(f"{sign} choose") == f"{sign} choose", name
