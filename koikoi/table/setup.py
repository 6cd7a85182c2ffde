"""New matches, and matches that are taken up where they were left."""

from __future__ import annotations

from datetime import UTC, datetime
from os import urandom
from pathlib import Path
from typing import Final, NamedTuple

from koikoi.ai.agent import agent_seed
from koikoi.ai.levels import UnknownAgent
from koikoi.engine.actions import Seat
from koikoi.engine.flow import new_match
from koikoi.engine.rules import FirstDealer, Rules
from koikoi.engine.state import MatchState
from koikoi.match.player import AgentPlayer
from koikoi.record.errors import Fault, RecordError
from koikoi.record.reader import load
from koikoi.record.record import PERSON, Players, RecordPlayer
from koikoi.record.writer import RecordWriter
from koikoi.store import matches
from koikoi.table.opponents import seated
from koikoi.table.saver import Saver, reason, remedy
from koikoi.table.trouble import trouble
from koikoi.text.catalogue import Text
from koikoi.text.problems import shown

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

_NOT_DAMAGED: Final = (Fault.UNKNOWN_VERSION, Fault.FINISHED)
"""Faults of records that are whole: another version wrote them, or another table ended them."""

_WIDEST_PATH: Final = 300


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
    notices: tuple[str, ...] = ()

    @property
    def limits(self) -> tuple[float | None, float | None]:
        """How many seconds each seat may think."""
        return None, None if self.computer is None else THINKING_LIMIT


class NothingToContinue(Exception):
    """There is no match that can be continued.

    Attributes:
        notices: A sentence for each saved match that cannot be.
    """

    def __init__(self, notices: tuple[str, ...]) -> None:
        super().__init__(notices)
        self.notices = notices


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
    introduction: tuple[str, ...] = ()
    if setup.level is None:
        own, rival = (RecordPlayer(name, PERSON) for name in (text.t("East"), text.t("West")))
    else:
        own = RecordPlayer(text.t("Player"), PERSON)
        computer, rival, introduction = seated(setup.level, agent_seed(seed, 1 - HUMAN), text)
    names = own.name, rival.name
    state = new_match(setup.rules, seed)
    try:
        writer = _begun(state, (own, rival), datetime.now(UTC))
    except OSError as error:
        notice = text.t("This match is not saved: {reason}.", reason=reason(error))
        told = text.sentences((notice, remedy(text)))
        return Table(state, computer, names, Saver(None, text, command), (*introduction, told))
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


def continued_table(text: Text, command: str, *, two_people: bool = True) -> Table:
    """Takes up the newest unfinished match that can be.

    Args:
        text: The language.
        command: The command that goes on with a saved match.
        two_people: Whether a match of two people can be played here.

    Raises:
        NothingToContinue: There is none.
        OSError: The only one cannot be read or is being played elsewhere.
    """
    saved = matches.saved_matches()
    notices = [_broken(one.path, one.error, text) for one in saved.broken]
    for path in saved.unfinished:
        try:
            return _resumed(path, notices, text, command, two_people=two_people)
        except (RecordError, UnknownAgent) as error:
            notices.append(_broken(path, error, text))
        except _TwoPeople:
            notices.append(
                text.t(
                    "The match in {path} is played by two people at one screen; koikoi play "
                    "--continue goes on with it.",
                    path=shown(path, _WIDEST_PATH),
                )
            )
        except OSError as error:
            # Played elsewhere, or not to be written here: an older match may do.
            if len(saved.unfinished) == 1 and not notices:
                raise
            notices.append(_broken(path, error, text))
    raise NothingToContinue(tuple(notices))


class _TwoPeople(Exception):
    """The match is one of two people, which cannot be played here."""


def _resumed(
    path: Path, notices: list[str], text: Text, command: str, *, two_people: bool
) -> Table:
    """The match in a file, ready to be played on.

    Raises:
        RecordError: It is damaged.
        UnknownAgent: This version does not have its computer player.
        OSError: It cannot be read, or somebody else is playing it.
    """
    players = load(path).header.players
    rival = players[1 - HUMAN]
    if rival.agent != PERSON:
        seated(rival.agent, "", text)  # an unknown one is told before the match is touched
    elif not two_people:
        raise _TwoPeople
    writer = RecordWriter.resume(path)
    torn = text.t(
        "The last line of the saved match was torn and has been dropped; the match goes on from "
        "the action before it."
    )
    if writer.dropped:
        notices = [*notices, torn]
    computer: AgentPlayer | None = None
    introduction: tuple[str, ...] = ()
    if rival.agent != PERSON:
        seed = agent_seed(writer.state.seed, 1 - HUMAN)
        computer, _, introduction = seated(rival.agent, seed, text, called=rival.name)
    return Table(
        writer.state,
        computer,
        (players[0].name, rival.name),
        Saver(writer, text, command),
        (*notices, *introduction),
    )


def _broken(path: Path, error: RecordError | UnknownAgent | OSError, text: Text) -> str:
    """Says that a saved match cannot be continued; a damaged one is set aside before."""
    said = trouble(error, text)
    if isinstance(error, OSError):
        return said  # it names the file itself
    if isinstance(error, RecordError) and error.code not in _NOT_DAMAGED:
        try:
            aside = matches.set_aside(path)
        except OSError:
            aside = path
        return text.t(
            "A saved match is damaged and cannot be continued; it is kept in {path}. {reason}",
            path=shown(aside, _WIDEST_PATH),
            reason=said,
        )
    return text.t(
        "The saved match in {path} cannot be continued. {reason}",
        path=shown(path, _WIDEST_PATH),
        reason=said,
    )
