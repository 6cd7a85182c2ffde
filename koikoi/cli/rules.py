"""``koikoi rules``: a set of rules as a page, as a file to change, or for programs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from koikoi.cli.output import Output
from koikoi.engine.presets import DEFAULT_PRESET, PRESET_NAMES, preset, resolve_rules, rules_to_toml
from koikoi.engine.rules import OPTIONS
from koikoi.text.options import option_name
from koikoi.text.rules_page import rules_page

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text


def run(args: argparse.Namespace, text: Text) -> int:
    """Prints one set of rules, or lists the presets."""
    output = Output(sys.stdout)
    if args.rules is None and not args.toml:
        _list_presets(args, text, output)
        return 0
    rules = resolve_rules(DEFAULT_PRESET if args.rules is None else args.rules)
    if args.toml:
        about = {option.key: option_name(text, option.key) for option in OPTIONS}
        sys.stdout.write(_for_output(rules_to_toml(rules, about)))
    elif args.json:
        output.json(rules.to_mapping())
    else:
        for number, (heading, sentences) in enumerate(rules_page(text, rules)):
            if number:
                output.say()
            output.say(heading)
            for sentence in sentences:
                output.say(f"  {sentence}")
    return 0


def _for_output(toml: str) -> str:
    """A rules file is UTF-8; where the output is not, TOML's own escapes stand for its letters."""
    if (sys.stdout.encoding or "").lower().replace("_", "-") in ("utf-8", "utf8"):
        return toml
    return "".join(letter if letter.isascii() else f"\\U{ord(letter):08x}" for letter in toml)


def _list_presets(args: argparse.Namespace, text: Text, output: Output) -> None:
    if args.json:
        output.json({name: preset(name).to_mapping() for name in PRESET_NAMES})
        return
    for name in PRESET_NAMES:
        output.say(text.t("{name}: {source}", name=name, source=preset(name).source))
    output.say(
        text.t(
            "koikoi rules NAME tells everything about one; {name} is played where none is named.",
            name=DEFAULT_PRESET,
        )
    )
