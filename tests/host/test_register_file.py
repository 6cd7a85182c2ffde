"""The register's file: nothing that befalls it stops a host, or loses what was there."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import koikoi.host.database as database_module
from koikoi.host.database import VERSION, RegisterError
from koikoi.host.register import Register
from koikoi.store.history import Fault
from tests.host.registers import Clock, a_register, again, path_of


@pytest.fixture
def register(tmp_path: Path) -> Iterator[Register]:
    with a_register(tmp_path, Clock()) as found:
        yield found


def test_the_register_is_for_its_owner_only(register: Register) -> None:
    register.enrol("mika", "SHA256:a")
    for path in path_of(register).parent.iterdir():
        assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("how", ["text", "cut", "tables", "inside"])
def test_a_damaged_register_is_set_aside_and_made_anew(register: Register, how: str) -> None:
    path = path_of(register)
    for number in range(80):
        register.enrol(f"mika {number}", str(number))
    register.close()
    data = path.read_bytes()
    if how == "tables":
        connection = sqlite3.connect(path)
        connection.execute("ALTER TABLE people DROP COLUMN settings")
        connection.commit()
        connection.close()
    else:
        damaged = {
            "text": b"no database " * 999,
            "cut": data[: len(data) // 2],
            "inside": data[:4096] + b"\xff" * (len(data) - 4096),
        }
        path.write_bytes(damaged[how])
    path.with_name(path.name + "-wal").write_bytes(b"left behind")
    damage = path.read_bytes()
    with again(register) as later:
        assert later.aside == path.with_name("register.sqlite3.bad")
        if how != "tables":
            assert later.aside.read_bytes() == damage
        assert later.enrol("mika", "SHA256:a").id == 1
    with again(register) as third:
        assert third.by_name("mika") is not None
        assert third.aside is None


def test_what_was_written_ahead_mends_a_damaged_register(register: Register) -> None:
    path = path_of(register)
    ahead = path.with_name(path.name + "-wal")
    mika = register.enrol("mika", "SHA256:a")
    left = ahead.read_bytes()
    register.close()
    path.write_bytes(b"no database " * 999)
    ahead.write_bytes(left)
    with again(register) as later:
        assert later.by_key("SHA256:a") == mika
        assert later.aside is None


def test_what_was_written_ahead_goes_aside_with_what_was_damaged(register: Register) -> None:
    path = path_of(register)
    register.enrol("mika", "SHA256:a")
    with closing(sqlite3.connect(path)) as somebody_else:
        somebody_else.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        register.close()
        data = path.read_bytes()
        path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
        with again(register) as later:
            assert later.by_name("mika") is None
            assert later.aside is not None
            assert later.aside.with_name(later.aside.name + "-wal").exists()


def test_a_register_of_a_newer_version_is_left_alone(register: Register) -> None:
    register.close()
    path = path_of(register)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    data = path.read_bytes()
    with pytest.raises(RegisterError) as refused:
        again(register)
    assert refused.value.code is Fault.NEWER
    assert path.read_bytes() == data
    assert not list(path.parent.glob("*.bad"))


def test_where_there_is_no_place_for_it_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RegisterError) as refused:
        Register(tmp_path / "file" / "register.sqlite3")
    assert refused.value.code is Fault.REFUSED


def test_a_full_disk_loses_nothing_that_was_there(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    mika = register.enrol("mika", "SHA256:a")
    with monkeypatch.context() as patch:
        register.close()
        real = database_module._connect

        def connect(*where: object, **how: object) -> sqlite3.Connection:
            connection = real(*where, **how)  # type: ignore[call-overload]
            connection.execute("PRAGMA max_page_count = 1")  # the fewest that are used
            assert isinstance(connection, sqlite3.Connection)
            return connection

        patch.setattr(database_module, "_connect", connect)
        with pytest.raises(RegisterError) as refused:
            register.enrol("jun", "x" * 9000)
        assert refused.value.code is Fault.FULL
        assert register.by_key("SHA256:a") == mika
        register.close()
    with again(register) as later:
        assert later.by_key("SHA256:a") == mika
        assert later.aside is None


def test_all_threads_may_use_it(register: Register) -> None:
    ids: list[int] = []

    def come(thread: int) -> None:
        for number in range(10):
            ids.append(register.enrol("mika", f"SHA256:{thread}/{number}").id)
            register.leaderboard("")

    threads = [threading.Thread(target=come, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ids) == list(range(1, 41))
