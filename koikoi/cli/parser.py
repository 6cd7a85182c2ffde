"""All commands and their options; each names the module whose ``run`` does it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from koikoi import __version__
from koikoi.cli import parser_ai, parser_commands
from koikoi.cli.parsing import (
    Commands,
    Parser,
    command,
    example,
    json_option,
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
    parser = Parser(
        prog="koikoi",
        description=text.sentences(
            (t("Koi-Koi, the Japanese flower-card game, in the terminal."), *fairness(text))
        ),
        epilog=t("Without a command, koikoi plays a match. Example: koikoi play --rules nintendo"),
        allow_abbrev=False,
    )
    parser.add_argument(
        "-V",
        "--version",
        action="version",
        version=f"koikoi {__version__}",
        help=t("print the version"),
    )
    _add_display(parser, text)
    parser.set_defaults(module="koikoi.cli.play", **_PLAY_DEFAULTS)
    commands = parser.add_subparsers(title=t("commands"), metavar=t("COMMAND"))
    _add_play(commands, text)
    _add_unfinished(commands, text)
    _add_watch(commands, text)
    parser_commands.add_all(commands, text)
    parser_ai.add_all(commands, text)
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
        const="",
        metavar=t("FILE"),
        help=t(
            "go on with the newest unfinished match, or with the one of a record (koikoi "
            "unfinished lists them)"
        ),
    )
    _add_display(parser, text)


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
        metavar=t("FILE"),
        help=t("the match's record (default: the match that is being played now)"),
    )
    parser.add_argument(
        "--plain", action="store_true", help=t("tell it by plain lines, as without a terminal")
    )
    _add_display(parser, text)


def _add_display(parser: argparse.ArgumentParser, text: Text) -> None:
    """Adds what says how the table is drawn; it may stand before or after ``play``."""
    t = text.t
    group = parser.add_argument_group(t("the screen"))
    # What is not named must not take back what was named before the command.
    group.add_argument(
        "--ascii",
        action="store_true",
        default=argparse.SUPPRESS,
        help=t("draw with ASCII characters only"),
    )
    group.add_argument(
        "--no-color",
        action="store_true",
        default=argparse.SUPPRESS,
        help=t("draw without colours, as the variable NO_COLOR does"),
    )
    group.add_argument(
        "--no-mouse",
        action="store_true",
        default=argparse.SUPPRESS,
        help=t("leave the mouse to the terminal"),
    )
    group.add_argument(
        "--glyphs",
        choices=("full", "safe", "ascii"),
        default=argparse.SUPPRESS,
        help=t("the signs to draw with (default: what the terminal can show)"),
    )
