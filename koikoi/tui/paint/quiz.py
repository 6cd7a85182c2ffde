"""A question of the card trainer: the cards, what is asked, the answers, and what comes of one.

Before the answer nothing says what is asked for: where the month or the kind of a card is the
question, its picture has no caption, and a text card no more than its name. What stands where stays
there when the question has been answered; what explains it comes below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from koikoi.engine.cards import CARDS, Card
from koikoi.lesson import quizwords
from koikoi.lesson.quiz import OF_CARDS, UNNAMED, Ask, Question
from koikoi.lesson.trainer import Answered
from koikoi.text import names, short
from koikoi.text.cells import wrapped
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Frame, Ink, Rect, cut
from koikoi.tui.paint import fan
from koikoi.tui.paint.lines import footer
from koikoi.tui.sheet import (
    Chosen,
    Pressed,
    picture_area,
    room_beside,
    text_width,
    title_bar,
)
from koikoi.tui.theme import Fill, Ground, Tone
from koikoi.tui.uistate import KeyHint

_SIZES: Final = ((14, 10), (10, 7), (8, 5), (6, 4))
"""The sizes of cards in a row, without their captions."""
_LABEL: Final = 4
"""Columns of an answer's key, with a blank after it."""
_GAPS: Final = 3
"""Blank rows that cards become smaller for."""
_GAP: Final = 2
"""Columns between two cards that are answers."""


class Asked(NamedTuple):
    """What a page of the trainer shows.

    Attributes:
        title: What stands at its top.
        question: The question.
        chosen: The place of the answer that is chosen, -1 for none.
        done: How it was answered; ``None`` before.
        notice: What is to be said besides.
    """

    title: str
    question: Question
    chosen: int = -1
    done: Answered | None = None
    notice: str = ""


class _Plan(NamedTuple):
    """How the rows below each other are used.

    Attributes:
        pile: The size of the cards that lie there; ``None`` for a fan of the smallest ones.
        cards: The size of the answers that are cards; ``None`` for a list.
        gaps: Blank rows below the pile, the question and the answers.
    """

    pile: tuple[int, int] | None
    cards: tuple[int, int] | None
    gaps: tuple[int, int, int] = (0, 0, 0)


def paint_quiz(asked: Asked, width: int, height: int, brush: Brush) -> Frame:
    """The page of a question.

    Args:
        asked: What it shows.
        width: Columns of the terminal.
        height: Rows of the terminal.
        brush: Inks, signs, faces, language.
    """
    canvas = Canvas(width, height, brush.ink(Tone.TEXT, Ground.PANEL))
    title_bar(canvas, brush.glyphs.words(asked.title), brush.t("Esc end"), brush)
    room = Rect(2, 2, text_width(width), height - 3)
    if asked.done is not None:
        # With the mouse alone it goes on as well, wherever that is pressed.
        canvas.zone(Rect(0, 1, width, height - 2), Pressed("enter"))
    alone = _alone(asked.question)
    if alone is not None:
        place = picture_area(width, height, brush)
        room = room_beside(width, place)._replace(height=height - 3)
        if place is not None:
            _card(canvas, place, alone, asked, brush)
    _below_each_other(canvas, room, asked, brush)
    footer(canvas, Rect(0, height - 1, width, 1), _hints(asked, brush), brush)
    return canvas.frame()


def _alone(question: Question) -> Card | None:
    """The card that the question is about, where it is about a single one."""
    return question.shown[0] if question.fact.card is not None else None


def _hints(asked: Asked, brush: Brush) -> tuple[KeyHint, ...]:
    text = brush.text
    ends = KeyHint(text.t("Esc"), text.p("practice", "end"), "escape")
    if asked.done is not None:
        return KeyHint(text.t("Enter"), text.t("go on"), "enter"), ends
    keys = text.t("1–{last}", last=len(asked.question.options))
    return (
        KeyHint(keys, text.t("answer"), "1"),
        KeyHint(brush.glyphs.up_down, text.t("choose"), "down"),
        KeyHint(text.t("Enter"), text.t("ok"), "enter"),
        ends,
    )


