"""``koikoi doctor`` tells which language is spoken, and why."""

from __future__ import annotations

import pytest

from koikoi.store.settings import Settings, save_settings
from tests.cli.conftest import CommandLine


@pytest.mark.parametrize(
    ("saved", "options", "variable", "said"),
    [
        ("", ["--lang", "ja"], "C.UTF-8", "言語：日本語"),
        ("ja", [], "C.UTF-8", "言語：日本語"),
        ("ja", ["--lang", "en"], "C.UTF-8", "Language: English, as --lang says."),
        ("", [], "ja_JP.UTF-8", "言語：日本語"),
        ("", [], "C.UTF-8", "Language: English, since nothing asks for another."),
        ("ja", ["--lang", "fr"], "C.UTF-8", ""),
    ],
)
def test_it_tells_which_language_is_spoken_and_why(
    saved: str,
    options: list[str],
    variable: str,
    said: str,
    cli: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", variable)
    if saved:
        monkeypatch.setenv("KOIKOI_HOME", str(cli.home))
        save_settings(Settings(language=saved))
    found = cli("doctor", *options)
    assert said in found.out
    assert (found.code == 2) == (not said)
