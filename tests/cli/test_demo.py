"""``koikoi demo``: what is refused before the screen changes."""

from __future__ import annotations

import pytest

from tests.cli.conftest import CommandLine


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("5", "4", "3"), "Two play a match: name one level for both, or two."),
        (("6",), "No computer player is called “6”"),
        (("5", "nobody"), "No computer player is called “nobody”"),
        (("--rules", "nowhere"), "nowhere"),
        (("--seed", ""), "--seed is 1 to"),
        (("--pace", "never"), "--pace"),
        ((), "This is no terminal that can show the table; koikoi duel lets the computer play"),
    ],
)
def test_what_cannot_be_shown_is_said_in_a_sentence(
    arguments: tuple[str, ...], said: str, cli: CommandLine
) -> None:
    told = cli("demo", *arguments)
    assert told.code == 2
    assert said in told.err
    assert "Traceback" not in told.err
    assert not cli.matches.exists()
