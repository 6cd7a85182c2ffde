"""The file of the pictures: its form, its colours, and that no two cards look the same.

Drawings change; nothing here knows what any of them shows.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from koikoi.assets import MissingAsset, asset
from koikoi.engine.cards import CARDS, Card
from koikoi.tui import art
from koikoi.tui.art import FILE, SIZES, Form, Picture, palette, picture
from koikoi.tui.brush import make_brush
from koikoi.tui.frame import Canvas, Ink, Rect
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK, xterm
from tests.tui.scenes import ENGLISH

ROOT: Final = Path(__file__).parents[2]
KEYS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-"
GLYPHS: Final = "▘▝▖▗▌▐▀▄▚▞▛▜▙▟█"
NAMES: Final = {"S": (6, 4), "N": (8, 5), "M": (10, 7), "L": (14, 10), "X": (28, 20)}
SECTIONS: Final = [
    f"{name} {form.value} {w} {h}" for name, (w, h) in NAMES.items() for form in Form
]

BASE: Final = """
    paper F4EAD2/230  paper2 DCCBA8/187  ink 201C24/234  ink2 3A3440/237  pine 1C5A38/22
    leaf 2E8048/28  leaf2 79B356/107  moss A9B84A/143  red D4213A/160  red2 8F1428/88
    rose EE6C82/204  pink F6A9BC/218  blush FCD9E0/225  purple 5B3696/54  violet 9A78D0/98
    lilac CDBBEA/183  blue 2B50B4/26  navy 1B2C66/18  sky 86B9E8/117  ice CFE3F2/195
    gold F3B52B/214  amber C8801A/172  orange E66A22/202  brown 6B3F22/94  tan AE7743/137
    grey 84828C/244  silver C6C3C0/251  white FFFFFF/231
"""
"""The colours that drawings are made of, with their numbers in the xterm palette, as designed."""

QUARTERS: Final = {
    " ": "....", "▘": "x...", "▝": ".x..", "▖": "..x.", "▗": "...x",
    "▌": "x.x.", "▐": ".x.x", "▀": "xx..", "▄": "..xx", "▚": "x..x", "▞": ".xx.",
    "▛": "xxx.", "▜": "xx.x", "▙": "x.xx", "▟": ".xxx", "█": "xxxx",
}  # fmt: skip
"""Which quarters of a cell a glyph fills: upper left, upper right, lower left, lower right."""

each_section = pytest.mark.parametrize("section", SECTIONS)
each_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: SIZES[size])
each_form = pytest.mark.parametrize("form", list(Form))


class Entry(NamedTuple):
    """A line of the palette."""

    key: str
    true: str
    xterm: int
    name: str


@cache
def sections() -> dict[str, list[str]]:
    """The file's parts by their names, read without the program."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in asset(FILE).read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            name = line.removeprefix("= ")
            assert name not in found, f"{name} is there twice"
            found[name] = []
        elif not line.startswith("#"):
            assert name, "a line before the first part"
            found[name].append(line)
    return found


def entries() -> list[Entry]:
    found = []
    for line in sections()["palette"]:
        key, true, number, name = line.split(" ")
        found.append(Entry(key, true, int(number), name))
    return found


def cards_in(section: str) -> Iterator[tuple[str, list[list[str]]]]:
    """The cards of a part: the line that names each, and its rows in their columns."""
    height = int(section.split()[-1])
    lines = sections()[section]
    assert len(lines) == len(CARDS) * (height + 1)
    for start in range(0, len(lines), height + 1):
        yield lines[start], [line.split(" ") for line in lines[start + 1 : start + 1 + height]]


def seen(drawn: Picture, colours: list[str]) -> tuple[str, ...]:
    """What is seen of a picture: the colours of all quarters of its cells."""
    quarters: list[str] = []
    for row in drawn:
        for dot in row:
            quarters += [
                colours[dot.fg if filled == "x" else dot.bg] for filled in QUARTERS[dot.glyph]
            ]
    return tuple(quarters)


# The palette.


def test_the_palette_has_64_colours_with_keys_and_names_of_their_own() -> None:
    found = entries()
    assert "".join(entry.key for entry in found) == KEYS
    assert len({entry.name for entry in found}) == len({entry.true for entry in found}) == 64
    assert [entry.name for entry in found[28:]] == [f"mid{n}" for n in range(1, 37)]


