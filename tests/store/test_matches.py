from __future__ import annotations

import os
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from koikoi.engine.deck import commitment
from koikoi.record import RecordError, dumps
from koikoi.record.errors import Fault
from koikoi.record.writer import RecordBusy, RecordWriter
from koikoi.store import matches
from koikoi.store.matches import (
    latest_unfinished,
    new_match_path,
    records_with_seed,
    saved_matches,
    set_aside,
    unfinished,
)
from koikoi.store.places import HOME_VARIABLE, matches_dir
from tests.record.playing import PLAYERS, STARTED, match, record_of, short

START, MOVES = match(short(rounds=1), "store")
FINISHED = dumps(record_of(START, MOVES))
UNFINISHED = dumps(record_of(START, MOVES[:5]))
LOST_RESULT = FINISHED[: FINISHED.rindex('{"result"')]
COMMITMENT = commitment("store")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


def saved(name: str, text: str | bytes, written: int = 0) -> Path:
    """A file in the folder of matches, last written so many seconds after the epoch."""
    folder = matches_dir()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    os.utime(path, (written, written))
    return path


# Names.


def test_a_new_match_is_named_by_its_start_and_commitment() -> None:
    path = new_match_path(STARTED, COMMITMENT)
    assert path == matches_dir() / f"20261130T120000-{COMMITMENT[:8]}.koikoi.jsonl"
    assert not path.exists()


def test_the_time_in_a_name_is_utc() -> None:
    there = datetime(2026, 12, 1, 1, 30, tzinfo=timezone(timedelta(hours=9)))
    assert new_match_path(there, COMMITMENT).name.startswith("20261130T163000-")
    with pytest.raises(ValueError, match="time zone"):
        new_match_path(datetime(2026, 12, 1), COMMITMENT)


@pytest.mark.parametrize("seed", ["ab", "spring", "deadbeef", "0123456789abcdef"])
def test_the_name_never_holds_the_seed(seed: str) -> None:
    name = new_match_path(STARTED, commitment(seed)).name
    assert seed not in name
    assert commitment(seed)[:8] in name


@pytest.mark.parametrize("wrong", ["", "spring", "../../../etc/x", "A" * 64, "0" * 63, "/" * 64])
def test_what_is_no_commitment_makes_no_name(wrong: str, home: Path) -> None:
    with pytest.raises(ValueError, match="commitment"):
        new_match_path(STARTED, wrong)
    assert not home.exists()


def test_matches_of_the_same_second_and_seed_get_different_names() -> None:
    names = []
    for _ in range(3):
        path = new_match_path(STARTED, COMMITMENT)
        path.write_text("taken")
        names.append(path.name.removesuffix(".koikoi.jsonl").removeprefix("20261130T120000-"))
    short_one = COMMITMENT[:8]
    assert names == [short_one, f"{short_one}-2", f"{short_one}-3"]


