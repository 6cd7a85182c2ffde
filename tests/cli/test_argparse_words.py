"""What argparse says by itself comes from the catalogue too."""

from __future__ import annotations

import argparse
from contextlib import nullcontext

import pytest

from koikoi.cli import argparse_words
from koikoi.cli.argparse_words import NUMBERED, WORDS
from koikoi.cli.main import main
from tests.text.pseudo import pseudo_text

CALLS = [
    "--help",
    *(f"{name} --help" for name in ["play", "yaku", "rules", "deal", "replay", "verify", "bench"]),
    "yaku",
    "nonsense",
    "--nonsense",
    "play extra",
    "play --first nobody",
    "play --rounds",
    "play --rounds x",
    "play --plain=yes",
    "rules --toml --json standard",
    "bench everything",
    "deal --round 1",
]


@pytest.mark.parametrize("call", CALLS)
def test_every_word_of_argparse_is_in_the_catalogue(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def single(message: str | None) -> str | None:
        asked.extend([message] if message else [])
        return message

    def numbered(one: str, many: str, count: int) -> str:
        assert (one, many) in NUMBERED
        return one if count == 1 else many

    monkeypatch.setattr(argparse_words, "speaking", lambda _text: nullcontext())
    monkeypatch.setattr(argparse, "_", single)
    monkeypatch.setattr(argparse, "ngettext", numbered)
    main(call.split())
    assert asked
    # Our own headings come here too, in their language already.
    assert set(asked) <= {*WORDS, "commands"}


def test_a_language_is_spoken_only_while_a_command_line_is_read() -> None:
    text = pseudo_text()[0]
    words = vars(argparse)
    before = words["_"], words["ngettext"]
    with argparse_words.speaking(text):
        assert words["_"]("usage: ") == text.t("usage: ")
        assert words["_"]("a heading {of ours}") == "a heading {of ours}"
        assert words["ngettext"](*NUMBERED[0], 2) == text.n(*NUMBERED[0], 2)
    assert (words["_"], words["ngettext"]) == before
