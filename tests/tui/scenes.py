"""Moments at the table, and everything that is painted of them without a program around it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from koikoi.engine.actions import Seat
from koikoi.engine.cards import CARDS, Card, cards_of, mask_of
from koikoi.engine.presets import preset
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import PlayerView, view
from koikoi.text.catalogue import Text, load
from koikoi.tui.animator import marks_for, spot_of
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.frame import Frame, Rect
from koikoi.tui.keys import BY_NAME, Where, hints, shown
from koikoi.tui.layout import Layout, layout
from koikoi.tui.paint import paint
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import DARK, Theme
from koikoi.tui.uistate import FieldCard, HandCard, KeyHint, Mood, UiState
from tests.engine.midround import STANDARD, midround
from tests.engine.stack import FOUR, deal, follow, table

SIZES: Final = ((80, 24), (100, 30), (120, 36), (160, 48))
ENGLISH: Final = load()
NAMES: Final = ("You", "Computer")
TAGS: Final = ("You", "CPU")
LOG: Final = (
    "Round 3, March: you deal and begin",
    "You played Willow red: no match",
    "You drew Swallow, took Willow red",
    "Computer played Geese, took Pampas plain",
    "Computer drew Mum plain: no match",
)


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment.

    Attributes:
        seen: What the table shows.
        ui: What is chosen.
    """

    seen: PlayerView
    ui: UiState


def brush_of(theme: Theme = DARK, glyphs: GlyphSet = GlyphSet.FULL, text: Text = ENGLISH) -> Brush:
    """A brush with text cards."""
    return make_brush(theme, glyphs, text, pictures=False)


def layout_of(size: tuple[int, int]) -> Layout:
    """The layout of a terminal that is large enough."""
    found = layout(*size)
    assert found is not None
    return found


def painted(scene: Scene, size: tuple[int, int] = (80, 24), brush: Brush | None = None) -> Frame:
    """A scene on a terminal of this size."""
    brush = brush or brush_of()
    keys = tuple(
        KeyHint(shown(command, brush.glyphs, brush.text), brush.text.t(command.word), command.name)
        for command in (BY_NAME[hint.command] for hint in scene.ui.hints)
    )
    return paint(scene.seen, scene.ui._replace(hints=keys), layout_of(size), brush)


def ui_of(seen: PlayerView, mood: Mood, where: Where, **changes: Any) -> UiState:
    """What is shown beside a view; ``changes`` are fields of :class:`UiState`."""
    brush = brush_of()
    base = UiState(
        seat=seen.seat or 0,
        names=NAMES,
        tags=TAGS,
        mood=mood,
        log=LOG,
        hints=hints(where, brush.glyphs, brush.text),
    )
    return base._replace(**changes)


def playing(**changes: Any) -> MatchState:
    """Round 3, some turns in, seat 0 to play; ``changes`` are those of :func:`midround`."""
    round_: dict[str, Any] = {
        "hand": "8L 9P1 3R 5A 12P1",
        "field": "8P2 1R 8A 3P1 4P1 9A 11R 2A 7P1",
        "stock": "10A 1P1",
        "pile": "3L 11A 7A 7R 4R 12P2 2P1",
        "rival_hand": "1L",
        "number": 3,
        "scores": (12, 5),
        **changes,
    }
    return midround(STANDARD, **round_)


def a_turn(card: str = "8L") -> Scene:
    """The own turn, with a card chosen."""
    seen = view(playing(), 0)
    focus = Card.parse(card)
    return Scene(
        seen, ui_of(seen, Mood.PLAY, Where.PLAY, focus=focus, marks=marks_for(seen, focus))
    )


def looking() -> Scene:
    """The own turn, with a card of the field chosen to be looked at."""
    seen = view(playing(), 0)
    focus = Card.parse("2A")
    return Scene(seen, ui_of(seen, Mood.PLAY, Where.PLAY, focus=focus, inspecting=True))


def a_target(target: str = "") -> Scene:
    """A hand card is picked up, and takes one of two."""
    scene = a_turn()
    card = Card.parse("8L")
    ui = ui_of(
        scene.seen,
        Mood.TARGET,
        Where.PICKED,
        focus=card,
        picked=card,
        target=Card.parse(target) if target else None,
        marks=marks_for(scene.seen, card),
    )
    return Scene(scene.seen, ui)


def a_drawn_card() -> Scene:
    """The drawn card takes one of two."""
    state, _ = follow(playing(stock="8P1 10A"), "5A")
    seen = view(state, 0)
    assert seen.phase is Phase.CHOOSE_DRAWN
    assert seen.in_play is not None
    ui = ui_of(
        seen,
        Mood.TARGET,
        Where.DRAWN,
        in_play=seen.in_play,
        spot=spot_of(seen),
        marks=marks_for(seen, seen.in_play),
    )
    return Scene(seen, ui)


def deciding(seat: Seat = 0) -> Scene:
    """The koi-koi question."""
    state, _ = follow(playing(), "9P1")
    seen = view(state, seat)
    assert seen.phase is Phase.DECIDE
    if seat == 0:
        return Scene(seen, ui_of(seen, Mood.DECIDE, Where.DECIDE))
    return Scene(seen, ui_of(seen, Mood.WATCH, Where.WATCH))


