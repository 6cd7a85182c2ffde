"""What the value network sees of the rules in play, as numbers."""

from __future__ import annotations

from typing import Final

import numpy as np

from koikoi.ai.piles import Floats
from koikoi.engine.rules import OPTION_BY_KEY, Rules

_SEEN_POINTS: Final = (
    *("goko", "shiko", "ame_shiko", "sanko", "hanami", "hanami_called", "tsukimi"),
    *("tsukimi_called", "inoshikacho", "akatan", "aotan", "chofuku", "tane", "tan", "kasu"),
    *("tsukifuda", "double_from", "exhausted_points"),
)
_SEEN_CHOICES: Final = (
    *("viewing", "rain_spoils_viewing", "chofuku_mode", "family", "sake_cup"),
    *("call_bonus", "bonus_stacking", "call_limit"),
)


def rule_figures(rules: Rules) -> Floats:
    """The rules that matter within a round as numbers, ``(RULE_FIGURES,)``."""
    values = rules.to_mapping()
    figures = [min(int(values[key]), 20) / 10 for key in _SEEN_POINTS]
    figures += [float(int(values[key]) > 0) for key in _SEEN_POINTS]
    for key in _SEEN_CHOICES:
        figures += [float(values[key] == word) for word in OPTION_BY_KEY[key].choices]
    figures += [rules.call_limit_count / 8, float(rules.extra_card), float(rules.lightning_wild)]
    return np.array(figures, np.float32)


RULE_FIGURES: Final = (
    2 * len(_SEEN_POINTS) + 3 + sum(len(OPTION_BY_KEY[key].choices) for key in _SEEN_CHOICES)
)
"""How many figures the rules have."""
