"""The line with the result of a daily deal, as it is passed on."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from koikoi.engine.events import MatchOutcome
from koikoi.text.ascii import ascii_form
from koikoi.text.catalogue import load
from koikoi.text.daily import DailyResult, result_line

ENGLISH = load()
WON = DailyResult(
    day=date(2026, 11, 30),
    outcome=MatchOutcome.FINISHED,
    winner=0,
    scores=(34, 21),
    rounds=(0, 0, 1, None, 0, 1),
    opponent="Shika",
)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "Koi-Koi daily 2026-11-30: won 34:21 vs Shika [▲▲▽–▲▽]"),
        ({"winner": 1}, "Koi-Koi daily 2026-11-30: lost 34:21 vs Shika [▲▲▽–▲▽]"),
        ({"winner": None}, "Koi-Koi daily 2026-11-30: drawn 34:21 vs Shika [▲▲▽–▲▽]"),
        ({"hints": 1}, "Koi-Koi daily 2026-11-30: won 34:21 vs Shika [▲▲▽–▲▽], 1 hint"),
        ({"hints": 3}, "Koi-Koi daily 2026-11-30: won 34:21 vs Shika [▲▲▽–▲▽], 3 hints"),
        ({"repeat": True}, "Koi-Koi daily 2026-11-30, a repeat: won 34:21 vs Shika [▲▲▽–▲▽]"),
        (
            {"outcome": MatchOutcome.RESIGNED, "winner": 1, "rounds": (0, 1)},
            "Koi-Koi daily 2026-11-30: resigned at 34:21 vs Shika [▲▽]",
        ),
        (
            {"outcome": MatchOutcome.RESIGNED, "winner": 1, "scores": (0, 0), "rounds": ()},
            "Koi-Koi daily 2026-11-30: resigned at 0:0 vs Shika",
        ),
    ],
)
def test_the_line_tells_how_it_went_round_by_round(changes: dict[str, Any], line: str) -> None:
    assert result_line(ENGLISH, WON._replace(**changes)) == line


def test_in_ascii_won_lost_and_nobody_s_rounds_are_told_apart() -> None:
    line = ascii_form(result_line(ENGLISH, WON))
    assert line == "Koi-Koi daily 2026-11-30: won 34:21 vs Shika [^^v-^v]"
