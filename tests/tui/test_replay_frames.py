"""A match that is looked through, as it is painted and as it takes keys; nothing hidden is seen."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from rich.cells import cell_len

from koikoi.engine.actions import SEATS, KoiKoi, Play, Shobu, Take
from koikoi.engine.cards import CARDS, Card, cards_of
from koikoi.engine.state import Phase
from koikoi.record.record import PERSON, RecordPlayer
from koikoi.record.reel import Hands, Reel, wind
from koikoi.text import short
from koikoi.tui import replaywords
from koikoi.tui.layout import MIN_HEIGHT, MIN_WIDTH, watched
from koikoi.tui.replaykeys import controls_sheet
from koikoi.tui.seating import as_recorded
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import BASIC, DARK, LIGHT, MONO
from koikoi.tui.uistate import FieldCard, HandCard, Mark
from tests.text.pseudo import pseudo_text
from tests.tui.replays import (
    DAMAGED,
    RUNNING,
    WHOLE,
    blinded,
    frame,
    page_of,
    press,
    prompt,
)
from tests.tui.scenes import ENGLISH, SIZES, StubFaces, brush_of, layout_of
from tests.tui.test_language import english

REEL = wind(WHOLE)
PART = wind(RUNNING)
LEAST = (MIN_WIDTH, MIN_HEIGHT)
TERMINALS = (LEAST, (64, 21), (72, 22), *SIZES, (133, 41))
EVERY = range(REEL.last + 1)

each_terminal = pytest.mark.parametrize("size", TERMINALS, ids=lambda size: f"{size[0]}x{size[1]}")


def at(phase: Phase, kind: type, reel: Reel = REEL) -> list[int]:
    """The positions of a phase at which an action of a kind follows."""
    return [
        position
        for position, step in enumerate(reel.steps[:-1])
        if step.state.phase is phase and isinstance(reel.steps[position + 1].action, kind)
    ]


# Where everything is -----------------------------------------------------------------------------


@pytest.mark.parametrize("width", [60, 69, 70, 79, 80, 100, 120, 160, 200])
@pytest.mark.parametrize("height", [20, 21, 22, 23, 24, 30, 36, 48, 60])
def test_the_parts_of_the_table_share_its_rows_out(width: int, height: int) -> None:
    table = layout_of((width, height))
    divided = watched(table)
    play = (
        *(divided.header, divided.rival, divided.theirs, divided.field, divided.prompt),
        *(divided.hand, divided.own, divided.log, divided.rounds, divided.footer),
    )
    y = 0
    for part in play:
        assert part.y == y
        y = part.bottom
    assert y == height
    assert divided.rival.height == 1
    assert divided.log.height + divided.rounds.height == table.log.height
    # What happened has room: in two rows of the log, or in the panel.
    assert divided.log.height >= 2 or divided.has_wide_panel
    assert (divided.hand, divided.own, divided.panel) == (table.hand, table.own, table.panel)


@each_terminal
@pytest.mark.parametrize("glyphs", [GlyphSet.FULL, GlyphSet.SAFE, GlyphSet.ASCII])
async def test_every_row_has_the_columns_of_the_terminal(
    size: tuple[int, int], glyphs: GlyphSet
) -> None:
    for theme, side, hands in product((DARK, MONO), SEATS, Hands):
        page = page_of(REEL, brush=brush_of(theme, glyphs), hands=hands)
        page.side = side
        for page.position in range(0, REEL.last + 1, 9):
            painted = frame(page, size)
            assert (painted.width, painted.height) == size
            assert {len(row) for row in painted.rows} == {size[0]}
            for row in painted.text():
                assert cell_len(row) == size[0]
                assert glyphs is not GlyphSet.ASCII or all(" " <= char <= "~" for char in row)


# Both hands --------------------------------------------------------------------------------------


def rival_row(page_size: tuple[int, int], text: list[str]) -> str:
    divided = watched(layout_of(page_size))
    return text[divided.rival.y][: divided.rival.width]


@each_terminal
async def test_the_other_hand_can_be_read_at_every_size(size: tuple[int, int]) -> None:
    step = layout_of(size).step
    width = layout_of(size).card_width
    for position in EVERY:
        page = page_of(REEL, position, hands=Hands.BOTH)
        row = rival_row(size, frame(page, size).text())
        held = cards_of(REEL.steps[position].state.round.hands[1])
        cells = [row[1 + index * step :][:width] for index in range(8)]
        for card, cell in zip(held, cells, strict=False):
            assert cell.split()[0].startswith(str(card.month))
            named = (short.card_4(ENGLISH, card), short.card_10(ENGLISH, card))
            assert any(name in cell for name in named) or f"{card.month}{card.kind.value}" in cell
        assert not "".join(cells[len(held) :]).strip("▐▌ ")


@each_terminal
async def test_two_ribbons_of_the_other_hand_are_told_apart(size: tuple[int, int]) -> None:
    page = page_of(REEL, hands=Hands.BOTH)
    ribbons = [Card.parse(code) for code in ("1R", "6R")]
    seen = REEL.steps[0].state.round.hands[1].bit_count()
    two = sum(1 << card for card in (*ribbons, *CARDS[-(seen - 2) :]))
    steps = REEL.steps[0].state
    state = replace(steps, round=replace(steps.round, hands=(steps.round.hands[0], two)))
    altered = replace(REEL, steps=(REEL.steps[0]._replace(state=state), *REEL.steps[1:]))
    page = page_of(altered, hands=Hands.BOTH)
    row = rival_row(size, frame(page, size).text())
    step, width = layout_of(size).step, layout_of(size).card_width
    first, second = (row[1 + index * step :][:width].strip() for index in (0, 1))
    assert first[1:] != second[1:]


async def test_a_hidden_hand_is_as_many_backs() -> None:
    for position in EVERY:
        state = REEL.steps[position].state
        for hands, bottom, top in (
            (Hands.OWN, False, True),
            (Hands.BOTH, False, False),
            (Hands.NONE, True, True),
        ):
            faces = StubFaces()
            page = page_of(REEL, position, brush=brush_of()._replace(faces=faces), hands=hands)
            row = rival_row((80, 24), frame(page).text())
            sizes = [hand.bit_count() for hand in state.round.hands]
            assert faces.backs == 1 + (sizes[0] if bottom else 0)
            assert row.count("▚") == (6 * sizes[1] if top else 0)


async def test_flipping_exchanges_the_sides() -> None:
    page = page_of(REEL, 8, hands=Hands.BOTH)
    before = page.shot()
    press(page, "f")
    after = page.shot()
    assert (before.side, after.side) == (0, 1)
    assert after.rival == before.seen.hand
    assert after.seen.hand == before.rival
    press(page, "f")
    assert page.shot() == before


# What is hidden ----------------------------------------------------------------------------------


def pictures(reel: Reel, size: tuple[int, int]) -> list[object]:
    """All that is to be seen and read of a match from anywhere."""
    found: list[object] = []
    for number, (side, hands) in enumerate(product(SEATS, Hands)):
        page = page_of(reel, hands=hands)
        page.side = side
        # At the least size each position is seen from every second place.
        first, step = (number % 2, 2) if size == LEAST else (0, 4)
        for page.position in range(first, reel.last + 1, step):
            found.append(frame(page, size))
            press(page, "h", "h", "h")
            found.append(prompt(page))
    seating = as_recorded(reel.players, ENGLISH)
    found.append([replaywords.story(reel, at, seating, ENGLISH) for at in range(reel.last + 1)])
    found.append(replaywords.rounds_sheet(reel, 0, seating, brush_of()))
    return found


@pytest.mark.parametrize("size", [LEAST, (80, 24), (160, 48)])
@pytest.mark.parametrize("people", [1, 2])
async def test_nothing_hidden_has_a_part_in_any_picture(size: tuple[int, int], people: int) -> None:
    record = RUNNING
    if people == 2:
        players = (RecordPlayer("East", PERSON), RecordPlayer("West", PERSON))
        record = replace(record, header=replace(record.header, players=players))
    reel = wind(record)
    other_cards = blinded(reel)
    assert other_cards.steps[-1].state.round.hands[1] != reel.steps[-1].state.round.hands[1]
    assert pictures(other_cards, size) == pictures(reel, size)


async def test_the_exchanged_cards_would_be_seen_where_they_are_not_hidden() -> None:
    known = replace(PART, chapters=tuple(one._replace(revealed=True) for one in PART.chapters))
    shown = page_of(known, PART.last, hands=Hands.BOTH)
    exchanged = page_of(replace(known, steps=blinded(PART).steps), PART.last, hands=Hands.BOTH)
    assert frame(shown) != frame(exchanged)


async def test_only_cards_that_lie_open_can_be_clicked_or_looked_at() -> None:
    for side, hands in product(SEATS, Hands):
        page = page_of(PART, hands=hands)
        page.side = side
        for page.position in range(PART.chapters[-1].first, PART.last + 1):
            state = PART.steps[page.position].state
            hidden = state.round.hands[1]
            for zone in frame(page).zones:
                if isinstance(zone.target, HandCard | FieldCard):
                    assert not hidden >> zone.target.card & 1


async def test_a_refused_hand_is_said_in_a_sentence() -> None:
    page = page_of(PART, PART.last)
    press(page, "h")
    assert page.hands is Hands.BOTH
    assert prompt(page) == "The round goes on: Computer's hand stays hidden"
    assert not page.shot().rival
    press(page, "h")
    assert (
        prompt(page)
        == "Here the match waits for " + page.ui().names[PART.steps[-1].state.to_act or 0]
    )
    # It is said as well where one comes from a round in which both lie open.
    page = page_of(PART, PART.chapters[1].first, hands=Hands.BOTH)
    assert page.shot().rival
    press(page, "down")
    assert prompt(page) == "The round goes on: Computer's hand stays hidden"


# What is said ------------------------------------------------------------------------------------


async def test_the_choice_is_told_and_marked_where_the_hand_of_who_takes_it_is_open() -> None:
    for position in at(Phase.PLAY, Play):
        page = page_of(REEL, position, hands=Hands.BOTH)
        step = REEL.steps[position + 1]
        assert isinstance(step.action, Play)
        seat = REEL.steps[position].state.to_act
        assert seat is not None
        name, card = page.ui().names[seat], short.card_brief(ENGLISH, step.action.card)
        assert prompt(page).startswith(f"{name}: {card} takes ")
        assert page.ui().mark(step.action.card) is Mark.FOCUS
        page.hands = Hands.NONE
        assert prompt(page) == f"{name} is to play a card"
        assert page.ui().marks == ()


async def test_a_target_and_an_answer_are_told_likewise() -> None:
    for phase, kind, word in (
        (Phase.CHOOSE_DRAWN, Take, " takes "),
        (Phase.CHOOSE_PLAYED, Take, " takes "),
        (Phase.DECIDE, KoiKoi, "calls koi-koi"),
        (Phase.DECIDE, Shobu, "and stops: "),
    ):
        places = at(phase, kind)
        assert places
        for position in places:
            page = page_of(REEL, position, hands=Hands.BOTH)
            assert word in prompt(page)
            page.hands = Hands.NONE
            assert "is to choose what" in prompt(page) or "stop or koi-koi?" in prompt(page)
            assert page.ui().target is None


@pytest.mark.parametrize("hands", Hands)
async def test_the_prompt_says_something_at_every_position_and_fits(hands: Hands) -> None:
    for reel in (REEL, PART, wind(DAMAGED)):
        page = page_of(reel, hands=hands)
        for page.position in range(reel.last + 1):
            said = prompt(page)
            assert said
            assert cell_len(said) <= 57 - 3, said


async def test_the_ends_of_records_are_told() -> None:
    whole, part, broken = (page_of(reel, reel.last) for reel in (REEL, PART, wind(DAMAGED)))
    assert "wins the match" in prompt(whole) or "draw" in prompt(whole)
    assert prompt(part).startswith("Here the match waits for ")
    assert prompt(broken) == "The record is damaged from here on; l tells why"
    seating = as_recorded(REEL.players, ENGLISH)
    reel = wind(DAMAGED)
    told = replaywords.story(reel, reel.last, seating, ENGLISH)
    assert told[-1].startswith("Line ")
    assert replaywords.story(reel, reel.last - 1, seating, ENGLISH)[-1] != told[-1]


async def test_the_log_has_what_happened_up_to_here_and_nothing_later() -> None:
    seating = as_recorded(REEL.players, ENGLISH)
    lines = replaywords.brief_lines(REEL, seating, ENGLISH)
    stories = [replaywords.story(REEL, place, seating, ENGLISH) for place in EVERY]
    for position in EVERY:
        page = page_of(REEL, position)
        told = [line for part in lines[: position + 1] for line in part]
        assert list(page.ui().log) == told[-len(page.ui().log) :]
        if position:
            before, now = stories[position - 1], stories[position]
            assert now[: len(before)] == before
    assert any(REEL.steps[-1].state.seed in said for said in stories[-1])
    assert not any(REEL.steps[-1].state.seed in said for said in stories[-2])


async def test_the_tally_shows_what_the_last_action_has_changed() -> None:
    for position in EVERY:
        risen = page_of(REEL, position).ui().risen
        if not position:
            assert not risen
            continue
        before, after = (step.state.round for step in REEL.steps[position - 1 :][:2])
        if before.captured == after.captured or before.number != after.number:
            assert not risen
    assert any(page_of(REEL, position).ui().risen for position in EVERY)


# Language and colours ----------------------------------------------------------------------------


async def test_no_english_is_left() -> None:
    text, _ = pseudo_text()
    players = (RecordPlayer("Ōé", PERSON), RecordPlayer("Žö", "greedy"))
    brush = brush_of(DARK, GlyphSet.FULL, text)
    for record, hands, size in product((WHOLE, RUNNING, DAMAGED), Hands, (LEAST, (100, 30))):
        reel = wind(replace(record, header=replace(record.header, players=players)))
        page = page_of(reel, brush=brush, hands=hands)
        for page.position in range(0, reel.last + 1, 4):
            assert english(frame(page, size).text()) == []
    assert [
        word for item in controls_sheet(brush).items for word in english([item.line[1].said])
    ] == []


async def test_bars_are_told_without_colours_too() -> None:
    position = next(place for place in at(Phase.PLAY, Play) if REEL.steps[place].state.to_act == 1)
    action = REEL.steps[position + 1].action
    assert isinstance(action, Play)
    for theme in (MONO, BASIC, LIGHT):
        page = page_of(REEL, position, brush=brush_of(theme), hands=Hands.BOTH)
        painted = frame(page)
        zone = next(
            zone for zone in reversed(painted.zones) if zone.target == HandCard(action.card)
        )
        left, right = (
            painted.rows[zone.area.y][x].char for x in (zone.area.x - 1, zone.area.right)
        )
        assert (left, right) == (("[", "]") if not theme.colourful else ("▐", "▌"))
