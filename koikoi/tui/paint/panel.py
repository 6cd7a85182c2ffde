"""The panel: the live tally of both sides, points, and what the chosen card or answer would do."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from koikoi.engine.actions import Seat, other
from koikoi.engine.cards import Card, Kind, cards_of
from koikoi.engine.scoring import round_score
from koikoi.engine.tally import Place, Standing, TallyLine, YakuTally, tally_view
from koikoi.engine.view import PlayerView
from koikoi.engine.yaku import YakuId
from koikoi.text import short
from koikoi.text.cells import wrapped
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Rect, cut
from koikoi.tui.layout import Layout
from koikoi.tui.paint import advice, musing
from koikoi.tui.paint.advice import LIGHT_YAKU
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import Does, Mood, UiState

_RIBBON_SUM: Final = YakuId.CHOFUKU
_COUNTING: Final = (YakuId.TANE, YakuId.TAN, YakuId.KASU)
_OWN: Final = 6
_THEIRS: Final = 6
_PLACES_FROM: Final = 33
"""Rows from which every yaku has a second line that says where its cards are."""
_RULES_FROM: Final = 20
"""Rows from which lines separate the parts of the panel."""
_MOST_NAMED: Final = 6
_SAID: Final = 5
"""Rows that are kept for what a card would do, whether it fills them or not."""


def panel(canvas: Canvas, seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> bool:
    """The panel at the right, of at least ``WIDE_PANEL`` columns.

    Returns:
        Whether there was room for all that must be read before the koi-koi question is answered.
    """
    area = layout.panel
    tallies = (tally_view(seen, 0), tally_view(seen, 1))
    y = _title(canvas, ui, area, brush)
    long, ruled = area.height >= _PLACES_FROM, area.height >= _RULES_FROM
    for lines in rows_of(tallies, ui.seat):
        _yaku(canvas, area, y, lines, ui, brush)
        y += 1
        if long:
            _places(canvas, area, y, lines[0], tallies[ui.seat], brush)
            y += 1
    if long:
        _legend(canvas, area, y, brush)
        y += 1
    canvas.zone(Rect(area.x, area.y, area.width, y - area.y), Does("yaku"))
    y = _rule(canvas, area, y, brush) if ruled else y
    y = _points(canvas, seen, tallies, ui, area, y, brush)
    asks = ui.mood is Mood.DECIDE
    if not asks:  # all there is to read comes first where the question is asked
        y = _stock(canvas, seen, area, y, brush)
    y = _rule(canvas, area, y, brush) if ruled else y
    room = area.bottom - y
    y = _advice(canvas, seen, ui, Rect(area.x, y, area.width, room), brush)
    if asks:
        y = _stock(canvas, seen, area, y, brush)
    below = Rect(area.x, y + 1, area.width, area.bottom - y - 1)
    _moves(canvas, ui, below, layout.log.height, brush)
    return room >= len(advice.ESSENTIAL)


def _title(canvas: Canvas, ui: UiState, area: Rect, brush: Brush) -> int:
    ink = brush.ink(Tone.ACCENT, bold=True)
    canvas.put(area.x, area.y, brush.t("YAKU"), ink)
    for right, seat in ((area.right - _THEIRS, ui.seat), (area.right, other(ui.seat))):
        name = cut(brush.glyphs.words(ui.tags[seat]).upper(), _THEIRS - 1, ".")
        canvas.put(right - cell_len(name), area.y, name, ink)
    return area.y + 1


def rows_of(tallies: tuple[YakuTally, YakuTally], own: Seat) -> list[tuple[TallyLine, TallyLine]]:
    """The lines of the tally: own and other player's; the lights share one."""
    rows = []
    lights = tuple(_best_light(tallies[seat]) for seat in (own, other(own)))
    if lights[0] is not None and lights[1] is not None:
        rows.append((lights[0], lights[1]))
    for line in tallies[own].lines:
        rival = tallies[other(own)].line(line.id)
        assert rival is not None  # both tallies are of the same rules
        made = Standing.MADE in (line.standing, rival.standing)
        if line.id in LIGHT_YAKU or (line.id is _RIBBON_SUM and not made):
            continue
        rows.append((line, rival))
    return rows


def _best_light(tally: YakuTally) -> TallyLine | None:
    """The light yaku that is made, or the nearest that can still be."""
    lines = [line for line in tally.lines if line.id in LIGHT_YAKU]
    if not lines:
        return None
    made = [line for line in lines if line.standing is Standing.MADE]
    if made:
        return max(made, key=lambda line: line.points)
    there = [line for line in lines if line.standing is Standing.OPEN]
    return min(there or lines, key=lambda line: (line.missing, -line.worth))


