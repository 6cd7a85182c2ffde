"""Expected failures as one sentence each, in the player's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text


class UsageError(Exception):
    """The command line, or something a person gave, is wrong; the text is the whole sentence."""


def explain(error: Exception, text: Text) -> str | None:
    """The sentences for an error that a person can do something about, one a line, else ``None``.

    Args:
        error: What a command raised.
        text: The language.
    """
    from koikoi.engine.presets import RulesFileError, UnknownPreset
    from koikoi.engine.rules import RulesError
    from koikoi.text.problems import rules_trouble

    if isinstance(error, RulesError | UnknownPreset | RulesFileError):
        return "\n".join(rules_trouble(text, error))
    from koikoi.ai.levels import UnknownAgent
    from koikoi.record.errors import RecordError

    if isinstance(error, UnknownAgent | RecordError | OSError):
        from koikoi.table.trouble import trouble

        return trouble(error, text)
    return None
