"""Rules that are being made: values that may be wrong yet, and what they are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import (
    OPTION_BY_KEY,
    OPTIONS,
    Option,
    Rules,
    RulesProblem,
    check_rules,
)

_TEXTS: Final = ("name", "source")


@dataclass(frozen=True, slots=True)
class Draft:
    """Rules that are being made.

    Attributes:
        base: The rules that it is compared with, and goes back to.
        values: A value for every option; not all of them have to be allowed.
        saved: The values that are on the disk, or that it began with.
        name: The name of the player's own rules that it is kept as; empty for none yet.
    """

    base: Rules
    values: Mapping[str, object]
    saved: Mapping[str, object]
    name: str = ""

    @property
    def problems(self) -> list[RulesProblem]:
        """All that is wrong with it."""
        return check_rules(self.values)

    @property
    def rules(self) -> Rules | None:
        """The rules, ``None`` while something is wrong with them."""
        return None if self.problems else Rules.from_mapping(self.values)

    @property
    def legible(self) -> Rules:
        """The rules, with the base's value wherever one is wrong."""
        wrong = {problem.key for problem in self.problems}
        if "call_limit_count" in wrong:
            wrong.add("call_limit")
        values = self.base.to_mapping()
        return Rules.from_mapping(
            {key: values[key] if key in wrong else value for key, value in self.values.items()}
        )

    @property
    def changed(self) -> list[str]:
        """The options that differ from the base, but for the name and where it comes from."""
        return [option.key for option in OPTIONS if self.differs(option.key)]

    @property
    def unsaved(self) -> bool:
        """Whether it is otherwise than on the disk."""
        return dict(self.values) != dict(self.saved)

    def differs(self, key: str) -> bool:
        """Whether an option differs from the base; a text is each rules' own."""
        return key not in _TEXTS and self.values[key] != getattr(self.base, key)

    def problem(self, key: str) -> RulesProblem | None:
        """What is wrong with an option."""
        return next((problem for problem in self.problems if problem.key == key), None)

    def put(self, key: str, value: object) -> Draft:
        """With another value of an option, whatever it is."""
        return replace(self, values={**self.values, key: value})

    def chosen(self, key: str, value: object) -> Draft:
        """With another value, and what may not stay as it is beside it.

        The number of calls that a limit allows is 0 exactly where there is no limit.
        """
        draft = self.put(key, value)
        if key != "call_limit":
            return draft
        count = self.values["call_limit_count"]
        if value == "none":
            return draft.put("call_limit_count", 0)
        return draft if count else draft.put("call_limit_count", 1)

    def stepped(self, key: str, by: int) -> Draft:
        """With the next or the one before of an option's values; a text stays as it is."""
        option, value = OPTION_BY_KEY[key], self.values[key]
        if option.type == "boolean":
            return self.put(key, not value)
        if option.type == "choice":
            choices = option.choices
            at = choices.index(str(value)) if value in choices else -1
            return self.chosen(key, choices[(at + by) % len(choices)])
        if option.type == "integer" and isinstance(value, int):
            return self.put(key, max(option.low, min(value + by, option.high)))
        return self

    def reset(self, key: str) -> Draft:
        """With the base's value of an option."""
        return self.chosen(key, getattr(self.base, key))

    def reset_all(self) -> Draft:
        """With the base's value of every option but the texts, which stay."""
        texts = {key: self.values[key] for key in _TEXTS}
        return replace(self, values={**self.base.to_mapping(), **texts})

    def beside(self, by: int) -> Draft:
        """Compared with the next preset, or the one before."""
        names = PRESET_NAMES
        at = names.index(self.base.name) if self.base.name in names else -by
        return replace(self, base=preset(names[(at + by) % len(names)]))

    def kept_as(self, name: str) -> Draft:
        """On the disk as it is, under the name of rules of the player's own."""
        return replace(self, saved=dict(self.values), name=name)


def draft_of(rules: Rules, name: str = "") -> Draft:
    """A draft that begins with these rules.

    Args:
        rules: The rules.
        name: The name of the player's own rules that they are; empty for others.
    """
    values = rules.to_mapping()
    base = rules if rules.name in PRESET_NAMES and not name else nearest(rules)
    return Draft(base, values, dict(values), name)


def nearest(rules: Rules) -> Rules:
    """The preset from which the fewest options differ."""
    return min(
        (preset(name) for name in PRESET_NAMES), key=lambda base: len(differing(base, rules))
    )


def differing(base: Rules, rules: Rules) -> list[str]:
    """The options in which rules differ from others, but for the texts."""
    return [
        option.key
        for option in OPTIONS
        if option.key not in _TEXTS and getattr(base, option.key) != getattr(rules, option.key)
    ]


def typed_number(option: Option, typed: str) -> int | None:
    """The number that has been typed for an option, ``None`` for none yet.

    More digits than any permitted number has are no other number, but the same mistake.
    """
    digits = typed[: len(str(option.high)) + 1]
    return int(digits) if digits.isdecimal() else None
