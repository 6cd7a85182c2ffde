"""Five koi-koi decisions that the coach has judged, each for another reason.

They stand in ``decisions.toml``, as :mod:`koikoi.lesson.choosing` has found them, with the coach's
figures. Beside most of them stands a twin: the same decision but for what the reason is about, in
which the coach decides otherwise. So the reason is one, and no story told afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.resources import files
from typing import Any, Final, NamedTuple

from koikoi.engine.actions import Action, KoiKoi, Shobu
from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState
from koikoi.record.position import parse_position
from koikoi.text.catalogue import N_

FILE: Final = "decisions.toml"

DECISIONS: Final = 5
"""How many there are."""

STOP: Final = "s"
CALL: Final = "k"
"""The letters of the answers, as they are kept."""


class Because(StrEnum):
    """What a decision turns on."""

    LATE = "late"
    """Hardly any turns are left."""
    HELD = "held"
    """The one card that the other player needs is in the own hand."""
    THREAT = "threat"
    """The other player is one card away."""
    DOUBLE = "double"
    """A little more counts double."""
    LAST = "last"
    """It is the last round, and the score decides."""


class Figures(NamedTuple):
    """What the coach says of one answer.

    Attributes:
        points: The points of the round that it brings on average, less those of the other player.
        chance: The chance to win the match.
        won: The chance to win the round.
        lost: The chance to lose it.
    """

    points: float
    chance: float
    won: float
    lost: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision and what the coach says of it.

    Attributes:
        position: It, as :func:`koikoi.record.position.position_text` writes it.
        stop: What stopping is worth.
        call: What calling is worth.
        undoubled: Whether no number of points counts double in its rules.
    """

    position: str
    stop: Figures
    call: Figures
    undoubled: bool = False

    @property
    def rules(self) -> Rules:
        """The rules of its match."""
        rules = preset("standard")
        return replace(rules, double_from=0) if self.undoubled else rules

    def state(self) -> MatchState:
        """It as a match."""
        return parse_position(self.position, self.rules)


@dataclass(frozen=True, slots=True)
class Decision:
    """One of the five.

    Attributes:
        because: What it turns on.
        answer: What the coach does, as a letter.
        judged: It.
        twin: The same without what it turns on; ``None`` where it cannot be taken away.
    """

    because: Because
    answer: str
    judged: Judged
    twin: Judged | None


def decisions() -> tuple[Decision, ...]:
    """The five, in the order of the lesson."""
    import tomllib

    written = files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    return tuple(_decision(one) for one in tomllib.loads(written)["decision"])


def _decision(read: dict[str, Any]) -> Decision:
    twin = read.get("twin")
    return Decision(
        Because(read["because"]),
        read["answer"],
        _judged(read["judged"]),
        None if twin is None else _judged(twin),
    )


def _judged(read: dict[str, Any]) -> Judged:
    stop, call = (Figures(**read[name]) for name in ("stop", "call"))
    return Judged(read["position"], stop, call, read.get("undoubled", False))


def letter(action: Action) -> str:
    """The letter of an answer.

    Raises:
        ValueError: It is none.
    """
    if isinstance(action, Shobu):
        return STOP
    if isinstance(action, KoiKoi):
        return CALL
    raise ValueError(f"{action} is no answer to the koi-koi question")


REASONS: Final = {
    Because.LATE: N_("So few turns are left that more is unlikely, and what you have is at stake."),
    Because.HELD: N_(
        "Your rival is one card away, but you hold that very card: little is at risk."
    ),
    Because.THREAT: N_(
        "Your rival is one card away and may well get it. What you have is worth more."
    ),
    Because.DOUBLE: N_("A little more counts double, and there are turns left to make it."),
    Because.LAST: N_("It is the last round: stopping wins the match, and nothing wins it twice."),
}
"""Why the coach decides as it does."""

TWINS: Final = {
    Because.HELD: N_("Were that card not in your hand, the coach would stop."),
    Because.THREAT: N_("Were that card out of reach, the coach would call."),
    Because.DOUBLE: N_("If nothing counted double, the coach would stop."),
    Because.LAST: N_("In the first round, the coach would call."),
}
"""What the coach does in the twins."""
