"""The question of koi-koi: what stopping brings, what a call changes, what is at risk."""

from __future__ import annotations

from typing import Final, NamedTuple

from koikoi.engine.actions import Seat, other
from koikoi.engine.rules import Rules
from koikoi.engine.scoring import Breakdown, round_score
from koikoi.engine.settle import next_oya
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.engine.yaku import MadeYaku, scorer
from koikoi.text import figures
from koikoi.text.catalogue import N_, Text
from koikoi.text.score import calculation
from koikoi.text.voice import Line, Voice

_NEXT: Final = Line(N_("Then you deal the next round."), N_("Then {name} deals the next round."))


class KoiKoiQuestion(NamedTuple):
    """The decision between shōbu and koi-koi in sentences, addressed to who has to decide.

    Attributes:
        yaku: The yaku there are, each with its points, and their sum.
        stop: What stopping brings now, how it comes about, and who deals next.
        call: What a call changes: turns and calls left, the player's own score.
        risk: What a call puts at risk: the other player's yaku and score, an exhausted round.
        question: The question itself.
    """

    yaku: str
    stop: tuple[str, ...]
    call: tuple[str, ...]
    risk: tuple[str, ...]
    question: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """All sentences, in the order in which they are best heard."""
        return (self.yaku, *self.stop, *self.call, *self.risk, self.question)


def koikoi_question(
    text: Text, seen: PlayerView, opponent: str, *, codes: bool = False
) -> KoiKoiQuestion:
    """The question that is open, from the rules in play and what the player can see.

    Args:
        text: The language.
        seen: The view of the player who has to decide.
        opponent: The other player's name.
        codes: Whether cards are named with their codes.

    Raises:
        ValueError: The owner of the view has no such decision open.
    """
    seat = seen.seat
    if seat is None or seen.phase is not Phase.DECIDE or seen.to_act != seat:
        raise ValueError("the owner of this view has no decision to take")
    # The player's own name is never said to that player.
    voice = Voice(text, ("", opponent) if seat == 0 else (opponent, ""), seat, codes)
    made = _made(seen, seat, seen.calls[seat])
    total = sum(line.points for line in made)
    return KoiKoiQuestion(
        yaku=_yaku(text, made, total),
        stop=tuple(_stop(voice, seen, seat, made)),
        call=tuple(_call(voice, seen, seat, total)),
        risk=tuple(_risk(voice, seen, seat)),
        question=text.t("Shōbu, to stop and score, or koi-koi, to play on?"),
    )


def _yaku(text: Text, made: tuple[MadeYaku, ...], total: int) -> str:
    yaku = figures.yaku_points(text, made)
    if len(made) == 1:
        return text.t("You have {yaku}.", yaku=yaku)
    return text.n(
        "You have {yaku}: {count} point in all.",
        "You have {yaku}: {count} points in all.",
        total,
        yaku=yaku,
    )


def _made(seen: PlayerView, seat: Seat, calls: int) -> tuple[MadeYaku, ...]:
    return scorer(seen.rules).made(seen.captured[seat], seen.month, calls, seen.field)


def _stop(voice: Voice, seen: PlayerView, seat: Seat, made: tuple[MadeYaku, ...]) -> list[str]:
    text, rules, rival = voice.text, seen.rules, other(seat)
    breakdown = round_score(rules, made, seen.calls[seat], seen.calls[rival])
    if rules.starting_points:
        brings = text.n(
            "If you stop now, {other} pays you {count} point.",
            "If you stop now, {other} pays you {count} points.",
            breakdown.points,
            other=voice.names[rival],
        )
    else:
        brings = text.n(
            "If you stop now, you score {count} point.",
            "If you stop now, you score {count} points.",
            breakdown.points,
        )
    said = [brings]
    if sum_up := calculation(voice, breakdown, seat, rules):
        said.append(sum_up)
    ruined = rules.starting_points and seen.scores[rival] - breakdown.points <= 0
    if ruined or seen.number >= rules.rounds:
        said.append(text.t("Then the match is over."))
    else:
        said.append(voice.say(_NEXT, next_oya(rules, seen.oya, seat)))
    return said


