"""The words that argparse itself says, so that they are in the catalogue like all others.

argparse asks gettext's current domain for them. A command line speaks one language, so that here,
other than for players on a server, the domain of the whole process may be set.
"""

from __future__ import annotations

import gettext
from typing import Final

from koikoi.text.catalogue import DOMAIN, N_, NN_, locale_directory

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


def speak() -> None:
    """Lets argparse find its words in the game's catalogues, in the language of the environment."""
    gettext.bindtextdomain(DOMAIN, str(locale_directory()))
    gettext.textdomain(DOMAIN)
