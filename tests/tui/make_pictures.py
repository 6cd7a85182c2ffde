"""Draws the pictures that the README shows.

``python -m tests.tui.make_pictures`` draws all into ``assets/pictures/``, and with names behind it
these only. It needs Pillow (``pip install -e '.[art]'``) and the fonts DejaVu Sans Mono and Noto
Sans CJK. The same tree draws the same pictures, but for the coach's, whose figures depend on how
long it may think.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final
from unittest.mock import patch

from koikoi.ai.agent import Halt
from koikoi.engine.cards import Card, mask_of
from koikoi.engine.flow import legal_actions
from koikoi.host.boardpaint import paint_board
from koikoi.host.standings import rule
from koikoi.record.record import MatchRecord, RecordPlayer
from koikoi.record.reel import Hands, wind
from koikoi.review.coach import Coach
from koikoi.review.hint import hint
from koikoi.review.verdict import verdict
from koikoi.table import counsel
from koikoi.text.catalogue import load
from koikoi.tui import cardwords, coachwords
from koikoi.tui.animator import marks_for
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.frame import Frame
from koikoi.tui.game import Start
from koikoi.tui.sheet import paint_sheet, picture_area, text_width
from koikoi.tui.terminal import Colours, GlyphSet
from koikoi.tui.theme import theme_for
from tests.host.boards import news
from tests.review.matches import recorded
from tests.tui.person import MODE, STILL, sitting
from tests.tui.raster import draw
from tests.tui.replays import page_of
from tests.tui.scenes import Scene, a_target, a_turn, deciding, painted, playing

FOLDER: Final = Path(__file__).parents[2] / "assets" / "pictures"

_TEXT: Final = load("en")
_SMALL: Final = (80, 24)
_NAMES: Final = ("You", "Hōō")
_PLAYERS: Final = (RecordPlayer("You", "human"), RecordPlayer("Shika", "level-2"))
_STEPS: Final = 2
"""Steps of the lesson that are over in its picture."""
_POSITION: Final = 42
"""Place in the match that is looked through."""


def _brush(colours: Colours = Colours.TRUECOLOR, *, dark: bool = True) -> Brush:
    return make_brush(theme_for(colours, dark=dark), GlyphSet.FULL, _TEXT)


def _against(scene: Scene) -> Scene:
    """A scene with the fourth opponent in the other seat."""
    ui = scene.ui
    said = [line.replace("Computer", _NAMES[1]) for line in (*ui.log, ui.banner)]
    named = ui._replace(names=_NAMES, tags=_NAMES, log=tuple(said[:-1]), banner=said[-1])
    return Scene(scene.seen, named)


def _table() -> Frame:
    return painted(_against(a_turn()), _SMALL, _brush())


def _large_table() -> Frame:
    """Late in a round, with full piles."""
    piles = "3L 11A 7A 7R 4R 12P2 2P1 6P1 5P2", "11L 12L 10A 8A 5R 10R 11P1 12P1 9P2"
    mine, theirs = (mask_of(Card.parse(code) for code in pile.split()) for pile in piles)
    scene = _against(a_turn())
    return painted(
        Scene(replace(scene.seen, captured=(mine, theirs)), scene.ui), (160, 48), _brush()
    )


def _question() -> Frame:
    return painted(_against(deciding()), _SMALL, _brush())


def _card() -> Frame:
    brush, card = _brush(), Card.parse("1L")
    picture = picture_area(*_SMALL, brush)
    assert picture is not None
    room = text_width(_SMALL[0]) - picture.width - 3
    sheet = cardwords.card_sheet(a_turn().seen, 0, card, brush, room)
    return paint_sheet(sheet, *_SMALL, brush, card=card)


def _hint() -> Frame:
    scene, state = _against(a_turn()), playing()
    found = hint(scene.seen, legal_actions(state), Halt())
    assert found is not None
    card = found.best.action.card  # type: ignore[union-attr]
    ui = scene.ui._replace(
        focus=card,
        advice=tuple(counsel.panel_lines(_TEXT, found)),
        banner=counsel.prompt_of(_TEXT, found),
        marks=marks_for(scene.seen, card),
    )
    return painted(Scene(scene.seen, ui), _SMALL, _brush())


def _light() -> Frame:
    return painted(_against(a_target()), _SMALL, _brush(Colours.EXTENDED, dark=False))


def _colourless() -> Frame:
    return painted(_against(a_target()), _SMALL, _brush(Colours.NONE))


def _match() -> MatchRecord:
    """A match that is looked through: two levels of the computer play it."""
    record = recorded(seed="pictures", agents=("3", "2"), rounds=12)
    return replace(record, header=replace(record.header, players=_PLAYERS))


def _replay() -> Frame:
    async def frame() -> Frame:
        page = page_of(wind(_match()), _POSITION, brush=_brush(), hands=Hands.BOTH)
        return page.frame(*_SMALL, None)

    return asyncio.run(frame())


def _coach() -> Frame:
    brush = _brush()
    review, levels, taught = verdict(_match(), Coach())
    names = (_PLAYERS[0].name, _PLAYERS[1].name)
    width = text_width(_SMALL[0])
    sheet = coachwords.review_sheet(review, levels, taught[0], 0, names, brush, width)
    return paint_sheet(sheet, *_SMALL, brush, chosen=sheet.items[0].name)


def _lesson() -> Frame:
    mode = MODE._replace(colours=Colours.TRUECOLOR, glyphs=GlyphSet.FULL)
    settings = replace(STILL, cards="auto")

    async def frame(home: Path) -> Frame:
        async with sitting(home, Start(learnt="first"), settings=settings, mode=mode) as person:
            for step in range(1, _STEPS + 1):
                await person.until_seen(f"Step {step}/")
                await person.press("enter")
            await person.until_seen(f"Step {_STEPS + 1}/")
            return person.frame

    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, {"KOIKOI_HOME": folder}),
    ):
        return asyncio.run(frame(Path(folder)))


def _board() -> Frame:
    told = news(6, 4)._replace(rule=rule(_TEXT))
    return paint_board(told, 120, 36, _brush())


PICTURES: Final[dict[str, Callable[[], Frame]]] = {
    "table-80x24": _table,
    "lesson-80x24": _lesson,
    "table-160x48": _large_table,
    "question-80x24": _question,
    "card-80x24": _card,
    "hint-80x24": _hint,
    "coach-80x24": _coach,
    "replay-80x24": _replay,
    "light-256": _light,
    "no-colour": _colourless,
    "board-120x36": _board,
}
"""Every picture by its name, in the order of the README."""


def main(wanted: list[str]) -> None:
    """Draws the pictures of these names, or all."""
    for name in wanted or PICTURES:
        path = FOLDER / f"{name}.png"
        draw(PICTURES[name](), path)
        sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1:])
