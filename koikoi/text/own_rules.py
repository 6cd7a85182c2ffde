"""What is said of rules of the player's own: names that cannot be had, how far they differ."""

from __future__ import annotations

from typing import Final

from koikoi.text.catalogue import N_, Text

_NAMES: Final = {
    "empty": N_("Rules need a name of at least one letter."),
    "too_long": N_("A name has at most {longest} letters."),
    "sign": N_('A name cannot have any of /\\:*?"<>|, nor what cannot be printed.'),
    "device": N_("Windows keeps this name for a device; choose another one."),
    "edge": N_("A name cannot begin with a dot or a dash, or end with a dot."),
    "preset": N_("A preset has this name; choose another one."),
    "file": N_("A name cannot end in “.toml”, which only files do."),
}
"""A sentence for each fault of a name."""


def name_problem(text: Text, fault: str, longest: int) -> str:
    """Why rules cannot have a name.

    Args:
        text: The language.
        fault: What is wrong with it, one of the store's faults.
        longest: How many letters a name may have.
    """
    return text.t(_NAMES[fault], longest=longest)


def name_faults() -> tuple[str, ...]:
    """All faults that have a sentence."""
    return tuple(_NAMES)


def difference(text: Text, count: int, base: str) -> str:
    """How far rules are from a preset, for lists: ``like Standard``, ``3 options off Standard``."""
    if not count:
        return text.t("like {rules}", rules=base)
    return text.n(
        "{count} option other than {rules}", "{count} options other than {rules}", count, rules=base
    )
