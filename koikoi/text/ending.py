"""What is said at the end of a round and of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.cards import Card, Mask
from koikoi.engine.deck import commitment
from koikoi.engine.events import MatchEnded, MatchOutcome, Resigned, RoundEnded, RoundOutcome
from koikoi.engine.rules import Rules
from koikoi.text import figures
from koikoi.text.catalogue import N_, NN_
from koikoi.text.score import calculation
from koikoi.text.voice import CountedLine, Line, Voice

VERIFY_COMMAND: Final = "koikoi verify"
"""What checks a record; a command is the same in every language."""

_WON: Final = CountedLine(
    NN_(
        "You win round {number} and {count} point.",
        "You win round {number} and {count} points.",
    ),
    NN_(
        "{name} wins round {number} and {count} point.",
        "{name} wins round {number} and {count} points.",
    ),
)
_PAID: Final = CountedLine(
    NN_(
        "You win round {number}, and {other} pays you {count} point.",
        "You win round {number}, and {other} pays you {count} points.",
    ),
    NN_(
        "{name} wins round {number}, and you pay {count} point.",
        "{name} wins round {number}, and you pay {count} points.",
    ),
    NN_(
        "{name} wins round {number}, and {other} pays {count} point.",
        "{name} wins round {number}, and {other} pays {count} points.",
    ),
)
_BOTH_SCORE: Final = Line(
    N_("Both count: {points} for you and {other_points} for {other}."),
    N_("Both count: {points} for {name} and {other_points} for {other}."),
)
_EXHAUSTED_POINTS: Final = CountedLine(
    NN_("As the dealer you get {count} point.", "As the dealer you get {count} points."),
    NN_(
        "As the dealer, {name} gets {count} point.",
        "As the dealer, {name} gets {count} points.",
    ),
)
_EXHAUSTED_PAID: Final = CountedLine(
    NN_(
        "As the dealer you get {count} point from {other}.",
        "As the dealer you get {count} points from {other}.",
    ),
    NN_(
        "As the dealer, {name} gets {count} point from you.",
        "As the dealer, {name} gets {count} points from you.",
    ),
    NN_(
        "As the dealer, {name} gets {count} point from {other}.",
        "As the dealer, {name} gets {count} points from {other}.",
    ),
)
_SCORE: Final = Line(
    N_("The score: you have {points}, {other} has {other_points}."),
    N_("The score: {name} has {points}, {other} has {other_points}."),
)
_NEXT: Final = Line(N_("You deal the next round."), N_("{name} deals the next round."))
_HELD: Final = Line(N_("You still held {cards}."), N_("{name} still held {cards}."))
_RESIGNED: Final = Line(N_("You resigned."), N_("{name} resigned."))
_ENDED: Final = {
    MatchOutcome.FINISHED: Line(
        N_("The match is over, and you win it by {high} to {low}."),
        N_("The match is over, and {name} wins it by {high} to {low}."),
    ),
    MatchOutcome.OUT_OF_POINTS: Line(
        N_("{other} has no points left, so the match is over: you win it by {high} to {low}."),
        N_("You have no points left, so the match is over: {name} wins it by {high} to {low}."),
        N_("{other} has no points left, so the match is over: {name} wins it by {high} to {low}."),
    ),
    MatchOutcome.RESIGNED: Line(
        N_("The match is over, and you win it because {other} resigned."),
        N_("The match is over, and {name} wins it because you resigned."),
        N_("The match is over, and {name} wins it because {other} resigned."),
    ),
}


def round_ended(
    voice: Voice, event: RoundEnded, rules: Rules | None, *, both_dealt: bool
) -> list[str]:
    """The outcome, how the points come about, the scores and who deals next.

    Args:
        voice: Who hears it.
        event: The end of the round.
        rules: The rules in play, where they are known.
        both_dealt: Whether both players were dealt a winning hand.
    """
    text = voice.text
    if event.outcome is RoundOutcome.EXHAUSTED:
        said = _exhausted(voice, event)
    elif event.winner is None:
        said = _without_winner(voice, event)
    else:
        said = []
        if both_dealt:
            said.append(text.t("Both players were dealt a winning hand; the dealer's counts."))
        said += _won(voice, event, event.winner, rules)
    said.append(standing(voice, event.scores))
    if event.next_oya is not None:
        said.append(voice.say(_NEXT, event.next_oya))
    return said


def _won(voice: Voice, event: RoundEnded, winner: Seat, rules: Rules | None) -> list[str]:
    # The loser pays where points are given from one to the other.
    line = _PAID if event.points[other(winner)] < 0 else _WON
    said = [voice.count(line, winner, event.points[winner], number=event.number)]
    breakdown = event.breakdowns[winner]
    if breakdown is not None and (sum_up := calculation(voice, breakdown, winner, rules)):
        said.append(sum_up)
    return said


def _without_winner(voice: Voice, event: RoundEnded) -> list[str]:
    first, second = event.breakdowns
    if first is None or second is None:
        return [voice.text.t("Both players were dealt a winning hand, so nobody scores.")]
    seat = voice.seat or 0
    gains = [figures.points(voice.text, line.points) for line in (first, second)]
    return [
        voice.text.t("Both players were dealt a winning hand."),
        voice.say(_BOTH_SCORE, seat, points=gains[seat], other_points=gains[other(seat)]),
    ]


def _exhausted(voice: Voice, event: RoundEnded) -> list[str]:
    said = [
        voice.text.t(
            "Round {number} is exhausted: all hand cards are played and nobody has stopped.",
            number=event.number,
        )
    ]
    gain = event.points[event.oya]
    if not gain:
        said.append(voice.text.t("Nobody scores."))
    else:
        line = _EXHAUSTED_PAID if event.points[other(event.oya)] < 0 else _EXHAUSTED_POINTS
        said.append(voice.count(line, event.oya, gain))
    return said


def standing(voice: Voice, points: Sequence[int]) -> str:
    """The scores of both players, the listener's first."""
    seat = voice.seat or 0
    own, theirs = (figures.points(voice.text, points[who]) for who in (seat, other(seat)))
    return voice.say(_SCORE, seat, points=own, other_points=theirs)


