"""What is no match in the folder of matches, and disks that cannot be written, at Continue."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

import koikoi.record.writer
from tests.tui.person import STILL, sitting
from tests.tui.shelves import is_at, left, to_question
from tests.tui.test_every_phase import put_a_file_where_matches_go

FOREIGN = {
    "empty": b"",
    "garbage": b"garbage\n" * 50,
    "other JSON": b'{"hello": "world"}\n',
    "binary": bytes(range(256)) * 20,
    "huge": b"\n" * (16 * 1024 * 1024 + 1),
    "truncated": b'{"koikoi": 1, "app": "0',
}


def is_there(path: Path) -> bool:
    """Whether anything has this name, a link to nothing too."""
    return os.path.lexists(path)


def make_foreign(kind: str, bad: Path, good: Path) -> None:
    if kind == "folder":
        bad.mkdir()
    elif kind == "pipe":
        os.mkfifo(bad)
    elif kind == "link":
        bad.symlink_to("nowhere")
    elif kind == "newer":
        bad.write_bytes(good.read_bytes().replace(b'"koikoi": 1', b'"koikoi": 9', 1))
    else:
        bad.write_bytes(FOREIGN[kind])


@pytest.mark.parametrize("kind", [*FOREIGN, "folder", "pipe", "link", "newer"])
async def test_a_foreign_file_is_told_kept_and_in_nobodys_way(kind: str, home: Path) -> None:
    good = left("good", 10)
    bad = good.with_name("bad.koikoi.jsonl")
    make_foreign(kind, bad, good)
    async with sitting(home) as person:
        await person.press("c")
        await to_question(person)
        assert is_at(person, good)
        await person.press("l")
        assert person.sees("The saved match in" if kind == "newer" else "A saved match is damaged")
        await person.press("escape")
    # What another version wrote stays for it.
    assert not is_there(bad) or kind == "newer"
    assert is_there(bad if kind == "newer" else bad.with_name(bad.name + ".bad"))
    good.unlink()
    # The title's matches have secret seeds: under these rules no deal alone wins a round.
    async with sitting(home, settings=replace(STILL, rules="koikoi-japan")) as person:
        await person.press("c")
        await person.until_seen("There is no unfinished match." if kind != "newer" else "format 9")
        await person.press("n")
        await person.until_seen("First dealer")
        await person.press("enter")
        await to_question(person)
        assert len([path for path in person.records if path != bad]) == 1


async def test_a_read_only_disk_is_told_and_a_new_match_is_possible(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left("one", 10)

    def refuse(path: Path, *_: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    monkeypatch.setattr(koikoi.record.writer, "_open", refuse)
    settings = replace(STILL, rules="koikoi-japan")
    async with sitting(home, size=(160, 48), settings=settings) as person:
        await person.press("c")
        await person.until_seen(os.strerror(errno.EROFS))
        assert person.at_title
        await person.press("n", "enter")
        await to_question(person)
        await person.press("l")
        assert person.sees("This match is not saved", os.strerror(errno.EROFS))


async def test_a_folder_that_cannot_be_read_is_told(home: Path) -> None:
    put_a_file_where_matches_go(home)
    async with sitting(home, size=(160, 48)) as person:
        await person.press("c")
        await person.until_seen(os.strerror(errno.ENOTDIR))
        assert person.at_title
