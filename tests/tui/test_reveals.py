"""What cards the pages of a match show: the piles, and what was hidden until a round has ended."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.actions import SEATS, Seat
from koikoi.engine.cards import Card, cards_of, mask_of
from koikoi.engine.events import RoundEnded, RoundOutcome
from koikoi.engine.presets import preset
from koikoi.engine.state import MatchState, RoundResult
from koikoi.engine.view import PlayerView, view
from koikoi.text import names, short
from koikoi.text.events import Narrator
from koikoi.tui import cardwords, rulewords, words
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.cardpage import CardPage
from koikoi.tui.frame import Canvas, Frame, Ink
from koikoi.tui.sheet import Sheet, paint_sheet, text_width
from koikoi.tui.tablepage import TablePage
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK
from koikoi.tui.uistate import Mood
from tests.engine.permute import hidden_from, is_revealed, twins
from tests.engine.stack import follow
from tests.tui.person import Person, setup, sitting, table_of
from tests.tui.pictured import DRAWN, Noting, noting, open_cards, texts
from tests.tui.scenes import ENGLISH, NAMES, TAGS, known, playing


def noted(person: Person) -> Noting:
    """What the program draws from now on."""
    faces = Noting(person.app.brush.faces)
    person.app._brush = person.app.brush._replace(faces=faces)
    return faces


# The piles.


@given(st.permutations(range(48)), st.integers(0, 24), st.integers(0, 24))
@settings(max_examples=40)
def test_the_page_of_the_piles_draws_and_names_every_captured_card_and_no_other(
    order: list[int], own: int, rival: int
) -> None:
    mine, theirs = sum(1 << c for c in order[:own]), sum(1 << c for c in order[-rival:][:rival])
    seen = replace(view(playing(), 0), captured=(mine, theirs if rival else 0))
    brush, faces = noting()
    sheet = cardwords.captures_sheet(seen, 0, NAMES, brush, text_width(80))
    assert set(faces.drawn) == set(cards_of(seen.captured[0] | seen.captured[1]))
    said = " ".join(" ".join(texts(sheet)).split())
    for card in faces.drawn:
        assert f"{card.month} {short.card_brief(ENGLISH, card)}" in said


def test_text_cards_are_named_and_not_drawn_on_the_page_of_the_piles() -> None:
    faces = Noting(make_brush(DARK, GlyphSet.FULL, ENGLISH, pictures=False).faces)
    brush = DRAWN._replace(faces=faces)
    cardwords.captures_sheet(view(playing(), 0), 0, NAMES, brush, text_width(80))
    assert faces.drawn == []


def test_what_is_missing_of_a_pile_has_one_line_and_so_has_an_empty_pile() -> None:
    seen = replace(view(playing(), 0), captured=(mask_of(map(Card.parse, ("3L", "4R"))), 0))
    brush = make_brush(DARK, GlyphSet.FULL, ENGLISH, pictures=False)
    said = [line.rstrip() for line in texts(cardwords.captures_sheet(seen, 0, NAMES, brush, 76))]
    assert said == [
        NAMES[0],
        "★ 1 light: 3 Curtain",
        "▮ 1 ribbon: 4 Wisteria red",
        "◆ 0 animals  · 0 plains",
        "",
        NAMES[1],
        "No card has been taken yet",
    ]


# What a round's end reveals.


def ended(state: MatchState, moves: str) -> tuple[PlayerView, list[RoundEnded]]:
    after, events = follow(state, moves)
    return view(after, 0), [event for event in events if isinstance(event, RoundEnded)]


def result_of(brush: Brush, width: int, moves: str = "9P1 stop") -> tuple[Sheet, RoundEnded]:
    seen, ends = ended(playing(), moves)
    narrator = Narrator(ENGLISH, NAMES, 0, rules=seen.rules)
    (end,) = ends
    return words.result_sheet(seen, ends, narrator, 0, NAMES, brush, width), end


@pytest.mark.parametrize("width", [56, 76, 96, 100])
def test_a_result_shows_the_other_hand_and_the_next_cards_of_the_stock(width: int) -> None:
    brush, faces = noting()
    sheet, end = result_of(brush, width)
    held = list(cards_of(end.hands[1]))
    assert len(held) == 5
    assert faces.drawn[: len(held)] == held
    stock = faces.drawn[len(held) :]
    assert len(stock) >= 8
    assert stock == list(end.stock[: len(stock)])
    # Each heading begins where its cards do.
    (head,) = (line for line in texts(sheet) if "still held" in line)
    assert head.startswith("Computer still held")
    assert faces.places[0].x == 0
    assert faces.places[len(held)].x == head.index("Next in the stock")
    assert all(place.right <= width for place in faces.places)


def test_a_result_with_text_cards_says_what_was_hidden_in_sentences() -> None:
    brush = make_brush(DARK, GlyphSet.FULL, ENGLISH, pictures=False)
    sheet, end = result_of(brush, 76)
    said = " ".join(" ".join(texts(sheet)).split())
    assert "In the stock were left, in this order" in said
    for card in (*cards_of(end.hands[1]), *end.stock):
        assert names.card_name(ENGLISH, card) in said


LONG: Final = ("East", "W" * 100)
"""The longest name that a record can have."""


@pytest.mark.parametrize("width", [56, 76])
def test_a_long_name_takes_no_room_from_the_cards(width: int) -> None:
    _, (end,) = ended(playing(), "9P1 stop")
    brush, faces = noting()
    cardwords.revealed(end, 0, LONG, brush, width)
    inside = [place for place in faces.places if place.right <= width]
    assert len(inside) > end.hands[1].bit_count()


def test_headings_stand_above_their_cards_whatever_the_name_is() -> None:
    _, (end,) = ended(playing(), "9P1 stop")
    found: list[tuple[Any, int]] = []
    for labels in (("East", "W" * 12), ("East", "松" * 6)):
        head, *_ = cardwords.revealed(end, 0, labels, DRAWN, 76)
        assert isinstance(head, tuple)
        said = "".join(span.said for span in head)
        before = said[: said.index("Next in the stock")]
        canvas = Canvas(76, 1, Ink())
        found.append((head, canvas.put(0, 0, before, Ink())))
    assert found[0][1] == found[1][1]


# Nothing of it before.


class Page(NamedTuple):
    """A page that is open to a player during a round, and the cards that it draws."""

    name: str
    frame: Frame
    drawn: set[Card]


def pages_of(seen: PlayerView, cards: list[Card]) -> Iterator[Page]:
    """Every page of a match as its player sees it, and those about some cards."""
    seat = seen.seat or 0
    narrator = Narrator(ENGLISH, NAMES, seat, rules=seen.rules)
    story = [said for event in seen.history for said in narrator.sentences(event)]
    brush, faces = noting()
    width = text_width(80)
    builds: dict[str, Any] = {
        "yaku": lambda: words.yaku_sheet(seen, seat, TAGS, brush, width),
        "captures": lambda: cardwords.captures_sheet(seen, seat, NAMES, brush, width),
        "log": lambda: words.log_sheet(story, brush, width),
        "rules": lambda: rulewords.rules_sheet(seen.rules, brush, width),
        "help": lambda: words.help_sheet(brush, width),
    }
    for card in cards:
        builds[f"card {card.code}"] = lambda card=card: cardwords.card_sheet(
            seen, seat, card, brush, width - 31
        )
    for name, build in builds.items():
        faces.drawn.clear()
        sheet = build()
        frame = paint_sheet(sheet, 80, max(len(sheet.lines) + 3, 24), brush)
        yield Page(name, frame, set(faces.drawn))


ONE_ROUND: Final = replace(preset("standard"), rounds=1)


@given(seed=st.integers(0, 10**6).map(str), seat=st.sampled_from(SEATS))
@settings(max_examples=6)
def test_no_page_tells_anything_of_what_is_hidden_during_a_round(seed: str, seat: Seat) -> None:
    """What a player cannot know is exchanged, and every page stays the same to the cell."""
    for state, twin in twins(ONE_ROUND, seat, seed=seed):
        if is_revealed(state):
            continue
        seen, other = view(state, seat), view(twin, seat)
        cards = open_cards(seen)[::4]
        for one, two in zip(pages_of(seen, cards), pages_of(other, cards), strict=True):
            assert one == two
            if not one.name.startswith("card"):
                assert one.drawn <= known(seen), one.name


@given(seed=st.integers(0, 10**6).map(str))
@settings(max_examples=5)
def test_the_page_about_a_card_says_of_hidden_cards_that_they_have_not_been_seen(
    seed: str,
) -> None:
    """It draws the whole month, as everybody knows it, and says no more of it."""
    for state, _ in twins(ONE_ROUND, 0, seed=seed):
        if is_revealed(state):
            continue
        seen, hidden = view(state, 0), hidden_from(state, 0)
        for card in open_cards(seen)[::5]:
            brush, faces = noting()
            said = " ".join(texts(cardwords.card_sheet(seen, 0, card, brush, 45)))
            assert said.count("not seen yet") == sum(hidden >> one & 1 for one in faces.drawn)


KEYS: Final = ("y", "c", "l", "r", "question_mark", "tab")


async def answered(person: Person, table: TablePage) -> None:
    """Answers what is asked, and waits for the next question or the result."""
    before = table.seen.ply
    for key in ("a", "s", "right", "enter"):
        if table.seen.ply == before and table.choice.mood is not Mood.WATCH:
            await person.press(key)
    await person.until(lambda: table.seen.ply > before)
    await person.until_asked()


async def test_the_pages_of_a_match_show_what_was_hidden_at_its_end_and_not_before(
    home: Path,
) -> None:
    async with sitting(home, setup(ONE_ROUND, "hidden")) as person:
        await person.until_asked()
        faces = noted(person)
        table = table_of(person)
        asked = 0
        while not person.sees("End of the match"):
            asked += 1
            for key in KEYS:
                faces.drawn.clear()
                await person.press(key)
                assert len(person.app._pages) == 2, key
                drawn = set(faces.drawn)
                if key == "tab":
                    page = person.app._pages[-1]
                    assert isinstance(page, CardPage)
                    month = page.card.month
                    drawn = {card for card in drawn if card.month != month}
                assert drawn <= known(table.seen), key
                assert not person.sees("still held"), key
                assert not person.sees("Next in the stock"), key
                await person.press("escape")
                await person.until(lambda: len(person.app._pages) == 1)
            await answered(person, table)
        assert asked > 2
        end = next(event for event in table.ended if isinstance(event, RoundEnded))
        held = list(cards_of(end.hands[1]))
        faces.drawn.clear()
        person.app.repaint(person.app._pages[-1])
        await asyncio.sleep(0)
        assert faces.drawn[: len(held)] == held
        assert faces.drawn[len(held) :] == list(end.stock[: len(faces.drawn) - len(held)])
        assert person.sees("Next in the stock") == bool(end.stock)


@pytest.mark.parametrize("columns", [60, 62, 66, 70, 80])
def test_the_score_sheet_shows_every_round_and_the_sums_at_any_width(columns: int) -> None:
    results = tuple(
        RoundResult(number, 0, RoundOutcome.SHOBU, 0, (number, 0)) for number in range(1, 13)
    )
    seen = replace(view(playing(), 0), results=results, scores=(42, 36))
    brush, _ = noting()
    width = text_width(columns)
    lines = words.score_lines(seen, 0, NAMES, brush, width)
    said = ["".join(span.said for span in line) for line in lines]
    assert max(map(len, said)) <= width
    cells = " ".join(said).split()
    assert [cell for cell in cells if cell.isdigit()].count("42") == 1
    for number in range(1, 13):
        assert str(number) in cells
    assert "sum" in cells
