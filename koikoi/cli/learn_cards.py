"""``koikoi learn cards``: the card trainer, on the screen or by plain lines."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Final

from koikoi.cli.checks import a_seed, in_range
from koikoi.cli.errors import UsageError
from koikoi.cli.lines import InputLines, Lines
from koikoi.cli.main import INTERRUPTED
from koikoi.cli.output import Output
from koikoi.engine.rules import Rules
from koikoi.lesson import quizwords
from koikoi.lesson.quiz import Question
from koikoi.lesson.trainer import LENGTHS, LONGEST, Trainer
from koikoi.store.ownrules import named_rules
from koikoi.store.settings import load_settings
from koikoi.table.training import Memory, OwnMemory, new_seed, preferred_rules
from koikoi.text.options import rules_name
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text
    from koikoi.tui.readings import Host

_WIDEST_ANSWER: Final = 20
_LEAVES: Final = ("q", "quit")
_HELPS: Final = ("?", "help")


def run(args: argparse.Namespace, text: Text) -> int:
    """Asks questions; refuses, before the screen changes, what cannot be asked."""
    count = 0
    if args.questions is not None:
        count = in_range(text, "questions", args.questions, 1, LONGEST)
    rules = None if args.rules is None else named_rules(args.rules)
    seed = "" if args.seed is None else a_seed(text, args.seed)
    if args.plain:
        return _plain(args, text, rules, count or LENGTHS[0], seed or new_seed())
    return _drawn(args, text, rules, count, seed)


def _drawn(args: argparse.Namespace, text: Text, rules: Rules | None, count: int, seed: str) -> int:
    from koikoi.cli.drawn import can_draw, show_drawn
    from koikoi.cli.logbook import log_kept

    if not can_draw():
        raise UsageError(
            text.t(
                "This is no terminal that can show the cards; koikoi learn cards --plain asks by "
                "plain lines."
            )
        )

    async def course(host: Host) -> None:
        from koikoi.tui.trainerpage import TrainerCourse

        await TrainerCourse(host, rules=rules, count=count, seed=seed).run()

    with log_kept():
        return show_drawn(args, text, course)


def _plain(args: argparse.Namespace, text: Text, rules: Rules | None, count: int, seed: str) -> int:
    output = Output(sys.stdout, ascii_only=args.ascii or args.glyphs == "ascii")
    if rules is None:
        rules, said = preferred_rules(load_settings()[0].rules, text)
        if said:
            output.say(said)
    memory = OwnMemory(text)
    boxes, said = memory.load()
    if said:
        output.say(said)
    asking = PlainTrainer(Trainer(rules, boxes, seed, count), memory, text, output)
    lines = InputLines(sys.stdin.fileno(), sys.stdin.encoding or "utf-8")
    output.say(
        text.n(
            "Card trainer: {count} question under the rules “{rules}”.",
            "Card trainer: {count} questions under the rules “{rules}”.",
            count,
            rules=rules_name(text, rules),
        )
    )
    output.say(text.t("At every question, ? tells what you can answer."))
    try:
        asyncio.run(asking.ask_all(lines))
    except KeyboardInterrupt:
        output.say()
        asking.sum_up()
        return INTERRUPTED
    asking.sum_up()
    return 0


class PlainTrainer:
    """A session of the trainer by plain lines.

    Args:
        trainer: The session.
        memory: Where it is remembered what is known.
        text: The language.
        output: Where the sentences go.
    """

    def __init__(self, trainer: Trainer, memory: Memory, text: Text, output: Output) -> None:
        self._trainer = trainer
        self._memory = memory
        self._text = text
        self._output = output
        self._told = ""

    async def ask_all(self, lines: Lines) -> None:
        """Asks until all is answered, or the person leaves, or the input ends."""
        trainer, say = self._trainer, self._output.say
        while True:
            place = await self._asked(lines)
            if place is None:
                return
            done = trainer.answer(place)
            say(quizwords.verdict(self._text, done))
            say(quizwords.explanation(self._text, done.question))
            said = self._memory.keep({done.question.fact.key: done.after})
            if said and said != self._told:
                self._told = said
                say(said)
            if trainer.over:
                return
            trainer.go_on()

    async def _asked(self, lines: Lines) -> int | None:
        """The place of the answer that is given; ``None`` where none will be."""
        text, question = self._text, self._trainer.question
        self._tell(question)
        while True:
            line = await lines.next()
            answer = None if line is None else line.strip().casefold()
            if answer is None or answer in _LEAVES:
                return None
            if answer in _HELPS:
                self._help()
                self._tell(question)
                continue
            numbers = [str(at) for at in range(1, len(question.options) + 1)]
            if answer in numbers:
                return numbers.index(answer)
            self._output.say(
                text.t(
                    "“{answer}” is no answer here; answer {first} to {last}, or ? for help.",
                    answer=shown(answer, _WIDEST_ANSWER),
                    first=1,
                    last=len(numbers),
                )
            )

    def _tell(self, question: Question) -> None:
        """Reads the question out, its answers before it, so that it is heard last."""
        text, trainer = self._text, self._trainer
        say = self._output.say
        where = text.t("Question {number} of {count}.", number=trainer.number, count=trainer.count)
        cards = quizwords.cards_said(text, question)
        say(text.sentences((where, cards)) if cards else where)
        for number, option in enumerate(question.options, start=1):
            words = quizwords.answer_words(text, question, option)
            say(text.t("{number}. {answer}", number=number, answer=words))
        say(quizwords.prompt(text, question))

    def _help(self) -> None:
        text = self._text
        self._output.say(text.t("A number gives the answer of this number."))
        self._output.say(text.t("quit ends the session; what you have answered is noted."))

    def sum_up(self) -> None:
        """Says what the session came to, if anything was answered."""
        if not self._trainer.answered:
            return
        summary = self._trainer.summary()
        for said in quizwords.result(self._text, summary):
            self._output.say(said)
        weak = quizwords.weakest(self._text, summary)
        if weak:
            self._output.say(self._text.t("Known least of what was asked:"))
        for said in weak:
            self._output.say(said)
