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
    from koikoi.text.problems import rules_trouble, shown

    if isinstance(error, RulesError | UnknownPreset | RulesFileError):
        return "\n".join(rules_trouble(text, error))
    from koikoi.ai.levels import UnknownAgent

    if isinstance(error, UnknownAgent):
        return text.t(
            "There is no level “{name}”; there are {levels}.",
            name=shown(error.name),
            levels=text.join(error.levels),
        )
    from koikoi.record.errors import RecordError

    if isinstance(error, RecordError):
        from koikoi.cli.record_text import record_trouble

        return record_trouble(text, error)
    if isinstance(error, OSError):
        return _system_trouble(error, text)
    return None


def _system_trouble(error: OSError, text: Text) -> str:
    from koikoi.record.writer import RecordBusy
    from koikoi.text.problems import shown

    path = shown(error.filename or "", 200)
    if isinstance(error, RecordBusy):
        return text.t("The match in {path} is being played elsewhere.", path=path)
    reason = shown(error.strerror or error, 200)
    if not path:
        return text.t("The system refuses: {reason}.", reason=reason)
    return text.t("The file {path} cannot be used: {reason}.", path=path, reason=reason)
