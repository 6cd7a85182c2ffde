"""How the turns of the other player are found in what the program sends; nothing is measured."""

from __future__ import annotations

import pytest

from koikoi.cli.bench_turns import MOTIONS, Screen, Watcher
from koikoi.tui.wire import END


def frame(*, prompt: str = "", footer: str = "", header: str = " KOI-KOI", more: str = "") -> bytes:
    """An update as the table sends it."""
    rows = {1: header, 14: prompt, 24: footer}
    said = "".join(f"\x1b[{row};1H\x1b[1m{text:<40}" for row, text in rows.items() if text)
    return f"{said}{more}{END}".encode()


def test_a_screen_holds_what_was_written_where() -> None:
    screen = Screen()
    screen.feed("\x1b[2;3H\x1b[1;38;2;1;2;3mab\x1b[0mc\x1b[?2026l\x1b[24;80Hxy\x1b[25;1Hz")
    assert screen.row(1) == "  abc".ljust(80)
    assert screen.row(-1) == "x".rjust(80)
    screen.feed("\x1b[2;4Hé\n▐")
    assert screen.row(1) == "  aéc".ljust(80)
    assert screen.row(2).startswith("▐")
    screen.feed("\x1b[4Ha\x1b[B\bb\x1b[2Cc\r\x1b[2Bd\x1bM\x1b[De")
    assert [screen.row(row).rstrip() for row in (3, 4, 5, 6)] == ["a", "b  c", "e", "d"]


def test_a_turn_is_what_is_sent_between_the_own_last_frame_and_the_next_question() -> None:
    watcher = Watcher()
    own = frame(prompt=" ▸ You play Moon", footer="Enter skip")
    drew = frame(prompt=" ▸ You drew Geese: no match")
    moves = [frame(prompt="Computer plays Crane"), frame(prompt="Computer takes Pine")]
    asks = frame(prompt=" ▸ Your turn", footer="1-8 card  Enter play")
    for sent in (own, drew, *moves):
        watcher.feed(sent, whole=False)
        assert watcher.turns == []
    watcher.feed(asks, whole=False)
    assert watcher.turns == [sum(map(len, [*moves, asks]))]
    assert watcher.asked == "card"


@pytest.mark.parametrize("cards", ["1-8", "1-2", "1"])
def test_a_question_is_known_however_many_cards_there_are(cards: str) -> None:
    watcher = Watcher()
    watcher.feed(frame(prompt=" ▸ Your turn", footer=f"{cards} card  Enter play"), whole=False)
    assert watcher.asked == "card"


def test_frames_may_come_in_any_pieces() -> None:
    turn = (
        frame(prompt="Computer plays Crane"),
        frame(prompt=" ▸ Your turn", footer="1-8 card  Enter play"),
    )
    sent = frame(prompt=" ▸ You drew Moon", footer="Enter skip") + b"".join(turn)
    for size in (1, 7, len(sent)):
        watcher = Watcher()
        for start in range(0, len(sent), size):
            watcher.feed(sent[start : start + size], whole=False)
        assert watcher.turns == [sum(map(len, turn))]


def test_a_page_over_the_table_ends_a_turn() -> None:
    watcher = Watcher()
    watcher.feed(frame(prompt=" ▸ You drew Moon", footer="Enter skip"), whole=False)
    watcher.feed(frame(prompt="Computer stops"), whole=False)
    # A whole page is the library's, and has no end of its own.
    watcher.feed(b"\x1b[1;1H End of the round", whole=True)
    assert len(watcher.turns) == 1


@pytest.mark.parametrize(
    "end",
    [
        frame(prompt=" ▸ Drawn Moon takes:", footer="a b take"),
        frame(prompt=" ▸ You have Hanami:", footer="s stop  k koi-koi"),
        b"\x1b[1;1H End of the round",
    ],
    ids=["a target", "the question", "the result"],
)
def test_what_is_asked_within_the_own_turn_ends_none(end: bytes) -> None:
    watcher = Watcher()
    watcher.feed(frame(prompt=" ▸ You drew Moon", footer="Enter skip"), whole=False)
    watcher.feed(end, whole=True)
    assert watcher.turns == []


@pytest.mark.parametrize("motion", MOTIONS)
def test_every_motion_is_asked_for_in_the_words_of_the_library(motion: str) -> None:
    assert MOTIONS[motion] in ("full", "basic", "none")
