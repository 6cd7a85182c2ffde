"""The keys of a match that is looked through, and its list of rounds."""

from __future__ import annotations

from rich.cells import cell_len

from koikoi.record.reel import wind
from koikoi.tui.frame import Rect
from koikoi.tui.layout import MIN_WIDTH
from koikoi.tui.replaykeys import CONTROLS, ENTRY, controls_sheet
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.uistate import RoundOf
from tests.tui.replays import WHOLE, frame, page_of, press, prompt
from tests.tui.scenes import brush_of

REEL = wind(WHOLE)
EVERY = range(REEL.last + 1)


async def test_steps_forwards_and_backwards_show_the_same() -> None:
    page = page_of(REEL)
    forwards = []
    for place in EVERY:
        assert page.position == place
        forwards.append(frame(page))
        press(page, "right")
    assert page.position == REEL.last
    for place in reversed(EVERY):
        assert page.position == place
        assert frame(page) == forwards[place]
        press(page, "left")
    assert page.position == 0


async def test_rounds_decisions_and_questions_are_jumped_to() -> None:
    page = page_of(REEL)
    for keys, places in (
        (("down", "up"), REEL.starts()[1:]),
        (("full_stop", "comma"), REEL.decisions(0)),
        (("k", "K"), REEL.questions()),
    ):
        press(page, "home")
        found = [place for place in places if place]
        for place in found:
            press(page, keys[0])
            assert page.position == place
        press(page, keys[0])
        assert page.position == found[-1]
        assert prompt(page) == "There is none that way"
        press(page, "end")
        for place in reversed(found):
            if place < REEL.last:
                press(page, keys[1])
                assert page.position == place
    press(page, "end")
    assert page.position == REEL.last
    press(page, "home")
    assert page.position == 0


async def test_the_decisions_are_those_of_the_side_at_the_bottom() -> None:
    page = page_of(REEL)
    press(page, "f")
    for place in REEL.decisions(1):
        if place:
            press(page, "full_stop")
        assert page.position == place


async def test_up_goes_to_the_beginning_of_the_round_first() -> None:
    first, second = REEL.starts()[:2]
    page = page_of(REEL, second + 3)
    press(page, "up")
    assert page.position == second
    press(page, "up")
    assert page.position == first


async def test_a_typed_number_is_an_action_or_a_round() -> None:
    page = page_of(REEL)
    press(page, "1", "2")
    assert prompt(page) == f"Go to 12: Enter action (of {REEL.last}), r round"
    press(page, "enter")
    assert page.position == 12
    press(page, "2", "r")
    assert page.position == REEL.starts()[1]
    press(page, "9", "9", "9", "enter")
    assert prompt(page) == f"There are actions 0 to {REEL.last} only"
    press(page, "7", "r")
    assert prompt(page) == "There are rounds 1 to 3 only"
    press(page, "0", "r")
    assert prompt(page) == "There are rounds 1 to 3 only"
    press(page, "4", "5", "backspace", "enter")
    assert page.position == 4
    press(page, "8", "escape")
    assert page.position == 4
    assert not page.result.done()
    assert not prompt(page).startswith("Go to")
    press(page, *"123456789")
    assert prompt(page).startswith("Go to 1234:")


async def test_a_round_in_the_list_below_the_log_is_clicked() -> None:
    for size in ((80, 24), (100, 30), (120, 36), (160, 48)):
        page = page_of(REEL, 3)
        zones = [zone for zone in frame(page, size).zones if isinstance(zone.target, RoundOf)]
        assert [zone.target for zone in zones] == [RoundOf(1), RoundOf(2), RoundOf(3)]
        page.click(zones[2].target, 1.0)
        assert page.position == REEL.starts()[2]


async def test_the_list_of_rounds_says_who_won_each() -> None:
    text = frame(page_of(REEL, 3), (80, 24)).text()[-2]
    for chapter in REEL.chapters:
        assert chapter.result is not None
        own, rival = chapter.result.points
        sign = "✓" if own > rival else "✗" if rival > own else "–"
        assert f"{chapter.number} {'JanFebMar'[3 * chapter.number - 3 :][:3]} {sign}" in text or (
            f"{chapter.number} {'JanFebMar'[3 * chapter.number - 3 :][:3]}{sign}" in text
        )


async def test_keys_before_the_page_has_appeared_do_nothing() -> None:
    page = page_of(REEL)
    page.open_since = 2.0
    press(page, "right", "q", "3")
    page.click(RoundOf(2), 1.0)
    assert page.position == 0
    assert not page.result.done()


async def test_unknown_keys_and_clicks_do_nothing() -> None:
    page = page_of(REEL, 5)
    press(page, "z", "f12", "shift+tab")
    page.click(Rect(0, 0, 1, 1), 1.0)
    assert page.position == 5


def test_no_key_does_two_things() -> None:
    for controls in (CONTROLS, ENTRY):
        keys = [key for control in controls for key in control.keys]
        assert len(keys) == len(set(keys))


def test_the_list_of_keys_has_every_key_and_fits_the_least_table() -> None:
    for glyphs in GlyphSet:
        sheet = controls_sheet(brush_of(glyphs=glyphs))
        assert [item.name for item in sheet.items] == [control.name for control in CONTROLS]
        for item in sheet.items:
            assert sum(cell_len(span.said) for span in item.line) + 3 <= MIN_WIDTH - 4
