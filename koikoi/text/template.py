"""Makes ``locale/koikoi.pot``, the template of all catalogues, out of the source.

``python -m koikoi.text.template`` writes it; ``--check`` only says whether it is up to date and
ends with status 1 where it is not. Babel is needed, which the extra ``dev`` brings.

The same source always makes the same file: sorted, without dates, line numbers and the version of
Babel. A new language starts and is kept up with Babel's own commands: ``pybabel init``, ``update``
and ``compile``, with the domain ``koikoi`` and the directory ``koikoi/text/locale``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from koikoi.text.catalogue import DOMAIN, locale_directory, placeholders

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

TEMPLATE: Final = locale_directory() / f"{DOMAIN}.pot"

SOURCE: Final = Path(__file__).parents[1]
"""The package ``koikoi``, all of which is searched for messages."""

KEYWORDS: Final[Mapping[str, tuple[int | tuple[int, str], ...] | None]] = {
    "t": None,
    "n": (1, 2),
    "p": ((1, "c"), 2),
    "N_": None,
    "NN_": (1, 2),
    "NP_": ((1, "c"), 2),
}
"""The calls whose literal arguments are messages, as Babel wants them told."""

COMMENT_TAG: Final = "Translators:"
"""A comment above a call that begins so goes into the template."""

_HEADER: Final = """\
# The messages of koikoi, made by "python -m koikoi.text.template". Do not edit.
#
# Every message is one sentence, name or pattern; braces hold placeholders, which a translation
# puts in its own order and keeps all. The contexts "and: …", "or: …", "row" and "sentences" are
# patterns that join two items of a list.
"""


def collect(source: Path = SOURCE) -> Catalog:
    """All messages of the source.

    Args:
        source: The package to search.
    """
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_dir

    catalog = Catalog(domain=DOMAIN, project=DOMAIN, version="", charset="utf-8")
    # Babel warns of every f-string among the arguments, where they do no harm; that no message is
    # one is for a test to say.
    with redirect_stderr(StringIO()):
        found = sorted(
            extract_from_dir(
                source,
                method_map=[("**.py", "python")],
                keywords=KEYWORDS,
                comment_tags=(COMMENT_TAG,),
                strip_comment_tags=True,
            ),
            key=lambda one: one[0],
        )
    for path, _, message, comments, context in found:
        location = f"{source.name}/{Path(path).as_posix()}"
        added = catalog.add(message, None, [(location, 1)], auto_comments=comments, context=context)
        # Babel guesses these flags, and guesses more from version to version.
        forms = (message,) if isinstance(message, str) else message
        added.flags.difference_update(("python-format", "python-brace-format"))
        if any(placeholders(form) for form in forms):
            added.flags.add("python-brace-format")
    return catalog


def template(source: Path = SOURCE) -> str:
    """The text of the template.

    Args:
        source: The package to search.
    """
    from babel.messages.pofile import write_po

    written = BytesIO()
    # Without a header, and without Babel's wrapping: both differ between versions and days.
    write_po(
        written, collect(source), width=0, omit_header=True, sort_output=True, include_lineno=False
    )
    header = (
        'msgid ""\n'
        'msgstr ""\n'
        f'"Project-Id-Version: {DOMAIN}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
    )
    return f"{_HEADER}{header}\n{written.getvalue().decode('utf-8').strip()}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m koikoi.text.template",
        description="Write the template of all catalogues out of the source.",
    )
    parser.add_argument(
        "--check", action="store_true", help="only say whether the template is up to date"
    )
    check = parser.parse_args(arguments).check
    try:
        fresh = template()
    except ImportError:
        sys.stderr.write('Babel is needed: pip install "koikoi[dev]"\n')
        return 2
    if check:
        current = TEMPLATE.read_text(encoding="utf-8") if TEMPLATE.is_file() else ""
        if current == fresh:
            return 0
        sys.stderr.write(f"{TEMPLATE} is out of date; run python -m koikoi.text.template\n")
        return 1
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(fresh, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
