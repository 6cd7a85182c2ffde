"""``koikoi learn`` and its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from koikoi.cli.parsing import (
    Commands,
    command,
    display_options,
    example,
    number,
    rules_option,
)

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text


def add_all(commands: Commands, text: Text) -> None:
    """Adds the command."""
    t = text.t
    parser = command(
        commands,
        "learn",
        "learn",
        t("learn the game at the table, step by step, and the cards by questions"),
        example(text, "koikoi learn first"),
    )
    parser.add_argument(
        "lesson",
        nargs="?",
        choices=("first", "koikoi", "cards"),
        help=t(
            "first: the first round; koikoi: five koi-koi decisions; cards: the card trainer "
            "(default: all there is to learn, to choose from)"
        ),
    )
    _trainer_options(parser, text)
    display_options(parser, text)


def _trainer_options(parser: argparse.ArgumentParser, text: Text) -> None:
    """Adds what says how the card trainer asks."""
    t = text.t
    parser.add_argument(
        "--plain",
        action="store_true",
        help=t("cards: ask by plain lines, for a screen reader or a pipe"),
    )
    parser.add_argument(
        "--questions",
        metavar="N",
        type=number(text),
        help=t("cards: how many questions, 1 to 100, which begin at once (plain lines: 10)"),
    )
    # Whether rules were named matters: without them those of the last match are asked about.
    rules_option(parser, text, default=None)
    parser.add_argument(
        "--seed",
        metavar="S",
        help=t("cards: the seed of the questions: with what is known, the same seed asks the same"),
    )
