"""Saved matches: full and unwritable disks, damaged files."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import koikoi.record.writer
import koikoi.store.matches
from koikoi.record.reader import MAX_FILE, load
from tests.cli.conftest import CommandLine, Result
from tests.cli.person import Always, Habit
from tests.cli.test_continue import HABIT, MATCH, SAVED, ending, written

NO_SPACE = os.strerror(errno.ENOSPC)
REMEDY = "Set KOIKOI_HOME to a folder that can be written to, and matches are saved there."
NOTHING = "koikoi: There is no unfinished match; koikoi play --plain starts one."


def notices(result: Result) -> list[str]:
    return [line for line in result.lines if line.startswith("This match is not saved")]


# Disks -------------------------------------------------------------------------------------------


def fail_after(monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    """Fills the disk after so many writes."""
    left = iter(range(writes))

    def write(descriptor: int, data: bytes) -> int:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, NO_SPACE)
        return os.write(descriptor, data)

    monkeypatch.setattr(koikoi.record.writer, "_write", write)


def test_a_full_disk_costs_one_notice_and_what_was_saved_goes_on(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = cli.play(Habit(HABIT), *MATCH)
    lines = len(cli.record.read_bytes().splitlines())
    # The first write is that of the header and the first deal, the last that of the result.
    for writes in range(1, lines - 2, 2):
        other = cli.at(f"full after {writes}")
        with monkeypatch.context() as patch:
            fail_after(patch, writes)
            played = other.play(Habit(HABIT), *MATCH)
        assert played.code == 0
        assert notices(played) == [f"This match is not saved from here on: {NO_SPACE}. {REMEDY}"]
        assert played.lines[-1] == f"The beginning of the match is saved in {other.record}"
        assert [line for line in played.lines if line not in notices(played)][:-1] == whole.lines[
            :-1
        ]
        assert len(load(other.record).actions) + len(load(other.record).rounds) == writes
        resumed = other.play(Habit(HABIT), "--continue")
        assert ending(resumed) == ending(whole)
        assert written(other.record) == written(cli.record)


def test_who_leaves_after_the_disk_is_full_is_told_what_is_saved(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_after(monkeypatch, 1)
    left = cli.play(Habit(HABIT, times=2), *MATCH)
    assert left.code == 0
    assert left.lines[-1] == (
        "The beginning of the match is saved; koikoi play --plain --continue goes on from there."
    )


def test_a_disk_that_is_full_from_the_beginning_stops_no_match(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_after(monkeypatch, 0)
    played = cli.play(Habit(HABIT), *MATCH)
    assert played.code == 0
    assert notices(played) == [f"This match is not saved: {NO_SPACE}. {REMEDY}"]
    assert played.lines[-1] == "The match was not saved."
    assert list(cli.matches.iterdir()) == []


def test_a_home_that_cannot_be_made_stops_no_match(cli: CommandLine) -> None:
    cli.home.write_text("a file where the folder should be")
    played = cli.play(Habit(HABIT), *MATCH)
    assert played.code == 0
    (notice,) = notices(played)
    assert notice.endswith(REMEDY)
    assert played.lines.index(notice) == 0
    assert played.lines[-1] == "The match was not saved."
    left = cli.play(Always(times=0))
    assert left.lines[-1] == "The match was not saved."
    assert cli.home.read_text() == "a file where the folder should be"


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC], ids=errno.errorcode.get)
@pytest.mark.parametrize("where", ["folder", "file"])
def test_a_disk_that_takes_no_folder_or_no_file_stops_no_match(
    where: str, number: int, cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number))

    if where == "folder":
        cli.home.mkdir()
        monkeypatch.setattr(Path, "mkdir", refuse)
    else:
        monkeypatch.setattr(koikoi.record.writer, "_open", refuse)
    played = cli.play(Habit(HABIT), *MATCH)
    assert played.code == 0
    assert notices(played) == [f"This match is not saved: {os.strerror(number)}. {REMEDY}"]
    assert played.lines[-1] == "The match was not saved."
    assert cli.records == []


def test_a_match_on_a_disk_that_can_only_be_read_is_one_sentence_and_stays(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = leave(cli)
    before = path.read_bytes()

    def refuse(path: Path, *_: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(koikoi.record.writer, "_open", refuse)
        assert cli("play", "--plain", "--continue").refusal == (
            f"The file {path} cannot be used: {os.strerror(errno.EROFS)}."
        )
    assert path.read_bytes() == before
    assert cli.play(Habit(HABIT), "--continue").code == 0


def test_a_disk_that_has_room_again_has_the_whole_match(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = cli.play(Habit(HABIT), *MATCH)
    other = cli.at("room again")
    calls = iter(range(10_000))

    def write(descriptor: int, data: bytes) -> int:
        if 5 <= next(calls) < 9:
            raise OSError(errno.ENOSPC, NO_SPACE)
        return os.write(descriptor, data)

    monkeypatch.setattr(koikoi.record.writer, "_write", write)
    played = other.play(Habit(HABIT), *MATCH)
    again = "This match is saved again, with all that was played meanwhile."
    told = [*notices(played), again]
    assert told[0].startswith(f"This match is not saved from here on: {NO_SPACE}.")
    assert [line for line in played.lines if line not in told][:-1] == whole.lines[:-1]
    assert written(other.record) == written(cli.record)


def test_a_home_that_cannot_be_read_is_told_when_a_match_is_to_go_on(cli: CommandLine) -> None:
    cli.home.write_text("")
    assert cli("play", "--plain", "--continue").refusal == (
        f"The file {cli.matches} cannot be used: {os.strerror(errno.ENOTDIR)}."
    )


def test_an_odd_path_is_printed_without_its_control_characters(cli: CommandLine) -> None:
    odd = cli.at("ho\x1b[31mme\nsweet")
    whole = odd.play(Habit(HABIT), *MATCH)
    assert "ho\\x1b[31mme\\nsweet" in whole.lines[-1]
    leave(odd).write_bytes(b"damaged")
    told = odd("play", "--plain", "--continue")
    assert told.code == 2
    assert "ho\\x1b[31mme\\nsweet" in told.err


# Damaged files -----------------------------------------------------------------------------------


def leave(cli: CommandLine, answers: int = 5) -> Path:
    """Leaves a match after some answers; returns its record."""
    before = set(cli.records)
    left = cli.play(Habit(HABIT, times=answers), *MATCH)
    assert left.lines[-1] == SAVED
    (path,) = set(cli.records) - before
    return path


def edited(data: bytes, line: int, change: Callable[[dict[str, object]], object]) -> bytes:
    lines = data.splitlines()
    document = json.loads(lines[line])
    change(document)
    lines[line] = json.dumps(document).encode()
    return b"\n".join(lines) + b"\n"


def in_line_4(data: bytes, change: Callable[[bytes], bytes]) -> bytes:
    lines = data.splitlines(keepends=True)
    lines[3] = change(lines[3])
    return b"".join(lines)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "no text": lambda _: b"\xff\x00" * 100,
    "no record": lambda _: b'{"hello": "world"}\n',
    "header alone": lambda data: data[: data.index(b"\n") + 1],
    "half a header": lambda data: data[:100],
    "half a first deal": lambda data: data[: data.index(b"\n") + 100],
    "huge": lambda data: data + b"\n" * (MAX_FILE + 1 - len(data)),
    "a hole": lambda data: in_line_4(data, lambda line: b"\0" * 20 + line[20:]),
    "a line left out": lambda data: in_line_4(data, lambda _: b""),
    "another digest": lambda data: edited(data, 3, lambda line: line.update(digest="0" * 16)),
    "other rules": lambda data: edited(data, 0, lambda line: line.update(rules={})),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_match_is_told_kept_and_in_nobodys_way(
    cli: CommandLine, damage: Callable[[bytes], bytes]
) -> None:
    path = leave(cli)
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    told = cli("play", "--plain", "--continue")
    assert told.code == 2
    assert told.out == ""
    first, second = told.err.splitlines()
    aside = path.with_name(path.name + ".bad")
    assert first.startswith(
        f"koikoi: A saved match is damaged and cannot be continued; it is kept in {aside}. "
    )
    assert first.endswith(".")
    assert second == NOTHING
    assert aside.read_bytes() == damaged
    assert cli("play", "--plain", "--continue").err.splitlines() == [NOTHING]
    leave(cli)
    assert cli.play(Habit(HABIT), "--continue").code == 0


def test_a_damaged_match_that_cannot_be_renamed_stays_and_is_told(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = leave(cli)
    path.write_bytes(b"damaged")

    def refuse(path: Path) -> Path:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(koikoi.store.matches, "set_aside", refuse)
    for _ in range(2):
        told = cli("play", "--plain", "--continue").err.splitlines()
        assert told[0].startswith(
            f"koikoi: A saved match is damaged and cannot be continued; it is kept in {path}. "
        )
        assert told[1:] == [NOTHING]
    assert path.read_bytes() == b"damaged"


def test_a_damaged_match_gives_way_to_the_next_good_one(cli: CommandLine) -> None:
    good, bad = leave(cli, 5), leave(cli, 3)
    os.utime(good, (1, 1))
    bad.write_bytes(DAMAGES["another digest"](bad.read_bytes()))
    resumed = cli.play(Habit(HABIT), "--continue")
    assert resumed.code == 0
    assert resumed.lines[0].startswith("A saved match is damaged and cannot be continued;")
    assert "goes on where it was left" in resumed.lines[2]
    assert load(good).finished
    assert not bad.exists()


def test_a_match_of_a_newer_version_stays_as_it_is(cli: CommandLine) -> None:
    path = leave(cli)
    newer = edited(path.read_bytes(), 0, lambda header: header.update(koikoi=99))
    path.write_bytes(newer)
    told = cli("play", "--plain", "--continue").err.splitlines()
    assert told[0].startswith(f"koikoi: The saved match in {path} cannot be continued. ")
    assert told[1:] == [NOTHING]
    assert path.read_bytes() == newer


def test_a_match_against_an_unknown_computer_stays_as_it_is(cli: CommandLine) -> None:
    path = leave(cli)

    def exchange(header: dict[str, object]) -> None:
        players = header["players"]
        assert isinstance(players, list)
        players[1]["agent"] = "oracle"

    other = edited(path.read_bytes(), 0, exchange)
    path.write_bytes(other)
    told = cli("play", "--plain", "--continue").err.splitlines()
    assert told[0].startswith(f"koikoi: The saved match in {path} cannot be continued. ")
    assert "“oracle”" in told[0]
    assert told[1:] == [NOTHING]
    assert path.read_bytes() == other


def test_a_torn_last_line_is_told_and_the_match_goes_on_before_it(cli: CommandLine) -> None:
    whole = cli.at("whole").play(Habit(HABIT), *MATCH)
    path = leave(cli)
    path.write_bytes(path.read_bytes()[:-20])
    resumed = cli.play(Habit(HABIT), "--continue")
    assert resumed.code == 0
    assert resumed.lines[0] == (
        "The last line of the saved match was torn and has been dropped; the match goes on from "
        "the action before it."
    )
    assert ending(resumed) == ending(whole)


def test_what_only_looks_like_a_match_is_told_kept_and_in_nobodys_way(cli: CommandLine) -> None:
    path = leave(cli)
    path.with_name("notes.txt").write_text("mine")
    odd = [path.with_name(f"{name}.koikoi.jsonl") for name in ("folder", "link", "pipe")]
    odd[0].mkdir()
    odd[1].symlink_to("nowhere")
    os.mkfifo(odd[2])
    resumed = cli.play(Habit(HABIT), "--continue")
    assert resumed.code == 0
    assert load(path).finished
    for told, one in zip(resumed.lines, odd, strict=False):
        assert told == (
            "A saved match is damaged and cannot be continued; it is kept in "
            f"{one}.bad. It is not a file."
        )
        assert not os.path.lexists(one)
        assert os.path.lexists(f"{one}.bad")
    assert path.with_name("notes.txt").read_text() == "mine"
