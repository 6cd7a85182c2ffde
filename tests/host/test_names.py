"""Names: what can be shown to everybody, and what can be mistaken for somebody else."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from koikoi.ai.levels import CHARACTERS
from koikoi.host.names import (
    CLEAR_LETTERS,
    MAX_CELLS,
    clean_name,
    guest_name,
    is_guest_name,
    is_reserved,
    likeness,
    numbered,
    usable,
)

# Texts of any characters, and such as are nearly names.
ANY = st.text(max_size=300)
NEARLY = st.text(
    st.one_of(
        st.sampled_from(" -_.'aI1l0OéŁßжЖηΗが花ーガ한ᄀ"),
        st.sampled_from("\x1b\x07\n\t\u200b\u200d\u202e\u2066\u0301\u0489\ufe0f\u3164\u2800ﬁǃא"),
        st.characters(min_codepoint=0xA0, max_codepoint=0x24FF),
    ),
    max_size=40,
)
GIVEN = st.one_of(ANY, NEARLY)


def alike(one: str, other: str) -> bool:
    return any(a == b for a, b in zip(likeness(one), likeness(other), strict=True))


# What a name is ----------------------------------------------------------------------------------


@given(GIVEN)
@example("\ud800")
@example("ー・々ヶ" + "㌀" * 300)
def test_a_clean_name_can_do_nothing_to_a_screen(given: str) -> None:
    name = clean_name(given)
    assert name.isprintable()
    name.encode("utf-8")
    assert cell_len(name) <= MAX_CELLS
    assert all(cell_len(letter) in (1, 2) for letter in name)
    kinds = {unicodedata.category(letter)[0] for letter in name}
    assert kinds <= {"L", "N", "P", "Z"}
    assert not {unicodedata.bidirectional(letter) for letter in name} & {"R", "AL", "AN", "NSM"}
    assert name == name.strip(" -_.'")


@given(GIVEN)
def test_a_clean_name_is_clean(given: str) -> None:
    name = clean_name(given)
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFKC", name)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("mika", "mika"),
        ("  Mika  O'Hara ", "Mika O'Hara"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("Nguyễn", "Nguyễn"),
        ("Οδυσσέας", "Οδυσσέας"),
        ("Жанна", "Жанна"),
        ("花子", "花子"),
        ("はなこ", "はなこ"),
        ("ﾊﾅｺ", "ハナコ"),
        ("한국", "한국"),
        ("ｍｉｋａ", "mika"),
        ("a--b__c..d", "a-b_c.d"),
        ("-rf", "rf"),
        ("mika\x1b]0;title\x07", "mika0title"),
        ("mika\u202egnp.exe", "mikagnp.exe"),
        ("mi\u200bka", "mika"),
        ("a\nb\tc", "a b c"),
        ("x" * 99, "x" * 16),
        ("花" * 99, "花" * 8),
        ("a花" * 99, "a花a花a花a花a花a"),
        ("fifteen letter.X", "fifteen letter.X"),
        ("fifteen-letters-and-more", "fifteen-letters"),
        ("../../etc/passwd", "etcpasswd"),
        ("Z̸̢͈a̷̝l̴g̵o̶", "Zalgo"),
        ("\u3164", ""),
        ("🃏", ""),
        ("שלום", ""),
        ("ǃǀǁ", ""),
        ("  .-'  ", ""),
        ("", ""),
    ],
)
def test_as_much_of_a_name_is_kept_as_can_be_shown(given: str, name: str) -> None:
    assert clean_name(given) == name


# Who looks like whom -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("mika", "MIKA"),
        ("mika", "míka"),
        ("mika", "mi-ka"),
        ("mika", "m i k a"),
        ("mika", "міка"),  # Cyrillic
        ("Nina", "Νina"),  # a Greek nu
        ("HANA", "НАNА"),  # Cyrillic en
        ("Oona", "00na"),
        ("Lilo", "1ilo"),
        ("Iris", "lris"),
        ("Iris", "1ris"),
        ("morning", "moming"),
        ("Ηλίας", "ηλιας"),
        ("straße", "STRASSE"),
        ("Łukasz", "Lukasz"),
        ("bjørn", "bjorn"),
        ("ロビン", "口ビン"),
        ("ヘイ", "へイ"),
        ("wanda", "vvanda"),
    ],
)
def test_names_that_look_alike_are_alike(one: str, other: str) -> None:
    assert clean_name(one)
    assert clean_name(other)
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("mika", "mike"),
        ("mika", "mika2"),
        ("hora", "nora"),
        ("はる", "ばる"),
        ("花子", "花江"),
        ("иван", "мван"),
        ("Anna", "Ana"),
    ],
)
def test_names_that_are_told_apart_are_not(one: str, other: str) -> None:
    assert not alike(one, other)


@given(GIVEN)
def test_case_accents_and_separators_make_no_other_name(given: str) -> None:
    name = clean_name(given)
    assert likeness(name).folded == likeness(name.swapcase()).folded or not name.isascii()
    assert likeness(" ".join(name)) == likeness(name)
    if name:
        assert likeness(name).folded
        assert likeness(name).shape


# Whose name nobody may have ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *(one.name for one in CHARACTERS),
        *(one.english for one in CHARACTERS),
        *("hoo", "HOO 2", "Ho-o", "tsurυ", "Shіka", "ShikΑ"),
        *("board", "B0ARD", "computer", "Cοmputer", "host", "guest", "Guest 7", "guest-abcd"),
        *("guеst-abcd", "guest abcd", "koikoi", "Koi-Koi", "greedy"),
    ],
)
def test_nobody_has_the_name_of_what_is_no_person(name: str) -> None:
    assert is_reserved(clean_name(name))
    assert usable(name) == ""


@pytest.mark.parametrize("name", ["mika", "Hoover", "Gus", "boardgamer", "Tsuruko", "player", "7"])
def test_names_that_only_begin_so_are_free(name: str) -> None:
    assert usable(name) == name


@given(st.text(CLEAR_LETTERS, min_size=4, max_size=10))
def test_the_names_of_guests_are_clean_and_only_theirs(letters: str) -> None:
    name = guest_name(letters)
    assert clean_name(name) == name
    assert is_guest_name(name)
    assert is_reserved(name)


@given(GIVEN, st.integers(min_value=2, max_value=10**6))
def test_a_number_behind_a_name_always_fits(given: str, number: int) -> None:
    name = clean_name(given) or "player"
    both = numbered(name, number)
    assert both.endswith(str(number))
    assert clean_name(both) == both