def _below_each_other(canvas: Canvas, room: Rect, asked: Asked, brush: Brush) -> None:
    """The pile, the question, the answers, and what comes of one."""
    question = asked.question
    said = brush.glyphs.words(quizwords.prompt(brush.text, question))
    lines = list(wrapped(said, room.width))
    pile = () if _alone(question) is not None else question.shown
    plan = _plan(asked, pile, len(lines), room, brush)
    y = room.y
    if pile:
        y = _pile(canvas, room, pile, plan, brush) + plan.gaps[0]
    ink = brush.ink(Tone.ACCENT, Ground.PANEL, bold=True)
    for line in lines:
        canvas.put(room.x, y, line, ink)
        y += 1
    y += plan.gaps[1]
    answers = room._replace(y=y)
    if plan.cards is not None:
        y = _answer_cards(canvas, answers, asked, plan.cards, brush)
    else:
        y = _answer_list(canvas, answers, asked, brush)
    y += plan.gaps[2]
    if asked.done is not None:
        for line, tone in _outcome(asked, asked.done, room.width, brush):
            if y < room.bottom:
                canvas.put(
                    room.x, y, line, brush.ink(tone, Ground.PANEL, bold=tone is not Tone.TEXT)
                )
            y += 1


def _plan(asked: Asked, pile: Sequence[Card], lines: int, room: Rect, brush: Brush) -> _Plan:
    """The largest cards with which everything has room, also what is said after the answer."""
    question = asked.question
    missed = next(at for at in range(len(question.options)) if at != question.right)
    wrong = Answered(question, missed, 0, 0)
    said = lines + len(_outcome(asked, wrong, room.width, brush))
    listed = sum(len(words) for words in _listed(question, room.width, brush))
    drawn = question.ask in OF_CARDS and brush.faces.pictured
    plans = list(_plans(len(pile), len(question.options) if drawn else 0, room.width))
    for least in (_GAPS, 0):
        for plan in plans:
            answers = listed if plan.cards is None else plan.cards[1] + 2
            lying = fan.HEIGHT if plan.pile is None else plan.pile[1] + 1
            spare = room.height - said - answers - (lying if pile else 0)
            if spare >= least:
                # The rows that are left go where they part most.
                return plan._replace(gaps=(int(spare > 2), int(spare > 1), int(spare > 0)))
    return plans[-1]


def _plans(pile: int, answers: int, width: int) -> Iterator[_Plan]:
    """How cards can lie in so many columns, the largest first, the least that there is last.

    Args:
        pile: How many cards lie there.
        answers: How many answers are drawn as cards; 0 where they are words.
        width: The columns.
    """
    piles = [size for size in _SIZES if _row(pile, size[0], 1) <= width]
    cards = [size for size in _SIZES if answers and _row(answers, size[0], _GAP) <= width]
    yield from (_Plan(size, size) for size in piles if size in cards)
    yield from (_Plan(None, size) for size in cards)
    yield from (_Plan(size, None) for size in piles if not answers)
    yield _Plan(None, None)


def _row(count: int, width: int, gap: int) -> int:
    """The columns of a row of cards."""
    return count * (width + gap) - gap


def _pile(canvas: Canvas, room: Rect, pile: Sequence[Card], plan: _Plan, brush: Brush) -> int:
    """The cards that lie there, with their captions; returns the row below them."""
    if plan.pile is None:
        area = room._replace(height=fan.HEIGHT)
        fan.fan(canvas, pile, area, fan.fan_step(len(pile), room.width), brush)
        return area.bottom
    width, height = plan.pile
    for at, card in enumerate(pile):
        place = Rect(room.x + at * (width + 1), room.y, width, height + 1)
        brush.faces.face(canvas, place, card)
    return room.y + height + 1


def _card(canvas: Canvas, place: Rect, card: Card, asked: Asked, brush: Brush) -> None:
    """A card as far as it may be seen: before the answer without what is asked for."""
    if asked.done is not None or asked.question.ask not in UNNAMED:
        brush.faces.face(canvas, place, card)
    elif brush.faces.pictured:
        own = Canvas(place.width, place.height, brush.ink(Tone.TEXT, Ground.PANEL))
        brush.faces.face(own, Rect(0, 0, place.width, place.height), card)
        canvas.paste(place.x, place.y, own.frame().rows[:-1])
    else:
        _named_box(canvas, place, card, asked.question.ask, brush)


