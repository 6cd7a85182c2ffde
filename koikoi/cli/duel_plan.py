"""What a duel is to be, from what was typed, and the command that repeats it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import koikoi.ai
from koikoi.arena.bot import HELLO_SECONDS, SECONDS, BotMaker
from koikoi.arena.duel import DEFAULT_SEED, Duel, Maker
from koikoi.cli.checks import a_seed, an_agent, can_play, in_range
from koikoi.cli.errors import UsageError
from koikoi.engine.flow import MAX_ROUNDS
from koikoi.engine.rules import Rules
from koikoi.store.ownrules import named_rules
from koikoi.text.problems import shown

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

MAX_PAIRS: Final = 1_000_000

BOT: Final = "bot:"
"""What stands before the command of a bot."""

_LEAST_WIDTH, _MOST_WIDTH = 0.001, 100.0
_LEAST_SECONDS, _MOST_SECONDS = 0.01, 3600.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played.

    Attributes:
        names: The agents' names; of a bot, ``bot:`` and its command.
        duel: Who meets whom, under which rules, with which seed.
        pairs: How many pairs at most.
        until: How wide the interval of points a round may be to either side for an early stop.
        command: What repeats it.
    """

    names: tuple[str, str]
    duel: Duel
    pairs: int
    until: float | None
    command: str

    @property
    def rules(self) -> Rules:
        """The rules of every match."""
        return self.duel.rules

    @property
    def seed(self) -> str:
        """The duel's seed."""
        return self.duel.seed


def read_plan(args: argparse.Namespace, text: Text) -> Plan:
    """The duel that was asked for.

    Raises:
        UsageError: There can be no such duel.
    """
    pairs = in_range(text, "matches", args.matches, 1, MAX_PAIRS)
    names = _name(args.a, text), _name(args.b, text)
    rules = named_rules(args.rules)
    seed = DEFAULT_SEED if args.seed is None else a_seed(text, args.seed)
    words = ["koikoi", "duel", *names, *_option("matches", pairs)]
    if args.until is not None:
        in_range(text, "until", args.until, _LEAST_WIDTH, _MOST_WIDTH)
        words += _option("until", args.until)
    words += _option("rules", args.rules)
    if args.rounds is not None:
        rules = replace(rules, rounds=in_range(text, "rounds", args.rounds, 1, MAX_ROUNDS))
        words += _option("rounds", args.rounds)
    words += _option("seed", seed)
    seconds = SECONDS
    if args.bot_seconds is not None:
        seconds = in_range(text, "bot-seconds", args.bot_seconds, _LEAST_SECONDS, _MOST_SECONDS)
        words += _option("bot-seconds", seconds)
    if args.no_luck:
        words.append("--no-luck")
    a, b = (_maker(name, seconds, text) for name in names)
    duel = Duel(a, b, rules, seed, luck=not args.no_luck)
    return Plan(names, duel, pairs, args.until, shlex.join(words))


def _name(given: str, text: Text) -> str:
    """The name of the agent that is meant; a bot is called by its command."""
    if given.startswith(BOT):
        return given
    name = an_agent(text, given)
    can_play(text, name)
    return name


def _maker(name: str, seconds: float, text: Text) -> Maker:
    if not name.startswith(BOT):
        return partial(koikoi.ai.load, name)
    try:
        words = shlex.split(name.removeprefix(BOT))
    except ValueError as error:
        raise UsageError(
            text.t("The quotation marks of “{bot}” do not match.", bot=shown(name))
        ) from error
    if not words:
        raise UsageError(
            text.t(
                "“bot:” needs the command that starts the bot, such as {example}.", example=_EXAMPLE
            )
        )
    return BotMaker(words, name, seconds=seconds, hello_seconds=max(seconds, HELLO_SECONDS))


_EXAMPLE: Final = 'bot:"python mybot.py"'


def _option(name: str, value: object) -> list[str]:
    """An option as words of a command; a value like an option's has to cling to its own."""
    written = f"{value:g}" if isinstance(value, float) else str(value)
    return [f"--{name}={written}"] if written.startswith("-") else [f"--{name}", written]
