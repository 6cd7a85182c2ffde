"""Everybody at a host reads their own language: what their client sends, or what they choose."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.host.terminals import asked_languages, spoken
from koikoi.host.words import Words
from koikoi.text import catalogue
from koikoi.text.languages import usable
from tests.host.client import Client, eventually
from tests.host.front import TITLE
from tests.host.houses import Hall, Somebody, begin_match, open_house, play
from tests.host.tabs import served
from tests.text.pseudo import pseudo
from tests.text.tongues import install_all

MADE_UP = "sw"


@pytest.fixture(autouse=True)
def languages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    install_all(tmp_path / "locale", monkeypatch, MADE_UP, pseudo)
    yield
    catalogue._load.cache_clear()


def speak(one: Somebody, lang: str) -> None:
    """What the page of options does."""
    assert one.app is not None
    one.app.prefer(replace(one.app.settings, language=lang))


def spoken_at(hall: Hall) -> list[str]:
    return [app.brush.text.lang for app, _ in hall.house.server.apps() if app is not None]


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({}, "en"),
        ({"LANG": "sw_KE.UTF-8"}, MADE_UP),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "sw"}, MADE_UP),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        # A terminal without its letters.
        ({"LANG": "C", "LANGUAGE": "sw"}, "en"),
    ],
)
async def test_a_visitor_speaks_what_the_client_sends(
    tmp_path: Path, variables: dict[str, str], lang: str
) -> None:
    async with open_house(tmp_path / "house") as hall, Client(hall.port) as client:
        await client.terminal((80, 24), variables=variables)
        await eventually(lambda: spoken_at(hall) == [lang])


def test_a_visitor_whose_client_says_nothing_speaks_as_the_host() -> None:
    assert spoken({}, MADE_UP) == MADE_UP
    assert spoken({"COLORTERM": "truecolor"}, MADE_UP) == MADE_UP
    assert spoken({"LANG": "en_US.UTF-8"}, MADE_UP) == "en"


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("", {}),
        ("*", {}),
        ("ja", {"LANGUAGE": "ja"}),
        ("ja-JP, en;q=0.5", {"LANGUAGE": "ja-JP:en"}),
        ("en;q=0.5,ja;q=0.9, fr ;q=0", {"LANGUAGE": "ja:en"}),
        ("en-US,en;q=0.9,ja;q=0.8", {"LANGUAGE": "en-US:en:ja"}),
        ("ja;q=nonsense, \x1b[31m, en", {"LANGUAGE": "en"}),
        ("x" * 5000, {}),
    ],
)
def test_a_browser_says_which_languages_it_would_like(header: str, wanted: dict[str, str]) -> None:
    assert asked_languages(header) == wanted


async def test_a_tab_and_its_page_speak_what_the_browser_would_like(tmp_path: Path) -> None:
    headers = {"Accept-Language": "sw, en;q=0.5"}
    said = html.escape(Words(usable(MADE_UP)).again())
    async with served(tmp_path) as host:
        async with host.http.get(host.address(), headers=headers) as page:
            assert said in await page.text()
        async with host.http.get(host.address()) as page:
            assert said not in await page.text()
        async with host.tab(headers=headers) as tab:
            await tab.shows(TITLE)
            assert host.host.house.visitors[-1].lang == MADE_UP


async def test_the_language_is_chosen_live_and_remembered_for_a_key(tmp_path: Path) -> None:
    async with open_house(tmp_path / "house") as hall:
        async with hall.comes("Aki") as aki:
            await aki.sheet("Play against the computer")
            speak(aki, MADE_UP)
            await aki.shows("⟦≈ ≈ ≈ ≈⟧")
            assert not aki.shown("Play against")
        await eventually(lambda: not hall.house.door._keeping)
        again = Somebody(hall, aki.person, key=hall.key_of("Aki"), user="Aki")
        async with again:
            await eventually(lambda: spoken_at(hall) == [MADE_UP])
            assert not again.shown("Play against")


async def test_two_at_a_table_read_it_each_in_their_own(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path / "house") as hall,
        hall.comes("Ume") as ume,
        hall.comes("Aki") as aki,
    ):
        table = await begin_match(aki, ume)
        await play(lambda: table.view(None).ply > 1, aki, ume)
        speak(ume, MADE_UP)
        await aki.drop()
        gone = pseudo("The line of {name} has dropped; their seat is kept").format(name="Aki")
        await ume.hears(gone)
        assert not [said for said in ume.story if "played" in said]
        speak(ume, "en")
        await ume.hears("The line of Aki has dropped; their seat is kept")
        assert [said for said in ume.story if "played" in said]
        assert not [said for said in ume.story if "⟦" in said]


async def test_what_is_said_before_and_after_an_app_is_in_it_too(tmp_path: Path) -> None:
    async with open_house(tmp_path / "house") as hall:
        variables = {"LANG": "sw_KE.UTF-8"}
        async with Client(hall.port) as client:
            dumb = await client.terminal((80, 24), term="dumb", variables=variables)
            await dumb.gone()
            assert Words(usable(MADE_UP)).dumb_terminal().encode() in dumb.got
        async with Client(hall.port) as client:
            terminal = await client.terminal((80, 24), variables=variables)
            await eventually(lambda: spoken_at(hall) == [MADE_UP])
            await hall.house.server.stop()
            await terminal.gone()
            assert terminal.got.decode().rstrip().endswith(Words(usable(MADE_UP)).stops())