def _yaku(
    canvas: Canvas,
    area: Rect,
    y: int,
    lines: tuple[TallyLine, TallyLine],
    ui: UiState,
    brush: Brush,
) -> None:
    own, rival = lines
    made = own.standing is Standing.MADE
    if own.id in LIGHT_YAKU:
        name = brush.text.p("yaku, 9 columns", "Lights")
    else:
        name = short.yaku_9(brush.text, own.id)
    near = own.standing is Standing.OPEN and own.completing
    ink = brush.ink(Tone.TEXT, bold=bool(made or near))
    canvas.put(area.x, y, cut(brush.glyphs.words(name), area.width - _OWN - _THEIRS), ink)
    for line, right, seat in (
        (own, area.right - _THEIRS, ui.seat),
        (rival, area.right, other(ui.seat)),
    ):
        said, tone = standing_cell(line, brush)
        changed = (seat, line.id) in ui.risen
        ink = brush.ink(tone, bold=tone in (Tone.GOOD, Tone.WARN))._replace(reverse=changed)
        canvas.put(right - cell_len(said), y, said, ink)


def standing_cell(line: TallyLine, brush: Brush) -> tuple[str, Tone]:
    """How a yaku stands, by a sign and in letters."""
    glyphs = brush.glyphs
    if line.standing is Standing.MADE:
        points = brush.text.p("points, in a cell", "{number}pt", number=line.points)
        return f"{glyphs.made}{glyphs.words(points)}", Tone.GOOD
    count = f"{line.have}/{line.need}"
    if line.standing is Standing.OPEN:
        if line.completing:
            return f"{glyphs.near}{count}", Tone.WARN
        return count, Tone.TEXT
    if line.standing is Standing.WAITING:
        return f"({count})", Tone.TEXT
    if line.standing is Standing.COVERED and line.have >= line.need:
        return f"({glyphs.made})", Tone.MUTE
    return f"{glyphs.lost} {glyphs.none}", Tone.MUTE


def _places(
    canvas: Canvas, area: Rect, y: int, line: TallyLine, tally: YakuTally, brush: Brush
) -> None:
    """Where every card of a yaku is; of one that counts cards, how many there are."""
    glyphs = brush.glyphs
    x = area.x + 1
    cards = cards_of(line.cards)
    if line.id in _COUNTING or len(cards) > _MOST_NAMED:
        dots = glyphs.have * line.have + glyphs.want * line.missing
        canvas.put(x, y, dots, brush.ink(Tone.GOOD if line.have else Tone.MUTE))
        return
    signs = place_signs(brush)
    for card, name in zip(cards, _named(cards, area.width - 1, brush), strict=True):
        sign, tone = signs[tally.place(card)]
        x = canvas.put(x, y, f"{sign}{name}", brush.ink(tone)) + 1


def _named(cards: tuple[Card, ...], room: int, brush: Brush) -> list[str]:
    """Cards by the longest names that fit beside each other, each after a sign.

    Ribbons of a yaku are all called alike: their months tell them apart.
    """
    if all(card.kind is Kind.RIBBON for card in cards):
        return [str(card.month) for card in cards]
    for name in (short.card_10, short.card_4):
        said = [brush.glyphs.words(name(brush.text, card)) for card in cards]
        if sum(cell_len(one) + 2 for one in said) - 1 <= room:
            return said
    return [str(card.month) for card in cards]


def place_signs(brush: Brush) -> dict[Place, tuple[str, Tone]]:
    """The sign and the tone of every place a card can be."""
    glyphs = brush.glyphs
    return {
        Place.CAPTURED: (glyphs.made, Tone.GOOD),
        Place.OPPONENT: (glyphs.lost, Tone.MUTE),
        Place.HAND: (glyphs.in_hand, Tone.ACCENT),
        Place.IN_PLAY: (glyphs.in_hand, Tone.ACCENT),
        Place.FIELD: (glyphs.on_field, Tone.MATCH),
        Place.UNSEEN: (glyphs.unseen, Tone.MUTE),
    }


def _legend(canvas: Canvas, area: Rect, y: int, brush: Brush) -> None:
    glyphs = brush.glyphs
    said = brush.text.t(
        "{made}you {lost}other {hand}hand {field}field {unseen}?",
        made=glyphs.made,
        lost=glyphs.lost,
        hand=glyphs.in_hand,
        field=glyphs.on_field,
        unseen=glyphs.unseen,
    )
    canvas.put(area.x, y, cut(glyphs.words(said), area.width), brush.ink(Tone.MUTE))


def _rule(canvas: Canvas, area: Rect, y: int, brush: Brush) -> int:
    if y < area.bottom:
        canvas.fill(Rect(area.x, y, area.width, 1), brush.ink(Tone.LINE), brush.glyphs.rule)
    return y + 1


