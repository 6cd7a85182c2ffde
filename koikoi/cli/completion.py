"""``koikoi completion``: the script by which a shell completes the commands.

shtab writes it from the parser. Here stands only what the parser cannot say: which words are at
hand where anything may be typed. A script holds these words, so that a shell starts nothing to
complete a line.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from koikoi.ai.levels import AGENT_NAMES, LEVELS
from koikoi.engine.cards import CARDS
from koikoi.engine.presets import PRESET_NAMES
from koikoi.text.ascii import for_encoding
from koikoi.text.catalogue import available

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

_LEVELS: Final = tuple(map(str, LEVELS))
_ROUNDS: Final = tuple(map(str, range(1, 13)))

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "level": _LEVELS,
    "levels": _LEVELS,
    "a": (*_LEVELS, *AGENT_NAMES),
    "b": (*_LEVELS, *AGENT_NAMES),
    "rounds": _ROUNDS,
    "round": ("0", *_ROUNDS),
    "month": _ROUNDS,
    "seat": ("0", "1"),
    "cards": tuple(map(str, CARDS)),
    "bind": ("127.0.0.1", "0.0.0.0"),  # noqa: S104  # the two that are useful
}
"""Words for what the parser takes any text for, by the names that the arguments have there."""

_RULES: Final = "_koikoi_rules_glob"
"""The shell's own function for rules; shtab takes names with ``glob`` for files' in bash."""


def run(args: argparse.Namespace, text: Text) -> int:
    """Prints the script."""
    from koikoi.cli.parser import build_parser

    written = script(build_parser(text), args.shell, text)
    sys.stdout.write(for_encoding(written, sys.stdout.encoding or "ascii"))
    return 0


def script(parser: argparse.ArgumentParser, shell: str, text: Text) -> str:
    """The script for a shell.

    Args:
        parser: The whole command line; what it says of words changes here, so that it is no more
            for use.
        shell: Its name.
        text: The language of the parser's help.
    """
    import shtab

    for one in (parser, *parsers_of(parser).values()):
        for action in one._actions:
            _equip(action, text)
    return str(shtab.complete(parser, shell))


def parsers_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers of all commands by the commands' names."""
    (commands,) = (one for one in parser._actions if one.nargs == argparse.PARSER)
    assert isinstance(commands.choices, dict)
    return commands.choices


def _equip(action: argparse.Action, text: Text) -> None:
    """Tells of an argument that takes any text what it could be."""
    if action.choices is not None or action.nargs == 0:
        return
    shown = str(action.metavar)
    if action.dest in WORDS:
        action.choices = WORDS[action.dest]
    elif action.dest == "lang":
        action.choices = available()
    elif action.dest == "rules" or shown == text.t("NAME|FILE"):
        vars(action)["complete"] = _rules()
    elif text.t("FOLDER") == shown:
        vars(action)["complete"] = _library("DIRECTORY")
    elif text.t("FILE") in shown or text.t("FOLDER") in shown:
        vars(action)["complete"] = _library("FILE")


def _library(name: str) -> object:
    import shtab

    return getattr(shtab, name)


def _rules() -> dict[str, object]:
    """What completes rules: the presets, and files such as ``mine.toml``."""
    presets = " ".join(PRESET_NAMES)
    return {
        "bash": _RULES,
        "zsh": _RULES,
        "fish": f"({_RULES})",
        "preamble": {
            "bash": (
                f"{_RULES}() {{\n"
                f'  compgen -W "{presets}" -- "$1"\n'
                '  compgen -f -X "!*.toml" -- "$1"\n'
                '  compgen -d -- "$1"\n'
                "}\n"
            ),
            "zsh": (
                f"{_RULES}() {{\n"
                "  _alternative \\\n"
                f"    'presets:preset:({presets})' \\\n"
                "    'files:file:_files -g \"*.toml\"'\n"
                "}\n"
            ),
            "fish": (
                f"function {_RULES}\n"
                f"  printf '%s\\n' {presets}\n"
                "  __fish_complete_suffix .toml\n"
                "end\n"
            ),
        },
    }
