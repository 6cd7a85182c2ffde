"""Writes the golden records that are missing: ``python -m tests.record.make_golden``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.record import MatchRecord, dumps
from tests.record.playing import (
    DEALT_DECK,
    VOID_DECK,
    agents_match,
    first_seed_with_redeal,
    match,
    record_of,
    recorded,
    short,
    stacked_deck,
)

FOLDER = Path(__file__).with_name("golden")
SUFFIX = ".koikoi.jsonl"


def _redealt() -> MatchRecord:
    rules = short(rounds=1)
    return recorded(rules, first_seed_with_redeal(rules))


def _stacked() -> MatchRecord:
    decks = {
        (0, 0): stacked_deck(ko="12L 1L"),
        (1, 0): VOID_DECK,
        (1, 1): stacked_deck(oya="1L 3L 8L 9A", field="1R 3R 8P1 9R"),
        (2, 0): DEALT_DECK,
    }
    return recorded(short(rounds=2), "stacked", decks=decks)


def _unfinished() -> MatchRecord:
    start, moves = match(short(), "unfinished")
    return record_of(start, moves[:31])


def _resigned() -> MatchRecord:
    seeds = (recorded(short(), f"resigned {n}", resign=0.03) for n in range(100))
    return next(record for record in seeds if record.result and record.result.outcome == "resigned")


def _out_of_points() -> MatchRecord:
    return recorded(replace(preset("koikoi-japan"), starting_points=5), "out of points")


def _house_rules() -> MatchRecord:
    rules = replace(
        preset(),
        name="house rules",
        source="",
        viewing="with_other_yaku",
        rain_spoils_viewing="willow_on_field",
        sake_cup="both_twice",
        field_four="dealer_takes",
        field_three="redeal",
        call_bonus="per_call",
        bonus_stacking="add",
        call_limit="per_player",
        call_limit_count=2,
        next_dealer="alternates",
        first_dealer="second",
        lightning_wild=True,
        rounds=4,
    )
    return recorded(rules, "花札")


GOLDEN: dict[str, Callable[[], MatchRecord]] = {
    **{f"v1-{name}": partial(agents_match, short(name), "golden") for name in PRESET_NAMES},
    "v1-redealt": _redealt,
    "v1-stacked": _stacked,
    "v1-unfinished": _unfinished,
    "v1-resigned": _resigned,
    "v1-out-of-points": _out_of_points,
    "v1-house-rules": _house_rules,
}
"""The names of the records, with the format they were written in, and how they come about."""


def main() -> None:
    """Writes what is missing."""
    for name, make in GOLDEN.items():
        path = FOLDER / f"{name}{SUFFIX}"
        if not path.exists():
            path.write_text(dumps(make()), encoding="utf-8", newline="\n")
            print(f"wrote {path}")  # noqa: T201


if __name__ == "__main__":
    main()
