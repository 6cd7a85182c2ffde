"""Koi-Koi, the Japanese flower-card game, in the terminal.

The names below are the public Python API; they load what they need when first used, so that
``import koikoi`` and the command line start at once.

>>> from koikoi import apply, legal_actions, new_match, preset
>>> state = new_match(preset("standard"), seed="spring")
>>> state, events = apply(state, legal_actions(state)[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "1.0.0"

if TYPE_CHECKING:
    from koikoi.engine.actions import Action, KoiKoi, NextRound, Play, Resign, Seat, Shobu, Take
    from koikoi.engine.cards import Card, CardSet, Kind
    from koikoi.engine.deck import Stream, commitment, seeded_deck
    from koikoi.engine.errors import IllegalAction, Reason, StaleAction
    from koikoi.engine.flow import apply, legal_actions, new_match, why_illegal
    from koikoi.engine.fold import fold
    from koikoi.engine.presets import load_rules, preset
    from koikoi.engine.rules import Rules, RulesError
    from koikoi.engine.scoring import round_score
    from koikoi.engine.state import MatchState, Phase
    from koikoi.engine.tally import YakuTally, tally, tally_view
    from koikoi.engine.view import PlayerView, determinize, redact, view
    from koikoi.engine.yaku import YakuId, scorer

_HOMES = {
    "actions": ("Action", "KoiKoi", "NextRound", "Play", "Resign", "Seat", "Shobu", "Take"),
    "cards": ("Card", "CardSet", "Kind"),
    "deck": ("Stream", "commitment", "seeded_deck"),
    "errors": ("IllegalAction", "Reason", "StaleAction"),
    "flow": ("apply", "legal_actions", "new_match", "why_illegal"),
    "fold": ("fold",),
    "presets": ("load_rules", "preset"),
    "rules": ("Rules", "RulesError"),
    "scoring": ("round_score",),
    "state": ("MatchState", "Phase"),
    "tally": ("YakuTally", "tally", "tally_view"),
    "view": ("PlayerView", "determinize", "redact", "view"),
    "yaku": ("YakuId", "scorer"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Action",
    "Card",
    "CardSet",
    "IllegalAction",
    "Kind",
    "KoiKoi",
    "MatchState",
    "NextRound",
    "Phase",
    "Play",
    "PlayerView",
    "Reason",
    "Resign",
    "Rules",
    "RulesError",
    "Seat",
    "Shobu",
    "StaleAction",
    "Stream",
    "Take",
    "YakuId",
    "YakuTally",
    "__version__",
    "apply",
    "commitment",
    "determinize",
    "fold",
    "legal_actions",
    "load_rules",
    "new_match",
    "preset",
    "redact",
    "round_score",
    "scorer",
    "seeded_deck",
    "tally",
    "tally_view",
    "view",
    "why_illegal",
]


def __getattr__(name: str) -> object:
    module = _HOME_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'koikoi' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"koikoi.engine.{module}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
