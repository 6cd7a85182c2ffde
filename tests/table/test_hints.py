"""How hints are counted, and what a result says of them."""

from __future__ import annotations

from dataclasses import replace

from koikoi.table.hints import HINT_MARK, hints_of, hints_said
from koikoi.text.catalogue import load
from tests.review.matches import recorded


def test_hints_are_counted_for_each_seat() -> None:
    record = recorded(rounds=2)
    first, second, third = record.actions[:3]
    marked = replace(first, marks=(HINT_MARK,)), second, replace(third, marks=("away", HINT_MARK))
    record = replace(record, actions=(*marked, *record.actions[3:]))
    expected = [0, 0]
    for entry in (first, third):
        expected[entry.seat] += 1
    assert hints_of(record) == expected


def test_a_result_without_hints_says_nothing_of_them() -> None:
    assert hints_said(load(), 0) == ()
    assert hints_said(load(), 1) == ("You were shown 1 hint.",)
    assert hints_said(load(), 2) == ("You were shown 2 hints.",)
