"""The entry point: parses, runs the command, turns every expected failure into one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from koikoi import __version__

if TYPE_CHECKING:
    import argparse

    from koikoi.text.catalogue import Text

USAGE_ERROR = 2
"""The exit code of wrong usage and bad input."""

INTERRUPTED = 130
"""The exit code after Ctrl+C, as shells expect it."""

_THREADS = (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)
"""What the libraries behind numpy read how many threads they may use from."""


_HOST = "koikoi.cli.host"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
        argv: The arguments without the program's name; those of the process by default.

    Returns:
        The exit code: 0 for success, 1 where a check found something wrong, 2 for wrong usage or
        bad input, 130 after Ctrl+C.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    one_thread()
    _open_missing_streams()
    code = 0
    try:
        if arguments in (["--version"], ["-V"]):
            # Nothing else needs to be loaded for a constant.
            print(f"koikoi {__version__}", flush=True)
            return 0
        code = _obey(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone: nothing more can be said, and nothing is wrong.
        _drop_output()
        return 0
    except OSError:
        # A full disk, for one, which has been told: the rest of the output has no place either.
        _drop_output()
        return code or USAGE_ERROR
    return code


def one_thread() -> None:
    """Has numpy calculate in one thread, unless the environment says otherwise already.

    The computer thinks in small matrices: several threads only wait for each other over them, and
    where the machine is busy that takes seconds. Works only before numpy is loaded.
    """
    for name in _THREADS:
        os.environ.setdefault(name, "1")


def _obey(arguments: list[str]) -> int:
    """Runs a command; whatever a person can do something about becomes a sentence."""
    from koikoi.cli.argparse_words import speaking
    from koikoi.cli.errors import UsageError, explain
    from koikoi.cli.language import spoken
    from koikoi.cli.parser import build_parser

    try:
        text, note = spoken(arguments, os.environ)
    except UsageError as error:
        return _complain(str(error))
    try:
        with speaking(text):
            args = build_parser(text).parse_args(arguments)
        if note:
            _complain(note)
        if args.module == _HOST:
            _want_posix(text)
        run: Callable[[argparse.Namespace, Text], int] = import_module(args.module).run
        code = run(args, text)
        sys.stdout.flush()
    except SystemExit as end:  # argparse has printed the help
        return int(end.code or 0)
    except UsageError as error:
        return _complain(str(error))
    except BrokenPipeError:
        raise
    except (ValueError, OSError) as error:
        sentence = explain(error, text)
        if sentence is None:
            raise
        return _complain(sentence)
    return code


def _want_posix(text: Text) -> None:
    """Refuses a host where the modules are missing that it locks its folder with."""
    from importlib.util import find_spec

    from koikoi.cli.errors import UsageError

    if find_spec("fcntl") is None:
        raise UsageError(text.t("koikoi host runs on Linux and macOS, and on Windows in WSL only."))


def _complain(sentence: str) -> int:
    from koikoi.cli.output import Output

    output = Output(sys.stderr)
    for line in sentence.splitlines():
        output.say(f"koikoi: {line}")
    return USAGE_ERROR


def _open_missing_streams() -> None:
    """Gives a program that was started without a standard stream an empty one.

    Otherwise Python has ``None`` there, and the next file that is opened, a match's record for
    one, becomes standard output to everybody else.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            from pathlib import Path

            # It stays open as long as the program runs, as the standard streams do.
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _drop_output() -> None:
    """Lets what Python flushes to standard output at the end go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
