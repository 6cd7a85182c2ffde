"""What help and manual tell beside commands and options: exit codes, variables, files."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text


class Notes(NamedTuple):
    """A list with a heading.

    Attributes:
        heading: What the list is of.
        rows: What is explained, and its explanation.
    """

    heading: str
    rows: tuple[tuple[str, str], ...]


def all_notes(text: Text) -> tuple[Notes, ...]:
    """Everything that is told at the end of the help."""
    return (_exit_codes(text), _variables(text), _files(text))


def add_notes(parser: argparse.ArgumentParser, text: Text) -> None:
    """Adds the notes to the help of a parser, in the shape of its other lists."""
    for notes in all_notes(text):
        group = parser.add_argument_group(notes.heading)
        # Shown with the group, and unknown to the parser itself, as nothing is to be parsed.
        group._group_actions.extend(
            argparse.Action((), name, metavar=name, help=told.replace("%", "%%"))
            for name, told in notes.rows
        )


def _exit_codes(text: Text) -> Notes:
    t = text.t
    return Notes(
        t("exit codes"),
        (
            ("0", t("all went well")),
            ("1", t("a check found something wrong, such as a proof that fails (koikoi verify)")),
            ("2", t("wrong usage or bad input, told in one sentence on standard error")),
            ("130", t("ended by Ctrl+C")),
        ),
    )


def _variables(text: Text) -> Notes:
    t = text.t
    return Notes(
        t("environment variables"),
        (
            ("KOIKOI_HOME", t("a folder for everything that the game reads and writes")),
            ("NO_COLOR", t("not empty: no colours")),
            ("COLORTERM, TERM", t("how many colours the terminal has, and which signs")),
            ("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", t("the language, by the first that is set")),
            ("LC_ALL, LC_CTYPE, LANG", t("whether signs can be UTF-8, by the first that is set")),
            ("SSH_CONNECTION, SSH_TTY", t("set: less motion")),
            ("TEXTUAL_ANIMATIONS", t("basic or none: less motion, or none")),
        ),
    )


def _files(text: Text) -> Notes:
    t = text.t
    return Notes(
        t("files (koikoi doctor tells the folders of data, configuration and state)"),
        (
            ("DATA/matches", t("a record of every match, finished or not")),
            ("DATA/history.sqlite3", t("what the records come to, made again where it is missing")),
            ("DATA/trainer.json", t("what the card trainer has seen you know")),
            ("DATA/host", t("what a host keeps")),
            ("CONFIG/settings.toml", t("the options")),
            ("CONFIG/rules", t("rules of your own")),
            ("STATE/*.log, STATE/host.jsonl", t("logs, which may be deleted")),
        ),
    )
