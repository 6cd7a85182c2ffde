"""Keeps the catalogues of all languages up with the template, and compiles them.

Of ``locale/<lang>/LC_MESSAGES`` the file ``koikoi.po`` is what translators write, and
``koikoi.mo`` is what the game reads. Both come out the same on every day and with every version of
Babel: sorted, without dates, and compiled here.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from koikoi.text.catalogue import DOMAIN, placeholders

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

FORMAT: Final = (
    "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n"
)
"""The end of the header of every file."""

_COMMENT: Final = """\
# The messages of koikoi in the language "{lang}". Write the lines msgstr; the rest of the file is
# kept up by "python -m koikoi.text.template", which also compiles it.
"""

_MAGIC: Final = 0x950412DE
_INTRODUCTION: Final = 28
"""The number that compiled catalogues begin with, and the bytes before their two tables."""


def places(directory: Path) -> dict[str, Path]:
    """The file of every language that is translated, by the language."""
    found = sorted(directory.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return {path.parts[-3]: path for path in found}


def place_of(directory: Path, lang: str) -> Path:
    """Where the file of a language is, or will be."""
    return directory / lang / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(written: str, lang: str) -> Catalog:
    """The catalogue of a translator's file.

    Args:
        written: The file's text.
        lang: The language.

    Raises:
        ValueError: It is not in the format.
    """
    from babel.messages.pofile import PoFileError, read_po

    try:
        return read_po(BytesIO(written.encode()), locale=lang, abort_invalid=True)
    except PoFileError as error:
        raise ValueError(str(error)) from error


def updated(catalog: Catalog, template: Catalog, lang: str) -> str:
    """The file of a language with the messages that the template has now.

    What is translated stays; what the template has no more stands at the end, for translators to
    take from.

    Args:
        catalog: The catalogue as it is; it is changed.
        template: The catalogue of all messages.
        lang: The language.
    """
    from babel.messages.pofile import write_po

    catalog.update(template, no_fuzzy_matching=True)
    written = BytesIO()
    write_po(written, catalog, width=0, omit_header=True, sort_output=True, include_lineno=False)
    lines = "".join(f'"{line}\\n"\n' for line in _header(catalog, lang).splitlines())
    body = written.getvalue().decode("utf-8").strip()
    return f'{_COMMENT.format(lang=lang)}msgid ""\nmsgstr ""\n{lines}\n{body}\n'


def compiled(catalog: Catalog, lang: str) -> bytes:
    """The catalogue as the game reads it; what is not translated, or uncertain, is left out."""
    entries = {b"": _header(catalog, lang).encode()}
    for message in catalog:
        if message.id and not message.fuzzy and all(_strings(message)):
            entries[_key(message)] = "\0".join(_strings(message)).encode()
    ordered = sorted(entries.items())
    columns = [[key for key, _ in ordered], [value for _, value in ordered]]
    count, table, body = len(ordered), b"", b""
    start = _INTRODUCTION + 16 * count
    for words in columns:
        for word in words:
            table += struct.pack("<II", len(word), start + len(body))
            body += word + b"\0"
    sizes = (0, count, _INTRODUCTION, _INTRODUCTION + 8 * count, 0, start)
    return struct.pack("<7I", _MAGIC, *sizes) + table + body


def faults(catalog: Catalog, template: Catalog) -> Iterator[str]:
    """What a translator has still to do: a line for each message, with the reason in front.

    Args:
        catalog: The catalogue of a language.
        template: The catalogue of all messages.
    """
    for message in template:
        if not message.id:
            continue
        found = catalog.get(message.id, message.context)
        said = repr(_ids(message)[0]) + (f" ({message.context})" if message.context else "")
        if found is None or not any(_strings(found)):
            yield f"not translated: {said}"
        elif found.fuzzy:
            yield f"uncertain: {said}"
        else:
            yield from _wrong_forms(message, found, said)


def _wrong_forms(message: Message, found: Message, said: str) -> Iterator[str]:
    allowed = frozenset().union(*(placeholders(form) or () for form in _ids(message)))
    if message.pluralizable:
        allowed |= {"count"}
    for form in _strings(found):
        names = placeholders(form)
        if not form:
            yield f"a form is empty: {said}"
        elif names is None:
            yield f"not well formed: {said}"
        elif names - allowed:
            yield f"unknown placeholders {sorted(names - allowed)}: {said}"
        elif not any(_filled(form) == _filled(one) for one in _ids(message)):
            yield f"other signs to be filled in: {said}"


def _filled(form: str) -> list[str]:
    """What argparse fills in."""
    return sorted(re.findall(r"%(?:\(\w+\))?[sr]", form))


def _header(catalog: Catalog, lang: str) -> str:
    return (
        f"Project-Id-Version: {DOMAIN}\nLanguage: {lang}\n"
        f"Plural-Forms: {catalog.plural_forms}\n{FORMAT}"
    )


def _key(message: Message) -> bytes:
    key = "\0".join(_ids(message))
    return (f"{message.context}\x04{key}" if message.context else key).encode()


def _ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _strings(message: Message) -> tuple[str, ...]:
    """The forms of a translation, each empty where there is none."""
    string = message.string
    return (string or "",) if isinstance(string, str | None) else tuple(string)
