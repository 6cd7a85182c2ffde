"""Paints the big screen, to be read from the back of a room. Pure."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from koikoi.engine.actions import SEATS
from koikoi.host.boardnews import BoardNews, LiveRow, Standing
from koikoi.text.cells import wrapped
from koikoi.tui.brush import Brush
from koikoi.tui.frame import Canvas, Frame, Rect, aligned, cut, padded
from koikoi.tui.paint.large import letter, lettering
from koikoi.tui.paint.lines import footer
from koikoi.tui.theme import Fill, Ground, Tone
from koikoi.tui.uistate import KeyHint

_SHARE: Final = 0.45
"""How much of the rows the command may take."""
_REST: Final = 15
"""Rows that everything else needs."""
_TALL: Final = 30
"""Rows from which on there is one below the titles, too."""
_RULE: Final = 2
"""Rows of the leaderboard's rule at most."""
_LOW: Final = 26
"""Rows from which on there are blank rows between the parts."""
_ROUNDS: Final = 6
"""Columns of the round."""
_ROUNDS_FROM: Final = 34
"""Columns of a table's row from which on they are there."""
_PLACE: Final = 4
"""Columns of a place on the leaderboard."""


def paint_board(news: BoardNews, width: int, height: int, brush: Brush) -> Frame:
    """The big screen.

    Args:
        news: What it tells.
        width: Columns of the terminal.
        height: Rows of the terminal.
        brush: Inks, signs, language.
    """
    canvas = Canvas(width, height, brush.ink(Tone.TEXT, Ground.PANEL))
    _header(canvas, news, brush)
    roomy = height >= _LOW
    y = _join(canvas, news, brush, gap=int(roomy)) + roomy
    bottom = _rule(canvas, news, brush) - (roomy and bool(news.rule))
    middle = width // 2
    rows = Rect(0, y, width, bottom - y)
    canvas.fill(rows._replace(x=middle, width=1), brush.ink(Tone.LINE), brush.glyphs.wall)
    side = 3 if width >= 100 else 2
    _leaders(canvas, news, Rect(side, y, middle - 2 * side + 1, rows.height), brush)
    right = middle + side
    _tables(canvas, news, Rect(right, y, width - right - side + 1, rows.height), brush)
    hint = KeyHint(brush.t("q"), brush.t("leave"), "q")
    footer(canvas, Rect(0, height - 1, width, 1), (hint,), brush)
    return canvas.frame()


