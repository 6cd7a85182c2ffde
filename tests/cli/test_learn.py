"""``koikoi learn``: what is refused before the screen changes."""

from __future__ import annotations

import pytest

from tests.cli.conftest import CommandLine


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "This is no terminal that can show the table, which the lessons need"),
        (("first",), "This is no terminal that can show the table, which the lessons need"),
        (("chess",), "chess"),
        (("first", "koikoi"), "koikoi"),
    ],
)
def test_what_cannot_be_taught_is_said_in_a_sentence(
    arguments: tuple[str, ...], said: str, cli: CommandLine
) -> None:
    told = cli("learn", *arguments)
    assert told.code == 2
    assert said in told.err
    assert "Traceback" not in told.err
    assert not cli.matches.exists()
