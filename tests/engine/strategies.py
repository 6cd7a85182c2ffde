"""Hypothesis strategies for the engine's values."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from koikoi.engine.rules import OPTIONS, Option, Rules

_TEXTS = {"name": st.just("random"), "source": st.just("")}


def _values(option: Option) -> st.SearchStrategy[Any]:
    if option.type == "choice":
        return st.sampled_from(option.choices)
    if option.type == "boolean":
        return st.booleans()
    if option.type == "integer":
        # Every value is tried, the small ones and the ends more often.
        return st.integers(option.low, option.high) | st.integers(option.low, option.low + 2)
    return _TEXTS[option.key]


def _with_call_limit(values: dict[str, Any]) -> Rules:
    """A call limit has a count, and no limit has none."""
    if values["call_limit"] == "none":
        values["call_limit_count"] = 0
    else:
        values["call_limit_count"] = max(1, values["call_limit_count"])
    return Rules.from_mapping(values)


def random_rules() -> st.SearchStrategy[Rules]:
    """Rules with any permitted value for every option."""
    options = {option.key: _values(option) for option in OPTIONS}
    return st.fixed_dictionaries(options).map(_with_call_limit)


def seeds() -> st.SearchStrategy[str]:
    """Seeds of matches."""
    return st.integers(0, 10**6).map(str)
