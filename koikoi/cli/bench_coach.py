"""``koikoi bench coach`` and ``koikoi bench chances``: whether what the coach says is true.

The first lets the coach rate matches between levels: the stronger one has to lose fewer points per
decision, and luck has to come to nothing over many matches. The second compares the chances to win
a match, as they are said at the ends of rounds, with how often the matches were won.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias, TypeVar

from koikoi.ai.weights import shipped
from koikoi.arena.interval import Estimate, estimate
from koikoi.cli.output import Output
from koikoi.cli.waiting import progress_bar
from koikoi.engine.rules import Rules
from koikoi.review.rating import spread
from koikoi.review.validation import Forecast, Match, Rated, forecasts, rated_matches
from koikoi.text.catalogue import Text
from koikoi.text.options import rules_name

_T = TypeVar("_T")

_BINS: Final = 10

_Row: TypeAlias = tuple[float, float, float, int]
"""Where a row begins, the mean chance said in it, how often it was won, and their number."""


class Bench(NamedTuple):
    """How the coach is put to the test.

    Attributes:
        text: The language.
        output: Where the figures go.
        rules: The rules.
        matches: How many matches are played.
        jobs: How many processes play and rate.
        as_json: Whether one JSON document is printed.
    """

    text: Text
    output: Output
    rules: Rules
    matches: int
    jobs: int
    as_json: bool

    def coach(self, agents: Sequence[str]) -> None:
        """Lets the coach rate matches between levels, and prints what it says of each.

        Args:
            agents: The names of the levels' agents, the weakest first.
        """
        played = self._watched(rated_matches(self.rules, agents, self.matches, "small", self.jobs))
        size = spread(shipped(), self.rules)
        rows = {agent: _of(played, agent) for agent in agents}
        if not self.as_json:
            for said in _told(self.text, self.rules, played, rows, size):
                self.output.say(said)
            return
        pairs = [_pair(played, weak, strong) for weak, strong in combinations(agents, 2)]
        self.output.json(
            {
                "rules": self.rules.name,
                "matches": self.matches,
                "spread": size,
                "agents": {agent: _row(some, size) for agent, some in rows.items()},
                "pairs": pairs,
                "luck": _ends(_luck(played)),
            }
        )

    def chances(self, agent: str) -> None:
        """Compares said chances to win the match with what came of them, and prints a table.

        Args:
            agent: Who plays against itself.
        """
        matches = self._watched(forecasts(self.rules, agent, self.matches, self.jobs))
        said = [one for match in matches for one in match]
        rows = [row for row in (_bin(said, number) for number in range(_BINS)) if row is not None]
        if self.as_json:
            keys = ("from", "said", "won", "count")
            self.output.json(
                {
                    "rules": self.rules.name,
                    "agent": agent,
                    "matches": self.matches,
                    "rows": [dict(zip(keys, row, strict=True)) for row in rows],
                }
            )
            return
        for line in _compared(self.text, self.rules, agent, self.matches, rows):
            self.output.say(line)

    def _watched(self, matches: Iterator[_T]) -> list[_T]:
        """All matches, with a bar as long as they are played."""

        def told(done: int, count: int) -> str:
            return self.text.n(
                "{done} of {count} match", "{done} of {count} matches", count, done=done
            )

        found = []
        with progress_bar(told) as progress:
            for match in matches:
                found.append(match)
                progress(len(found), self.matches)
        return found


def _of(played: Iterable[Match], agent: str) -> list[Rated]:
    return [one for match in played for one in match if one.agent == agent]


def _told(
    text: Text, rules: Rules, played: Sequence[Match], rows: dict[str, list[Rated]], size: float
) -> Iterator[str]:
    for agent, some in rows.items():
        row = _estimates(some)
        yield (
            text.t(
                "{agent}: {decisions} decisions in {matches} matches; points lost per decision "
                "{lost}, in spreads of a round {share}; per koi-koi decision {calls}.",
                agent=agent,
                decisions=sum(one.decisions for one in some),
                matches=len(some),
                lost=_said(row["lost"]),
                share=f"{row['lost'].mean / size:.4f}",
                calls=_said(row["calls"]),
            )
        )
    for weak, strong in combinations(rows, 2):
        pair = _pair(played, weak, strong)
        yield (
            text.t(
                "{strong} lost fewer points per decision than {weak} in {count} of {matches} "
                "matches.",
                strong=strong,
                weak=weak,
                count=pair["stronger"],
                matches=pair["matches"],
            )
        )
    yield (
        text.t("Luck of the first player in a match, in points: {luck}.", luck=_said(_luck(played)))
    )
    yield (text.t("Rules: “{rules}”; behind ±: 95% intervals.", rules=rules_name(text, rules)))


def _estimates(some: Sequence[Rated]) -> dict[str, Estimate]:
    return {
        "lost": estimate([one.lost / max(one.decisions, 1) for one in some]),
        "calls": estimate([one.calls_lost / max(one.calls, 1) for one in some]),
    }


def _row(some: Sequence[Rated], size: float) -> dict[str, object]:
    found = _estimates(some)
    return {
        "matches": len(some),
        "decisions": sum(one.decisions for one in some),
        "lost_per_decision": _ends(found["lost"]),
        "in_spreads": found["lost"].mean / size,
        "lost_per_call": _ends(found["calls"]),
    }


def _pair(played: Iterable[Match], weak: str, strong: str) -> dict[str, object]:
    met = [
        {one.agent: one.lost / max(one.decisions, 1) for one in match}
        for match in played
        if {one.agent for one in match} == {weak, strong}
    ]
    better = sum(one[strong] < one[weak] for one in met)
    return {"weaker": weak, "stronger_agent": strong, "matches": len(met), "stronger": better}


def _luck(played: Sequence[Match]) -> Estimate:
    return estimate([match[0].luck for match in played])


def _ends(one: Estimate) -> list[float | None]:
    return [one.mean, one.low, one.high]


def _said(one: Estimate) -> str:
    reach = one.reach
    return f"{one.mean:.3f}" if reach is None else f"{one.mean:.3f} ± {reach:.3f}"


def _compared(
    text: Text, rules: Rules, agent: str, matches: int, rows: Sequence[_Row]
) -> Iterator[str]:
    yield text.t("Chance said at a round's end, and how often the match was won:")
    for low, mean, won, count in rows:
        yield text.t(
            "{low} to {high} %: said {said} %, won {won} % ({count} times)",
            low=f"{low * 100:.0f}",
            high=f"{low * 100 + 100 / _BINS:.0f}",
            said=f"{100 * mean:.1f}",
            won=f"{100 * won:.1f}",
            count=count,
        )
    yield text.n(
        "{count} match of {agent} against itself, rules “{rules}”.",
        "{count} matches of {agent} against itself, rules “{rules}”.",
        matches,
        agent=agent,
        rules=rules_name(text, rules),
    )


def _bin(said: Sequence[Forecast], number: int) -> _Row | None:
    """Where a row begins, the mean chance said in it, how often it was won, and their number."""
    low = number / _BINS
    some = [one for one in said if min(int(one.chance * _BINS), _BINS - 1) == number]
    if not some:
        return None
    count = len(some)
    return low, sum(one.chance for one in some) / count, sum(one.won for one in some) / count, count
