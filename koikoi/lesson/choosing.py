"""``python -m koikoi.lesson.choosing`` finds the five decisions anew and writes ``decisions.toml``.

Level 4 plays matches against itself under ``standard``, from fixed seeds. Of its koi-koi decisions
those are candidates that come in the middle of a match that is still open, with few points made
on a field of at most eight cards, and show one of the five things that such a decision can turn on.
The coach judges each, and its twin: the same decision but for that thing. For each thing the
candidate is taken where the coach decides one way by the most, and the other way in the twin.

- ``late``: at most two turns are left, and stopping is right. (It has no twin.)
- ``held``: the other player is one card away, that card is in the own hand, and calling is right.
  In the twin, which is what was played, it is in the stock, and one of its kind in the hand.
- ``threat``: the other player is one card away, and stopping is right. In the twin one of the
  cards that make it so is exchanged with one of the stock.
- ``double``: the yaku come to less than ``double_from``, and calling is right. In the twin no
  number of points counts double.
- ``last``: it is made the last round, at a score at which stopping wins the match, and stopping is
  right. The twin is the same in the first round, at no score.

The same program always writes the same file; it takes some minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import koikoi.ai
from koikoi.ai.agent import Halt
from koikoi.ai.weights import shipped
from koikoi.engine.actions import KoiKoi, NextRound, Shobu
from koikoi.engine.cards import Card, Mask, cards_of
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import preset
from koikoi.engine.state import EMPTY, MatchState, Phase, RoundState
from koikoi.engine.tally import tally_view
from koikoi.engine.view import view
from koikoi.lesson.decisions import CALL, FILE, STOP, Because, Figures, Judged
from koikoi.record.position import position_text
from koikoi.review.budget import BUDGETS
from koikoi.review.judge import Judge, Rated

MATCHES: Final = 600
MOST_FIELD: Final = 8
ROUNDS: Final = range(2, 9)
WIDEST_LEAD: Final = 15
MOST_POINTS: Final = 10
SEED: Final = "koi-koi or stop"
"""The seed of the coach."""

_CLEAR: Final = 1.0
"""So many points an answer has to be better by, in the decision and in its twin."""
_KEPT: Final = 12
"""So many candidates for each reason are judged deeply."""
_MOST: Final = 250
"""So many are judged at all."""


class Found(NamedTuple):
    """A candidate, judged.

    Attributes:
        judged: The decision.
        twin: Its twin.
        answer: The coach's answer.
        margin: By how much it is better, and the other one is in the twin, whichever is less.
    """

    judged: Judged
    twin: Judged | None
    answer: str
    margin: float


class Candidate(NamedTuple):
    """A decision that may turn on something.

    Attributes:
        state: It.
        twin: The same without that; ``None`` for none.
        answer: What the coach has to answer.
    """

    state: MatchState
    twin: MatchState | None
    answer: str


# Where they come from.


def played() -> Iterator[MatchState]:
    """The koi-koi decisions of seat 0 in the matches, the cards of the field moved together."""
    for number in range(MATCHES):
        seed = f"{SEED}/{number}"
        agents = [koikoi.ai.load("4", f"{seed}/{seat}") for seat in (0, 1)]
        state = new_match(preset("standard"), seed)
        while state.phase is not Phase.MATCH_OVER:
            if state.phase is Phase.ROUND_OVER:
                state, _ = apply(state, NextRound())
                continue
            seat = state.to_act
            assert seat is not None  # neither between rounds nor over
            if state.phase is Phase.DECIDE and seat == 0:
                field = [card for card in state.round.slots if card != EMPTY]
                if len(field) <= MOST_FIELD and _is_open(state):
                    yield _changed(state, slots=tuple(field))
            action = agents[seat].choose(view(state, seat), legal_actions(state))
            state, _ = apply(state, action)


def _is_open(state: MatchState) -> bool:
    """Whether it comes in the middle of a match that is not yet decided, about few points."""
    first, second = state.scores
    return (
        state.round.number in ROUNDS
        and abs(first - second) <= WIDEST_LEAD
        and not state.round.calls[1]
        and _made(state) <= MOST_POINTS
    )


def _changed(state: MatchState, **parts: object) -> MatchState:
    """The state with other parts of its round, and without its past, as a position has none."""
    now: RoundState = replace(state.round, **parts)  # type: ignore[arg-type]
    return replace(state, round=now, history=(), results=())


def _scored(state: MatchState, number: int, scores: tuple[int, int]) -> MatchState:
    return replace(_changed(state, number=number), scores=scores)


def _exchanged(state: MatchState, card: Card, drawn: Card) -> MatchState:
    """The state with a card of a hand or a pile in the stock, and one of the stock in its place."""
    both = 1 << card | 1 << drawn

    def other(mask: Mask) -> Mask:
        return mask ^ both if mask >> card & 1 else mask

    now = state.round
    place = now.deck.index(drawn)
    start = now.deck.index(card)
    deck = list(now.deck)
    deck[place], deck[start] = card, drawn
    return _changed(
        state,
        deck=tuple(deck),
        hands=(other(now.hands[0]), other(now.hands[1])),
        captured=(other(now.captured[0]), other(now.captured[1])),
        decided=(other(now.decided[0]), other(now.decided[1])),
    )


# What they turn on.


def late(state: MatchState) -> Iterator[Candidate]:
    """Hardly any turns are left."""
    if view(state, 0).hand_sizes[0] <= 2 and not _near(state):
        yield Candidate(state, None, STOP)


def held(state: MatchState) -> Iterator[Candidate]:
    """The card that the other player needs is in the own hand, and in the twin it is not."""
    near = _near(state)
    if len(near) != 1 or near[0].bit_count() > 1 or view(state, 0).hand_sizes[0] < 3:
        return
    wanted = cards_of(near[0])[0]
    if wanted not in state.round.stock:
        return
    for card in cards_of(state.round.hands[0]):
        if card.kind is wanted.kind:
            yield Candidate(_exchanged(state, card, wanted), state, CALL)
            return


def threat(state: MatchState) -> Iterator[Candidate]:
    """The other player is one card away, and nothing of what it takes is in the own hand."""
    near = _near(state)
    if len(near) != 1 or near[0] & state.round.hands[0] or near[0].bit_count() > 1:
        return
    for card in cards_of(state.round.captured[1]):
        for drawn in state.round.stock:
            if drawn.kind is card.kind and not near[0] >> drawn & 1:
                twin = _exchanged(state, card, drawn)
                if not _near(twin) and _made(twin) == _made(state):
                    yield Candidate(state, twin, STOP)
                    return


def double(state: MatchState) -> Iterator[Candidate]:
    """A little more counts double."""
    total = tally_view(view(state, 0), 0).total
    if 5 <= total < state.rules.double_from and not state.round.calls[1]:
        yield Candidate(state, replace(state, rules=replace(state.rules, double_from=0)), CALL)


def last(state: MatchState) -> Iterator[Candidate]:
    """It is the last round, and stopping wins the match."""
    for behind in (1, 2):
        ahead = _scored(state, state.rules.rounds, (30 - behind, 30))
        if tally_view(view(state, 0), 0).total > behind:
            yield Candidate(ahead, _scored(state, 1, (0, 0)), STOP)


def _near(state: MatchState) -> list[Mask]:
    """What would complete each yaku of the other player that one card completes."""
    return [line.completing for line in tally_view(view(state, 0), 1).one_away]


def _made(state: MatchState) -> int:
    return tally_view(view(state, 0), 0).total


SOURCES: Final[dict[Because, Callable[[MatchState], Iterator[Candidate]]]] = {
    Because.LATE: late,
    Because.HELD: held,
    Because.THREAT: threat,
    Because.DOUBLE: double,
    Because.LAST: last,
}


# What the coach says.


def judged(judge: Judge, state: MatchState) -> tuple[Judged, float]:
    """A decision with what the coach says of it, and by how much it stops rather than calls."""
    seen = view(state, 0)
    judgement = judge.judge(seen, legal_actions(state), Halt())
    assert judgement is not None  # nothing halts it
    rated = [judgement.of(action) for action in (Shobu(), KoiKoi())]
    stop, call = map(_figures, rated)
    by = rated[1].behind - rated[0].behind
    if state.round.number < state.rules.rounds:
        # Before the last round the points have to say the same, for it is them that are told.
        points = stop.points - call.points
        by = min(by, points) if by > 0 else max(by, points)
    return Judged(position_text(state), stop, call, not state.rules.double_from), by


def _figures(rated: Rated) -> Figures:
    return Figures(*(round(one, 4) for one in (rated.points, rated.chance, rated.won, rated.lost)))


def found(judge: Judge, one: Candidate) -> Found | None:
    """A candidate, if the coach decides as it has to, clearly, and otherwise in the twin."""
    sign = 1 if one.answer == STOP else -1
    mine, by = judged(judge, one.state)
    margin = sign * by
    if margin < _CLEAR:
        return None
    twin = None
    if one.twin is not None:
        twin, by = judged(judge, one.twin)
        margin = min(margin, -sign * by)
    return None if margin < _CLEAR else Found(mine, twin, one.answer, margin)


def choose(say: Callable[[str], object]) -> dict[Because, Found]:
    """The best candidate for each reason."""
    quick, deep = (Judge(shipped(), BUDGETS[name], SEED) for name in ("small", "deep"))
    first: dict[Because, list[tuple[float, Candidate]]] = {because: [] for because in Because}
    looked = dict.fromkeys(Because, 0)
    for state in played():
        for because, source in SOURCES.items():
            for candidate in source(state):
                looked[because] += 1
                one = found(quick, candidate) if looked[because] <= _MOST else None
                if one is not None:
                    first[because].append((one.margin, candidate))
    best: dict[Because, Found] = {}
    for because, candidates in first.items():
        candidates.sort(key=lambda one: -one[0])
        say(f"{because}: {len(candidates)} candidates")
        again = [found(deep, one) for _, one in candidates[:_KEPT]]
        sure = [one for one in again if one is not None]
        if not sure:
            raise SystemExit(f"no decision turns on {because} clearly enough")
        best[because] = max(sure, key=lambda one: one.margin)
        say(f"  {best[because]}")
    return best


def written(best: dict[Because, Found]) -> str:
    """The file."""
    lines = ["# Made by python -m koikoi.lesson.choosing, which says how; do not edit."]
    for because, one in best.items():
        lines += ["", "[[decision]]", f'because = "{because}"', f'answer = "{one.answer}"']
        for name, judged_ in (("judged", one.judged), ("twin", one.twin)):
            if judged_ is not None:
                lines += ["", f"[decision.{name}]", *_lines(judged_)]
    return "\n".join(lines) + "\n"


def _lines(one: Judged) -> Iterator[str]:
    yield f'position = "{one.position}"'
    if one.undoubled:
        yield "undoubled = true"
    for name, figures in (("stop", one.stop), ("call", one.call)):
        parts = ", ".join(f"{key} = {value}" for key, value in figures._asdict().items())
        yield f"{name} = {{ {parts} }}"


def main() -> int:
    """The command."""
    best = choose(lambda said: sys.stderr.write(f"{said}\n"))
    Path(__file__).with_name(FILE).write_text(written(best), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
