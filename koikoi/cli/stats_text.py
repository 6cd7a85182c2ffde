"""What ``koikoi stats`` says: a JSON document, or lines with charts of letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from koikoi import __version__
from koikoi.engine.actions import Seat, other
from koikoi.store.facts import DEADLINE, FALLBACK, HINT, Ending
from koikoi.store.figures import BestRound, Figures, Group, Rate, Wanted, level_of
from koikoi.store.tables import PastMatch
from koikoi.table import past
from koikoi.text import figures as numbers
from koikoi.text import names
from koikoi.text.charts import ASCII_BLOCK, BLOCK, bar
from koikoi.text.problems import shown

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

_BAR: Final = 20
_MONTH: Final = 18
_SHARE: Final = 8
"""Columns of the bar of a win rate of 100 %."""
_WIDEST_NAME: Final = 14
_GAP: Final = "  "


# For programs ------------------------------------------------------------------------------------


def document(
    matches: Sequence[PastMatch], found: Figures, wanted: Wanted, others: int
) -> dict[str, object]:
    """The JSON document.

    Args:
        matches: The matches that the figures are of.
        found: The figures.
        wanted: Which matches were asked for.
        others: How many matches there are beside those against the computer.
    """
    return {
        "wanted": {
            "rules": wanted.rules,
            "level": wanted.level,
            "since": None if wanted.since is None else wanted.since.isoformat(),
        },
        **_group(found.total),
        "rounds_won": found.rounds_won,
        "rounds_lost": found.rounds_lost,
        "by_level": {name: _group(group) for name, group in found.levels.items()},
        "by_rules": {name: _group(group) for name, group in found.rules.items()},
        "by_month": [one._asdict() for one in found.months],
        "yaku": [
            {"id": one.id.value, "made": one.made, "counted": one.counted} for one in found.yaku
        ],
        "calls": found.calls._asdict(),
        "longest_winning_run": found.longest_run,
        "best_round": None if found.best is None else _best(found.best),
        "hints": found.marks.get(HINT, 0),
        "matches_with_hints": found.hinted,
        "moves_by_the_table": found.marks.get(FALLBACK, 0),
        "marks": dict(found.marks),
        "opponents_marks": dict(found.rival_marks),
        "other_matches": others,
        "list": [_match(one) for one in matches],
        "version": __version__,
    }


def _group(group: Group) -> dict[str, object]:
    rate = group.rate
    return {
        "matches": group.matches,
        **{ending.value: group.count(ending) for ending in Ending},
        "win_rate": None if rate is None else rate.mean,
        "win_rate_ci": None if rate is None or rate.low is None else [rate.low, rate.high],
        "rounds": group.rounds,
        "points_made": group.made,
        "points_lost": group.lost,
        "points_made_per_round": group.made / group.rounds if group.rounds else None,
        "points_lost_per_round": group.lost / group.rounds if group.rounds else None,
    }


def _best(best: BestRound) -> dict[str, object]:
    facts = best.match.facts
    return {"points": best.points, "round": best.number, "match": facts.identity}


def _match(one: PastMatch) -> dict[str, object]:
    facts = one.facts
    seat: Seat = facts.own or 0
    rival = facts.players[other(seat)]
    return {
        "identity": facts.identity,
        "file": one.path.name,
        "started": facts.started.isoformat(),
        "opponent": rival.name,
        "level": level_of(facts),
        "rules": facts.rules,
        "result": facts.ending(seat).value,
        "scores": [facts.scores[seat], facts.scores[other(seat)]],
        "rounds": len(facts.rounds),
        "hints": facts.marked(seat, HINT),
        "moves_by_the_table": facts.marked(seat, FALLBACK),
    }


# For people --------------------------------------------------------------------------------------


def lines(text: Text, found: Figures, others: int, *, ascii_only: bool) -> Iterator[str]:
    """What is told: sentences, and tables with charts.

    Args:
        text: The language.
        found: The figures; of one match at least.
        others: How many matches there are beside those against the computer.
        ascii_only: Whether charts are made of ASCII.
    """
    block = ASCII_BLOCK if ascii_only else BLOCK
    yield from _matches(text, found)
    yield from _groups(text, text.t("Level"), _named(text, found.levels, past.level_name), block)
    yield from _groups(text, text.t("Rules"), _named(text, found.rules, past.rules_title), block)
    yield from _months(text, found, block)
    yield from _yaku(text, found, block)
    yield from _others(text, found, others)


def _matches(text: Text, found: Figures) -> Iterator[str]:
    total = found.total
    yield text.n(
        "{count} match against the computer: {endings}.",
        "{count} matches against the computer: {endings}.",
        total.matches,
        endings=past.tally(text, total),
    )
    rate = total.rate
    assert rate is not None  # there is a match
    yield past.win_rate(text, rate)
    yield text.t("A draw counts half, a forfeited match for whoever did not give up.")
    yield text.t(
        "The last matches, the latest at the right: {signs}", signs=past.signs(text, found.last)
    )
    if total.rounds:
        yield past.a_round(text, total)
    yield text.n(
        "Longest winning run: {count} match.",
        "Longest winning run: {count} matches.",
        found.longest_run,
    )
    if found.best is not None:
        yield past.best_round(text, found.best)


def _named(text: Text, groups: Mapping[str, Group], name: Any) -> dict[str, Group]:
    return {name(text, key): group for key, group in groups.items()}


def _groups(text: Text, title: str, groups: Mapping[str, Group], block: str) -> Iterator[str]:
    """A table of groups of matches, with the share of those won as a bar."""
    yield ""
    heads = [
        *(text.t("won"), text.t("lost"), text.t("drawn"), text.t("forfeited")),
        *(text.t("win rate"), text.t("points"), ""),
    ]
    rows = [[title, *heads]]
    for name, group in groups.items():
        rate = group.rate
        assert rate is not None  # a group has a match
        rows.append(
            [
                shown(name, _WIDEST_NAME),
                str(group.count(Ending.WON, Ending.CONCEDED)),
                *(str(group.count(one)) for one in (Ending.LOST, Ending.DRAWN, Ending.FORFEITED)),
                _rate(rate),
                numbers.span(text, group.made, group.lost),
                bar(round(1000 * rate.mean), 1000, _SHARE, block),
            ]
        )
    yield from table(rows, left=(0, 7))


def _rate(rate: Rate) -> str:
    mean = f"{100 * rate.mean:.1f} %"
    if rate.low is None or rate.high is None:
        return mean
    return f"{mean} ({100 * rate.low:.0f}–{100 * rate.high:.0f})"


def _months(text: Text, found: Figures, block: str) -> Iterator[str]:
    most = max((max(one.made, one.lost) for one in found.months), default=0)
    if not found.months:
        return
    yield ""
    rows = [[text.t("Points by month"), text.t("made"), "", text.t("lost"), ""]]
    for one in found.months:
        made, lost = (bar(points, most, _MONTH, block) for points in (one.made, one.lost))
        rows.append([names.month(text, one.month), str(one.made), made, str(one.lost), lost])
    yield from table(rows, left=(0, 2, 4))


def _yaku(text: Text, found: Figures, block: str) -> Iterator[str]:
    if not found.yaku:
        return
    yield ""
    most = found.yaku[0].made
    rows = [[text.t("Yaku"), text.t("made"), text.t("scored"), ""]]
    for one in found.yaku:
        chart = bar(one.made, most, _BAR, block)
        rows.append([names.yaku(text, one.id), str(one.made), str(one.counted), chart])
    yield from table(rows, left=(0, 3))


def _others(text: Text, found: Figures, others: int) -> Iterator[str]:
    yield ""
    yield past.calls(text, found.calls)
    if found.calls.calls:
        yield past.gained(text, found.calls)
    yield past.hints(text, found.marks.get(HINT, 0), found.hinted)
    if moves := found.marks.get(FALLBACK, 0):
        yield past.by_the_table(text, moves)
    if cut := found.rival_marks.get(DEADLINE, 0):
        yield text.n(
            "The computer's time was up {count} time before it had thought to the end.",
            "The computer's time was up {count} times before it had thought to the end.",
            cut,
        )
    if others:
        yield text.n(
            "{count} other match, without a person or with two, is kept and not counted here.",
            "{count} other matches, without a person or with two, are kept and not counted here.",
            others,
        )


def table(rows: Sequence[Sequence[str]], left: Sequence[int]) -> Iterator[str]:
    """Rows whose cells stand below each other; numbers to the right, ``left`` columns not."""
    widths = [max(map(_width, cells)) for cells in zip(*rows, strict=True)]
    for row in rows:
        cells = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - _width(cell))
            cells.append(cell + blanks if place in left else blanks + cell)
        yield _GAP.join(cells).rstrip()


def _width(cell: str) -> int:
    """How many columns of a terminal it takes: a language may have wide letters."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in cell)