def the_others_turn() -> Scene:
    """The other player thinks."""
    seen = view(playing(mover=1, rival_hand="5R", pile="3L 11A 7A"), 0)
    return Scene(seen, ui_of(seen, Mood.WATCH, Where.WATCH))


def a_curtain() -> Scene:
    """Two people at one screen, and nobody looks."""
    seen = view(playing(), None)
    names = ("East", "West")
    ui = ui_of(seen, Mood.CURTAIN, Where.CURTAIN, names=names, tags=names, seat=1, shown_hand=False)
    return Scene(seen, ui)


def called() -> Scene:
    """The own turn after koi-koi calls of both."""
    scene = a_turn()
    seen = replace(scene.seen, calls=(1, 2))
    return Scene(seen, scene.ui)


def wild() -> Scene:
    """The wild Lightning takes any card of the field."""
    rules = table("yakuza", lightning_wild=True)
    state = midround(
        rules,
        hand="11P1 9P1 3R",
        field="8P2 1R 8A 3P1 4P1 9A 2A 7P1",
        stock="10A 1P1",
    )
    seen, card = view(state, 0), Card.parse("11P1")
    ui = ui_of(
        seen,
        Mood.TARGET,
        Where.PICKED,
        focus=card,
        picked=card,
        marks=marks_for(seen, card),
    )
    return Scene(seen, ui)


def crowd(count: int) -> Scene:
    """The own turn with so many cards on the field, 8 to 18.

    17 cards are 8 of three months and one each of nine others; 18 are those with the fourth card of
    a month, which a field can have where four of a month may stay there.
    """
    lying = [
        "8L",
        "8A",
        "8P1",
        "1L",
        "1R",
        "1P1",
        "12L",
        "12P1",
        "2A",
        "3L",
        "4A",
        "5A",
        "6A",
        "7A",
        "9A",
        "10A",
        "11L",
        "8P2",
    ][:count]
    hand = "2R 3R 9R" if count > 9 else "8P2 9R 10R 2P1 3R 4R 5R 6R"
    rules = replace(preset("standard"), field_four="keep") if count == 18 else STANDARD
    slots = tuple(int(Card.parse(code)) for code in lying)
    held = mask_of(Card.parse(code) for code in hand.split())
    seen = replace(
        view(deal(table(), field=FOUR), 0),
        rules=rules,
        hand=held,
        hand_sizes=(held.bit_count(), held.bit_count()),
        slots=slots,
        field=mask_of(CARDS[card] for card in slots),
        captured=(0, 0),
        stock_size=24,
        phase=Phase.PLAY,
        to_act=0,
    )
    focus = cards_of(held)[0]
    return Scene(
        seen, ui_of(seen, Mood.PLAY, Where.PLAY, focus=focus, marks=marks_for(seen, focus))
    )


SCENES: Final = {
    "turn": a_turn,
    "looking": looking,
    "target": a_target,
    "drawn": a_drawn_card,
    "decide": deciding,
    "other": the_others_turn,
    "curtain": a_curtain,
    "called": called,
    "wild": wild,
}
"""The moments by their names."""


class StubFaces:
    """Faces that show a card's code, and remember which cards they drew."""

    pictured = False

    def __init__(self) -> None:
        self.drawn: set[Card] = set()
        self.faint: set[Card] = set()
        self.chosen: set[Card] = set()
        self.backs = 0

    def face(
        self, canvas: Any, place: Rect, card: Card, *, chosen: bool = False, faint: bool = False
    ) -> None:
        self.drawn.add(card)
        if faint:
            self.faint.add(card)
        if chosen:
            self.chosen.add(card)
        canvas.fill(place, canvas.ground)
        canvas.put(place.x, place.y, card.code, canvas.ground)

    def back(self, canvas: Any, place: Rect, caption: str) -> None:
        self.backs += 1
        canvas.fill(place, canvas.ground, "#")

    def blank(self, canvas: Any, place: Rect) -> None:
        canvas.fill(place, canvas.ground)


def drawn_in(scene: Scene, size: tuple[int, int] = (80, 24)) -> StubFaces:
    """Which cards a scene shows."""
    faces = StubFaces()
    painted(scene, size, brush_of()._replace(faces=faces))
    return faces


def area_of(frame: Frame, target: HandCard | FieldCard) -> Rect:
    """Where a card can be clicked."""
    return next(zone.area for zone in reversed(frame.zones) if zone.target == target)


def text_in(frame: Frame, area: Rect) -> str:
    """The characters of an area, row by row."""
    rows = frame.rows[area.y : area.bottom]
    return "\n".join("".join(cell.char for cell in row[area.x : area.right]) for row in rows)


def known(seen: PlayerView) -> set[Card]:
    """The cards that a view's owner may see now."""
    in_play = 0 if seen.in_play is None else 1 << seen.in_play
    return set(cards_of(seen.hand | seen.field | seen.captured[0] | seen.captured[1] | in_play))


def all_text(frames: Iterable[Frame]) -> str:
    """The characters of pictures."""
    return "\n".join("\n".join(frame.text()) for frame in frames)
