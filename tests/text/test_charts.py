"""Charts: never wider than their room, and never without what is there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from koikoi.text.charts import bar


@given(st.integers(-5, 10_000), st.integers(0, 10_000), st.integers(1, 100))
def test_a_bar_fits_its_room(count: int, most: int, width: int) -> None:
    drawn = bar(count, most, width)
    assert len(drawn) <= width
    assert bool(drawn) == (count > 0 and most > 0)
    if count == most and count > 0:
        assert len(drawn) == width


@given(st.integers(0, 1000), st.integers(0, 1000), st.integers(1, 60))
def test_a_greater_number_has_no_shorter_bar(one: int, other: int, width: int) -> None:
    most = max(one, other)
    assert (len(bar(one, most, width)) >= len(bar(other, most, width))) or one < other


def test_a_bar_is_made_of_the_sign_it_is_given() -> None:
    assert bar(1, 2, 4, "#") == "##"
