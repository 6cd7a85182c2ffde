"""What a hint says: in a prompt, in a few words beside the table, and in full sentences."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi.engine.actions import Action, KoiKoi, Play, Take
from koikoi.engine.cards import Card, cards_of
from koikoi.review.hint import Hint
from koikoi.review.judge import Rated
from koikoi.review.reasons import Reason, ReasonKind
from koikoi.text import brief, figures, names, short
from koikoi.text.catalogue import Text

_EVEN = 0.05
"""Points by which two ways may differ and be called equally good."""


def prompt_of(text: Text, hint: Hint) -> str:
    """What to do, for a line of some 50 columns: ``Hint: Moon takes Pampas``."""
    best = hint.best
    action = best.action
    if isinstance(action, Play):
        card = short.card_brief(text, action.card)
        if not best.takes:
            return text.t("Hint: lay {card} out", card=card)
        taken = brief.taken_cards(text, cards_of(best.takes))
        return text.t("Hint: {card} takes {cards}", card=card, cards=taken)
    if isinstance(action, Take):
        return text.t("Hint: take {card}", card=short.card_brief(text, action.card))
    if isinstance(action, KoiKoi):
        return text.t("Hint: call koi-koi (Enter or k)")
    return text.t("Hint: stop (Enter or s)")


def panel_lines(text: Text, hint: Hint) -> list[str]:
    """Why, in lines of some 20 columns, the most important first."""
    lines = []
    if hint.second.behind < _EVEN:
        lines.append(text.t("{action} as good", action=in_short(text, hint.second.action)))
    else:
        gain = decimal(hint.second.behind)
        other = in_short(text, hint.second.action)
        lines.append(text.t("+{points} over {action}", points=gain, action=other))
    lines += [in_brief(text, reason) for reason in hint.reasons]
    won, lost = percent(hint.best.won), percent(hint.best.lost)
    lines.append(text.t("win {won}% lose {lost}%", won=won, lost=lost))
    lines.append(text.t("match: {chance}%", chance=percent(hint.best.chance)))
    return lines


def sentences_of(text: Text, hint: Hint, rival: str) -> list[str]:
    """What to do and why, in full sentences.

    Args:
        text: The language.
        hint: The hint.
        rival: What the other player is called.
    """
    best, second = hint.best, hint.second
    said = [text.t("Hint: {action}.", action=deed(text, best))]
    if hint.reasons:
        said.append(why_sentence(text, hint.reasons, rival))
    said.append(_compared(text, second))
    said.append(
        text.t(
            "The round is yours in {won} % of the ways it can go, and goes to {other} in {lost} %; "
            "your chance to win the match is {chance} %.",
            won=percent(best.won),
            other=rival,
            lost=percent(best.lost),
            chance=percent(best.chance),
        )
    )
    return said


def _compared(text: Text, second: Rated) -> str:
    other = deed(text, second)
    if second.behind < _EVEN:
        return text.t("Just as good: {action}.", action=other)
    return text.t(
        "The next best, {points} points less: {action}.",
        points=decimal(second.behind),
        action=other,
    )


def why_sentence(text: Text, reasons: Sequence[Reason], rival: str) -> str:
    """What speaks for a way to go on.

    Args:
        text: The language.
        reasons: At least one reason.
        rival: What the other player is called.
    """
    return text.t("It {reasons}.", reasons=text.join(_clause(text, one, rival) for one in reasons))


def _clause(text: Text, reason: Reason, rival: str) -> str:
    shares = {"share": percent(reason.share), "instead": percent(reason.instead)}
    if reason.yaku is None:
        if reason.kind is ReasonKind.WINS:
            return text.t("wins the round more often ({share} %, else {instead} %)", **shares)
        return text.t("loses the round less often ({share} %, else {instead} %)", **shares)
    yaku = names.yaku_romaji(text, reason.yaku)
    if reason.kind is ReasonKind.MAKES:
        made = figures.points(text, reason.points)
        return text.t("makes {yaku} ({points})", yaku=yaku, points=made)
    if reason.kind is ReasonKind.KEEPS:
        return text.t("keeps {yaku} open ({share} %, else {instead} %)", yaku=yaku, **shares)
    return text.t(
        "denies {other} {yaku} ({share} %, else {instead} %)", other=rival, yaku=yaku, **shares
    )


def in_brief(text: Text, reason: Reason) -> str:
    """What speaks for a way to go on, in a line of some 20 columns."""
    if reason.yaku is None:
        wins = reason.kind is ReasonKind.WINS
        return text.t("wins more often") if wins else text.t("loses less often")
    yaku = short.yaku_9(text, reason.yaku)
    if reason.kind is ReasonKind.MAKES:
        return text.t("makes {yaku} {points} pt", yaku=yaku, points=reason.points)
    if reason.kind is ReasonKind.KEEPS:
        return text.t("keeps {yaku} open", yaku=yaku)
    return text.t("denies {yaku}", yaku=yaku)


def deed(text: Text, rated: Rated) -> str:
    """An action with what it takes, as it stands in a sentence: ``play the Moon, taking …``."""
    action = rated.action
    if isinstance(action, Play):
        return played(text, action.card, cards_of(rated.takes))
    if isinstance(action, Take):
        return text.t("take {card}", card=names.card_name(text, action.card))
    return text.t("call koi-koi") if isinstance(action, KoiKoi) else text.t("stop")


def played(text: Text, card: Card, taken: Sequence[Card]) -> str:
    """A card that is played, with what it takes."""
    name = names.card_name(text, card)
    if not taken:
        return text.t("lay out {card}", card=name)
    return text.t("play {card} for {cards}", card=name, cards=names.joined_cards(text, taken))


def in_short(text: Text, action: Action) -> str:
    """An action in a word or two: ``Moon``, ``koi-koi``."""
    if isinstance(action, Play | Take):
        return short.card_brief(text, action.card)
    return text.t("koi-koi") if isinstance(action, KoiKoi) else text.t("stop")


def decimal(number: float) -> str:
    """A number with one decimal: ``1.3``."""
    return f"{number:.1f}"


def percent(share: float) -> int:
    """A share in hundredths."""
    return round(100 * share)
