"""``koikoi man``: the manual page, made from the parser, for ``man`` to show.

It holds nothing of the machine and no date, so that the same version always makes the same page.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from koikoi import __version__
from koikoi.cli.argparse_words import speaking
from koikoi.cli.parser_notes import all_notes
from koikoi.text.ascii import for_encoding

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

_SECTION: Final = 1  # commands


def run(args: argparse.Namespace, text: Text) -> int:
    """Prints the page."""
    del args
    sys.stdout.write(for_encoding(page(text), sys.stdout.encoding or "ascii"))
    return 0


def page(text: Text) -> str:
    """The whole page as input for roff, in the given language."""
    from koikoi.cli.parser import build_parser

    with speaking(text):
        return "\n".join(_lines(build_parser(text), text)) + "\n"


def _lines(parser: argparse.ArgumentParser, text: Text) -> Iterator[str]:
    t = text.t
    kind = _safe(t("Games"))
    yield f'.TH KOIKOI {_SECTION} "" "koikoi {__version__}" "{kind}"'
    yield ".ad l"  # neither stretched to the margin nor hyphenated: what is typed stays whole
    yield ".nh"
    yield from _heading(t("Name"))
    summary = t("Koi-Koi, the Japanese flower-card game, in the terminal")
    yield _safe(f"koikoi - {summary}")
    yield from _heading(t("Synopsis"))
    yield _usage(parser)
    yield from _heading(t("Description"))
    yield _safe(parser.description or "")
    yield ".PP"
    yield _safe(parser.epilog or "")
    notes = all_notes(text)
    told_later = {one.heading for one in notes}
    commands, options = _commands_and_rest(parser, told_later)
    yield from _heading(text.p("manual", "Options"))
    for group in options:
        yield from _arguments(group._group_actions, parser)
    yield from _heading(t("Commands"))
    everywhere = {one.dest for group in options for one in group._group_actions}
    for name, one in commands.items():
        yield from _command(name, one, everywhere)
    for note in notes:
        yield from _heading(note.heading)
        for term, told in note.rows:
            yield from _entry(f"\\fB{_safe(term)}\\fR", told)


def _commands_and_rest(
    parser: argparse.ArgumentParser, but: set[str]
) -> tuple[dict[str, argparse.ArgumentParser], list[argparse._ArgumentGroup]]:
    """The parsers of the commands, and the groups of arguments that stand before a command."""
    commands: dict[str, argparse.ArgumentParser] = {}
    rest = []
    for group in parser._action_groups:
        found = [one for one in group._group_actions if one.nargs == argparse.PARSER]
        if found:
            assert isinstance(found[0].choices, dict)
            commands = found[0].choices
        elif group.title not in but:
            rest.append(group)
    return commands, rest


def _command(name: str, parser: argparse.ArgumentParser, told: set[str]) -> Iterator[str]:
    """What there is about a command: how it is used, what it does, its arguments, an example.

    Args:
        name: The command.
        parser: Its parser.
        told: Arguments that have been told of before the commands.
    """
    yield f".SS {_safe(name)}"
    yield _usage(parser)
    yield ".PP"
    does = parser.description or ""
    yield _safe(f"{does[:1].upper()}{does[1:]}.")
    for group in parser._action_groups:
        new = [one for one in group._group_actions if one.dest not in told]
        yield from _arguments(new, parser)
    yield ".PP"
    yield _safe(parser.epilog or "")


def _arguments(actions: list[argparse.Action], parser: argparse.ArgumentParser) -> Iterator[str]:
    formatter = parser._get_formatter()
    for action in actions:
        if action.help is argparse.SUPPRESS:
            continue
        default = action.dest.upper() if action.option_strings else action.dest
        values = "" if action.nargs == 0 else formatter._format_args(action, default)
        names = ", ".join(f"\\fB{_safe(name)}\\fR" for name in action.option_strings)
        term = f"{names} \\fI{_safe(values)}\\fR" if values else names
        yield from _entry(term.strip(), formatter._expand_help(action))


def _entry(term: str, told: str) -> Iterator[str]:
    yield ".TP"
    yield term
    yield _safe(told)


def _heading(title: str) -> Iterator[str]:
    yield f'.SH "{_safe(title.upper())}"'


def _usage(parser: argparse.ArgumentParser) -> str:
    """The usage in one paragraph, without the word in front of it."""
    formatter = parser._get_formatter()
    formatter.add_usage(parser.usage, parser._actions, parser._mutually_exclusive_groups, "")
    return f"\\fB{_safe(' '.join(formatter.format_help().split()))}\\fR"


def _safe(words: str) -> str:
    """A text as roff reads it as nothing but a text."""
    quoted = words.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{quoted}" if quoted.startswith((".", "'")) else quoted
