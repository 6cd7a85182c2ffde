"""A few messages in Japanese as a catalogue, for tests of how a language is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi.text import catalogue, translations

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
