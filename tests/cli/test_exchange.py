"""``koikoi export`` and ``koikoi import``: matches go and come back, and count once."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

import koikoi.record.writer
from koikoi.record import MatchRecord, dumps
from koikoi.record.writer import RecordWriter
from tests.cli.conftest import CommandLine
from tests.record.make_golden import FOLDER as GOLDEN
from tests.store.pasts import UNFINISHED, a_match, copied, golden_names, put


def matches(cli: CommandLine) -> int:
    """All finished matches, whoever played them."""
    document = cli("stats", "--json").json
    number: int = document["matches"] + document["other_matches"]
    return number


def test_matches_go_to_another_machine_and_count_there_once(
    cli: CommandLine, tmp_path: Path
) -> None:
    copied(cli.matches, golden_names())
    archive = str(tmp_path / "matches.zip")
    assert cli("export", archive).lines == [
        f"11 matches are written into {archive}",
        (
            "1 unfinished match is left out, as its record shows both hands and the stock; "
            "--unfinished takes it too."
        ),
    ]
    other = cli.at("elsewhere")
    assert other("import", archive).lines == ["11 matches are taken."]
    assert matches(other) == 11
    assert other("stats").lines == cli("stats").lines
    again = other("import", archive, archive)
    assert again.lines == [
        "0 matches are taken.",
        "22 matches were known already and count once.",
    ]
    assert len(other.records) == 11
    assert matches(other) == 11


def test_a_folder_goes_as_well_as_an_archive(cli: CommandLine, tmp_path: Path) -> None:
    copied(cli.matches, golden_names())
    folder = str(tmp_path / "out")
    assert cli("export", folder, "--unfinished").lines == [f"12 matches are written into {folder}"]
    assert cli("export", folder, "--unfinished").lines == [
        f"0 matches are written into {folder}",
        "12 were there already.",
    ]
    other = cli.at("elsewhere")
    assert other("import", folder).lines == [
        "12 matches are taken.",
        "1 of them is not over; koikoi play --continue goes on with the latest.",
    ]
    assert other("import", folder).lines[0] == "0 matches are taken."


@pytest.mark.parametrize("name", golden_names())
def test_every_record_of_format_1_is_taken(cli: CommandLine, name: str) -> None:
    assert cli("import", str(GOLDEN / name)).lines[0] == "1 match is taken."
    assert cli.record.read_bytes() == (GOLDEN / name).read_bytes()
    assert matches(cli) == (name != UNFINISHED)


def test_a_played_match_that_comes_back_is_known(cli: CommandLine, tmp_path: Path) -> None:
    path = put(cli.matches, a_match("mine"))
    copy = tmp_path / "copy.koikoi.jsonl"
    copy.write_bytes(path.read_bytes())
    assert cli("import", str(copy)).lines == [
        "0 matches are taken.",
        "1 match was known already and counts once.",
    ]
    assert cli.records == [path]


def test_what_is_refused_is_told_in_a_sentence_each_and_the_rest_is_taken(
    cli: CommandLine, tmp_path: Path
) -> None:
    record = a_match("forged")
    assert record.result is not None
    forged = dumps(replace(record, result=replace(record.result, scores=(99, 0))))
    archive = tmp_path / "mixed.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("good.koikoi.jsonl", dumps(a_match("good")))
        file.writestr("../forged.jsonl", forged)
        file.writestr("text.jsonl", "hello\n")
    result = cli("import", str(archive), str(tmp_path / "none"))
    assert result.code == 2
    assert result.lines == ["1 match is taken."]
    assert result.err.splitlines() == [
        (
            f"koikoi: ../forged.jsonl in {archive} is refused. The match ends otherwise than the "
            "record says."
        ),
        f"koikoi: text.jsonl in {archive} is refused. Line 1 of the record is not a JSON object.",
        (
            f"koikoi: {tmp_path / 'none'} is refused. The file {tmp_path / 'none'} cannot be "
            "used: No such file or directory."
        ),
    ]
    assert matches(cli) == 1


def test_many_refusals_are_not_told_one_by_one(cli: CommandLine, tmp_path: Path) -> None:
    archive = tmp_path / "bad.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for number in range(50):
            file.writestr(f"{number}.jsonl", "hello\n")
    said = cli("import", str(archive)).err.splitlines()
    assert len(said) == 21
    assert said[-1] == "koikoi: 30 more are refused."


def test_a_full_disk_is_told_and_what_was_taken_counts(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(tmp_path / "in", golden_names())
    real, left = koikoi.record.writer._write, iter(range(3))

    def write(descriptor: int, data: bytes) -> int:
        if next(left, None) is None:
            raise OSError(28, "No space left on device")
        return real(descriptor, data)

    monkeypatch.setattr(koikoi.record.writer, "_write", write)
    result = cli("import", str(tmp_path / "in"))
    assert result.code == 2
    assert result.lines == ["3 matches are taken."]
    said = result.err.splitlines()
    assert len(said) == len(golden_names()) - 3
    for name, line in zip(golden_names()[3:], said, strict=True):
        assert line.startswith(f"koikoi: {name} in ")
        assert "No space left on device" in line
        assert f"The file {cli.matches}/2" in line  # the record, not its draft
    document = cli.at("full")("import", "--json", str(tmp_path / "in"))
    assert document.code == 2
    assert len(json.loads(document.out)["refused"]) == len(golden_names())
    assert len(cli.records) == matches(cli) == 3
    assert [path.suffix for path in cli.matches.iterdir()] == [".jsonl"] * 3


def test_programs_get_documents(cli: CommandLine, tmp_path: Path) -> None:
    copied(cli.matches, golden_names()[:2])
    archive = str(tmp_path / "out.zip")
    assert cli("export", archive, "--json").json == {
        "target": archive,
        "records": golden_names()[:2],
        "already": 0,
        "unfinished": 0,
        "broken": [],
    }
    other = cli.at("elsewhere")
    document = other("import", archive, "--json").json
    assert sorted(document["taken"]) == [path.name for path in other.records]
    assert (document["unfinished"], document["known"], document["refused"]) == (0, [], [])


def test_export_writes_over_nothing(cli: CommandLine, tmp_path: Path) -> None:
    put(cli.matches, a_match("one"))
    target = tmp_path / "out.zip"
    target.write_text("mine")
    assert cli("export", str(target)).refusal == (
        f"There is a file {target} already; koikoi export writes over nothing."
    )
    nowhere = tmp_path / "no" / "where.zip"
    assert cli("export", str(nowhere)).refusal == (
        f"The file {nowhere} cannot be used: No such file or directory."
    )
    assert target.read_text() == "mine"


def test_nothing_to_export_is_an_empty_archive(cli: CommandLine, tmp_path: Path) -> None:
    target = tmp_path / "out.zip"
    assert cli("export", str(target)).lines == [f"0 matches are written into {target}"]
    assert cli("import", str(target)).lines == ["0 matches are taken."]


def begun(folder: Path, record: MatchRecord, length: int = 6) -> Path:
    """The first lines of a record."""
    path = put(folder, record, "begun")
    path.write_text("".join(dumps(record).splitlines(keepends=True)[:length]))
    return path


def test_an_older_copy_of_a_finished_match_does_not_bring_it_back(
    cli: CommandLine, tmp_path: Path
) -> None:
    path = put(cli.matches, a_match("mine"))
    older = begun(tmp_path, a_match("mine"))
    assert cli("import", str(older)).lines == [
        "0 matches are taken.",
        "1 match was known already and counts once.",
    ]
    assert cli.records == [path]


def test_a_finished_match_takes_the_place_of_its_beginning(
    cli: CommandLine, tmp_path: Path
) -> None:
    older = begun(cli.matches, a_match("mine"))
    whole = put(tmp_path, a_match("mine"))
    removed = cli.matches / "removed"
    assert cli("import", str(whole)).lines == [
        "1 match is taken.",
        f"1 unfinished beginning of a match that is over is moved into {removed}",
    ]
    assert not older.exists()
    assert [path.name for path in removed.iterdir()] == [older.name]
    assert cli.record.read_bytes() == whole.read_bytes()
    other = cli.at("elsewhere")
    document = other("import", "--json", str(removed), str(whole)).json
    assert document["taken"] == [other.record.name]
    assert (document["unfinished"], len(document["removed"])) == (0, 1)


def test_a_beginning_that_is_being_played_stays(cli: CommandLine, tmp_path: Path) -> None:
    older = begun(cli.matches, a_match("mine"))
    whole = put(tmp_path, a_match("mine"))
    with RecordWriter.resume(older):
        assert cli("import", str(whole)).lines == [
            "1 match is taken.",
            (
                "1 unfinished beginning of a match that is over stays, as it is being played or "
                "cannot be moved."
            ),
        ]
    assert older in cli.records


@pytest.mark.parametrize(
    "words",
    [
        ["import"],
        ["import", "other"],
        ["export"],
        ["play", "--continue"],
        ["play", "--plain", "--continue"],
        ["replay"],
        ["verify"],
        ["review"],
        ["watch"],
    ],
)
def test_an_empty_text_names_no_file(cli: CommandLine, words: list[str]) -> None:
    assert "an empty text names no file" in cli(*words, "").refusal
    assert not cli.matches.exists()
