"""The same rounds in the engine and in the batch engine, with the same choices: any difference.

Both choose by one table: an order by chance of all cards for every turn of every round, for what is
played and for what is taken, so that neither has to know how the other keeps its state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from koikoi.ai.batch import TURNS, Batch, Options
from koikoi.ai.deals import Deals, random_deals, void
from koikoi.ai.piles import Bools, Floats, Ints
from koikoi.engine.cards import CARDS
from koikoi.engine.deal import redeal_cause
from koikoi.engine.draft import CALL, DEAL, STOP, Draft
from koikoi.engine.flow import legal_codes, new_match, step
from koikoi.engine.rules import Rules
from koikoi.engine.state import Phase

_CALLS: Final = 48
"""The column of the table that says whether a player calls."""
_CALLED_BELOW: Final = 24

_Numbers: TypeAlias = npt.NDArray[np.int8]


class Difference(NamedTuple):
    """A round that came out otherwise in the batch engine.

    Attributes:
        rules: The rules.
        deck: The deck, as card numbers.
        month: The round's month.
        turn: The first turn after which something differed.
        engine: What the engine has then.
        batch: What the batch engine has.
    """

    rules: Rules
    deck: tuple[int, ...]
    month: int
    turn: int
    engine: tuple[int, ...]
    batch: tuple[int, ...]


class _Tabled:
    """A policy for both seats: the greatest number in the table of the round and turn."""

    def __init__(self, numbers: _Numbers) -> None:
        self._numbers = numbers

    def play(self, batch: Batch, options: Options) -> Floats:
        numbers = self._numbers[batch.rows[options.rows], batch.turn]
        card = numbers[np.arange(len(numbers)), options.card]
        counts = np.diff(np.append(options.first, len(card)))
        most = np.repeat(np.maximum.reduceat(card, options.first), counts)
        # The target decides between the ways to play that card only.
        return cast("Floats", np.where(card == most, 1 + self.draw(batch, options), 0))

    def draw(self, batch: Batch, options: Options) -> Floats:
        numbers = self._numbers[batch.rows[options.rows], batch.turn]
        taken = batch.field[options.rows] & ~options.field
        lowest = taken & (~taken + np.uint64(1))
        place = np.where(taken == 0, 0, np.bitwise_count(lowest - np.uint64(1)))
        own = numbers[np.arange(len(numbers)), place].astype(np.float32)
        return cast("Floats", np.where(taken == 0, 0, own))

    def call(self, batch: Batch, rows: Ints) -> Bools:
        called: Bools = self._numbers[batch.rows[rows], batch.turn, _CALLS] < _CALLED_BELOW
        return called


def differences(rules: Rules, matches: int, rng: np.random.Generator) -> Iterator[Difference]:
    """Plays random matches of twelve rounds in both engines and finds every round that differs.

    Args:
        rules: The rules; the length of the match and starting points do not matter to a round.
        matches: How many matches of twelve rounds.
        rng: Deals, and fills the table of choices.
    """
    yield from deal_differences(rules, random_deals(rules, 12 * matches, rng), rng)


def deal_differences(rules: Rules, deals: Deals, rng: np.random.Generator) -> Iterator[Difference]:
    """As :func:`differences`, with given deals.

    Args:
        rules: The rules.
        deals: Deals that these rules do not void: twelve for each match, a month each.
        rng: Fills the table of choices.
    """
    rules = replace(rules, rounds=12, starting_points=0)
    matches = len(deals.decks) // 12
    months = np.tile(np.arange(1, 13), matches)
    # No number comes twice in a turn: nothing hangs on how somebody breaks a tie.
    order = np.broadcast_to(np.arange(49, dtype=np.int8), (len(deals.decks), TURNS, 49))
    numbers = rng.permuted(order, axis=2)
    batch = Batch(rules, deals.decks, months)
    # A round that a dealt hand decides has no turn.
    batch.keep(~deals.decided)
    batch.points[deals.decided] = deals.points[deals.decided]
    story = _batch_story(batch, _Tabled(numbers), len(deals.decks))
    for match in range(matches):
        rounds = slice(12 * match, 12 * match + 12)
        decks = deals.decks[rounds]
        told = _engine_story(rules, decks, numbers[rounds])
        for number, (engine, lockstep) in enumerate(zip(told, story[rounds], strict=True)):
            turn = _first_difference(engine, lockstep)
            if turn is not None:
                yield Difference(
                    rules,
                    tuple(map(int, decks[number])),
                    number + 1,
                    turn,
                    engine[turn] if turn < len(engine) else (),
                    lockstep[turn] if turn < len(lockstep) else (),
                )


def void_differences(rules: Rules, decks: npt.NDArray[np.int8]) -> list[int]:
    """The numbers of the decks that only one of the two engines finds void."""
    found = void(rules, decks)
    wrong = []
    for number, deck in enumerate(decks):
        masks = [sum(1 << int(card) for card in deck[low : low + 8]) for low in (0, 8, 16)]
        cause = redeal_cause(rules, 1, masks[::2], masks[1])
        if (cause is not None) != bool(found[number]):
            wrong.append(number)
    return wrong


_Story = list[tuple[int, ...]]
"""After every turn hands, piles, field and calls by role; last the oya's points."""


def _first_difference(engine: _Story, lockstep: _Story) -> int | None:
    if engine == lockstep:
        return None
    for turn, (one, other) in enumerate(zip(engine, lockstep, strict=False)):
        if one != other:
            return turn
    return min(len(engine), len(lockstep))


def _batch_story(batch: Batch, policy: _Tabled, count: int) -> list[_Story]:
    stories: list[_Story] = [[] for _ in range(count)]
    while batch.size:
        batch.play_turn(policy)
        columns = [*batch.hands, *batch.captured, batch.field, *batch.calls]
        for place, row in enumerate(batch.rows):
            stories[row].append(tuple(int(column[place]) for column in columns))
    for row, story in enumerate(stories):
        points = int(batch.points[row])
        story.append((points + (batch.rules.exhausted_points if batch.exhausted[row] else 0),))
    return stories


def _engine_story(rules: Rules, decks: npt.NDArray[np.int8], numbers: _Numbers) -> list[_Story]:
    stacked = [[CARDS[card] for card in deck] for deck in decks]
    draft = Draft.thaw(new_match(rules, "differential", decks=stacked))
    stories: list[_Story] = []
    for table in numbers:
        story: _Story = []
        number, turn = draft.number, draft.turn
        while draft.phase not in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            step(draft, _choice(draft, table[draft.turn]))
            if draft.turn > turn and draft.phase is Phase.PLAY:
                turn = draft.turn
                roles = draft.oya, 1 - draft.oya
                story.append(
                    (
                        *(draft.hands[seat] for seat in roles),
                        *(draft.captured[seat] for seat in roles),
                        draft.field,
                        *(draft.calls[seat] for seat in roles),
                    )
                )
        result = draft.results[number - 1]
        story.append((result.points[result.oya] - result.points[1 - result.oya],))
        stories.append(story)
        if draft.phase is Phase.ROUND_OVER:
            step(draft, DEAL)
    return stories


def _choice(draft: Draft, table: _Numbers) -> int:
    if draft.phase is Phase.DECIDE:
        return CALL if table[_CALLS] < _CALLED_BELOW else STOP
    return max(legal_codes(draft), key=lambda code: int(table[code]))
