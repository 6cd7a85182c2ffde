"""What a check of a record found, in sentences."""

from __future__ import annotations

from typing import Final

from koikoi.record.verify import Finding, Problem
from koikoi.text.catalogue import N_, Text

_FINDINGS: Final = {
    Finding.COMMITMENT: N_("The commitment is not the SHA-256 of the seed."),
    Finding.DECK: N_("The deck of round {round}, attempt {attempt}, is not the one of the seed."),
    Finding.ATTEMPTS: N_("Round {round} has another number of deals than the rules deal."),
    Finding.OYA: N_("Round {round} is dealt by the wrong player."),
    Finding.SEAT: N_("At move {ply} the wrong player acts."),
    Finding.ILLEGAL: N_("Move {ply} is against the rules."),
    Finding.DIGEST: N_("The position at move {ply} is not the recorded one."),
    Finding.RESULT: N_("The match does not end as the record says."),
}


def finding_sentence(text: Text, problem: Problem) -> str:
    """What speaks against a record."""
    return text.t(
        _FINDINGS[problem.finding],
        round=problem.round,
        attempt=problem.attempt,
        ply=problem.ply,
    )
