"""The pages of a host and its big screen in languages with letters of two columns."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from koikoi.engine.presets import preset
from koikoi.host import lobbysheets as sheets
from koikoi.host.boardpaint import paint_board
from koikoi.host.people import Person
from koikoi.host.standings import Standing, rule
from koikoi.text.catalogue import Text
from koikoi.text.opponents import opponents
from koikoi.tui.brush import Brush
from koikoi.tui.sheet import Sheet, paint_dialog, paint_sheet, text_width
from tests.host.boards import news
from tests.text.pseudo import pseudo_text
from tests.tui.columns import LANGUAGES, brush_of, misplaced, spoken, too_wide
from tests.tui.scenes import SCENES, painted
from tests.tui.test_language import english

SIZES = [(60, 20), (61, 21), (80, 24), (93, 29), (100, 30), (120, 36), (160, 48)]
each_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")

AKI = Person(1, "Aki", False, datetime(2026, 1, 1, tzinfo=UTC))
GUEST = AKI._replace(name="guest-7f3a", guest=True)


@pytest.fixture(params=LANGUAGES)
def text(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Text]:
    yield from spoken(request.param, monkeypatch, tmp_path / "locale")


def pages(brush: Brush, width: int) -> Iterator[tuple[str, Sheet]]:
    """Every page of a house."""
    rival = opponents(brush.text)[4].name
    rules = preset("standard")
    lobby = sheets.LobbyNews(
        AKI,
        "Hanafuda night",
        ["Aki", "花子", "Kaede Momiji", "guest-7f3a"],
        [sheets.OfferRow("KIKU-7", "花子", rules), sheets.OfferRow("UME-12", "Botan", rules)],
        [sheets.TableRow("1", ("花子", rival), 11, 12, (120, 95), 3)],
        [sheets.RestingRow("2", rival, False), sheets.RestingRow("3", "Kaede Momiji", True)],
        brush.text.t("The match rests: g goes on with it."),
    )
    yield "lobby", sheets.lobby_sheet(lobby, brush, width)
    yield "waiting", sheets.waiting_sheet("KIKU-7", rules, brush, width)
    for person, code in ((AKI, ""), (AKI, "1234-5678"), (GUEST, "")):
        for message in sheets.REFUSALS.values():
            said = brush.text.t(message)
            yield f"name {code}", sheets.name_sheet(person, 2, code, said, brush, width)
    yield "forget", sheets.forget_sheet(brush, width)
    rows = [
        Standing(place, place, name, 12.5, 12, 7, 1, 4, -123, 5)
        for place, name in enumerate(("花子", "Aki", "Kaede Momiji"), 1)
    ]
    for led in (rows, []):
        yield "table", sheets.table_sheet("Hanafuda night", led, 1, brush, width)
    for wants in ((False, False), (True, False), (False, True)):
        yield "again", sheets.again_sheet(rival, True, wants, brush)
    yield "lingering", sheets.lingering_sheet(brush, "Kaede Momiji")
    yield "replaced", sheets.replaced_sheet(brush)


@each_size
def test_pages_keep_their_columns_and_none_of_their_lines_is_cut(
    text: Text, size: tuple[int, int]
) -> None:
    brush, width = brush_of(text), text_width(size[0])
    below = painted(SCENES["turn"](), size, brush)
    for name, sheet in pages(brush, width):
        assert too_wide(sheet, width) == [], name
        assert misplaced(paint_sheet(sheet, *size, brush), size[0]) == [], name
        assert misplaced(paint_dialog(sheet, below, brush), size[0]) == [], name


@each_size
def test_the_big_screen_keeps_its_columns(text: Text, size: tuple[int, int]) -> None:
    for leaders, played in ((0, 0), (5, 3), (30, 20)):
        told = news(leaders, played)._replace(rule=rule(text))
        frame = paint_board(told, *size, brush_of(text))
        assert misplaced(frame, size[0]) == []


@each_size
def test_no_english_is_left_on_any_of_them(size: tuple[int, int]) -> None:
    brush = brush_of(pseudo_text()[0])
    # Who is there, codes of tables, what is typed, and the event.
    given = {"Aki", "Kaede", "Momiji", "guest", "Botan", "KIKU", "UME", "Hanafuda", "night"}
    left = {
        name: set(english(paint_sheet(sheet, *size, brush).text())) - given
        for name, sheet in pages(brush, text_width(size[0]))
    }
    told = news(0, 0)._replace(rule=rule(brush.text), host_key="")
    left["board"] = set(english(paint_board(told, *size, brush).text())) - {*given, "ssh"}
    assert {name: words for name, words in left.items() if words} == {}
