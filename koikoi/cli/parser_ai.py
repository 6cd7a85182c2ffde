"""The commands that make the computer players, and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from koikoi.cli.parsing import Commands, command, decimal, example, file_name, json_option, number

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text


def add_all(commands: Commands, text: Text) -> None:
    """Adds every command of this module."""
    _add_train(commands, text)
    _add_review(commands, text)


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
        type=file_name(text),
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


def _add_review(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "review",
        "review",
        t("let the coach rate every decision of a recorded match"),
        example(text, "koikoi review match.koikoi.jsonl --jobs 2"),
    )
    parser.add_argument(
        "file", type=file_name(text), metavar=t("FILE"), help=t("the match's record")
    )
    parser.add_argument(
        "--budget",
        choices=("small", "normal", "deep"),
        default="small",
        help=t("how deep it looks: small is as far as level 5 does at the table (default: small)"),
    )
    parser.add_argument(
        "--seat",
        metavar="N",
        type=number(text),
        default=0,
        help=t("whose mistakes are told: 0 the first player, 1 the second (default: 0)"),
    )
    parser.add_argument(
        "--seed", metavar="S", help=t("where its chance comes from (default: always the same)")
    )
    parser.add_argument(
        "--jobs",
        metavar="J",
        type=number(text),
        default=1,
        help=t("how many processes think at the same time (default: 1)"),
    )
    json_option(parser, text)
