"""The words below the tally: what the chosen card would do, and what hangs on the koi-koi question.

Everything here follows from the view, from what anybody in that seat may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum, auto
from typing import Final, NamedTuple

from koikoi.engine.actions import Seat, other
from koikoi.engine.cards import Card, Mask, cards_of
from koikoi.engine.flow import matching
from koikoi.engine.scoring import Breakdown, round_score
from koikoi.engine.settle import next_oya
from koikoi.engine.tally import Place, Standing, TallyLine, YakuTally, tally_view
from koikoi.engine.view import PlayerView
from koikoi.engine.yaku import MadeYaku, YakuId, scorer
from koikoi.text import brief, short
from koikoi.tui.brush import Brush
from koikoi.tui.frame import cut
from koikoi.tui.layout import offered
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import Mood, UiState

_BRIEF_YAKU: Final = 6
"""Columns of a yaku's name beside its count in a very narrow panel."""

LIGHT_YAKU: Final = (YakuId.GOKO, YakuId.SHIKO, YakuId.AME_SHIKO, YakuId.SANKO)
"""The yaku of lights, which share one line of the tally."""


class Advice(NamedTuple):
    """One line of advice.

    Attributes:
        said: What it says.
        tone: Its tone.
        bold: Whether it is bold.
        brief: The same in at most 12 columns, where a panel is very narrow; empty where there the
            prompt has said it already.
        heads: Whether the lines after it tell more of what it says.
    """

    said: str
    tone: Tone = Tone.TEXT
    bold: bool = False
    brief: str = ""
    heads: bool = False


def stop_now(seen: PlayerView, seat: Seat) -> tuple[tuple[MadeYaku, ...], Breakdown]:
    """The yaku of a seat, and what they would score if it stopped now."""
    rival = other(seat)
    made = scorer(seen.rules).made(seen.captured[seat], seen.month, seen.calls[seat], seen.field)
    return made, round_score(seen.rules, made, seen.calls[seat], seen.calls[rival])


def what_if(seen: PlayerView, ui: UiState, card: Card, brush: Brush, room: int) -> list[Advice]:
    """What a card of the hand would bring; what it takes too, where the prompt does not say that.

    Args:
        seen: The view of who has the card.
        ui: The chosen target.
        card: The card.
        brush: The language.
        room: How many lines there is room for. Where targets differ in what they bring, all of them
            are told of before any is told of in full.
    """
    text = brush.text
    advice = [_heading(ui, card, brush)]
    matches, choice = matching(seen.rules, seen.field, card)
    if not matches:
        return [*advice, _nothing(brush), *_waits(seen, card, brush)]
    found = offered(seen, card)
    if choice and ui.target is not None:
        found = (ui.target,)
    each = [_brings(seen, ui.seat, card, 1 << one, brush) for one in found] if choice else []
    if all(lines == each[0] for lines in each):
        brings = each[0] if choice else _brings(seen, ui.seat, card, matches, brush)
        if ui.mood is Mood.TARGET:
            told = [brief.target(text, one) for one in found]
            taken = text.either(told) if choice else brief.taken_cards(text, found)
            advice.append(Advice(text.t("takes {cards}", cards=taken)))
        return [*advice, *(brings or [_nothing(brush)])]
    # What any of them brings belongs to the card itself.
    common = [line for line in each[0] if all(line in lines for lines in each[1:])]
    each = [[line for line in lines if line not in common] for lines in each]
    advice += common[: max(room - len(advice) - 2 * len(each), 0)]
    _fit(each, room - len(advice) - len(each))
    for one, lines in zip(found, each, strict=True):
        target = brief.target(text, one)
        advice += [Advice(text.t("takes {cards}", cards=target), brief=target, heads=True), *lines]
    return advice


def _heading(ui: UiState, card: Card, brush: Brush) -> Advice:
    """What stands above: the card where the prompt asks for a target, and does not name it."""
    text = brush.text
    if ui.mood is not Mood.TARGET:
        return Advice(text.t("PREVIEW"), Tone.ACCENT, bold=True)
    name = short.card_brief(text, card)
    sign = brush.glyphs.kind(card.kind)
    plant = short.plant_6(text, card.month)
    if name.startswith(plant):  # said already
        title = text.t("{card} {sign} {month}", card=name, sign=sign, month=card.month)
    else:
        title = text.t(
            "{card} {sign} {month} {plant}", card=name, sign=sign, month=card.month, plant=plant
        )
    return Advice(title, Tone.ACCENT, bold=True)


def _nothing(brush: Brush) -> Advice:
    return Advice(brush.text.t("no yaku nearer"), Tone.MUTE)


def _fit(each: list[list[Advice]], room: int) -> None:
    """Takes the last lines of the longest away, until all fit or each has a single one."""
    while sum(map(len, each)) > room and (longest := max(each, key=len))[1:]:
        longest.pop()