def leftovers(voice: Voice, hands: Sequence[Mask], stock: Sequence[Card]) -> list[str]:
    """What was left in the hands, the listener's first, and in the stock, in its order."""
    first = voice.seat or 0
    said = [
        voice.say(_HELD, seat, cards=voice.cards(hands[seat]))
        for seat in sorted(SEATS, key=lambda seat: seat != first)
        if hands[seat]
    ]
    if stock:
        text = voice.text
        cards = text.join(voice.card(card) for card in stock)
        said.append(
            text.n(
                "In the stock was left {cards}.",
                "In the stock were left, in this order, {cards}.",
                len(stock),
                cards=cards,
            )
        )
    return said


def resigned(voice: Voice, event: Resigned) -> str:
    """Who gave up."""
    return voice.say(_RESIGNED, event.seat)


def match_ended(voice: Voice, event: MatchEnded) -> list[str]:
    """Who won and how, with the final score."""
    high, low = max(event.scores), min(event.scores)
    if event.winner is None:
        return [
            voice.text.t("The match is over, and it is a draw at {score} each.", score=high),
        ]
    said = [voice.say(_ENDED[event.outcome], event.winner, high=high, low=low)]
    if event.outcome is MatchOutcome.RESIGNED:
        said.append(standing(voice, event.scores))
    return said


def seed_revealed(voice: Voice, event: MatchEnded) -> list[str]:
    """The seed, and how to check that the decks were fixed before the match."""
    return [
        voice.text.t("The seed was “{seed}”.", seed=event.seed),
        voice.text.t(
            "Its SHA-256, which was shown before the match, is {commitment}.",
            commitment=commitment(event.seed),
        ),
        voice.text.t("The command “{command}” checks it and every deck.", command=VERIFY_COMMAND),
    ]
