"""What is told at a table: the story in full sentences, and the log in brief.

Beside the sentences it keeps what they tell, so that all of it can be told again in another
language, or by other names.
"""

from __future__ import annotations

from collections.abc import Iterable

from koikoi.engine.events import CardDrawn, CardPlayed, Event, MatchEnded, MatchStarted, RoundEnded
from koikoi.engine.rules import Rules
from koikoi.text.brief import BriefTeller
from koikoi.text.catalogue import Said, spoken
from koikoi.text.events import Narrator
from koikoi.text.voice import Voice
from koikoi.tui.retelling import Retelling


class Chronicle:
    """Tells events, and whatever else is said at a table.

    Args:
        voice: Who speaks.

    Attributes:
        narrator: Tells events in full sentences.
        teller: Tells them in brief; one for all of them, since it remembers where the card in play
            came from.
        retelling: Tells the other player's last move again.
        story: What has happened, in full sentences.
        log: The same in brief.
    """

    def __init__(self, voice: Voice) -> None:
        self._rules: Rules | None = None
        self._tale: list[Event | Said] = []
        self._lines: list[tuple[Event, ...] | Said] = []
        self.story: list[str] = []
        self.log: list[str] = []
        self._take(voice)

    def _take(self, voice: Voice) -> None:
        self.narrator = self._narrator(voice)
        self.teller = BriefTeller(voice)
        self.retelling = Retelling(voice)

    def _narrator(self, voice: Voice) -> Narrator:
        return Narrator(voice.text, voice.names, voice.seat, rules=self._rules)

    def begin(self, rules: Rules, events: Iterable[Event], *, first: bool) -> None:
        """Tells how a match has come to where it is.

        Args:
            rules: The rules in play.
            events: What has happened in it.
            first: Whether this comes before what has been said already.
        """
        self._rules = rules
        self.narrator = self._narrator(self.narrator.voice)
        said, self._tale = self._tale, []
        told, self.story = self.story, []
        for event in events:
            self.tell(event)
        if first:
            self._tale, self.story = [*self._tale, *said], [*self.story, *told]
        else:
            self._tale, self.story = [*said, *self._tale], [*told, *self.story]

    def tell(self, event: Event) -> None:
        """Tells an event in the story."""
        self._tale.append(event)
        self.story += self._sentences(event)

    def _sentences(self, event: Event) -> tuple[str, ...]:
        told = self.narrator.sentences(event)
        if isinstance(event, MatchStarted | RoundEnded | MatchEnded):
            # The number that proves the decks, and what the end of a round or match reveals.
            return told + self.narrator.details(event)
        return told

    def line(self, said: str, events: tuple[Event, ...]) -> None:
        """Takes a line for the log, with the events that it tells."""
        self.log.append(said)
        self._lines.append(events)

    def recall(self, events: Iterable[Event]) -> None:
        """Puts the lines of what happened earlier before all others in the log."""
        lines, sources = [], []
        card: tuple[Event, ...] = ()
        for event in events:
            if (said := self.teller.line(event)) is not None:
                lines.append(said)
                sources.append((*card, event))
            elif isinstance(event, CardPlayed | CardDrawn):
                card = (event,)
        self.log[:0] = lines
        self._lines[:0] = sources

    def say(self, said: Said) -> None:
        """Says something that is no part of the game, in the story and in the log."""
        self.add((said,))
        self.log.append(spoken(said))
        self._lines.append(said)

    def add(self, sentences: Iterable[Said]) -> None:
        """Says something in the story only."""
        for said in sentences:
            self._tale.append(said)
            self.story.append(spoken(said))

    def again(self, voice: Voice) -> None:
        """Tells everything again in another voice, but for sentences that were only given.

        The teller is a new one afterwards.
        """
        self._take(voice)
        self.story[:] = [
            said
            for one in self._tale
            for said in (
                (spoken(one),) if isinstance(one, str) or callable(one) else self._sentences(one)
            )
        ]
        self.log[:] = [
            self._line(one) if isinstance(one, tuple) else spoken(one) for one in self._lines
        ]

    def _line(self, events: tuple[Event, ...]) -> str:
        return [self.teller.line(event) or "" for event in events][-1]