def _call(voice: Voice, seen: PlayerView, seat: Seat, total: int) -> list[str]:
    text, rules = voice.text, seen.rules
    said = [
        text.n(
            "If you call koi-koi, you have {count} turn left.",
            "If you call koi-koi, you have {count} turns left.",
            seen.hand_sizes[seat],
        )
    ]
    recounted = sum(line.points for line in _made(seen, seat, seen.calls[seat] + 1))
    if recounted != total:
        said.append(
            text.n(
                "After the call the same yaku count {count} point.",
                "After the call the same yaku count {count} points.",
                recounted,
            )
        )
    said += _own_bonus(voice, rules, seen, seat)
    if rules.call_limit != "none":
        said.append(_calls_left(voice, rules, seen, seat))
    return said


def _own_bonus(voice: Voice, rules: Rules, seen: PlayerView, seat: Seat) -> list[str]:
    """What the call does to the player's own score, where it does something."""
    text, calls = voice.text, seen.calls[seat] + 1
    after = round_score(rules, (), calls, seen.calls[other(seat)])
    if rules.call_bonus == "per_call":
        return [
            text.t(
                "After the call the score of whoever wins the round is multiplied by {number}.",
                number=1 + sum(seen.calls) + 1,
            )
        ]
    if after.added:
        return [
            text.n(
                "With this call, your calls add {count} point if you win the round.",
                "With this call, your calls add {count} points if you win the round.",
                after.added,
            )
        ]
    if rules.call_bonus == "own_calls":
        return [
            text.t(
                "With this call, your calls multiply your score by {number} if you win the round.",
                number=after.factors[-1].factor,
            )
        ]
    return []


def _calls_left(voice: Voice, rules: Rules, seen: PlayerView, seat: Seat) -> str:
    text = voice.text
    if rules.call_limit == "per_player":
        left = rules.call_limit_count - seen.calls[seat] - 1
        if not left:
            return text.t("It is your last call: when your yaku rise again, the round ends.")
        return text.n(
            "After it you have {count} more call.", "After it you have {count} more calls.", left
        )
    left = rules.call_limit_count - sum(seen.calls) - 1
    if not left:
        return text.t(
            "It is the last call of the round: when the yaku of either player rise, the round ends."
        )
    return text.n(
        "After it {count} more call is left for both players together.",
        "After it {count} more calls are left for both players together.",
        left,
    )


def _risk(voice: Voice, seen: PlayerView, seat: Seat) -> list[str]:
    text, rules, rival = voice.text, seen.rules, other(seat)
    name = voice.names[rival]
    said = [text.t("If {other} wins the round, your yaku bring you nothing.", other=name)]
    if rules.call_bonus == "opponent_called" and seen.calls[seat]:
        said.append(
            text.t("You have called before, so the score of {other} stays doubled.", other=name)
        )
    elif rules.call_bonus == "opponent_called":
        said.append(text.t("Your call would double the score of {other}.", other=name))
    made = _made(seen, rival, seen.calls[rival])
    if made:
        threat = round_score(rules, made, seen.calls[rival], seen.calls[seat] + 1)
        said.append(_threat(voice, name, threat))
    said.append(_exhausted(voice, rules, seen, seat))
    return said


def _threat(voice: Voice, name: str, threat: Breakdown) -> str:
    text = voice.text
    return text.n(
        "{other} already has {yaku}; after your call that would be {count} point.",
        "{other} already has {yaku}; after your call that would be {count} points.",
        threat.points,
        other=name,
        yaku=figures.yaku_points(text, threat.yaku),
    )


def _exhausted(voice: Voice, rules: Rules, seen: PlayerView, seat: Seat) -> str:
    text, points = voice.text, rules.exhausted_points
    if not points:
        return text.t("If the cards run out and nobody has stopped, nobody scores.")
    if seen.oya == seat:
        return text.n(
            "If the cards run out and nobody has stopped, you get {count} point as the dealer.",
            "If the cards run out and nobody has stopped, you get {count} points as the dealer.",
            points,
        )
    return text.n(
        "If the cards run out and nobody has stopped, {other} gets {count} point as the dealer.",
        "If the cards run out and nobody has stopped, {other} gets {count} points as the dealer.",
        points,
        other=voice.names[other(seat)],
    )
