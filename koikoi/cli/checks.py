"""Checks of what several commands are given, with the sentence for what cannot be used."""

from __future__ import annotations

from koikoi.cli.errors import UsageError
from koikoi.engine.deck import MAX_SEED_LENGTH, check_seed
from koikoi.text.catalogue import Text


def in_range(text: Text, option: str, value: int, low: int, high: int) -> int:
    """Returns the value of an option that takes ``low`` to ``high``.

    Raises:
        UsageError: It is not in the range.
    """
    if not low <= value <= high:
        raise UsageError(
            text.t(
                "--{option} is {value}; {low} to {high} are allowed.",
                option=option,
                value=value,
                low=low,
                high=high,
            )
        )
    return value


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
