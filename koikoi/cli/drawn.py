"""The match on the screen: what has to hold before Textual is loaded, and what is said after it."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from koikoi.cli.errors import UsageError
from koikoi.cli.output import Output
from koikoi.cli.play import refuse_options_of_new_matches, setup_of
from koikoi.record.writer import RecordBusy
from koikoi.store.matches import named, record_files
from koikoi.table.resuming import NothingToContinue, continued_table, resumed_table
from koikoi.table.setup import CONTINUE, Table, new_table
from koikoi.text.catalogue import LiveText, asked_for, preferred
from koikoi.text.languages import usable
from koikoi.text.problems import shown
from koikoi.tui import terminal
from koikoi.tui.library import tell_library
from koikoi.tui.terminal import GlyphSet, Refusal

if TYPE_CHECKING:
    import argparse
    from collections.abc import Awaitable, Callable

    from koikoi.store.settings import Settings
    from koikoi.text.catalogue import Text
    from koikoi.tui.app import KoikoiApp
    from koikoi.tui.readings import Host

_WIDEST: Final = 300


def play_drawn(args: argparse.Namespace, text: Text) -> int:
    """Opens the table, or the title screen."""
    _need_terminal(args, text)
    text = _live(text)  # whoever holds it says what is said from now on as the options have it
    # Whatever cannot be played is told before the screen changes.
    begun = _begun(args, text)
    try:
        return _show(args, text, begun)
    finally:
        gc.enable()
        if begun.table is not None:
            begun.table.saver.close()


def show_drawn(
    args: argparse.Namespace, text: Text, course: Callable[[Host], Awaitable[object]]
) -> int:
    """Shows something else than a match on the screen.

    Args:
        args: What the command line says about the screen.
        text: The language.
        course: Shows it; the program ends with it.
    """
    return _show(args, _live(text), _Begun(course=course))


def watch_drawn(args: argparse.Namespace, text: Text, path: Path) -> int:
    """Shows a match that is played elsewhere; the record has been looked at."""
    return _show(args, _live(text), _Begun(watched=path))


def learn_drawn(args: argparse.Namespace, text: Text, wanted: str) -> int:
    """Teaches something on the screen; ``wanted`` is empty for the list of all."""
    return _show(args, text, _Begun(learnt=wanted))


def can_draw() -> bool:
    """Whether input and output are a terminal that can show the table."""
    found = [not stream.closed and stream.isatty() for stream in (sys.stdin, sys.stdout)]
    return terminal.refusal(os.environ, found[0], found[1]) is None


class _Begun(NamedTuple):
    """What the program begins with; with nothing of it, with the title screen.

    Attributes:
        table: A match that is set up.
        played: The record of a match that was to go on, and is being played elsewhere.
        watched: The record of a match to be watched.
        course: What is shown instead, and then the program ends.
        learnt: What is to be learnt; empty for the list of all.
        notices: What is to be said of saved matches that cannot go on.
    """

    table: Table | None = None
    played: Path | None = None
    watched: Path | None = None
    course: Callable[[Host], Awaitable[object]] | None = None
    learnt: str | None = None
    notices: tuple[str, ...] = ()


def _begun(args: argparse.Namespace, text: Text) -> _Begun:
    """The match that the command line asks for."""
    if args.daily is not None:
        from koikoi.table.daily import daily_table, play_command

        return _Begun(daily_table(args.daily, text, play_command(args.daily)))
    if args.resume is None:
        return _Begun(new_table(setup_of(args, text), text, CONTINUE) if args.match else None)
    refuse_options_of_new_matches(args, text)
    if args.resume:
        path = named(args.resume)
        try:
            return _Begun(resumed_table(path, text, CONTINUE))
        except RecordBusy:
            return _Begun(played=path)
    try:
        return _Begun(continued_table(text, CONTINUE))
    except NothingToContinue as found:
        if found.played is not None:
            return _Begun(played=found.played, notices=found.notices)
        nothing = text.t("There is no unfinished match; koikoi play starts one.")
        raise UsageError("\n".join([*found.notices, nothing])) from found


def _show(args: argparse.Namespace, text: Text, begun: _Begun) -> int:
    from koikoi.store.settings import load_settings, settings_path

    saved, problems = load_settings()
    notices = begun.notices
    if problems:
        path = shown(settings_path(), _WIDEST)
        notices = (
            *notices,
            text.t("Not all of {path} can be used; koikoi doctor tells what is wrong.", path=path),
        )
    lang = asked_for(args.lang) if "lang" in args else None
    settings = saved if lang is None else replace(saved, language=lang)
    glyphs = _glyphs(args, settings.glyphs)
    mode = terminal.look(
        os.environ,
        sys.stdin.fileno(),
        sys.stdout.fileno(),
        ascii_only=args.ascii,
        no_color=args.no_color,
        glyphs=glyphs,
    )
    tell_library()
    # Only now: the library reads the environment when it is loaded.
    from koikoi.tui.app import KoikoiApp
    from koikoi.tui.game import Start

    app = KoikoiApp(
        Start(
            None,
            begun.table,
            notices,
            begun.played,
            begun.watched,
            begun.course,
            begun.learnt,
            _is_newcomer(begun),
        ),
        mode,
        settings,
        text,
        keep=_keeper(saved, settings),
        forced=(args.ascii or args.glyphs is not None, args.no_color),
        driver=_driver(),
        shown=gc.enable,
    )
    app.run(mouse=not args.no_mouse)
    return _said_after(app, text)


def _is_newcomer(begun: _Begun) -> bool:
    """Whether the title screen is what they begin with, and nobody has ever played here."""
    try:
        return begun == _Begun() and not record_files()
    except OSError:
        return False  # whoever has such a folder has made it


def _live(text: Text) -> LiveText:
    return LiveText(text, usable(preferred(os.environ)))


def _keeper(saved: Settings, begun: Settings) -> Callable[[Settings], Path | None]:
    """Saves settings; the language of the command line only once another one has been chosen."""
    from koikoi.store.settings import save_settings

    chosen = False

    def keep(settings: Settings) -> Path | None:
        nonlocal chosen
        chosen = chosen or settings.language != begun.language
        return save_settings(settings if chosen else replace(settings, language=saved.language))

    return keep


def _glyphs(args: argparse.Namespace, preferred: str) -> GlyphSet | None:
    if args.glyphs is not None:
        return GlyphSet(args.glyphs)
    return None if preferred == "auto" or args.ascii else GlyphSet(preferred)


def _driver() -> Any:
    """Our driver where there are terminals as we know them, else the library's own."""
    if sys.platform == "win32":
        return None
    from koikoi.tui.driver import TableDriver

    return TableDriver


