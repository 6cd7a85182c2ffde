"""What a terminal can show, as far as the environment tells."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from koikoi.tui.terminal import (
    ColourReason,
    Colours,
    GlyphReason,
    GlyphSet,
    Refusal,
    Width,
    detect,
    locale_variable,
    refusal,
)

ROOT = Path(__file__).parents[2]

UTF8 = {"LANG": "en_US.UTF-8"}
LONG = 60.0
"""Patience that only a test that hangs uses up."""


# Colours -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "colours", "reason"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor", "colorterm"),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, "truecolor", "colorterm"),
        ({"TERM": "xterm", "COLORTERM": " TrueColor "}, "truecolor", "colorterm"),
        ({"TERM": "tmux-256color", "COLORTERM": "truecolor"}, "truecolor", "colorterm"),
        ({"TERM": "xterm-256color", "COLORTERM": "yes"}, "256", "term_256"),
        ({"TERM": "xterm-256color", "COLORTERM": ""}, "256", "term_256"),
        ({"TERM": "xterm-256color"}, "256", "term_256"),
        ({"TERM": "XTERM-256COLOR"}, "256", "term_256"),
        ({"TERM": "screen-256color"}, "256", "term_256"),
        ({"TERM": "screen-256color-bce"}, "256", "term_256"),
        ({"TERM": "rxvt-unicode-256color"}, "256", "term_256"),
        ({"TERM": "putty-256color"}, "256", "term_256"),
        ({"TERM": "xterm-direct"}, "truecolor", "term_truecolor"),
        ({"TERM": "tmux-direct"}, "truecolor", "term_truecolor"),
        ({"TERM": "xterm-kitty"}, "truecolor", "term_truecolor"),
        ({"TERM": "xterm-ghostty"}, "truecolor", "term_truecolor"),
        ({"TERM": "alacritty"}, "truecolor", "term_truecolor"),
        ({"TERM": "foot"}, "truecolor", "term_truecolor"),
        ({"TERM": "foot-extra"}, "truecolor", "term_truecolor"),
        ({"TERM": "wezterm"}, "truecolor", "term_truecolor"),
        ({"TERM": "xterm"}, "16", "term_16"),
        ({"TERM": "xterm-16color"}, "16", "term_16"),
        ({"TERM": "ansi"}, "16", "term_16"),
        ({"TERM": "screen"}, "16", "term_16"),
        ({"TERM": "tmux"}, "16", "term_16"),
        ({"TERM": "vt220"}, "16", "term_16"),
        ({"TERM": "nobody-knows"}, "16", "term_16"),
        ({}, "16", "term_16"),
        ({"TERM": "linux"}, "16", "console"),
        ({"TERM": "linux", "COLORTERM": "truecolor"}, "16", "console"),
        ({"TERM": "vt100"}, "none", "term_mono"),
        ({"TERM": "vt102", "COLORTERM": "truecolor"}, "none", "term_mono"),
        ({"TERM": "xterm-mono"}, "none", "term_mono"),
        ({"TERM": "ansi-m"}, "none", "term_mono"),
    ],
)
def test_term_and_colorterm_decide_the_colours(
    environ: Mapping[str, str], colours: str, reason: str
) -> None:
    mode = detect(environ)
    assert (mode.colours, mode.colours_by) == (colours, reason)


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"STY": "1.pts", "TERM": "screen", "COLORTERM": "truecolor"}, Colours.BASIC),
        ({"STY": "1.pts", "TERM": "screen-256color", "COLORTERM": "truecolor"}, Colours.EXTENDED),
        ({"STY": "1.pts", "TMUX": "/tmp/1", "COLORTERM": "truecolor"}, Colours.TRUECOLOR),
    ],
)
def test_inside_gnu_screen_colorterm_tells_of_the_terminal_outside(
    environ: Mapping[str, str], colours: Colours
) -> None:
    assert detect(environ).colours is colours


@pytest.mark.parametrize("value", ["1", "0", "false", " "])
def test_no_color_counts_whatever_its_value(value: str) -> None:
    mode = detect({"NO_COLOR": value, "COLORTERM": "truecolor", "TERM": "linux"})
    assert (mode.colours, mode.colours_by) == (Colours.NONE, ColourReason.NO_COLOR)


def test_an_empty_no_color_does_not_count() -> None:
    """So says no-color.org: present and not an empty string."""
    assert detect({"NO_COLOR": "", "COLORTERM": "truecolor"}).colours is Colours.TRUECOLOR


def test_who_wants_no_colours_gets_none() -> None:
    mode = detect({"COLORTERM": "truecolor"}, no_color=True)
    assert (mode.colours, mode.colours_by) == (Colours.NONE, ColourReason.CHOSEN)


@pytest.mark.parametrize("wanted", Colours)
def test_colours_that_the_player_wants_are_stronger_than_the_environment(wanted: Colours) -> None:
    environ = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}
    mode = detect(environ, colours=wanted)
    assert (mode.colours, mode.colours_by) == (wanted, ColourReason.CHOSEN)
    assert detect(environ, no_color=True, colours=wanted).colours is Colours.NONE


@pytest.mark.parametrize("name", ["SSH_CONNECTION", "SSH_TTY"])
def test_a_terminal_behind_ssh_is_remote(name: str) -> None:
    assert detect({"TERM": "xterm", name: "somewhere"}).remote
    assert not detect({"TERM": "xterm", name: ""}).remote


# Signs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "reason", "variable"),
    [
        ({}, "no_locale", None),
        ({"LC_ALL": "", "LC_CTYPE": "", "LANG": ""}, "no_locale", None),
        ({"LC_MESSAGES": "en_US.UTF-8"}, "no_locale", None),
        ({"LANG": "en_US.UTF-8"}, "utf8", "LANG"),
        ({"LANG": "ja_JP.utf8"}, "utf8", "LANG"),
        ({"LANG": "de_DE.UTF-8@euro"}, "utf8", "LANG"),
        ({"LANG": "C.UTF-8"}, "utf8", "LANG"),
        ({"LANG": "C.utf8"}, "utf8", "LANG"),
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, "utf8", "LC_ALL"),
        ({"LC_ALL": "", "LC_CTYPE": "", "LANG": "en_US.UTF-8"}, "utf8", "LANG"),
        ({"LC_CTYPE": "fr_FR.UTF-8"}, "utf8", "LC_CTYPE"),
        ({"LC_CTYPE": "fr_FR.UTF-8", "LANG": "C"}, "utf8", "LC_CTYPE"),
        ({"LANG": "C"}, "c_locale", "LANG"),
        ({"LANG": "POSIX"}, "c_locale", "LANG"),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, "c_locale", "LC_ALL"),
        ({"LC_CTYPE": "POSIX", "LANG": "en_US.UTF-8"}, "c_locale", "LC_CTYPE"),
        ({"LC_ALL": "C", "LC_CTYPE": "C.UTF-8"}, "c_locale", "LC_ALL"),
        ({"LANG": "de_DE.ISO-8859-1"}, "charset", "LANG"),
        ({"LANG": "de_DE@euro"}, "charset", "LANG"),
        ({"LANG": "ja_JP.eucJP"}, "charset", "LANG"),
        ({"LANG": "en_US"}, "charset", "LANG"),
        ({"LC_CTYPE": "en_US.ISO-8859-15", "LANG": "en_US.UTF-8"}, "charset", "LC_CTYPE"),
    ],
)
def test_the_first_locale_variable_decides_the_signs(
    environ: Mapping[str, str], reason: str, variable: str | None
) -> None:
    mode = detect({**environ, "TERM": "xterm-256color"})
    assert mode.glyphs_by == reason
    assert mode.glyphs is (GlyphSet.FULL if reason == "utf8" else GlyphSet.ASCII)
    assert locale_variable(environ) == variable


@pytest.mark.parametrize(
    ("environ", "reason"),
    [
        ({"LC_CTYPE": "C.UTF-8"}, "coerced_locale"),
        ({"LC_CTYPE": "C.UTF-8", "LANG": ""}, "coerced_locale"),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, "coerced_locale"),
        ({"LC_CTYPE": "C.utf8", "LANG": "POSIX"}, "coerced_locale"),
        ({"LC_CTYPE": "UTF-8", "LANG": "C"}, "coerced_locale"),
        ({"LC_CTYPE": "UTF-8"}, "utf8"),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "utf8"),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C.UTF-8"}, "utf8"),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C", "PYTHONCOERCECLOCALE": "0"}, "utf8"),
        ({"LC_CTYPE": "C.UTF-8", "PYTHONCOERCECLOCALE": "0"}, "utf8"),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C", "PYTHONCOERCECLOCALE": "warn"}, "coerced_locale"),
    ],
)
def test_lc_ctype_that_python_may_have_set_does_not_count(
    environ: Mapping[str, str], reason: str
) -> None:
    assert detect(environ).glyphs_by == reason


def test_what_python_makes_of_a_c_locale_is_seen_through() -> None:
    """The same in processes of its own, where Python does coerce."""
    code = (
        "import json, os\nfrom koikoi.tui.terminal import detect\n"
        "print(json.dumps([os.environ.get('LC_CTYPE'), detect(os.environ).glyphs]))"
    )
    locales: list[dict[str, str]] = [
        {},
        {"LANG": "C"},
        {"LC_CTYPE": "POSIX"},
        {"LC_ALL": "C"},
        {"LANG": "C.UTF-8"},
    ]
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": str(ROOT), **locale},
            stdout=subprocess.PIPE,
            text=True,
        )
        for locale in locales
    ]
    found = [json.loads(program.communicate(timeout=LONG)[0]) for program in programs]
    assert [glyphs for _, glyphs in found] == ["ascii"] * 4 + ["full"]
    if sys.platform == "linux":
        assert found[0][0] == "C.UTF-8"


@pytest.mark.parametrize(
    ("term", "glyphs", "reason"),
    [
        ("linux", GlyphSet.SAFE, GlyphReason.CONSOLE),
        ("linux-16color", GlyphSet.SAFE, GlyphReason.CONSOLE),
        ("putty", GlyphSet.SAFE, GlyphReason.PUTTY),
        ("putty-256color", GlyphSet.SAFE, GlyphReason.PUTTY),
        ("xterm", GlyphSet.FULL, GlyphReason.UTF8),
    ],
)
def test_consoles_with_few_signs_get_those_of_their_code_page(
    term: str, glyphs: GlyphSet, reason: GlyphReason
) -> None:
    mode = detect({**UTF8, "TERM": term})
    assert (mode.glyphs, mode.glyphs_by) == (glyphs, reason)
    assert detect({"LANG": "C", "TERM": term}).glyphs is GlyphSet.ASCII


@pytest.mark.parametrize(
    ("width", "glyphs"),
    [
        (Width.NARROW, GlyphSet.FULL),
        (Width.UNKNOWN, GlyphSet.FULL),
        (None, GlyphSet.FULL),
        (Width.WIDE, GlyphSet.ASCII),
    ],
)
def test_a_terminal_that_draws_too_wide_gets_ascii(width: Width | None, glyphs: GlyphSet) -> None:
    mode = detect(UTF8, width=width)
    assert mode.glyphs is glyphs
    assert mode.width is width
    assert (mode.glyphs_by is GlyphReason.WIDE) is (width is Width.WIDE)


@pytest.mark.parametrize("chosen", list(GlyphSet))
@pytest.mark.parametrize("environ", [UTF8, {"LANG": "C"}, {**UTF8, "TERM": "linux"}])
def test_signs_that_were_chosen_are_drawn_whatever_the_terminal(
    chosen: GlyphSet, environ: Mapping[str, str]
) -> None:
    mode = detect(environ, glyphs=chosen, width=Width.WIDE)
    assert (mode.glyphs, mode.glyphs_by) == (chosen, GlyphReason.CHOSEN)
    ascii_only = detect(environ, glyphs=chosen, ascii_only=True)
    assert (ascii_only.glyphs, ascii_only.glyphs_by) == (GlyphSet.ASCII, GlyphReason.CHOSEN)


@pytest.mark.parametrize(
    ("environ", "options", "wants"),
    [
        (UTF8, {}, True),
        (UTF8, {"width": Width.NARROW}, False),
        (UTF8, {"width": Width.UNKNOWN}, False),
        (UTF8, {"glyphs": GlyphSet.FULL}, False),
        (UTF8, {"ascii_only": True}, False),
        ({"LANG": "C"}, {}, False),
        ({**UTF8, "TERM": "linux"}, {}, False),
    ],
)
def test_the_width_is_asked_for_only_where_it_decides(
    environ: Mapping[str, str], options: dict[str, Any], wants: bool
) -> None:
    assert detect(environ, **options).wants_probe is wants


# Where no table can be drawn ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "streams", "found"),
    [
        ("xterm", (True, True), None),
        ("xterm", (False, True), Refusal.NOT_A_TERMINAL),
        ("xterm", (True, False), Refusal.NOT_A_TERMINAL),
        ("dumb", (True, True), Refusal.DUMB),
        ("DUMB", (False, False), Refusal.DUMB),
        ("unknown", (True, True), Refusal.DUMB),
        ("", (True, True), Refusal.DUMB),
        (None, (True, True), Refusal.DUMB),
    ],
)
def test_a_table_needs_a_terminal_that_obeys(
    term: str | None, streams: tuple[bool, bool], found: Refusal | None
) -> None:
    environ = {} if term is None else {"TERM": term}
    assert refusal(environ, *streams) is found


def test_a_table_needs_the_stream_that_it_is_drawn_on() -> None:
    found = refusal({"TERM": "xterm"}, True, True, stderr_is_tty=False)
    assert found is Refusal.NOT_A_TERMINAL


def test_windows_has_no_term(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "name", "nt")
        found = refusal({}, True, True)
    assert found is None


def test_the_module_loads_neither_textual_nor_rich() -> None:
    code = (
        "import sys, koikoi.tui.terminal\n"
        "raise SystemExit(bool({'textual', 'rich', 'numpy', 'asyncio'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=LONG)
