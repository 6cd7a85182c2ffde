"""Messages of a language: looked up, then filled in.

The English sentence is its own key, so that English needs no catalogue and a gap in another one
shows English. Calls are written so that Babel finds their messages in the source
(``python -m koikoi.text.template`` does it):

===================================  ======================  ====================================
call                                 Babel keyword           for
===================================  ======================  ====================================
``text.t("You drew {card}.", …)``    ``t``                   a message
``text.n("{count} card", "…", 3)``   ``n:1,2``               a message that depends on a number
``text.p("month", "May")``           ``p:1c,2``              a word that alone is ambiguous
``N_("…")``                          ``N_``                  marks a message in a table, for ``t``
``NN_("…", "…")``                    ``NN_:1,2``             the same for ``n``
``NP_("month", "May")``              ``NP_:1c,2``            the same for ``p``
===================================  ======================  ====================================

Placeholders are plain names in braces, without attribute, index, conversion or format; literal
braces are doubled. A message is filled in once, so that braces in a player's name mean nothing. A
translation may leave placeholders of its English message out, where its language says without them
who is meant; one with others is passed over for the English message, so that a broken catalogue
never stops a match.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from pathlib import Path

DOMAIN: Final = "koikoi"
"""The gettext domain, also the name of the catalogue files."""

ENGLISH: Final = "en"

Form: TypeAlias = Callable[["Text", str, str], str]


def N_(message: str) -> str:  # noqa: N802  # the customary name of gettext's mark
    """Marks a message of a table for the template, and returns it."""
    return message


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802
    """Marks a message that depends on a number, and returns its two English forms."""
    return singular, plural


def NP_(context: str, message: str) -> str:  # noqa: N802, ARG001
    """Marks a message with a context, and returns the message."""
    return message


class UnknownLanguage(ValueError):
    """There is no readable catalogue for a language.

    Attributes:
        lang: The language that was asked for.
        available: The languages that there are.
    """

    def __init__(self, lang: str, available: tuple[str, ...]) -> None:
        super().__init__(lang, available)
        self.lang: Final = lang
        self.available: Final = available

    def __str__(self) -> str:
        return f"no catalogue for the language {self.lang!r} ({', '.join(self.available)})"


class Text:
    """The messages of one language. It never changes and may be shared by everybody.

    Attributes:
        lang: The language, as :func:`available` names it.
    """

    __slots__ = ("_translations", "lang")

    def __init__(self, translations: gettext.NullTranslations, lang: str) -> None:
        self._translations = translations
        self.lang = lang

    @classmethod
    def from_translations(cls, translations: gettext.NullTranslations, lang: str) -> Text:
        """A text over translations that are at hand already."""
        return cls(translations, lang)

    def __repr__(self) -> str:
        return f"<Text {self.lang}>"

    def t(self, message: str, /, **params: object) -> str:
        """The message, filled in.

        Args:
            message: The English message.
            params: A value for each of its placeholders.

        Raises:
            KeyError: The English message has a placeholder without a value.
        """
        return _fill(self._translations.gettext(message), (message,), message, params)

    def n(self, singular: str, plural: str, count: int, /, **params: object) -> str:
        """The message for a number, filled in; the number is also the placeholder ``count``.

        Args:
            singular: The English message for 1.
            plural: The English message for every other number.
            count: The number.
            params: A value for each of the other placeholders.

        Raises:
            KeyError: The English message has a placeholder without a value.
        """
        found = self._translations.ngettext(singular, plural, count)
        own = singular if count == 1 else plural
        return _fill(found, (singular, plural), own, {**params, "count": count})

    def p(self, context: str, message: str, /, **params: object) -> str:
        """The message as it is meant in a context, filled in.

        Args:
            context: What tells it from the same English word elsewhere.
            message: The English message.
            params: A value for each of its placeholders.

        Raises:
            KeyError: The English message has a placeholder without a value.
        """
        return _fill(self._translations.pgettext(context, message), (message,), message, params)

    def join(self, items: Iterable[str]) -> str:
        """All of the items in a sentence: ``A``, ``A and B``, ``A, B and C``."""
        return self._list(items, _AND)

    def either(self, items: Iterable[str]) -> str:
        """One of the items in a sentence: ``A``, ``A or B``, ``A, B or C``."""
        return self._list(items, _OR)

    def row(self, items: Iterable[str]) -> str:
        """Items in a row, as in a table or after a colon: ``A, B, C``."""
        return self._list(items, _ROW)

    def sentences(self, sentences: Iterable[str]) -> str:
        """Whole sentences one after the other."""
        return self._list(sentences, _TEXT)

    def _list(self, items: Iterable[str], forms: tuple[Form, Form, Form, Form]) -> str:
        pair, start, middle, end = forms
        parts = list(items)
        if len(parts) < 2:
            return "".join(parts)
        if len(parts) == 2:
            return pair(self, *parts)
        joined = start(self, parts[0], parts[1])
        for part in parts[2:-1]:
            joined = middle(self, joined, part)
        return end(self, joined, parts[-1])


Said: TypeAlias = str | Callable[[], str]
"""A sentence, or what says it in the language of the moment."""


def spoken(said: Said) -> str:
    """A sentence as it is said now."""
    return said if isinstance(said, str) else said()


def each(sentences: Callable[[], tuple[str, ...]]) -> tuple[Said, ...]:
    """Sentences, as many as there are now, each of them said in the language of the moment."""

    def one(place: int) -> str:
        return sentences()[place]

    return tuple(partial(one, place) for place in range(len(sentences())))


class LiveText(Text):
    """What somebody reads, in the language that is chosen now.

    Whoever holds it says everything in another language from the moment it is chosen.

    Args:
        text: The language at first.
        usual: The language of who leaves it open; ``None`` for the one at first.

    Attributes:
        usual: The same.
    """

    __slots__ = ("usual",)

    def __init__(self, text: Text, usual: Text | None = None) -> None:
        super().__init__(text._translations, text.lang)
        self.usual = text if usual is None else usual

    def speak(self, text: Text) -> None:
        """Says everything in another language from now on."""
        self._translations, self.lang = text._translations, text.lang


# How items are joined, after the list patterns of the Unicode CLDR: two items; else the first
# two; the items so far and the next; the items so far and the last.
_AND: Final[tuple[Form, Form, Form, Form]] = (
    lambda text, first, next_: text.p("and: pair", "{first} and {next}", first=first, next=next_),
    lambda text, first, next_: text.p("and: start", "{first}, {next}", first=first, next=next_),
    lambda text, first, next_: text.p("and: middle", "{first}, {next}", first=first, next=next_),
    lambda text, first, next_: text.p("and: end", "{first} and {next}", first=first, next=next_),
)
_OR: Final[tuple[Form, Form, Form, Form]] = (
    lambda text, first, next_: text.p("or: pair", "{first} or {next}", first=first, next=next_),
    lambda text, first, next_: text.p("or: start", "{first}, {next}", first=first, next=next_),
    lambda text, first, next_: text.p("or: middle", "{first}, {next}", first=first, next=next_),
    lambda text, first, next_: text.p("or: end", "{first} or {next}", first=first, next=next_),
)


def _in_row(text: Text, first: str, next_: str) -> str:
    return text.p("row", "{first}, {next}", first=first, next=next_)


def _in_text(text: Text, first: str, next_: str) -> str:
    return text.p("sentences", "{first} {next}", first=first, next=next_)


_ROW: Final[tuple[Form, Form, Form, Form]] = (_in_row, _in_row, _in_row, _in_row)
_TEXT: Final[tuple[Form, Form, Form, Form]] = (_in_text, _in_text, _in_text, _in_text)


def _fill(found: str, english: tuple[str, ...], own: str, params: dict[str, object]) -> str:
    """Fills in the translation, or the English message ``own`` where it cannot be used."""
    # An empty message is gettext's key for the header of the catalogue.
    if not own:
        return own
    if found not in english and not _fits(english, found):
        found = own
    return found.format_map(params)


@lru_cache(maxsize=8192)
def _fits(english: tuple[str, ...], translation: str) -> bool:
    """Whether a translation has no placeholders but those of its English message.

    The messages are those of the catalogues, so that the memory stays as small as they are.
    """
    found = placeholders(translation)
    if found is None:
        return False
    forms = [placeholders(form) or frozenset() for form in english]
    allowed = frozenset().union(*forms)
    if len(english) > 1:
        allowed |= {"count"}
    return found <= allowed


def placeholders(message: str) -> frozenset[str] | None:
    """The names of a message's placeholders, or ``None`` where it is not well formed."""
    from string import Formatter  # Only translations need it: English is known to be right.

    names = set()
    try:
        for _, name, spec, conversion in Formatter().parse(message):
            if name is None:
                continue
            if spec or conversion or not name.isidentifier():
                return None
            names.add(name)
    except ValueError:
        return None
    return frozenset(names)


