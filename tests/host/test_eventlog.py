"""The host's log: lines that programs can read, harmless to a terminal, and never a fault."""

from __future__ import annotations

import json
import os
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import koikoi.host.eventlog as eventlog_module
from koikoi.host.eventlog import STANDARD_OUTPUT, EventLog

NOW = datetime(2026, 11, 30, 12, 34, 56, 789000, tzinfo=UTC)


def log_at(path: Path, most: int = 1 << 20) -> EventLog:
    return EventLog(path, most, lambda: NOW)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("ascii").splitlines()]


def test_an_event_is_one_line_of_json(tmp_path: Path) -> None:
    log = log_at(tmp_path / "new" / "host.jsonl")
    log("connect", address="192.0.2.1", size=(80, 24), seconds=1.5, key=None, open=True)
    log("end", reasons={"client": "gone"})
    assert lines(log.path) == [
        {
            "time": "2026-11-30T12:34:56.789+00:00",
            "event": "connect",
            "address": "192.0.2.1",
            "size": [80, 24],
            "seconds": 1.5,
            "key": None,
            "open": True,
        },
        {
            "time": "2026-11-30T12:34:56.789+00:00",
            "event": "end",
            "reasons": {"client": "gone"},
        },
    ]
    assert log.path.stat().st_mode & 0o777 == 0o600
    assert log.failures == 0


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(max_size=300),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=9,
)


@given(st.text(), VALUES)
def test_whatever_is_written_does_nothing_to_a_terminal(
    tmp_path_factory: pytest.TempPathFactory, event: str, value: object
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.unlink(missing_ok=True)
    log = log_at(path)
    log(event, value=value)
    (line,) = path.read_bytes().splitlines()
    assert all(0x20 <= byte < 0x7F for byte in line)
    assert json.loads(line, parse_constant=pytest.fail)["time"]


def test_a_field_does_not_take_the_place_of_the_event(tmp_path: Path) -> None:
    log = log_at(tmp_path / "log")
    log("start", event="Meetup", time="now")
    (line,) = lines(log.path)
    assert (line["event"], line["event_"], line["time_"]) == ("start", "Meetup", "now")


def test_texts_are_cleaned_and_cut(tmp_path: Path) -> None:
    log = log_at(tmp_path / "log")
    log("start", client="SSH-2.0-\x1b[2J\n\u202e" + "x" * 999, name="\ud800é")
    (line,) = lines(log.path)
    assert line["client"].startswith("SSH-2.0-\\x1b[2J\\n\\u202exx")
    assert len(line["client"]) == 200
    assert line["name"] == "?é"


def test_a_long_log_is_put_aside_once(tmp_path: Path) -> None:
    log = log_at(tmp_path / "log", 1000)
    for number in range(100):
        log("count", number=number)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["log", "log.1"]
    last = [line["number"] for name in ("log.1", "log") for line in lines(tmp_path / name)]
    assert last == list(range(last[0], 100))
    assert all((tmp_path / name).stat().st_size <= 1000 for name in names)
    assert (tmp_path / "log.1").stat().st_mode & 0o777 == 0o600


def test_a_line_that_cannot_be_written_is_counted_and_hurts_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "file/log", "pipe"):
        log = log_at(tmp_path / name)
        log("connect")
        assert log.failures == 1
    log = log_at(tmp_path / "log")
    with monkeypatch.context() as patch:
        patch.setattr(eventlog_module, "_write", lambda _file, _line: 3)
        log("connect")
    log("end")
    assert log.failures == 1
    assert [line["event"] for line in lines(log.path)] == ["end"]


def test_it_can_go_to_standard_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = log_at(STANDARD_OUTPUT)
    log("connect", name="花\x1b")
    out = capsys.readouterr().out
    assert out.isascii()
    assert json.loads(out)["name"] == "花\\x1b"
    with Path(os.devnull).open("w") as closed:
        monkeypatch.setattr("sys.stdout", closed)
    log("end")
    assert log.failures == 1


def test_threads_do_not_mix_their_lines(tmp_path: Path) -> None:
    log = log_at(tmp_path / "log")

    def write(name: int) -> None:
        for number in range(50):
            log("count", thread=name, number=number)

    threads = [threading.Thread(target=write, args=[name]) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = [(line["thread"], line["number"]) for line in lines(log.path)]
    assert sorted(found) == [(name, number) for name in range(4) for number in range(50)]
