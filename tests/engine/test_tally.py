"""The live tally: how each yaku of a pile stands, what completes it, where its cards are."""

from __future__ import annotations

from typing import Any

import pytest

from koikoi.engine.cards import (
    ANIMALS,
    CARDS,
    LIGHTS,
    PLAINS,
    RAIN,
    SAKE_CUP,
    Card,
    Mask,
    cards_of,
    codes_of,
)
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.tally import Place, Standing, TallyLine, tally, tally_view
from koikoi.engine.view import view
from koikoi.engine.yaku import YAKU, Family, YakuId
from tests.engine.midround import midround
from tests.engine.stack import follow, mask, plains, table

MADE, OPEN, LOST = Standing.MADE, Standing.OPEN, Standing.LOST
COVERED, WAITING, SPOILED = Standing.COVERED, Standing.WAITING, Standing.SPOILED


def line(
    yaku: str, captured: str, opponent: str = "", calls: int = 0, field: str = "", **changes: Any
) -> TallyLine:
    """The line of a yaku in December, under the standard rules with some changed."""
    rules = table(**changes)
    made = tally(
        mask(captured),
        rules,
        month=12,
        calls=calls,
        opponent=mask(opponent),
        field=mask(field),
    )
    found = made.line(YakuId(yaku))
    assert found is not None
    return found


def codes(cards: Mask) -> str:
    return " ".join(codes_of(cards_of(cards)))


# ---------------------------------------------------------------- cases

FIVE_LIGHTS = "1L 3L 8L 11L 12L"

