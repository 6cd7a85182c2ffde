"""Catalogues are kept up with the template, compiled the same way every time, and complete."""

from __future__ import annotations

import gettext
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from koikoi.text import template, translations
from koikoi.text.catalogue import locale_directory
from koikoi.text.template import TEMPLATE, main

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

pytest.importorskip("babel", reason="Babel reads the catalogues")

LANGUAGES = translations.places(locale_directory())

WRITTEN = """\
msgid ""
msgstr ""
"Plural-Forms: nplurals=1; plural=0;\\n"

msgid "You drew {card}."
msgstr "{card}をめくりました。"

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count}枚"

msgctxt "month"
msgid "May"
msgstr "5月"

#, fuzzy
msgid "uncertain"
msgstr "たぶん"

msgid "gone"
msgstr "なし"
"""


def small_template() -> Catalog:
    """A template of a few messages."""
    from babel.messages.catalog import Catalog

    made = Catalog()
    made.add("You drew {card}.", locations=[("koikoi/text/turns.py", 1)])
    made.add(("{count} card", "{count} cards"))
    made.add("May", context="month")
    made.add("uncertain")
    made.add("new")
    return made


def read(written: str) -> Catalog:
    return translations.read(written, "ja")


def spoken(catalog: Catalog) -> gettext.GNUTranslations:
    """The catalogue as the game reads it."""
    return gettext.GNUTranslations(BytesIO(translations.compiled(catalog, "ja")))


def test_a_compiled_catalogue_says_what_is_translated_for_certain() -> None:
    said = spoken(read(WRITTEN))
    assert said.gettext("You drew {card}.") == "{card}をめくりました。"
    assert said.ngettext("{count} card", "{count} cards", 1) == "{count}枚"
    assert said.ngettext("{count} card", "{count} cards", 7) == "{count}枚"
    assert said.pgettext("month", "May") == "5月"
    assert said.gettext("May") == "May"
    assert said.gettext("uncertain") == "uncertain"
    assert "Date" not in str(said.info())


def test_updating_keeps_translations_takes_new_messages_and_loses_none() -> None:
    fresh = translations.updated(read(WRITTEN), small_template(), "ja")
    assert 'msgid "new"\nmsgstr ""' in fresh
    assert 'msgid "You drew {card}."\nmsgstr "{card}をめくりました。"' in fresh
    assert '#~ msgid "gone"\n#~ msgstr "なし"' in fresh
    assert "#: koikoi/text/turns.py\n" in fresh
    assert "Date" not in fresh
    assert "Babel" not in fresh


def test_updating_twice_changes_nothing() -> None:
    once = translations.updated(read(WRITTEN), small_template(), "ja")
    assert translations.updated(read(once), small_template(), "ja") == once


def test_faults_name_what_is_missing_uncertain_or_wrong() -> None:
    catalog = read(WRITTEN.replace("{card}をめくりました。", "{who}がめくりました。"))
    assert sorted(translations.faults(catalog, small_template())) == [
        "not translated: 'new'",
        "uncertain: 'uncertain'",
        "unknown placeholders ['who']: 'You drew {card}.'",
    ]


@pytest.mark.parametrize("written", ["{card", "{card!r}", "{0}", "{card.name}"])
def test_a_translation_with_a_broken_placeholder_is_a_fault(written: str) -> None:
    catalog = read(WRITTEN.replace("{card}をめくりました。", written))
    assert "not well formed: 'You drew {card}.'" in translations.faults(catalog, small_template())


@pytest.mark.parametrize("written", ["%s", "%(card)s", "%r と %s"])
def test_what_argparse_fills_in_is_the_same_in_every_language(written: str) -> None:
    made = small_template()
    made.add("argument %r")
    catalog = read(f'{WRITTEN}\nmsgid "argument %r"\nmsgstr "{written}"\n')
    assert "other signs to be filled in: 'argument %r'" in translations.faults(catalog, made)


def test_a_number_has_as_many_forms_as_the_language() -> None:
    few = read(WRITTEN.replace("nplurals=1; plural=0;", "nplurals=2; plural=(n != 1);"))
    assert "a form is empty: '{count} card'" in translations.faults(few, small_template())
    many = WRITTEN.replace('"{count}枚"', '"{count}枚"\nmsgstr[1] "{count}枚"')
    with pytest.raises(ValueError, match="more translations"):
        read(many)


# The command -------------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for catalogues, and a source of a few messages."""
    place = tmp_path / "locale" / "koikoi.pot"
    monkeypatch.setattr(template, "TEMPLATE", place)
    monkeypatch.setattr(template, "collect", small_template)
    return place


def test_the_command_begins_keeps_up_and_compiles_a_language(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = translations.place_of(place.parent, "ja")
    compiled = written.with_suffix(".mo")
    assert main(["--check", "--add", "ja"]) == 1
    assert not written.exists()
    assert main(["--add", "ja"]) == 0
    assert main(["--check"]) == 0
    for path in (place, written, compiled):
        kept = path.read_bytes()
        path.write_bytes(kept + b"\n")
        capsys.readouterr()
        assert main(["--check"]) == 1
        assert str(path) in capsys.readouterr().err
        path.write_bytes(kept)
    written.write_text(
        written.read_text("utf-8").replace('msgid "new"\nmsgstr ""', 'msgid "new"\nmsgstr "新"'),
        encoding="utf-8",
    )
    assert main(["--check"]) == 1
    assert main([]) == 0
    assert gettext.GNUTranslations(BytesIO(compiled.read_bytes())).gettext("new") == "新"


def test_a_language_that_there_is_not_and_a_damaged_file_are_one_sentence(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--add", "qqqq"]) == 2
    assert capsys.readouterr().err == "there is no language 'qqqq'\n"
    assert main(["--add", "ja"]) == 0
    written = translations.place_of(place.parent, "ja")
    written.write_text("nonsense\n", encoding="utf-8")
    assert main([]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{written}: ")
    assert said.count("\n") == 1


# The languages that there are --------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_is_translated(lang: str) -> None:
    catalog = read_language(lang)
    assert list(translations.faults(catalog, read_template())) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_translated_that_there_is_not(lang: str) -> None:
    known = {(message.context, message.id) for message in read_template()}
    assert [
        message.id for message in read_language(lang) if (message.context, message.id) not in known
    ] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_compiled_catalogue_is_what_the_translators_file_gives(lang: str) -> None:
    compiled = LANGUAGES[lang].with_suffix(".mo").read_bytes()
    assert compiled == translations.compiled(read_language(lang), lang), (
        "run python -m koikoi.text.template"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_can_be_typed_in_english_can_be_typed(lang: str) -> None:
    """Names of commands, options and files are the same in every language."""
    catalog = read_language(lang)
    lost = []
    for message in catalog:
        ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        said = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        for word in ids[-1].split() if message.id else ():
            bare = word.strip(".,;:()“”")
            if bare.startswith("--") and len(bare) > 2 and not all(bare in form for form in said):
                lost.append((ids[-1], bare))
    assert lost == []


def test_every_compiled_catalogue_has_a_translators_file() -> None:
    compiled = {path.parts[-3] for path in locale_directory().glob("*/LC_MESSAGES/koikoi.mo")}
    assert compiled == set(LANGUAGES)


def read_language(lang: str) -> Catalog:
    return translations.read(LANGUAGES[lang].read_text(encoding="utf-8"), lang)


def read_template() -> Catalog:
    return translations.read(TEMPLATE.read_text(encoding="utf-8"), "en")
