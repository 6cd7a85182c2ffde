"""The command that lets others play on this machine, and its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from koikoi.cli.parsing import Commands, command, example, file_name, json_option, number

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text


def add_all(commands: Commands, text: Text) -> None:
    """Adds every command of this module."""
    t = text.t
    parser = command(
        commands,
        "host",
        "host",
        t("let others play on this machine, by ssh"),
        example(text, "koikoi host --event Meetup --bind 0.0.0.0"),
    )
    _add_event(parser, text)
    _add_access(parser, text)
    _add_files(parser, text)
    _add_size(parser, text)
    _add_operator(parser, text)


# What is not named is None, so that the commands to a running host can refuse what is not for them.


def _add_event(parser: argparse.ArgumentParser, text: Text) -> None:
    t = text.t
    parser.add_argument(
        "--event",
        metavar=t("NAME"),
        help=t("what the event is called; results count for it (default: no name)"),
    )
    parser.add_argument(
        "--bind",
        metavar=t("ADDRESS"),
        help=t(
            "the address to listen on; 0.0.0.0 lets the whole network in (default: 127.0.0.1, "
            "this machine only)"
        ),
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=number(text),
        help=t("the port, 0 for any that is free (default: 2222)"),
    )
    parser.add_argument(
        "--board",
        action="store_true",
        default=None,
        help=t("show the big screen in this terminal, for a projector"),
    )
    parser.add_argument(
        "--web",
        nargs="?",
        const=False,  # no port is named; argparse would read a text as one
        type=number(text),
        metavar=t("PORT"),
        help=t("serve browsers too (default port: 8080)"),
    )


def _add_access(parser: argparse.ArgumentParser, text: Text) -> None:
    t = text.t
    group = parser.add_argument_group(t("who may come in"))
    group.add_argument(
        "--mode",
        choices=("open", "password", "keys"),
        help=t(
            "everybody, who knows a password, or whose key is in a file (default: open)",
        ),
    )
    group.add_argument(
        "--password-file",
        metavar=t("FILE"),
        type=file_name(text),
        help=t(
            "the file whose first line is the password, - for the input (default: you are asked)"
        ),
    )
    group.add_argument(
        "--keys",
        metavar=t("FILE"),
        type=file_name(text),
        help=t("the file of the keys, as ~/.ssh/authorized_keys"),
    )


def _add_files(parser: argparse.ArgumentParser, text: Text) -> None:
    t = text.t
    group = parser.add_argument_group(t("where it keeps what"))
    group.add_argument(
        "--folder",
        metavar=t("FOLDER"),
        type=file_name(text),
        help=t(
            "the folder of its records, players and results (default: host in the data folder, "
            "which koikoi doctor tells)"
        ),
    )
    group.add_argument(
        "--host-key",
        metavar=t("FILE"),
        type=file_name(text),
        help=t("the host's own key; it is made where there is none (default: in its folder)"),
    )
    group.add_argument(
        "--log",
        metavar=t("FILE"),
        type=file_name(text),
        help=t("the log, one JSON document a line; - for standard output"),
    )


def _add_size(parser: argparse.ArgumentParser, text: Text) -> None:
    t = text.t
    group = parser.add_argument_group(t("how much it takes on"))
    group.add_argument(
        "--max-sessions",
        metavar="N",
        type=number(text),
        help=t("how many people at the same time (default: 100)"),
    )
    group.add_argument(
        "--per-address",
        metavar="N",
        type=number(text),
        help=t(
            "how many connections of one address, and twice as many new ones a minute; 0 for any "
            "number, as where a whole room has one address (default: 10)"
        ),
    )
    group.add_argument(
        "--jobs",
        metavar="J",
        type=number(text),
        help=t("how many processes think (default: one less than the machine has cores)"),
    )


def _add_operator(parser: argparse.ArgumentParser, text: Text) -> None:
    t = text.t
    group = parser.add_argument_group(t("to a host that is running"))
    verbs = group.add_mutually_exclusive_group()
    verbs.add_argument(
        "--status", action="store_true", help=t("tell who is there and what is being played")
    )
    verbs.add_argument(
        "--kick",
        metavar=t("NAME"),
        help=t("close the lines of somebody; their seat is kept as after any dropped line"),
    )
    verbs.add_argument(
        "--rename",
        nargs=2,
        metavar=(t("OLD"), t("NEW")),
        help=t("give somebody another name"),
    )
    verbs.add_argument(
        "--forget",
        metavar=t("NAME"),
        help=t("take somebody's name, keys and settings out; their results stay without a name"),
    )
    verbs.add_argument(
        "--stop", action="store_true", help=t("save every table, tell everybody, and end")
    )
    json_option(group, text)
