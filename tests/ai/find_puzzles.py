"""Finds positions with one clearly right decision: ``python -m tests.ai.find_puzzles OUT``.

Positions come from matches between levels 1 and 3, so that they are such as people get into. One
is kept if a hundred times the budget of level 5, played on far beyond what level 5 looks at, says
that the best decision is better than the next by at least ``_MARGIN`` points and by six standard
errors of their difference; two that do the same may both be best. Each kind of decision gets the
same number of places, and positions that level 1 gets right only up to a share of them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

import koikoi.ai
from koikoi.ai.agent import Halt
from koikoi.ai.batch import Options
from koikoi.ai.dice import Dice
from koikoi.ai.exact import exact
from koikoi.ai.outcomes import point_worths
from koikoi.ai.piles import Doubles
from koikoi.ai.policies import ValuePolicy
from koikoi.ai.search import Effort, Search
from koikoi.ai.sight import action_of, decision, sight
from koikoi.ai.styles import STYLES
from koikoi.ai.weights import shipped
from koikoi.engine.actions import Action
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import preset
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import PlayerView, view
from koikoi.engine.yaku import scorer
from koikoi.record.notation import action_text
from koikoi.record.position import position_text

PRESETS: Final = ("nintendo", "standard", "koikoi-japan")
KINDS: Final = ("yaku", "deny", "call", "stop")
_MARGIN: Final = 0.8
_ERRORS: Final = 6.0
_EASY_SHARE: Final = 0.5
_LOOK: Final = Effort(worlds=64, stages=1, turns=3, call_worlds=400, hands=0, trust=0)
_DEEP: Final = replace(_LOOK, turns=8)


class Puzzle(NamedTuple):
    """A position and what is right there."""

    kind: str
    rules: str
    position: str
    right: str
    margin: float
    level_1: bool


def puzzles(places: int, seed: str) -> Iterator[Puzzle]:
    """Finds so many puzzles of each kind."""
    found: Counter[str] = Counter()
    easy: Counter[str] = Counter()
    for state in _positions(seed):
        seen = view(state, state.to_act)
        if not any(found[kind] < places for kind in _kinds(state, seen)):
            continue
        puzzle = _examined(state, seen)
        if puzzle is None or found[puzzle.kind] >= places:
            continue
        if puzzle.level_1 and easy[puzzle.kind] >= places * _EASY_SHARE:
            continue
        found[puzzle.kind] += 1
        easy[puzzle.kind] += puzzle.level_1
        yield puzzle
        if all(found[kind] >= places for kind in KINDS):
            return


def _positions(seed: str) -> Iterator[MatchState]:
    number = 0
    while True:
        rules = replace(preset(PRESETS[number % len(PRESETS)]), starting_points=0)
        agents = [koikoi.ai.load(level, f"{seed}/{number}/{level}") for level in (1, 3)]
        if number % 2:
            agents.reverse()
        state = new_match(rules, f"{seed}/{number}")
        number += 1
        while legal := legal_actions(state):
            seat = state.to_act
            action = legal[0]
            if seat is not None:
                if len(legal) > 1:
                    yield _by_itself(state)
                action = agents[seat].choose(view(state, seat), legal)
            state, _ = apply(state, action)


def _by_itself(state: MatchState) -> MatchState:
    """The position as the first round of a match: playing for points and for the match is one."""
    return replace(
        state,
        scores=(0, 0),
        results=(),
        history=(),
        ply=0,
        round=replace(state.round, number=1, attempt=0),
    )


def _kinds(state: MatchState, seen: PlayerView) -> set[str]:
    """What kinds of decision it could be; a look at the cards, to spare most searches."""
    if state.phase is Phase.DECIDE:
        return {"call", "stop"}
    if state.phase is Phase.CHOOSE_DRAWN or seen.turn < 2:
        return set()
    options = sight(seen).options()
    return {
        kind
        for option in range(len(options.card))
        if (kind := _what_it_does(seen, options, option)) is not None
    }


def _search(seen: PlayerView, effort: Effort, seed: int) -> Search:
    rules = seen.rules
    policy = ValuePolicy(exact(shipped(), rules), point_worths(rules.exhausted_points))
    return Search(sight(seen), policy, effort, [], Dice([20_261, seed]), Halt())


def _examined(state: MatchState, seen: PlayerView) -> Puzzle | None:
    legal = legal_actions(state)
    if state.phase is Phase.DECIDE:
        return _decision(state, seen)
    own = sight(seen)
    options = own.options()
    if len(options.rows) < 2:
        return None
    values = _worths(_search(seen, _LOOK, 1), options, 64).mean(axis=1)
    order = np.argsort(-values)
    # Two cards of a month do the same: then both are right, and the third is to be clearly worse.
    gaps = -np.diff(values[order])
    right = next((count for count in (1, 2) if gaps[count - 1 : count].sum() >= _MARGIN), 0)
    kinds = {_what_it_does(seen, options, int(option)) for option in order[:right]}
    if len(kinds) != 1 or None in kinds or right == len(order):
        return None
    (kind,) = kinds
    deep = _search(seen, _DEEP, 2)
    worlds = _budget() // (right + 1)
    sampled = _worths(deep, options.some(order[: right + 1]), worlds)
    if not all(_clear(one - sampled[right]) for one in sampled[:right]):
        return None
    # All the others, less closely: none of them may be near.
    others = _worths(deep, options, max(1, worlds // len(options.rows))).mean(axis=1)
    worst = float(sampled[:right].mean(axis=1).min())
    if max(float(others[option]) for option in order[right:]) > worst - _MARGIN:
        return None
    actions = [action_of(seen, options, int(option), legal) for option in order[:right]]
    assert kind is not None
    return _puzzle(kind, state, seen, actions, worst - float(sampled[right].mean()))


def _decision(state: MatchState, seen: PlayerView) -> Puzzle | None:
    found = _search(seen, _LOOK, 1).call()
    assert found is not None  # nobody halts it
    going, stopping = found
    if abs(going - stopping) < _MARGIN:
        return None
    worths = _search(seen, _DEEP, 2).going(_budget())
    assert worths is not None  # nobody halts it
    gains = worths - stopping
    call = bool(gains.mean() > 0)
    if not _clear(gains if call else -gains):
        return None
    right = decision(legal_actions(state), call=call)
    return _puzzle("call" if call else "stop", state, seen, [right], abs(float(gains.mean())))


def _worths(search: Search, options: Options, worlds: int) -> Doubles:
    worths = search.sampled(options, worlds)
    assert worths is not None  # nobody halts it
    return worths


def _budget() -> int:
    """Worlds, a hundred times those of level 5's first choice among eight cards."""
    effort = STYLES[5].effort
    assert effort is not None
    return 100 * effort.worlds * 8