def test_every_colour_of_the_palette_has_six_digits_and_a_number_that_no_terminal_changes() -> None:
    for entry in entries():
        assert len(entry.true) == 7, entry
        assert entry.true.startswith("#"), entry
        assert 0 <= int(entry.true[1:], 16) <= 0xFFFFFF
        # The first 16 are whatever a terminal's owner likes.
        assert 16 <= entry.xterm <= 255, entry


def test_the_colours_of_drawings_are_those_of_the_design() -> None:
    words = BASE.split()
    designed = {}
    for name, colour in zip(words[::2], words[1::2], strict=True):
        true, _, number = colour.partition("/")
        designed[name] = (f"#{true}", int(number))
    assert len(designed) == 28
    assert {entry.name: (entry.true, entry.xterm) for entry in entries()[:28]} == designed


def test_the_program_has_the_palette_of_the_file() -> None:
    assert [tuple(colour) for colour in palette()] == [
        (entry.true.lower(), entry.xterm, entry.name) for entry in entries()
    ]


# The pictures.


def test_the_file_has_every_size_in_both_forms_and_nothing_else() -> None:
    assert list(sections()) == ["palette", *SECTIONS]
    assert {name: size for size, name in SIZES.items()} == NAMES


def test_the_file_is_plain_text_with_lines_as_on_every_system() -> None:
    data = asset(FILE).read_bytes()
    assert b"\r" not in data
    assert data.endswith(b"\n")
    assert not data.startswith(b"\xef\xbb\xbf")


@each_section
def test_every_section_has_all_cards_with_all_their_rows_and_columns(section: str) -> None:
    _, form, columns, rows = section.split()
    titles = []
    for title, lines in cards_in(section):
        titles.append(title)
        assert len(lines) == int(rows)
        for line in lines:
            assert len(line) == (3 if form == "quadrants" else 2), title
            assert {len(part) for part in line} == {int(columns)}, title
            keys = line[-2] + line[-1]
            assert set(keys) <= set(KEYS), title
    assert [title.split(" ")[:2] for title in titles] == [["@", str(n)] for n in range(48)]


@each_section
def test_every_picture_is_named_by_the_code_of_its_card(section: str) -> None:
    titles = [title for title, _ in cards_in(section)]
    assert titles == [f"@ {number} {card.code}" for number, card in enumerate(CARDS)]


@pytest.mark.parametrize("section", [name for name in SECTIONS if "quadrants" in name])
def test_quadrants_are_block_glyphs_and_cells_of_one_colour(section: str) -> None:
    for title, lines in cards_in(section):
        for glyphs, above, behind in lines:
            assert set(glyphs) <= {*GLYPHS, "."}, title
            for glyph, fg, bg in zip(glyphs, above, behind, strict=True):
                # A glyph in the colour of its ground would be bytes for nothing.
                assert (glyph == ".") == (fg == bg), title


@each_size
@each_form
def test_the_program_draws_what_the_file_says(size: tuple[int, int], form: Form) -> None:
    keys = {entry.key: place for place, entry in enumerate(entries())}
    section = f"{SIZES[size]} {form.value} {size[0]} {size[1]}"
    for card, (_, lines) in zip(CARDS, cards_in(section), strict=True):
        drawn = picture(card, *size, form)
        assert len(drawn) == size[1]
        for row, line in zip(drawn, lines, strict=True):
            above, behind = line[-2:]
            assert [dot.fg for dot in row] == [keys[key] for key in above]
            assert [dot.bg for dot in row] == [keys[key] for key in behind]
            said = "".join(dot.glyph for dot in row)
            if form is Form.QUADRANTS:
                assert said == line[0].replace(".", " ")


@each_size
def test_halves_are_upper_halves_and_blanks_only(size: tuple[int, int]) -> None:
    for card in CARDS:
        for dot in (dot for row in picture(card, *size, Form.HALVES) for dot in row):
            assert dot.glyph == (" " if dot.fg == dot.bg else "▀")
            # Text consoles have both.
            assert len(dot.glyph.encode("cp437")) == 1


@each_size
@pytest.mark.parametrize("colours", ["true", "xterm"])
def test_no_two_cards_have_the_same_picture(size: tuple[int, int], colours: str) -> None:
    if colours == "true":
        shown = [colour.true for colour in palette()]
    else:
        shown = [xterm(colour.xterm) for colour in palette()]
    pictures: dict[tuple[str, ...], Card] = {}
    for card in CARDS:
        quarters = seen(picture(card, *size, Form.QUADRANTS), shown)
        assert len(quarters) == 4 * size[0] * size[1]
        assert quarters not in pictures, f"{card.code} looks like {pictures[quarters].code}"
        pictures[quarters] = card


