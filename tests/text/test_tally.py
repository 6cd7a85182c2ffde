"""The tally says of every yaku how it stands and where the missing cards are."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.actions import SEATS, Seat
from koikoi.engine.cards import FULL_DECK, Card, cards_of, codes_of
from koikoi.engine.rules import Rules, RuleValue
from koikoi.engine.tally import Standing, tally_view
from koikoi.engine.view import PlayerView
from koikoi.engine.yaku import YakuId
from koikoi.text.catalogue import load
from koikoi.text.events import Narrator
from tests.text.moments import STANDARD, any_rules, mask, patient, rules_like, view_of

EMPTY = view_of(0, hand=0, field=0, slots=())


def lines(seen: PlayerView, seat: Seat = 0) -> list[str]:
    """How the yaku of a player stand, as the owner of the view hears it."""
    return list(Narrator(load(), ("East", "West"), seen.seat).tally(seen, seat))


def line(seen: PlayerView, yaku: YakuId, seat: Seat = 0) -> str:
    """How one yaku stands."""
    places = [entry.id for entry in tally_view(seen, seat).lines]
    return lines(seen, seat)[1 + places.index(yaku)]


def test_the_sum_comes_first() -> None:
    seen = replace(EMPTY, captured=(mask("3L 9A 8L"), mask("1R 2R 3R")))
    assert lines(seen)[0] == "Your yaku come to 10 points."
    assert lines(seen, 1)[0] == "The yaku of West come to 5 points."
    assert lines(EMPTY)[0] == "You have no yaku yet."
    assert lines(EMPTY, 1)[0] == "West has no yaku yet."


def test_a_yaku_one_card_away_names_the_card_and_its_place() -> None:
    held = replace(EMPTY, captured=(mask("1L 3L"), 0))
    hand = replace(held, hand=mask("8L"))
    assert line(hand, YakuId.SANKO) == (
        "Three Lights (Sankō) needs one more card for 5 points: Moon in your hand or Phoenix not"
        " seen yet."
    )
    field = replace(held, hand=mask("12L"), field=mask("8L"))
    assert line(field, YakuId.SANKO) == (
        "Three Lights (Sankō) needs one more card for 5 points: Phoenix in your hand or Moon on"
        " the field."
    )
    in_play = replace(held, captured=(mask("1L 3L"), mask("12L")), in_play=Card.parse("8L"))
    assert line(in_play, YakuId.SANKO) == (
        "Three Lights (Sankō) needs one more card for 5 points: Moon in play."
    )


def test_many_cards_at_one_place_are_counted() -> None:
    plains = mask("1P1 1P2 2P1 2P2 3P1 3P2 4P1 4P2 5P1")
    seen = replace(EMPTY, captured=(plains, 0), hand=mask("5P2"), field=mask("6P1 6P2"))
    assert line(seen, YakuId.KASU) == (
        "Plains (Kasu) needs one more card for 1 point: Iris plain in your hand, Peony plain (6P1)"
        " or Peony plain (6P2) on the field or 12 cards not seen yet."
    )


def test_a_yaku_of_named_cards_says_which_are_missing() -> None:
    seen = replace(EMPTY, captured=(mask("7A"), 0), hand=mask("10A"))
    assert line(seen, YakuId.INOSHIKACHO) == (
        "Boar, Deer, Butterflies (Inoshikachō) has 1 of 3 cards; missing are Deer in your hand and"
        " Butterflies not seen yet."
    )


def test_a_yaku_of_any_cards_says_how_many_there_are() -> None:
    seen = replace(EMPTY, captured=(mask("7A 2A"), 0))
    assert line(seen, YakuId.TANE) == "Animals (Tane) has 2 of 5 cards."


@pytest.mark.parametrize(
    ("viewer", "seat", "said"),
    [
        (0, 0, "Flower Viewing (Hanami) can no longer be made: West has Sake cup."),
        (1, 0, "Flower Viewing (Hanami) can no longer be made: you have Sake cup."),
        (None, 0, "Flower Viewing (Hanami) can no longer be made: West has Sake cup."),
    ],
)
def test_a_lost_yaku_says_who_has_which_card(viewer: Seat | None, seat: Seat, said: str) -> None:
    seen = replace(EMPTY, seat=viewer, captured=(0, mask("9A")))
    assert line(seen, YakuId.HANAMI, seat) == said


def test_a_covered_yaku_names_what_covers_it() -> None:
    both = mask("1R 2R 3R 6R 9R 10R")
    assert line(replace(EMPTY, captured=(both, 0)), YakuId.AOTAN) == (
        "Blue Ribbons (Aotan) does not count beside Poem and Blue Ribbons (Chōfuku)."
    )
    lights = mask("1L 3L 8L 12L")
    assert line(replace(EMPTY, captured=(lights, 0)), YakuId.SANKO) == (
        "Three Lights (Sankō) does not count beside Four Lights (Shikō)."
    )
    best = replace(EMPTY, rules=rules_like(STANDARD, family="best"))
    assert line(replace(best, captured=(mask("1R 2R 3R 6R 9R 10R"), 0)), YakuId.TAN) == (
        "Ribbons (Tan) does not count beside Poem and Blue Ribbons (Chōfuku)."
    )
    outbid = mask("1R 2R 4R 5R"), mask("6R 7R 9R 10R 11R")
    assert line(replace(best, captured=outbid), YakuId.TAN) == (
        "Ribbons (Tan) would not count: a dearer yaku of its kind would."
    )
    void = replace(EMPTY, rules=rules_like(STANDARD, family="void"))
    assert line(replace(void, captured=(mask("6A 7A 10A 2A 4A"), 0)), YakuId.TANE) == (
        "Animals (Tane) does not count beside Boar, Deer, Butterflies (Inoshikachō)."
    )


@pytest.mark.parametrize(
    ("changes", "calls", "said"),
    [
        ({}, 0, "Flower Viewing (Hanami) counts 5 points."),
        (
            {"viewing": "with_other_yaku"},
            0,
            "Flower Viewing (Hanami) counts once there is another yaku beside it.",
        ),
        ({"hanami": 0}, 0, "Flower Viewing (Hanami) counts once you have called koi-koi."),
        (
            {"hanami_called": 0},
            1,
            "Flower Viewing (Hanami) no longer counts, because you have called koi-koi.",
        ),
        (
            {"rain_spoils_viewing": "captured_rain"},
            0,
            "Flower Viewing (Hanami) does not count, because you have Rain.",
        ),
        (
            {"rain_spoils_viewing": "willow_on_field"},
            0,
            (
                "Flower Viewing (Hanami) does not count while a card of November (Willow) is on the"
                " field."
            ),
        ),
    ],
)
def test_a_viewing_that_does_not_count_says_why(
    changes: dict[str, RuleValue], calls: int, said: str
) -> None:
    rules = rules_like(STANDARD, **changes)
    seen = replace(
        EMPTY,
        rules=rules,
        captured=(mask("3L 9A 11L"), 0),
        field=mask("11P1"),
        calls=(calls, 0),
    )
    assert line(seen, YakuId.HANAMI) == said


@pytest.mark.parametrize("standing", Standing)
def test_every_standing_has_a_sentence(standing: Standing) -> None:
    """Each is met below; a new one without a sentence would be told as a spoiled viewing."""
    words = {
        Standing.MADE: "counts 5 points",
        Standing.OPEN: "has 1 of",
        Standing.LOST: "can no longer be made",
        Standing.COVERED: "does not count beside",
        Standing.WAITING: "counts once",
        Standing.SPOILED: "does not count,",
    }[standing]
    rules = rules_like(STANDARD, hanami=0, rain_spoils_viewing="captured_rain")
    piles = mask("3L 9A 1R 2R 3R 6R 9R 10R"), mask("7A"), mask("11L 8L 9A"), mask("1R 2R 3R 12L")
    said = [
        words in text
        for pile in piles
        for text, entry in _told(replace(EMPTY, rules=rules, captured=(pile, mask("5A 1L"))))
        if entry is standing
    ]
    assert any(said)


def _told(seen: PlayerView) -> list[tuple[str, Standing]]:
    standings = [entry.standing for entry in tally_view(seen, 0).lines]
    return list(zip(lines(seen)[1:], standings, strict=True))


@patient
@given(
    rules=any_rules(),
    where=st.lists(st.sampled_from("co.hf"), min_size=48, max_size=48),
    calls=st.tuples(st.integers(0, 2), st.integers(0, 2)),
    month=st.integers(1, 12),
)
def test_every_tally_can_be_told_and_tells_no_hidden_card_s_place(
    rules: Rules, where: list[str], calls: tuple[int, int], month: int
) -> None:
    piles = {
        place: sum(1 << card for card in range(48) if where[card] == place) for place in "co.hf"
    }
    seen = replace(
        EMPTY,
        rules=rules,
        captured=(piles["c"], piles["o"]),
        hand=piles["h"],
        field=piles["f"],
        calls=calls,
        number=month,
    )
    for seat in SEATS:
        said = Narrator(load(), ("East", "West"), 0, codes=True).tally(seen, seat)
        for sentence in said[1:]:
            assert sentence.endswith(".")
            assert " ." not in sentence
            if "not seen yet" in sentence:
                hidden = sentence.partition("not seen yet")[0].rpartition(" on the field")[2]
                hidden = hidden.rpartition(" in your hand")[2]
                named = [c for c in codes_of(cards_of(FULL_DECK)) if f"({c})" in hidden]
                assert all(seen.unseen >> Card.parse(code) & 1 for code in named)
