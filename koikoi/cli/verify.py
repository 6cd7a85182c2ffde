"""``koikoi verify``: proves that a match's decks were fixed before it began."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from koikoi.cli.output import Output
from koikoi.cli.record_text import finding_sentence
from koikoi.record.reader import load
from koikoi.record.record import MatchRecord
from koikoi.record.verify import DeckOrigin, Verification, verify
from koikoi.text.options import rules_name
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

SPEAKS_AGAINST_IT = 1
"""The exit code where the check found something wrong."""


def run(args: argparse.Namespace, text: Text) -> int:
    """Checks a record and says what was checked and found."""
    record = load(args.file)
    checked = verify(record)
    output = Output(sys.stdout)
    if args.json:
        output.json(_document(checked))
    else:
        for sentence in (*_claims(record, text), *_sentences(checked, text)):
            output.say(sentence)
    return 0 if checked.consistent else SPEAKS_AGAINST_IT


def _claims(record: MatchRecord, text: Text) -> list[str]:
    """What the record says was played: the commitment does not cover it."""
    header = record.header
    first, second = header.players
    return [
        text.t(
            "{first} against {second}, under the rules “{rules}”.",
            first=shown(first.name),
            second=shown(second.name),
            rules=rules_name(text, header.rules),
        )
    ]


def _document(checked: Verification) -> dict[str, object]:
    return {
        "consistent": checked.consistent,
        "proven": checked.proven,
        "over": checked.over,
        "commitment": checked.commitment,
        "seed": checked.seed,
        "dealer": checked.dealer.value,
        "rounds": [
            {"round": done.number, "decks": [origin.value for origin in done.origins]}
            for done in checked.rounds
        ],
        "actions": checked.plies,
        "problems": [
            {
                "finding": problem.finding.value,
                "round": problem.round,
                "attempt": problem.attempt,
                "ply": problem.ply,
            }
            for problem in checked.problems
        ],
    }


def _sentences(checked: Verification, text: Text) -> list[str]:
    t = text.t
    sentences = [t("Commitment: {commitment}", commitment=checked.commitment)]
    if checked.seed is not None:
        sentences.append(t("Seed: {seed}", seed=checked.seed))
    else:
        sentences.append(t("The match is not over: its seed stays secret, and so does its deal."))
    from_seed = sum(origin is DeckOrigin.SEED for done in checked.rounds for origin in done.origins)
    sentences += [
        text.n(
            "{count} deal of the finished rounds comes from the seed.",
            "{count} deals of the finished rounds come from the seed.",
            from_seed,
        ),
        text.n(
            "{count} action was played again, each to the recorded position.",
            "{count} actions were played again, each to the recorded position.",
            checked.plies,
        ),
    ]
    if checked.stacked:
        sentences.append(
            text.n(
                "{count} deck does not come from the seed: the record calls it stacked.",
                "{count} decks do not come from the seed: the record calls them stacked.",
                len(checked.stacked),
            )
        )
    sentences += [finding_sentence(text, problem) for problem in checked.problems]
    if not checked.consistent:
        sentences.append(t("The record does not prove that the match was played so."))
    elif checked.proven:
        sentences.append(
            t(
                "Everything fits: if this commitment is the one that was shown before the match, "
                "all decks were fixed by then."
            )
        )
    elif checked.over:
        sentences.append(
            t("The match comes out as recorded; nothing proves where its stacked decks are from.")
        )
    else:
        sentences.append(
            t("Everything fits so far; when the match is over its seed is shown, as the proof.")
        )
    return sentences