def _rule(canvas: Canvas, news: BoardNews, brush: Brush) -> int:
    """What the leaderboard counts, at the bottom; returns its first row."""
    width, bottom = canvas.width, canvas.height - 1
    if not news.rule:
        return bottom
    lines = list(wrapped(brush.glyphs.words(news.rule), width - 4))[:_RULE]
    for row, said in enumerate(lines, bottom - len(lines)):
        canvas.put((width - cell_len(said)) // 2, row, said, brush.ink(Tone.MUTE))
    return bottom - len(lines)


def _header(canvas: Canvas, news: BoardNews, brush: Brush) -> None:
    ink = brush.fill(Fill.HEADER)
    canvas.fill(Rect(0, 0, canvas.width, 1), ink)
    here = brush.n("{count} person here", "{count} people here", news.present)
    at = canvas.width - 2 - cell_len(here)
    canvas.put(at, 0, here, ink)
    name = brush.glyphs.words(news.event) or brush.t("Koi-Koi")
    canvas.put(2, 0, cut(name, at - 4, brush.glyphs.dots), ink._replace(bold=True))


def _join(canvas: Canvas, news: BoardNews, brush: Brush, *, gap: int) -> int:
    """How to join, in large letters; returns the row after it."""
    width = canvas.width
    room = max(min(int(canvas.height * _SHARE), canvas.height - _REST), 1)
    found = lettering(news.join, width - 4, room, brush.glyphs)
    height = 1 if found is None else found.height
    area = Rect(0, 1, width, height + 2 * gap + 2)
    canvas.fill(area, brush.ink(Tone.TEXT, Ground.STRIP))
    said = brush.t("To play, type this in a terminal:")
    canvas.put((width - cell_len(said)) // 2, area.y, said, brush.ink(Tone.TEXT, Ground.STRIP))
    ink = brush.ink(Tone.ACCENT, Ground.STRIP, bold=True)
    y = area.y + 1 + gap
    if found is None:
        join = cut(brush.glyphs.words(news.join), width - 4)
        canvas.put((width - cell_len(join)) // 2, y, join, ink)
    else:
        letter(canvas, Rect(2, y, width - 4, found.height), found, brush.glyphs, ink)
    if news.host_key:
        key = brush.t("Host key: {key}", key=news.host_key)
        key = cut(key if cell_len(key) <= width - 4 else news.host_key, width - 4)
        mute = brush.ink(Tone.MUTE, Ground.STRIP)
        canvas.put((width - cell_len(key)) // 2, area.bottom - 1, key, mute)
    return area.bottom


def _title(canvas: Canvas, area: Rect, said: str, brush: Brush) -> Rect:
    """The title of a part; returns what is left of it."""
    canvas.put(area.x, area.y, cut(said, area.width), brush.ink(Tone.ACCENT, bold=True))
    rows = 2 if canvas.height >= _TALL else 1
    return area._replace(y=area.y + rows, height=area.height - rows)


def _nothing(canvas: Canvas, area: Rect, said: str, brush: Brush) -> None:
    for row, line in enumerate(wrapped(said, area.width)):
        if row < area.height:
            canvas.put(area.x, area.y + row, line, brush.ink(Tone.MUTE))


def _shown(count: int, rows: int) -> int:
    """How many of so many have room: one gives its row to saying that there are more."""
    return count if count <= rows else max(rows - 1, 0)


def _more(canvas: Canvas, area: Rect, row: int, count: int, brush: Brush) -> None:
    if count > 0 and row < area.height:
        said = brush.n("and {count} more", "and {count} more", count)
        canvas.put(area.x, area.y + row, cut(said, area.width), brush.ink(Tone.MUTE))


def _leaders(canvas: Canvas, news: BoardNews, area: Rect, brush: Brush) -> None:
    area = _title(canvas, area, brush.t("LEADERBOARD"), brush)
    standings = news.standings
    if not standings:
        _nothing(canvas, area, brush.t("Nobody has finished a match yet."), brush)
        return
    step = 2 if 2 * len(standings) <= area.height else 1
    shown = standings[: _shown(len(standings), area.height // step)]
    score = max((cell_len(brush.glyphs.words(one.score)) for one in shown), default=0)
    detail = max((cell_len(brush.glyphs.words(one.detail)) for one in shown), default=0)
    if area.width - _PLACE - score - detail - 4 < area.width // 3:
        detail = 0  # a name is worth more
    for row, one in enumerate(shown):
        line = Rect(area.x, area.y + row * step, area.width, 1)
        _standing(canvas, one, line, (score, detail), brush)
    _more(canvas, area, len(shown) * step, len(standings) - len(shown), brush)


def _standing(
    canvas: Canvas, one: Standing, area: Rect, columns: tuple[int, int], brush: Brush
) -> None:
    score, detail = columns
    first = one.place == 1
    tone = Tone.ACCENT if first else Tone.TEXT
    place = aligned(f"{one.place}.", _PLACE - 1)
    canvas.put(area.x, area.y, place, brush.ink(Tone.MUTE if not first else tone, bold=first))
    right = area.right
    if detail:
        said = aligned(brush.glyphs.words(one.detail), detail)
        canvas.put(right - detail, area.y, said, brush.ink(Tone.MUTE))
        right -= detail + 2
    said = aligned(brush.glyphs.words(one.score), score)
    canvas.put(
        right - score, area.y, said, brush.ink(Tone.ACCENT if first else Tone.GOOD, bold=True)
    )
    room = right - score - 2 - area.x - _PLACE
    name = cut(brush.glyphs.words(one.name), room, brush.glyphs.dots)
    canvas.put(area.x + _PLACE, area.y, name, brush.ink(tone, bold=True))


def _tables(canvas: Canvas, news: BoardNews, area: Rect, brush: Brush) -> None:
    area = _title(canvas, area, brush.t("TABLES"), brush)
    tables = news.tables
    if not tables:
        _nothing(canvas, area, brush.t("Nobody is playing now; a table is free."), brush)
        return
    step = next((step for step in (3, 2) if step * len(tables) <= area.height), 1)
    shown = tables[: _shown(len(tables), area.height // step)]
    name = max((cell_len(brush.glyphs.words(one.names[0])) for one in shown), default=0)
    score = max((len(str(points)) for one in shown for points in one.scores), default=0)
    for row, one in enumerate(shown):
        line = Rect(area.x, area.y + row * step, area.width, 1)
        if step == 1 and area.width >= _ROUNDS_FROM:
            said = f"{one.number}/{one.rounds}"
            canvas.put(line.right - len(said), line.y, said, brush.ink(Tone.MUTE))
            line = line._replace(width=line.width - _ROUNDS)
        _table(canvas, one, line, (name, score), brush)
        if step > 1:
            said = cut(_told(one, brush), area.width - 2, brush.glyphs.dots)
            canvas.put(area.x + 2, line.y + 1, said, brush.ink(Tone.MUTE))
    _more(canvas, area, len(shown) * step, len(tables) - len(shown), brush)


def _table(
    canvas: Canvas, one: LiveRow, area: Rect, columns: tuple[int, int], brush: Brush
) -> None:
    """Who plays, and how it stands; a sign is before the name of who is to move.

    Args:
        canvas: What is painted on.
        one: The table.
        area: Its row.
        columns: Those of the longest of all first names, and of the highest score.
        brush: Inks and signs.
    """
    own, rival = (str(score) for score in one.scores)
    score = f" {aligned(own, columns[1])} {brush.glyphs.dash} {padded(rival, columns[1])} "
    room = max((area.width - cell_len(score) - 4) // 2, 0)
    names = min(columns[0], room), room
    x = area.x
    for seat in SEATS:
        mine = seat == one.to_act
        ink = brush.ink(Tone.MATCH if mine else Tone.TEXT, bold=mine)
        sign = f"{brush.glyphs.pointer} " if mine else "  "
        name = cut(brush.glyphs.words(one.names[seat]), names[seat], brush.glyphs.dots)
        canvas.put(x, area.y, sign + name, ink)
        x += 2 + names[seat]
        if not seat:
            x = canvas.put(x, area.y, score, brush.ink(Tone.GOOD, bold=True))


def _told(one: LiveRow, brush: Brush) -> str:
    """The rest of what is told of a table."""
    said = brush.t("round {number} of {rounds}", number=one.number, rounds=one.rounds)
    if one.watchers:
        said += ", " + brush.n("{count} watching", "{count} watching", one.watchers)
    if one.to_act is not None:
        said += ", " + brush.t("{name} to move", name=one.names[one.to_act])
    return said
