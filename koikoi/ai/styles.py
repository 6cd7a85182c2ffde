"""How a level plays: what it knows, what it overlooks, how eager it is, how far it looks.

Weaker levels are weaker as people are: they know fewer yaku, forget to look at the other pile, and
call koi-koi too readily. Nothing that they do is random noise on a good move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from koikoi.ai.batch import Batch
from koikoi.ai.dice import Dice
from koikoi.ai.exact import exact
from koikoi.ai.features import Positions
from koikoi.ai.network import Network
from koikoi.ai.piles import Bools, Doubles, Floats, Ints
from koikoi.ai.policies import ValuePolicy
from koikoi.ai.search import Effort
from koikoi.engine.rules import Rules


@dataclass(frozen=True)
class Style:
    """How an agent plays.

    Attributes:
        unknown: Yaku, by their keys in the rules, that it does not think of until they are made.
        lapses: The share of its choices at which it does not look at the other player's pile.
        eager: How many points it gives koi-koi too much.
        for_match: Whether it plays for the match rather than for points.
        effort: How far it looks ahead; ``None`` for one turn, by the network alone.
    """

    unknown: tuple[str, ...] = ()
    lapses: float = 0.0
    eager: float = 0.0
    for_match: bool = True
    effort: Effort | None = None

    def known_rules(self, rules: Rules) -> Rules:
        """The rules as far as it thinks of them."""
        values = dict.fromkeys(self.unknown, 0)
        return Rules.from_mapping({**rules.to_mapping(), **values}) if values else rules


FULL_ATTENTION: Final = Style()
"""Knows everything, overlooks nothing, one turn ahead."""

_MANY_CARDS: Final = ("tane", "tan", "kasu")
_SHOWY_ONLY: Final = (
    *("goko", "shiko", "ame_shiko", "inoshikacho", "akatan", "aotan", "chofuku", "tsukifuda"),
    *_MANY_CARDS,
)
"""All yaku but three lights and the viewings."""

STYLES: Final = {
    1: Style(unknown=_SHOWY_ONLY, lapses=1.0, eager=12.0, for_match=False),
    2: Style(unknown=_MANY_CARDS, lapses=0.95, eager=5.0, for_match=False),
    3: Style(lapses=0.55, eager=1.0, for_match=False),
    4: FULL_ATTENTION,
    5: Style(effort=Effort()),
}
"""How each level plays."""


class StyledPolicy(ValuePolicy):
    """The network's policy with a style's gaps.

    Args:
        network: The network; it is asked under the rules that the style knows.
        rules: The rules in play.
        worths: What each class of outcome is worth, ``(2, CLASSES)``.
        style: The style.
        dice: Say when it overlooks something.
    """

    def __init__(
        self,
        network: Network,
        rules: Rules,
        worths: Floats,
        style: Style,
        dice: Dice,
    ) -> None:
        super().__init__(exact(network, style.known_rules(rules)), worths)
        self._style = style
        self._dice = dice

    def chances(self, seen: Positions) -> Floats | Doubles:
        """As the network sees it, where it looks."""
        style = self._style
        if style.lapses:
            # A lapse lasts for the whole choice: all ways to play a card are seen alike.
            blind = self._dice.happens(style.lapses)
            if blind:
                none = np.zeros(len(seen.hand), np.int64)
                empty = none.astype(np.uint64)
                seen = seen._replace(theirs=empty, their_calls=none, their_decided=empty)
        return super().chances(seen)

    def call(self, batch: Batch, rows: Ints) -> Bools:
        """Calls the more readily, the more eager it is."""
        going, stopping = self.call_worths(batch, rows)
        called: Bools = going + self._style.eager > stopping
        return called
