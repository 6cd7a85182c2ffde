"""The end of a round and of a match: points, the next dealer, the result."""

from __future__ import annotations

from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.draft import Draft
from koikoi.engine.events import MatchEnded, MatchOutcome, RoundEnded, RoundOutcome
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import Breakdown
from koikoi.engine.state import MatchResult, Phase, RoundResult


def end_round(
    draft: Draft,
    outcome: RoundOutcome,
    winner: Seat | None,
    breakdowns: tuple[Breakdown | None, Breakdown | None],
) -> None:
    """Books the points of the round, and ends the match after its last."""
    rules = draft.rules
    gains = [line.points if line else 0 for line in breakdowns]
    if outcome is RoundOutcome.EXHAUSTED:
        gains[draft.oya] = rules.exhausted_points
    if rules.starting_points:
        points = gains[0] - gains[1], gains[1] - gains[0]
    else:
        points = gains[0], gains[1]
    draft.scores = [draft.scores[seat] + points[seat] for seat in SEATS]
    oya = draft.oya
    draft.results = (*draft.results, RoundResult(draft.number, oya, outcome, winner, points))
    ruined = rules.starting_points > 0 and min(draft.scores) <= 0
    over = ruined or draft.number >= rules.rounds
    draft.phase = Phase.ROUND_OVER
    if draft.log is not None:
        draft.log.append(
            RoundEnded(
                number=draft.number,
                oya=oya,
                outcome=outcome,
                winner=winner,
                breakdowns=breakdowns,
                points=points,
                scores=(draft.scores[0], draft.scores[1]),
                hands=(draft.hands[0], draft.hands[1]),
                stock=draft.deck[24 + draft.drawn :],
                next_oya=None if over else next_oya(rules, oya, winner),
            )
        )
    if over:
        ahead = draft.scores[0] - draft.scores[1]
        end_match(
            draft,
            MatchOutcome.OUT_OF_POINTS if ruined else MatchOutcome.FINISHED,
            winner=None if not ahead else 0 if ahead > 0 else 1,
        )


def next_oya(rules: Rules, oya: Seat, winner: Seat | None) -> Seat:
    """Who deals the next round; ``winner`` is ``None`` where nobody, or both, won this one."""
    if rules.next_dealer == "alternates":
        return other(oya)
    if winner is not None:
        return winner
    return oya if rules.exhausted_dealer == "stays" else other(oya)


def end_match(draft: Draft, outcome: MatchOutcome, winner: Seat | None) -> None:
    """Ends the match and gives its seed away."""
    draft.phase = Phase.MATCH_OVER
    draft.result = MatchResult(outcome, winner)
    if draft.log is not None:
        draft.log.append(
            MatchEnded(
                outcome=outcome,
                winner=winner,
                scores=(draft.scores[0], draft.scores[1]),
                seed=draft.seed,
                hands=(draft.hands[0], draft.hands[1]),
                stock=draft.deck[24 + draft.drawn :],
            )
        )