def _waits(seen: PlayerView, card: Card, brush: Brush) -> list[Advice]:
    """Where the other cards of its month are, for a card that takes nothing."""
    own, rival = seen.captured
    month = [one for one in _month(card) if one != card]
    unseen = [one for one in month if seen.unseen >> one & 1]
    if not unseen or (own | rival) == 0:
        return []
    said = brush.text.n("{count} of month unseen", "{count} of month unseen", len(unseen))
    return [Advice(said, Tone.MUTE)]


def _month(card: Card) -> tuple[Card, ...]:
    return cards_of(0b1111 << 4 * (card.month - 1))


def _brings(seen: PlayerView, seat: Seat, card: Card, taken: Mask, brush: Brush) -> list[Advice]:
    """What the pile makes once it has the card and what it takes."""
    text = brush.text
    before = tally_view(seen, seat)
    pile = seen.captured[seat] | taken | 1 << card
    captured = (pile, seen.captured[1]) if seat == 0 else (seen.captured[0], pile)
    later = replace(
        seen, captured=captured, field=seen.field & ~taken, hand=seen.hand & ~(1 << card)
    )
    after = tally_view(later, seat)
    advice = []
    for line in after.lines:
        was = before.line(line.id)
        assert was is not None  # the same rules have the same lines
        yaku = short.yaku_9(text, line.id)
        if line.standing is Standing.MADE and line.points > was.points:
            if was.points:
                said = text.t(
                    "+ {yaku} {before} → {after}", yaku=yaku, before=was.points, after=line.points
                )
            else:
                said = text.t("+ {yaku} {points} pt", yaku=yaku, points=line.points)
            brief_said = text.t("+{points} {yaku}", points=line.points - was.points, yaku=yaku)
            advice.append(Advice(said, Tone.GOOD, bold=True, brief=brief_said))
    advice += _score(later, seat, before, after, brush)
    steps = [line for line in after.lines if _advanced(before.line(line.id), line)]
    lights = 0
    for line in sorted(steps, key=lambda line: line.missing):
        lights += line.id in LIGHT_YAKU
        if line.id in LIGHT_YAKU and lights > 1:
            continue  # the nearest of them stands for all
        yaku = short.yaku_9(text, line.id)
        said, brief_said = (
            text.t("{yaku} {have}/{need}", yaku=name, have=line.have, need=line.need)
            for name in (yaku, cut(yaku, _BRIEF_YAKU))
        )
        tone = Tone.WARN if line.completing else Tone.TEXT
        advice.append(Advice(said, tone, brief=brief_said))
    return advice


def _advanced(was: TallyLine | None, line: TallyLine) -> bool:
    return was is not None and line.standing is Standing.OPEN and line.have > was.have


def _score(
    later: PlayerView, seat: Seat, before: YakuTally, after: YakuTally, brush: Brush
) -> Iterator[Advice]:
    """The score that stopping would bring, with its multiplier, if the yaku rise."""
    if after.total <= before.total:
        return
    _, score = stop_now(later, seat)
    if score.multiplier > 1 or score.added:
        said = brush.text.t(
            "{base} ×{multiplier} = {points}",
            base=score.base + score.added,
            multiplier=score.multiplier,
            points=score.points,
        )
        yield Advice(said, Tone.GOOD, bold=True, brief=said)


class Stake(StrEnum):
    """What a line about the koi-koi question says, the most important first."""

    STOP = auto()
    """What stopping scores."""
    CALL = auto()
    """That play goes on, and how long."""
    RISK = auto()
    """Which yaku the other player is near to."""
    COST = auto()
    """What it costs if they make it first."""
    CHANCE = auto()
    """The best yaku that is near."""
    DEALER = auto()
    """Who deals next if the round ends now."""
    RAISE = auto()
    """What can make a later win greater."""
    OTHER_CHANCE = auto()
    """The others that are near, the better ones first."""


ESSENTIAL: Final = (Stake.STOP, Stake.CALL, Stake.RISK, Stake.COST)
"""What must be read before anybody can answer."""

_STAKES: Final = tuple(Stake)


def question(seen: PlayerView, ui: UiState, brush: Brush, room: int) -> list[Advice]:
    """What stopping brings, what a call changes and what it risks, in this order.

    Args:
        seen: The view of the seat that is asked.
        ui: The names.
        brush: The language.
        room: How many lines there is room for; the less important ones are left out.
    """
    lines = stakes(seen, ui, brush)
    kept = sorted(lines, key=lambda line: _STAKES.index(line[0]))[: max(room, 0)]
    return [advice for stake, advice in lines if (stake, advice) in kept]


