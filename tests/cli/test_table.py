"""The table in sentences: ``table`` tells the round, the scores, all open cards and all counts."""

from __future__ import annotations

import re

import pytest

from koikoi.cli import position
from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.cards import cards_of, codes_of
from koikoi.engine.presets import preset
from koikoi.engine.state import EMPTY
from koikoi.engine.view import PlayerView, view
from koikoi.text.catalogue import load
from tests.engine.midround import midround
from tests.engine.walk import rests

TEXT = load()
CODE = re.compile(r"\((\w+)\)[,.]")


def after(lines: list[str], start: str) -> list[str]:
    """The codes of the one line that begins so; none where it says that there are none."""
    (line,) = [line for line in lines if line.startswith(start)]
    assert line.startswith(f"{start}: ") or line.endswith(" is empty.")
    return CODE.findall(line)


def lines_of(seen: PlayerView, seat: Seat) -> list[str]:
    return position.table(TEXT, seen, seat, "East")


@pytest.mark.parametrize("seat", SEATS)
def test_every_open_card_is_told_where_it_is(seat: Seat) -> None:
    for state in rests(preset("standard"), "table"):
        seen = view(state, seat)
        lines = lines_of(seen, seat)
        on_field = "On the field" if seen.field else "The field"
        assert after(lines, on_field) == codes_of(card for card in seen.slots if card != EMPTY)
        assert sorted(after(lines, "Your hand")) == sorted(codes_of(cards_of(seen.hand)))
        assert sorted(after(lines, "Your pile")) == sorted(codes_of(cards_of(seen.captured[seat])))
        theirs = seen.captured[other(seat)]
        assert sorted(after(lines, "The pile of East")) == sorted(codes_of(cards_of(theirs)))
        assert len(CODE.findall(" ".join(lines[1:]))) == sum(
            cards.bit_count() for cards in (seen.field, seen.hand, *seen.captured)
        )


@pytest.mark.parametrize("seat", SEATS)
def test_round_scores_and_counts_are_told(seat: Seat) -> None:
    for state in rests(preset("koikoi-japan"), "table"):
        seen = view(state, seat)
        lines = lines_of(seen, seat)
        assert lines[0].startswith(f"Round {seen.number} of 8, ")
        assert lines[1] == ("You are the dealer." if seen.oya == seat else "East is the dealer.")
        own, theirs = seen.scores[seat], seen.scores[other(seat)]
        assert lines[2] == f"Score: you {own}, East {theirs}."
        held = seen.hand_sizes[other(seat)]
        assert f"East holds {held} card{'' if held == 1 else 's'}." in lines
        stock = seen.stock_size
        assert f"The stock has {stock} card{'' if stock == 1 else 's'}." in lines


@pytest.mark.parametrize(
    ("calls", "rival_calls", "told"),
    [
        (0, 0, []),
        (1, 0, ["You have called koi-koi 1 time this round."]),
        (
            2,
            1,
            [
                "You have called koi-koi 2 times this round.",
                "East has called koi-koi 1 time this round.",
            ],
        ),
    ],
)
def test_calls_are_told(calls: int, rival_calls: int, told: list[str]) -> None:
    state = midround(hand="8P1", field="1L 2R", stock="3P1", calls=calls, rival_calls=rival_calls)
    lines = lines_of(view(state, 0), 0)
    assert [line for line in lines if "koi-koi" in line] == told
