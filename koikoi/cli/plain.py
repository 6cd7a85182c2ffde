"""A seat at the table by plain lines: numbered choices, full sentences, no escape sequences.

Made for a screen reader and for a pipe: nothing is drawn, nothing is overwritten, and every
question takes one line. The end of the input leaves the table; the match is saved by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from koikoi.cli import position
from koikoi.cli.lines import Lines
from koikoi.cli.output import Output
from koikoi.engine.actions import Action, KoiKoi, Play, Resign, Seat, Shobu, Take, other
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.errors import Reason, ReasonCode
from koikoi.engine.events import Event
from koikoi.engine.flow import matching
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.match.player import Answer, LeaveTable
from koikoi.match.session import Fault, Notice
from koikoi.text import names
from koikoi.text.catalogue import Text
from koikoi.text.events import Narrator
from koikoi.text.rules_page import rules_page

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Choice(Generic[T]):
    """One numbered answer: what it means, how it reads, which words stand for it too."""

    value: T
    label: str
    words: tuple[str, ...] = ()


class _Resigns(Exception):
    """The person has given the match up at a question."""


class PlainTable:
    """A person at the table who reads and types lines; both player and listener.

    Args:
        text: The person's language.
        lines: Where the answers come from.
        output: Where the sentences go.
        seat: The person's seat.
        opponent: The other player's name.
    """

    def __init__(
        self, text: Text, lines: Lines, output: Output, *, seat: Seat, opponent: str
    ) -> None:
        self._text = text
        self._lines = lines
        self._output = output
        self._seat = seat
        self._opponent = opponent
        own = text.t("You")
        players = (own, opponent) if seat == 0 else (opponent, own)
        self._narrator = Narrator(text, players, seat, codes=True)
        self._queued: Card | None = None
        self._field_told_at = -1

    @property
    def name(self) -> str:
        """The name that others read."""
        return self._text.t("You")

    async def begin(self, seen: PlayerView, *, resumed: bool) -> None:
        """Says what is played, or where the match goes on."""
        self._say(self._text.t("At every question, ? tells what you can answer."))
        players = self._narrator.names
        self._narrator = Narrator(self._text, players, self._seat, codes=True, rules=seen.rules)
        if not resumed:
            self._tell(seen.history)
            return
        self._say(self._text.t("The match goes on where it was left."))
        if seen.phase is Phase.ROUND_OVER:
            self._tell(seen.history[-1:])
        else:
            self._say_all(position.table(self._text, seen, self._seat, self._opponent))
            self._field_told_at = seen.ply

    async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
        """Tells what has happened."""
        del seen
        self._tell(events)

    async def notice(self, notice: Notice) -> None:
        """Tells that the table moves for a player."""
        t = self._text.t
        name = self._narrator.names[notice.seat]
        if notice.fault is Fault.LATE:
            self._say(t("{name} did not answer in time; the table plays instead.", name=name))
        elif notice.fault is Fault.ILLEGAL:
            self._say(t("{name} answered against the rules; the table plays instead.", name=name))
        else:
            self._say(
                t(
                    "{name} failed ({detail}); the table plays instead.",
                    name=name,
                    detail=notice.detail,
                )
            )

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Asks the person.

        Raises:
            LeaveTable: The person leaves, or the input has ended.
        """
        try:
            if seen.phase is Phase.PLAY:
                return Answer(await self._play(seen))
            if seen.phase is Phase.DECIDE:
                return Answer(await self._stop_or_go_on(seen))
            queued, self._queued = self._queued, None
            if queued is not None and Take(queued) in legal:
                return Answer(Take(queued))
            assert seen.in_play is not None
            target = await self._target(seen, seen.in_play, may_go_back=False)
            assert target is not None
            return Answer(Take(target))
        except _Resigns:
            return Answer(Resign(self._seat))

    async def ready(self, seen: PlayerView) -> Resign | None:
        """Waits for a line after the round's result.

        Raises:
            LeaveTable: The person leaves, or the input has ended.
        """
        t = self._text.t
        go_on: list[_Choice[None]] = [_Choice(None, t("Deal the next round."))]
        prompt = t("Press Enter for the next round.")
        try:
            await self._ask(seen, go_on, prompt, default=True)
        except _Resigns:
            return Resign(self._seat)
        return None

    async def _play(self, seen: PlayerView) -> Action:
        t = self._text.t
        # The deal, or the table of a match that goes on, has just told the field.
        if seen.ply != self._field_told_at and (seen.turn or seen.oya != self._seat):
            self._say(position.field(self._text, seen))
        while True:
            choices = [
                _Choice(card, self._what_it_takes(seen, card), (card.code,))
                for card in cards_of(seen.hand)
            ]
            card = await self._ask(seen, choices, t("Which card do you play?"))
            assert card is not None
            if not matching(seen.rules, seen.field, card)[1]:
                return Play(card)
            # The target is chosen before anything is played, so that the card can be put back.
            self._queued = await self._target(seen, card, may_go_back=True)
            if self._queued is not None:
                return Play(card)

    def _what_it_takes(self, seen: PlayerView, card: Card) -> str:
        t = self._text.t
        label = names.card_label(self._text, card)
        matches, choice = matching(seen.rules, seen.field, card)
        targets = names.card_labels(self._text, matches, codes=True)
        if not matches:
            return t("{card} takes nothing and stays on the field.", card=label)
        if choice:
            return t("{card} takes one of {cards}.", card=label, cards=self._text.row(targets))
        return t("{card} takes {cards}.", card=label, cards=self._text.join(targets))

    async def _target(self, seen: PlayerView, card: Card, *, may_go_back: bool) -> Card | None:
        t = self._text.t
        matches, _ = matching(seen.rules, seen.field, card)
        choices: list[_Choice[Card | None]] = [
            _Choice(
                target,
                t("Take {card}.", card=names.card_label(self._text, target)),
                (target.code,),
            )
            for target in cards_of(matches)
        ]
        if may_go_back:
            choices.append(_Choice(None, t("Put the card back and choose another one."), ("b",)))
        prompt = t("What does {card} take?", card=names.card_label(self._text, card))
        return await self._ask(seen, choices, prompt)

    async def _stop_or_go_on(self, seen: PlayerView) -> Action:
        t = self._text.t
        self._say_all(self._narrator.question(seen).sentences[:-1])
        choices: list[_Choice[Action]] = [
            _Choice(Shobu(), t("s: Shōbu, stop and take the points."), ("s", "shobu", "shōbu")),
            _Choice(KoiKoi(), t("k: Koi-koi, play on for more."), ("k", "koikoi", "koi-koi")),
        ]
        answer = await self._ask(seen, choices, t("Do you stop or call koi-koi?"))
        assert answer is not None
        return answer

    async def _ask(
        self,
        seen: PlayerView,
        choices: Sequence[_Choice[T]],
        prompt: str,
        *,
        default: bool = False,
    ) -> T | None:
        """Asks until one of the choices is named; with ``default``, until any other line."""
        self._list(choices)
        while True:
            self._say(prompt)
            line = await self._lines.next()
            if line is None:
                raise LeaveTable
            answer = line.strip()
            if await self._command(seen, answer.casefold(), choices):
                continue
            if default and not answer:
                return None
            for number, choice in enumerate(choices, start=1):
                if answer.casefold() in (str(number), *(w.casefold() for w in choice.words)):
                    return choice.value
            self._say(self._refusal(seen, answer, len(choices)))

    async def _command(self, seen: PlayerView, answer: str, choices: Sequence[_Choice[T]]) -> bool:
        """Does what can be asked for at every question; returns whether it was such a thing."""
        text = self._text
        if answer == "?":
            self._say_all(_help(text))
            self._list(choices)
        elif answer in ("t", "table"):
            self._say_all(position.table(text, seen, self._seat, self._opponent))
        elif answer == "yaku":
            self._say(text.t("Your yaku:"))
            self._say_all(self._narrator.tally(seen, self._seat))
            self._say(text.t("The yaku of {name}:", name=self._opponent))
            self._say_all(self._narrator.tally(seen, other(self._seat)))
        elif answer == "log":
            self._tell(seen.history)
        elif answer == "rules":
            for heading, sentences in rules_page(text, seen.rules):
                self._say(heading)
                self._say_all(sentences)
        elif answer == "quit":
            raise LeaveTable
        elif answer == "resign":
            await self._resign()
        else:
            return False
        return True

    async def _resign(self) -> None:
        t = self._text.t
        self._say(t("Do you give the whole match up? y gives up, anything else goes on."))
        line = await self._lines.next()
        if line is None:
            raise LeaveTable
        if line.strip().casefold() in ("y", "yes"):
            raise _Resigns
        self._say(t("The match goes on."))

    def _refusal(self, seen: PlayerView, answer: str, count: int) -> str:
        t = self._text.t
        if seen.phase is Phase.ROUND_OVER:
            return t("Enter deals the next round; ? tells what else you can answer.")
        try:
            card = Card.parse(answer)
        except ValueError:
            shown = answer if len(answer) <= 20 else answer[:20] + "..."
            shown = "".join(letter if letter.isprintable() else "?" for letter in shown)
            if not shown:
                return t("Please answer with 1 to {count}, or ? for help.", count=count)
            return t(
                "{answer} is no answer here; 1 to {count} or one of the codes is, or ? for help.",
                answer=shown,
                count=count,
            )
        if seen.phase is Phase.PLAY and not seen.hand >> card & 1:
            return self._narrator.reason(Reason(ReasonCode.NOT_IN_HAND, card=card))
        offered = () if seen.in_play is None else _targets(seen)
        return self._narrator.reason(Reason(ReasonCode.NOT_A_TARGET, card=card, cards=offered))

    def _list(self, choices: Sequence[_Choice[T]]) -> None:
        for number, choice in enumerate(choices, start=1):
            self._say(self._text.t("{number}. {choice}", number=number, choice=choice.label))

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            self._say_all(self._narrator.sentences(event))
            self._say_all(self._narrator.details(event))

    def _say_all(self, sentences: Sequence[str]) -> None:
        for sentence in sentences:
            self._say(sentence)

    def _say(self, sentence: str) -> None:
        self._output.say(sentence)


def _targets(seen: PlayerView) -> tuple[Card, ...]:
    assert seen.in_play is not None
    return cards_of(matching(seen.rules, seen.field, seen.in_play)[0])


def _help(text: Text) -> list[str]:
    t = text.t
    return [
        t("Answer with the number of a choice, or with a card's code such as 1L."),
        t("At the koi-koi question, s stops and k calls koi-koi."),
        t("table, or t: the whole table."),
        t("yaku: how your yaku and the other player's stand."),
        t("log: what has happened in this round."),
        t("rules: the rules of this match."),
        t("resign: give the match up."),
        t("quit: leave; the match is saved, and --continue goes on with it."),
        t("Now you can answer:"),
    ]
