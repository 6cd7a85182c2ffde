"""Checks of what several commands are given, with the sentence for what cannot be used."""

from __future__ import annotations

from typing import TypeVar

from koikoi.cli.errors import UsageError
from koikoi.engine.deck import MAX_SEED_LENGTH, check_seed
from koikoi.text.catalogue import Text
from koikoi.text.problems import shown

_Number = TypeVar("_Number", int, float)
_WIDEST_NUMBER = 30


def in_range(text: Text, option: str, value: _Number, low: _Number, high: _Number) -> _Number:
    """Returns the value of an option that takes ``low`` to ``high``.

    Raises:
        UsageError: It is not in the range.
    """
    if not low <= value <= high:
        raise UsageError(
            text.t(
                "--{option} is {value}; {low} to {high} are allowed.",
                option=option,
                value=_written(value),
                low=_written(low),
                high=_written(high),
            )
        )
    return value


def _written(value: float) -> str:
    """A number as it is typed, cut where it is too long for a sentence."""
    return shown(value, _WIDEST_NUMBER) if isinstance(value, int) else f"{value:.9g}"


def a_seed(text: Text, given: str) -> str:
    """Returns what was given as a seed.

    Raises:
        UsageError: It cannot be one.
    """
    try:
        return check_seed(given)
    except ValueError as error:
        raise UsageError(
            text.t("--seed is 1 to {count} printable characters.", count=MAX_SEED_LENGTH)
        ) from error


def an_agent(text: Text, given: str) -> str:
    """Returns the name of the computer player that is meant by a name or a level.

    Raises:
        UsageError: There is none.
    """
    import koikoi.ai
    from koikoi.ai.levels import UnknownAgent

    try:
        return koikoi.ai.load(given).name
    except UnknownAgent as error:
        raise UsageError(
            text.t(
                "No computer player is called “{name}”; there are {names}.",
                name=shown(error.name),
                names=text.join(error.allowed),
            )
        ) from error


def can_play(text: Text, name: str) -> None:
    """Checks that a computer player has what it plays by.

    Raises:
        UsageError: It is a level's, and the weights cannot be read.
    """
    from koikoi.ai.levels import character

    if character(name) is None:
        return
    from koikoi.ai.weights import usable

    if not usable():
        raise UsageError(
            text.t(
                "The weights of the computer players cannot be read, so no level can play; "
                "installing koikoi again brings them back."
            )
        )
