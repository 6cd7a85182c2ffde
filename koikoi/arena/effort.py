"""What an agent's decisions took, and what was wrong where the table had to decide for it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

_MILLION: Final = 1_000_000


class Fault(StrEnum):
    """Why the table decided in an agent's place."""

    CRASHED = "crashed"
    """It raised an exception; a bot's process could not answer any more."""
    ILLEGAL = "illegal"
    """It answered something that is not legal now."""
    LATE = "late"
    """A bot did not answer within its limit."""
    GARBAGE = "garbage"
    """A bot wrote something that is no answer at all."""
    STALE = "stale"
    """A bot answered a question that was not the one."""


class Example(NamedTuple):
    """An answer of a bot that could not be used.

    Attributes:
        line: The answer, cut where it is long. It may hold anything.
        problem: What is wrong with it, a value of :class:`koikoi.arena.protocol.Problem`; empty
            where it is an action, but not one for now.
        key: Where in the answer.
        allowed: What should stand there.
    """

    line: str
    problem: str = ""
    key: str = ""
    allowed: str = ""


class AgentFault(Exception):
    """Raised by an agent that knows what is wrong: a bot.

    Attributes:
        fault: What it is.
        error: Of a crash, its name, such as ``exit 3`` or ``SIGKILL``.
        example: The answer that could not be used.
        last_words: The last line that a bot wrote on standard error.
    """

    def __init__(
        self,
        fault: Fault,
        *,
        error: str = "",
        example: Example | None = None,
        last_words: str = "",
    ) -> None:
        super().__init__(fault)
        self.fault: Final = fault
        self.error: Final = error
        self.example: Final = example
        self.last_words = last_words

    def again(self) -> AgentFault:
        """The same fault, for a decision that follows from it."""
        return AgentFault(
            self.fault, error=self.error, example=self.example, last_words=self.last_words
        )


@dataclass(frozen=True, slots=True)
class Effort:
    """What an agent's decisions took, and how often the table had to decide in its place.

    Attributes:
        decisions: How often the agent was asked.
        nanoseconds: How long it thought altogether, by the clock on the wall.
        crashed: How often it raised an exception instead of an answer, or its process had ended.
        illegal: How often it answered something that was not legal.
        late: How often it did not answer in time.
        garbage: How often it wrote something that was no answer.
        stale: How often it answered another question.
        errors: What it crashed of: the names of the types of exceptions, or how a process ended.
        example: One of the answers that could not be used.
        last_words: A last line on standard error.

    Of examples and last lines a sum keeps the greatest one, so that it is the same whatever the
    order of the summands.
    """

    decisions: int = 0
    nanoseconds: int = 0
    crashed: int = 0
    illegal: int = 0
    late: int = 0
    garbage: int = 0
    stale: int = 0
    errors: frozenset[str] = frozenset()
    example: Example | None = None
    last_words: str = ""

    def __add__(self, other: Effort) -> Effort:
        return Effort(
            decisions=self.decisions + other.decisions,
            nanoseconds=self.nanoseconds + other.nanoseconds,
            crashed=self.crashed + other.crashed,
            illegal=self.illegal + other.illegal,
            late=self.late + other.late,
            garbage=self.garbage + other.garbage,
            stale=self.stale + other.stale,
            errors=self.errors | other.errors,
            example=_greater(self.example, other.example),
            last_words=max(self.last_words, other.last_words),
        )

    @property
    def milliseconds(self) -> float | None:
        """The mean time of a decision; ``None`` where none was asked for."""
        if not self.decisions:
            return None
        return self.nanoseconds / self.decisions / _MILLION

    @property
    def faults(self) -> int:
        """How often the table decided in the agent's place."""
        return self.crashed + self.illegal + self.late + self.garbage + self.stale


def _greater(one: Example | None, other: Example | None) -> Example | None:
    if one is None or other is None:
        return one or other
    return max(one, other)


Efforts: TypeAlias = tuple[Effort, Effort]

NO_EFFORTS: Final[Efforts] = (Effort(), Effort())
"""The efforts of a duel of which nothing has been played."""


def both(some: Efforts, more: Efforts) -> Efforts:
    """A's and B's efforts of two parts of a duel together."""
    return some[0] + more[0], some[1] + more[1]


class Tally:
    """Counts an agent's decisions in a match."""

    def __init__(self) -> None:
        self.decisions = 0
        self.nanoseconds = 0
        self._faults: Counter[Fault] = Counter()
        self._errors: set[str] = set()
        self._example: Example | None = None
        self._last_words = ""

    def fault(self, error: BaseException) -> None:
        """Counts what an agent raised."""
        if not isinstance(error, AgentFault):
            self._faults[Fault.CRASHED] += 1
            self._errors.add(type(error).__name__)
            return
        self._faults[error.fault] += 1
        if error.error:
            self._errors.add(error.error)
        self._example = _greater(self._example, error.example)
        self._last_words = max(self._last_words, error.last_words)

    def illegal(self) -> None:
        """Counts an answer that was not legal."""
        self._faults[Fault.ILLEGAL] += 1

    @property
    def effort(self) -> Effort:
        """All that was counted."""
        return Effort(
            decisions=self.decisions,
            nanoseconds=self.nanoseconds,
            crashed=self._faults[Fault.CRASHED],
            illegal=self._faults[Fault.ILLEGAL],
            late=self._faults[Fault.LATE],
            garbage=self._faults[Fault.GARBAGE],
            stale=self._faults[Fault.STALE],
            errors=frozenset(self._errors),
            example=self._example,
            last_words=self._last_words,
        )