# yaku, captured, opponent's pile, changes; standing, have, need, completing cards
COUNTS: list[tuple[str, str, str, dict[str, Any], Standing, int, int, str]] = [
    # Nothing captured: everything is open.
    ("goko", "", "", {}, OPEN, 0, 5, ""),
    ("kasu", "", "", {}, OPEN, 0, 10, ""),
    ("hanami", "", "", {}, OPEN, 0, 2, ""),
    # Named cards.
    ("hanami", "3L", "", {}, OPEN, 1, 2, "9A"),
    ("hanami", "9A", "", {}, OPEN, 1, 2, "3L"),
    ("hanami", "3L 9A", "", {}, MADE, 2, 2, ""),
    ("hanami", "3L", "9A", {}, LOST, 1, 2, ""),
    ("tsukimi", "9A 3L", "8L", {}, LOST, 1, 2, ""),
    ("inoshikacho", "6A", "", {}, OPEN, 1, 3, ""),
    ("inoshikacho", "6A 7A", "", {}, OPEN, 2, 3, "10A"),
    ("inoshikacho", "6A 7A", "10A", {}, LOST, 2, 3, ""),
    ("inoshikacho", "6A 7A 10A", "", {}, MADE, 3, 3, ""),
    ("akatan", "1R 2R 4R", "", {}, OPEN, 2, 3, "3R"),
    ("akatan", "1R 2R", "3R", {}, LOST, 2, 3, ""),
    ("aotan", "6R 9R", "", {}, OPEN, 2, 3, "10R"),
    ("chofuku", "1R 2R 3R 6R 9R", "", {}, OPEN, 5, 6, "10R"),
    ("chofuku", "1R 2R 3R 6R", "9R", {}, LOST, 4, 6, ""),
    ("chofuku", "1R 2R 3R 6R 9R 10R", "", {}, MADE, 6, 6, ""),
    # Counting yaku: lost once too few cards are left.
    ("tane", "2A 4A 5A 8A", "", {}, OPEN, 4, 5, "6A 7A 9A 10A 11A"),
    ("tane", "2A 4A 5A 8A", "6A 7A 9A 10A", {}, OPEN, 4, 5, "11A"),
    ("tane", "2A 4A 5A 8A", "6A 7A 9A 10A 11A", {}, LOST, 4, 5, ""),
    ("tane", "2A 4A 5A 8A 11A 9A", "", {}, MADE, 5, 5, ""),
    ("tan", "1R 2R 4R 5R", "6R 7R 9R 10R 11R", {}, OPEN, 4, 5, "3R"),
    ("tan", "1R 2R 4R 5R", "3R 6R 7R 9R 10R 11R", {}, LOST, 4, 5, ""),
    ("kasu", plains(9), "", {}, OPEN, 9, 10, plains(24)[len(plains(9)) + 1 :]),
    ("kasu", plains(8), "", {}, OPEN, 8, 10, ""),
    ("kasu", "12P1 12P2", plains(14), {}, OPEN, 2, 10, ""),
    ("kasu", "12P1 12P2", plains(15), {}, LOST, 2, 10, ""),
    ("kasu", plains(12), "", {}, MADE, 10, 10, ""),
    # Lights.
    ("goko", "1L 3L 8L 11L", "", {}, OPEN, 4, 5, "12L"),
    ("goko", "1L 3L 8L", "11L", {}, LOST, 3, 5, ""),
    ("shiko", "1L 3L 8L", "11L", {}, OPEN, 3, 4, "12L"),
    ("shiko", "1L 3L 8L", "12L", {}, LOST, 3, 4, ""),
    ("ame_shiko", "1L 3L 8L", "12L", {}, OPEN, 3, 4, "11L"),
    ("ame_shiko", "1L 3L 11L", "12L", {}, OPEN, 3, 4, "8L"),
    ("ame_shiko", "1L 3L 11L", "8L 12L", {}, LOST, 3, 4, ""),
    ("ame_shiko", "1L 3L 8L", "11L", {}, LOST, 3, 4, ""),
    ("ame_shiko", "1L 3L", "", {}, OPEN, 2, 4, ""),
    ("ame_shiko", "11L", "", {}, OPEN, 1, 4, ""),
    ("sanko", "1L 3L", "", {}, OPEN, 2, 3, "8L 12L"),
    ("sanko", "1L 3L", "8L", {}, OPEN, 2, 3, "12L"),
    ("sanko", "1L 3L", "8L 12L", {}, LOST, 2, 3, ""),
    ("sanko", "1L 3L 8L", "", {}, MADE, 3, 3, ""),
    # The cup as a plain, and what that leaves of it as an animal.
    ("kasu", plains(23), "", {"sake_cup": "both"}, MADE, 10, 10, ""),
    ("kasu", f"{plains(8)} 9A", "", {"sake_cup": "animal"}, OPEN, 8, 10, ""),
    ("kasu", "12P1 12P2", plains(15), {"sake_cup": "both"}, OPEN, 2, 10, ""),
    ("kasu", "12P1 12P2", plains(16), {"sake_cup": "both"}, LOST, 2, 10, ""),
    ("kasu", "12P1 12P2", plains(16), {"sake_cup": "both_twice"}, OPEN, 2, 10, ""),
    ("kasu", "12P1 12P2", plains(17), {"sake_cup": "both_twice"}, LOST, 2, 10, ""),
    ("kasu", plains(8), "", {"sake_cup": "both_twice"}, OPEN, 8, 10, "9A"),
    ("kasu", plains(8), "9A", {"sake_cup": "both_twice"}, OPEN, 8, 10, ""),
    ("kasu", plains(9), plains(24)[len(plains(9)) :], {"sake_cup": "both_twice"}, OPEN, 9, 10,
     "9A"),
    ("kasu", plains(9), plains(24)[len(plains(9)) :], {"sake_cup": "plain"}, OPEN, 9, 10, "9A"),
    ("kasu", f"{plains(7)} 9A", plains(23)[len(plains(7)) :], {"sake_cup": "both_twice"}, OPEN, 9,
     10, "12P3"),
    ("kasu", f"{plains(8)} 9A", "", {"sake_cup": "both_twice"}, MADE, 10, 10, ""),
    ("tane", "2A 4A 5A 8A", "6A 7A", {"sake_cup": "plain"}, OPEN, 4, 5, "10A 11A"),
    ("tane", "2A 4A 5A 8A", "6A 7A 10A 11A", {"sake_cup": "plain"}, LOST, 4, 5, ""),
    ("tane", "2A 4A 5A 9A", "", {"sake_cup": "plain"}, OPEN, 3, 5, ""),
    ("hanami", "3L", "", {"sake_cup": "plain"}, OPEN, 1, 2, "9A"),
    # The cards of the month.
    ("tsukifuda", "12L 12P1 12P2", "", {"tsukifuda": 4}, OPEN, 3, 4, "12P3"),
    ("tsukifuda", "12L 12P1", "", {"tsukifuda": 4}, OPEN, 2, 4, ""),
    ("tsukifuda", "12L 12P1", "12P2", {"tsukifuda": 4}, LOST, 2, 4, ""),
    ("tsukifuda", "12L 12P1 12P2 12P3", "", {"tsukifuda": 4}, MADE, 4, 4, ""),
    # Covered: the cards are there, but another yaku counts in their place.
    ("sanko", "1L 3L 8L 12L", "", {}, COVERED, 3, 3, ""),
    ("shiko", FIVE_LIGHTS, "", {}, COVERED, 4, 4, ""),
    ("ame_shiko", FIVE_LIGHTS, "", {}, COVERED, 4, 4, ""),
    ("sanko", FIVE_LIGHTS, "", {}, COVERED, 3, 3, ""),
    ("sanko", "1L 3L 8L 11L", "", {}, COVERED, 3, 3, ""),
    ("akatan", "1R 2R 3R 6R 9R 10R", "", {}, COVERED, 3, 3, ""),
    ("aotan", "1R 2R 3R 6R 9R 10R", "", {}, COVERED, 3, 3, ""),
    ("akatan", "1R 2R 3R 6R 9R 10R", "", {"chofuku_mode": "adds"}, MADE, 3, 3, ""),
    ("tane", "6A 7A 10A 2A 8A", "", {"family": "void"}, COVERED, 5, 5, ""),
    ("tane", "6A 7A 10A 2A 8A", "", {"family": "best"}, COVERED, 5, 5, ""),
    ("tane", "6A 7A 10A 2A 8A", "", {"family": "add"}, MADE, 5, 5, ""),
    ("tan", "1R 2R 3R 4R 5R", "", {"family": "best"}, COVERED, 5, 5, ""),
    ("akatan", "1R 2R 3R 6R 9R 10R", "", {"family": "best", "chofuku": 0, "aotan": 6}, COVERED, 3,
     3, ""),
    # What is voided already cannot come any more, however many of its cards do.
    ("tane", "6A 7A 10A", "", {"family": "void"}, COVERED, 3, 5, ""),
    ("tan", "6R 9R 10R 1R", "", {"family": "void"}, COVERED, 4, 5, ""),
    ("tane", "6A 7A 2A 4A", "", {"family": "void"}, OPEN, 4, 5, "5A 8A 9A 10A 11A"),
    ("tane", "6A 7A 10A 2A", "", {"family": "void", "inoshikacho": 0}, OPEN, 4, 5,
     "4A 5A 8A 9A 11A"),
    # The same where only the dearest counts and the other can never be dearer.
    ("tane", "6A 7A 10A 2A", "", {"family": "best"}, COVERED, 4, 5, ""),
    ("tan", "6R 9R 10R 1R", "", {"family": "best", "extra_card": False}, COVERED, 4, 5, ""),
    ("tane", "6A 7A 10A 2A", "", {"family": "best", "tane": 9}, OPEN, 4, 5, "4A 5A 8A 9A 11A"),
    # The fifth ribbon may make an akatan in its place, or not: a blue one makes the tan itself.
    ("tan", "1R 3R 4R 5R", "7R 11R", {"family": "best"}, OPEN, 4, 5, "2R 6R 9R 10R"),
    ("tan", "1R 3R 4R 5R", "", {"family": "best"}, OPEN, 4, 5, "2R 6R 7R 9R 10R 11R"),
    ("tan", "", "4R 5R", {"family": "best"}, OPEN, 0, 5, ""),
    # Whichever card comes, the dearest of the lights is one that has it.
    ("ame_shiko", "1L 8L 12L", "", {"family": "best", "shiko": 50}, OPEN, 3, 4, "11L"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("yaku", "captured", "opponent", "changes", "standing", "have", "need", "completing"), COUNTS
)
def test_a_line_tells_what_is_there_and_what_completes_it(
    yaku: str,
    captured: str,
    opponent: str,
    changes: dict[str, Any],
    standing: Standing,
    have: int,
    need: int,
    completing: str,
) -> None:
    found = line(yaku, captured, opponent, **changes)
    assert (found.standing, found.have, found.need) == (standing, have, need)
    assert codes(found.completing) == completing
    assert found.missing == need - have
    assert (found.points > 0) == (standing is MADE)


# captured, opponent, calls, field, changes; standing of hanami, completing cards
HANAMI: list[tuple[str, str, int, str, dict[str, Any], Standing, str]] = [
    ("3L 9A", "", 0, "", {"viewing": "with_other_yaku"}, WAITING, ""),
    ("3L 9A 8L", "", 0, "", {"viewing": "with_other_yaku"}, WAITING, ""),
    ("3L", "", 0, "", {"viewing": "with_other_yaku"}, OPEN, "9A"),
    (f"3L 9A {plains(10)}", "", 0, "", {"viewing": "with_other_yaku"}, MADE, ""),
    ("3L 9A", "", 0, "", {"hanami": 0, "hanami_called": 3}, WAITING, ""),
    ("3L 9A", "", 1, "", {"hanami": 0, "hanami_called": 3}, MADE, ""),
    ("3L", "", 0, "", {"hanami": 0, "hanami_called": 3}, OPEN, "9A"),
    ("3L 9A 11L", "", 0, "", {"rain_spoils_viewing": "captured_rain"}, SPOILED, ""),
    ("3L 11L", "", 0, "", {"rain_spoils_viewing": "captured_rain"}, SPOILED, ""),
    ("3L 9A", "", 0, "11L", {"rain_spoils_viewing": "captured_rain"}, MADE, ""),
    ("3L 9A", "11L", 0, "", {"rain_spoils_viewing": "captured_rain"}, MADE, ""),
    ("3L 9A", "", 0, "11P1", {"rain_spoils_viewing": "willow_on_field"}, SPOILED, ""),
    ("3L", "", 0, "11A 1L", {"rain_spoils_viewing": "willow_on_field"}, SPOILED, ""),
    ("3L", "", 0, "1L", {"rain_spoils_viewing": "willow_on_field"}, OPEN, "9A"),
    ("3L 9A 11L", "", 0, "", {"rain_spoils_viewing": "willow_on_field"}, MADE, ""),
    # Rain on the field passes; a card in the other pile never comes back.
    ("3L", "9A", 0, "11A", {"rain_spoils_viewing": "willow_on_field"}, LOST, ""),
]


@pytest.mark.parametrize(
    ("captured", "opponent", "calls", "field", "changes", "standing", "completing"), HANAMI
)
def test_a_viewing_waits_is_spoiled_or_counts(
    captured: str,
    opponent: str,
    calls: int,
    field: str,
    changes: dict[str, Any],
    standing: Standing,
    completing: str,
) -> None:
    found = line("hanami", captured, opponent, calls, field, **changes)
    assert (found.standing, codes(found.completing)) == (standing, completing)


@pytest.mark.parametrize("captured", ["3L", "3L 9A"])
def test_a_viewing_that_a_call_has_switched_off_is_neither_open_nor_waiting(captured: str) -> None:
    found = line("hanami", captured, calls=1, hanami=5, hanami_called=0)
    assert found.points == found.worth == 0
    assert found.standing not in (OPEN, WAITING)


def test_points_count_further_cards_and_worth_does_not() -> None:
    assert (found := line("tane", codes(ANIMALS))).points == 5
    assert found.worth == 1
    assert (found := line("inoshikacho", "6A 7A 10A 2A")).points == 6
    assert found.worth == 5
    assert line("goko", "").worth == 10
    worth = [line("hanami", "", calls=c, hanami=1, hanami_called=3).worth for c in (0, 1, 2)]
    assert worth == [1, 3, 3]


def test_a_line_names_all_cards_that_can_be_part_of_it() -> None:
    cup = 1 << SAKE_CUP
    assert line("tane", "").cards == ANIMALS
    assert line("tane", "", sake_cup="plain").cards == ANIMALS & ~cup
    assert line("kasu", "").cards == PLAINS
    for cup_rule in ("both", "both_twice", "plain"):
        assert line("kasu", "", sake_cup=cup_rule).cards == PLAINS | cup
    assert line("tsukifuda", "", tsukifuda=4).cards == mask("12L 12P1 12P2 12P3")
    assert line("ame_shiko", "").cards == LIGHTS
    assert line("shiko", "").cards == LIGHTS & ~(1 << RAIN)


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_every_yaku_in_play_has_a_line_in_the_fixed_order(name: str) -> None:
    expected = [yaku.id for yaku in YAKU.values() if yaku.family is not Family.DEALT]
    if not preset(name).tsukifuda:
        expected.remove(YakuId.TSUKIFUDA)
    assert [entry.id for entry in tally(0, preset(name)).lines] == expected


@pytest.mark.parametrize(
    ("changes", "gone"),
    [
        ({"goko": 0, "kasu": 0}, {"goko", "kasu"}),
        ({"viewing": "never"}, {"hanami", "tsukimi"}),
        ({"hanami": 0, "hanami_called": 0}, {"hanami"}),
        ({"hanami": 0}, set()),
        ({"tsukimi_called": 0}, set()),
    ],
)
def test_a_yaku_that_is_not_played_has_no_line(changes: dict[str, Any], gone: set[str]) -> None:
    everything = {entry.id for entry in tally(0, table()).lines}
    found = tally(0, table(**changes))
    assert {entry.id for entry in found.lines} == everything - gone
    assert all(found.line(YakuId(yaku)) is None for yaku in gone)


def test_one_away_are_the_open_yaku_that_a_single_card_completes() -> None:
    found = tally(mask("3L 6A 7A 1R"), table())
    assert [entry.id.value for entry in found.one_away] == ["hanami", "inoshikacho"]
    assert not tally(0, table()).one_away


# ---------------------------------------------------------------- places


def test_every_card_is_in_the_place_that_the_viewer_may_know() -> None:
    found = tally(
        mask("1L 2A"),
        table(),
        opponent=mask("3L"),
        hand=mask("4A 4R"),
        field=mask("5A 5R"),
        in_play=Card.parse("6A"),
    )
    expected = dict.fromkeys(CARDS, Place.UNSEEN)
    for cards, place in (
        ("1L 2A", Place.CAPTURED),
        ("3L", Place.OPPONENT),
        ("4A 4R", Place.HAND),
        ("5A 5R", Place.FIELD),
        ("6A", Place.IN_PLAY),
    ):
        expected |= dict.fromkeys(cards_of(mask(cards)), place)
    assert {card: found.place(card) for card in CARDS} == expected


def test_a_view_gives_the_tally_of_either_pile_without_hidden_cards() -> None:
    state = midround(
        table("koikoi-japan"),
        hand="3P1 4P1",
        field="3L 3R 5P1",
        stock="9A",
        pile="9P1 8L",
        rival_hand="7A",
        rival_pile="6A 10A",
        rival_calls=1,
    )
    state, _ = follow(state, "3P1")
    seen = view(state, 0)
    mine, rivals = tally_view(seen, 0), tally_view(seen, 1)
    assert mine.captured == rivals.opponent == state.round.captured[0]
    assert rivals.captured == mine.opponent == state.round.captured[1]
    for found in (mine, rivals):
        assert found.place(Card.parse("4P1")) is Place.HAND
        assert found.place(Card.parse("3R")) is Place.FIELD
        assert found.place(Card.parse("3P1")) is Place.IN_PLAY
        # In the rival's hand, and on top of the stock.
        assert found.place(Card.parse("7A")) is found.place(Card.parse("9A")) is Place.UNSEEN
    assert mine.place(Card.parse("6A")) is Place.OPPONENT
    assert rivals.place(Card.parse("6A")) is Place.CAPTURED
    # The calls are those of the pile's owner.
    for found, worth in ((mine, 1), (rivals, 3)):
        hanami = found.line(YakuId.HANAMI)
        assert hanami is not None
        assert hanami.worth == worth


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_tally_of_a_view_is_that_of_its_round(seat: Any) -> None:
    state = midround(
        table(tsukifuda=4, rain_spoils_viewing="willow_on_field"),
        hand="12P1 4P1",
        field="11L 5P1",
        stock="9A",
        pile="3L 9P1 12L",
        number=12,
    )
    found = tally_view(view(state, seat), 0)
    month = found.line(YakuId.TSUKIFUDA)
    assert month is not None
    assert month.have == 1
    hanami = found.line(YakuId.HANAMI)
    assert hanami is not None
    assert hanami.standing is SPOILED
    assert found.hand == (0 if seat is None else state.round.hands[seat])
