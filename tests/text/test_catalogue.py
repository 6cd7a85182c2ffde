"""Messages are looked up and filled in; a broken catalogue shows English."""

from __future__ import annotations

import gettext
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.text import catalogue
from koikoi.text.catalogue import Text, UnknownLanguage, available, load, placeholders

ENGLISH = load()


def mo_file(messages: dict[str, str]) -> bytes:
    """A compiled catalogue of these messages, with the plural rule of Japanese."""
    header = "Content-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=1; plural=0;\n"
    entries = sorted({"": header, **messages}.items())
    texts = [text.encode() + b"\0" for pair in zip(*entries, strict=True) for text in pair]
    start = 28 + 8 * len(texts)
    table, offset = b"", start
    for text in texts:
        table += struct.pack("<II", len(text) - 1, offset)
        offset += len(text)
    head = struct.pack("<IIIIIII", 0x950412DE, 0, len(entries), 28, 28 + 8 * len(entries), 0, start)
    return head + table + b"".join(texts)


@pytest.fixture
def locale_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for catalogues, instead of the package's own."""
    monkeypatch.setattr(catalogue, "locale_directory", lambda: tmp_path)
    catalogue._load.cache_clear()
    return tmp_path


def install(directory: Path, lang: str, content: bytes) -> None:
    """Puts a catalogue where :func:`load` looks for it."""
    place = directory / lang / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / "koikoi.mo").write_bytes(content)


