"""What is wrong with a record, and what a check of it found, in sentences."""

from __future__ import annotations

from typing import Final

from koikoi.record.errors import Fault, RecordError
from koikoi.record.verify import Finding, Problem
from koikoi.text.catalogue import N_, Text
from koikoi.text.problems import rules_problem, shown

_FAULTS: Final = {
    Fault.TOO_LARGE: N_("The record is larger than {limit} bytes, which no match is."),
    Fault.LINE_TOO_LONG: N_("Line {line} of the record is longer than {limit} bytes."),
    Fault.NOT_UTF8: N_("Line {line} of the record is not UTF-8 text."),
    Fault.NOT_JSON: N_("Line {line} of the record is not a JSON object."),
    Fault.NO_RECORD: N_("This is not the record of a match of koi-koi."),
    Fault.UNKNOWN_VERSION: N_(
        "The record has format {version}; this version of the game reads {known}."
    ),
    Fault.INCOMPLETE_START: N_("The record breaks off before the first deal."),
    Fault.MISSING_KEY: N_("Line {line} of the record has no “{key}”."),
    Fault.BAD_VALUE: N_("“{key}” in line {line} of the record is wrong (allowed: {allowed})."),
    Fault.BAD_RULES: N_("The rules in line {line} of the record are not valid: {problems}"),
    Fault.UNKNOWN_LINE: N_("Line {line} of the record is no round, no action and no result."),
    Fault.OUT_OF_ORDER: N_(
        "Line {line} of the record has {key} {found}; {expected} has to follow."
    ),
    Fault.AFTER_RESULT: N_("Line {line} of the record stands after the result."),
    Fault.WRONG_SEAT: N_("In line {line} of the record the wrong player acts."),
    Fault.ILLEGAL: N_("Line {line} of the record, {action}, is against the rules."),
    Fault.OTHER_OYA: N_("In line {line} of the record the wrong player deals."),
    Fault.OTHER_ATTEMPTS: N_(
        "Line {line} of the record has {found} deals, but the rules deal {expected}."
    ),
    Fault.OTHER_DIGEST: N_(
        "Line {line} of the record does not lead to the position that it says, {expected}."
    ),
    Fault.OTHER_RESULT: N_("The match ends otherwise than the record says."),
    Fault.FINISHED: N_("The match is over and cannot be continued."),
}
"""A message for each code; its placeholders are the line and the code's parameters."""


def record_trouble(text: Text, error: RecordError) -> str:
    """Why a record cannot be read, replayed or continued."""
    params = {key: shown(value) for key, value in error.params.items()}
    if error.code is Fault.BAD_RULES:
        problems = error.params["problems"]
        assert isinstance(problems, tuple)
        params["problems"] = text.sentences(rules_problem(text, problem) for problem in problems)
    return text.t(_FAULTS[error.code], line=error.line, **params)


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
