"""``koikoi rules``: a set of rules as a page, as a file to change, or for programs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from koikoi.cli.output import Output
from koikoi.engine.presets import DEFAULT_PRESET, PRESET_NAMES, preset, resolve_rules, rules_to_toml
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
    rules = resolve_rules(args.rules or DEFAULT_PRESET)
    if args.toml:
        sys.stdout.write(rules_to_toml(rules))
    elif args.json:
        output.json(rules.to_mapping())
    else:
        for heading, sentences in rules_page(text, rules):
            output.say(heading)
            for sentence in sentences:
                output.say(f"  {sentence}")
    return 0


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
