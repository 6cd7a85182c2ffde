"""Tells a match to one listener: its events, the decisions, the tally, why something is refused."""

from __future__ import annotations

from typing import Final

from koikoi.engine.actions import Seat
from koikoi.engine.cards import Card
from koikoi.engine.errors import Reason
from koikoi.engine.events import Event
from koikoi.engine.flow import matching
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import Breakdown
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.text import reasons, score, tally, telling
from koikoi.text.catalogue import N_, Text
from koikoi.text.question import KoiKoiQuestion, koikoi_question
from koikoi.text.voice import Line, Voice

PROMPTS: Final = {
    Phase.PLAY: Line(
        N_("It is your turn: play a card."),
        N_("It is {name}'s turn to play a card."),
    ),
    Phase.CHOOSE_PLAYED: Line(
        N_("Choose what your {card} takes: {targets}."),
        N_("{name} is choosing what {card} takes: {targets}."),
    ),
    Phase.CHOOSE_DRAWN: Line(
        N_("Choose what the drawn {card} takes: {targets}."),
        N_("{name} is choosing what the drawn {card} takes: {targets}."),
    ),
    Phase.DECIDE: Line(
        N_("Your yaku have risen: stop with shōbu, or call koi-koi?"),
        N_("{name} is deciding between shōbu and koi-koi."),
    ),
}
"""What a player is to do, by phase."""


class Narrator:
    """The voice of the game for one listener.

    Give it every event of the match in order, redacted for the listener's seat; after a pause it
    may go on with any later one. It keeps the rules and what of a turn is not told yet, and
    nothing that the listener may not know.

    >>> from koikoi.engine.cards import Card
    >>> from koikoi.engine.events import CardPlayed, CardsCaptured
    >>> from koikoi.text import load
    >>> narrator = Narrator(load(), names=("East", "Computer"), seat=0)
    >>> crane, plain = Card.parse("1L"), Card.parse("1P1")
    >>> narrator.event(CardPlayed(0, crane))
    >>> narrator.event(CardsCaptured(0, crane, (plain,)))
    'You played Crane and took Pine plain.'

    Attributes:
        voice: The language, the names and the seat.
    """

    def __init__(
        self,
        text: Text,
        names: tuple[str, str],
        seat: Seat | None,
        *,
        codes: bool = False,
        rules: Rules | None = None,
    ) -> None:
        """Makes a narrator.

        Args:
            text: The language.
            names: The names of seat 0 and seat 1.
            seat: The listener's seat, ``None`` for a watcher.
            codes: Whether cards are named with their codes, for players who type them.
            rules: The rules in play, for a listener who joins after the start of the match.
        """
        self.voice: Final = Voice(text, names, seat, codes)
        self._memory = telling.Memory(rules=rules)

    @property
    def names(self) -> tuple[str, str]:
        """The names of seat 0 and seat 1."""
        return self.voice.names

    def event(self, event: Event) -> str | None:
        """What an event says, as one line, or ``None`` where a later event tells it."""
        return self.voice.text.sentences(self.sentences(event)) or None

    def sentences(self, event: Event) -> tuple[str, ...]:
        """What an event says, sentence by sentence; use either this or :meth:`event`."""
        return tuple(telling.tell(self.voice, self._memory, event))

    def details(self, event: Event) -> tuple[str, ...]:
        """What else an event shows: the proof of the decks, and what was hidden until then."""
        return tuple(telling.details(self.voice, self._memory, event))

    def card(self, card: Card) -> str:
        """A card as the sentences name it."""
        return self.voice.card(card)

    def calculation(self, breakdown: Breakdown, seat: Seat) -> tuple[str, ...]:
        """How the points of a player come about: the yaku, then the calculation if there is one."""
        return score.player_breakdown(self.voice, breakdown, seat, self._memory.rules)

    def question(self, seen: PlayerView) -> KoiKoiQuestion:
        """The decision between shōbu and koi-koi that the owner of the view has to take.

        Raises:
            ValueError: The owner of the view has no such decision open.
        """
        opponent = self.names[1 if seen.seat == 0 else 0]
        return koikoi_question(self.voice.text, seen, opponent, codes=self.voice.codes)

    def tally(self, seen: PlayerView, seat: Seat) -> tuple[str, ...]:
        """How the yaku of a player stand, as the listener may know it."""
        return tally.tally_sentences(self.voice, seen, seat)

    def reason(self, reason: Reason) -> str:
        """Why the listener's action is refused, and what is allowed."""
        return reasons.reason_sentence(self.voice.text, reason, codes=self.voice.codes)

    def prompt(self, seen: PlayerView) -> str:
        """What is to be done now, and by whom."""
        text = self.voice.text
        if seen.phase is Phase.MATCH_OVER:
            return text.t("The match is over.")
        if seen.to_act is None:
            return text.t("The round is over; the next one can be dealt.")
        params: dict[str, object] = {}
        if seen.in_play is not None:
            targets, _ = matching(seen.rules, seen.field, seen.in_play)
            params["card"] = self.voice.card(seen.in_play)
            params["targets"] = self.voice.any_of(targets)
        return self.voice.say(PROMPTS[seen.phase], seen.to_act, **params)