def _need_terminal(args: argparse.Namespace, text: Text) -> None:
    """Refuses, before anything is written, where a table could not be drawn."""
    plain = "koikoi play --plain" if args.daily is None else "koikoi daily --plain"
    found = terminal.refusal(os.environ, sys.stdin.isatty(), sys.stdout.isatty())
    if found is Refusal.DUMB:
        raise UsageError(
            text.t(
                "This terminal cannot show the table; {command} plays by plain lines.",
                command=plain,
            )
        )
    if found is not None:
        raise UsageError(
            text.t(
                "This is not a terminal; {command} plays by plain lines through a pipe.",
                command=plain,
            )
        )


def _said_after(app: KoikoiApp, text: Text) -> int:
    """Says what is to be said once the terminal is as it was; returns the exit code."""
    output = Output(sys.stdout)
    if app.crash is not None:
        from koikoi.store.places import state_dir
        from koikoi.tui.crash import CRASH_LOG

        error = Output(sys.stderr)
        error.say(
            text.t(
                "koikoi: something in the game broke ({name}), and where is written in {path}.",
                name=type(app.crash).__name__,
                path=shown(state_dir() / CRASH_LOG, _WIDEST),
            )
        )
    if app.game.farewell:
        with contextlib.suppress(OSError):  # the terminal may have gone
            output.say(app.game.farewell)
    return app.return_code or 0
