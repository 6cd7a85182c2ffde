"""The database of past matches: nothing that befalls its file loses anything."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import koikoi.store.history as history_module
from koikoi.store import tables
from koikoi.store.facts import facts_of
from koikoi.store.history import Fault, History, HistoryError
from koikoi.store.tables import PastMatch
from tests.store.pasts import a_match, another, copied, count, golden_names, put

ONE = "one.koikoi.jsonl"

# What can befall the file.


def damaged(path: Path, how: str) -> None:
    """Damages a database."""
    data = bytearray(path.read_bytes())
    if how == "text":
        path.write_text("This is no database.\n" * 50, "utf-8")
    elif how == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif how == "inside":
        data[4096:] = os.urandom(len(data) - 4096)
        path.write_bytes(data)
    else:
        connection = sqlite3.connect(path)
        connection.execute(how)
        connection.commit()
        connection.close()


@pytest.mark.parametrize(
    "how",
    [
        "text",
        "cut",
        "inside",
        "DROP TABLE rounds",
        "ALTER TABLE calls ADD COLUMN more INTEGER",
        "UPDATE matches SET outcome = 'nonsense'",
        "UPDATE matches SET started = 'yesterday'",
        "DELETE FROM files",
        "UPDATE rounds SET points0 = x'00'",
        "UPDATE rounds SET points1 = 1.5",
        "UPDATE rounds SET number = number + 99",
        "UPDATE rounds SET winner = 2",
        "UPDATE rounds SET outcome = CAST(x'ff' AS TEXT)",
        "UPDATE yaku SET counted = 'yes'",
        "UPDATE yaku SET seat = 7",
        "UPDATE calls SET had = 'many'",
        "UPDATE marks SET moves = x'00'",
        "UPDATE matches SET score0 = 'many'",
        "UPDATE matches SET rules = x'00'",
        "UPDATE matches SET level1 = 0.5",
        "UPDATE matches SET own = 3",
        "UPDATE matches SET started = '2026-11-30'",
        "UPDATE files SET name = CAST(name AS BLOB)",
    ],
)
def test_a_damaged_database_is_set_aside_and_made_again(
    history: History, folder: Path, how: str
) -> None:
    copied(folder, golden_names())
    history.catch_up()
    before = history.matches()
    history.close()
    damaged(history.path, how)
    with another(history) as again:
        assert again.read()[1] == before
        assert again.trouble is None
        if how != "DELETE FROM files":  # which tells of no record, and is mended by reading them
            assert again.aside == history.path.with_name("history.sqlite3.bad")
            assert again.aside.exists()
    with another(history) as third:
        assert third.matches() == before
        assert third.aside is None


def test_the_end_of_a_match_puts_a_damaged_database_aside_and_counts(
    history: History, folder: Path
) -> None:
    put(folder, a_match("one"))
    history.path.write_text("nonsense " * 100, "utf-8")
    assert history.count(put(folder, a_match("two")))
    assert history.aside is not None
    assert history.catch_up().counted == 1
    assert count(history) == 2


def test_a_journal_of_a_damaged_database_does_not_spoil_the_next(
    history: History, folder: Path, tmp_path: Path
) -> None:
    put(folder, a_match("one"))
    history.catch_up()
    history.close()
    connection = sqlite3.connect(history.path, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN EXCLUSIVE")
    connection.execute("UPDATE matches SET rules = 'spoilt'")
    connection.execute("CREATE TABLE more AS SELECT hex(randomblob(30000))")
    journal = history.path.with_name("history.sqlite3-journal")
    left = journal.read_bytes()
    assert left
    connection.close()
    journal.write_bytes(left)
    history.path.write_text("nonsense " * 100, "utf-8")
    with another(history) as again:
        assert again.read() == ((1, ()), (PastMatch(facts_of(a_match("one")), folder / ONE),))
        assert again.trouble is None


def test_a_database_that_somebody_else_has_made_again_is_not_set_aside(
    history: History, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, a_match("one"))
    history.path.write_text("nonsense " * 100, "utf-8")
    real = history_module._connect

    def connect(path: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = real(path, **options)
        monkeypatch.setattr(history_module, "_connect", real)
        with another(history) as quicker:
            quicker.catch_up()
        return connection

    monkeypatch.setattr(history_module, "_connect", connect)
    history.catch_up()
    assert history.aside is None
    assert count(history) == 1
    assert [path.name for path in history.path.parent.glob("*.bad")] == ["history.sqlite3.bad"]


def test_a_database_of_a_newer_version_is_left_alone(history: History, folder: Path) -> None:
    put(folder, a_match("one"))
    history.catch_up()
    history.close()
    damaged(history.path, f"PRAGMA user_version = {tables.VERSION + 1}")
    data = history.path.read_bytes()
    with another(history) as again:
        assert again.catch_up().counted == 1
        assert count(again) == 1
        assert again.trouble is not None
        assert again.trouble.code is Fault.NEWER
        assert again.aside is None
    with another(history) as again, pytest.raises(HistoryError):
        again.count(put(folder, a_match("two")))
    assert history.path.read_bytes() == data


def test_tables_of_an_older_version_are_made_anew(history: History, folder: Path) -> None:
    connection = sqlite3.connect(history.path)
    connection.execute("CREATE TABLE matches (a)")
    connection.execute('CREATE TABLE "odd "" name" (a)')
    connection.close()
    put(folder, a_match("one"))
    assert history.catch_up().counted == 1
    assert history.trouble is None


LATER = 30
"""How many matches do not fit into what a small database has free."""


def count_all(history: History) -> None:
    for path in sorted(history.folder.iterdir()):
        history.count(path)


def read_only(path: Path, **options: Any) -> sqlite3.Connection:
    found: sqlite3.Connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, **options)
    return found


def full(path: Path, **options: Any) -> sqlite3.Connection:
    connection: sqlite3.Connection = sqlite3.connect(path, **options)
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {max(pages, 1)}")
    return connection


@pytest.mark.parametrize(
    ("connect", "code"), [(read_only, Fault.READ_ONLY), (full, Fault.FULL)], ids=["ro", "full"]
)
def test_where_nothing_can_be_written_the_history_is_in_memory(
    history: History,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    connect: Any,
    code: Fault,
) -> None:
    put(folder, a_match("one"))
    history.catch_up()
    history.close()
    for number in range(LATER):
        put(folder, a_match(f"later {number}"))
    monkeypatch.setattr(history_module, "_connect", connect)
    with another(history) as again:
        again.catch_up()
        assert count(again) == 1 + LATER
        assert again.trouble is not None
        assert again.trouble.code is code
    with another(history) as again, pytest.raises(HistoryError):
        count_all(again)
    monkeypatch.undo()
    with another(history) as again:
        again.catch_up()
        assert again.trouble is None
        assert count(again) == 1 + LATER


def test_a_read_only_database_that_lacks_nothing_is_used(
    history: History, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, a_match("one"))
    history.catch_up()
    history.close()
    monkeypatch.setattr(history_module, "_connect", read_only)
    with another(history) as again:
        assert again.catch_up().counted == 0
        assert count(again) == 1
        assert again.trouble is None


def test_a_folder_in_the_place_of_the_database_is_told_of(history: History, folder: Path) -> None:
    put(folder, a_match("one"))
    history.path.mkdir()
    assert history.catch_up().counted == 1
    assert history.trouble is not None
    assert history.trouble.code is Fault.REFUSED


def test_a_database_that_another_program_holds_is_not_waited_for_long(
    history: History, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_module, "BUSY_SECONDS", 0.0)
    put(folder, a_match("one"))
    history.catch_up()
    history.close()
    put(folder, a_match("two"))
    holder = sqlite3.connect(history.path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        with another(history) as again:
            again.catch_up()
            assert count(again) == 2
            assert again.trouble is not None
            assert again.trouble.code is Fault.BUSY
    finally:
        holder.close()


def test_a_transaction_that_fails_leaves_nothing(
    history: History, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, a_match("one"))

    def fail(_: sqlite3.Connection) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(tables, "_drop_orphans", fail)
        with pytest.raises(KeyboardInterrupt):
            history.catch_up()
    assert history.catch_up().counted == 1
