"""The commands that write what a shell and ``man`` read, and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from koikoi.cli.parsing import Commands, command, example

if TYPE_CHECKING:
    from koikoi.text.catalogue import Text

SHELLS: Final = ("bash", "zsh", "fish")
"""The shells that a script is written for."""


def add_all(commands: Commands, text: Text) -> None:
    """Adds every command of this module."""
    t = text.t
    completion = command(
        commands,
        "completion",
        "completion",
        t("print the script by which a shell completes these commands"),
        example(text, "koikoi completion bash > koikoi.bash"),
    )
    completion.add_argument("shell", choices=SHELLS, help=t("the shell that is to read it"))
    command(
        commands,
        "man",
        "manual",
        t("print the manual page, which the command man shows"),
        example(text, "koikoi man > koikoi.1"),
    )
