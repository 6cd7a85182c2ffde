"""Records that go elsewhere and come from elsewhere, whatever comes."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
from pathlib import Path

import pytest

import koikoi.record.writer
import koikoi.store.parcels as parcels
from koikoi.record import dumps
from koikoi.record.errors import Fault, RecordError
from koikoi.record.reader import MAX_FILE, load
from koikoi.store.facts import facts_of
from koikoi.store.known import Known
from koikoi.store.matches import SUFFIX, unfinished
from koikoi.store.parcels import Item, Refusal, items, keep, read, send
from koikoi.store.tables import PastMatch
from tests.record.playing import STARTED
from tests.store.pasts import UNFINISHED, a_match, copied, days, golden, golden_names, put


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def packed(path: Path, members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def a_record(seed: str = "one") -> bytes:
    return dumps(a_match(seed)).encode()


# Going out.


@pytest.mark.parametrize("target", ["out.zip", "OUT.ZIP", "a folder"])
def test_what_goes_out_comes_in_again_byte_by_byte(home: Path, tmp_path: Path, target: str) -> None:
    originals = copied(home / "matches", golden_names())
    sent = send(tmp_path / target, unfinished=False)
    assert sent.records == tuple(name for name in golden_names() if name != UNFINISHED)
    assert (sent.already, sent.unfinished, sent.broken) == (0, 1, ())
    came = {item.member: item.data for item in items(tmp_path / target)}
    assert came == {path.name: path.read_bytes() for path in originals if path.name != UNFINISHED}


def test_unfinished_matches_go_only_where_they_are_asked_for(home: Path, tmp_path: Path) -> None:
    copied(home / "matches", [UNFINISHED])
    assert send(tmp_path / "without.zip", unfinished=False).records == ()
    assert send(tmp_path / "with.zip", unfinished=True).records == (UNFINISHED,)
    assert list(items(tmp_path / "without.zip")) == []


def test_the_same_matches_give_the_same_archive(home: Path, tmp_path: Path) -> None:
    copied(home / "matches", golden_names())
    send(tmp_path / "a.zip", unfinished=False)
    send(tmp_path / "b.zip", unfinished=False)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_nothing_is_written_over(home: Path, tmp_path: Path) -> None:
    put(home / "matches", a_match("one"))
    target = tmp_path / "out.zip"
    target.write_text("mine")
    with pytest.raises(FileExistsError):
        send(target, unfinished=False)
    assert target.read_text() == "mine"
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / f"one{SUFFIX}").write_text("mine")
    assert send(folder, unfinished=False).records == (f"one-2{SUFFIX}",)
    assert (folder / f"one{SUFFIX}").read_text() == "mine"
    assert send(folder, unfinished=False)[:2] == ((), 1)
    assert len(list(folder.iterdir())) == 2


def test_on_a_disk_without_links_nothing_is_written_over_either(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, os.strerror(1))

    put(home / "matches", a_match("one"))
    monkeypatch.setattr(Path, "hardlink_to", refuse)
    target = tmp_path / "out.zip"
    send(target, unfinished=False)
    assert [item.member for item in items(target)] == [f"one{SUFFIX}"]
    before = target.read_bytes()
    with pytest.raises(FileExistsError):
        send(target, unfinished=False)
    assert target.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"home", "out.zip"}


def test_an_archive_that_cannot_be_written_leaves_nothing(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(home / "matches", a_match("one"))

    def fail(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space") as caught:
        send(tmp_path / "out.zip", unfinished=False)
    assert caught.value.filename == str(tmp_path / "out.zip")
    assert {path.name for path in tmp_path.iterdir()} == {"home"}


def test_a_name_that_is_no_text_goes_out_and_comes_in(home: Path, tmp_path: Path) -> None:
    put(home / "matches", a_match("one"), os.fsdecode(b"f\xff"))
    send(tmp_path / "out.zip", unfinished=False)
    (item,) = items(tmp_path / "out.zip")
    assert (item.member, item.data) == (f"f?{SUFFIX}", a_record())


def test_what_cannot_be_written_is_told_by_its_own_name(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, os.strerror(28), "a draft")

    put(home / "matches", a_match("one"))
    monkeypatch.setattr(koikoi.record.writer, "_open", full)
    with pytest.raises(OSError, match="No space") as caught:
        keep(read(Item(Path("x"), data=a_record())))
    name = Path(caught.value.filename)
    assert name.parent == home / "matches"
    assert not name.name.startswith(".")
    with pytest.raises(OSError, match="No space") as caught:
        send(tmp_path / "out", unfinished=False)
    assert caught.value.filename == str(tmp_path / "out" / f"one{SUFFIX}")


def test_broken_records_stay_and_are_named(home: Path, tmp_path: Path) -> None:
    put(home / "matches", a_match("one"))
    (home / "matches" / f"broken{SUFFIX}").write_text("nonsense\n")
    assert send(tmp_path / "out.zip", unfinished=True).broken == (f"broken{SUFFIX}",)


# Coming in.


def test_every_golden_record_comes_in(home: Path) -> None:
    for name in golden_names():
        (item,) = items(Path(__file__).parents[1] / "record" / "golden" / name)
        came = read(item)
        path = keep(came)
        assert path.parent == home / "matches"
        assert path.read_bytes() == item.data
        assert load(path) == came.record
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_name_from_elsewhere_is_never_a_path(home: Path, tmp_path: Path) -> None:
    names = [
        "../../escaped.jsonl",
        "/etc/absolute.jsonl",
        "..\\..\\windows.jsonl",
        "C:\\drive.jsonl",
        "a\nb\x1b[31m.jsonl",
        "con.jsonl",
        "." * 300 + "/x.jsonl",
        "kanji 花札.JSONL",
    ]
    archive = packed(
        tmp_path / "in.zip", {name: a_record(str(at)) for at, name in enumerate(names)}
    )
    before = set(tmp_path.rglob("*"))
    found = list(items(archive))
    assert len(found) == len(names)
    kept = [keep(read(item)) for item in found]
    after = set(tmp_path.rglob("*")) - before
    assert after == {home, home / "matches", *kept}
    assert all(path.parent == home / "matches" for path in kept)


def test_what_cannot_be_a_record_is_not_looked_at(tmp_path: Path) -> None:
    members = {
        "README.txt": b"hello",
        "folder/": b"",
        "__MACOSX/._one.koikoi.jsonl": b"junk",
        ".hidden.jsonl": b"junk",
        "deep/er/one.koikoi.jsonl": a_record(),
    }
    assert [item.member for item in items(packed(tmp_path / "in.zip", members))] == [
        "deep/er/one.koikoi.jsonl"
    ]


def test_a_member_that_unpacks_to_more_than_a_record_is_cut_and_refused(tmp_path: Path) -> None:
    archive = packed(tmp_path / "bomb.zip", {"bomb.jsonl": b" " * (3 * MAX_FILE)})
    assert archive.stat().st_size < 100_000
    (item,) = items(archive)
    assert len(item.data) == MAX_FILE + 1
    with pytest.raises(RecordError) as caught:
        read(item)
    assert caught.value.code is Fault.TOO_LARGE


def test_an_archive_that_lies_about_a_size_is_refused(tmp_path: Path) -> None:
    data = bytearray(packed(tmp_path / "in.zip", {"one.jsonl": a_record()}).read_bytes())
    at = data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", data, at + 24, 10)  # the size that it is said to have
    (tmp_path / "in.zip").write_bytes(data)
    (item,) = items(tmp_path / "in.zip")
    if item.refusal is None:
        with pytest.raises(RecordError):
            read(item)


def test_an_archive_of_too_much_is_left_where_that_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = a_record()
    archive = packed(tmp_path / "in.zip", {f"{n}.jsonl": record for n in range(10)})
    monkeypatch.setattr(parcels, "MAX_UNPACKED", 3 * len(record))
    found = list(items(archive))
    assert [item.refusal for item in found] == [None] * 4 + [Refusal.TOO_MUCH]
    monkeypatch.setattr(parcels, "MAX_MEMBERS", 9)
    assert [item.refusal for item in items(archive)] == [Refusal.TOO_MANY]


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_a_damaged_member_costs_that_member_only(tmp_path: Path, method: int) -> None:
    members = {"a.jsonl": a_record("a"), "b.jsonl": a_record("b")}
    archive = packed(tmp_path / "in.zip", members, method)
    data = bytearray(archive.read_bytes())
    at = data.index(b"b.jsonl") + 60
    data[at : at + 40] = bytes(40)
    archive.write_bytes(data)
    first, second = items(archive)
    assert read(first).record == a_match("a")
    assert second.refusal is Refusal.BROKEN_MEMBER


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    archive = packed(tmp_path / "in.zip", {"one.jsonl": a_record()})
    data = bytearray(archive.read_bytes())
    data[6] |= 1
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    archive.write_bytes(data)
    assert [item.refusal for item in items(archive)] == [Refusal.BROKEN_MEMBER]


def test_a_broken_archive_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"PK\x03\x04 and no more")
    assert [item.refusal for item in items(broken)] == [Refusal.BROKEN_ARCHIVE]
    assert [item.refusal for item in items(tmp_path / "none")] == [Refusal.UNREADABLE]


def test_an_empty_archive_holds_nothing(tmp_path: Path) -> None:
    assert list(items(packed(tmp_path / "empty.zip", {}))) == []


def test_an_endless_file_is_read_no_further_than_a_record_goes() -> None:
    (item,) = items(Path("/dev/zero"))
    assert len(item.data) == MAX_FILE + 1


def test_a_torn_last_line_is_left_behind(home: Path) -> None:
    came = read(Item(Path("x"), data=a_record() + b'{"ply": 1'))
    assert keep(came).read_bytes() == a_record()


def test_a_record_that_does_not_replay_is_refused() -> None:
    data = a_record().replace(
        b'"result": "finished", "winner": ', b'"result": "resigned", "winner": '
    )
    with pytest.raises(RecordError):
        read(Item(Path("x"), data=data))


# What is known already.


def test_a_match_is_known_by_what_was_played(home: Path) -> None:
    came = read(Item(Path("x"), data=a_record()))
    known = Known([PastMatch(facts_of(came.record), Path("x"))], ())
    assert known.has(came)
    assert not known.has(read(Item(Path("x"), data=a_record("two"))))
    fresh = Known((), ())
    fresh.add(came, Path("x"))
    assert fresh.has(came)


def test_an_unfinished_match_is_known_up_to_where_it_was_left(home: Path) -> None:
    (path,) = copied(home / "matches", [UNFINISHED])
    known = Known((), unfinished())
    lines = path.read_bytes().splitlines(keepends=True)
    for shorter in (lines, lines[:-1], lines[:5]):
        assert known.has(read(Item(path, data=b"".join(shorter))))
    other = a_match("another")
    begun = dumps(other).encode().splitlines(keepends=True)[:5]
    assert not known.has(read(Item(path, data=b"".join(begun))))


def test_an_unfinished_match_that_went_further_elsewhere_is_not_known(home: Path) -> None:
    text = dumps(golden("standard")).splitlines(keepends=True)
    folder = home / "matches"
    folder.mkdir(parents=True)
    (folder / f"begun{SUFFIX}").write_text("".join(text[:10]))
    known = Known((), unfinished())
    assert not known.has(read(Item(Path("x"), data="".join(text[:20]).encode())))
    assert not known.has(read(Item(Path("x"), data="".join(text).encode())))


def test_the_beginning_of_a_finished_match_is_known_and_gives_way_to_it(home: Path) -> None:
    lines = a_record().splitlines(keepends=True)
    whole = read(Item(Path("x"), data=a_record()))
    path = put(home / "matches", whole.record)
    known = Known([PastMatch(facts_of(whole.record), path)], ())
    for length in (2, 3, len(lines) - 1):
        assert known.has(read(Item(Path("x"), data=b"".join(lines[:length]))))
    later = a_match("one", started=STARTED + days(1))
    begun = dumps(later).encode().splitlines(keepends=True)[:4]
    assert not known.has(read(Item(Path("x"), data=b"".join(begun))))
    for record in (later, a_match("two")):
        put(home / "matches", record, "other").write_bytes(b"".join(begun))
    paths = [home / "matches" / f"{length}{SUFFIX}" for length in (2, len(lines) - 2)]
    for beginning in paths:
        beginning.write_bytes(b"".join(lines[: int(beginning.name.split(".")[0])]))
    known = Known((), unfinished())
    assert sorted(known.superseded(whole)) == sorted(paths)
    assert known.superseded(whole) == []


def test_a_zip_within_a_zip_is_no_record(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("one.jsonl", a_record())
    outer = packed(tmp_path / "in.zip", {"inner.jsonl": inner.getvalue()})
    (item,) = items(outer)
    with pytest.raises(RecordError):
        read(item)
