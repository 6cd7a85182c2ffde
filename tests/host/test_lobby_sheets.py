"""The pages of a host's lobby, without a house around them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from koikoi.engine.presets import preset
from koikoi.host import lobbysheets as sheets
from koikoi.host.people import Person
from tests.tui.pictured import texts
from tests.tui.scenes import brush_of


def a_lobby(others: int) -> sheets.LobbyNews:
    person = Person(1, "Aki", False, datetime(2026, 1, 1, tzinfo=UTC))
    return sheets.LobbyNews(person, "", ["Aki", *(f"guest-{n:04}" for n in range(others))])


@pytest.mark.parametrize("others", [1, 2, 30, 150])
@pytest.mark.parametrize("width", [56, 76, 100])
def test_who_else_is_here_is_one_line_above_all_that_can_be_done(others: int, width: int) -> None:
    lines = texts(sheets.lobby_sheet(a_lobby(others), brush_of(), width))
    assert lines[0].startswith(f"{others} other")
    assert "guest-0000" in lines[0]
    assert ("…" in lines[0]) is (others > 5)
    assert lines[1] == ""
    assert max(map(len, lines)) <= width


def test_a_table_without_rows_has_no_heads_and_one_round_is_not_several() -> None:
    lines = texts(sheets.table_sheet("", [], 1, brush_of(), 76))
    assert lines[0] == "Nobody has played yet."
    rules = replace(preset("standard"), rounds=1)
    lines = texts(sheets.waiting_sheet("UME-1", rules, brush_of(), 76))
    assert "Rules “Standard”, 1 round." in lines
