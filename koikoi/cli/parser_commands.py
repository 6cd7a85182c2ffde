"""The commands beside the game itself, and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from koikoi.cli.parsing import (
    Commands,
    command,
    decimal,
    display_options,
    example,
    file_name,
    json_option,
    number,
    rules_option,
)

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text


def add_all(commands: Commands, text: Text) -> None:
    """Adds every command of this module."""
    for add in (
        _add_yaku,
        _add_rules,
        _add_deal,
        _add_replay,
        _add_verify,
        _add_duel,
        _add_bot,
        _add_doctor,
        _add_bench,
    ):
        add(commands, text)


def _add_yaku(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "yaku",
        "yaku",
        t("tell which yaku cards make, what they score and what is one card away"),
        example(text, "koikoi yaku --rules nintendo 1L 3L 8L 9A"),
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
    rules_option(parser, text)
    parser.add_argument(
        "--month", metavar="M", type=number(text), default=1, help=t("the round's month, 1 to 12")
    )
    parser.add_argument(
        "--calls",
        metavar="N",
        type=number(text),
        default=0,
        help=t("how often the cards' holder has called koi-koi, 0 to 8"),
    )
    parser.add_argument(
        "--opponent-calls",
        metavar="N",
        type=number(text),
        default=0,
        help=t("how often the other player has called koi-koi, 0 to 8"),
    )
    parser.add_argument(
        "--field",
        metavar=t("CARD,..."),
        default="",
        help=t("the cards on the field, with commas between them"),
    )
    json_option(parser, text)


def _add_rules(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "rules",
        "rules",
        t("explain a set of rules, compare several, or make rules of your own"),
        example(text, "koikoi rules --compare standard nintendo"),
    )
    parser.add_argument(
        "rules",
        nargs="*",
        metavar=t("NAME|FILE"),
        help=t("a preset, rules of your own or a TOML file; without one all are listed"),
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--compare",
        nargs="*",
        metavar=t("NAME|FILE"),
        help=t("put rules side by side, all presets where none is named: what differs"),
    )
    form.add_argument(
        "--edit",
        nargs="?",
        const="",
        metavar=t("NAME|FILE"),
        help=t("make rules of your own on the screen, from others or from the beginning"),
    )
    form.add_argument("--toml", action="store_true", help=t("print it as a TOML file"))
    parser.add_argument(
        "--all", action="store_true", help=t("with --compare: also what does not differ")
    )
    json_option(parser, text)
    display_options(parser, text)


def _add_deal(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "deal",
        "deal",
        t("show what a seed deals"),
        example(text, "koikoi deal --seed spring --round 1"),
    )
    parser.add_argument("--seed", metavar="S", required=True, help=t("the match's seed"))
    parser.add_argument(
        "--round",
        metavar="N",
        type=number(text),
        required=True,
        help=t("the round, 1 to 12; 0 is the draw for the first dealer"),
    )
    parser.add_argument(
        "--attempt",
        metavar="K",
        type=number(text),
        help=t(
            "0 for the round's first deal, 1 for the one after a redeal (default: all up to the "
            "one that stands)"
        ),
    )
    rules_option(parser, text)
    json_option(parser, text)


def _add_replay(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "replay",
        "replay",
        t("show a recorded match again, action by action"),
        example(text, "koikoi replay match.koikoi.jsonl"),
    )
    parser.add_argument(
        "file", type=file_name(text), metavar=t("FILE"), help=t("the match's record")
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help=t("tell it in plain lines, as is done where there is no terminal"),
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help=t("only check that the record leads to the states it names"),
    )
    json_option(parser, text)
    display_options(parser, text)


def _add_verify(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "verify",
        "verify",
        t("prove that a match's decks were fixed before it began"),
        example(text, "koikoi verify match.koikoi.jsonl"),
    )
    parser.add_argument(
        "file", type=file_name(text), metavar=t("FILE"), help=t("the match's record")
    )
    json_option(parser, text)


def _add_bench(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "bench",
        "bench",
        t("measure how fast this machine runs the program"),
        example(text, "koikoi bench engine"),
    )
    parser.add_argument(
        "what",
        choices=("engine", "tui", "ai", "coach", "chances", "host"),
        help=t("what is measured"),
    )
    # Whether they were named matters: they are of the computer players only.
    rules_option(parser, text, default=None)
    parser.add_argument(
        "--check",
        metavar="N",
        type=number(text),
        help=t("ai: play N rounds in both engines instead, and tell whether they agree"),
    )
    parser.add_argument(
        "--matches",
        metavar="N",
        type=number(text),
        help=t("coach, chances: how many matches (default: 100; 2000)"),
    )
    parser.add_argument(
        "--rounds",
        metavar="N",
        type=number(text),
        help=t("coach, chances: how many rounds, 1 to 12 (default: as the rules say)"),
    )
    parser.add_argument(
        "--jobs",
        metavar="J",
        type=number(text),
        help=t("coach, chances: how many processes (default: 1)"),
    )
    for option, said in (
        ("--sessions", t("host: how many people are at it at the same time (default: 100)")),
        ("--seconds", t("host: how long they press a key a second each (default: 10)")),
        ("--think", t("host: how many thoughts of level 5 go on meanwhile (default: 2)")),
        ("--soak", t("host: let bots play for so many minutes instead, and lose their lines")),
        ("--bots", t("host: with --soak, how many bots (default: 50)")),
    ):
        parser.add_argument(option, metavar="N", type=number(text), help=said)
    json_option(parser, text)


def _add_duel(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "duel",
        "duel",
        t("let two computer players meet in mirrored matches"),
        example(text, "koikoi duel greedy random --matches 200 --jobs 2"),
    )
    players = t("an agent's name or its level, or bot: and the command of a program of yours")
    parser.add_argument("a", metavar="A", help=players)
    parser.add_argument("b", metavar="B", help=players)
    parser.add_argument(
        "--matches",
        metavar="N",
        type=number(text),
        default=100,
        help=t("how many pairs of matches with the same deals and swapped seats (default: 100)"),
    )
    parser.add_argument(
        "--until",
        metavar=t("WIDTH"),
        type=decimal(text),
        help=t(
            "stop early, once points a round are known to within ±WIDTH; looked at after 20, 40, "
            "60, … pairs (default: play them all)"
        ),
    )
    rules_option(parser, text)
    parser.add_argument(
        "--rounds",
        metavar="N",
        type=number(text),
        help=t("how many rounds, 1 to 12 (default: as the rules say)"),
    )
    parser.add_argument(
        "--seed", metavar="S", help=t("the seed of all matches (default: always the same)")
    )
    parser.add_argument(
        "--no-luck",
        action="store_true",
        help=t("leave the luck of the draw in; quick players are done sooner without that figure"),
    )
    _duel_processes(parser, text)
    json_option(parser, text)


def _duel_processes(parser: argparse.ArgumentParser, text: Text) -> None:
    """What says how a duel is played, and nothing about its figures."""
    t = text.t
    parser.add_argument(
        "--bot-seconds",
        metavar="T",
        type=decimal(text),
        help=t("how long a bot may take for an answer, in seconds (default: 5, and 30 to start)"),
    )
    parser.add_argument(
        "--jobs",
        metavar="J",
        type=number(text),
        default=1,
        help=t("how many processes play at the same time (default: 1)"),
    )


def _add_bot(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "bot",
        "bot",
        t("let a computer player of ours answer by the bot protocol, for a table of yours"),
        example(text, "koikoi bot 2"),
    )
    parser.add_argument("level", metavar=t("LEVEL"), help=t("an agent's level, or its name"))
    parser.add_argument(
        "--seed",
        metavar="S",
        help=t("where its chance comes from (default: the table's agent_seed)"),
    )


def _add_doctor(commands: Commands, text: Text) -> None:
    t = text.t
    parser = command(
        commands,
        "doctor",
        "doctor",
        t("tell what the game finds out about this terminal, and where files are"),
        example(text, "koikoi doctor"),
    )
    json_option(parser, text)