def locale_directory() -> Path:
    """Where ``<lang>/LC_MESSAGES/koikoi.mo`` is for every language, and the template."""
    from pathlib import Path  # English does without files.

    return Path(__file__).with_name("locale")


def available() -> tuple[str, ...]:
    """The languages that there are catalogues for, English first."""
    found = locale_directory().glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return ENGLISH, *sorted(path.parts[-3] for path in found)


def asked_for(tag: str) -> str | None:
    """The language that a locale or a tag such as ``ja_JP.UTF-8`` or ``ja-JP`` asks for, if any."""
    languages = available()
    wanted = tag.partition(".")[0].partition("@")[0].replace("-", "_")
    forms = (wanted, wanted.partition("_")[0].lower())
    return next((form for form in forms if form in languages), None)


_LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def preferred(environment: Mapping[str, str], usual: str = ENGLISH) -> str:
    """The language that the environment asks for, English where there is no catalogue for it.

    Args:
        environment: The variables; ``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` count in
            this order, as for gettext, which also disregards the first one in the locale C.
        usual: The language where none of them is set.
    """
    locale = next((environment[name] for name in _LOCALE if environment.get(name)), "")
    if locale in ("C", "POSIX"):
        return ENGLISH
    for value in (environment.get("LANGUAGE"), locale):
        if value:
            found = (asked_for(one) for one in value.split(":"))
            return next((lang for lang in found if lang is not None), ENGLISH)
    return usual


def load(lang: str | None = None) -> Text:
    """The messages of a language; the same object every time.

    Args:
        lang: One of :func:`available`, or ``None`` for English.

    Raises:
        UnknownLanguage: It is none of them, or its catalogue cannot be read.
    """
    return _load(lang or ENGLISH)


@lru_cache(maxsize=64)
def _load(lang: str) -> Text:
    if lang == ENGLISH:
        return Text(gettext.NullTranslations(), ENGLISH)
    languages = available()
    if lang not in languages:
        raise UnknownLanguage(lang, languages)
    path = locale_directory() / lang / "LC_MESSAGES" / f"{DOMAIN}.mo"
    try:
        with path.open("rb") as file:
            return Text(gettext.GNUTranslations(file), lang)
    except Exception as error:  # A damaged file can fail in any part of gettext's parser.
        raise UnknownLanguage(lang, languages) from error
