"""What the parsers of all commands share."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.engine.presets import DEFAULT_PRESET, PRESET_NAMES
from koikoi.text.catalogue import available
from koikoi.text.cells import wrapped

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

_WIDEST_ERROR: Final = 300


class _Help(argparse.HelpFormatter):
    """Help in columns of a terminal, whatever the width of its letters."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return list(wrapped(" ".join(text.split()), width, whole_words=True))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in self._split_lines(text, width - len(indent)))


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, without the usage in front."""

    hint = "{message}"
    more = ""
    """Where there is more to read than a command's own help."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"formatter_class": _Help, **kwargs})
        vars(self)["color"] = False  # from Python 3.14 on, help has colours otherwise

    def format_help(self) -> str:
        """The help, and for a command where there is more."""
        of_a_command = " " in self.prog
        return super().format_help() + (f"\n{self.more}\n" if of_a_command else "")

    def error(self, message: str) -> NoReturn:
        """Refuses the command line, with a hint where help is."""
        from koikoi.text.problems import shown

        message = shown(message, _WIDEST_ERROR)  # it quotes what was typed
        raise UsageError(self.hint.replace("{message}", message).replace("{program}", self.prog))

    def _print_message(self, message: str, file: object = None) -> None:
        # Help and version, which go to standard output; argparse itself would fail where the
        # terminal lacks a letter of theirs.
        del file
        output = Output(sys.stdout)
        for line in message.splitlines():
            output.say(line)


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""Where commands are added."""


def command(
    commands: Commands, name: str, module: str, summary: str, example: str
) -> argparse.ArgumentParser:
    """Adds a command that ``run`` of the module does."""
    parser = commands.add_parser(
        name, help=summary, description=summary, epilog=example, allow_abbrev=False
    )
    parser.set_defaults(module=f"koikoi.cli.{module}")
    return parser


def language_option(parser: argparse.ArgumentParser, text: Text) -> None:
    """Adds ``--lang``, which has been obeyed by now; it may stand before or after the command."""
    parser.add_argument(
        "--lang",
        metavar=text.t("LANG"),
        default=argparse.SUPPRESS,
        help=text.t(
            "the language: {languages} (default: as the options say, else the environment)",
            languages=text.row(available()),
        ),
    )


def example(text: Text, command: str) -> str:
    """The example at the end of a command's help."""
    return text.t("Example: {command}", command=command)


def rules_option(
    parser: argparse.ArgumentParser, text: Text, default: str | None = DEFAULT_PRESET
) -> None:
    """Adds ``--rules``."""
    parser.add_argument(
        "--rules",
        default=default,
        metavar=text.t("NAME|FILE"),
        help=text.t(
            "the rules: {presets}, rules of your own by their name, or a TOML file (default: "
            "{default})",
            presets=", ".join(PRESET_NAMES),
            default=DEFAULT_PRESET,
        ),
    )


def json_option(parser: argparse.ArgumentParser | argparse._ArgumentGroup, text: Text) -> None:
    """Adds ``--json``."""
    parser.add_argument("--json", action="store_true", help=text.t("print one JSON document"))


def display_options(parser: argparse.ArgumentParser, text: Text) -> None:
    """Adds what says how the table is drawn; it may stand before or after the command."""
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


def number(text: Text) -> Callable[[str], int]:
    """What reads a whole number; which of them are allowed is for the command to say."""

    def read(given: str) -> int:
        if not _WHOLE.fullmatch(given):
            from koikoi.text.problems import shown

            raise argparse.ArgumentTypeError(
                text.t("{given} is not a whole number", given=shown(given))
            )
        return int(given)

    return read


def decimal(text: Text) -> Callable[[str], float]:
    """What reads a number with or without decimals, of any range as :func:`number`."""

    def read(given: str) -> float:
        if not _DECIMAL.fullmatch(given):
            from koikoi.text.problems import shown

            raise argparse.ArgumentTypeError(
                text.t("{given} is not a number such as 0.25", given=shown(given))
            )
        return float(given)

    return read


def file_name(text: Text) -> Callable[[str], str]:
    """What reads the name of a file or a folder; an empty one would be the folder one is in."""

    def read(given: str) -> str:
        if not given:
            raise argparse.ArgumentTypeError(text.t("an empty text names no file"))
        return given

    return read


# More digits than any number that is allowed somewhere has, and fewer than Python refuses to read.
_WHOLE: Final = re.compile(r"[+-]?\d{1,100}")
_DECIMAL: Final = re.compile(r"[+-]?\d{1,100}(\.\d{1,6})?", re.ASCII)
