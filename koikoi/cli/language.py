"""Which language a command speaks: what the command line says, the options, the environment."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Final, NamedTuple, TextIO

from koikoi.cli.errors import UsageError
from koikoi.text import languages
from koikoi.text.ascii import ascii_form, for_encoding
from koikoi.text.catalogue import ENGLISH, Text, UnknownLanguage, asked_for, available, preferred

OPTION: Final = "--lang"

_ASCII: Final = (["--ascii"], ["--glyphs", "ascii"], ["--glyphs", "safe"])
"""What asks for signs among which there are no letters but Latin ones."""


class LanguageReason(StrEnum):
    """Why a language is spoken."""

    COMMAND = "command"
    """``--lang`` asks for it."""
    SETTINGS = "settings"
    ENVIRONMENT = "environment"
    NOTHING = "nothing"
    """Nothing asks for another one that there is."""
    LETTERS = "letters"
    """The one that is asked for could not be read here."""


class Spoken(NamedTuple):
    """The language of a command.

    Attributes:
        text: Its messages.
        note: Why another one was asked for and is not spoken; empty where none was.
    """

    text: Text
    note: str = ""


def spoken(arguments: Sequence[str], environment: Mapping[str, str]) -> Spoken:
    """The language of a command; English where the output could not show it.

    Args:
        arguments: The command line, of which the language is read before anything else.
        environment: The variables.

    Raises:
        UsageError: The command line asks for a language that there is not.
    """
    own = languages.usable(_own(environment))
    if not _readable(own, arguments, environment):
        own = languages.usable(ENGLISH)
    asked = _asked(arguments)
    if asked is None:
        return Spoken(own)
    lang = asked_for(asked)
    if lang is None:
        raise UsageError(_refused(own, asked))
    wanted = languages.usable(lang)
    if _readable(wanted, arguments, environment):
        return Spoken(wanted)
    english = languages.usable(ENGLISH)
    said = english.t(
        "{language} cannot be shown here; English is used.", language=languages.latin(wanted)
    )
    return Spoken(english, said)


def reason(text: Text, asked: str | None, environment: Mapping[str, str]) -> LanguageReason:
    """Why a language is spoken.

    Args:
        text: The language.
        asked: What the command line asks for, ``None`` where it asks for none.
        environment: The variables.
    """
    lang = None if asked is None else asked_for(asked)
    found = LanguageReason.COMMAND
    if lang is None:
        lang = _own(environment)
        found = LanguageReason.ENVIRONMENT
        if lang == _saved():
            found = LanguageReason.SETTINGS
        elif lang == ENGLISH:
            found = LanguageReason.NOTHING
    return found if lang == text.lang else LanguageReason.LETTERS


def _own(environment: Mapping[str, str]) -> str:
    """The language of who gives no command about it."""
    saved = _saved()
    return saved if saved in available() else preferred(environment)


def _saved() -> str:
    from koikoi.store.settings import load_settings

    return load_settings()[0].language


def _asked(arguments: Sequence[str]) -> str | None:
    """What follows the option; the last one counts, as for argparse."""
    asked = None
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == OPTION:
            following = arguments[place + 1 : place + 2]
            # What is missing is for argparse to tell.
            asked = value if equals else next(iter(following), asked)
    return asked


def _refused(text: Text, asked: str) -> str:
    from koikoi.text.problems import language_trouble

    def written(sentence: str) -> str:
        return for_encoding(sentence, sys.stderr.encoding or "ascii")

    return language_trouble(text, UnknownLanguage(asked, tuple(languages.all_named(written))))


def _readable(text: Text, arguments: Sequence[str], environment: Mapping[str, str]) -> bool:
    if text.lang == ENGLISH:
        return True
    words = [part for argument in arguments for part in argument.split("=")]
    if any(words[at : at + len(one)] == one for one in _ASCII for at in range(len(words))):
        return languages.readable(text, ascii_form)
    return languages.readable(text, lambda said: _written(said, sys.stdout, environment))


def _written(sentence: str, stream: TextIO, environment: Mapping[str, str]) -> str:
    """The sentence as whoever reads the stream sees it."""
    if stream.isatty() and fnmatchcase(environment.get("TERM", "").lower(), "linux*"):
        return ascii_form(sentence)  # whose fonts have 512 letters
    return for_encoding(sentence, stream.encoding or "ascii")
