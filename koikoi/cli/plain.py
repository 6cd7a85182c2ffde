"""A seat at the table by plain lines: numbered choices, full sentences, no escape sequences.

Made for a screen reader and for a pipe: nothing is drawn, nothing is overwritten, and every
question takes one line. The end of the input leaves the table; the match is saved by then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from koikoi.cli import position
from koikoi.cli.asking import Choice, Question
from koikoi.cli.lines import Lines
from koikoi.cli.output import Output
from koikoi.engine.actions import Action, KoiKoi, Play, Resign, Seat, Shobu, Take, other
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.errors import Reason, ReasonCode
from koikoi.engine.events import Event, MatchEnded, RoundEnded, TargetsOffered, YakuMade
from koikoi.engine.flow import matching
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.match.player import Answer, LeaveTable
from koikoi.match.session import Notice
from koikoi.table.advisers import LocalAdvisers
from koikoi.table.hints import counselled
from koikoi.table.notices import notice_sentence
from koikoi.text import names
from koikoi.text.catalogue import Text, spoken
from koikoi.text.events import Narrator
from koikoi.text.opponents import fairness
from koikoi.text.options import rules_name
from koikoi.text.problems import shown
from koikoi.text.rules_page import rules_page

_WIDEST_ANSWER: Final = 20

T = TypeVar("T")


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

    Attributes:
        hints: Whether the person may ask for hints.
        on_hint: Is told at which ply a hint is shown.
    """

    def __init__(
        self, text: Text, lines: Lines, output: Output, *, seat: Seat, opponent: str
    ) -> None:
        self.hints = True
        self.on_hint: Callable[[int], None] = lambda _: None
        self._text = text
        self._lines = lines
        self._output = output
        self._seat = seat
        self._opponent = opponent
        own = text.t("You")
        players = (own, opponent) if seat == 0 else (opponent, own)
        self._narrator = Narrator(text, players, seat, codes=True)
        self._queued: Card | None = None
        # The plies at which the field, and the own yaku, have just been told.
        self._field_told_at = -1
        self._yaku_told_at = -1
        self._legal: tuple[Action, ...] = ()

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
        self._say(
            self._text.t(
                "The match under the rules “{rules}” goes on where it was left.",
                rules=rules_name(self._text, seen.rules),
            )
        )
        # What was told when it happened is not told again, but later sentences build on it.
        for event in seen.history[:-1]:
            self._narrator.sentences(event)
        if seen.phase is Phase.ROUND_OVER:
            self._tell(seen.history[-1:])
        else:
            self._say_all(position.table(self._text, seen, self._seat, self._opponent))
            self._field_told_at = seen.ply

    async def hear(self, events: tuple[Event, ...], seen: PlayerView) -> None:
        """Tells what has happened."""
        if self._queued is not None:
            # The person has chosen already; the card and what it takes are told in one sentence.
            events = tuple(event for event in events if not isinstance(event, TargetsOffered))
        if any(isinstance(event, YakuMade) and event.seat == self._seat for event in events):
            self._yaku_told_at = seen.ply
        self._tell(events)

    async def notice(self, notice: Notice) -> None:
        """Tells that the table moves for a player."""
        self._say(notice_sentence(self._text, notice, self._narrator.names))

    async def decide(self, seen: PlayerView, legal: tuple[Action, ...]) -> Answer:
        """Asks the person.

        Raises:
            LeaveTable: The person leaves, or the input has ended.
        """
        self._legal = legal
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
        prompt = self._text.t("Press Enter, or answer 1, for the next round.")
        try:
            await self._ask(seen, Question(prompt, [Choice(None, "", ("",))], listed=False))
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
                Choice(card, self._what_it_takes(seen, card), (card.code,))
                for card in cards_of(seen.hand)
            ]
            card = await self._ask(
                seen,
                Question(
                    t("Which card do you play?"),
                    choices,
                    wrong_card=lambda card: Reason(ReasonCode.NOT_IN_HAND, card=card),
                ),
            )
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
            return t("{card} takes nothing.", card=label)
        taken = self._text.either(targets) if choice else self._text.join(targets)
        return t("{card} takes {cards}.", card=label, cards=taken)

    async def _target(self, seen: PlayerView, card: Card, *, may_go_back: bool) -> Card | None:
        t = self._text.t
        matches, _ = matching(seen.rules, seen.field, card)
        choices: list[Choice[Card | None]] = [
            Choice(
                target,
                t("Take {card}.", card=names.card_label(self._text, target)),
                (target.code,),
            )
            for target in cards_of(matches)
        ]
        if may_go_back:
            back = t("Put {card} back.", card=names.card_label(self._text, card))
            choices.append(Choice(None, back, ("b",), key="b"))
        return await self._ask(
            seen,
            Question(
                t("What does {card} take?", card=names.card_label(self._text, card)),
                choices,
                wrong_card=lambda other: Reason(
                    ReasonCode.NOT_A_TARGET, card=other, cards=cards_of(matches)
                ),
            ),
        )

    async def _stop_or_go_on(self, seen: PlayerView) -> Action:
        t = self._text.t
        question = self._narrator.question(seen)
        if seen.ply != self._yaku_told_at:
            self._say(question.yaku)
        self._say_all((*question.stop, *question.call, *question.risk))
        choices: list[Choice[Action]] = [
            Choice(
                Shobu(), t("Shōbu: stop and take the points."), ("s", "shobu", "shōbu"), key="s"
            ),
            Choice(KoiKoi(), t("Koi-koi: play on for more."), ("k", "koikoi", "koi-koi"), key="k"),
        ]
        return await self._ask(seen, Question(t("Do you stop or call koi-koi?"), choices))

    async def _ask(self, seen: PlayerView, question: Question[T]) -> T:
        """Asks until one of the choices is named."""
        self._list(question)
        while True:
            self._say(question.prompt)
            line = await self._lines.next()
            if line is None:
                raise LeaveTable
            answer = line.strip()
            if await self._command(seen, answer.casefold(), question):
                continue
            for number, choice in enumerate(question.choices, start=1):
                if choice.is_meant(answer, number):
                    return choice.value
            self._say(self._refusal(question, answer))

    async def _command(self, seen: PlayerView, answer: str, question: Question[T]) -> bool:
        """Does what can be asked for at every question; returns whether it was such a thing."""
        text = self._text
        if answer in ("?", "help"):
            self._say_all(_help(text))
            self._list(question)
        elif answer in ("t", "table"):
            self._say_all(position.table(text, seen, self._seat, self._opponent))
        elif answer == "yaku":
            self._say_all(self._narrator.tally(seen, self._seat))
            self._say_all(self._narrator.tally(seen, other(self._seat)))
        elif answer == "log":
            self._tell(seen.history, whole=True)
        elif answer == "rules":
            for number, (heading, sentences) in enumerate(rules_page(text, seen.rules)):
                if number:
                    self._say("")
                self._say(heading)
                self._say_all(sentences)
        elif answer == "hint":
            await self._hint(seen)
        elif answer == "quit":
            raise LeaveTable
        elif answer == "resign":
            await self._resign()
        else:
            return False
        if answer in ("t", "table", "yaku", "log", "rules"):
            # So much has been said that the choices are out of sight.
            self._list(question)
        return True

    async def _hint(self, seen: PlayerView) -> None:
        t = self._text.t
        if not self.hints:
            self._say(t("Hints are switched off in the options."))
            return
        if len(self._legal) < 2 or seen.to_act != self._seat:
            self._say(t("There is only one way to go on."))
            return
        rival = self._narrator.names[other(self._seat)]
        found = await counselled(self._text, seen, self._legal, rival, LocalAdvisers())
        if found is None:
            self._say(t("There is no hint: koikoi doctor tells why."))
            return
        self.on_hint(seen.ply)
        self._say_all([spoken(said) for said in found.sentences])

    async def _resign(self) -> None:
        t = self._text.t
        self._say(t("Do you give the whole match up? y gives up, anything else goes on."))
        line = await self._lines.next()
        if line is None:
            raise LeaveTable
        if line.strip().casefold() in ("y", "yes"):
            raise _Resigns
        self._say(t("The match goes on."))

    def _refusal(self, question: Question[T], answer: str) -> str:
        t, count = self._text.t, len(question.choices)
        if not question.listed:
            return t("Enter deals the next round; ? tells what else you can answer.")
        if question.wrong_card is not None:
            try:
                return self._narrator.reason(question.wrong_card(Card.parse(answer)))
            except ValueError:
                pass  # no card at all
        keys = [choice.key for choice in question.choices]
        if all(keys):
            return t("Please answer with {keys}, or ? for help.", keys=self._text.either(keys))
        if not answer:
            return t("Please answer with 1 to {count}, or ? for help.", count=count)
        return t(
            "“{answer}” is no answer here; please answer with 1 to {count}, or ? for help.",
            answer=shown(answer, _WIDEST_ANSWER),
            count=count,
        )

    def _list(self, question: Question[T]) -> None:
        if not question.listed:
            return
        t = self._text.t
        for number, choice in enumerate(question.choices, start=1):
            if choice.key:
                self._say(
                    t(
                        "{number} or {key}. {choice}",
                        number=number,
                        key=choice.key,
                        choice=choice.label,
                    )
                )
            else:
                self._say(t("{number}. {choice}", number=number, choice=choice.label))

    def _tell(self, events: Sequence[Event], *, whole: bool = False) -> None:
        """Tells events; only ``whole`` tells also what was left in the stock, a long list."""
        for event in events:
            self._say_all(self._narrator.sentences(event))
            details: Event = event
            if not whole and isinstance(event, RoundEnded | MatchEnded):
                details = replace(event, stock=())
            self._say_all(self._narrator.details(details))

    def _say_all(self, sentences: Sequence[str]) -> None:
        for sentence in sentences:
            self._say(sentence)

    def _say(self, sentence: str) -> None:
        try:
            self._output.say(sentence)
        except OSError as error:
            # Nobody reads any more: the person has gone, and nobody plays in their place.
            raise LeaveTable from error


def _help(text: Text) -> list[str]:
    t = text.t
    return [
        t("Answer with the number of a choice, or with a card's code such as 1L."),
        t("At the koi-koi question, s stops and k calls koi-koi."),
        t("table, or t: the whole table."),
        t("yaku: how your yaku and the other player's stand."),
        t("hint: what the Phoenix would do here, and why; the result tells of it."),
        t("log: what has happened in this round, and after it what was left in the stock."),
        t("rules: the rules of this match."),
        t("resign: give the match up."),
        t("quit: leave; the match is saved, and --continue goes on with it."),
        *fairness(text),
        t("Now you can answer:"),
    ]
