"""Why rules cannot be used, and a language cannot: one sentence for each problem.

What a file holds may be anything, so whatever is shown of it is one printable line of limited
length.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from koikoi.engine.presets import (
    MAX_FILE_SIZE,
    RulesFileError,
    RulesFileFault,
    UnknownPreset,
)
from koikoi.engine.rules import (
    OPTION_BY_KEY,
    OPTIONS,
    ProblemCode,
    RulesError,
    RulesProblem,
)
from koikoi.text.catalogue import N_, Text, UnknownLanguage
from koikoi.text.options import allowed_values

_WIDEST_SHOWN: Final = 60
_WIDEST_REASON: Final = 200

VALUE_PROBLEMS: Final = {
    ProblemCode.MISSING_KEY: N_("“{key}” is missing; it has to be {allowed}."),
    ProblemCode.WRONG_TYPE: N_(
        "“{key}” is {value}, which is another kind of value; it has to be {allowed}."
    ),
    ProblemCode.OUT_OF_RANGE: N_(
        "“{key}” is {value}, which is too low or too high; it has to be {allowed}."
    ),
    ProblemCode.NOT_A_CHOICE: N_("“{key}” is {value}, which is no choice; it has to be {allowed}."),
    ProblemCode.BAD_TEXT: N_(
        "“{key}” is {value}, which is too short, too long or not printable; it has to be {allowed}."
    ),
}
"""A message for each problem of an option that exists and has its own range of values."""

_FILE_FAULTS: Final = {
    RulesFileFault.TOO_LARGE: N_("The rules file “{path}” is too large; {limit} KiB are allowed."),
    RulesFileFault.NOT_UTF8: N_("The rules file “{path}” is not UTF-8 text (byte {detail})."),
    RulesFileFault.NOT_TOML: N_("The rules file “{path}” is not TOML: {detail}."),
}


def shown(found: object, width: int = _WIDEST_SHOWN) -> str:
    """Text from outside as it is safe to print: on one line, without controls, cut where long."""
    written = "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in str(found)[: width + 1]
    )
    return written if len(written) <= width else written[: width - 1] + "…"


def rules_trouble(
    text: Text, error: RulesError | UnknownPreset | RulesFileError | OSError
) -> tuple[str, ...]:
    """Why the rules that a player named cannot be used: what ``resolve_rules`` raises.

    Args:
        text: The language.
        error: What was raised.

    Returns:
        One sentence for each problem.
    """
    if isinstance(error, RulesError):
        return rules_problems(text, error)
    if isinstance(error, UnknownPreset):
        return (
            text.t(
                "No rules are called “{name}”; there are {names}, or the path of a rules file.",
                name=shown(error.name),
                names=text.join(error.allowed),
            ),
        )
    if isinstance(error, RulesFileError):
        return (
            text.t(
                _FILE_FAULTS[error.code],
                path=shown(error.path, _WIDEST_REASON),
                detail=shown(error.detail, _WIDEST_REASON).rstrip("."),
                limit=MAX_FILE_SIZE // 1024,
            ),
        )
    path, reason = str(error.filename or ""), error.strerror or str(error)
    return (
        text.t(
            "The rules file “{path}” cannot be used: {reason}.",
            path=shown(path, _WIDEST_REASON),
            reason=shown(reason, _WIDEST_REASON).rstrip("."),
        ),
    )


def rules_problems(text: Text, error: RulesError) -> tuple[str, ...]:
    """One sentence for each problem of a set of rules.

    A file in which every option is missing and there are only tables has its options in the wrong
    place; then that is the one thing to say.
    """
    unknown = [p for p in error.problems if p.code is ProblemCode.UNKNOWN_KEY]
    missing = [p for p in error.problems if p.code is ProblemCode.MISSING_KEY]
    only_tables = unknown and all(isinstance(p.value, Mapping) for p in unknown)
    if only_tables and len(missing) == len(OPTIONS):
        return (
            text.n(
                "A rules file has its options at the top level; take out the line [{tables}]"
                " above them.",
                "A rules file has the options of one set of rules at the top level; this one has"
                " {count} tables: {tables}.",
                len(unknown),
                tables=text.join(shown(problem.key) for problem in unknown),
            ),
        )
    return tuple(rules_problem(text, problem) for problem in error.problems)


def rules_problem(text: Text, problem: RulesProblem) -> str:
    """What is wrong with an option, and what it may be instead."""
    key = shown(problem.key)
    if problem.code is ProblemCode.UNKNOWN_KEY:
        return _unknown_key(text, problem)
    if problem.code is ProblemCode.CALL_LIMIT_COUNT:
        return _call_limit_count(text, problem)
    return text.t(
        VALUE_PROBLEMS[problem.code],
        key=key,
        value=problem.shown_value,
        allowed=allowed_values(text, problem.key),
    )


def _unknown_key(text: Text, problem: RulesProblem) -> str:
    if problem.suggestion:
        return text.t(
            "There is no option “{key}”; perhaps it should be “{suggestion}”.",
            key=shown(problem.key),
            suggestion=problem.suggestion,
        )
    return text.t("There is no option “{key}”; take it out.", key=shown(problem.key))


def _call_limit_count(text: Text, problem: RulesProblem) -> str:
    value = problem.shown_value
    if problem.allowed == "0":
        return text.t(
            "“call_limit_count” is {value}, but “call_limit” sets no limit; it has to be 0.",
            value=value,
        )
    return text.t(
        "“call_limit_count” is {value}, but “call_limit” sets a limit; it has to be"
        " a whole number from 1 to {high}.",
        value=value,
        high=OPTION_BY_KEY["call_limit_count"].high,
    )


def language_trouble(text: Text, error: UnknownLanguage) -> str:
    """Why a language cannot be used, and which can."""
    return text.t(
        "There is no language “{lang}”; there are {languages}.",
        lang=shown(error.lang),
        languages=text.join(error.available),
    )