def test_the_folder_of_matches_is_made_for_its_owner_only(home: Path) -> None:
    new_match_path(STARTED, COMMITMENT)
    for folder in (home, home / "matches"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_is_an_operating_system_error(home: Path) -> None:
    home.write_text("a file")
    with pytest.raises(OSError, match="Not a directory"):
        new_match_path(STARTED, COMMITMENT)
    with pytest.raises(OSError, match="Not a directory"):
        saved_matches()


# Unfinished ones.


def test_without_any_match_nothing_is_unfinished(home: Path) -> None:
    assert unfinished() == []
    assert latest_unfinished() is None
    assert not home.exists()


def test_unfinished_matches_come_with_the_one_written_last_first() -> None:
    first = saved("20261130T120000-aaaaaaaa.koikoi.jsonl", UNFINISHED, written=30)
    saved("20261130T120001-bbbbbbbb.koikoi.jsonl", FINISHED, written=50)
    second = saved("20261130T120002-cccccccc.koikoi.jsonl", UNFINISHED, written=20)
    third = saved("20261130T120003-dddddddd.koikoi.jsonl", UNFINISHED, written=40)
    assert unfinished() == [third, first, second]
    assert latest_unfinished() == third


def test_of_matches_written_at_the_same_time_the_later_name_comes_first() -> None:
    one = saved("1.koikoi.jsonl", UNFINISHED)
    two = saved("2.koikoi.jsonl", UNFINISHED)
    assert unfinished() == [two, one]


def test_a_match_that_only_lost_its_result_is_finished() -> None:
    saved("1.koikoi.jsonl", LOST_RESULT)
    saved("2.koikoi.jsonl", LOST_RESULT + '{"result": "fin')
    saved("3.koikoi.jsonl", FINISHED + "\x00" * 40)
    assert saved_matches() == matches.SavedMatches((), ())


def test_a_match_whose_last_line_is_torn_is_unfinished() -> None:
    path = saved("1.koikoi.jsonl", UNFINISHED[:-10])
    assert unfinished() == [path]
    whole_round = saved("2.koikoi.jsonl", "".join(UNFINISHED.splitlines(keepends=True)[:2]))
    assert set(unfinished()) == {path, whole_round}


def test_other_files_are_left_alone() -> None:
    saved("notes.txt", UNFINISHED)
    saved("1.koikoi.jsonl.bad", UNFINISHED)
    saved(".1.koikoi.jsonl", UNFINISHED)
    saved(".1.koikoi.jsonl.0011.tmp", UNFINISHED)
    (matches_dir() / "removed").mkdir()
    assert saved_matches() == matches.SavedMatches((), ())


def test_what_is_no_file_is_reported_and_never_opened(tmp_path: Path) -> None:
    good = saved("good.koikoi.jsonl", UNFINISHED)
    odd = [good.with_name(f"{name}.koikoi.jsonl") for name in ("circle", "dangling", "dir", "pipe")]
    odd[0].symlink_to(odd[0])
    odd[1].symlink_to(tmp_path / "nowhere")
    odd[2].mkdir()
    os.mkfifo(odd[3])  # opening it would wait for ever
    found = saved_matches()
    assert found.unfinished == (good,)
    assert [broken.path for broken in found.broken] == odd
    for broken in found.broken:
        assert isinstance(broken.error, RecordError)
        assert broken.error.code is Fault.NOT_A_FILE
        set_aside(broken.path)
    assert saved_matches() == matches.SavedMatches((good,), ())
    assert (matches_dir() / "dangling.koikoi.jsonl.bad").readlink() == tmp_path / "nowhere"


BROKEN: dict[str, tuple[bytes, Fault]] = {
    "empty": (b"", Fault.INCOMPLETE_START),
    "zeros": (b"\x00" * 5000, Fault.INCOMPLETE_START),
    "garbage": (b"garbage\n" * 900, Fault.NOT_JSON),
    "nested": (b"[" * 3000 + b"\n", Fault.NOT_JSON),
    "hole": (UNFINISHED.encode().replace(b'"ply": 2', b'"ply": 9'), Fault.OUT_OF_ORDER),
    "newer": (UNFINISHED.encode().replace(b'"koikoi": 1', b'"koikoi": 9'), Fault.UNKNOWN_VERSION),
}


def test_broken_files_are_passed_over_and_reported() -> None:
    for name, (data, _) in BROKEN.items():
        saved(f"{name}.koikoi.jsonl", data)
    good = saved("good.koikoi.jsonl", UNFINISHED)
    found = saved_matches()
    assert found.unfinished == (good,)
    assert {entry.path.name for entry in found.broken} == {f"{n}.koikoi.jsonl" for n in BROKEN}
    for entry in found.broken:
        assert isinstance(entry.error, RecordError)
        assert entry.error.code is BROKEN[entry.path.name.removesuffix(".koikoi.jsonl")][1]


def test_a_file_that_cannot_be_read_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved("1.koikoi.jsonl", UNFINISHED)

    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(matches, "load", refuse)
    (entry,) = saved_matches().broken
    assert entry.path == path
    assert isinstance(entry.error, PermissionError)


def test_a_file_that_vanishes_meanwhile_is_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    saved("1.koikoi.jsonl", UNFINISHED)

    def vanished(_: Path) -> None:
        raise FileNotFoundError(2, "No such file")

    monkeypatch.setattr(matches, "load", vanished)
    assert saved_matches() == matches.SavedMatches((), ())


def test_of_finished_matches_only_the_end_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: Path) -> None:
        raise AssertionError("a finished match was read as a whole")

    saved("1.koikoi.jsonl", FINISHED)
    monkeypatch.setattr(matches, "load", never)
    assert unfinished() == []


