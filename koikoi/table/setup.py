"""New matches, set up with a record that they are saved in."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from os import urandom
from typing import Final, NamedTuple

from koikoi.ai.agent import agent_seed
from koikoi.engine.actions import Seat
from koikoi.engine.flow import new_match
from koikoi.engine.rules import FirstDealer, Rules
from koikoi.engine.state import MatchState
from koikoi.match.player import AgentPlayer
from koikoi.record.record import PERSON, Players, RecordPlayer
from koikoi.record.writer import RecordWriter
from koikoi.store import matches
from koikoi.table.opponents import seated
from koikoi.table.saver import Saver, reason, remedy
from koikoi.text.catalogue import Said, Text

HUMAN: Final[Seat] = 0
"""The seat of the person at the keyboard; of the first one where two share it."""

DEFAULT_LEVEL: Final = "2"

THINKING_LIMIT: Final = 30.0
"""Seconds after which the table plays for a computer that has lost itself in thought."""

CONTINUE: Final = "koikoi play --continue"
"""The command that goes on with a match on the screen."""

FIRST: Final[dict[str, FirstDealer]] = {
    "you": "first",
    "opponent": "second",
    "draw": "draw",
    "random": "random",
}
"""Who deals first, as the command line says it, in the rules' words."""


class Setup(NamedTuple):
    """What a new match is to be.

    Attributes:
        rules: The rules.
        level: The computer's level or name, ``None`` where two people play.
        seed: The seed of all decks, ``None`` for one by chance.
    """

    rules: Rules
    level: str | None = DEFAULT_LEVEL
    seed: str | None = None


class Table(NamedTuple):
    """A match that is ready to be played.

    Attributes:
        state: The match.
        computer: The computer player at seat 1, ``None`` where two people play.
        names: What the seats are called in the record.
        saver: What saves it.
        notices: What is to be said before it begins.
    """

    state: MatchState
    computer: AgentPlayer | None
    names: tuple[str, str]
    saver: Saver
    notices: tuple[Said, ...] = ()

    @property
    def limits(self) -> tuple[float | None, float | None]:
        """How many seconds each seat may think."""
        return None, None if self.computer is None else THINKING_LIMIT


def new_table(setup: Setup, text: Text, command: str) -> Table:
    """Sets a new match up; where it cannot be saved, it is played unsaved, and a notice says so.

    Args:
        setup: What it is to be.
        text: The language.
        command: The command that goes on with a saved match.

    Raises:
        UnknownAgent: There is no such level.
    """
    # What the library of secrets does, without the time that it takes to load it.
    seed = urandom(16).hex() if setup.seed is None else setup.seed
    computer: AgentPlayer | None = None
    introduction: tuple[Said, ...] = ()
    if setup.level is None:
        own, rival = (RecordPlayer(name, PERSON) for name in (text.t("East"), text.t("West")))
    else:
        own = RecordPlayer(text.t("Player"), PERSON)
        computer, rival, introduction = seated(setup.level, agent_seed(seed, 1 - HUMAN), text)
    names = own.name, rival.name
    state = new_match(setup.rules, seed)
    begin = partial(_begun, state, (own, rival), datetime.now(UTC))
    try:
        writer = begin()
    except OSError as error:
        why = error  # the name of a caught error is gone where it has been handled

        def unsaved() -> str:
            notice = text.t("This match is not saved: {reason}.", reason=reason(why))
            return text.sentences((notice, remedy(text)))

        saver = Saver(None, text, command, begin)
        return Table(state, computer, names, saver, (*introduction, unsaved))
    return Table(state, computer, names, Saver(writer, text, command), introduction)


def _begun(state: MatchState, players: Players, started: datetime) -> RecordWriter:
    """The record of a new match, under a name that nobody else has taken meanwhile.

    Raises:
        OSError: It cannot be written.
    """
    while True:
        path = matches.new_match_path(started, state.commitment)
        try:
            return RecordWriter.create(path, state, players, started)
        except FileExistsError:
            continue  # Another match with the same seed began in the same second.
