"""What ``koikoi duel`` says of a duel: a JSON document, or a table with notes."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from koikoi import __version__
from koikoi.arena.duel import DuelResult, Figures
from koikoi.arena.effort import Effort
from koikoi.arena.interval import Estimate
from koikoi.cli.duel_plan import Plan
from koikoi.cli.protocol_text import problem_sentence
from koikoi.text.options import rules_name
from koikoi.text.problems import shown

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

_SIDES: Final = ("A", "B")
"""What the two players are called beside their names, which may be the same."""

_GAP: Final = "  "

_WIDEST_NAME: Final = 20
_WIDEST_LINE: Final = 100


# For programs ------------------------------------------------------------------------------------


def document(plan: Plan, result: DuelResult) -> dict[str, object]:
    """The JSON document."""
    return {
        "a": _side(plan.names[0], result.a),
        "b": _side(plan.names[1], result.b),
        "pairs": len(result.pairs),
        "most_pairs": plan.pairs,
        "until": plan.until,
        "rules": plan.rules.name,
        "rounds": plan.rules.rounds,
        "rounds_played": result.rounds,
        "seed": plan.seed,
        "version": __version__,
    }


def _side(name: str, figures: Figures) -> dict[str, object]:
    effort = figures.effort
    time = effort.milliseconds
    return {
        "agent": name,
        "win_rate": figures.win_rate.mean,
        "win_rate_ci": _ends(figures.win_rate),
        "points_per_round": figures.points_per_round.mean,
        "points_ci": _ends(figures.points_per_round),
        **_without_luck(figures),
        "ms_per_decision": None if time is None else round(time, 4),
        "faults": {
            "crashed": effort.crashed,
            "illegal": effort.illegal,
            "late": effort.late,
            "garbage": effort.garbage,
            "stale": effort.stale,
            "errors": sorted(effort.errors),
            "example": None if effort.example is None else effort.example.line,
            "last_words": effort.last_words or None,
        },
    }


def _without_luck(figures: Figures) -> dict[str, object]:
    fair = figures.without_luck
    if fair is None:
        return {"points_without_luck": None, "points_without_luck_ci": None}
    return {"points_without_luck": fair.mean, "points_without_luck_ci": _ends(fair)}


def _ends(estimate: Estimate) -> list[float] | None:
    if estimate.low is None or estimate.high is None:
        return None
    return [estimate.low, estimate.high]


# For people --------------------------------------------------------------------------------------


def table(text: Text, plan: Plan, result: DuelResult) -> list[str]:
    """The lines of the table; each column is a heading and a cell for either player."""
    sides = result.a, result.b
    wins = [side.win_rate for side in sides]
    points = [side.points_per_round for side in sides]
    players = _players(text, plan)
    times = [_time(text, side.effort) for side in sides]
    columns = [
        _left(["", *players]),
        _left([text.t("win rate"), *_cells(text, wins, _percentage, _percent)]),
        _left([text.t("points a round"), *_cells(text, points, _signed, _plain)]),
        _right([text.t("ms a decision"), *times]),
    ]
    fair = [side.without_luck for side in sides if side.without_luck is not None]
    if len(fair) == len(sides):
        columns.insert(3, _left([text.t("without luck"), *_cells(text, fair, _signed, _plain)]))
    return [_GAP.join(row).rstrip() for row in zip(*columns, strict=True)]


def _players(text: Text, plan: Plan) -> list[str]:
    """What the two players are called."""
    return [
        text.t("{side}: {agent}", side=side, agent=shown(name, _WIDEST_NAME))
        for side, name in zip(_SIDES, plan.names, strict=True)
    ]


_Written: TypeAlias = Callable[["Text", float], str]


def _cells(text: Text, estimates: Sequence[Estimate], mean: _Written, reach: _Written) -> list[str]:
    """A column's estimates: the mean, and where there is one how far its interval reaches."""
    means = _right([mean(text, one.mean) for one in estimates])
    cells = []
    for shown_mean, one in zip(means, estimates, strict=True):
        if one.low is None or one.high is None:
            cells.append(shown_mean)
            continue
        # An interval that ends where shares end is as wide as its longer side.
        width = reach(text, max(one.high - one.mean, one.mean - one.low))
        cells.append(text.p("interval", "{mean} ± {width}", mean=shown_mean, width=width))
    return cells


def _percent(text: Text, share: float) -> str:
    return text.p("figure", "{number}", number=f"{100 * share:.1f}")


def _plain(text: Text, points: float) -> str:
    return text.p("figure", "{number}", number=f"{points:.2f}")


def _percentage(text: Text, share: float) -> str:
    return text.p("figure", "{number}%", number=f"{100 * share:.1f}")


