"""What is wrong with a message of the bot protocol, and why a bot is refused, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from koikoi.arena.bot import BotRefused
from koikoi.arena.protocol import VERSION, Problem
from koikoi.text.catalogue import N_
from koikoi.text.problems import shown

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

_PROBLEMS: Final[dict[str, str]] = {
    Problem.NOT_UTF8: N_("It is not UTF-8 text."),
    Problem.NOT_JSON: N_("It is not a JSON object."),
    Problem.TOO_LONG: N_("It is longer than {allowed} bytes."),
    Problem.MISSING_KEY: N_("It has no “{key}”."),
    Problem.BAD_VALUE: N_("Its “{key}” has to be: {allowed}."),
    Problem.UNKNOWN_RULE: N_("Its rules have an option that is not known here, “{key}”."),
    Problem.UNKNOWN_VERSION: N_(
        "It is of version {key} of the protocol; this program speaks version {allowed}."
    ),
    Problem.OUT_OF_PLACE: N_("It is of the type “{key}”, but “{allowed}” has to come now."),
    Problem.NO_MOVE: N_("No move was found in its view ({key})."),
}


def problem_sentence(text: Text, problem: str, key: str, allowed: str) -> str:
    """What is wrong with a message.

    Args:
        text: The language.
        problem: A value of ``Problem``.
        key: Where, or what; as the problem says.
        allowed: What should be there; as the problem says.
    """
    return text.t(_PROBLEMS[problem], key=shown(key), allowed=shown(allowed, _WIDEST))


_WIDEST: Final = 200


def refusal(text: Text, error: BotRefused) -> str:
    """Why there can be no duel with a bot."""
    name = shown(error.name)
    if error.version:
        return text.t(
            "“{bot}” speaks version {version} of the bot protocol; this program speaks version"
            " {known}.",
            bot=name,
            version=error.version,
            known=VERSION,
        )
    reason = shown(error.reason).rstrip(".")
    return text.t("“{bot}” cannot be started: {reason}.", bot=name, reason=reason)
