"""Both engines play the same rounds the same way, and the check that says so can fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from koikoi.ai import batch
from koikoi.ai.batch import Batch, Options, play_rounds
from koikoi.ai.deals import Deals, dealt_points, void
from koikoi.ai.differential import deal_differences, differences
from koikoi.ai.piles import SPECIAL_CARDS, Bools, Floats, Ints, Masks, Piles
from koikoi.ai.policies import ChancePolicy
from koikoi.engine.cards import LIGHTNING
from koikoi.engine.rules import Rules
from tests.ai.chance import PRESETS, rule_sets
from tests.engine.stack import table


@pytest.mark.parametrize("name", PRESETS)
def test_random_rounds_are_the_same_under_every_preset(name: str) -> None:
    assert list(differences(PRESETS[name], 20, np.random.default_rng(1))) == []


def test_random_rounds_are_the_same_under_any_rules() -> None:
    rng = np.random.default_rng(2)
    for rules in rule_sets(12, 48)[len(PRESETS) :]:
        assert list(differences(rules, 4, rng)) == [], rules


# Stacked corners ---------------------------------------------------------------------------------

FIELD, OYA, KO = slice(8, 16), slice(16, 24), slice(0, 8)

Deck = npt.NDArray[np.int8]


def dealt(rng: np.random.Generator, *parts: tuple[slice, tuple[int, ...]]) -> Deck:
    """A random deck with whole months (0 to 11), or their first cards, in parts of it.

    A part is a slice of the deck and the months: a month as ``m`` is all four cards of it, as
    ``m + 100`` three and as ``m + 200`` two of them.
    """
    order = rng.permutation(48)
    deck = order.tolist()
    for part, months in sorted(parts, key=lambda entry: entry[0].start):
        cards: list[int] = []
        for month in months:
            cards += (4 * (month % 100) + rng.permutation(4))[: 4 - month // 100].tolist()
        for place, card in enumerate(cards, part.start):
            other = deck.index(card)
            deck[place], deck[other] = deck[other], deck[place]
    return np.array(deck, np.int8)


def months(rng: np.random.Generator, count: int, kind: int = 0) -> tuple[int, ...]:
    return tuple(int(month) + kind for month in rng.permutation(12)[:count])


def fours_on_field(rng: np.random.Generator) -> Deck:
    return dealt(rng, (FIELD, months(rng, int(rng.integers(1, 3)))))


def threes_on_field(rng: np.random.Generator) -> Deck:
    return dealt(rng, (FIELD, months(rng, int(rng.integers(1, 3)), 100)))


def dealt_hands(rng: np.random.Generator) -> Deck:
    """Teshi or kuttsuki in both hands, or in one."""
    order = [int(month) for month in rng.permutation(12)]
    parts: list[tuple[slice, tuple[int, ...]]] = []
    for part in (KO, OYA):
        kind = rng.integers(3)
        if kind == 0:
            parts.append((part, (order.pop(),)))
        elif kind == 1:
            parts.append((part, tuple(order.pop() + 200 for _ in range(4))))
    return dealt(rng, *parts)


def lightning_soon(rng: np.random.Generator) -> Deck:
    """The Lightning in a hand or next in the stock, one to three Novembers on the field."""
    deck = rng.permutation(48).astype(np.int8)
    places = [int(rng.choice([0, 16, 24, 25, 26])), *(8 + rng.permutation(8)[: rng.integers(4)])]
    november = [LIGHTNING, *(card for card in (40, 41, 42, 43) if card != LIGHTNING)]
    for place, card in zip(places, november, strict=False):
        other = int(np.flatnonzero(deck == card)[0])
        deck[[place, other]] = deck[[other, place]]
    return deck


def anything(rng: np.random.Generator) -> Deck:
    return rng.permutation(48).astype(np.int8)


def rich(rng: np.random.Generator) -> Deck:
    """Lights, animals and ribbons that the oya can take at once, and plains for the ko."""
    hand = [card for card in SPECIAL_CARDS if card % 4 == 0]
    field = [card for card in SPECIAL_CARDS if card % 4 == 1]
    first = [*rng.permutation(field)[:8].tolist(), *rng.permutation(hand)[:8].tolist()]
    rest = rng.permutation([card for card in range(48) if card not in first]).tolist()
    return np.array([*rest[:8], *first, *rest[8:]], np.int8)


def stacked(rules: Rules, make: Callable[[np.random.Generator], Deck], matches: int) -> Deals:
    """Deals of a kind that the rules do not void."""
    rng = np.random.default_rng(3)
    decks: list[Deck] = []
    while len(decks) < 12 * matches:
        deck = make(rng)
        assert sorted(deck) == list(range(48))
        if not void(rules, deck[None]).any():
            decks.append(deck)
    return dealt_points(rules, np.stack(decks))


def no_fours(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(batch, "fours_of", np.zeros_like)


def threes_are_chosen_from(patch: pytest.MonkeyPatch) -> None:
    real = batch.matching

    def matching(rules: Rules, field: Masks, cards: Ints) -> tuple[Masks, Bools]:
        taken, choice = real(rules, field, cards)
        return taken, choice | (np.bitwise_count(taken) == 3)

    patch.setattr(batch, "matching", matching)


def tame_lightning(patch: pytest.MonkeyPatch) -> None:
    real = batch.matching

    def matching(rules: Rules, field: Masks, cards: Ints) -> tuple[Masks, Bools]:
        return real(replace(rules, lightning_wild=False), field, cards)

    patch.setattr(batch, "matching", matching)


def calls_without_limit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Batch, "may_call", lambda self: self.hands[self.mover] != 0)


def one_call_more(patch: pytest.MonkeyPatch) -> None:
    def may_call(self: Batch) -> Bools:
        rules = self.rules
        used = self.calls[self.mover]
        if rules.call_limit == "per_round":
            used = self.calls[0] + self.calls[1]
        left: Bools = (self.hands[self.mover] != 0) & (used <= rules.call_limit_count)
        return left

    patch.setattr(Batch, "may_call", may_call)


def exchanged_calls(patch: pytest.MonkeyPatch) -> None:
    real = Piles.payoff
    patch.setattr(
        Piles, "payoff", lambda self, total, mine, theirs: real(self, total, theirs, mine)
    )


def only_own_calls(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Piles, "payoff", lambda _self, total, mine, _theirs: total * (1 + mine))


def worthless_hands(patch: pytest.MonkeyPatch) -> None:
    """Not the rule itself, which the deals were made with: what the batch is told of it."""
    real = Batch.keep

    def keep(self: Batch, kept: Bools) -> None:
        real(self, np.ones(self.size, np.bool_) if self.turn == 0 else kept)

    patch.setattr(Batch, "keep", keep)


def never_exhausted(patch: pytest.MonkeyPatch) -> None:
    real = Batch.finish_turn

    def finish_turn(self: Batch, *given: Any) -> None:
        real(self, *given)
        self.exhausted[:] = False

    patch.setattr(Batch, "finish_turn", finish_turn)


Break = Callable[[pytest.MonkeyPatch], None]

CHEAP: dict[str, Any] = {
    # Yaku that come and grow every few turns: many calls.
    **dict.fromkeys(("hanami", "hanami_called", "tsukimi", "tsukimi_called", "tane", "tan"), 1),
    **dict.fromkeys(("sanko", "ame_shiko", "shiko", "goko", "tsukifuda"), 3),
    "viewing": "always",
    "sake_cup": "both_twice",
    "rain_spoils_viewing": "no",
    "family": "add",
}

CORNERS: dict[str, tuple[Rules, Callable[[np.random.Generator], Deck], Break | None]] = {
    "the dealer takes fours": (table(field_four="dealer_takes"), fours_on_field, no_fours),
    "the dealer takes a yaku": (
        table("fuda-wiki", field_four="dealer_takes", tsukifuda=5),
        fours_on_field,
        no_fours,
    ),
    "fours stay": (table(field_four="keep"), fours_on_field, None),
    "the third card takes all": (
        table(field_three="keep"),
        threes_on_field,
        threes_are_chosen_from,
    ),
    "the Lightning is wild": (table(lightning_wild=True), lightning_soon, tame_lightning),
    "the Lightning is wild, fours stay": (
        table(lightning_wild=True, field_four="keep"),
        fours_on_field,
        tame_lightning,
    ),
    **{
        f"dealt hands, {both}": (
            table(teshi="points", kuttsuki="points", both_dealt=both, **more),
            dealt_hands,
            worthless_hands,
        )
        for both, more in (
            ("dealer", {"teshi_points": 6, "kuttsuki_points": 6}),
            ("nobody", {"teshi_points": 6, "kuttsuki_points": 4}),
            ("both", {"teshi_points": 3, "kuttsuki_points": 50}),
        )
    },
    "teshi voids, kuttsuki scores": (
        table(teshi="redeal", kuttsuki="points"),
        dealt_hands,
        worthless_hands,
    ),
    **{
        f"{limit} {count}": (
            table(**CHEAP, call_limit=limit, call_limit_count=count, call_bonus=bonus),
            rich,
            one_call_more,
        )
        for limit in ("per_player", "per_round")
        for count, bonus in ((1, "per_call"), (2, "own_calls"), (3, "per_call"))
    },
    "no limit of calls": (table(**CHEAP, call_limit="none", call_limit_count=0), anything, None),
    **{
        f"bonus {bonus}, {stacking}": (
            table(**CHEAP, call_bonus=bonus, bonus_stacking=stacking, double_from=3),
            anything,
            exchanged_calls,
        )
        for bonus in ("opponent_called", "own_calls")
        for stacking in ("multiply", "add", "highest")
    },
    "bonus per_call": (
        table(**CHEAP, call_bonus="per_call", double_from=2),
        anything,
        only_own_calls,
    ),
    "points for the exhausted round": (
        table(**dict.fromkeys(("goko", "shiko", "ame_shiko", "sanko"), 0), exhausted_points=6),
        anything,
        never_exhausted,
    ),
}


@pytest.fixture
def _many_calls(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where calls are limited everybody calls as often as may be."""
    if CORNERS[name][0].call_limit != "none":
        monkeypatch.setattr("koikoi.ai.differential._CALLED_BELOW", 49)


