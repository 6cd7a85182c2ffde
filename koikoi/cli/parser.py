"""All commands and their options; each names the module whose ``run`` does it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NoReturn

from koikoi import __version__
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.engine.presets import DEFAULT_PRESET, PRESET_NAMES

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

_WIDEST_ERROR: Final = 300


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, without the usage in front."""

    hint = "{message}"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        vars(self)["color"] = False  # from Python 3.14 on, help has colours otherwise

    def error(self, message: str) -> NoReturn:
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


def build_parser(text: Text) -> argparse.ArgumentParser:
    """The parser of the whole command line, with help in the given language."""
    t = text.t
    _Parser.hint = t("{message}; {program} --help tells what is allowed.", **_SAME)
    parser = _Parser(
        prog="koikoi",
        description=t("Koi-Koi, the Japanese flower-card game, in the terminal."),
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
    parser.set_defaults(module="koikoi.cli.play", **_PLAY_DEFAULTS)
    commands = parser.add_subparsers(title=t("commands"), metavar=t("COMMAND"))
    for add in (_add_play, _add_yaku, _add_rules, _add_deal, _add_replay, _add_verify, _add_bench):
        add(commands, text)
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
    "resume": False,
}

if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[_Parser]


def _command(
    commands: _Commands, name: str, module: str, summary: str, example: str
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name, help=summary, description=summary, epilog=example, allow_abbrev=False
    )
    parser.set_defaults(module=f"koikoi.cli.{module}")
    return parser


def _example(text: Text, command: str) -> str:
    return text.t("Example: {command}", command=command)


def _add_rules_option(
    parser: argparse.ArgumentParser, text: Text, default: str | None = DEFAULT_PRESET
) -> None:
    parser.add_argument(
        "--rules",
        default=default,
        metavar=text.t("NAME|FILE"),
        help=text.t(
            "the rules: {presets}, or a TOML file of your own (default: {default})",
            presets=", ".join(PRESET_NAMES),
            default=DEFAULT_PRESET,
        ),
    )


def _add_json_option(parser: argparse.ArgumentParser, text: Text) -> None:
    parser.add_argument("--json", action="store_true", help=text.t("print one JSON document"))


def _add_play(commands: _Commands, text: Text) -> None:
    t = text.t
    parser = _command(
        commands,
        "play",
        "play",
        t("play a match against the computer"),
        _example(text, "koikoi play --plain --rules nintendo --rounds 3"),
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help=t("play by plain lines, for a screen reader or a pipe"),
    )
    # --continue has to know whether rules were named.
    _add_rules_option(parser, text, default=None)
    parser.add_argument("--level", metavar="N", help=t("the computer's level, 1 or 2 (default: 2)"))
    parser.add_argument(
        "--rounds",
        metavar="N",
        type=_number(text),
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
        "--continue",
        dest="resume",
        action="store_true",
        help=t("go on with the newest unfinished match"),
    )


def _add_yaku(commands: _Commands, text: Text) -> None:
    t = text.t
    parser = _command(
        commands,
        "yaku",
        "yaku",
        t("tell which yaku cards make, what they score and what is one card away"),
        _example(text, "koikoi yaku --rules nintendo 1L 3L 8L 9A"),
    )
    parser.add_argument(
        "cards",
        nargs="+",
        metavar=t("CARD"),
        help=t(
            "card codes such as 1L or 12P3; a single - reads one pile a line from the input and "
            "prints one JSON object a line"
        ),
    )
    _add_rules_option(parser, text)
    parser.add_argument(
        "--month", metavar="M", type=_number(text), default=1, help=t("the round's month, 1 to 12")
    )
    parser.add_argument(
        "--calls",
        metavar="N",
        type=_number(text),
        default=0,
        help=t("how often the cards' holder has called koi-koi, 0 to 8"),
    )
    parser.add_argument(
        "--opponent-calls",
        metavar="N",
        type=_number(text),
        default=0,
        help=t("how often the other player has called koi-koi, 0 to 8"),
    )
    parser.add_argument(
        "--field",
        metavar=t("CARD,..."),
        default="",
        help=t("the cards on the field, with commas between them"),
    )
    _add_json_option(parser, text)


def _add_rules(commands: _Commands, text: Text) -> None:
    t = text.t
    parser = _command(
        commands,
        "rules",
        "rules",
        t("explain a set of rules, or print it as a file to change"),
        _example(text, "koikoi rules nintendo --toml > mine.toml"),
    )
    parser.add_argument(
        "rules",
        nargs="?",
        metavar=t("NAME|FILE"),
        help=t("a preset or a TOML file; without one the presets are listed"),
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--toml", action="store_true", help=t("print it as a TOML file"))
    form.add_argument("--json", action="store_true", help=t("print one JSON document"))


def _add_deal(commands: _Commands, text: Text) -> None:
    t = text.t
    parser = _command(
        commands,
        "deal",
        "deal",
        t("show what a seed deals"),
        _example(text, "koikoi deal --seed spring --round 1"),
    )
    parser.add_argument("--seed", metavar="S", required=True, help=t("the match's seed"))
    parser.add_argument(
        "--round",
        metavar="N",
        type=_number(text),
        required=True,
        help=t("the round, 1 to 12; 0 is the draw for the first dealer"),
    )
    parser.add_argument(
        "--attempt",
        metavar="K",
        type=_number(text),
        help=t(
            "0 for the round's first deal, 1 for the one after a redeal (default: all up to the "
            "one that stands)"
        ),
    )
    _add_rules_option(parser, text)
    _add_json_option(parser, text)


def _add_replay(commands: _Commands, text: Text) -> None:
    t = text.t
    parser = _command(
        commands,
        "replay",
        "replay",
        t("tell a recorded match again"),
        _example(text, "koikoi replay match.koikoi.jsonl --check"),
    )
    parser.add_argument("file", metavar=t("FILE"), help=t("the match's record"))
    parser.add_argument(
        "--check",
        action="store_true",
        help=t("only check that the record leads to the states it names"),
    )
    _add_json_option(parser, text)


def _add_verify(commands: _Commands, text: Text) -> None:
    t = text.t
    parser = _command(
        commands,
        "verify",
        "verify",
        t("prove that a match's decks were fixed before it began"),
        _example(text, "koikoi verify match.koikoi.jsonl"),
    )
    parser.add_argument("file", metavar=t("FILE"), help=t("the match's record"))
    _add_json_option(parser, text)


def _add_bench(commands: _Commands, text: Text) -> None:
    t = text.t
    parser = _command(
        commands,
        "bench",
        "bench",
        t("measure how fast this machine runs the program"),
        _example(text, "koikoi bench engine"),
    )
    parser.add_argument("what", choices=("engine",), help=t("what is measured"))
    _add_json_option(parser, text)


def _number(text: Text) -> Callable[[str], int]:
    def number(given: str) -> int:
        if not given.isdecimal() or len(given) > 9:
            from koikoi.text.problems import shown

            raise argparse.ArgumentTypeError(
                text.t("{given} is not a whole number", given=shown(given))
            )
        return int(given)

    return number
