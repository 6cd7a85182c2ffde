"""How deep a judge looks."""

from __future__ import annotations

from typing import Final

from koikoi.ai.search import Effort

DEFAULT_BUDGET: Final = "small"

BUDGETS: Final = {
    "small": Effort(),
    "normal": Effort(worlds=128, call_worlds=1024, hands=512),
    "deep": Effort(worlds=512, turns=6, call_worlds=4096, hands=1024),
}
"""Worlds and turns by name: ``small`` looks as far as level 5 does at the table."""
