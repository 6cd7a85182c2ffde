"""Files of every kind: damaged, hostile, cut off anywhere."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.presets import preset
from koikoi.record import MatchRecord, RecordError, dumps, load, loads
from koikoi.record.errors import Fault
from koikoi.record.reader import MAX_FILE, MAX_LINE, scan
from koikoi.record.replay import replay
from koikoi.record.verify import verify
from tests.record.playing import match, record_of, recorded, short

START, MOVES = match(short(rounds=2), "reader")
RECORD = record_of(START, MOVES)
DATA = dumps(RECORD).encode()
LINES = DATA.splitlines(keepends=True)
FIRST_TWO = len(LINES[0]) + len(LINES[1])


def test_a_file_is_read_as_its_text_is(tmp_path: Path) -> None:
    path = tmp_path / "match.koikoi.jsonl"
    path.write_bytes(DATA)
    assert load(path) == load(str(path)) == loads(DATA.decode()) == RECORD


def is_prefix(record: MatchRecord) -> bool:
    count = record.plies
    expected = record_of(START, MOVES[:count])
    return (record.header, record.rounds, record.actions, record.result) == (
        expected.header,
        expected.rounds,
        expected.actions,
        expected.result,
    )


def test_a_record_cut_off_at_any_byte_reads_as_the_match_up_to_its_last_complete_line() -> None:
    for size in range(FIRST_TWO, len(DATA) + 1):
        record, length = scan(DATA[:size])
        complete = DATA[:size].count(b"\n")
        ended = complete >= len(LINES) - 1
        assert record.plies == min(complete - 2, len(MOVES))
        assert is_prefix(record)
        assert record.torn == (not DATA[:size].endswith(b"\n"))
        assert record.finished == ended
        assert length == sum(map(len, LINES[:complete]))


def test_a_record_cut_off_in_its_first_two_lines_was_never_complete() -> None:
    for size in range(FIRST_TWO):
        with pytest.raises(RecordError) as caught:
            scan(DATA[:size])
        assert caught.value.code is Fault.INCOMPLETE_START


def test_only_the_lost_result_of_a_match_that_is_over_is_found_again() -> None:
    for line in range(3, len(LINES)):
        record = scan(b"".join(LINES[:line])).record
        assert record.result == (RECORD.result if line >= len(LINES) - 1 else None)
        assert not record.torn


def test_the_lost_result_of_a_match_that_ended_early_is_found_again() -> None:
    poor = replace(preset("koikoi-japan"), starting_points=1)
    given_up = (recorded(short(), str(seed), resign=0.05) for seed in range(100))
    for record in (
        recorded(poor, "poor"),
        next(record for record in given_up if len(record.rounds) < 3),
    ):
        assert len(record.rounds) < record.header.rules.rounds
        lost, _, result = dumps(record).rpartition('{"result"')
        assert loads(lost) == record
        assert loads(lost + '{"result"' + result[:9]) == replace(record, torn=True)


@pytest.mark.parametrize(
    "last",
    [
        b'{"ply": 5, "se\n',
        b"\x00\x00\x00\x00\n",
        b"\xff\xfe\n",
        b"\n",
        b"null\n",
        b"{}\n",
        b'{"ply": 3, "action": "koikoi"}\n',
        b'{"ply": 3} {"ply": 4}\n',
    ],
)
def test_a_last_line_that_is_not_complete_is_left_out(last: bytes) -> None:
    kept = LINES[:8]
    record, length = scan(b"".join((*kept, last)))
    assert record.torn
    assert (record.plies, length) == (6, sum(map(len, kept)))
    with pytest.raises(RecordError) as caught:
        scan(b"".join((*kept, last, LINES[8])))
    assert caught.value.line == 9


def test_a_complete_last_line_with_a_wrong_value_is_no_torn_one() -> None:
    with pytest.raises(RecordError) as caught:
        scan(b"".join(LINES[:8]) + LINES[8].replace(b'"ply": 6', b'"ply": "6"'))
    assert (caught.value.code, caught.value.line) == (Fault.BAD_VALUE, 9)


def test_garbage_behind_the_result_does_not_undo_the_result() -> None:
    record = scan(DATA + b"\x00" * 100).record
    assert record.torn
    assert record.result == RECORD.result


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", Fault.INCOMPLETE_START),
        (b"\n", Fault.NOT_JSON),
        (b"\x00" * 1000, Fault.INCOMPLETE_START),
        (b"\x00\n" * 1000, Fault.NOT_JSON),
        (b"\xff\xfe{\x00}\x00\n\x00", Fault.NOT_UTF8),
        (b"\xef\xbb\xbf" + DATA, Fault.NOT_JSON),
        (DATA.decode().encode("utf-16"), Fault.NOT_UTF8),
        (b"GIF89a\n" * 50, Fault.NOT_JSON),
        (b"null\nnull\n", Fault.NOT_JSON),
        (b'"koikoi"\n', Fault.NOT_JSON),
        (b'{"koikoi": NaN}\n', Fault.NOT_JSON),
        (b'{"koikoi": -Infinity}\n', Fault.NOT_JSON),
        (b'{"koikoi": 1e999}\n', Fault.BAD_VALUE),
        (b'{"koikoi": ' + b"9" * 5000 + b"}\n", Fault.NOT_JSON),
        (b"[" * (MAX_LINE - 1) + b"\n", Fault.NOT_JSON),
        (b'{"koikoi":' * 6000 + b"\n", Fault.NOT_JSON),
        (b"x" * (MAX_LINE + 1), Fault.LINE_TOO_LONG),
        (b"[" * MAX_LINE + b"\n", Fault.LINE_TOO_LONG),
        (b"\n" * (MAX_FILE + 1), Fault.TOO_LARGE),
        (b"x" * (MAX_FILE + 1), Fault.TOO_LARGE),
        (b"\n" * MAX_FILE, Fault.NOT_JSON),
    ],
    ids=range(21),
)
def test_what_is_no_record_is_an_error_with_a_code(
    data: bytes, code: Fault, tmp_path: Path
) -> None:
    path = tmp_path / "bad.koikoi.jsonl"
    path.write_bytes(data)
    with pytest.raises(RecordError) as caught:
        load(path)
    assert caught.value.code is code
    assert str(caught.value).isprintable()


def test_a_text_that_cannot_be_encoded_is_no_record() -> None:
    with pytest.raises(RecordError) as caught:
        loads("\ud800\n")
    assert caught.value.code is Fault.NOT_UTF8


def test_what_cannot_be_opened_stays_an_operating_system_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nowhere.koikoi.jsonl")
    with pytest.raises(IsADirectoryError):
        load(tmp_path)


def test_a_line_of_the_greatest_length_is_read() -> None:
    header = json.loads(LINES[0])
    room = MAX_LINE - len(LINES[0]) - len(', "room": ""')
    line = json.dumps(header | {"room": "x" * room}).encode() + b"\n"
    assert len(line) == MAX_LINE
    assert scan(line + b"".join(LINES[1:])).record == RECORD
    with pytest.raises(RecordError, match="line 1: it is longer than 65536 bytes"):
        scan(line.replace(b"xx", b"xxx", 1) + b"".join(LINES[1:]))


def read_all_ways(data: bytes) -> None:
    """Reads, verifies and replays; anything but a record error is a failure."""
    fault: RecordError | None = None
    record: MatchRecord | None = None
    try:
        record = scan(data).record
        replay(record)
    except RecordError as error:
        fault = error
    assert fault is None or str(fault).isprintable()
    if record is not None:
        assert verify(record).consistent <= (fault is None)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**9))
def test_flipped_bytes_are_a_record_or_a_record_error(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(DATA)
    for _ in range(chance.choice((1, 1, 2, 5, 100))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    read_all_ways(bytes(data))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_garbage_lost_and_doubled_parts_are_a_record_or_a_record_error(
    data: st.DataObject,
) -> None:
    start = data.draw(st.integers(0, len(DATA)))
    end = data.draw(st.integers(start, len(DATA)))
    garbage = data.draw(st.binary(max_size=50) | st.just(DATA[start:end]))
    read_all_ways(DATA[:start] + garbage + DATA[end:])
    read_all_ways(DATA[:end] + garbage + DATA[start:])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_json_in_any_place_is_a_record_or_a_record_error(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(LINES) - 1))
    values: Any = json.loads(LINES[number])
    at = values
    while isinstance(at, dict | list) and at:
        key: Any = data.draw(
            st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at)))
        )
        if not isinstance(at[key], dict | list) or data.draw(st.booleans()):
            at[key] = data.draw(JSON)
            break
        at = at[key]
    line = json.dumps(values).encode() + b"\n"
    read_all_ways(b"".join((*LINES[:number], line, *LINES[number + 1 :])))


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_lines_of_two_matches_mixed_are_a_record_or_a_record_error(one: int, two: int) -> None:
    chance = random.Random(one * two)
    lines = LINES + dumps(recorded(short(rounds=2), str(one))).encode().splitlines(keepends=True)
    chosen = sorted(chance.sample(range(len(lines)), chance.randrange(len(lines))))
    read_all_ways(b"".join(lines[number] for number in chosen))
    read_all_ways(b"".join((*LINES[:2], *(lines[number] for number in chosen))))
