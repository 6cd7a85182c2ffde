"""The other player's last move, told again."""

from __future__ import annotations

from koikoi.engine.actions import Seat
from koikoi.engine.view import PlayerView
from koikoi.text.brief import BriefTeller
from koikoi.text.voice import Voice
from koikoi.tui.animator import last_move


class Retelling:
    """Tells a move line by line, one more each time it is asked: a prompt has room for one.

    Args:
        voice: Who speaks.
    """

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._told = 0

    def begin(self) -> None:
        """The next line is the first one."""
        self._told = 0

    def line(self, seen: PlayerView, rival: Seat) -> str:
        """The next line of the last move of a seat."""
        told = last_move(BriefTeller(self._voice), seen, rival)
        place, self._told = self._told, self._told + 1
        if not told:
            return self._voice.text.t("The other player has not moved yet")
        place %= len(told)
        return told[0] if len(told) == 1 else f"{place + 1}/{len(told)} {told[place]}"
