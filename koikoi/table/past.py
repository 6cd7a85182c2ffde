"""What is said of past matches: how they ended, who played, and why the history is not at hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from koikoi.ai.levels import character
from koikoi.engine.actions import Seat, other
from koikoi.engine.presets import PRESET_NAMES
from koikoi.record.errors import RecordError
from koikoi.store.facts import Ending, MatchFacts
from koikoi.store.figures import BestRound, CallFigures, Group, Rate
from koikoi.store.history import CaughtUp, Fault, History, HistoryError
from koikoi.text import names
from koikoi.text.catalogue import N_, NP_, Text
from koikoi.text.figures import signed
from koikoi.text.opponents import opponent
from koikoi.text.options import preset_name
from koikoi.text.problems import shown

_WIDEST: Final = 200
_NAMED: Final = 3

_FAULTS: Final = {
    Fault.NEWER: N_("{path} is of a newer version of the game."),
    Fault.DAMAGED: N_("{path} is damaged."),
    Fault.READ_ONLY: N_("{path} cannot be written."),
    Fault.FULL: N_("The disk of {path} is full."),
    Fault.BUSY: N_("Another program uses {path} for itself."),
    Fault.REFUSED: N_("The history cannot be kept in {path}: {detail}."),
}

ENDINGS: Final = {
    Ending.WON: NP_("ending", "won"),
    Ending.LOST: NP_("ending", "lost"),
    Ending.DRAWN: NP_("ending", "drawn"),
    Ending.FORFEITED: NP_("ending", "forfeited"),
    Ending.CONCEDED: NP_("ending", "won/forfeit"),
}
"""How a match ended, in a column of a table."""

SIGNS: Final = {
    Ending.WON: NP_("ending, 1 column", "W"),
    Ending.LOST: NP_("ending, 1 column", "L"),
    Ending.DRAWN: NP_("ending, 1 column", "D"),
    Ending.FORFEITED: NP_("ending, 1 column", "F"),
    Ending.CONCEDED: NP_("ending, 1 column", "W"),
}


def counted(path: Path, text: Text) -> str:
    """Counts the match of a finished record; returns why it could not be, or nothing.

    A match that is not counted now is when the history is looked at.
    """
    try:
        with History() as history:
            if path.parent != history.folder:
                return ""  # a record that belongs to no history
            history.count(path)
    except HistoryError as error:
        return text.sentences((text.t("The match is not in the history yet."), _fault(text, error)))
    except (RecordError, OSError):
        # Whoever looks at the history is told of the record.
        return text.t("The match is not in the history yet.")
    return ""


def _fault(text: Text, error: HistoryError) -> str:
    return text.t(
        _FAULTS[error.code],
        path=shown(error.path, _WIDEST),
        detail=shown(error.detail, _WIDEST),
    )


def notices(text: Text, history: History, caught_up: CaughtUp) -> tuple[str, ...]:
    """What is to be said of a history that has been caught up, a sentence each."""
    said = []
    if history.aside is not None:
        said.append(
            text.t(
                "The history was damaged and has been made again from the records; the damaged "
                "file is kept in {path}.",
                path=shown(history.aside, _WIDEST),
            )
        )
    if history.trouble is not None:
        read = text.t("The history was read from the records for this once.")
        said.append(text.sentences((_fault(text, history.trouble), read)))
    broken = caught_up.unreadable
    if broken:
        some = [shown(name, _WIDEST) for name in broken[:_NAMED]]
        more = ["…"] if len(broken) > _NAMED else []
        said.append(
            text.n(
                "{count} record cannot be read and does not count: {names}.",
                "{count} records cannot be read and do not count: {names}.",
                len(broken),
                names=text.row([*some, *more]),
            )
        )
    return tuple(said)


def cannot_be_read(text: Text, error: HistoryError) -> str:
    """Why there is no history, not even for this once."""
    return text.sentences((text.t("The history cannot be read."), _fault(text, error)))


def ending(text: Text, of: Ending) -> str:
    """How a match ended for a player, in a word."""
    return text.p("ending", ENDINGS[of])


def sign(text: Text, of: Ending) -> str:
    """How a match ended, in a letter."""
    return text.p("ending, 1 column", SIGNS[of])


def signs(text: Text, endings: Sequence[Ending]) -> str:
    """How matches ended, one letter each."""
    return "".join(sign(text, one) for one in endings)


def score(text: Text, own: int, theirs: int) -> str:
    """Two numbers of points, each of which may be below 0: ``34:21``, ``63:−3``."""
    return text.p("figure", "{own}:{other}", own=_number(own), other=_number(theirs))


def _number(points: int) -> str:
    return str(points) if points >= 0 else f"−{-points}"


def result(text: Text, facts: MatchFacts, seat: Seat) -> str:
    """How a match ended, in a sentence."""
    scores = {"own": _number(facts.scores[seat]), "other": _number(facts.scores[other(seat)])}
    if facts.own is None:
        return _result_of_two(text, facts)
    name = shown(facts.players[other(seat)].name)
    messages = {
        Ending.WON: N_("You won, {own} to {other}."),
        Ending.LOST: N_("You lost, {own} to {other}."),
        Ending.DRAWN: N_("A draw, {own} to {other}."),
        Ending.FORFEITED: N_("You forfeited the match, at {own} to {other}."),
        Ending.CONCEDED: N_("{name} forfeited the match, at {own} to {other}."),
    }
    return text.t(messages[facts.ending(seat)], name=name, **scores)


def _result_of_two(text: Text, facts: MatchFacts) -> str:
    if facts.winner is None:
        even = _number(facts.scores[0])
        return text.t("A draw, {own} to {other}.", own=even, other=even)
    winner, loser = facts.winner, other(facts.winner)
    params = {"own": _number(facts.scores[winner]), "other": _number(facts.scores[loser])}
    if facts.ending(loser) is Ending.FORFEITED:
        name = shown(facts.players[loser].name)
        return text.t(
            "{name} forfeited the match, at {own} to {other}.",
            name=name,
            own=params["other"],
            other=params["own"],
        )
    name = shown(facts.players[winner].name)
    return text.t("{name} won, {own} to {other}.", name=name, **params)


def level_name(text: Text, level: str) -> str:
    """A level as the figures are grouped by: ``4 Tsuru``, or an agent's name."""
    played = character(level)
    if played is None:
        return shown(level)
    name = opponent(text, played.key).name
    return text.t("{level} {name}", level=played.level, name=name)


