"""What a host says where no table is drawn: whole words, in the columns that there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi.host.terminals import lines_for
from koikoi.host.words import Words
from koikoi.text.cells import width
from koikoi.text.languages import usable
from tests.host.client import Client
from tests.host.front import TITLE, hosted

LANGUAGES = ["en", "ja"]


def sentences(words: Words) -> list[str]:
    """All that is said without a table."""
    return [
        words.busy(),
        words.refused(),
        words.wants_key(),
        words.needs_terminal(),
        words.dumb_terminal(),
        words.broken(),
        words.was_idle(3600),
        words.stops(),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", [24, 40, 60, 80, 160])
def test_lines_end_between_words_and_in_the_columns_that_there_are(lang: str, columns: int) -> None:
    said = sentences(Words(usable(lang)))
    written = lines_for("\n".join(said), columns).decode()
    assert written.count("\n") == written.count("\r\n")
    rows = written.removesuffix("\r\n").split("\r\n")
    assert all(0 < width(row) <= columns for row in rows)
    assert "".join(written.split()) == "".join("".join(said).split())
    if lang == "en":
        assert {word for row in rows for word in row.split()} == set(" ".join(said).split())


@pytest.mark.parametrize("columns", [0, 1])
def test_a_terminal_that_gives_no_size_has_the_usual_one(columns: int) -> None:
    (row,) = {width(row) for row in lines_for("x" * 80, columns).decode().split("\r\n") if row}
    assert row == 80


@pytest.mark.parametrize(
    ("lang", "begin"), [("C.UTF-8", "This terminal cannot show"), ("ja_JP.UTF-8", "この端末")]
)
async def test_a_terminal_that_is_not_drawn_on_reads_in_its_columns(
    tmp_path: Path, lang: str, begin: str
) -> None:
    async with hosted(tmp_path) as host, Client(host.port) as client:
        terminal = await client.terminal((44, 12), term="dumb", variables={"LANG": lang})
        await terminal.gone()
        rows = terminal.got.decode().removesuffix("\r\n").split("\r\n")
        assert rows[0].startswith(begin)
        assert len(rows) > 2
        assert all(width(row) <= 44 for row in rows)


async def test_what_is_said_at_the_end_has_the_columns_of_the_last_size(tmp_path: Path) -> None:
    said = "The host has closed your line, and there is more to be said of it than fits."
    async with hosted(tmp_path) as host, Client(host.port) as client:
        terminal = await client.terminal()
        await terminal.shows(TITLE)
        terminal.resize(61, 20)
        await terminal.shows("61x20")
        ((_, sight),) = host.server.apps()
        host.server.kick(sight.number, said)
        await terminal.gone()
        assert terminal.got.endswith(
            b"closed your line, and there is more to be said\r\nof it than fits.\r\n"
        )
