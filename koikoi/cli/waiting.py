"""What is seen while a command works for a while, and what is said where its processes break."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from koikoi.cli.errors import UsageError
from koikoi.text.ascii import for_encoding

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how much of how much is done."""


@contextmanager
def progress_bar(told: Callable[[int, int], str]) -> Iterator[Progress]:
    """A bar on standard error as long as work goes on; none where nobody would see it move.

    Args:
        told: Says how much of how much is done.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _count: None
        return
    from rich import progress
    from rich.console import Console

    with progress.Progress(
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
        # It would send what is printed to standard error.
        redirect_stdout=False,
        redirect_stderr=False,
    ) as bar:
        task = bar.add_task("", total=None)

        def show(done: int, count: int) -> None:
            said = for_encoding(told(done, count), sys.stderr.encoding or "ascii")
            bar.update(task, completed=done, total=count, description=said)

        yield show


@contextmanager
def whole_processes(text: Text) -> Iterator[None]:
    """Says it in one sentence where one of the processes that work is gone.

    Raises:
        UsageError: One is.
    """
    try:
        yield
    except BrokenExecutor as error:
        raise UsageError(
            text.t(
                "One of the processes was ended from outside, or ran out of memory; try fewer "
                "--jobs."
            )
        ) from error
