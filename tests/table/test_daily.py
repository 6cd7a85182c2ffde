"""The daily deal: its seed, its rules, and how a match of it is recognised."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from koikoi.engine.cards import codes_of
from koikoi.engine.deck import seeded_deck
from koikoi.engine.flow import new_match
from koikoi.engine.presets import preset
from koikoi.record.record import Header, RecordPlayer, begin
from koikoi.table.daily import LEVEL, ROUNDS, day_of, parse_day, rules, seed_of, today

DAY = date(2026, 11, 30)
OWN = RecordPlayer("Player", "human")
RIVAL = RecordPlayer("Shika", "shika", 3)


def header_of(seed: str = seed_of(DAY)) -> Header:
    return begin(new_match(rules(), seed), (OWN, RIVAL), datetime(2026, 12, 1, tzinfo=UTC)).header


def test_the_seed_is_the_documented_one() -> None:
    assert seed_of(DAY) == "koikoi-daily-v1/2026-11-30"
    assert seed_of(date(987, 6, 5)) == "koikoi-daily-v1/0987-06-05"


def test_every_installation_has_this_deal() -> None:
    """Whoever changes what this pins gives the seed another version."""
    hand = codes_of(seeded_deck(seed_of(DAY), 1)[16:24])
    assert sorted(hand) == sorted(["1R", "2A", "7P1", "8A", "9P2", "10P2", "11A", "12P2"])
    assert rules() == replace(preset("standard"), rounds=6, first_dealer="first")
    assert (ROUNDS, LEVEL) == (6, 3)


def test_today_is_a_date_of_the_same_calendar_everywhere() -> None:
    before = datetime.now(UTC).date()
    assert before <= today() <= datetime.now(UTC).date()


@pytest.mark.parametrize("given", ["2026-11-30", "2024-02-29", "0001-01-01"])
def test_days_of_the_calendar_are_dates(given: str) -> None:
    day = parse_day(given)
    assert day is not None
    assert day.isoformat() == given


@pytest.mark.parametrize(
    "given",
    [
        *("", "today", "2026-11-31", "2026-02-29", "2026-13-01", "0000-01-01", "2026-1-1"),
        *("20261130", "2026-W49-1", "2026-11-30T00:00", " 2026-11-30", "２０２６-11-30", "-1"),
    ],
)
def test_nothing_else_is_one(given: str) -> None:
    assert parse_day(given) is None


def test_a_match_is_recognised_by_its_header() -> None:
    assert day_of(header_of()) == DAY


@pytest.mark.parametrize("seed", ["spring", "koikoi-daily-v1", "koikoi-daily-v1/2026-11-31"])
def test_another_seed_is_no_daily_deal(seed: str) -> None:
    assert day_of(header_of(seed)) is None
    assert day_of(header_of("koikoi-daily-v0/2026-11-30")) is None


def test_the_seed_under_other_rules_or_between_others_is_no_daily_deal() -> None:
    mine = header_of()
    others = (
        replace(mine, rules=preset("standard")),
        replace(mine, players=(OWN, RecordPlayer("Chō", "cho", 2))),
        replace(mine, players=(OWN, RecordPlayer("West", "human"))),
        replace(mine, players=(RIVAL, RIVAL)),
        replace(mine, dealer_deck=seeded_deck("other", 0)),
    )
    assert [day_of(other) for other in others] == [None] * len(others)


def test_what_a_player_is_called_does_not_matter() -> None:
    named = replace(header_of(), players=(RecordPlayer("Ich", "human"), replace(RIVAL, name="鹿")))
    assert day_of(named) == DAY
