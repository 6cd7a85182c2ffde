"""A session of the card trainer: so many questions, the weakest facts more often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from koikoi.engine.rules import Rules
from koikoi.lesson.boxes import HIGHEST, box_of, known, level, moved, next_fact
from koikoi.lesson.chance import Chance
from koikoi.lesson.facts import Fact
from koikoi.lesson.quiz import Answer, Question, askable, question_for

LENGTHS: Final = (10, 20)
"""How many questions a session has on the screen."""
LONGEST: Final = 100
"""The most that can be asked for."""

_MOST_WEAK: Final = 3


class Answered(NamedTuple):
    """A question that has been answered.

    Attributes:
        question: The question.
        given: The place of the answer that was given.
        before: The box of its fact before, 0 where it was never asked.
        after: The box that it came to.
    """

    question: Question
    given: int
    before: int
    after: int

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.given == self.question.right

    @property
    def answer(self) -> Answer:
        """The answer that was given."""
        return self.question.options[self.given]


class Summary(NamedTuple):
    """What a session came to.

    Attributes:
        asked: How many questions were answered.
        right: How many of them rightly.
        weakest: The questions of the facts that are known least of those asked, three at most;
            none of those that are known.
        up: How many facts are known better than before.
        down: How many are known less well.
        before: How well everything was known before, from 0 to 1.
        after: How well it is known now.
    """

    asked: int
    right: int
    weakest: tuple[Question, ...]
    up: int
    down: int
    before: float
    after: float


class Trainer:
    """Asks questions one after the other; the same seed, rules, memory and answers, the same ones.

    Args:
        rules: The rules in play.
        boxes: How well facts are known, by their keys; boxes that there are not are passed over.
        seed: Where all choices come from.
        count: How many questions there are.

    Attributes:
        question: The question that is asked now, the last one where it has been answered.
        answered: What has been answered.
    """

    def __init__(self, rules: Rules, boxes: Mapping[str, int], seed: str, count: int) -> None:
        self._rules = rules
        self._facts = askable(rules)
        self._before = {key: box for key, box in boxes.items() if 1 <= box <= HIGHEST}
        self._boxes = dict(self._before)
        self._seed = seed
        self._missed: list[Fact] = []
        self.count = count
        self.answered: list[Answered] = []
        self.question = self._next()

    @property
    def number(self) -> int:
        """The number of the question that is asked now, from 1 on."""
        return len(self.answered) + self.waits

    @property
    def waits(self) -> bool:
        """Whether the question has not been answered yet."""
        return not self.answered or self.answered[-1].question is not self.question

    @property
    def over(self) -> bool:
        """Whether all questions have been answered."""
        return len(self.answered) >= self.count

    def answer(self, place: int) -> Answered:
        """Takes the answer of this place to the question that waits for one."""
        question, fact = self.question, self.question.fact
        before = box_of(self._boxes, fact)
        after = moved(before, right=place == question.right)
        self._boxes[fact.key] = after
        if fact in self._missed:
            self._missed.remove(fact)
        if place != question.right:
            self._missed.append(fact)
        done = Answered(question, place, before, after)
        self.answered.append(done)
        return done

    def go_on(self) -> None:
        """Asks the next question; there has to be one."""
        self.question = self._next()

    def _next(self) -> Question:
        chance = Chance(f"koikoi-trainer-v1/{self._seed}/{len(self.answered)}")
        facts, asked = list(self._facts), [one.question.fact for one in self.answered]
        while True:
            fact = next_fact(facts, self._boxes, asked, self._missed, chance)
            question = question_for(fact, self._rules, chance)
            if question is not None:
                return question
            # A pile of it could not be dealt: under some rules of one's own few can.
            facts.remove(fact)
            self._missed = [one for one in self._missed if one != fact]

    def summary(self) -> Summary:
        """What it has come to so far."""
        last = {one.question.fact: one.question for one in self.answered}
        boxes = {fact: box_of(self._boxes, fact) for fact in last}
        weak = sorted((fact for fact in last if boxes[fact] < HIGHEST), key=boxes.__getitem__)
        moves = [level(boxes[fact]) - level(box_of(self._before, fact)) for fact in last]
        return Summary(
            len(self.answered),
            sum(one.right for one in self.answered),
            tuple(last[fact] for fact in weak[:_MOST_WEAK]),
            sum(move > 0 for move in moves),
            sum(move < 0 for move in moves),
            known(self._before, self._facts),
            known(self._boxes, self._facts),
        )
