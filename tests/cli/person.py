"""A person at a match by plain lines: reads what is printed, answers what is asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO, TextIOWrapper

CHOICE = re.compile(r"(\d+)(?: or (\w))?\. (.+)")
CODE = re.compile(r"\((1?\d[LAR]|1?\dP[123])\)")
READY = "Press Enter, or answer 1, for the next round."
PLAY = "Which card do you play?"
DECIDE = "Do you stop or call koi-koi?"


class Paper(TextIOWrapper):
    """A standard output that can be read while it is written."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self._bytes = BytesIO()
        super().__init__(self._bytes, encoding=encoding, write_through=True)

    def printed(self, start: int = 0) -> bytes:
        return self._bytes.getvalue()[start:]


@dataclass
class Asked:
    """A question as the person hears it.

    Attributes:
        prompt: The question.
        choices: What each number stands for.
        heard: All lines since the answer before.
    """

    prompt: str
    choices: dict[str, str]
    heard: list[str]

    @property
    def kind(self) -> str:
        """``play``, ``picked`` (a card that can be put back), ``drawn``, ``decide``, ``ready``."""
        if self.prompt == READY:
            return "ready"
        if self.prompt == PLAY:
            return "play"
        if self.prompt == DECIDE:
            return "decide"
        assert self.prompt.startswith("What does ")
        picked = any(label.startswith("Put ") for label in self.choices.values())
        return "picked" if picked else "drawn"


Answer = Callable[[Asked], str | None]
"""What a person says to a question; ``None`` is the end of the input."""


class Person:
    """Takes the place of standard input: every line it gives answers what was just printed."""

    def __init__(self, answer: Answer, paper: Paper) -> None:
        self._answer = answer
        self._paper = paper
        self._read = 0
        self._choices: dict[str, str] = {}
        self.asked: list[Asked] = []

    async def next(self) -> str | None:
        new = self._paper.printed(self._read)
        self._read += len(new)
        heard = new.decode(self._paper.encoding).splitlines()
        listed = [found for line in heard[:-1] if (found := CHOICE.fullmatch(line))]
        if listed:
            self._choices = {found[1]: found[3] for found in listed}
        if heard[-1] == READY:
            self._choices = {}
        asked = Asked(heard[-1], self._choices, heard)
        self.asked.append(asked)
        return self._answer(asked)


@dataclass
class Always:
    """Gives the same answer to every question, and a number of times at most."""

    line: str = "1"
    times: int = 10_000

    def __call__(self, asked: Asked) -> str | None:
        self.times -= 1
        return None if self.times < 0 else self.line


@dataclass
class Habit:
    """Answers the same to the same question, however often it is asked; takes cards if it can.

    So a match that is left and taken up again gets the same answers as one that is not.
    """

    salt: str
    times: int = 10_000
    given: list[str] = field(default_factory=list)

    def __call__(self, asked: Asked) -> str | None:
        if not self.times:
            return None
        self.times -= 1
        self.given.append("" if asked.kind == "ready" else self._choice(asked))
        return self.given[-1]

    def _choice(self, asked: Asked) -> str:
        numbers = [n for n, label in asked.choices.items() if not label.startswith("Put ")]
        taking = [n for n in numbers if not asked.choices[n].endswith("takes nothing.")]
        return min(taking or numbers, key=lambda number: self._liking(asked, number))

    def _liking(self, asked: Asked, number: str) -> bytes:
        """By the card, not by how a sentence is worded; at the koi-koi question by its offer."""
        found = CODE.search(asked.choices[number])
        about = found[1] if found else number
        offer = [line for line in asked.heard if line.startswith("If you ")]
        figures = re.findall(r"\d+", " ".join(offer))
        return sha256(f"{self.salt}/{about}/{figures}".encode()).digest()
