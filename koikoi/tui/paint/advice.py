"""The words below the tally: what the chosen card would do, and what hangs on the koi-koi question.

Everything here follows from the view, from what anybody in that seat may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
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
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import UiState

_BEST_CHANCES: Final = 2

LIGHT_YAKU: Final = (YakuId.GOKO, YakuId.SHIKO, YakuId.AME_SHIKO, YakuId.SANKO)
"""The yaku of lights, which share one line of the tally."""


class Advice(NamedTuple):
    """One line of advice."""

    said: str
    tone: Tone = Tone.TEXT
    bold: bool = False


def stop_now(seen: PlayerView, seat: Seat) -> tuple[tuple[MadeYaku, ...], Breakdown]:
    """The yaku of a seat, and what they would score if it stopped now."""
    rival = other(seat)
    made = scorer(seen.rules).made(seen.captured[seat], seen.month, seen.calls[seat], seen.field)
    return made, round_score(seen.rules, made, seen.calls[seat], seen.calls[rival])


def what_if(seen: PlayerView, ui: UiState, card: Card, brush: Brush) -> list[Advice]:
    """What a card of the hand would take, and what that makes."""
    text = brush.text
    name = short.card_brief(text, card)
    sign = brush.glyphs.kind(card.kind)
    plant = short.plant_6(text, card.month)
    title = text.t(
        "{card} {sign} {month} {plant}", card=name, sign=sign, month=card.month, plant=plant
    )
    advice = [Advice(title, Tone.ACCENT, bold=True)]
    matches, choice = matching(seen.rules, seen.field, card)
    if not matches:
        return [*advice, Advice(text.t("takes nothing"), Tone.MUTE), *_waits(seen, card, brush)]
    found = cards_of(matches)
    if choice and ui.target is not None:
        found = (ui.target,)
    each = [_brings(seen, ui.seat, card, 1 << one, brush) for one in found] if choice else []
    if all(lines == each[0] for lines in each):
        offered = [brief.target(text, one) for one in found]
        taken = text.either(offered) if choice else brief.taken_cards(text, found)
        brings = each[0] if choice else _brings(seen, ui.seat, card, matches, brush)
        return [*advice, Advice(text.t("takes {cards}", cards=taken)), *brings]
    for one, lines in zip(found, each, strict=True):
        advice += [Advice(text.t("takes {cards}", cards=brief.target(text, one))), *lines]
    return advice


def _waits(seen: PlayerView, card: Card, brush: Brush) -> list[Advice]:
    """Where the other cards of its month are, for a card that takes nothing."""
    own, rival = seen.captured
    month = [one for one in _month(card) if one != card]
    unseen = [one for one in month if seen.unseen >> one & 1]
    if not unseen or (own | rival) == 0:
        return []
    said = brush.text.n("{count} of its month unseen", "{count} of its month unseen", len(unseen))
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
            advice.append(Advice(said, Tone.GOOD, bold=True))
    advice += _score(later, seat, before, after, brush)
    steps = [line for line in after.lines if _advanced(before.line(line.id), line)]
    lights = 0
    for line in sorted(steps, key=lambda line: line.missing):
        lights += line.id in LIGHT_YAKU
        if line.id in LIGHT_YAKU and lights > 1:
            continue  # the nearest of them stands for all
        said = text.t(
            "{yaku} {have}/{need}",
            yaku=short.yaku_9(text, line.id),
            have=line.have,
            need=line.need,
        )
        advice.append(Advice(said, Tone.WARN if line.completing else Tone.TEXT))
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
        yield Advice(said, Tone.GOOD, bold=True)


def question(seen: PlayerView, ui: UiState, brush: Brush) -> list[Advice]:
    """What stopping brings, what a call changes and what it risks, the most important first."""
    text, seat, rival = brush.text, ui.seat, other(ui.seat)
    rules = seen.rules
    made, score = stop_now(seen, seat)
    del made
    formula = text.t(
        "STOP {base} ×{multiplier} = {points}",
        base=score.base + score.added,
        multiplier=score.multiplier,
        points=score.points,
    )
    advice = [Advice(formula, Tone.GOOD, bold=True)]
    if seen.number < rules.rounds:
        dealer = ui.tags[next_oya(rules, seen.oya, seat)]
        advice.append(Advice(text.t("next dealer: {name}", name=dealer), Tone.MUTE))
    turns = seen.hand_sizes[seat]
    advice.append(
        Advice(
            text.n("KOI-KOI {count} turn left", "KOI-KOI {count} turns left", turns),
            Tone.ACCENT,
            bold=True,
        )
    )
    advice += _chances(seen, seat, brush)
    advice += _risk(seen, seat, rival, ui.tags[rival], brush)
    return advice


def _chances(seen: PlayerView, seat: Seat, brush: Brush) -> Iterator[Advice]:
    """The nearest yaku, each with where its missing card is."""
    text = brush.text
    tally = tally_view(seen, seat)
    near = sorted(tally.one_away, key=lambda line: -line.worth)
    for line in near[:_BEST_CHANCES]:
        places = [tally.place(card) for card in cards_of(line.completing)]
        place = next((one for one in (Place.HAND, Place.FIELD) if one in places), Place.UNSEEN)
        where = {
            Place.HAND: text.p("where", "in hand"),
            Place.FIELD: text.p("where", "on field"),
            Place.UNSEEN: text.p("where", "unseen"),
        }[place]
        yield Advice(
            text.t(
                "+{points}pt {yaku} {place}",
                points=line.worth,
                yaku=short.yaku_9(text, line.id),
                place=where,
            )
        )


def _risk(seen: PlayerView, seat: Seat, rival: Seat, name: str, brush: Brush) -> Iterator[Advice]:
    """The other player's nearest yaku, and what their win would cost."""
    text, rules = brush.text, seen.rules
    tally = tally_view(seen, rival)
    near = sorted(tally.one_away, key=lambda line: -line.worth)
    if near:
        yield Advice(
            text.t("RISK {name}: {yaku}", name=name, yaku=short.yaku_9(text, near[0].id)),
            Tone.BAD,
            bold=True,
        )
    else:
        yield Advice(text.t("RISK"), Tone.BAD, bold=True)
    calls = seen.calls[seat] + 1
    factor = round_score(rules, (), seen.calls[rival], calls).multiplier
    if factor > 1:
        yield Advice(text.t("{name} wins ×{factor}, you 0", name=name, factor=factor))
    else:
        yield Advice(text.t("{name} wins: you get 0", name=name))
