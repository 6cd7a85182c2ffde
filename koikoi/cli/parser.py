"""All commands and their options; each names the module whose ``run`` does it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from koikoi import __version__
from koikoi.cli import (
    parser_ai,
    parser_commands,
    parser_history,
    parser_host,
    parser_learn,
    parser_shell,
)
from koikoi.cli.parser_notes import add_notes
from koikoi.cli.parsing import (
    Commands,
    Parser,
    command,
    display_options,
    example,
    file_name,
    json_option,
    language_option,
    number,
    rules_option,
)
from koikoi.text.opponents import fairness, opponents

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text


def build_parser(text: Text) -> argparse.ArgumentParser:
    """The parser of the whole command line, with help in the given language."""
    t = text.t
    Parser.hint = t("{message}; {program} --help tells what is allowed.", **_SAME)
    Parser.more = t("koikoi --help tells exit codes, environment variables and files.")
    parser = Parser(
        prog="koikoi",
        description=text.sentences(
            (t("Koi-Koi, the Japanese flower-card game, in the terminal."), *fairness(text))
        ),
        epilog=t(
            "Without a command, koikoi opens the game; the table needs 60 columns and 20 rows at "
            "least. Example: koikoi play --rules nintendo"
        ),
        allow_abbrev=False,
    )
    parser.add_argument(
        "-V",
        "--version",
        action="version",
        version=f"koikoi {__version__}",
        help=t("print the version"),
    )
    display_options(parser, text)
    parser.set_defaults(module="koikoi.cli.play", **_PLAY_DEFAULTS)
    commands = parser.add_subparsers(title=t("commands"), metavar=t("COMMAND"))
    _add_play(commands, text)
    _add_daily(commands, text)
    _add_unfinished(commands, text)
    _add_watch(commands, text)
    _add_demo(commands, text)
    parser_learn.add_all(commands, text)
    parser_commands.add_all(commands, text)
    parser_history.add_all(commands, text)
    parser_host.add_all(commands, text)
    parser_ai.add_all(commands, text)
    parser_shell.add_all(commands, text)
    for one in (parser, *commands.choices.values()):
        language_option(one, text)
    add_notes(parser, text)
    return parser


# The hint is formatted once for the language and once for each error.
_SAME = {"message": "{message}", "program": "{program}"}

_PLAY_DEFAULTS: dict[str, object] = {
    "plain": False,
    "rules": None,
    "level": None,
    "rounds": None,
    "seed": None,
    "first": None,
    "hot_seat": False,
    "resume": None,
    "ascii": False,
    "no_color": False,
    "no_mouse": False,
    "glyphs": None,
    "match": False,
    "daily": None,
}
"""What holds where an option is not named. ``match``: whether a match was asked for, and not the
title screen. ``resume``: the record to go on with, empty for the newest."""


def _add_play(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "play",
        "play",
        t("play a match against the computer"),
        example(text, "koikoi play --rules nintendo --rounds 3"),
    )
    parser.set_defaults(match=True)
    parser.add_argument(
        "--plain",
        action="store_true",
        help=t("play by plain lines, for a screen reader or a pipe"),
    )
    _add_match(parser, text)
    parser.add_argument(
        "--continue",
        dest="resume",
        nargs="?",
        const=False,  # none is named; argparse would read an empty text as a name
        type=file_name(text),
        metavar=t("FILE"),
        help=t(
            "go on with the newest unfinished match, or with the one of a record (koikoi "
            "unfinished lists them)"
        ),
    )
    display_options(parser, text)


def _add_match(parser: argparse.ArgumentParser, text: Text) -> None:
    """Adds what says how a new match is to be."""
    t = text.t
    # --continue has to know whether rules were named.
    rules_option(parser, text, default=None)
    names = text.row(one.name for one in opponents(text))
    level = t("the computer's level, 1 to 5: {names} (default: 2)", names=names)
    parser.add_argument("--level", metavar="N", help=level)
    parser.add_argument(
        "--rounds",
        metavar="N",
        type=number(text),
        help=t("how many rounds, 1 to 12 (default: as the rules say)"),
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        help=t("the seed of all decks: the same seed deals the same cards (default: by chance)"),
    )
    parser.add_argument(
        "--first",
        choices=("you", "opponent", "draw", "random"),
        help=t("who deals first (default: as the rules say)"),
    )
    parser.add_argument(
        "--hot-seat",
        action="store_true",
        help=t("two people play at this terminal, each hand behind a curtain"),
    )


def _add_unfinished(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "unfinished",
        "unfinished",
        t("list the matches that can be continued"),
        example(text, "koikoi unfinished"),
    )
    json_option(parser, text)


def _add_watch(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "watch",
        "watch",
        t("watch a match that is being played in another terminal"),
        example(text, "koikoi watch --plain"),
    )
    parser.add_argument(
        "file",
        nargs="?",
        type=file_name(text),
        metavar=t("FILE"),
        help=t("the match's record (default: the match that is being played now)"),
    )
    parser.add_argument(
        "--plain", action="store_true", help=t("tell it by plain lines, as without a terminal")
    )
    display_options(parser, text)


def _add_demo(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "demo",
        "demo",
        t("watch the computer play itself and say what it thinks, until a key is pressed"),
        example(text, "koikoi demo 5 2 --pace slow"),
    )
    parser.add_argument(
        "levels",
        nargs="*",
        metavar=t("LEVEL"),
        help=t("who plays, 1 to 5: one level for both sides, or two (default: 5 4)"),
    )
    rules_option(parser, text)
    parser.add_argument(
        "--seed",
        metavar="S",
        help=t("the seed of all decks: the same seed deals the same cards (default: by chance)"),
    )
    parser.add_argument(
        "--pace",
        choices=("quick", "normal", "slow"),
        help=t("how fast it is shown (default: as the options say)"),
    )
    display_options(parser, text)


def _add_daily(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "daily",
        "daily",
        t("play the daily deal, the same match for everybody on a date"),
        example(text, "koikoi daily --date 2026-11-30"),
    )
    parser.add_argument(
        "--date",
        metavar=t("DATE"),
        help=t("the date of the deal, such as 2026-11-30 (default: today, in UTC)"),
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help=t("play by plain lines, for a screen reader or a pipe"),
    )
    parser.add_argument(
        "--result",
        action="store_true",
        help=t("only print the result, in a line that can be passed on"),
    )
    json_option(parser, text)
    display_options(parser, text)