def _named_box(canvas: Canvas, place: Rect, card: Card, ask: Ask, brush: Brush) -> None:
    """A text card with its name alone, or with its month where the name would say its kind."""
    own = Canvas(place.width, place.height, brush.ink(Tone.TEXT, Ground.PANEL))
    brush.faces.blank(own, Rect(0, 0, place.width, place.height))
    canvas.paste(place.x, place.y, own.frame().rows[:-1])
    inner = place.width - 2
    lines = list(wrapped(brush.glyphs.words(_said(card, ask, inner, brush)), inner))
    y = place.y + max((place.height - 1 - len(lines)) // 2, 1)
    for line in lines[: place.height - 3]:
        x = place.x + (place.width - cell_len(line)) // 2
        canvas.put(x, y, line, brush.ink(Tone.TEXT, Ground.PANEL, bold=True))
        y += 1


def _said(card: Card, ask: Ask, width: int, brush: Brush) -> str:
    """The longest of a card's names, or of its month's, of which no word is broken."""
    text = brush.text
    if ask is Ask.RIBBON:
        long, brief = names.month(text, card.month), names.calendar_month(text, card.month)
    else:
        long, brief = names.card_name(text, card), short.card_brief(text, card)
    return long if all(cell_len(word) <= width for word in long.split()) else brief


def _sign(asked: Asked, place: int, brush: Brush) -> tuple[str, Ink]:
    """The key of an answer; once it is answered, whether it is right, and which was given."""
    done = asked.done
    if done is None:
        return brush.label(str(place + 1), chosen=place == asked.chosen)
    if place == asked.question.right:
        return f"{brush.glyphs.made}{place + 1} ", brush.ink(Tone.GOOD, Ground.PANEL, bold=True)
    if place == done.given:
        return f"{brush.glyphs.lost}{place + 1} ", brush.ink(Tone.BAD, Ground.PANEL, bold=True)
    return f" {place + 1} ", brush.ink(Tone.MUTE, Ground.PANEL)


def _answer_cards(
    canvas: Canvas, room: Rect, asked: Asked, size: tuple[int, int], brush: Brush
) -> int:
    """Answers that are cards, side by side, their keys below; returns the row below them."""
    width, height = size
    for at, answer in enumerate(asked.question.options):
        assert isinstance(answer, Card)
        place = Rect(room.x + at * (width + _GAP), room.y, width, height + 1)
        _card(canvas, place, CARDS[answer], asked, brush)
        label, ink = _sign(asked, at, brush)
        canvas.put(place.x + (width - cell_len(label)) // 2, place.bottom, label, ink)
        if asked.done is None:
            canvas.zone(place._replace(height=height + 2), Chosen(str(at)))
    return room.y + height + 2


def _listed(question: Question, width: int, brush: Brush) -> list[list[str]]:
    """The answers as lines of words."""
    said = [
        quizwords.answer_words(brush.text, question, one, pictured=brush.faces.pictured)
        for one in question.options
    ]
    return [list(wrapped(brush.glyphs.words(one), width - _LABEL)) for one in said]


def _answer_list(canvas: Canvas, room: Rect, asked: Asked, brush: Brush) -> int:
    """The answers one below the other; returns the row below them."""
    y = room.y
    for at, lines in enumerate(_listed(asked.question, room.width, brush)):
        mine = asked.done is None and at == asked.chosen
        ink = brush.fill(Fill.FOCUS) if mine else brush.ink(Tone.TEXT, Ground.PANEL)
        if asked.done is not None and at != asked.question.right:
            ink = brush.ink(Tone.MUTE, Ground.PANEL)
        area = Rect(room.x, y, room.width, len(lines))
        if mine:
            canvas.fill(area, ink)
        label, key = _sign(asked, at, brush)
        canvas.put(area.x, y, label, key)
        for row, line in enumerate(lines):
            canvas.put(area.x + _LABEL, y + row, cut(line, room.width - _LABEL), ink)
        if asked.done is None:
            canvas.zone(area, Chosen(str(at)))
        y += len(lines)
    return y


def _outcome(asked: Asked, done: Answered, width: int, brush: Brush) -> list[tuple[str, Tone]]:
    """What comes of an answer: whether it is right, why, and what else is to be said."""
    text, words = brush.text, brush.glyphs.words
    verdict = quizwords.verdict(text, done, pictured=brush.faces.pictured)
    parts = [
        (verdict, Tone.GOOD if done.right else Tone.BAD),
        (quizwords.explanation(text, done.question), Tone.TEXT),
    ]
    if asked.notice:
        parts.append((asked.notice, Tone.WARN))
    return [(line, tone) for said, tone in parts for line in wrapped(words(said), width)]
