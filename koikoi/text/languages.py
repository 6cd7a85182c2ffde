"""The languages of the game: what each is called, and where it can be read."""

from __future__ import annotations

from collections.abc import Callable

from koikoi.text import catalogue
from koikoi.text.catalogue import ENGLISH, Text, UnknownLanguage, available


def native(text: Text) -> str:
    """What a language is called in its own letters."""
    # Translators: the name of the language that you translate into, in its own letters
    return text.p("this language", "English")


def latin(text: Text) -> str:
    """What a language is called in ASCII."""
    # Translators: the English name of the language that you translate into
    return text.p("this language, in ASCII", "English")


def readable(text: Text, in_letters: Callable[[str], str]) -> bool:
    """Whether a language can be read where sentences are written in certain letters.

    Args:
        text: The language.
        in_letters: Writes a sentence in these; a question mark stands for what they lack.
    """
    return "?" not in in_letters(native(text))


def named(text: Text, in_letters: Callable[[str], str]) -> str:
    """What a language is called, as these letters can write it."""
    return native(text) if readable(text, in_letters) else latin(text)


def usable(lang: str) -> Text:
    """The messages of a language; English where there is none, or its catalogue is damaged."""
    try:
        return catalogue.load(lang)
    except UnknownLanguage:
        return catalogue.load(ENGLISH)


def all_named(in_letters: Callable[[str], str]) -> list[str]:
    """Every language as it is asked for, with its name."""
    return [f"{lang} ({named(usable(lang), in_letters)})" for lang in available()]


def chosen(lang: str, usual: Text, in_letters: Callable[[str], str]) -> Text:
    """The language of somebody; English where their letters cannot write it.

    Args:
        lang: What they prefer; anything but a language leaves it open.
        usual: The language of who leaves it open.
        in_letters: Writes a sentence in their letters, as for :func:`readable`.
    """
    wanted = usable(lang) if lang in available() else usual
    return wanted if readable(wanted, in_letters) else usable(ENGLISH)
