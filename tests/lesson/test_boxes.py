"""The learning box: which box a fact comes to, and which fact is asked next."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.presets import preset
from koikoi.lesson.boxes import GAP, HIGHEST, box_of, known, level, moved, next_fact, weight
from koikoi.lesson.chance import Chance
from koikoi.lesson.facts import Fact, facts_of

FACTS = facts_of(preset("standard"))


def test_a_right_answer_moves_one_box_up_and_a_wrong_one_back_to_the_first() -> None:
    assert [moved(box, right=True) for box in range(1, HIGHEST + 1)] == [2, 3, 4, 5, 5]
    assert {moved(box, right=False) for box in range(HIGHEST + 1)} == {1}


def test_what_is_known_at_the_first_question_was_known_before() -> None:
    assert moved(0, right=True) == 3


def test_the_less_a_fact_is_known_the_likelier_it_is_asked() -> None:
    weights = [weight(box) for box in range(1, HIGHEST + 1)]
    assert weights == sorted(weights, reverse=True)
    assert len(set(weights)) == HIGHEST
    assert weight(2) < weight(0) < weight(1)


def test_weak_facts_are_asked_more_often() -> None:
    boxes = {fact.key: 1 + at % HIGHEST for at, fact in enumerate(FACTS)}
    asked = Counter(
        box_of(boxes, next_fact(FACTS, boxes, (), (), Chance(f"{n}"))) for n in range(3000)
    )
    counts = [asked[box] for box in range(1, HIGHEST + 1)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 2.5 * counts[1] > 6 * counts[2]


@given(seed=st.text("abc", max_size=5), asked=st.lists(st.sampled_from(FACTS), max_size=8))
def test_nothing_is_asked_again_before_others_were(seed: str, asked: list[Fact]) -> None:
    found = next_fact(FACTS, {}, asked, (), Chance(seed))
    assert found not in list(dict.fromkeys(reversed(asked)))[:GAP]


def test_what_was_missed_comes_again_after_three_others() -> None:
    first, *others = FACTS
    for between in range(GAP + 1):
        found = next_fact(FACTS, {}, [first, *others[:between]], [first], Chance("seed"))
        assert (found == first) == (between == GAP)


def test_what_waits_longest_comes_first() -> None:
    found = next_fact(FACTS, {}, FACTS[:6], [FACTS[1], FACTS[0]], Chance("seed"))
    assert found == FACTS[1]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_facts_are_asked_in_turn(count: int) -> None:
    few = FACTS[:count]
    asked: list[Fact] = []
    for number in range(9):
        asked.append(next_fact(few, {}, asked, (), Chance(f"{number}")))
    assert set(asked) == set(few)


def test_how_well_all_is_known_goes_from_nothing_to_everything() -> None:
    assert known({}, FACTS) == 0
    assert known({fact.key: 1 for fact in FACTS}, FACTS) == 0, "asked is not known"
    assert known({fact.key: HIGHEST for fact in FACTS}, FACTS) == 1
    assert known({}, ()) == 0
    assert [level(box) for box in range(HIGHEST + 1)] == [0, 0, 1, 2, 3, 4]


# Chance.


@given(seed=st.text(max_size=8), limit=st.integers(1, 1000))
def test_numbers_are_below_their_limit(seed: str, limit: int) -> None:
    assert 0 <= Chance(seed).below(limit) < limit


@given(seed=st.text(max_size=8), items=st.lists(st.integers(), max_size=12))
def test_what_is_shuffled_stays_the_same_items(seed: str, items: list[int]) -> None:
    assert sorted(Chance(seed).shuffled(items)) == sorted(items)


def test_choices_are_the_same_on_every_machine() -> None:
    chance = Chance("koikoi-trainer-v1/spring/0")
    assert [chance.below(1000) for _ in range(4)] == [298, 806, 733, 706]
    assert "".join(chance.shuffled("abcdef")) == "acdbfe"


def test_a_weight_says_how_often() -> None:
    counts = Counter(Chance(f"{n}").weighted("abc", (6, 3, 1)) for n in range(2000))
    assert counts["a"] > 1.6 * counts["b"] > 3.5 * counts["c"] > 0