def _clear(gains: Doubles) -> bool:
    error = float(gains.std(ddof=1)) / len(gains) ** 0.5
    return bool(float(gains.mean()) >= max(_MARGIN, _ERRORS * error))


def _what_it_does(seen: PlayerView, options: Options, best: int) -> str | None:
    """Whether it makes a yaku at once, or takes what would make the other player one."""
    assert seen.seat is not None
    own, month = scorer(seen.rules), seen.month
    mine, theirs = seen.captured[seen.seat], seen.captured[1 - seen.seat]
    after = int(options.pile[best])
    if own.total(after, month) > own.total(mine, month):
        return "yaku"
    taken = seen.field & ~int(options.field[best])
    threat = own.total(theirs | taken, month) > own.total(theirs, month)
    return "deny" if threat else None


def _puzzle(
    kind: str, state: MatchState, seen: PlayerView, right: list[Action], margin: float
) -> Puzzle:
    first = koikoi.ai.load(1, "puzzles").choose(seen, legal_actions(state))
    said = sorted({action_text(action) for action in right})
    return Puzzle(
        kind,
        state.rules.name,
        position_text(state),
        "|".join(said),
        round(margin, 2),
        first in right,
    )


def main(path: Path, places: int, seed: str) -> None:
    """Writes the puzzles to a file, one a line."""
    with path.open("w", encoding="utf-8") as out:
        for puzzle in puzzles(places, seed):
            right = puzzle.right.replace(" ", "_")
            line = f"{puzzle.kind} {puzzle.rules} {puzzle.margin} {right} {puzzle.position}"
            out.write(line + "\n")
            out.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