def _signed(text: Text, points: float) -> str:
    number = f"{abs(points):.2f}"
    if not float(number):
        return text.p("figure", "{number}", number=number)
    if points > 0:
        return text.p("figure", "+{number}", number=number)
    return text.p("figure", "−{number}", number=number)


def _time(text: Text, effort: Effort) -> str:
    time = effort.milliseconds
    if time is None:
        return text.t("none")
    return text.p("figure", "{number}", number=f"{time:.3f}")


def _left(cells: Sequence[str]) -> list[str]:
    most = max(map(_width, cells))
    return [cell + " " * (most - _width(cell)) for cell in cells]


def _right(cells: Sequence[str]) -> list[str]:
    most = max(map(_width, cells))
    return [" " * (most - _width(cell)) + cell for cell in cells]


def _width(cell: str) -> int:
    """How many columns of a terminal it takes: a language may have wide letters."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in cell)


def notes(text: Text, plan: Plan, result: DuelResult) -> Iterator[str]:
    """What the table means, what it rests on, and how to have it again."""
    yield text.t("Points a round: a player's points minus the other's, over the rounds played.")
    if result.a.without_luck is not None:
        yield text.t("Without luck: less the luck of the draw, as the levels' network judges it.")
    yield from _interval_notes(text, plan, result.a.win_rate)
    for player, figures in zip(_players(text, plan), (result.a, result.b), strict=True):
        if figures.effort.faults:
            yield from _fault_notes(text, player, figures.effort)
    yield from _stop_note(text, plan, result)
    yield text.n(
        "Played: {count} mirrored pair, {rounds}, rules “{rules}”, seed “{seed}”.",
        "Played: {count} mirrored pairs, {rounds}, rules “{rules}”, seed “{seed}”.",
        len(result.pairs),
        rounds=text.n("{count} round", "{count} rounds", result.rounds),
        rules=rules_name(text, plan.rules),
        seed=plan.seed,
    )
    yield text.t("The same figures again:")
    # A line of its own, to be copied.
    yield plan.command


def _interval_notes(text: Text, plan: Plan, wins: Estimate) -> Iterator[str]:
    if wins.low is None:
        yield text.t("There are no intervals: a single pair does not tell how far pairs differ.")
        return
    yield text.t("Behind ±: how far the 95% intervals reach, over the pairs.")
    if wins.low == wins.high and plan.names[0] != plan.names[1]:
        yield text.t("All pairs were won alike: more pairs would give the win rate an interval.")


def _stop_note(text: Text, plan: Plan, result: DuelResult) -> Iterator[str]:
    """Whether a duel that might stop early did so."""
    if plan.until is None:
        return
    reach = (result.a.without_luck or result.a.points_per_round).reach
    width = f"{plan.until:g}"
    if reach is None or reach > plan.until:
        yield text.t(
            "The interval of points a round is still wider than ±{width}; more --matches would"
            " narrow it.",
            width=width,
        )
    elif len(result.pairs) < plan.pairs:
        yield text.t(
            "Stopped early: the interval of points a round is within ±{width}.", width=width
        )


def _fault_notes(text: Text, player: str, effort: Effort) -> Iterator[str]:
    """How often, and why, the table had to move for a player."""
    yield text.n(
        "{player}: at {count} decision the table had to move for it: {faults}.",
        "{player}: at {count} decisions the table had to move for it: {faults}.",
        effort.faults,
        player=player,
        faults=text.join(_fault_counts(text, effort)),
    )
    example = effort.example
    if example is not None:
        answer = shown(example.line, _WIDEST_LINE)
        yield text.t("{player}: one of these answers is “{answer}”.", player=player, answer=answer)
        if example.problem:
            yield problem_sentence(text, example.problem, example.key, example.allowed)
    if effort.last_words:
        line = shown(effort.last_words, _WIDEST_LINE)
        yield text.t(
            "{player}: its last line on standard error is “{line}”.", player=player, line=line
        )


def _fault_counts(text: Text, effort: Effort) -> Iterator[str]:
    if effort.crashed:
        yield text.n(
            "{count} error ({errors})",
            "{count} errors ({errors})",
            effort.crashed,
            errors=text.row(shown(error) for error in sorted(effort.errors)),
        )
    if effort.late:
        yield text.n("{count} late answer", "{count} late answers", effort.late)
    if effort.garbage:
        yield text.n("{count} unreadable answer", "{count} unreadable answers", effort.garbage)
    if effort.stale:
        yield text.n(
            "{count} answer to another question",
            "{count} answers to other questions",
            effort.stale,
        )
    if effort.illegal:
        yield text.n("{count} illegal answer", "{count} illegal answers", effort.illegal)
