"""What the card trainer needs of this machine: what is remembered, which rules, which seed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

from koikoi.engine.presets import DEFAULT_PRESET, preset
from koikoi.engine.rules import Rules
from koikoi.store.learnt import (
    LearntFault,
    NewerLearnt,
    forget_learnt,
    keep_learnt,
    learnt_path,
    load_learnt,
)
from koikoi.store.ownrules import named_rules
from koikoi.table.saver import reason
from koikoi.text.catalogue import N_, Text
from koikoi.text.problems import shown

_WIDEST: Final = 300

_NEWER: Final = N_(
    "A newer version of the game has written {path}; it stays as it is, and what you learn now is"
    " not noted."
)


class Memory(Protocol):
    """Where it is remembered what somebody knows; may be used from any thread."""

    def load(self) -> tuple[Mapping[str, int], str]:
        """The boxes of facts by their keys, and what is to be said of how they were come by."""

    def keep(self, changes: Mapping[str, int]) -> str:
        """Notes boxes; returns what is to be said of it, mostly nothing."""

    def forget(self) -> str:
        """Forgets all of them; returns what is to be said of it, mostly nothing."""


class OwnMemory:
    """The memory of this machine's player: a file.

    Args:
        text: The language.
    """

    def __init__(self, text: Text) -> None:
        self._text = text

    def load(self) -> tuple[Mapping[str, int], str]:
        """Reads the file; see :class:`Memory`."""
        found = load_learnt()
        if found.fault is None:
            return found.boxes, ""
        if found.fault is LearntFault.NEWER:
            return {}, self._said(_NEWER)
        if found.fault is LearntFault.UNREADABLE:
            said = N_("What you know cannot be read from {path}: {reason}.")
            return {}, self._said(said, reason=shown(found.detail, _WIDEST))
        return {}, self._said(
            N_("{path} is damaged; it is kept beside the new one, which begins with nothing known.")
        )

    def keep(self, changes: Mapping[str, int]) -> str:
        """Writes the file; see :class:`Memory`."""
        try:
            keep_learnt(changes)
        except NewerLearnt:
            return self._said(_NEWER)
        except OSError as error:
            return self._failed(error)
        return ""

    def forget(self) -> str:
        """Writes an empty file; see :class:`Memory`."""
        try:
            forget_learnt()
        except NewerLearnt:
            return self._said(_NEWER)
        except OSError as error:
            return self._failed(error)
        return ""

    def _failed(self, error: OSError) -> str:
        return self._text.t("What you know cannot be noted: {reason}.", reason=reason(error))

    def _said(self, message: str, **params: str) -> str:
        return self._text.t(message, path=shown(learnt_path(), _WIDEST), **params)


class VisitMemory:
    """A memory that lasts as long as the program runs, for whoever keeps no files here."""

    def __init__(self) -> None:
        self._boxes: dict[str, int] = {}

    def load(self) -> tuple[Mapping[str, int], str]:
        """What has been noted since; see :class:`Memory`."""
        return dict(self._boxes), ""

    def keep(self, changes: Mapping[str, int]) -> str:
        """Notes it; see :class:`Memory`."""
        self._boxes |= changes
        return ""

    def forget(self) -> str:
        """Forgets it; see :class:`Memory`."""
        self._boxes.clear()
        return ""


class Taught(NamedTuple):
    """The rules that questions are about.

    Attributes:
        rules: The rules.
        said: What is to be said where they are not those that were asked for.
    """

    rules: Rules
    said: str = ""


def preferred_rules(name: str, text: Text) -> Taught:
    """The rules of the last match, as the settings have them; where they are gone, the usual ones.

    Args:
        name: A preset, rules of the player's own, or the path of a rules file.
        text: The language.
    """
    try:
        return Taught(named_rules(name))
    except (ValueError, OSError):
        said = text.t(
            "The rules “{name}” cannot be read, so these questions are about “{rules}”.",
            name=shown(name, _WIDEST),
            rules=DEFAULT_PRESET,
        )
        return Taught(preset(DEFAULT_PRESET), said)


def new_seed() -> str:
    """A seed for questions that nobody has asked for again."""
    return secrets.token_hex(8)
