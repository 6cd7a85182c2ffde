"""The commands that make the computer players, and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from koikoi.cli.parsing import Commands, command, decimal, example, number

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text


def add_all(commands: Commands, text: Text) -> None:
    """Adds every command of this module."""
    _add_train(commands, text)


def _add_train(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "train",
        "train",
        t("make the weights of the computer players' network, from nothing"),
        example(text, "koikoi train network.npz --generations 20"),
    )
    parser.add_argument(
        "output",
        metavar=t("FILE"),
        help=t("where the weights go; the course is kept beside it, so that it can be resumed"),
    )
    parser.add_argument(
        "--generations",
        metavar="N",
        type=number(text),
        help=t("how many generations of about 4,000 rounds (default: as the shipped weights)"),
    )
    parser.add_argument(
        "--seed", metavar="S", type=number(text), help=t("where all chance comes from (default: 1)")
    )
    parser.add_argument(
        "--rules",
        metavar="R",
        help=t("train for one preset or rules file only (default: for any rules)"),
    )
    parser.add_argument(
        "--minutes",
        metavar="M",
        type=decimal(text),
        help=t("stop after so many minutes; --resume goes on (default: when it is done)"),
    )
    parser.add_argument(
        "--every",
        metavar="N",
        type=number(text),
        default=25,
        help=t("save, and tell how it stands, every N generations (default: 25)"),
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help=t(
            "go on with the course beside FILE; only one of your own: such a file can run programs"
        ),
    )
