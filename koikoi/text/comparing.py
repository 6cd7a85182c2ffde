"""Several sets of rules side by side: which options differ, and what each says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from koikoi.engine.rules import OPTIONS, Rules
from koikoi.text.catalogue import Text
from koikoi.text.options import option_name, option_value, rules_name, rules_source

_TEXTS = ("name", "source")


class Row(NamedTuple):
    """An option.

    Attributes:
        key: Its key in a rules file.
        name: Its name.
        values: Its value in each set of rules, in words.
        differs: Whether these are not all the same.
    """

    key: str
    name: str
    values: tuple[str, ...]
    differs: bool


def compared(text: Text, rules: Sequence[Rules], *, whole: bool = False) -> list[Row]:
    """The options in which rules differ, in their order.

    Args:
        text: The language.
        rules: The sets of rules.
        whole: Whether those are there as well in which they do not.
    """
    keys = [option.key for option in OPTIONS if option.key not in _TEXTS]
    rows = [
        Row(
            key,
            option_name(text, key),
            tuple(option_value(text, key, getattr(one, key)) for one in rules),
            len({getattr(one, key) for one in rules}) > 1,
        )
        for key in keys
    ]
    return [row for row in rows if whole or row.differs]


def heads(text: Text, rules: Sequence[Rules]) -> list[str]:
    """What each set of rules is called; those of the same name have a number behind it."""
    names = [rules_name(text, one) for one in rules]
    found = []
    for place, name in enumerate(names):
        same = names[:place].count(name) + 1
        found.append(
            text.t("{name} ({number})", name=name, number=same) if names.count(name) > 1 else name
        )
    return found


def sources(text: Text, rules: Sequence[Rules]) -> list[str]:
    """Where each of them comes from, one sentence each."""
    said = []
    for name, one in zip(heads(text, rules), rules, strict=True):
        source = rules_source(text, one).rstrip(".")
        said.append(
            text.t("{name}: {source}.", name=name, source=source)
            if source
            else text.t("{name}: no source is named.", name=name)
        )
    return said