class Given(gettext.NullTranslations):
    """Translations from a table."""

    def __init__(self, messages: dict[str, str]) -> None:
        super().__init__()
        self.messages = messages

    def gettext(self, message: str) -> str:
        return self.messages.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        return self.messages.get(f"{context}|{message}", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.messages.get(msgid1, msgid1 if n == 1 else msgid2)


def text_of(messages: dict[str, str]) -> Text:
    """A language with these messages."""
    return Text.from_translations(Given(messages), "xx")


def test_english_needs_no_catalogue() -> None:
    assert load() is load(None) is load("en")
    assert load().lang == "en"
    assert ENGLISH.t("You drew {card}.", card="Crane") == "You drew Crane."


@pytest.mark.parametrize(("count", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_a_number_chooses_the_form_of_its_message(count: int, said: str) -> None:
    assert ENGLISH.n("{count} card", "{count} cards", count) == said


def test_a_context_tells_equal_words_apart() -> None:
    text = text_of({"calendar|May": "Mai", "May": "Darf"})
    assert (text.p("calendar", "May"), text.t("May")) == ("Mai", "Darf")


def test_a_translation_orders_the_placeholders_its_own_way() -> None:
    text = text_of({"{name} took {card}.": "{card} von {name}"})
    assert text.t("{name} took {card}.", name="East", card="Kranich") == "Kranich von East"


@given(st.text())
def test_a_name_is_shown_as_it_is_whatever_it_holds(name: str) -> None:
    assert ENGLISH.t("{name} resigned.", name=name) == f"{name} resigned."
    assert ENGLISH.join([name, name]) == f"{name} and {name}"


def test_a_translation_may_leave_out_what_its_language_does_not_say() -> None:
    message = "{name} took {card}."
    said = text_of({message: "{card} を取りました。"}).t(message, name="East", card="鶴")
    assert said == "鶴 を取りました。"


@pytest.mark.parametrize(
    "broken",
    [
        "{name} {card",
        "card} {name} {card}",
        "{0} {name} {card}",
        "{} {name} {card}",
        "{name} {card} {deck}",
        "{name} {card.code}",
        "{name.__class__} {card}",
        "{name[0]} {card}",
        "{name!r} {card}",
        "{name:>10} {card}",
        "{Name} {card}",
    ],
)
def test_a_broken_translation_shows_english(broken: str) -> None:
    message = "{name} took {card}."
    assert text_of({message: broken}).t(message, name="East", card="Crane") == "East took Crane."
    assert (
        text_of({f"line|{message}": broken}).p("line", message, name="East", card="Crane")
        == "East took Crane."
    )


@pytest.mark.parametrize("count", [1, 3])
def test_a_broken_form_for_a_number_shows_the_english_form(count: int) -> None:
    text = text_of({"{name} has one card.": "{deck}"})
    said = text.n("{name} has one card.", "{name} has {count} cards.", count, name="East")
    assert said == ("East has one card." if count == 1 else "East has 3 cards.")


@pytest.mark.parametrize("translation", ["Karten von {name}", "{name}: {count} Karten"])
def test_a_form_for_a_number_may_leave_the_number_out(translation: str) -> None:
    text = text_of({"{name} has {count} card.": translation})
    said = text.n("{name} has {count} card.", "{name} has {count} cards.", 2, name="H")
    assert said == translation.format(name="H", count=2)


def test_a_missing_value_of_an_english_message_is_an_error() -> None:
    with pytest.raises(KeyError):
        ENGLISH.t("{name} took {card}.", name="East")


def test_an_empty_message_is_not_the_header_of_the_catalogue(locale_directory: Path) -> None:
    install(locale_directory, "ja", mo_file({}))
    assert load("ja").t("") == ""


@pytest.mark.parametrize(
    ("items", "joined", "either", "row"),
    [
        ([], "", "", ""),
        (["A"], "A", "A", "A"),
        (["A", "B"], "A and B", "A or B", "A, B"),
        (["A", "B", "C"], "A, B and C", "A, B or C", "A, B, C"),
        (["A", "B", "C", "D"], "A, B, C and D", "A, B, C or D", "A, B, C, D"),
    ],
)
def test_lists_are_joined(items: list[str], joined: str, either: str, row: str) -> None:
    assert ENGLISH.join(items) == joined
    assert ENGLISH.either(items) == either
    assert ENGLISH.row(iter(items)) == row


def test_the_catalogue_joins_lists_its_own_way() -> None:
    text = text_of(
        {
            "and: pair|{first} and {next}": "{first}と{next}",
            "and: start|{first}, {next}": "始{first}、{next}",
            "and: middle|{first}, {next}": "{first}、{next}",
            "and: end|{first} and {next}": "{first}、そして{next}",
            "sentences|{first} {next}": "{first}{next}",
        }
    )
    assert text.join(["A", "B"]) == "AとB"
    assert text.join(["A", "B", "C", "D"]) == "始A、B、C、そしてD"
    assert text.sentences(["A。", "B。"]) == "A。B。"


def test_a_language_is_read_from_its_catalogue(locale_directory: Path) -> None:
    install(
        locale_directory,
        "ja",
        mo_file(
            {
                "You drew {card}.": "{card}を引きました。",
                "card\x04Crane": "松に鶴",
                "{count} card\0{count} cards": "{count}枚",
            }
        ),
    )
    text = load("ja")
    assert (text.lang, load("ja") is text) == ("ja", True)
    assert text.t("You drew {card}.", card=text.p("card", "Crane")) == "松に鶴を引きました。"
    assert [text.n("{count} card", "{count} cards", n) for n in (1, 2)] == ["1枚", "2枚"]
    assert text.t("{name} resigned.", name="East") == "East resigned."


def test_available_names_english_first(locale_directory: Path) -> None:
    for lang in ("ja", "de"):
        install(locale_directory, lang, mo_file({}))
    (locale_directory / "fr").mkdir()
    assert available() == ("en", "de", "ja")


@pytest.mark.parametrize("lang", ["xx", "../ja", "ja/../ja", "EN", "."])
def test_an_unknown_language_is_an_error_that_names_the_known(
    locale_directory: Path, lang: str
) -> None:
    install(locale_directory, "ja", mo_file({}))
    with pytest.raises(UnknownLanguage) as caught:
        load(lang)
    assert (caught.value.lang, caught.value.available) == (lang, ("en", "ja"))
    assert str(caught.value) == f"no catalogue for the language {lang!r} (en, ja)"


@pytest.mark.parametrize("content", [b"", b"not a catalogue", mo_file({"a": "b"})[:40]])
def test_a_damaged_catalogue_is_an_unknown_language(locale_directory: Path, content: bytes) -> None:
    install(locale_directory, "ja", content)
    with pytest.raises(UnknownLanguage):
        load("ja")


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("no hole", set()),
        ("{{braces}}", set()),
        ("{a} {b} {a}", {"a", "b"}),
        ("{a", None),
        ("{0}", None),
        ("{a.b}", None),
    ],
)
def test_placeholders_are_plain_names(message: str, found: set[str] | None) -> None:
    assert placeholders(message) == found


def test_importing_the_room_loads_little_but_gettext() -> None:
    program = """
import sys
before = set(sys.modules)
import koikoi.text
koikoi.text.load().t("{name}", name=1)
heavy = {"babel", "numpy", "textual", "rich", "asyncio", "pathlib", "tomllib"}
print([m for m in set(sys.modules) - before if m in heavy or m.startswith("koikoi.engine")])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "xx_YY.UTF-8"}, "xx"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "xx"}, "xx"),
        ({"LANG": "xx", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "xx", "LC_ALL": ""}, "xx"),
        ({"LANG": "en", "LANGUAGE": "zz:xx:en"}, "xx"),
        ({"LANG": "xx@latin"}, "xx"),
        ({"LANGUAGE": "xx"}, "xx"),
        ({"LANGUAGE": "xx", "LANG": "C"}, "en"),
        ({"LANGUAGE": "xx", "LANG": "xx", "LC_ALL": "POSIX"}, "en"),
    ],
)
def test_the_environment_chooses_among_the_languages_there_are(
    environment: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "available", lambda: ("en", "xx"))
    assert catalogue.preferred(environment) == lang


@pytest.mark.parametrize("lang", [lang for lang in available() if lang != "en"])
def test_no_message_of_a_language_is_missing(lang: str) -> None:
    translations = load(lang)._translations
    assert isinstance(translations, gettext.GNUTranslations)
    table: dict[str | tuple[str, int], str] = translations._catalog  # type: ignore[attr-defined]
    there = {key if isinstance(key, str) else key[0] for key in table}
    pofile = pytest.importorskip("babel.messages.pofile")
    with (catalogue.locale_directory() / "koikoi.pot").open("rb") as file:
        wanted = pofile.read_po(file)
    missing = [
        message.id
        for message in wanted
        if message.id
        and "\x04".join(
            part
            for part in (
                message.context,
                message.id if isinstance(message.id, str) else message.id[0],
            )
            if part
        )
        not in there
    ]
    assert missing == []


@pytest.mark.parametrize("lang", [lang for lang in available() if lang != "en"])
def test_no_message_of_a_language_is_broken(lang: str) -> None:
    translations = load(lang)._translations
    assert isinstance(translations, gettext.GNUTranslations)
    table: dict[str | tuple[str, int], str] = translations._catalog  # type: ignore[attr-defined]
    for key, translation in table.items():
        message = key if isinstance(key, str) else key[0]
        _, _, english = message.rpartition("\x04")
        if english and isinstance(key, str):
            assert catalogue._fits((english,), translation), (english, translation)
        elif english:
            assert placeholders(translation) is not None, (english, translation)
