"""The commands about past matches, and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from koikoi.cli.parsing import Commands, command, example, file_name, json_option

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text


def add_all(commands: Commands, text: Text) -> None:
    """Adds every command of this module."""
    _add_stats(commands, text)
    _add_export(commands, text)
    _add_import(commands, text)


def _add_stats(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "stats",
        "stats",
        t("tell what your matches against the computer come to"),
        example(text, "koikoi stats --level 3 --since 2026-11-01"),
    )
    parser.add_argument(
        "--rules", metavar=t("NAME"), help=t("only matches under the rules of this name")
    )
    parser.add_argument(
        "--level", metavar="N", help=t("only matches against this level, or this player's name")
    )
    parser.add_argument(
        "--since", metavar=t("DATE"), help=t("only matches from this day on, such as 2026-11-30")
    )
    json_option(parser, text)


def _add_export(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "export",
        "exporting",
        t("write the records of your matches into a ZIP archive or a folder"),
        example(text, "koikoi export matches.zip"),
    )
    parser.add_argument(
        "target",
        type=file_name(text),
        metavar=t("FILE.zip|FOLDER"),
        help=t("a new archive, or a folder, which may exist"),
    )
    parser.add_argument(
        "--unfinished",
        action="store_true",
        help=t(
            "unfinished matches as well; whoever reads their records sees both hands and the stock"
        ),
    )
    json_option(parser, text)


def _add_import(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "import",
        "importing",
        t("take records of matches into your history"),
        example(text, "koikoi import matches.zip other.koikoi.jsonl"),
    )
    parser.add_argument(
        "files",
        nargs="+",
        type=file_name(text),
        metavar=t("FILE"),
        help=t("records, folders of records, and ZIP archives of records"),
    )
    json_option(parser, text)
