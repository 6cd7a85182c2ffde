"""The database of past matches: each of them counts once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.record.errors import RecordError
from koikoi.record.reader import load
from koikoi.store.facts import facts_of
from koikoi.store.history import History
from tests.record.playing import child_environment
from tests.store.pasts import UNFINISHED, a_match, another, copied, count, golden_names, put

# Counting.


def test_a_match_is_counted_exactly_once(history: History, folder: Path) -> None:
    path = put(folder, a_match("one"))
    assert history.count(path)
    assert count(history) == 1
    assert not history.count(path)
    assert history.catch_up().counted == 0
    put(folder, a_match("one"), "a copy")
    assert history.catch_up().counted == 0
    assert count(history) == 1


def test_what_was_not_counted_at_the_end_of_a_match_is_later(
    history: History, folder: Path
) -> None:
    put(folder, a_match("one"))
    put(folder, a_match("two"))
    assert history.catch_up().counted == 2
    put(folder, a_match("three"))
    assert history.catch_up().counted == 1
    assert count(history) == 3


def test_the_database_gives_back_what_it_was_given(history: History, folder: Path) -> None:
    copied(folder, golden_names())
    history.catch_up()
    found = history.matches()
    assert [one.facts for one in found] == [facts_of(load(one.path)) for one in found]
    assert len(found) == len(golden_names()) - 1
    assert list(found) == sorted(found, key=lambda one: (one.facts.started, one.facts.identity))
    with another(history) as again:
        assert again.matches() == found


def test_an_unfinished_match_counts_once_it_is_over(history: History, folder: Path) -> None:
    text = put(folder, a_match("one")).read_text("utf-8")
    path = folder / "one.koikoi.jsonl"
    path.write_text("".join(text.splitlines(keepends=True)[:10]), "utf-8")
    assert not history.count(path)
    assert history.catch_up() == (0, ())
    path.write_text(text, "utf-8")
    assert history.catch_up().counted == 1


def test_an_unfinished_record_is_not_in_the_way(history: History, folder: Path) -> None:
    copied(folder, [UNFINISHED])
    assert history.catch_up() == (0, ())
    assert count(history) == 0


def test_records_that_cannot_be_read_are_named_and_left_alone(
    history: History, folder: Path
) -> None:
    put(folder, a_match("one"))
    broken = folder / "broken.koikoi.jsonl"
    broken.write_text("nonsense\n", "utf-8")
    record = a_match("two")
    assert record.result is not None
    put(folder, replace(record, result=replace(record.result, scores=(99, 0))), "forged")
    names = ("broken.koikoi.jsonl", "forged.koikoi.jsonl")
    assert history.catch_up() == (1, names)
    assert history.catch_up() == (0, names)
    assert broken.read_text("utf-8") == "nonsense\n"
    put(folder, record, "forged")  # mended
    assert history.catch_up() == (1, names[:1])
    with pytest.raises(RecordError):
        history.count(broken)


def test_a_name_that_is_no_text_does_no_harm(history: History, folder: Path) -> None:
    put(folder, a_match("one"), "one")
    good = put(folder, a_match("two"), os.fsdecode(b"f\xff"))
    bad = folder / os.fsdecode(b"g\xff.koikoi.jsonl")
    bad.write_text("nonsense\n", "utf-8")
    assert history.catch_up() == (2, (bad.name,))
    assert history.catch_up() == (0, (bad.name,))
    assert good in [one.path for one in history.matches()]
    good.unlink()
    bad.unlink()
    assert history.catch_up() == (0, ())
    assert count(history) == 1
    assert (history.aside, history.trouble) == (None, None)


def test_a_match_is_gone_with_the_last_copy_of_its_record(history: History, folder: Path) -> None:
    path = put(folder, a_match("one"))
    copy = Path(shutil.copy(path, folder / "copy.koikoi.jsonl"))
    put(folder, a_match("two"))
    history.catch_up()
    assert count(history) == 2
    path.unlink()
    history.catch_up()
    assert [one.path for one in history.matches()] == [copy, folder / "two.koikoi.jsonl"]
    copy.unlink()
    history.catch_up()
    assert count(history) == 1


def test_a_file_that_holds_another_match_now_counts_as_that(history: History, folder: Path) -> None:
    put(folder, a_match("one"), "file")
    history.catch_up()
    put(folder, a_match("two"), "file")
    assert history.catch_up().counted == 1
    assert [one.facts for one in history.matches()] == [facts_of(a_match("two"))]


def test_a_folder_that_is_not_there_holds_no_match(tmp_path: Path) -> None:
    with History(tmp_path / "a" / "history.sqlite3", tmp_path / "none") as history:
        assert history.catch_up() == (0, ())
        assert history.matches() == ()
        assert history.trouble is None


def test_reading_can_be_stopped_and_tells_how_far_it_is(history: History, folder: Path) -> None:
    for number in range(5):
        put(folder, a_match(str(number)))
    told: list[tuple[int, int]] = []
    history.catch_up(lambda done, whole: told.append((done, whole)), lambda: len(told) >= 2)
    assert told == [(0, 5), (1, 5)]
    assert history.catch_up().counted == 3


def test_two_processes_at_once_count_every_match_once(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    for number in range(30):
        put(folder, a_match(f"match {number}"))
    script = (
        "import sys\nfrom pathlib import Path\nfrom koikoi.store.history import History\n"
        "sys.stdin.readline()\n"
        "with History(Path(sys.argv[1]), Path(sys.argv[2])) as history:\n"
        "    print(history.catch_up().counted, history.trouble)\n"
    )
    path = tmp_path / "history.sqlite3"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(path), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=child_environment(),
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [process.communicate(timeout=60)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert [words[1] for words in said] == ["None", "None"]
    assert sum(int(words[0]) for words in said) == 30
    with History(path, folder) as history:
        assert history.catch_up().counted == 0
        assert count(history) == 30