def rules_title(text: Text, name: str) -> str:
    """The rules that are called so."""
    return preset_name(text, name) if name in PRESET_NAMES else shown(name)


def tally(text: Text, group: Group) -> str:
    """How many matches ended how: ``7 won, 4 lost, 1 drawn, 2 forfeited``."""
    parts = [
        text.n("{count} won", "{count} won", group.count(Ending.WON)),
        text.n("{count} lost", "{count} lost", group.count(Ending.LOST)),
        text.n("{count} drawn", "{count} drawn", group.count(Ending.DRAWN)),
        text.n("{count} forfeited", "{count} forfeited", group.count(Ending.FORFEITED)),
    ]
    if conceded := group.count(Ending.CONCEDED):
        parts.append(
            text.n(
                "{count} won because the other player forfeited",
                "{count} won because the other player forfeited",
                conceded,
            )
        )
    return text.row(parts)


def win_rate(text: Text, found: Rate) -> str:
    """The win rate in a sentence, with its interval where there is one."""
    mean = _percent(found.mean)
    if found.low is None or found.high is None:
        return text.t("Win rate: {mean} %.", mean=mean)
    return text.t(
        "Win rate: {mean} % (95 % interval: {low} to {high} %).",
        mean=mean,
        low=_percent(found.low),
        high=_percent(found.high),
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def a_round(text: Text, group: Group) -> str:
    """The points of a round in a sentence."""
    return text.n(
        "{count} round: {made} points made and {lost} lost in each on average.",
        "{count} rounds: {made} points made and {lost} lost in each on average.",
        group.rounds,
        made=f"{group.made / group.rounds:.2f}",
        lost=f"{group.lost / group.rounds:.2f}",
    )


def best_round(text: Text, best: BestRound) -> str:
    """The best round in a sentence."""
    return text.n(
        "Best round: {count} point, in {month} on {day}.",
        "Best round: {count} points, in {month} on {day}.",
        best.points,
        month=names.calendar_month(text, best.number),
        day=day(best.match.facts),
    )


def day(facts: MatchFacts) -> str:
    """The day on which a match began, where the player is; in UTC where that has no such day."""
    try:
        local = facts.started.astimezone()
    except (OverflowError, ValueError, OSError):  # the first and the last day that there are
        local = facts.started
    return local.date().isoformat()


def calls(text: Text, found: CallFigures) -> str:
    """What became of the koi-koi calls, in a sentence."""
    if not found.calls:
        return text.t("You have not called koi-koi.")
    said = [
        text.n("{count} won", "{count} won", found.won),
        text.n("{count} lost", "{count} lost", found.lost),
    ]
    if found.even:
        said.append(text.n("{count} for nothing", "{count} for nothing", found.even))
    if found.open:
        said.append(text.n("{count} undecided", "{count} undecided", found.open))
    return text.n(
        "{count} koi-koi call: {ends}.",
        "{count} koi-koi calls: {ends}.",
        found.calls,
        ends=text.row(said),
    )


def by_the_table(text: Text, moves: int) -> str:
    """How often the table moved in the player's place."""
    return text.n(
        "The table moved {count} time in your place.",
        "The table moved {count} times in your place.",
        moves,
    )


def hints(text: Text, count: int, matches: int) -> str:
    """How many hints were used, in a sentence."""
    if not count:
        return text.t("Hints used: none.")
    return text.n(
        "Hints used: {count}, in {matches}.",
        "Hints used: {count}, in {matches}.",
        count,
        matches=text.n("{count} match", "{count} matches", matches),
    )


def gained(text: Text, found: CallFigures) -> str:
    """What calling brought, in a sentence."""
    return text.t(
        "Calling brought {points} points, compared with stopping at the first call of a round.",
        points=signed(text, found.gained),
    )
