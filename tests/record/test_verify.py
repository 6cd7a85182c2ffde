from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.actions import Resign, other
from koikoi.engine.deck import commitment, seeded_deck
from koikoi.engine.events import MatchOutcome
from koikoi.engine.flow import apply
from koikoi.engine.presets import PRESET_NAMES
from koikoi.record.record import MatchRecord
from koikoi.record.verify import DeckOrigin, Finding, Problem, RoundCheck, verify
from tests.record.playing import (
    VOID_DECK,
    Move,
    first_seed_with_redeal,
    match,
    record_of,
    recorded,
    short,
    stacked_deck,
)

START, MOVES = match(short(), "verify")
RECORD = record_of(START, MOVES)
LATER = next(move.before.ply for move in MOVES if move.before.round.number == 2)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**9), st.sampled_from([0.0, 0.02]))
def test_every_match_from_a_seed_is_proven(name: str, seed: int, resign: float) -> None:
    record = recorded(short(name), str(seed), resign=resign)
    found = verify(record)
    assert found.proven
    assert found.over
    assert (found.seed, found.commitment) == (str(seed), commitment(str(seed)))
    assert found.plies == record.plies
    assert [check.number for check in found.rounds] == [deal.number for deal in record.rounds]


def test_a_redeal_is_proven_like_any_deal() -> None:
    rules = short(rounds=1)
    found = verify(recorded(rules, first_seed_with_redeal(rules)))
    assert found.rounds == (RoundCheck(1, (DeckOrigin.SEED, DeckOrigin.SEED)),)
    assert found.proven


def test_stacked_decks_are_named_and_nothing_is_proven() -> None:
    decks = {(0, 0): stacked_deck(), (1, 0): VOID_DECK, (2, 0): stacked_deck(ko="1L")}
    found = verify(recorded(short(), "stacked", decks=decks))
    assert found.consistent
    assert not found.proven
    assert found.dealer is DeckOrigin.STACKED
    assert found.stacked == ((0, 0), (1, 0), (2, 0))
    assert found.rounds[0].origins == (DeckOrigin.STACKED, DeckOrigin.SEED)


def with_header(**changes: object) -> MatchRecord:
    return replace(RECORD, header=replace(RECORD.header, **changes))  # type: ignore[arg-type]


def with_round(number: int, **changes: object) -> MatchRecord:
    rounds = [
        replace(deal, **changes) if deal.number == number else deal  # type: ignore[arg-type]
        for deal in RECORD.rounds
    ]
    return replace(RECORD, rounds=tuple(rounds))


def with_action(index: int, **changes: object) -> MatchRecord:
    actions = list(RECORD.actions)
    actions[index] = replace(actions[index], **changes)  # type: ignore[arg-type]
    return replace(RECORD, actions=tuple(actions))


def test_a_commitment_of_another_seed_is_found_and_the_rest_still_checked() -> None:
    found = verify(with_header(commitment=commitment("another")))
    assert found.problems == (Problem(Finding.COMMITMENT),)
    assert found.over
    assert not found.proven


def test_an_exchanged_deck_is_found_though_the_match_is_consistent_with_it() -> None:
    # Somebody deals a deck of their own in round 2 and records the match honestly otherwise.
    start, moves = match(short(), "verify", decks={(2, 0): stacked_deck(ko="1L 3L 8L")})
    record = record_of(start, moves)
    record = replace(record, header=replace(record.header, stacked=()))
    found = verify(record)
    assert found.problems == (Problem(Finding.DECK, round=2, attempt=0),)
    assert found.rounds[1].origins == (DeckOrigin.ELSEWHERE,)
    assert found.over
    assert not found.proven


def test_a_deck_other_than_the_declared_stacked_one_is_found() -> None:
    start, moves = match(short(), "verify", decks={(2, 0): stacked_deck(ko="1L 3L 8L")})
    record = record_of(start, moves)
    declared = ((2, 0, stacked_deck(ko="2A")),)
    found = verify(replace(record, header=replace(record.header, stacked=declared)))
    assert found.problems == (Problem(Finding.DECK, round=2, attempt=0),)


def test_another_seed_under_a_true_commitment_to_it_is_found_by_the_decks() -> None:
    found = verify(with_header(seed="another", commitment=commitment("another")))
    assert {problem.finding for problem in found.problems} >= {Finding.DECK}
    assert [p.round for p in found.problems if p.finding is Finding.DECK] == [1, 2, 3]
    assert not found.proven