@pytest.mark.usefixtures("_many_calls")
@pytest.mark.parametrize("name", CORNERS)
def test_stacked_rounds_are_the_same(name: str) -> None:
    rules, make, _ = CORNERS[name]
    deals = stacked(rules, make, 6)
    assert list(deal_differences(rules, deals, np.random.default_rng(4))) == []


@pytest.mark.usefixtures("_many_calls")
@pytest.mark.parametrize("name", [name for name, corner in CORNERS.items() if corner[2]])
def test_a_broken_rule_shows_in_its_corner(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the corner is reached, and the check can fail."""
    rules, make, break_it = CORNERS[name]
    deals = stacked(rules, make, 6)
    assert break_it is not None
    break_it(monkeypatch)
    found = list(deal_differences(rules, deals, np.random.default_rng(4)))
    assert found
    for one in found:
        assert one.engine != one.batch
        assert one.rules == replace(rules, rounds=12, starting_points=0)
        number = [tuple(deck) for deck in deals.decks.tolist()].index(one.deck)
        assert one.month == number % 12 + 1


def test_a_wrong_worth_of_a_yaku_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Piles.total_of

    def total_of(self: Piles, *given: Any) -> Any:
        return real(self, *given) + 1 * (real(self, *given) == 5)

    monkeypatch.setattr(Piles, "total_of", total_of)
    found = list(differences(PRESETS["standard"], 20, np.random.default_rng(1)))
    assert found
    # What ends the round is what differs.
    assert {len(one.engine) for one in found} <= {1, 7}


def test_who_always_calls_calls_as_often_as_the_limit_says() -> None:

    class Caller(ChancePolicy):
        def call(self, _batch: Batch, rows: Ints, /) -> Bools:
            return np.ones(len(rows), np.bool_)

    for limit, count in (("per_player", 1), ("per_player", 2), ("per_round", 1), ("per_round", 2)):
        rules = table(**CHEAP, call_limit=limit, call_limit_count=count)
        deals = stacked(rules, anything, 40)
        rounds = Batch(rules, deals.decks, np.ones(480, np.int64))
        caller = Caller(np.random.default_rng(5))
        most = 0
        while rounds.size:
            rounds.play_turn(caller)
            calls = np.stack(rounds.calls) if rounds.size else np.zeros((2, 1), np.int64)
            used = calls.sum(axis=0) if limit == "per_round" else calls.max(axis=0)
            most = max(most, int(used.max()))
        assert most == count


def test_rounds_are_played_by_the_policy_of_their_role() -> None:
    asked: list[tuple[str, int]] = []

    class Noted(ChancePolicy):
        name = ""

        def play(self, rounds: Batch, options: Options, /) -> Floats:
            asked.append((self.name, rounds.turn))
            return super().play(rounds, options)

    rules = PRESETS["standard"]
    deals = stacked(rules, anything, 2)
    players = []
    for name in ("oya", "ko"):
        player = Noted(np.random.default_rng(6))
        object.__setattr__(player, "name", name)
        players.append(player)
    done = play_rounds(Batch(rules, deals.decks, np.ones(24, np.int64)), (players[0], players[1]))
    assert done.size == 0
    assert asked == [("oya" if turn % 2 == 0 else "ko", turn) for turn in range(len(asked))]
    assert ((done.points != 0) ^ done.exhausted).all()
