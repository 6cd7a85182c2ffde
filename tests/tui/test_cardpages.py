"""The page about a card: its picture, the way through the others, and the way back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.cards import CARDS, Card, cards_of
from koikoi.engine.state import MatchState, field_cards
from koikoi.engine.tally import Place, tally_view
from koikoi.engine.view import view
from koikoi.table.saver import Saver
from koikoi.text import names
from koikoi.tui import cardwords
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.cardpage import CardPage
from koikoi.tui.frame import Canvas, Frame, Ink, Rect, Row
from koikoi.tui.game import Start
from koikoi.tui.keys import Where
from koikoi.tui.sheet import picture_area, text_width
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK
from tests.tui.person import STILL, Person, sitting, table_of
from tests.tui.pictured import noting, open_cards, texts
from tests.tui.scenes import ENGLISH, playing
from tests.tui.tables import stacked


def at(state: MatchState) -> Start:
    """A table where a match stands like this, against a computer player."""
    made = stacked()
    made.saver.close()
    return Start(table=made._replace(state=state, saver=Saver(None, ENGLISH, "koikoi")))


def card_page(person: Person) -> CardPage:
    page = person.app._pages[-1]
    assert isinstance(page, CardPage)
    return page


def chosen(person: Person) -> tuple[Any, ...]:
    """All that is chosen at the table."""
    choice = table_of(person).choice
    fields = ("mood", "focus", "inspecting", "picked", "target", "decision", "queued", "remark")
    return tuple(getattr(choice, name) for name in fields)


def face_rows(brush: Brush, card: Card, size: tuple[int, int]) -> tuple[Row, ...]:
    canvas = Canvas(size[0], size[1] + 1, Ink())
    brush.faces.face(canvas, Rect(0, 0, size[0], size[1] + 1), card)
    return canvas.frame().rows


def cut_out(frame: Frame, size: tuple[int, int]) -> tuple[Row, ...]:
    """What stands where the picture of a card of this size belongs."""
    return tuple(row[2 : 2 + size[0]] for row in frame.rows[2 : 2 + size[1] + 1])


# One card.


class Moment(NamedTuple):
    """A question, and how one comes to it."""

    where: Where
    state: MatchState
    card: str = ""
    """The card that is played to come there."""


MOMENTS: Final = {
    "play": Moment(Where.PLAY, playing()),
    "picked": Moment(Where.PICKED, playing(), "8L"),
    "drawn": Moment(Where.DRAWN, playing(stock="8P1 10A"), "5A"),
    "decide": Moment(Where.DECIDE, playing(), "9P1"),
}
QUESTIONS: Final = [name for name in MOMENTS if name != "play"]

each_moment = pytest.mark.parametrize("name", MOMENTS)


async def come_to(person: Person, name: str) -> None:
    """Plays up to a question."""
    moment = MOMENTS[name]
    await person.until(lambda: person.where is Where.PLAY)
    if moment.card:
        table_of(person).choice.focus = Card.parse(moment.card)
        await person.type("enter")
        await person.until(lambda: person.where is moment.where)


@each_moment
async def test_left_and_right_go_round_all_cards_that_lie_open(home: Path, name: str) -> None:
    async with sitting(home, at(MOMENTS[name].state)) as person:
        await come_to(person, name)
        seen = table_of(person).seen
        around = open_cards(seen)
        focused = table_of(person).choice.focused
        start = around.index(focused) if focused in around else 0
        await person.press("tab")
        shown = [card_page(person).card]
        for _ in around:
            await person.press("right")
            shown.append(card_page(person).card)
        assert shown == [*around[start:], *around[:start], around[start]]
        await person.press("left")
        assert card_page(person).card == around[start - 1]


async def test_the_page_begins_with_the_card_in_question(home: Path) -> None:
    for name, card in (("play", "3R"), ("picked", "8L"), ("drawn", "8P1")):
        async with sitting(home, at(MOMENTS[name].state)) as person:
            await come_to(person, name)
            if name == "play":
                table_of(person).choice.look_at(Card.parse(card))
            await person.press("i")
            assert card_page(person).card == Card.parse(card)
            assert person.sees(names.card_name(ENGLISH, Card.parse(card)))


@each_moment
@pytest.mark.parametrize("closing", ["tab", "i", "escape", "q", "enter"])
async def test_every_closing_key_leads_back_to_the_question(
    home: Path, name: str, closing: str
) -> None:
    async with sitting(home, at(MOMENTS[name].state)) as person:
        await come_to(person, name)
        plies = table_of(person).seen.ply
        await person.press("tab", "right", "right")
        card_page(person)
        await person.press(closing)
        await person.until(lambda: len(person.app._pages) == 1)
        assert person.where is MOMENTS[name].where
        assert table_of(person).seen.ply == plies


@pytest.mark.parametrize("steps", [0, 1, 4, 5, 9, -1])
async def test_after_the_page_the_card_that_was_looked_at_is_chosen(home: Path, steps: int) -> None:
    async with sitting(home, at(playing())) as person:
        await come_to(person, "play")
        key = "right" if steps > 0 else "left"
        await person.press("tab", *[key] * abs(steps))
        card = card_page(person).card
        await person.press("escape")
        await person.until(lambda: person.where is Where.PLAY)
        table = table_of(person)
        assert table.choice.focus == card
        on_the_field = bool(table.seen.field >> card & 1)
        assert table.choice.inspecting == on_the_field
        # The screen shows it, and the next key goes on from there.
        place = table.ui()
        assert (place.focus, place.inspecting) == (card, on_the_field)
        row = field_cards(table.seen.slots) if on_the_field else cards_of(table.seen.hand)
        await person.press("right")
        assert table.choice.focus == row[(row.index(card) + 1) % len(row)]


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("chosen_first", [False, True])
async def test_any_other_question_is_as_it_was(home: Path, name: str, chosen_first: bool) -> None:
    async with sitting(home, at(MOMENTS[name].state)) as person:
        await come_to(person, name)
        if chosen_first:
            await person.press("right")
        before, shown = chosen(person), person.frame
        await person.press("tab")
        for key in ("right", "right", "left", "down", "up", "x", "a", "s", "k", "1"):
            await person.press(key)
        card_page(person)
        await person.press("escape")
        await person.until(lambda: len(person.app._pages) == 1)
        assert chosen(person) == before
        assert person.frame == shown
        # It can still be answered.
        plies = table_of(person).seen.ply
        await person.type("k" if name == "decide" else "a")
        await person.until(lambda: table_of(person).seen.ply > plies)


@pytest.mark.parametrize(
    ("size", "changes", "picture"),
    [
        ((80, 24), {}, (28, 20)),
        ((100, 30), {}, (28, 20)),
        ((160, 48), {}, (28, 20)),
        ((80, 24), {"colours": "256"}, (28, 20)),
        ((80, 24), {"glyphs": "safe"}, (28, 20)),
        ((60, 20), {}, (14, 10)),
        ((77, 24), {}, (14, 10)),
        ((100, 23), {}, (14, 10)),
        ((80, 24), {"cards": "text"}, (14, 10)),
        ((80, 24), {"colours": "16"}, (14, 10)),
        ((80, 24), {"colours": "none"}, (14, 10)),
        ((80, 24), {"glyphs": "ascii"}, (14, 10)),
        ((60, 20), {"cards": "text"}, (14, 10)),
    ],
    ids=str,
)
async def test_the_page_has_a_large_picture_where_there_is_room(
    home: Path, size: tuple[int, int], changes: dict[str, Any], picture: tuple[int, int]
) -> None:
    wanted = replace(STILL, **changes)
    async with sitting(home, at(playing()), settings=wanted, size=size) as person:
        await come_to(person, "play")
        await person.press("tab")
        for _ in range(3):
            card = card_page(person).card
            assert cut_out(person.frame, picture) == face_rows(person.app.brush, card, picture)
            # Nothing of the words touches it.
            beside = [row[2 + picture[0] : 5 + picture[0]] for row in person.frame.rows[2:-1]]
            assert {cell.char for row in beside for cell in row} == {" "}
            await person.press("right")


async def test_the_picture_follows_size_and_faces(home: Path) -> None:
    async with sitting(home, at(playing())) as person:
        await come_to(person, "play")
        await person.press("tab")
        card = card_page(person).card

        def shows(picture: tuple[int, int]) -> bool:
            return cut_out(person.frame, picture) == face_rows(person.app.brush, card, picture)

        assert shows((28, 20))
        await person.pilot.resize_terminal(60, 20)
        await person.until(lambda: shows((14, 10)))
        await person.pilot.resize_terminal(80, 24)
        await person.until(lambda: shows((28, 20)))
        person.app.prefer(replace(STILL, cards="text"))
        await person.until(lambda: shows((14, 10)))
        assert card_page(person).card == card


@pytest.mark.parametrize("pictures", [True, False])
@given(st.integers(60, 200), st.integers(20, 60))
def test_the_large_picture_lies_inside_the_terminal_with_room_for_words(
    pictures: bool, width: int, height: int
) -> None:
    area = picture_area(width, height, make_brush(DARK, GlyphSet.FULL, ENGLISH, pictures=pictures))
    assert area is not None
    assert (area.x, area.y) == (2, 2)
    assert area.bottom <= height - 1, "the footer has the last row"
    assert text_width(width) - area.width - 3 >= 39


@pytest.mark.parametrize("width", [39, 43, 56, 76, 100])
def test_the_page_tells_where_the_others_of_the_month_are(width: int) -> None:
    seen = view(playing(), 0)
    tally = tally_view(seen, 0)
    said = {
        Place.CAPTURED: "yours",
        Place.OPPONENT: "theirs",
        Place.HAND: "in your hand",
        Place.FIELD: "on the field",
        Place.UNSEEN: "not seen yet",
    }
    for card in CARDS:
        brush, faces = noting()
        sheet = cardwords.card_sheet(seen, 0, card, brush, width)
        others = [one for one in CARDS if one.month == card.month and one != card]
        told = [line for line in texts(sheet) if any(place in line for place in said.values())]
        if faces.drawn:
            assert faces.drawn == others
            places = " ".join(said[tally.place(one)] for one in others)
            assert " ".join(told[-1].split()) == places
        else:
            assert [said[tally.place(one)] for one in others] == [
                next(place for place in said.values() if place in line) for line in told
            ]
        assert bool(faces.drawn) == (width >= 43)
