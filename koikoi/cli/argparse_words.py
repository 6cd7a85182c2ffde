"""The words that argparse itself says, so that they are in the catalogue like all others.

argparse asks gettext for them, in the language of the environment. While a command line is read it
asks us instead, who know which language it names.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from koikoi.text.catalogue import N_, NN_, Text

WORDS: Final = (
    N_("usage: "),
    N_("%(heading)s:"),
    N_("subcommands"),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("not allowed with argument %s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
)
"""What people can be told by the parsers of this program."""

NUMBERED: Final = (NN_("expected %s argument", "expected %s arguments"),)


@contextmanager
def speaking(text: Text) -> Iterator[None]:
    """Lets argparse say its words in a language, for as long as the block runs."""
    words = vars(argparse)
    before = words["_"], words["ngettext"]
    words["_"], words["ngettext"] = _said(text), text.n
    try:
        yield
    finally:
        words["_"], words["ngettext"] = before


def _said(text: Text) -> Callable[[str], str]:
    # Headings of ours come here too, in their language already.
    return lambda message: text.t(message) if message in WORDS else message
