"""``koikoi learn``: what is refused before the screen changes."""

from __future__ import annotations

import pytest

from koikoi.cli.parser import build_parser
from koikoi.text.catalogue import load
from koikoi.tui.learnsheets import BY_NAME
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


def test_every_lesson_of_the_command_is_one_of_the_list() -> None:
    usage = build_parser(load()).parse_args
    for name in ("first", "koikoi"):
        assert usage(["learn", name]).lesson == name
        assert name in BY_NAME
    assert usage(["learn"]).lesson is None
