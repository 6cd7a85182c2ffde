"""``koikoi bot``: one of our computer players, by the bot protocol on standard input and output."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

import koikoi.ai
from koikoi.arena.bot import SECONDS
from koikoi.arena.protocol import ProtocolError, error_line, hello_line
from koikoi.arena.serve import serve
from koikoi.cli.checks import a_seed, an_agent, can_play
from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.cli.protocol_text import problem_sentence
from koikoi.engine.presets import DEFAULT_PRESET, preset

if TYPE_CHECKING:
    import argparse

    from koikoi.ai.agent import Agent
    from koikoi.text.catalogue import Text

_SEED_BY_HAND: Final = "by hand"


def run(args: argparse.Namespace, text: Text) -> int:
    """Answers until the input is at its end."""
    name = an_agent(text, args.level)
    can_play(text, name)
    seed = None if args.seed is None else a_seed(text, args.seed)

    def make(table_seed: str) -> Agent:
        return koikoi.ai.load(name, table_seed if seed is None else seed)

    if sys.stdin.isatty():
        _tell_how_to_begin(text)
    try:
        serve(sys.stdin.buffer, _say, make)
    except ProtocolError as error:
        sentence = text.t(
            "Line {line} of the input is not understood. {problem}",
            line=error.line,
            problem=problem_sentence(text, error.problem, error.key, error.allowed),
        )
        _say(error_line(sentence))
        raise UsageError(sentence) from error
    return 0


def _tell_how_to_begin(text: Text) -> None:
    """Tells a person at the keyboard what a table would write first."""
    Output(sys.stderr).say(
        text.t(
            "This answers the lines of a table, one JSON object each, until Ctrl+D. A match begins "
            "with hello; this one can be pasted:"
        )
    )
    # Not broken between words, as a sentence would be: it is one line for whoever pastes it.
    sys.stderr.write(hello_line(preset(DEFAULT_PRESET), 0, _SEED_BY_HAND, SECONDS))
    sys.stderr.flush()


def _say(line: str) -> None:
    """Writes a line, which is ASCII, at once: a table waits for it."""
    sys.stdout.write(line)
    sys.stdout.flush()
