"""Our agents as bots: they answer the questions of a table, line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

from koikoi.ai.agent import Agent, Sleeper
from koikoi.arena.protocol import (
    MAX_QUESTION,
    Act,
    End,
    Hello,
    Problem,
    ProtocolError,
    do_line,
    read_question,
    welcome_line,
)
from koikoi.engine.actions import Action


def serve(questions: BinaryIO, say: Callable[[str], None], make: Callable[[str], Agent]) -> None:
    """Answers until the questions are at their end.

    Args:
        questions: What the table writes.
        say: Takes each answer, a whole line, and has to pass it on at once.
        make: Makes the agent of a match with the seed that the table gives.

    Raises:
        ProtocolError: A line is no message of a table, or not one for now; its number is told.
    """
    service = _Service(make)
    number = 0
    while raw := questions.readline(MAX_QUESTION + 1):
        number += 1
        try:
            answer = service.answer(raw)
        except ProtocolError as error:
            raise error.at(number) from error
        if answer is not None:
            say(answer)


class _Service:
    """An agent, from ``hello`` to ``hello``.

    Args:
        make: Makes the agent of a match.
    """

    def __init__(self, make: Callable[[str], Agent]) -> None:
        self._make = make
        self._hello: Hello | None = None
        self._agent: Agent | None = None

    def answer(self, raw: bytes) -> str | None:
        """The answer to a line of the table, ``None`` where there is none.

        Raises:
            ProtocolError: It is no message, or not one for now.
        """
        question = read_question(raw)
        if isinstance(question, Hello):
            agent = self._make(question.agent_seed)
            if isinstance(agent, Sleeper):
                agent.wake(question.rules)  # a hello has more time than an answer
            self._hello, self._agent = question, agent
            return welcome_line()
        if self._hello is None or self._agent is None:
            kind = "end" if isinstance(question, End) else "act"
            raise ProtocolError(Problem.OUT_OF_PLACE, kind, "hello")
        if isinstance(question, End):
            self._hello = self._agent = None
            return None
        return do_line(question.view.ply, _decision(self._hello, self._agent, question))


def _decision(hello: Hello, agent: Agent, question: Act) -> Action:
    seen = question.view
    if seen.seat != hello.seat:
        raise ProtocolError(Problem.BAD_VALUE, "view.seat", str(hello.seat))
    if seen.rules != hello.rules:
        raise ProtocolError(Problem.BAD_VALUE, "view.rules", "hello.rules")
    try:
        action = agent.choose(seen, question.legal)
    except Exception as error:
        # Our tables do not ask so: a view that somebody made up, or a defect of the agent, which
        # the name of the error tells.
        raise ProtocolError(Problem.NO_MOVE, type(error).__name__) from error
    if action not in question.legal:
        raise ProtocolError(Problem.NO_MOVE, "legal")
    return action
