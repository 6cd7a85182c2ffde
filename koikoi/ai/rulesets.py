"""Rules to train under: the shipped presets, and others near them as players make their own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np

from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import OPTION_BY_KEY, Rules

_POINTS: Final = {
    "goko": (8, 10, 12, 15),
    "shiko": (6, 7, 8, 10),
    "ame_shiko": (5, 6, 7, 8),
    "sanko": (3, 5, 6),
    "hanami": (0, 1, 3, 5),
    "hanami_called": (0, 1, 3, 5),
    "tsukimi": (0, 1, 3, 5),
    "tsukimi_called": (0, 1, 3, 5),
    "inoshikacho": (3, 5, 6, 7),
    "akatan": (3, 5, 6, 7),
    "aotan": (3, 5, 6, 7),
    "chofuku": (0, 8, 10, 12),
    "tane": (0, 1, 2),
    "tan": (0, 1, 2),
    "kasu": (0, 1, 2),
    "tsukifuda": (0, 0, 4, 5),
    "double_from": (0, 5, 7, 8, 10),
    "exhausted_points": (0, 1, 3, 6),
}
_CHOICES: Final = (
    *("viewing", "rain_spoils_viewing", "chofuku_mode", "family", "sake_cup", "teshi", "kuttsuki"),
    *("field_four", "field_pairs", "field_three", "call_bonus", "bonus_stacking"),
)
_MOST_CHANGES: Final = 8
_WILD: Final = 0.05


def varied_rules(rng: np.random.Generator) -> Rules:
    """A preset with one to eight options changed to other values that tables use."""
    rules = preset(PRESET_NAMES[rng.integers(len(PRESET_NAMES))])
    changed: dict[str, Any] = {}
    keys = [*_POINTS, *_CHOICES, "extra_card", "call_limit"]
    for key in rng.choice(keys, rng.integers(1, _MOST_CHANGES + 1), replace=False):
        if key in _POINTS:
            changed[key] = int(rng.choice(_POINTS[key]))
        elif key == "extra_card":
            changed[key] = not rules.extra_card
        elif key == "call_limit":
            changed |= _call_limit(rng)
        else:
            changed[key] = str(rng.choice(OPTION_BY_KEY[key].choices))
    if rng.random() < _WILD:
        changed["lightning_wild"] = True
    return replace(rules, name="varied", source="", **changed)


def _call_limit(rng: np.random.Generator) -> dict[str, Any]:
    limit = str(rng.choice(OPTION_BY_KEY["call_limit"].choices))
    count = 0 if limit == "none" else int(rng.integers(1, 4))
    return {"call_limit": limit, "call_limit_count": count}
