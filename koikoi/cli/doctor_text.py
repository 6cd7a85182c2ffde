"""What ``koikoi doctor`` found, in sentences: one for each finding, one for each problem."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from koikoi.cli.doctor import (
    EXTRAS,
    LIBRARIES,
    PRESENCE,
    VARIABLES,
    WIDEST_PATH,
    Advice,
    Findings,
    Place,
)
from koikoi.cli.language import LanguageReason
from koikoi.store.settings import SETTING_BY_KEY, SettingsFault, SettingsProblem
from koikoi.text.catalogue import N_
from koikoi.text.languages import native
from koikoi.text.problems import shown
from koikoi.tui.layout import MIN_HEIGHT, MIN_WIDTH
from koikoi.tui.terminal import (
    ColourReason,
    Colours,
    GlyphReason,
    GlyphSet,
    Width,
    locale_variable,
)

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

_COLOURS: Final = {
    ColourReason.NO_COLOR: N_("Colours: none, because NO_COLOR is set."),
    ColourReason.COLORTERM: N_("Colours: all, because COLORTERM says so."),
    ColourReason.TERM_TRUECOLOR: N_("Colours: all, because TERM is a terminal that has them."),
    ColourReason.TERM_256: N_("Colours: 256, because TERM says so."),
    ColourReason.TERM_16: N_("Colours: 16, because neither TERM nor COLORTERM says more."),
    ColourReason.TERM_MONO: N_("Colours: none, because TERM is a terminal without colours."),
    ColourReason.CONSOLE: N_("Colours: 16, because this is the Linux console."),
}

_CHOSEN_COLOURS: Final = {
    Colours.TRUECOLOR: N_("Colours: all, as the settings say."),
    Colours.EXTENDED: N_("Colours: 256, as the settings say."),
    Colours.BASIC: N_("Colours: 16, as the settings say."),
    Colours.NONE: N_("Colours: none, as the settings say."),
}

_CHOSEN: Final = {
    GlyphSet.FULL: N_("Signs: all, as the settings say."),
    GlyphSet.SAFE: N_("Signs: those of text consoles, as the settings say."),
    GlyphSet.ASCII: N_("Signs: plain ASCII, as the settings say."),
}

_GLYPHS: Final = {
    GlyphReason.NO_LOCALE: N_("Signs: plain ASCII, because no locale is set."),
    GlyphReason.C_LOCALE: N_("Signs: plain ASCII, because {variable} is C or POSIX."),
    GlyphReason.COERCED_LOCALE: N_(
        "Signs: plain ASCII, because LANG is C, POSIX or not set; LC_CTYPE may be Python's own."
    ),
    GlyphReason.CHARSET: N_("Signs: plain ASCII, because {variable} does not say UTF-8."),
    GlyphReason.CONSOLE: N_("Signs: those of text consoles, because this is the Linux console."),
    GlyphReason.PUTTY: N_("Signs: those of text consoles, because this is PuTTY."),
    GlyphReason.WIDE: N_("Signs: plain ASCII, because the terminal draws others too wide."),
    GlyphReason.UTF8: N_("Signs: all, because {variable} says UTF-8."),
}

_WIDTHS: Final = {
    Width.NARROW: N_("Width of signs: one column each, as it has to be."),
    Width.WIDE: N_("Width of signs: more than one column each."),
    Width.UNKNOWN: N_("Width of signs: the terminal gave no answer; one column is assumed."),
}

_LANGUAGE: Final = {
    LanguageReason.COMMAND: N_("Language: {language}, as --lang says."),
    LanguageReason.SETTINGS: N_("Language: {language}, as the settings say."),
    LanguageReason.ENVIRONMENT: N_("Language: {language}, as the locale says."),
    LanguageReason.NOTHING: N_("Language: {language}, since nothing asks for another."),
    LanguageReason.LETTERS: N_(
        "Language: {language}, because the one that is asked for cannot be shown here."
    ),
}

_PLACES: Final = {
    "data": N_("Data: {path}"),
    "config": N_("Configuration: {path}"),
    "state": N_("Logs: {path}"),
    "matches": N_("Matches: {path}"),
}
_PLACES_NOT_THERE: Final = {
    "data": N_("Data: {path} (not there yet)"),
    "config": N_("Configuration: {path} (not there yet)"),
    "state": N_("Logs: {path} (not there yet)"),
    "matches": N_("Matches: {path} (not there yet)"),
}
_PLACES_CLOSED: Final = {
    "data": N_("Data: {path} (cannot be written)"),
    "config": N_("Configuration: {path} (cannot be written)"),
    "state": N_("Logs: {path} (cannot be written)"),
    "matches": N_("Matches: {path} (cannot be written)"),
}

_ADVICE: Final = {
    Advice.NOT_A_TERMINAL: N_(
        "Not every standard stream is a terminal: koikoi play --plain plays by plain lines, also"
        " through pipes."
    ),
    Advice.DUMB: N_(
        "TERM names no terminal that can show the table: koikoi play --plain plays by plain lines."
    ),
    Advice.TOO_SMALL: N_(
        "The terminal is too small: give it at least {width} columns and {height} rows."
    ),
    Advice.WIDE: N_(
        "For all signs, let the terminal draw characters of ambiguous width in one column."
    ),
    Advice.FEW_COLOURS: N_(
        "Cards are drawn as pictures with 256 colours or more: if this terminal has them, let TERM"
        " say so, as xterm-256color does."
    ),
    Advice.MATCHES_UNREADABLE: N_(
        "The folder of the matches cannot be read: matches cannot be continued."
    ),
    Advice.PICTURES: N_(
        "The pictures of the cards cannot be read, so cards are shown in words; installing koikoi"
        " again brings them back."
    ),
    Advice.WEIGHTS: N_(
        "The weights of the computer players cannot be read, so all levels play alike and not"
        " well; installing koikoi again brings them back."
    ),
}

_SETTINGS: Final = {
    SettingsFault.UNREADABLE: N_("The settings in {path} cannot be read: {detail}."),
    SettingsFault.NOT_A_FILE: N_("The settings in {path} cannot be read: it is not a file."),
    SettingsFault.TOO_LARGE: N_("The settings in {path} cannot be read: the file is too large."),
    SettingsFault.NOT_TOML: N_("The settings in {path} cannot be read as TOML: {detail}."),
    SettingsFault.UNKNOWN_KEY: N_("There is no setting “{key}”; take it out of {path}."),
    SettingsFault.WRONG_VALUE: N_(
        "The setting “{key}” in {path} is {value}; it has to be {allowed}."
    ),
}


def sentences(text: Text, findings: Findings) -> Iterator[str]:
    """All lines of the report: the terminal, the program, the files, then what to do."""
    yield _size(text, findings)
    yield _colours(text, findings)
    yield _glyphs(text, findings)
    yield _width(text, findings)
    yield text.t(_LANGUAGE[findings.language[1]], language=native(text))
    yield from _environment(text, findings)
    yield ""
    yield from _versions(text, findings)
    yield ""
    for name, place in findings.places.items():
        yield text.t(_place(name, place), path=shown(place.path, WIDEST_PATH))
    yield _matches(text, findings)
    yield ""
    yield from advice(text, findings)


def _size(text: Text, findings: Findings) -> str:
    if findings.size is None:
        return text.t(
            "Terminal: of unknown size; the table needs {width} columns and {height} rows.",
            width=MIN_WIDTH,
            height=MIN_HEIGHT,
        )
    columns, rows = findings.size
    return text.t(
        "Terminal: {columns} columns and {rows} rows; the table needs {width} and {height}.",
        columns=columns,
        rows=rows,
        width=MIN_WIDTH,
        height=MIN_HEIGHT,
    )


def _colours(text: Text, findings: Findings) -> str:
    mode = findings.mode
    if mode.colours_by is ColourReason.CHOSEN:
        return text.t(_CHOSEN_COLOURS[mode.colours])
    return text.t(_COLOURS[mode.colours_by])


def _glyphs(text: Text, findings: Findings) -> str:
    mode = findings.mode
    if mode.glyphs_by is GlyphReason.CHOSEN:
        return text.t(_CHOSEN[mode.glyphs])
    return text.t(_GLYPHS[mode.glyphs_by], variable=locale_variable(findings.environ))


def _width(text: Text, findings: Findings) -> str:
    if findings.mode.width is not None:
        return text.t(_WIDTHS[findings.mode.width])
    if findings.refusal is not None:
        return text.t("Width of signs: not asked, because no table can be drawn here.")
    return text.t("Width of signs: not asked, because the signs do not depend on it.")


def _environment(text: Text, findings: Findings) -> Iterator[str]:
    missing = []
    for name in VARIABLES:
        value = findings.environ.get(name)
        if value is None:
            missing.append(name)
        else:
            yield text.t("{name} is “{value}”.", name=name, value=shown(value))
    there = [name for name in PRESENCE if findings.environ.get(name)]
    missing += [name for name in PRESENCE if name not in there]
    if there:
        yield text.t("Also set: {names}.", names=text.row(there))
    if missing:
        yield text.t("Not set: {names}.", names=text.row(missing))


def _versions(text: Text, findings: Findings) -> Iterator[str]:
    versions = findings.versions
    yield text.t(
        "koikoi {version}, Python {python}, {platform}",
        version=versions["koikoi"],
        python=versions["python"],
        platform=shown(versions["platform"]),
    )
    found = [f"{name} {versions[name]}" for name in LIBRARIES if versions[name]]
    if found:
        yield text.t("Libraries: {names}", names=text.row(found))
    extras = findings.extras
    present = [f"{name} {extras[name]}" for name in EXTRAS if extras[name]]
    absent = [name for name in EXTRAS if not extras[name]]
    absent += [name for name in LIBRARIES if not versions[name]]
    if present:
        yield text.t("Extras: {names}", names=text.row(present))
    if absent:
        yield text.t("Not installed: {names}", names=text.row(absent))


def _place(name: str, place: Place) -> str:
    if not place.writable:
        return _PLACES_CLOSED[name]
    return _PLACES[name] if place.exists else _PLACES_NOT_THERE[name]


def _matches(text: Text, findings: Findings) -> str:
    if findings.unfinished is None:
        return text.t("Whether there are unfinished matches cannot be seen.")
    if not findings.unfinished:
        return text.t("No unfinished match is saved.")
    return text.n(
        "{count} unfinished match is saved.",
        "{count} unfinished matches are saved.",
        findings.unfinished,
    )


def advice(text: Text, findings: Findings) -> Iterator[str]:
    """One line for each problem, or that there is none."""
    found = findings.advice
    if not found:
        yield text.t("No problem was found.")
    for one in found:
        if one is Advice.SETTINGS:
            yield from (_setting(text, problem) for problem in findings.settings)
        elif one is Advice.NOT_WRITABLE:
            yield from _not_writable(text, findings)
        elif one is Advice.NO_LOCALE:
            yield _locale(text, findings)
        elif one is Advice.MATCHES_BROKEN:
            yield text.n(
                "{count} file of a match cannot be read; koikoi play --continue says why.",
                "{count} files of matches cannot be read; koikoi play --continue says why.",
                findings.broken or 0,
            )
        else:
            yield text.t(_ADVICE[one], width=MIN_WIDTH, height=MIN_HEIGHT)


def _locale(text: Text, findings: Findings) -> str:
    variable = locale_variable(findings.environ)
    if findings.mode.glyphs_by in (GlyphReason.NO_LOCALE, GlyphReason.COERCED_LOCALE):
        variable = "LANG"
    return text.t(
        "For all signs, set {variable} to a locale with UTF-8, such as C.UTF-8.", variable=variable
    )


def _not_writable(text: Text, findings: Findings) -> Iterator[str]:
    """One line for each folder that is closed; several names may stand for the same one."""
    for path in dict.fromkeys(one.path for one in findings.places.values() if not one.writable):
        yield text.t(
            "Nothing can be saved in {path}: make it a folder that you may write to, or name"
            " another one in KOIKOI_HOME.",
            path=shown(path, WIDEST_PATH),
        )


def _setting(text: Text, problem: SettingsProblem) -> str:
    return text.t(
        _SETTINGS[problem.code],
        path=shown(problem.path, WIDEST_PATH),
        key=shown(problem.key),
        value=shown(problem.value),
        allowed=_allowed(text, problem.key),
        detail=shown(problem.detail, WIDEST_PATH).rstrip("."),
    )


def _allowed(text: Text, key: str) -> str:
    """What a setting may be, as the file has it; empty for what is no setting."""
    setting = SETTING_BY_KEY.get(key)
    if setting is None:
        return ""
    if setting.type == "choice":
        return text.either(f'"{word}"' for word in setting.choices)
    if setting.type == "boolean":
        return text.either(("true", "false"))
    low, high = setting.low, setting.high
    if setting.type == "integer":
        return text.t("a whole number from {low} to {high}", low=low, high=high)
    return text.t("a text of {low} to {high} printable characters", low=low, high=high)