def test_a_deal_repeated_until_it_pleased_is_found() -> None:
    # The second attempt in place of the first, which the rules would not have voided.
    deck = seeded_deck("verify", 1, 1)
    start, moves = match(short(), "verify", decks={(1, 0): deck})
    record = record_of(start, moves)
    lone = replace(record, header=replace(record.header, stacked=()))
    assert Problem(Finding.DECK, round=1, attempt=0) in verify(lone).problems
    first = record.rounds[0]
    twice = replace(first, decks=(seeded_deck("verify", 1, 0), deck))
    found = verify(replace(lone, rounds=(twice, *record.rounds[1:])))
    assert Problem(Finding.ATTEMPTS, round=1) in found.problems
    assert not found.over
    assert found.seed is None


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (with_round(2, oya=other(RECORD.rounds[1].oya)), Problem(Finding.OYA, round=2)),
        (with_action(5, seat=other(RECORD.actions[5].seat)), Problem(Finding.SEAT, ply=5)),
        (with_action(5, digest="0" * 16), Problem(Finding.DIGEST, ply=6)),
        (with_round(1, digest="0" * 16), Problem(Finding.DIGEST, ply=0)),
        (
            with_action(5, action=replace(RECORD.actions[0].action, ply=5)),
            Problem(Finding.ILLEGAL, ply=5),
        ),
    ],
    ids=lambda value: value.finding if isinstance(value, Problem) else "",
)
def test_what_does_not_replay_is_found_with_its_place(
    record: MatchRecord, problem: Problem
) -> None:
    found = verify(record)
    assert found.problems == (problem,)
    assert not found.over
    assert not found.proven
    assert found.plies < RECORD.plies


def test_other_rules_under_the_same_actions_are_found() -> None:
    found = verify(with_header(rules=short("yakuza")))
    assert not found.consistent
    assert found.seed is None or Problem(Finding.RESULT) in found.problems


def test_a_result_that_is_not_the_end_of_the_match_is_found() -> None:
    assert RECORD.result is not None
    a, b = RECORD.result.scores
    found = verify(replace(RECORD, result=replace(RECORD.result, scores=(b + 1, a))))
    assert found.problems == (Problem(Finding.RESULT),)
    assert found.over
    early = replace(record_of(START, MOVES[:4]), result=RECORD.result)
    assert verify(early).problems == (Problem(Finding.RESULT),)
    assert verify(early).seed is None


def test_a_resigned_match_lays_its_running_round_open() -> None:
    before = MOVES[LATER].before
    after, _ = apply(before, Resign(0))
    record = record_of(START, [*MOVES[:LATER], Move(before, Resign(0), after, ())])
    found = verify(record)
    assert record.result is not None
    assert record.result.outcome is MatchOutcome.RESIGNED
    assert found.proven
    assert [check.number for check in found.rounds] == [1, 2]


# What is reported of a match that is not over.

CODE = re.compile(r"\b(1[0-2]|[1-9])(L|A|R|P[123])\b")


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**9), st.data())
def test_of_an_unfinished_match_only_what_everybody_knows_is_reported(
    name: str, seed: int, data: st.DataObject
) -> None:
    secret = f"secret-{seed}"
    start, moves = match(short(name), secret)
    count = data.draw(st.integers(0, len(moves) - 1))
    record = record_of(start, moves[:count])
    spoil = data.draw(st.sampled_from(["nothing", "deck", "digest", "result", "card"]))
    if spoil == "deck":
        last = replace(record.rounds[-1], decks=(stacked_deck(),))
        record = replace(record, rounds=(*record.rounds[:-1], last))
    elif spoil == "result":
        record = replace(record, result=recorded(short(name), secret).result)
    elif spoil in ("digest", "card") and record.actions:
        action = replace(record.actions[-1], digest="0" * 16)
        if spoil == "card":
            action = replace(action, action=replace(record.actions[0].action, ply=action.ply))
        record = replace(record, actions=(*record.actions[:-1], action))
    found = verify(record)
    shown = repr(found)
    assert found.seed is None
    assert secret not in shown
    assert not CODE.search(shown)
    assert not found.proven
    numbers = [check.number for check in found.rounds]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) <= len(moves[count].before.results)
    assert spoil != "nothing" or len(numbers) == len(moves[count].before.results)
    digests = [entry.digest for entry in record.entries()]
    assert not any(digest in shown for digest in digests)
