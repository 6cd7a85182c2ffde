"""What holds for the live tally of every pile, tried against all that can still come."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.cards import (
    ANIMALS,
    CARDS,
    FULL_DECK,
    LIGHTS,
    RAIN,
    RIBBONS,
    Mask,
    cards_of,
    codes_of,
    mask_of,
)
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules
from koikoi.engine.tally import Standing, YakuTally, tally
from koikoi.engine.yaku import YAKU, Family, MadeYaku, YakuId, scorer
from tests.engine.stack import made, mask, table

MADE, OPEN, LOST = Standing.MADE, Standing.OPEN, Standing.LOST
COVERED, WAITING, SPOILED = Standing.COVERED, Standing.WAITING, Standing.SPOILED


class Situation(NamedTuple):
    """Two piles under some rules, everything else unseen or on the field."""

    rules: Rules
    pile: Mask
    opponent: Mask
    field: Mask
    month: int
    calls: int

    @property
    def reachable(self) -> Mask:
        return FULL_DECK & ~self.pile & ~self.opponent

    def made(self, pile: Mask, field: Mask) -> dict[YakuId, int]:
        yaku = scorer(self.rules).made(pile, self.month, self.calls, field)
        return {entry.id: entry.points for entry in yaku}

    def tally(self, more: Mask = 0) -> YakuTally:
        return tally(
            self.pile | more,
            self.rules,
            month=self.month,
            calls=self.calls,
            opponent=self.opponent,
            field=self.field & ~more,
        )


HOUSE_RULES = [
    table(family=family, sake_cup=cup, viewing=viewing, rain_spoils_viewing=rain, tsukifuda=4)
    for family, cup, viewing, rain in product(
        ("add", "void", "best"),
        ("animal", "both", "both_twice", "plain"),
        ("always", "with_other_yaku"),
        ("no", "captured_rain", "willow_on_field"),
    )
]
HOUSE_RULES += [
    table(chofuku_mode="adds", family="best", extra_card=False, tane=4, tan=3),
    table(chofuku=0, family="best"),
    table(goko=0),
    table(ame_shiko=0),
    table(shiko=0, sanko=0),
    table(inoshikacho=0, akatan=0, family="void"),
]

# What is open or lost depends on how full the piles are: c captured, o the other pile, f field.
ZONES = st.sampled_from(["-", "-c", "--co", "cof-", "ccco", "ccccf-", "coo", "-f"])
LAYOUTS = ZONES.flatmap(lambda zones: st.lists(st.sampled_from(zones), min_size=48, max_size=48))


def situation(rules: Rules, layout: list[str], month: int, calls: int) -> Situation:
    pile, opponent, field = (
        mask_of(card for card in CARDS if layout[card] == zone) for zone in "cof"
    )
    return Situation(rules, pile, opponent, field, month, calls)


PRESETS = [preset(name) for name in PRESET_NAMES]
SITUATIONS = st.builds(
    situation,
    st.sampled_from(PRESETS) | st.sampled_from(HOUSE_RULES),
    LAYOUTS,
    st.integers(1, 12),
    st.integers(0, 2),
)
many = settings(max_examples=200, deadline=None)

GROUPS = {Family.LIGHTS: LIGHTS, Family.ANIMALS: ANIMALS, Family.RIBBONS: RIBBONS}


def supersets(at: Situation, yaku: YakuId) -> Iterator[Mask]:
    """Every pile out of reachable cards that could decide about a yaku; fuller ones first."""
    group = GROUPS.get(YAKU[yaku].family)
    if group is None:
        # More of these never hurts, but for the Rain, which can spoil a viewing.
        yield FULL_DECK & ~at.opponent
        yield (FULL_DECK & ~at.opponent & ~(1 << RAIN)) | at.pile
        return
    free = at.reachable & group
    more = free
    while True:
        yield at.pile | more
        if not more:
            return
        more = (more - 1) & free


@many
@given(SITUATIONS)
def test_what_the_tally_calls_made_is_what_the_pile_scores(at: Situation) -> None:
    found = at.tally()
    own = scorer(at.rules)
    assert found.made == own.made(at.pile, at.month, at.calls, at.field)
    assert found.total == own.total(at.pile, at.month, at.calls, at.field)
    assert found.total == sum(entry.points for entry in found.lines)
    assert all(isinstance(entry, MadeYaku) for entry in found.made)


@many
@given(SITUATIONS)
def test_every_line_is_consistent_in_itself(at: Situation) -> None:
    for entry in at.tally().lines:
        assert 0 <= entry.have <= entry.need
        assert entry.missing == entry.need - entry.have
        assert (entry.points > 0) == (entry.standing is MADE)
        if entry.standing in (MADE, WAITING):
            assert entry.have == entry.need
        if entry.standing in (OPEN, LOST):
            assert entry.have < entry.need
        assert not entry.completing & ~(entry.cards & at.reachable)
        assert entry.standing is OPEN or not entry.completing


@many
@given(SITUATIONS)
def test_a_lost_yaku_is_made_by_no_pile_that_can_still_come(at: Situation) -> None:
    for entry in at.tally().lines:
        if entry.standing is LOST:
            for pile in supersets(at, entry.id):
                assert entry.id not in at.made(pile, field=0), codes_of(cards_of(pile))


@many
@given(SITUATIONS)
def test_a_covered_yaku_whose_cards_are_missing_is_made_by_no_pile_that_can_still_come(
    at: Situation,
) -> None:
    for entry in at.tally().lines:
        if entry.standing is COVERED and entry.missing:
            for pile in supersets(at, entry.id):
                assert entry.id not in at.made(pile, field=0), codes_of(cards_of(pile))


@many
@given(SITUATIONS)
def test_an_open_yaku_is_made_by_some_pile_that_can_still_come(at: Situation) -> None:
    # Or by then another new yaku of its family counts in its place: three lights beside the Rain
    # are an ame-shiko, an akatan beside an aotan becomes a chofuku.
    found = at.tally()
    old = {entry.id for entry in found.made}
    for entry in found.lines:
        if entry.standing is OPEN:
            family = {yaku.id for yaku in YAKU.values() if yaku.family is YAKU[entry.id].family}
            wanted = family - old
            piles = supersets(at, entry.id)
            assert any(wanted & at.made(pile, field=0).keys() for pile in piles), entry


@many
@given(SITUATIONS)
def test_a_spoiled_or_waiting_yaku_has_its_cards_or_can_still_get_them(at: Situation) -> None:
    for entry in at.tally().lines:
        if entry.standing in (SPOILED, WAITING):
            assert not entry.cards & at.opponent, entry


@many
@given(SITUATIONS)
def test_a_completing_card_makes_the_yaku_or_one_that_covers_it(at: Situation) -> None:
    for entry in at.tally().lines:
        for card in cards_of(entry.completing):
            after = at.tally(1 << card).line(entry.id)
            assert after is not None
            assert after.have == after.need
            if after.standing is COVERED:
                # Only a yaku of the same family can stand in its place.
                rivals = [y for y in at.tally(1 << card).made if y.id is not entry.id]
                family = YAKU[entry.id].family
                assert any(YAKU[rival.id].family is family for rival in rivals)
            else:
                assert after.standing in (MADE, WAITING)
            if after.standing is WAITING:
                assert at.rules.viewing == "with_other_yaku" or not entry.worth


@many
@given(SITUATIONS)
def test_no_card_but_a_completing_one_makes_an_open_yaku(at: Situation) -> None:
    for entry in at.tally().lines:
        if entry.standing is OPEN:
            for card in cards_of(at.reachable & ~entry.completing):
                after = at.made(at.pile | 1 << card, at.field & ~(1 << card))
                assert entry.id not in after, card


@pytest.mark.parametrize("name", PRESET_NAMES)
@many
@given(LAYOUTS)
def test_a_completing_card_raises_the_total_under_every_preset(
    name: str, layout: list[str]
) -> None:
    # A yaku that is shown as one card away and then brings nothing would be a trap.
    at = situation(preset(name), layout, month=12, calls=0)
    for entry in at.tally().lines:
        for card in cards_of(entry.completing):
            assert at.tally(1 << card).total > at.tally().total, (entry, card)


@pytest.mark.parametrize(
    ("yaku", "captured", "card", "family", "made_instead"),
    [
        ("sanko", "1L 3L 11L", "8L", "add", "ame_shiko 7"),
        ("shiko", "1L 3L 8L 11L", "12L", "add", "goko 10"),
        ("ame_shiko", "1L 3L 8L 12L", "11L", "add", "goko 10"),
        ("akatan", "6R 9R 10R 1R 2R", "3R", "void", "chofuku 10"),
        ("aotan", "1R 2R 3R 6R 9R", "10R", "void", "chofuku 10"),
        ("tane", "6A 7A 2A 4A", "10A", "void", "inoshikacho 7"),
        ("tan", "6R 9R 1R 2R", "10R", "void", "aotan 7"),
        ("tane", "6A 7A 2A 4A", "10A", "best", "inoshikacho 7"),
    ],
)
def test_a_completing_card_may_make_a_larger_yaku_instead(
    yaku: str, captured: str, card: str, family: str, made_instead: str
) -> None:
    # It stays open all the same: what it shows as one card away is worth that or more.
    rules = table(family=family)
    line = tally(mask(captured), rules).line(YakuId(yaku))
    assert line is not None
    assert (line.standing, line.completing & mask(card)) == (OPEN, mask(card))
    assert made(rules, f"{captured} {card}") == made_instead