@each_size
@each_form
def test_no_picture_is_of_one_colour(size: tuple[int, int], form: Form) -> None:
    colours = [colour.true for colour in palette()]
    for card in CARDS:
        assert len(set(seen(picture(card, *size, form), colours))) > 1, card.code


# Reading.


@pytest.fixture
def unread() -> Iterator[None]:
    """A program that has not read anything of the file yet, and will not keep what it reads."""
    caches = (art.palette, art._places, art.picture, art._section)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


@pytest.fixture
def asked(unread: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts of the file that are read from now on."""
    read: list[str] = []
    really = art._read

    def noted(name: str) -> list[str]:
        read.append(name)
        return really(name)

    monkeypatch.setattr(art, "_read", noted)
    return read


def drawn(places: list[tuple[Card, Rect]], glyphs: GlyphSet = GlyphSet.FULL) -> None:
    canvas = Canvas(80, 30, Ink())
    brush = make_brush(DARK, glyphs, ENGLISH)
    for card, place in places:
        brush.faces.face(canvas, place, card)


def test_a_size_is_read_when_a_card_of_it_is_first_drawn(asked: list[str]) -> None:
    place = Rect(0, 0, 6, 5)
    drawn([(card, place) for card in CARDS[:6]])
    assert set(asked) == {"palette", "S quadrants 6 4"}
    assert asked.count("S quadrants 6 4") == 1, "once for all cards"
    asked.clear()
    drawn([(CARDS[7], place), (CARDS[7], Rect(0, 0, 14, 11))])
    assert asked == ["L quadrants 14 10"]


def test_a_console_reads_no_quadrants(asked: list[str]) -> None:
    drawn([(CARDS[0], Rect(0, 0, 10, 8))], GlyphSet.SAFE)
    assert set(asked) == {"palette", "M halves 10 7"}


def test_backs_and_text_cards_need_no_picture(asked: list[str]) -> None:
    faces = make_brush(DARK, GlyphSet.FULL, ENGLISH).faces
    canvas = Canvas(80, 30, Ink())
    faces.back(canvas, Rect(0, 0, 6, 5), "24")
    faces.blank(canvas, Rect(0, 0, 6, 5))
    faces.face(canvas, Rect(0, 0, 5, 4), CARDS[0])
    assert set(asked) == {"palette"}


def test_a_missing_file_is_named(unread: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(art, "FILE", "art/nowhere.txt")
    with pytest.raises(art.BrokenPictures) as missing:
        palette()
    cause = missing.value.__cause__
    assert isinstance(cause, MissingAsset)
    assert cause.name == "art/nowhere.txt"
    with pytest.raises(art.BrokenPictures):
        picture(CARDS[0], 6, 4, Form.QUADRANTS)


# Nothing else is needed.


def loaded_after(code: str) -> set[str]:
    """The modules that a fresh Python has loaded after this code."""
    script = f"{code}\nimport sys\nprint('LOADED', *sys.modules, sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("LOADED")[2].split())


def test_pictures_are_drawn_without_an_image_library() -> None:
    loaded = loaded_after(
        "import koikoi.tui.app, koikoi.tui.drawn\n"
        "from koikoi.engine.cards import CARDS\n"
        "from koikoi.tui.art import Form, picture\n"
        "picture(CARDS[0], 14, 10, Form.QUADRANTS)"
    )
    assert {"koikoi.tui.app", "koikoi.tui.drawn"} <= loaded
    assert not {name for name in loaded if name.split(".")[0] == "PIL"}


def test_who_plays_with_text_cards_loads_no_pictures() -> None:
    made = (
        "import koikoi.tui.app\n"
        "from koikoi.text.catalogue import load\n"
        "from koikoi.tui.brush import make_brush\n"
        "from koikoi.tui.terminal import GlyphSet\n"
        "from koikoi.tui.theme import DARK\n"
        "make_brush(DARK, GlyphSet.FULL, load(), pictures={})"
    )
    assert "koikoi.tui.drawn" in loaded_after(made.format(True))
    assert not loaded_after(made.format(False)) & {"koikoi.tui.drawn", "koikoi.tui.art"}