def test_a_match_that_is_being_played_is_listed_and_cannot_be_taken_up() -> None:
    path = new_match_path(datetime.now(UTC), COMMITMENT)
    with RecordWriter.create(path, START, PLAYERS, STARTED) as writer:
        writer.append(*MOVES[0])
        assert latest_unfinished() == path
        with pytest.raises(RecordBusy):
            RecordWriter.resume(path)
        for move in MOVES[1:]:
            writer.append(*move)
        assert latest_unfinished() is None


# Broken ones.


def test_a_broken_record_is_set_aside_under_a_name_that_is_no_match() -> None:
    names = []
    for count in range(3):
        path = saved("1.koikoi.jsonl", f"broken {count}")
        aside = set_aside(path)
        assert not path.exists()
        assert aside.read_text() == f"broken {count}"
        names.append(aside.name)
    assert names == ["1.koikoi.jsonl.bad", "1.koikoi.jsonl.2.bad", "1.koikoi.jsonl.3.bad"]
    assert saved_matches() == matches.SavedMatches((), ())


def test_a_link_to_nothing_keeps_its_name_when_another_is_set_aside() -> None:
    kept = matches_dir() / "1.koikoi.jsonl.bad"
    path = saved("1.koikoi.jsonl", "broken")
    kept.symlink_to("nowhere")
    assert set_aside(path).name == "1.koikoi.jsonl.2.bad"
    assert kept.is_symlink()


# Removed ones.


def test_a_removed_match_is_kept_in_a_folder_of_its_own() -> None:
    names = []
    for text in (UNFINISHED, FINISHED):
        kept = matches.remove(saved("1.koikoi.jsonl", text))
        assert kept.read_text() == text
        assert kept.parent == matches_dir() / "removed"
        names.append(kept.name)
    assert names == ["1.koikoi.jsonl", "1.2.koikoi.jsonl"]
    assert saved_matches() == matches.SavedMatches((), ())
    kept.rename(matches_dir() / kept.name)


# Named ones.


def test_a_record_is_named_by_its_path_or_by_its_name_among_the_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = saved("1.koikoi.jsonl", UNFINISHED)
    for given in (str(path), "1.koikoi.jsonl", "1"):
        assert matches.named(given) == path
    for given in ("2", "elsewhere/1", "../1"):
        assert matches.named(given) == Path(given)
    here = tmp_path / "1.koikoi.jsonl"
    here.write_text("here")
    assert matches.named("1.koikoi.jsonl") == Path("1.koikoi.jsonl")


def test_what_is_not_there_cannot_be_set_aside() -> None:
    with pytest.raises(FileNotFoundError):
        set_aside(matches_dir() / "1.koikoi.jsonl")


# Seeds.


def test_records_are_found_by_the_seed_of_their_header() -> None:
    assert records_with_seed("store") == []
    mine = [saved(f"{name}.koikoi.jsonl", text) for name, text in enumerate((FINISHED, UNFINISHED))]
    other = dumps(record_of(*match(short(rounds=1), "another")))
    saved("other.koikoi.jsonl", other)
    saved("empty.koikoi.jsonl", "")
    saved("noise.koikoi.jsonl", b"\xff\n" + FINISHED.encode())
    assert records_with_seed("store") == mine
    assert records_with_seed("stor") == []


def test_of_what_is_damaged_behind_its_header_the_seed_is_known() -> None:
    path = saved("damaged.koikoi.jsonl", FINISHED.splitlines()[0] + "\n\0\0\n")
    assert records_with_seed("store") == [path]


@pytest.mark.parametrize("move", [matches.set_aside, matches.remove])
def test_the_note_of_a_hint_goes_with_its_record(
    move: Callable[[Path], Path], tmp_path: Path
) -> None:
    path = tmp_path / f"a{matches.SUFFIX}"
    path.write_text("{}\n", encoding="utf-8")
    matches.note_hint(path, 7)
    assert matches.noted_hint(path) == 7
    move(path)
    assert matches.noted_hint(path) is None
    assert not list(tmp_path.glob("*.hint"))
