"""A question by plain lines, and its numbered answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from koikoi.engine.cards import Card
from koikoi.engine.errors import Reason

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """One numbered answer.

    Attributes:
        value: What it means.
        label: How it reads.
        words: What stands for it beside its number.
        key: The one of the words that is named beside the number, where the label has none.
    """

    value: T
    label: str
    words: tuple[str, ...] = ()
    key: str = ""

    def is_meant(self, answer: str, number: int) -> bool:
        """Whether an answer names this choice, the one with this number."""
        return answer.casefold() in (str(number), *(word.casefold() for word in self.words))


@dataclass(frozen=True, slots=True)
class Question(Generic[T]):
    """What is asked until one of the choices is named.

    Attributes:
        prompt: The question itself, the last thing that is heard.
        choices: The answers.
        listed: Whether the choices are read out; one alone is named by the prompt.
        wrong_card: Why a card cannot be named here, where cards are the choices.
    """

    prompt: str
    choices: Sequence[Choice[T]]
    listed: bool = True
    wrong_card: Callable[[Card], Reason] | None = None
