"""Why a saved match, a record or a file cannot be used, in one sentence each."""

from __future__ import annotations

from typing import Final

from koikoi.ai.levels import UnknownAgent
from koikoi.record.errors import Fault, RecordError
from koikoi.record.writer import RecordBusy
from koikoi.text.catalogue import N_, Text
from koikoi.text.problems import rules_problem, shown

_WIDEST: Final = 200

_FAULTS: Final = {
    Fault.NOT_A_FILE: N_("It is not a file."),
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
    Fault.OTHER_MATCH: N_("The record has become that of another match."),
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


def system_trouble(text: Text, error: OSError) -> str:
    """What the system has against it."""
    path = shown(error.filename or "", _WIDEST)
    if isinstance(error, RecordBusy):
        return text.t("The match in {path} is being played elsewhere.", path=path)
    reason = shown(error.strerror or error, _WIDEST)
    if not path:
        return text.t("The system refuses: {reason}.", reason=reason)
    return text.t("The file {path} cannot be used: {reason}.", path=path, reason=reason)


def trouble(error: RecordError | UnknownAgent | OSError, text: Text) -> str:
    """What is wrong with a match that is to be set up or taken up."""
    if isinstance(error, UnknownAgent):
        return text.t(
            "There is no level “{name}”; there are {levels}.",
            name=shown(error.name),
            levels=text.join(error.levels),
        )
    if isinstance(error, RecordError):
        return record_trouble(text, error)
    return system_trouble(text, error)