def _points(
    canvas: Canvas,
    seen: PlayerView,
    tallies: tuple[YakuTally, YakuTally],
    ui: UiState,
    area: Rect,
    y: int,
    brush: Brush,
) -> int:
    """The points of the round so far, and what multiplies them."""
    rows: list[tuple[str, list[tuple[str, Tone]]]] = [
        (brush.t("Points"), []),
        (brush.t("If won"), []),
    ]
    for seat in (ui.seat, other(ui.seat)):
        total = tallies[seat].total
        rows[0][1].append((str(total), Tone.GOOD if total else Tone.TEXT))
        rows[1][1].append(raise_of(seen, seat, tallies[seat], brush))
    for name, cells in rows:
        canvas.put(area.x, y, name, brush.ink(Tone.TEXT))
        for (said, tone), right in zip(cells, (area.right - _THEIRS, area.right), strict=True):
            ink = brush.ink(tone, bold=tone is not Tone.TEXT)
            canvas.put(right - cell_len(said), y, said, ink)
        y += 1
    return y


def raise_of(seen: PlayerView, seat: Seat, tally: YakuTally, brush: Brush) -> tuple[str, Tone]:
    """What a seat's points would be raised by if it won now: ``×2``, ``+1``, ``+1×2``."""
    score = round_score(seen.rules, tally.made, seen.calls[seat], seen.calls[other(seat)])
    factor = f"{brush.glyphs.times}{score.multiplier}"
    if score.added:
        return f"+{score.added}{factor if score.multiplier > 1 else ''}", Tone.WARN
    return factor, Tone.WARN if score.multiplier > 1 else Tone.TEXT


def _advice(canvas: Canvas, seen: PlayerView, ui: UiState, area: Rect, brush: Brush) -> int:
    """What the chosen card would do, or what hangs on the question.

    Returns:
        The row after it.
    """
    if area.height < 1:
        return area.y
    asks = ui.mood is Mood.DECIDE
    room = area.height
    if ui.musing is not None:
        lines = musing.lines(ui, area.width, room, brush)
    elif ui.advice:
        title = brush.t("HINT") if ui.note is None else brush.t("COACH")
        lines = [advice.Advice(title, Tone.ACCENT, bold=True)]
        lines += [advice.Advice(said) for said in ui.advice]
    elif asks:
        lines = advice.question(seen, ui, brush, room)
    else:
        card = asked_about(seen, ui)
        lines = advice.what_if(seen, ui, card, brush, room) if card is not None else []
    shown = lines[:room]
    for row, line in enumerate(shown):
        said = cut(brush.glyphs.words(line.said), area.width, brush.glyphs.dots)
        if row == room - 1 and len(lines) > room:
            said = brush.glyphs.dots  # there is more than the panel has room for
        canvas.put(area.x, area.y + row, said, brush.ink(line.tone, bold=line.bold))
    # What comes below stays where it is, whatever is said.
    return area.y + max(len(shown), 0 if asks else min(_SAID, area.height))


def _stock(canvas: Canvas, seen: PlayerView, area: Rect, y: int, brush: Brush) -> int:
    """How many cards are left to be drawn, if there is room."""
    if y >= area.bottom:
        return y
    stock = brush.n("Stock: {count} card", "Stock: {count} cards", seen.stock_size)
    canvas.put(area.x, y, cut(stock, area.width), brush.ink(Tone.MUTE))
    return y + 1


def asked_about(seen: PlayerView, ui: UiState) -> Card | None:
    """The card whose effect is to be told: the one in hand, or the one that has been drawn."""
    if ui.mood not in (Mood.PLAY, Mood.TARGET) or not ui.what_if:
        return None
    if ui.picked is not None:
        return ui.picked
    if ui.mood is Mood.TARGET:
        return seen.in_play
    return None if ui.inspecting else ui.focus


def _moves(canvas: Canvas, ui: UiState, area: Rect, logged: int, brush: Brush) -> None:
    """The last moves, where the panel has room for more of them than the log shows."""
    room = area.height - 1
    shown: list[list[str]] = []
    for line in reversed(ui.log):
        said = list(wrapped(brush.glyphs.words(line), area.width - 2))
        room -= len(said)
        if room < 0:
            break
        shown.insert(0, said)
    if len(shown) <= logged:
        return
    canvas.put(area.x, area.y, brush.t("LAST MOVES"), brush.ink(Tone.ACCENT, bold=True))
    y = area.y + 1
    for said in shown:
        canvas.put(area.x, y, brush.glyphs.plain, brush.ink(Tone.MUTE))
        for line in said:
            canvas.put(area.x + 2, y, line, brush.ink(Tone.MUTE))
            y += 1
    canvas.zone(Rect(area.x, area.y, area.width, y - area.y), Does("log"))
