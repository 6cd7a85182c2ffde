"""Matches that are taken up where they were left: found, listed, put on the table again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from koikoi.ai.agent import agent_seed
from koikoi.ai.levels import UnknownAgent
from koikoi.engine.view import PlayerView, view
from koikoi.match.player import AgentPlayer
from koikoi.record.errors import Fault, RecordError
from koikoi.record.reader import load
from koikoi.record.record import PERSON, Players
from koikoi.record.replay import final_state
from koikoi.record.writer import RecordBusy, RecordWriter, being_written
from koikoi.store import matches
from koikoi.table.opponents import seated
from koikoi.table.saver import Saver
from koikoi.table.setup import HUMAN, Table
from koikoi.table.trouble import trouble
from koikoi.text.catalogue import Said, Text
from koikoi.text.problems import shown

_NOT_DAMAGED: Final = (Fault.UNKNOWN_VERSION, Fault.FINISHED)
"""Faults of records that are whole: another version wrote them, or another table ended them."""

_WIDEST_PATH: Final = 300


class Unfinished(NamedTuple):
    """A match that can be continued, as a list of them tells it.

    Attributes:
        path: Its record.
        written: When it was played last, in the time of this place.
        players: Who sits at seat 0 and 1.
        seen: Where it rests, as a watcher sees it.
        played: Whether it is being played now, at another table.
    """

    path: Path
    written: datetime
    players: Players
    seen: PlayerView
    played: bool

    @property
    def two_people(self) -> bool:
        """Whether two people play it at one screen."""
        return self.players[1 - HUMAN].agent == PERSON


class Shelf(NamedTuple):
    """The unfinished matches.

    Attributes:
        matches: The one played last first.
        notices: A sentence for each saved match that cannot be read.
    """

    matches: tuple[Unfinished, ...]
    notices: tuple[str, ...]


class NothingToContinue(Exception):
    """There is no match that can be continued.

    Attributes:
        notices: A sentence for each saved match that cannot be, but for ``played``.
        played: The record of the newest one that is being played elsewhere, if any is.
    """

    def __init__(self, notices: tuple[str, ...], played: Path | None = None) -> None:
        super().__init__(notices)
        self.notices = notices
        self.played = played


class TwoPeople(Exception):
    """The match is one of two people, which cannot be played here."""


def unfinished_matches(text: Text) -> Shelf:
    """Looks through the saved matches; damaged ones are set aside, and that is told.

    Raises:
        OSError: The folder is there and cannot be read.
    """
    saved = matches.saved_matches()
    notices = without_broken(saved.broken, text)
    found = []
    for path in saved.unfinished:
        try:
            found.append(_unfinished(path))
        except FileNotFoundError:
            continue  # Ended, removed or set aside meanwhile.
        except (RecordError, OSError) as error:
            notices.append(_broken(path, error, text))
    return Shelf(tuple(found), tuple(notices))


def _unfinished(path: Path) -> Unfinished:
    record = load(path)
    written = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    seen = view(final_state(record), None)
    return Unfinished(path, written, record.header.players, seen, being_written(path))


def newest_played() -> Path | None:
    """The record of the match that is being played now, the one played last of several."""
    return next(filter(being_written, matches.saved_matches().unfinished), None)


def continued_table(text: Text, command: str, *, two_people: bool = True) -> Table:
    """Takes up the newest unfinished match that can be.

    Args:
        text: The language.
        command: The command that goes on with a saved match.
        two_people: Whether a match of two people can be played here.

    Raises:
        NothingToContinue: There is none.
        OSError: The only one cannot be read or written.
    """
    saved = matches.saved_matches()
    notices = without_broken(saved.broken, text)
    played: Path | None = None
    busy: list[str] = []
    for path in saved.unfinished:
        try:
            told = (*notices, *busy)
            return resumed_table(path, text, command, told, two_people=two_people)
        except (RecordError, UnknownAgent) as error:
            notices.append(_broken(path, error, text))
        except TwoPeople:
            notices.append(played_by_two(path, text))
        except RecordBusy as error:
            # An older match may do.
            played = played or path
            busy.append(trouble(error, text))
        except OSError as error:
            if len(saved.unfinished) == 1 and not notices:
                raise
            notices.append(trouble(error, text))
    raise NothingToContinue((*notices, *busy[1:]), played)


def played_by_two(path: Path, text: Text) -> str:
    """Says that a match is one of two people, and where it can be played."""
    return text.t(
        "The match in {path} is played by two people at one screen; koikoi play --continue goes "
        "on with it.",
        path=shown(path, _WIDEST_PATH),
    )


def resumed_table(
    path: Path,
    text: Text,
    command: str,
    notices: Sequence[Said] = (),
    *,
    two_people: bool = True,
) -> Table:
    """The match in a file, ready to be played on.

    Args:
        path: Its record.
        text: The language.
        command: The command that goes on with a saved match.
        notices: What is to be said before it goes on.
        two_people: Whether a match of two people can be played here.

    Raises:
        RecordError: It is no record, damaged, or its match is over; the file stays as it is.
        UnknownAgent: This version does not have its computer player.
        TwoPeople: Two people play it.
        RecordBusy: Somebody else is playing it.
        OSError: It cannot be read or written.
    """
    # First, as opening a pipe of that name would wait for ever.
    if not path.is_file() and path.exists():
        raise RecordError(Fault.NOT_A_FILE)
    record = load(path)
    players = record.header.players
    rival = players[1 - HUMAN]
    if rival.agent != PERSON:
        seated(rival.agent, "", text)  # an unknown one is told before the match is touched
    elif not two_people:
        raise TwoPeople
    writer = RecordWriter.resume(path)

    def torn() -> str:
        return text.t(
            "The last line of the saved match was torn and has been dropped; the match goes on "
            "from the action before it."
        )

    computer: AgentPlayer | None = None
    introduction: tuple[Said, ...] = ()
    if rival.agent != PERSON:
        seed = agent_seed(writer.state.seed, 1 - HUMAN)
        computer, _, introduction = seated(rival.agent, seed, text, called=rival.name)
    saver = Saver(writer, text, command)
    saver.take_up(record)
    return Table(
        writer.state,
        computer,
        (players[0].name, rival.name),
        saver,
        (*notices, *((torn,) if writer.dropped else ()), *introduction),
    )


def without_broken(broken: Iterable[matches.BrokenMatch], text: Text) -> list[str]:
    """A sentence for each saved match that cannot be read; the damaged ones are set aside."""
    return [_broken(one.path, one.error, text) for one in broken]


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
