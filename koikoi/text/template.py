"""Makes the catalogues out of the source: their template, and from it those of all languages.

``python -m koikoi.text.template`` writes ``locale/koikoi.pot``, brings the messages of every
``koikoi.po`` up to it and compiles these; ``--check`` only says whether all of them are up to date
and ends with status 1 where they are not; ``--add LANG`` begins a new language. Babel is needed,
which the extra ``dev`` brings.

The same source always makes the same files: sorted, without dates, line numbers and the version of
Babel.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from koikoi.text import translations
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
    return _written(collect(source))


def _written(catalog: Catalog) -> str:
    from babel.messages.pofile import write_po

    written = BytesIO()
    # Without a header, and without Babel's wrapping: both differ between versions and days.
    write_po(written, catalog, width=0, omit_header=True, sort_output=True, include_lineno=False)
    fields = f"Project-Id-Version: {DOMAIN}\n{translations.FORMAT}".splitlines()
    header = "".join(f'"{line}\\n"\n' for line in fields)
    body = written.getvalue().decode("utf-8").strip()
    return f'{_HEADER}msgid ""\nmsgstr ""\n{header}\n{body}\n'


def files(place: Path, added: Sequence[str] = ()) -> dict[Path, bytes]:
    """All files as they have to be.

    Args:
        place: The template; the languages are beside it.
        added: Languages that are new.

    Raises:
        ValueError: A translator's file cannot be read, or there is no such language.
    """
    from babel.core import Locale, UnknownLocaleError

    catalog = collect()
    made = {place: _written(catalog).encode()}
    known = translations.places(place.parent)
    known |= {lang: translations.place_of(place.parent, lang) for lang in added}
    for lang, path in known.items():
        written = path.read_text(encoding="utf-8") if path.is_file() else ""
        try:
            Locale.parse(lang)
            mine = translations.read(written, lang)
        except UnknownLocaleError as error:
            raise ValueError(f"there is no language {lang!r}") from error
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error
        fresh = translations.updated(mine, catalog, lang)
        made[path] = fresh.encode()
        made[path.with_suffix(".mo")] = translations.compiled(translations.read(fresh, lang), lang)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m koikoi.text.template",
        description="Write the template and the catalogues of all languages out of the source.",
    )
    parser.add_argument(
        "--check", action="store_true", help="only say whether all of them are up to date"
    )
    parser.add_argument(
        "--add", metavar="LANG", action="append", default=[], help="begin a new language"
    )
    given = parser.parse_args(arguments)
    try:
        fresh = files(TEMPLATE, given.add)
    except ImportError:
        sys.stderr.write('Babel is needed: pip install "koikoi[dev]"\n')
        return 2
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    stale = [path for path, content in fresh.items() if _content(path) != content]
    if given.check:
        for path in stale:
            sys.stderr.write(f"{path} is out of date; run python -m koikoi.text.template\n")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(fresh[path])
    return 0


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


if __name__ == "__main__":
    sys.exit(main())
