"""Sentences in columns: wide letters are never cut in two, and lines end where they may."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from koikoi.text.cells import split, width, wrapped
from koikoi.text.template import TEMPLATE
from koikoi.text.translations import places

LETTERS = "ab1 あ漢、。」「（）ー…っ,.-é"
PROSE = (
    "「松に鶴」を出し、松のカス（1月）を取りました。こいこいすると、相手が先に上がったとき得点は0文です。"
    "koikoi rules NAME で、12枚の札について読めます。"
)


@pytest.mark.parametrize(
    ("said", "columns"), [("", 0), ("abc", 3), ("札", 2), ("ō", 1), ("e\u0301", 1), ("ｱ（", 3)]
)
def test_a_wide_letter_takes_two_columns(said: str, columns: int) -> None:
    assert width(said) == columns


def test_letters_are_as_wide_as_the_screen_takes_them() -> None:
    written = TEMPLATE.read_text(encoding="utf-8") + PROSE
    for path in places(TEMPLATE.parent).values():
        written += path.read_text(encoding="utf-8")
    other = {
        letter for letter in written if letter.isprintable() and width(letter) != cell_len(letter)
    }
    assert other == set()


def test_a_sentence_without_blanks_is_broken_between_wide_letters() -> None:
    assert list(wrapped("札を出します", 6)) == ["札を出", "します"]
    assert list(wrapped("札を出します", 7)) == ["札を出", "します"]
    assert list(wrapped("札を出します", 5, 1)) == ["札を", " 出し", " ます"]


@pytest.mark.parametrize(
    ("said", "columns", "lines"),
    [
        ("札を取る。", 8, ["札を取", "る。"]),
        ("札「光」", 6, ["札", "「光」"]),
        ("これは（光）です", 8, ["これは", "（光）で", "す"]),
        ("役は12文です", 6, ["役は", "12文で", "す"]),
        ("ルール", 4, ["ルー", "ル"]),
        ("あっさり", 4, ["あっ", "さり"]),
        ("終わり」。次", 8, ["終わ", "り」。次"]),
        ("対局 koikoi rules を", 13, ["対局 koikoi", "rules を"]),
        ("対局はkoikoiです", 8, ["対局は", "koikoiで", "す"]),
    ],
)
def test_what_belongs_together_is_not_parted(said: str, columns: int, lines: list[str]) -> None:
    assert list(wrapped(said, columns)) == lines


@given(st.text(LETTERS, max_size=80), st.integers(2, 30), st.integers(0, 3))
def test_no_line_is_wider_than_its_room_and_nothing_is_lost(
    said: str, columns: int, indent: int
) -> None:
    lines = list(wrapped(said, columns, indent))
    assert all(width(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(said.split())


@given(st.text(LETTERS, max_size=40), st.integers(1, 30))
def test_a_cut_holds_as_much_as_there_is_room_for(said: str, columns: int) -> None:
    first, rest = split(said, columns)
    assert first + rest == said
    assert width(first) <= max(columns, 2)
    assert not rest or width(first + rest[0]) > columns


def test_prose_is_wrapped_by_the_rules_at_every_width() -> None:
    for columns in range(8, 90):
        lines = list(wrapped(PROSE, columns))
        assert all(width(line) <= columns for line in lines)
        assert not [line for line in lines[1:] if line[0] in "。、」）"], columns
        assert not [line for line in lines[:-1] if line[-1] in "「（"], columns


def test_a_path_can_stay_whole() -> None:
    path = "/home/somebody/a/very/long/path"
    assert list(wrapped(f"in {path} now", 12, whole_words=True)) == ["in", path, "now"]
    assert len(list(wrapped(f"in {path} now", 12))) > 3