def stakes(seen: PlayerView, ui: UiState, brush: Brush) -> list[tuple[Stake, Advice]]:
    """All that hangs on the koi-koi question, line by line, in the order in which it is told."""
    text, seat = brush.text, ui.seat
    made, score = stop_now(seen, seat)
    said = text.t(
        "STOP {base} ×{multiplier} = {points}",
        base=score.base + score.added,
        multiplier=score.multiplier,
        points=score.points,
    )
    lines = [(Stake.STOP, Advice(said, Tone.GOOD, bold=True))]
    if seen.number < seen.rules.rounds:
        dealer = ui.tags[next_oya(seen.rules, seen.oya, seat)]
        lines.append((Stake.DEALER, Advice(text.t("next dealer: {name}", name=dealer), Tone.MUTE)))
    turns = seen.hand_sizes[seat]
    said = text.n("KOI-KOI {count} turn left", "KOI-KOI {count} turns left", turns)
    lines.append((Stake.CALL, Advice(said, Tone.ACCENT, bold=True)))
    raised = _raised(seen, seat, made, score, brush)
    if raised:
        lines.append((Stake.RAISE, Advice(raised, Tone.MUTE)))
    for number, chance in enumerate(_chances(seen, seat, brush)):
        lines.append((Stake.OTHER_CHANCE if number else Stake.CHANCE, chance))
    lines += zip((Stake.RISK, Stake.COST), _risk(seen, seat, ui.tags, brush), strict=True)
    return lines


def _raised(
    seen: PlayerView, seat: Seat, made: tuple[MadeYaku, ...], score: Breakdown, brush: Brush
) -> str:
    """What makes a later win greater: the call itself, or points enough to be doubled."""
    rules, calls = seen.rules, seen.calls
    later = round_score(rules, made, calls[seat] + 1, calls[other(seat)])
    if later.multiplier > score.multiplier:
        return brush.text.t("your win then ×{factor}", factor=later.multiplier)
    if later.added > score.added:
        return brush.text.t("your win then +{points}", points=later.added)
    if rules.double_from > score.base:
        return brush.text.t("×2 from {points} points", points=rules.double_from)
    return ""


def _chances(seen: PlayerView, seat: Seat, brush: Brush) -> Iterator[Advice]:
    """The nearest yaku, the best first, each with what it adds and where its missing card is."""
    text = brush.text
    tally = tally_view(seen, seat)
    gains = {line.id: _gain(seen, seat, tally, line) for line in tally.one_away}
    for line in sorted(tally.one_away, key=lambda line: -gains[line.id]):
        if not gains[line.id]:
            continue
        places = [tally.place(card) for card in cards_of(line.completing)]
        place = next((one for one in (Place.HAND, Place.FIELD) if one in places), Place.UNSEEN)
        where = {
            Place.HAND: text.p("where", "in hand"),
            Place.FIELD: text.p("where", "on field"),
            Place.UNSEEN: text.p("where", "unseen"),
        }[place]
        yaku = short.yaku_9(text, line.id)
        said = text.t("+{points}pt {yaku} {place}", points=gains[line.id], yaku=yaku, place=where)
        yield Advice(said)


def _gain(seen: PlayerView, seat: Seat, tally: YakuTally, line: TallyLine) -> int:
    """What a yaku adds to the points: less than its worth where it covers another."""
    card = min(cards_of(line.completing))
    pile = seen.captured[seat] | 1 << card
    later = replace(
        seen, captured=(pile, seen.captured[1]) if seat == 0 else (seen.captured[0], pile)
    )
    after = tally_view(later, seat)
    made = after.line(line.id)
    assert made is not None  # the same rules have the same lines
    covered = 0
    for was in tally.made:
        now = after.line(was.id)
        if now is not None and now.standing is not Standing.MADE:
            covered += was.points
    return max(made.points - covered, 0)


def _risk(
    seen: PlayerView, seat: Seat, tags: tuple[str, str], brush: Brush
) -> tuple[Advice, Advice]:
    """The other player's nearest yaku that they can still get, and what their win would cost."""
    text, rival = brush.text, other(seat)
    name = tags[rival]
    # A card in the own hand is not for them to take, unless it is given away.
    near = [line for line in tally_view(seen, rival).one_away if line.completing & ~seen.hand]
    if not near:
        risk = Advice(text.t("RISK: nothing near"), Tone.MUTE)
    else:
        yaku = short.yaku_9(text, max(near, key=lambda line: line.worth).id)
        said = text.t("RISK {name}: {yaku}", name=name, yaku=yaku)
        if more := len(near) - 1:
            said = text.t("RISK {name}: {yaku} +{more}", name=name, yaku=yaku, more=more)
        risk = Advice(said, Tone.BAD, bold=True)
    later = round_score(seen.rules, (), seen.calls[rival], seen.calls[seat] + 1)
    if later.multiplier > 1:
        cost = text.t("{name} wins ×{factor}, you 0", name=name, factor=later.multiplier)
    else:
        cost = text.t("{name} wins: you get 0", name=name)
    return risk, Advice(cost)
