"""The single lines of the table: header, prompt, log and footer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from koikoi.engine.actions import other
from koikoi.engine.cards import Card
from koikoi.engine.flow import matching
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView
from koikoi.text import brief, short
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Rect, cut
from koikoi.tui.layout import Layout, SizeName, offered
from koikoi.tui.paint import advice
from koikoi.tui.paint.advice import ESSENTIAL, Stake, stop_now
from koikoi.tui.theme import Fill, Ground, Tone
from koikoi.tui.uistate import (
    LETTERS,
    Decision,
    Does,
    KeyHint,
    Mood,
    RoundCell,
    RoundOf,
    UiState,
    Words,
)

_TITLED_FROM: Final = 80
"""Columns from which on the header begins with the game's name."""
_FULL_FROM: Final = 100
"""Columns from which on it says things in full."""
_LETTER: Final = 3
"""Columns of a key before an answer."""


def header(canvas: Canvas, seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> None:
    """Round, scores, dealer, calls; what does not fit is left out from the right."""
    area, ink = layout.header, brush.fill(Fill.HEADER)
    canvas.fill(area, ink)
    help_said = brush.t("? help")
    help_at = area.right - 1 - cell_len(help_said)
    x = area.x + 1
    if layout.width >= _TITLED_FROM:
        x = canvas.put(x, area.y, brush.t("KOI-KOI"), ink._replace(bold=True)) + 2
    gap = 2 if layout.width < _FULL_FROM else 4
    end = help_at
    if ui.place:
        end = help_at - cell_len(ui.place) - 2
        canvas.put(end, area.y, ui.place, ink._replace(bold=True))
    for part in _header_parts(seen, ui, layout, brush):
        if x + cell_len(part) + 2 > end:
            break
        x = canvas.put(x, area.y, part, ink) + gap
    canvas.put(help_at, area.y, help_said, ink)
    canvas.zone(Rect(help_at, area.y, cell_len(help_said), 1), Does("help"))


def _header_parts(seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> list[str]:
    """The parts of the header, the most important first."""
    text, own, rival = brush.text, ui.seat, other(ui.seat)
    full, tiny = layout.width >= _FULL_FROM, layout.name is SizeName.XS
    month = short.month_3(text, seen.month)
    # On small tables names are short, so that a call, which doubles scores, has room.
    names, called = (ui.tags if tiny else ui.names), (ui.names if full else ui.tags)
    parts = [
        text.t(
            "Round {number}/{rounds} {month}",
            number=seen.number,
            rounds=seen.rules.rounds,
            month=month,
        ),
        text.t(
            "{own_name} {own} – {other} {other_name}",
            own_name=names[own],
            own=seen.scores[own],
            other=seen.scores[rival],
            other_name=names[rival],
        ),
    ]
    dealer = text.t("Dealer {name}", name=called[seen.oya])
    calls = []
    both = text.t("Both koi-koi") if all(seen.calls) and not full else ""
    for seat in () if both else (own, rival):
        name, count = called[seat], seen.calls[seat]
        if count and full:
            calls.append(
                text.n("{name} called koi-koi", "{name} called koi-koi ×{count}", count, name=name)
            )
        elif count:
            calls.append(text.n("{name} koi-koi", "{name} koi-koi ×{count}", count, name=name))
    if both:
        calls.append(both)
    # Where not all has room, who deals is what can be missed.
    parts += [*calls, dealer] if tiny else [dealer, *calls]
    return [brush.glyphs.words(part) for part in parts]


def prompt(canvas: Canvas, seen: PlayerView, ui: UiState, layout: Layout, brush: Brush) -> None:
    """What is to be done, and by whom."""
    area = layout.prompt
    ink = brush.ink(Tone.ACCENT, Ground.STRIP, bold=True)
    x = canvas.put(area.x + 1, area.y, f"{brush.glyphs.pointer} ", ink)
    rest = Rect(x, area.y, area.right - x, 1)
    if ui.banner:
        canvas.put(x, area.y, _fit(ui.banner, rest, brush), ink)
    elif ui.mood is Mood.TARGET:
        _choice(canvas, seen, ui, rest, brush)
    elif ui.mood is Mood.DECIDE:
        _decision(canvas, seen, ui, rest, brush)
    else:
        canvas.put(x, area.y, _fit(_prompt(seen, ui, brush), rest, brush), ink)


def _fit(said: str, area: Rect, brush: Brush) -> str:
    return cut(brush.glyphs.words(said), area.width - 1, brush.glyphs.dots)


def _prompt(seen: PlayerView, ui: UiState, brush: Brush) -> str:
    text = brush.text
    if ui.mood is Mood.TOLD:
        return text.t("Enter goes on")
    if ui.mood is Mood.CURTAIN:
        return text.t("{name}: press Enter to see your hand", name=ui.names[ui.seat])
    if ui.mood is Mood.PLAY:
        if ui.inspecting or ui.focus is None:
            return text.t("Your turn: choose a card")
        return _takes(seen, ui.focus, brush)
    if seen.phase is Phase.MATCH_OVER:
        return text.t("The match is over")
    if seen.phase is Phase.ROUND_OVER:
        return text.t("The round is over")
    assert seen.to_act is not None
    if seen.to_act == ui.seat and ui.mood is not Mood.VISIT:
        return ""
    return text.t("{name} is thinking", name=ui.names[seen.to_act])


def _takes(seen: PlayerView, card: Card, brush: Brush) -> str:
    """What the chosen hand card would take."""
    text = brush.text
    matches, choice = matching(seen.rules, seen.field, card)
    name = short.card_brief(text, card)
    if not matches:
        return text.t("Your turn: {card} takes nothing", card=name)
    found = offered(seen, card)
    if choice:
        # Of two plains of one month either is "plain".
        told = dict.fromkeys(_named(card, one, brush) for one in found)
        said = text.either(list(told)[:3])
        return text.t("Your turn: {card} takes {cards}", card=name, cards=said)
    if len(found) > 1:
        taken = brief.taken_cards(text, found)
        return text.t("Your turn: {card} takes {cards}", card=name, cards=taken)
    return text.t("Your turn: {card} takes {cards}", card=name, cards=_named(card, found[0], brush))


def _named(card: Card, taken: Card, brush: Brush) -> str:
    """A field card beside the card that would take it: of the same month, its kind is enough."""
    if card.month == taken.month:
        return brief.target(brush.text, taken)
    return short.card_brief(brush.text, taken)


def _choice(canvas: Canvas, seen: PlayerView, ui: UiState, area: Rect, brush: Brush) -> None:
    """The targets with their letters."""
    ink = brush.ink(Tone.ACCENT, Ground.STRIP, bold=True)
    card = ui.picked if ui.picked is not None else seen.in_play
    assert card is not None
    name = short.card_brief(brush.text, card)
    if ui.picked is not None:
        title = brush.t("{card} takes:", card=name)
    else:
        title = brush.t("Drawn {card} takes:", card=name)
    found = offered(seen, ui.picked)
    if len(found) > 2:
        x = canvas.put(area.x, area.y, title, ink) + 1
        # The wild Lightning takes any card: they have no letters, and are too many to be named.
        if ui.target is None:
            said = brush.t("any card; {keys} choose", keys=brush.glyphs.left_right)
        else:
            said = brush.glyphs.words(short.card_brief(brush.text, ui.target))
        canvas.put(x, area.y, cut(said, area.right - x), ink)
        return
    names = [f" {brush.glyphs.words(_named(card, one, brush))}" for one in found]
    needed = sum(_LETTER + cell_len(name) + 2 for name in names) - 2
    if cell_len(title) + 1 + needed + 1 > area.width:
        title = brush.t("Take:")
    x = canvas.put(area.x, area.y, title, ink) + 1
    for letter, one, name in zip(LETTERS, found, names, strict=False):
        start = x
        chosen = one == ui.target
        x = canvas.put(x, area.y, *brush.label(letter, chosen=chosen))
        x = canvas.put(x, area.y, cut(name, max(area.right - 1 - x, 0), brush.glyphs.dots), ink)
        canvas.zone(Rect(start, area.y, x - start, 1), Does(f"take {letter}"))
        x += 2


def _decision(canvas: Canvas, seen: PlayerView, ui: UiState, area: Rect, brush: Brush) -> None:
    """The koi-koi question, with both answers to click on; these are never cut."""
    ink = brush.ink(Tone.ACCENT, Ground.STRIP, bold=True)
    made, score = stop_now(seen, ui.seat)
    answers = (
        (Decision.STOP, "s", brush.t("stop, take {points}", points=score.points)),
        (Decision.CALL, "k", brush.t("koi-koi")),
    )
    needed = sum(_LETTER + 1 + cell_len(word) + 2 for _, _, word in answers) - 2
    # A blank after the title, and one at the end.
    room = max(area.width - needed - 2, 0)
    yaku = brief.yaku_row(brush.text, made)
    forms = (
        brush.t("You have {yaku}:", yaku=yaku),
        f"{brush.glyphs.words(yaku)}:",
        brush.n("{count} yaku:", "{count} yaku:", len(made)),
    )
    said = next((form for form in forms if cell_len(form) <= room), cut(forms[-1], room))
    x = canvas.put(area.x, area.y, said, ink) + 1
    for decision, key, word in answers:
        chosen = ui.decision is decision
        start = x
        x = canvas.put(x, area.y, *brush.label(key, chosen=chosen))
        shown = ink._replace(reverse=chosen and not brush.theme.colourful)
        x = canvas.put(x, area.y, f" {word}", shown)
        canvas.zone(Rect(start, area.y, x - start, 1), Words(decision))
        x += 2


def stakes(canvas: Canvas, seen: PlayerView, ui: UiState, area: Rect, brush: Brush) -> Rect:
    """What hangs on the koi-koi question, in the first two rows of the log.

    For tables whose panel has no room for it.

    Returns:
        What is left of the log.
    """
    told = dict(advice.stakes(seen, ui, brush))
    rows = ((Stake.CALL, Stake.CHANCE, Stake.RAISE), (Stake.RISK, Stake.COST))
    for y, row in enumerate(rows, area.y):
        x = area.x + 1
        for stake in (stake for stake in row if stake in told):
            line = told[stake]
            said = brush.glyphs.words(line.said)
            if x + cell_len(said) > area.right and stake not in ESSENTIAL:
                break
            ink = brush.ink(line.tone, Ground.STRIP, bold=line.bold)
            x = canvas.put(x, y, cut(said, max(area.right - x, 0), brush.glyphs.dots), ink) + 2
    return Rect(area.x, area.y + len(rows), area.width, max(area.height - len(rows), 0))


def log(canvas: Canvas, ui: UiState, area: Rect, brush: Brush) -> None:
    """The last moves, the newest at the bottom."""
    shown = ui.log[-area.height :] if area.height else ()
    for row, line in enumerate(shown):
        newest = row == len(shown) - 1
        sign = brush.glyphs.pointer if newest else brush.glyphs.plain
        ink = brush.ink(Tone.TEXT if newest else Tone.MUTE, Ground.STRIP)
        said = cut(brush.glyphs.words(line), area.width - 4, brush.glyphs.dots)
        canvas.put(area.x + 1, area.y + row, f"{sign} {said}", ink)
    if area.height:
        canvas.zone(area, Does("log"))


def rounds(canvas: Canvas, ui: UiState, area: Rect, brush: Brush) -> None:
    """The rounds of a match that is looked through, each with who won it and how much."""
    canvas.fill(area, brush.ink(Tone.TEXT, Ground.STRIP))
    if not area.height:
        return
    room = area.width - 2
    for form in _ROUND_FORMS:
        said = [form(cell, brush) for cell in ui.rounds]
        if sum(cell_len(one) + 1 for one in said) - 1 <= room:
            break
    x = area.x + 1
    for cell, one in zip(ui.rounds, said, strict=True):
        tone = _won(cell, brush)[1]
        ink = brush.fill(Fill.FOCUS) if cell.here else brush.ink(tone, Ground.STRIP)
        start = x
        x = canvas.put(x, area.y, one, ink)
        canvas.zone(Rect(start, area.y, x - start, 1), RoundOf(cell.number))
        x += 1


def _won(cell: RoundCell, brush: Brush) -> tuple[str, Tone]:
    """Who won a round: a sign, and a tone."""
    if cell.points is None:
        return "", Tone.TEXT
    own, rival = cell.points
    if own == rival:
        return brush.glyphs.none, Tone.MUTE
    return (brush.glyphs.made, Tone.GOOD) if own > rival else (brush.glyphs.lost, Tone.BAD)


def _round_in_full(cell: RoundCell, brush: Brush) -> str:
    month = brush.glyphs.words(short.month_3(brush.text, cell.number))
    return f" {cell.number} {month}{_with_points(cell, brush)} "


def _round_with_points(cell: RoundCell, brush: Brush) -> str:
    return f" {cell.number}{_with_points(cell, brush)} "


def _with_points(cell: RoundCell, brush: Brush) -> str:
    won = max(cell.points or (0, 0))
    return f" {_won(cell, brush)[0]}{won}" if won > 0 else _won(cell, brush)[0]


def _round_by_sign(cell: RoundCell, brush: Brush) -> str:
    return f"{cell.number:>2}{_won(cell, brush)[0]:1}"


_ROUND_FORMS: Final = (_round_in_full, _round_with_points, _round_by_sign)
"""How a round is written in the list, the longest first; the last fits twelve into any table."""


def footer(canvas: Canvas, area: Rect, hints: Sequence[KeyHint], brush: Brush) -> None:
    """The keys that work now; what does not fit is left out from the right."""
    canvas.fill(area, brush.ink(Tone.TEXT, Ground.PANEL))
    x = area.x + 1
    for hint in hints:
        key, word = brush.glyphs.words(hint.key), brush.glyphs.words(hint.word)
        width = cell_len(key) + 1 + cell_len(word)
        if x + width > area.right - 1:
            return
        start = x
        x = canvas.put(x, area.y, f"{key} ", brush.ink(Tone.ACCENT, Ground.PANEL, bold=True))
        x = canvas.put(x, area.y, word, brush.ink(Tone.MUTE, Ground.PANEL))
        canvas.zone(Rect(start, area.y, width, 1), Does(hint.command))
        x += 2
