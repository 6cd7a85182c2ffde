"""``koikoi rules``: rules as a page, side by side, as a file to change, in the editor, as data."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.engine.presets import (
    DEFAULT_PRESET,
    PRESET_NAMES,
    RulesFileError,
    preset,
    rules_to_toml,
)
from koikoi.engine.rules import Rules, RulesError
from koikoi.store.ownrules import named_rules, own_names, own_path
from koikoi.text.options import option_names
from koikoi.text.problems import shown
from koikoi.text.rules_page import rules_page

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

_WIDEST: Final = 300


def run(args: argparse.Namespace, text: Text) -> int:
    """Tells about rules in the form that is asked for, or opens the editor."""
    named = [*args.rules, *(args.compare or ()), *([args.edit] if args.edit else ())]
    _refuse(args, text, named)
    output = Output(sys.stdout)
    if args.compare is not None:
        from koikoi.cli.rules_compare import compare

        return compare(named, args, text, output)
    if args.edit is not None:
        from koikoi.cli.rules_edit import edit

        return edit(named[0] if named else "", args, text)
    if not named and not args.toml:
        _list_all(args, text, output)
        return 0
    rules = named_rules(named[0] if named else DEFAULT_PRESET)
    if args.toml:
        sys.stdout.write(_for_output(rules_to_toml(rules, option_names(text))))
    elif args.json:
        output.json(rules.to_mapping())
    else:
        _explain(rules, text, output)
    return 0


def _refuse(args: argparse.Namespace, text: Text, named: list[str]) -> None:
    """Refuses what does not go together.

    Raises:
        UsageError: Something does not.
    """
    if args.all and args.compare is None:
        raise UsageError(text.t("--all goes with --compare."))
    if args.json and (args.toml or args.edit is not None):
        raise UsageError(text.t("--json goes with --compare or alone, not with another form."))
    if len(named) > 1 and args.compare is None:
        raise UsageError(
            text.t("Name one set of rules; koikoi rules --compare puts several side by side.")
        )


def _explain(rules: Rules, text: Text, output: Output) -> None:
    for number, (heading, sentences) in enumerate(rules_page(text, rules)):
        if number:
            output.say()
        output.say(heading)
        for sentence in sentences:
            output.say(f"  {sentence}")


def _for_output(toml: str) -> str:
    """A rules file is UTF-8; where the output is not, TOML's own escapes stand for its letters."""
    if (sys.stdout.encoding or "").lower().replace("_", "-") in ("utf-8", "utf8"):
        return toml
    return "".join(letter if letter.isascii() else f"\\U{ord(letter):08x}" for letter in toml)


def _list_all(args: argparse.Namespace, text: Text, output: Output) -> None:
    """The presets, and rules of the player's own."""
    own = {name: _usable(name) for name in own_names()}
    if args.json:
        found = {name: preset(name) for name in PRESET_NAMES}
        found |= {name: rules for name, rules in own.items() if rules is not None}
        output.json({name: rules.to_mapping() for name, rules in found.items()})
        return
    for name in PRESET_NAMES:
        output.say(text.t("{name}: {source}", name=name, source=preset(name).source))
    for name, rules in own.items():
        path = shown(own_path(name), _WIDEST)
        if rules is None:
            said = text.t("{name}: cannot be used; koikoi rules NAME tells why.", name=name)
        else:
            said = text.t("{name}: rules of your own, in {path}", name=name, path=path)
        output.say(said)
    output.say(
        text.t(
            "koikoi rules NAME tells everything about one; {name} is played where none is named.",
            name=DEFAULT_PRESET,
        )
    )


def _usable(name: str) -> Rules | None:
    try:
        return named_rules(name)
    except (RulesError, RulesFileError, OSError):
        return None
