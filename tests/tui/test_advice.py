"""What hangs on the koi-koi question is told at every size, and what a card would do."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.cards import CARDS, Card, Mask
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules
from koikoi.engine.view import PlayerView
from koikoi.tui.frame import Frame
from koikoi.tui.layout import Layout
from koikoi.tui.paint import advice, panel
from koikoi.tui.paint.advice import Stake
from koikoi.tui.uistate import Decision, Does, Mood, Words
from tests.engine.stack import mask, table
from tests.tui.scenes import (
    LOG,
    SIZES,
    Scene,
    StubFaces,
    a_turn,
    brush_of,
    deciding,
    layout_of,
    painted,
    text_in,
)

PLACES = [(60, 20), (66, 30), (72, 20), (79, 40), (200, 20), *SIZES]
every_size = pytest.mark.parametrize("size", PLACES, ids=lambda size: f"{size[0]}x{size[1]}")

# Piles at the question: own and other player's. The second makes the tally as long as it can be.
PILES = {
    "hanami": ("3L 9A 7A", "1L 1R 2R"),
    "chofuku": ("1R 2R 3R 6R 9R 10R 3L 9A 2A 4A 5A", "1L 8L 7A 10A 6A"),
    "everything": (
        "1L 3L 8L 12L 9A 6A 7A 10A 4A 1R 2R 3R 6R 9R 10R "
        + " ".join(f"{n}P1" for n in range(1, 11)),
        "4P2 2A 5A 8A 11A",
    ),
    "nothing near": ("3L 9A", "4P2"),
}
every_pile = pytest.mark.parametrize("piles", PILES)
every_preset = pytest.mark.parametrize("name", PRESET_NAMES)


def asked(piles: str, name: str = "standard", calls: tuple[int, int] = (0, 0)) -> Scene:
    """The question, with these piles, under these rules."""
    own, rival = map(mask, PILES[piles])
    scene = deciding()
    free = ~(own | rival)
    seen = replace(
        scene.seen,
        rules=preset(name),
        number=3,
        captured=(own, rival),
        calls=calls,
        hand=scene.seen.hand & free,
        field=scene.seen.field & free,
        slots=tuple(c if c >= 0 and free >> c & 1 else -1 for c in scene.seen.slots),
    )
    return Scene(seen, scene.ui)


def frame_of(scene: Scene, size: tuple[int, int]) -> Frame:
    return painted(scene, size, brush_of()._replace(faces=StubFaces()))


def told(frame: Frame, divided: Layout) -> str:
    """Where what hangs on the question is told: in the panel, or in the log."""
    where = text_in(frame, divided.panel)
    return where if "RISK" in where else text_in(frame, divided.log)


@every_size
@every_preset
@every_pile
def test_all_that_must_be_known_is_told_in_its_order(
    piles: str, name: str, size: tuple[int, int]
) -> None:
    scene, divided = asked(piles, name), layout_of(size)
    frame = frame_of(scene, size)
    said = told(frame, divided)
    lines = ["KOI-KOI 4 turns left", "RISK", "CPU wins"]
    if "STOP" in said:
        lines.insert(0, "STOP")
    else:
        assert not divided.has_wide_panel  # there the prompt alone says what stopping scores
    places = [said.index(line) for line in lines]
    assert places == sorted(places)
    _, score = advice.stop_now(scene.seen, 0)
    assert f" s  stop, take {score.points} " in text_in(frame, divided.prompt)
    assert " k  koi-koi " in text_in(frame, divided.prompt)


@every_preset
@pytest.mark.parametrize(("piles", "chance"), [("hanami", "Tsukimi in hand"), ("chofuku", "Tane")])
def test_chances_and_the_next_dealer_have_room_at_80_columns_too(
    piles: str, chance: str, name: str
) -> None:
    scene = asked(piles, name)
    said = text_in(frame_of(scene, (80, 24)), layout_of((80, 24)).panel)
    assert re.search(rf"\+\d+pt {chance}", said)
    assert "next dealer: " in said


def some_question() -> list[tuple[Stake, advice.Advice]]:
    scene = asked("hanami")
    lines = advice.stakes(scene.seen, scene.ui, brush_of())
    assert [stake for stake, _ in lines] == [
        Stake.STOP,
        Stake.DEALER,
        Stake.CALL,
        Stake.RAISE,
        Stake.CHANCE,
        Stake.RISK,
        Stake.COST,
    ]
    return lines


@pytest.mark.parametrize("room", range(9))
def test_less_room_leaves_the_less_important_lines_out(room: int) -> None:
    lines = some_question()
    scene = asked("hanami")
    shown = advice.question(scene.seen, scene.ui, brush_of(), room)
    assert len(shown) == min(room, len(lines))
    kept = [stake for stake, line in lines if line in shown]
    order = [stake for stake in Stake if any(stake is one for one, _ in lines)]
    assert set(kept) == set(order[:room])
    assert shown == [line for _, line in lines if line in shown]


def said_of(seen: PlayerView, stake: Stake) -> str:
    scene = deciding()
    lines = dict(advice.stakes(seen, scene.ui, brush_of()))
    return lines[stake].said if stake in lines else ""


@pytest.mark.parametrize(
    ("rules", "calls", "raised", "cost"),
    [
        (table("standard"), (0, 0), "×2 from 8 points", "CPU wins ×2, you 0"),
        (table("nintendo"), (0, 0), "×2 from 7 points", "CPU wins ×2, you 0"),
        (table("standard", double_from=0), (0, 0), "", "CPU wins ×2, you 0"),
        (table("standard", double_from=5), (0, 0), "", "CPU wins ×2, you 0"),
        (table("standard", call_bonus="none"), (0, 0), "×2 from 8 points", "CPU wins: you get 0"),
        (table("koikoi-japan"), (0, 0), "your win then +1", "CPU wins: you get 0"),
        (table("koikoi-japan"), (3, 0), "your win then ×2", "CPU wins: you get 0"),
        (
            table("standard", call_bonus="per_call"),
            (0, 0),
            "your win then ×2",
            "CPU wins ×2, you 0",
        ),
        (
            table("standard", call_bonus="per_call"),
            (1, 1),
            "your win then ×4",
            "CPU wins ×4, you 0",
        ),
    ],
)
def test_what_a_call_changes_follows_from_the_rules(
    rules: Rules, calls: tuple[int, int], raised: str, cost: str
) -> None:
    seen = replace(asked("hanami", calls=calls).seen, rules=rules)
    assert said_of(seen, Stake.RAISE) == raised
    assert said_of(seen, Stake.COST) == cost


def test_the_risk_is_the_other_players_nearest_yaku() -> None:
    seen = asked("hanami").seen
    assert said_of(replace(seen, hand=0), Stake.RISK) == "RISK CPU: Akatan"
    # What is in the own hand is not for them to take.
    assert said_of(seen, Stake.RISK) == "RISK: nothing near"
    assert said_of(asked("nothing near").seen, Stake.RISK) == "RISK: nothing near"


def test_in_the_last_round_nobody_deals_next() -> None:
    seen = replace(asked("hanami").seen, number=12)
    assert said_of(seen, Stake.DEALER) == ""


@every_size
@pytest.mark.parametrize("piles", ["hanami", "everything"])
def test_both_answers_are_whole_and_can_be_clicked(piles: str, size: tuple[int, int]) -> None:
    frame, divided = frame_of(asked(piles), size), layout_of(size)
    words = {
        zone.target.decision: text_in(frame, zone.area)
        for zone in frame.zones
        if isinstance(zone.target, Words)
    }
    assert re.fullmatch(r" s  stop, take \d+", words[Decision.STOP])
    assert words[Decision.CALL] == " k  koi-koi"
    # A blank parts the prompt from what is beside it.
    assert text_in(frame, divided.prompt).endswith(" ")


@given(st.sets(st.sampled_from(CARDS), max_size=30), st.sampled_from(PLACES))
def test_the_prompt_of_the_question_is_whole_whatever_is_made(
    cards: set[Card], size: tuple[int, int]
) -> None:
    pile: Mask = sum(1 << card for card in cards) | mask("3L 9A")
    scene = deciding()
    seen = replace(scene.seen, captured=(pile, 0), field=0, hand=0, slots=())
    _, score = advice.stop_now(seen, 0)
    prompt = text_in(frame_of(Scene(seen, scene.ui), size), layout_of(size).prompt)
    assert re.search(rf"\S:  s  stop, take {score.points}   k  koi-koi ", prompt)


# The tally, and what the chosen card would do.


def test_where_targets_differ_all_are_told_of_before_any_in_full() -> None:
    scene = a_turn()
    card = Card.parse("8L")
    for room in range(5, 12):
        lines = advice.what_if(scene.seen, scene.ui, card, brush_of(), room)
        said = [line.said for line in lines]
        assert len(said) <= max(room, 5)
        assert "takes Geese" in said
        assert "takes plain" in said
        assert said[said.index("takes Geese") + 1].startswith("Tane")
        assert said[-1] != "takes plain"
        # What either target brings is the card's own, and told once.
        assert said.count("Sankō 2/3") == (room > 5)
        assert "Sankō 2/3" not in said[2:]


@every_size
def test_the_tally_is_at_hand_at_every_size(size: tuple[int, int]) -> None:
    frame, divided = frame_of(a_turn(), size), layout_of(size)
    area = next(zone.area for zone in frame.zones if zone.target == Does("yaku"))
    said = text_in(frame, area)
    rows = said.split("\n")
    for yaku in ("Lights", "Hanam", "Tsuki", "InoSh", "Akata", "Aotan", "Tane", "Tan ", "Kasu"):
        assert any(row.startswith(yaku) for row in rows), yaku
    assert "!1/2" in said
    assert area.bottom <= divided.panel.bottom
    beside = text_in(frame, divided.panel)
    assert "Stock" in beside
    assert "×1" in beside


@pytest.mark.parametrize("name", ["standard", "wikipedia"])
@every_pile
def test_a_narrow_panel_has_room_for_the_longest_tally(piles: str, name: str) -> None:
    scene = asked(piles, name)
    for mood in (Mood.PLAY, Mood.DECIDE):
        shown = Scene(scene.seen, scene.ui._replace(mood=mood, focus=Card.parse("8L")))
        said = text_in(frame_of(shown, (60, 20)), layout_of((60, 20)).panel)
        assert "Kasu" in said
        assert "Stock 17" in said


def test_a_narrow_panel_warns_of_the_other_players_yaku() -> None:
    scene = asked("chofuku")
    frame, divided = frame_of(scene, (60, 20)), layout_of((60, 20))
    rows = {row[:4]: row for row in text_in(frame, divided.panel).split("\n")}
    assert rows["InoS"].endswith("✓")
    assert rows["Chōf"].rstrip().endswith("✓10")
    near = asked("hanami")
    rows = {row[:4]: row for row in text_in(frame_of(near, (60, 20)), divided.panel).split("\n")}
    assert rows["Akat"].endswith("!")
    assert rows["YAKU"].endswith("C")  # for whom the last column stands


def test_what_is_raised_is_said_beside_the_points() -> None:
    scene = asked("hanami", "koikoi-japan", calls=(2, 5))
    frame = frame_of(scene, (80, 24))
    (row,) = [
        row for row in text_in(frame, layout_of((80, 24)).panel).split("\n") if "If won" in row
    ]
    assert row.split()[-2:] == ["+2", "×3"]


def cards_of_line(scene: Scene, size: tuple[int, int], yaku: str) -> str:
    rows = text_in(frame_of(scene, size), layout_of(size).panel).split("\n")
    return next(below for row, below in pairwise(rows) if row.startswith(yaku)).strip()


@pytest.mark.parametrize(
    ("size", "yaku", "said"),
    [
        ((160, 48), "Lights", "·Crane ✓Curtain ▸Moon ✗Phoenix"),
        ((120, 36), "Lights", "·Cran ✓Curt ▸Moon ✗Phnx"),
        ((120, 36), "InoShika", "·Butterfly ✓Boar ·Deer"),
        ((120, 36), "Aotan", "·6 ·9 ·10"),
        ((160, 48), "Tane", "■■□□□"),
    ],
)
def test_the_panel_says_where_the_cards_of_a_yaku_are(
    size: tuple[int, int], yaku: str, said: str
) -> None:
    assert cards_of_line(a_turn(), size, yaku) == said


@pytest.mark.parametrize("size", SIZES)
def test_the_last_moves_stand_in_the_panel_where_it_has_more_room_than_the_log(
    size: tuple[int, int],
) -> None:
    frame, divided = frame_of(deciding(), size), layout_of(size)
    said = text_in(frame, divided.panel)
    assert ("LAST MOVES" in said) == (size == (160, 48))
    if "LAST MOVES" in said:
        words = " ".join(said[said.index("LAST MOVES") :].split())
        for line in LOG:
            assert line in words
        assert panel.asked_about(deciding().seen, deciding().ui) is None
