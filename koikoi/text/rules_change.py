"""What an option does, told by the sentences of the rules page that hang on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple, cast

from koikoi.engine.presets import PRESET_NAMES
from koikoi.engine.rules import OPTION_BY_KEY, Rules, RuleValue
from koikoi.text.catalogue import Text
from koikoi.text.options import preset_name
from koikoi.text.rules_page import rules_page

_LIMIT = ("call_limit", "call_limit_count")


class Change(NamedTuple):
    """How one page of rules differs from another.

    Attributes:
        gone: Sentences that only the first has.
        come: Sentences that only the second has.
    """

    gone: tuple[str, ...]
    come: tuple[str, ...]


def change(text: Text, before: Rules, after: Rules) -> Change:
    """What is said otherwise of other rules."""
    old, new = _sentences(text, before), _sentences(text, after)
    return Change(
        tuple(said for said in old if said not in new),
        tuple(said for said in new if said not in old),
    )


def said_of(text: Text, rules: Rules, key: str) -> tuple[str, ...]:
    """The sentences of the page that would be others if an option were otherwise.

    None where the option changes nothing under the other ones.
    """
    own = _sentences(text, rules)
    others = [set(_sentences(text, one)) for one in _variants(rules, key)]
    return tuple(said for said in own if any(said not in other for other in others))


def with_option(rules: Rules, key: str, value: RuleValue) -> Rules:
    """Rules with one option changed, and with it what may not stay as it is beside it.

    The limit on calls and their number go together: one is none exactly where the other is 0.

    Raises:
        RulesError: The option may not have this value.
    """
    changes: dict[str, RuleValue] = {key: value}
    if key == "call_limit":
        changes["call_limit_count"] = 0 if value == "none" else max(rules.call_limit_count, 1)
    elif key == "call_limit_count":
        limit = "per_player" if rules.call_limit == "none" else rules.call_limit
        changes["call_limit"] = limit if value else "none"
    return replace(rules, **cast("Any", changes))


def _variants(rules: Rules, key: str) -> Iterator[Rules]:
    """The rules with other values of an option, enough to find what hangs on it."""
    option, value = OPTION_BY_KEY[key], getattr(rules, key)
    values: tuple[RuleValue, ...]
    if option.type == "choice":
        values = option.choices
    elif option.type == "boolean":
        values = (False, True)
    elif option.type == "integer":
        # Not down to nothing, which takes a yaku away and so changes what is said of others.
        least = min(option.low + 1, value)
        values = (min(value + 1, option.high), max(value - 1, least))
    else:
        values = (value[:-1] + "*" if value else "*",)
    yield from (with_option(rules, key, one) for one in values if one != value)


def _sentences(text: Text, rules: Rules) -> list[str]:
    """The page's sentences; not those of its examples, which say nothing without their piles.

    That rules are a preset is no matter of one option: what is said of presets alone is left out.
    """
    if rules.name in PRESET_NAMES:
        name = preset_name(text, rules.name)
        rules = replace(rules, name=f"{name} " if name in PRESET_NAMES else name)
    pages = rules_page(text, rules, examples=False)
    return [said for _, sentences in pages for said in sentences]
