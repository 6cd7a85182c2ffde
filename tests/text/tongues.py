"""Languages made for tests: a few messages in Japanese, and all messages made of the English."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import cycle, islice
from pathlib import Path

import pytest

from koikoi.text import catalogue, translations
from koikoi.text.template import TEMPLATE

FEW = {
    ("this language", "English"): "日本語",
    ("this language, in ASCII", "English"): "Japanese",
    (None, "usage: "): "使い方: ",
    (None, "unrecognized arguments: %s"): "未知の引数: %s",
    (None, "expected one argument"): "引数が1つ必要です",
    (None, "commands"): "コマンド",
    (None, "There is no unfinished match."): "途中の対局はありません。",
    (None, "Options"): "設定",
    (None, "You"): "あなた",
    (None, "{name} played {card}, took {taken}"): "{name}が{card}で{taken}を取りました",
    (None, "You played {card}, took {taken}"): "あなたが{card}で{taken}を取りました",
    (None, "You played {card}: no match"): "あなたの{card}は合いません",
    (None, "Your turn: choose a card"): "あなたの番: 札を選んでください",
    (None, "You drew {card}."): "{card}をめくりました。",
}


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the game find English and a Japanese of these messages, and no other language."""
    catalog_module = pytest.importorskip("babel.messages.catalog")
    catalog = catalog_module.Catalog(locale="ja")
    for (context, message), said in FEW.items():
        catalog.add(message, said, context=context)
    path = translations.place_of(folder, "ja").with_suffix(".mo")
    path.parent.mkdir(parents=True)
    path.write_bytes(translations.compiled(catalog, "ja"))
    monkeypatch.setattr(catalogue, "locale_directory", lambda: folder)
    catalogue._load.cache_clear()


def install_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch, lang: str, say: Callable[[str], str]
) -> None:
    """Lets the game find English and a language in which every message is made of the English one.

    Args:
        folder: Where its catalogue is kept.
        monkeypatch: Forgets it.
        lang: What it is called.
        say: Makes a message.
    """
    made = _compiled(lang, say)
    path = translations.place_of(folder, lang).with_suffix(".mo")
    path.parent.mkdir(parents=True)
    path.write_bytes(made)
    monkeypatch.setattr(catalogue, "locale_directory", lambda: folder)
    catalogue._load.cache_clear()


@cache
def _compiled(lang: str, say: Callable[[str], str]) -> bytes:
    catalog_module = pytest.importorskip("babel.messages.catalog")
    catalog = catalog_module.Catalog(locale=lang)
    for message in translations.read(TEMPLATE.read_text(encoding="utf-8"), "en"):
        if not message.id:
            continue
        if isinstance(message.id, str):
            catalog.add(message.id, say(message.id), context=message.context)
        else:
            forms = [say(message.id[-1])] * catalog.num_plurals
            catalog.add(tuple(message.id), forms, context=message.context)
    return translations.compiled(catalog, lang)


def wide(message: str) -> str:
    """A message in letters of two columns without blanks, about as wide as in English.

    Single letters, which name keys, codes in capitals and what others fill in stay as they are.
    """
    parts = re.split(r"(\{\w+\}|%(?:\(\w+\))?[sr]|\{\{|\}\}|\b[A-Z0-9|_.-]+\b)", message)
    return "".join(part if number % 2 else _widened(part) for number, part in enumerate(parts))


def _widened(part: str) -> str:
    said = re.sub(
        r"[^\W\d_]{2,}",
        lambda found: "".join(islice(cycle("漢字仮名交文"), len(found[0]) // 2)),
        part,
    )
    return re.sub(r"(?<=[漢字仮名交文]) (?=[漢字仮名交文])", "", said)
