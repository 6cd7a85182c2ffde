"""Words of two columns a letter: every row keeps its columns, and nothing that matters is cut."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from koikoi.engine.cards import CARDS, Card
from koikoi.engine.yaku import YakuId
from koikoi.text import short
from koikoi.text.catalogue import Text
from koikoi.tui.frame import Canvas, Ink, Rect
from koikoi.tui.paint import too_small
from koikoi.tui.sheet import text_width
from koikoi.tui.uistate import Decision, Words
from tests.tui.columns import LANGUAGES, brush_of, misplaced, spoken, too_wide
from tests.tui.pages import SHEETS, all_pages
from tests.tui.scenes import SCENES, Scene, crowd, deciding, layout_of, painted

ALL = [(60, 20), (80, 24), (100, 30), (120, 36), (160, 48)]
ODD = [(61, 21), (73, 23), (79, 25), (93, 29), (107, 33), (133, 41), (199, 55)]
each_size = pytest.mark.parametrize("size", ALL + ODD, ids=lambda size: f"{size[0]}x{size[1]}")
each_page_size = pytest.mark.parametrize(
    "size", [*ALL, (61, 21), (93, 29)], ids=lambda size: f"{size[0]}x{size[1]}"
)


@pytest.fixture(params=LANGUAGES)
def text(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Text]:
    yield from spoken(request.param, monkeypatch, tmp_path / "locale")


def scenes(text: Text) -> Iterator[tuple[str, Scene]]:
    """Every moment, with names and a log in the language."""
    you, rival = text.t("You"), text.p("opponent", "Uguisu")
    tags = (text.p("player, 5 columns", "You"), text.p("opponent, 5 columns", "Ugu."))
    card = short.card_brief(text, Card.parse("11A"))
    log = (
        text.t("You played {card}: no match", card=card),
        text.t("{name} drew {card}: no match", name=rival, card=card),
        text.t("{name} called koi-koi!", name=rival),
    )
    made = {**{name: make() for name, make in SCENES.items()}, "crowd": crowd(17)}
    asked = deciding()
    for decision in Decision:
        made[f"decide {decision}"] = Scene(asked.seen, asked.ui._replace(decision=decision))
    for name, scene in made.items():
        yield name, Scene(scene.seen, scene.ui._replace(names=(you, rival), tags=tags, log=log))


@each_size
@pytest.mark.parametrize("pictures", [False, True], ids=["words", "pictures"])
def test_every_row_of_the_table_keeps_its_columns(
    text: Text, size: tuple[int, int], pictures: bool
) -> None:
    brush = brush_of(text, pictures=pictures)
    for name, scene in scenes(text):
        assert misplaced(painted(scene, size, brush), size[0]) == [], name


@each_page_size
def test_every_row_of_every_page_keeps_its_columns(text: Text, size: tuple[int, int]) -> None:
    for name, frame in all_pages(size, brush_of(text)):
        assert misplaced(frame, size[0]) == [], name


def test_a_terminal_that_is_too_small_is_told_so_within_it(text: Text) -> None:
    for size in ((59, 19), (40, 12), (21, 5), (7, 2)):
        assert misplaced(too_small(*size, brush_of(text)), size[0]) == []


@each_page_size
def test_no_line_of_a_page_is_wider_than_the_page(text: Text, size: tuple[int, int]) -> None:
    width, brush = text_width(size[0]), brush_of(text)
    cut = {name: too_wide(build(brush, width), width) for name, build in SHEETS.items()}
    assert {name: lines for name, lines in cut.items() if lines} == {}


def test_a_caption_writes_the_plant_once(text: Text) -> None:
    brush = brush_of(text, pictures=True)
    for card in CARDS:
        canvas = Canvas(18, 11, Ink())
        brush.faces.face(canvas, Rect(0, 0, 18, 11), card)
        caption = canvas.frame().text()[-1]
        assert caption.count(short.kanji_2(card.month)) <= 1, caption


@each_size
def test_both_answers_to_the_question_are_read_in_full(text: Text, size: tuple[int, int]) -> None:
    brush = brush_of(text)
    for name, scene in scenes(text):
        if not name.startswith("decide"):
            continue
        frame = painted(scene, size, brush)
        (prompt,) = {zone.area.y for zone in frame.zones if isinstance(zone.target, Words)}
        said = frame.text()[prompt]
        assert text.t("koi-koi") in said
        assert text.t("stop, take {points}", points=5) in said
        answers = {zone.target.decision for zone in frame.zones if isinstance(zone.target, Words)}
        assert answers == set(Decision)


@each_size
def test_prompts_say_all_that_is_to_be_done(text: Text, size: tuple[int, int]) -> None:
    brush = brush_of(text)
    dots = brush.glyphs.dots
    for name, scene in scenes(text):
        frame = painted(scene, size, brush)
        prompt = frame.text()[layout_of(size).prompt.y]
        assert dots not in prompt, (name, prompt)


@each_size
def test_the_stock_tells_its_number(text: Text, size: tuple[int, int]) -> None:
    scene = SCENES["turn"]()
    said = "\n".join(painted(scene, size, brush_of(text)).text())
    assert scene.seen.stock_size == 18
    place = layout_of(size).stock_place(crowded=False)
    rows = said.split("\n")[place.y : place.bottom + 1]
    assert any("18" in row for row in rows)


@each_size
def test_the_tally_names_every_yaku_in_full(text: Text, size: tuple[int, int]) -> None:
    brush = brush_of(text)
    panel = layout_of(size).panel
    frame = painted(SCENES["turn"](), size, brush)
    said = "\n".join(
        "".join(cell.char for cell in row[panel.x : panel.right])
        for row in frame.rows[panel.y : panel.bottom]
    )
    for yaku in (YakuId.HANAMI, YakuId.TSUKIMI, YakuId.INOSHIKACHO, YakuId.AKATAN, YakuId.AOTAN):
        assert short.yaku_9(text, yaku) in said or size[0] < 80, yaku
    for yaku in (YakuId.TANE, YakuId.TAN, YakuId.KASU):
        assert short.yaku_9(text, yaku) in said, yaku


@each_size
def test_the_footer_shows_the_first_keys_with_their_words(
    text: Text, size: tuple[int, int]
) -> None:
    brush = brush_of(text)
    for name, scene in scenes(text):
        frame = painted(scene, size, brush)
        shown = [zone for zone in frame.zones if zone.area.y == size[1] - 1]
        assert len(shown) >= len(scene.ui.hints[:3]), (name, frame.text()[-1])
