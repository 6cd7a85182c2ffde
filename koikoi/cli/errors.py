"""Expected failures as one sentence each, in the player's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text


class UsageError(Exception):
    """The command line, or something a person gave, is wrong; the text is the whole sentence."""


def explain(error: Exception, text: Text) -> str | None:
    """The sentence for an error that a person can do something about, else ``None``."""
    raise NotImplementedError
