"""Sentences have a form for outputs that know nothing but ASCII."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.text.ascii import ascii_form, for_encoding
from koikoi.text.catalogue import load
from tests.text import samples
from tests.text.moments import PLAYERS


@pytest.mark.parametrize(
    ("sentence", "form"),
    [
        ("You made Three Lights (Gokō).", "You made Three Lights (Goko)."),
        ("Shōbu, Kōōn", "Shobu, Koon"),
        ("(5 + 5) × 2 = 20: ×2.", "(5 + 5) x 2 = 20: x2."),
        ("“standard” – it’s — −3 … ‘a’ ≥ 8", "\"standard\" - it's - -3 ... 'a' >= 8"),
        ("Ærø Straße Łódź Ñandú", "AEro Strasse Lodz Nandu"),
        ("花子 plays.", "?? plays."),
        ("ﬁne Ⅻ", "fine XII"),
        ("o\u0304", "o"),
        ("a\tb\x1b[0m\nc", "a?b?[0m?c"),
        ("a\u00a0b", "a b"),
    ],
)
def test_the_ascii_form_can_be_read(sentence: str, form: str) -> None:
    assert ascii_form(sentence) == form


@given(st.text())
def test_the_ascii_form_is_printable_ascii(sentence: str) -> None:
    form = ascii_form(sentence)
    assert form.isascii()
    assert form.isprintable()
    assert ascii_form(form) == form


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_ascii_stays_as_it_is(sentence: str) -> None:
    assert ascii_form(sentence) == sentence


def test_no_sentence_loses_a_letter_in_ascii() -> None:
    names = "".join(PLAYERS) + "ⅫδεΩ§"
    for sentence in samples.sentences(load()):
        kept = "".join(letter for letter in sentence if letter not in names)
        lost = ascii_form(kept).count("?") - kept.count("?")
        assert lost == 0, sentence


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", "Gokō ×2"),
        ("iso8859-4", "Gokō ×2"),
        ("latin-1", "Goko x2"),
        ("ascii", "Goko x2"),
        ("no such encoding", "Goko x2"),
    ],
)
def test_the_ascii_form_is_for_outputs_that_lack_a_letter(encoding: str, said: str) -> None:
    assert for_encoding("Gokō ×2", encoding) == said
