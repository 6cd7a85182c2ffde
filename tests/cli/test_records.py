"""``koikoi replay`` and ``koikoi verify``: whole, unfinished, torn, tampered and foreign files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from koikoi.engine.cards import cards_of
from koikoi.engine.view import redact, view
from koikoi.record.lines import dumps
from koikoi.record.reader import load
from koikoi.record.replay import replay
from koikoi.record.wire import event_to_json
from koikoi.text.catalogue import load as load_text
from koikoi.text.events import Narrator
from tests.cli.conftest import CommandLine
from tests.cli.person import CODE, Always, Habit
from tests.cli.test_continue import HABIT, MATCH
from tests.cli.test_telling import known
from tests.record.playing import DEALT_DECK, VOID_DECK, recorded, short

VERIFY_KEYS = [
    *(
        "consistent",
        "proven",
        "over",
        "commitment",
        "seed",
        "dealer",
        "rounds",
        "actions",
        "problems",
    ),
]
REPLAY_KEYS = ["rules", "players", "actions", "rounds", "scores", "finished", "torn"]
FITS = (
    "Everything fits: if this commitment is the one that was shown before the match, "
    "all decks were fixed by then."
)
UNPROVEN = "The match comes out as recorded; nothing proves where its stacked decks are from."
DOES_NOT_FIT = "The record does not prove that the match was played so."

Document = dict[str, Any]


@pytest.fixture
def file(cli: CommandLine) -> Path:
    """The record of a match that was played to its end."""
    cli.play(Habit(HABIT), *MATCH)
    return cli.record


def change(file: Path, number: int, edit: Callable[[Document], object]) -> None:
    """Changes a line of a record."""
    lines = file.read_text(encoding="utf-8").splitlines()
    document = json.loads(lines[number])
    edit(document)
    lines[number] = json.dumps(document)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


# Whole matches -----------------------------------------------------------------------------------


def test_a_match_is_verified(cli: CommandLine, file: Path) -> None:
    record = load(file)
    verified = cli("verify", str(file), "--json").json
    assert list(verified) == VERIFY_KEYS
    assert verified == {
        "consistent": True,
        "proven": True,
        "over": True,
        "commitment": sha256(b"leave 63").hexdigest(),
        "seed": "leave 63",
        "dealer": "seed",
        "rounds": [{"round": number, "decks": ["seed"]} for number in (1, 2)],
        "actions": record.plies,
        "problems": [],
    }
    assert cli("verify", str(file)).lines == [
        "Player against Computer, under the rules “Standard”.",
        f"Commitment: {verified['commitment']}",
        "Seed: leave 63",
        "2 deals of the finished rounds come from the seed.",
        f"{record.plies} actions were played again, each to the recorded position.",
        FITS,
    ]


def test_a_match_is_told_again_as_a_watcher_saw_it(cli: CommandLine, file: Path) -> None:
    record = load(file)
    told = cli("replay", str(file))
    assert told.code == 0
    narrator = Narrator(load_text(), ("Player", "Computer"), None, codes=True)
    expected = []
    for step in replay(record):
        for event in step.events:
            shown = redact(event, None)
            expected += [*narrator.sentences(shown), *narrator.details(shown)]
    summary = f"{record.plies} actions were played again, each to the recorded position."
    assert told.lines == [*expected, summary]
    assert cli("replay", "--check", str(file)).lines == [summary]


def test_a_match_is_data_too(cli: CommandLine, file: Path) -> None:
    record = load(file)
    assert record.result is not None
    checked = cli("replay", "--check", "--json", str(file)).json
    assert list(checked) == REPLAY_KEYS
    assert checked == {
        "rules": "standard",
        "players": ["Player", "Computer"],
        "actions": record.plies,
        "rounds": 2,
        "scores": list(record.result.scores),
        "finished": True,
        "torn": False,
    }
    whole = cli("replay", "--json", str(file)).json
    events = whole.pop("events")
    assert whole == checked
    assert events == [
        json.loads(json.dumps(event_to_json(redact(event, None))))
        for step in replay(record)
        for event in step.events
    ]


def test_redeals_and_stacked_decks_are_named(cli: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "stacked.koikoi.jsonl"
    decks = {(1, 0): VOID_DECK, (1, 1): DEALT_DECK}
    file.write_text(dumps(recorded(short(), "stacked", decks=decks)), encoding="utf-8")
    verified = cli("verify", str(file))
    assert verified.code == 0
    told = "2 decks do not come from the seed: the record calls them stacked."
    assert told in verified.lines
    # Whoever made the record could have stacked them afterwards: nothing is claimed.
    assert verified.lines[-1] == UNPROVEN
    assert cli("verify", str(file), "--json").json["rounds"][0] == {
        "round": 1,
        "decks": ["stacked", "stacked"],
    }
    assert (
        "All four cards of May (Iris) lie on the field, so this deal is void."
        in cli("replay", str(file)).lines
    )


# Unfinished matches ------------------------------------------------------------------------------


def test_an_unfinished_match_keeps_its_secrets(cli: CommandLine, file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    part = cli.home.with_name("part.koikoi.jsonl")
    hidden_cards = 0
    for count in range(2, len(lines) - 1, 2):
        part.write_bytes(b"".join(lines[:count]))
        state = replay(load(part)).final
        public = {card.code for card in cards_of(known(view(state, None)))}
        hidden_cards += 48 - len(public)
        verify, verify_json = cli("verify", str(part)), cli("verify", str(part), "--json")
        told, told_json = cli("replay", str(part)), cli("replay", str(part), "--json")
        checks = [cli("replay", "--check", str(part), *form) for form in ([], ["--json"])]
        for result in (verify, verify_json, told, told_json, *checks):
            assert result.code == 0
            assert "leave 63" not in result.out
        assert "The match is not over: its seed stays secret, and so does its deal." in verify.lines
        assert (verify_json.json["over"], verify_json.json["seed"]) == (False, None)
        assert len(verify_json.json["rounds"]) == len(state.results)
        assert not CODE.search(verify.out)
        assert told.lines[-1] == "The match is not over."
        assert told_json.json["finished"] is False
        start = max(n for n, line in enumerate(told.lines) if re.match(r"Round \d, ", line))
        assert set(CODE.findall("\n".join(told.lines[start:]))) <= public
        events = told_json.json["events"]
        dealt = max(n for n, event in enumerate(events) if event["type"] == "round_dealt")
        running = json.dumps(events[dealt:])
        assert set(re.findall(r'"(1?\d[LAR]|1?\dP[123])"', running)) <= public
        assert events[dealt]["hands"] == [None, None]
    assert hidden_cards > 150


def test_a_torn_record_is_read_up_to_its_last_whole_line(cli: CommandLine, file: Path) -> None:
    data = file.read_bytes()
    actions = load(file).plies
    # The result is lost, which the match itself still tells; then the last action too.
    file.write_bytes(data[:-5])
    assert cli("replay", "--check", str(file)).lines == [
        "The last line of the record is torn and was left out.",
        f"{actions} actions were played again, each to the recorded position.",
    ]
    assert cli("verify", str(file)).code == 0
    without_result = data[: data.rindex(b"\n", 0, -1)]
    file.write_bytes(without_result[:-10])
    checked = cli("replay", "--check", "--json", str(file)).json
    assert (checked["torn"], checked["finished"], checked["actions"]) == (True, False, actions - 1)
    assert cli("verify", str(file), "--json").json["over"] is False


# Tampered matches --------------------------------------------------------------------------------


def exchange_last_cards(deal: Document) -> None:
    """Exchanges two cards that are never drawn, so that the match itself stays the same."""
    deck = deal["decks"][0]
    deck[-1], deck[-2] = deck[-2], deck[-1]


def round_2(file: Path) -> int:
    lines = file.read_text(encoding="utf-8").splitlines()
    return next(n for n, line in enumerate(lines) if line.startswith('{"round": 2'))


@pytest.mark.parametrize(
    ("line", "edit", "problem", "sentence"),
    [
        (
            lambda _: 0,
            lambda header: header.update(commitment="0" * 64),
            {"finding": "commitment"},
            "The commitment is not the SHA-256 of the seed.",
        ),
        (
            round_2,
            exchange_last_cards,
            {"finding": "deck", "round": 2, "attempt": 0},
            "The deck of round 2, attempt 0, is not the one of the seed.",
        ),
        (
            round_2,
            lambda deal: deal.update(oya=1 - deal["oya"]),
            {"finding": "oya", "round": 2},
            "Round 2 is dealt by the wrong player.",
        ),
        (
            round_2,
            lambda deal: deal["decks"].append(deal["decks"][0]),
            {"finding": "attempts", "round": 2},
            "Round 2 has another number of deals than the rules deal.",
        ),
        (
            lambda _: 4,
            lambda action: action.update(seat=1 - action["seat"]),
            {"finding": "seat", "ply": 2},
            "At move 2 the wrong player acts.",
        ),
        (
            lambda _: 4,
            lambda action: action.update(action="shobu"),
            {"finding": "illegal", "ply": 2},
            "Move 2 is against the rules.",
        ),
        (
            lambda _: 4,
            lambda action: action.update(digest="0123456789abcdef"),
            {"finding": "digest", "ply": 3},
            "The position at move 3 is not the recorded one.",
        ),
        (
            lambda _: -1,
            lambda result: result.update(scores=[0, 0]),
            {"finding": "result"},
            "The match does not end as the record says.",
        ),
        (
            lambda _: -1,
            lambda result: result.update(winner=0 if result["winner"] else 1),
            {"finding": "result"},
            "The match does not end as the record says.",
        ),
    ],
    ids=["commitment", "deck", "oya", "deals", "seat", "action", "digest", "scores", "winner"],
)
def test_what_was_changed_is_named(
    cli: CommandLine,
    file: Path,
    line: Callable[[Path], int],
    edit: Callable[[Document], object],
    problem: Document,
    sentence: str,
) -> None:
    change(file, line(file), edit)
    found = cli("verify", str(file))
    assert found.code == 1
    assert sentence in found.lines
    assert found.lines[-1] == DOES_NOT_FIT
    data = cli("verify", "--json", str(file))
    assert data.code == 1
    assert data.json["consistent"] is False
    none = {"round": None, "attempt": None, "ply": None}
    assert none | problem in data.json["problems"]
    # A replay needs neither commitment nor seed; all else stops it with a sentence.
    if problem["finding"] not in ("commitment", "deck"):
        for options in ([], ["--json"], ["--check"]):
            assert cli("replay", str(file), *options).refusal


def test_an_exchanged_card_that_is_seen_leads_to_another_position(
    cli: CommandLine, file: Path
) -> None:
    def exchange(deal: Document) -> None:
        deck = deal["decks"][0]
        deck[24], deck[40] = deck[40], deck[24]

    change(file, 1, exchange)
    found = cli("verify", str(file), "--json")
    assert found.code == 1
    assert {problem["finding"] for problem in found.json["problems"]} >= {"deck"}
    assert cli("replay", "--check", str(file)).refusal


def test_a_tampered_unfinished_match_gives_nothing_away(cli: CommandLine) -> None:
    cli.play(Always(times=3), *MATCH)
    file = cli.record
    secret = "leave 63"
    for edit in (
        lambda deal: deal["decks"][0].reverse(),
        lambda deal: deal.update(digest="0" * 16),
        lambda deal: deal.update(oya=1 - deal["oya"]),
        exchange_last_cards,
    ):
        before = file.read_bytes()
        change(file, 1, edit)
        for command in (["verify"], ["verify", "--json"], ["replay"], ["replay", "--json"]):
            result = cli(*command, str(file))
            assert secret not in result.out + result.err
            assert result.code == (1 if "verify" in command else 2) or edit is exchange_last_cards
            if "verify" in command or result.code == 2:
                assert not re.search(r"\b1?\d(L|A|R|P[123])\b", result.out + result.err)
        file.write_bytes(before)


# Files that are no records -----------------------------------------------------------------------


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The record breaks off before the first deal."),
        (b"hello\n", "Line 1 of the record is not a JSON object."),
        (b"\xff\n", "Line 1 of the record is not UTF-8 text."),
        (b"{}\n{}\n", "This is not the record of a match of koi-koi."),
        (b'{"koikoi": 99}\n', "The record has format 99; this version of the game reads 1."),
        (b"[" * 70_000, "Line 1 of the record is longer than 65536 bytes."),
        (b"x\n" * 9_000_000, "The record is larger than 16777216 bytes, which no match is."),
    ],
    ids=["empty", "text", "bytes", "other JSON", "newer", "long line", "huge"],
)
def test_what_is_no_record_is_refused(
    cli: CommandLine, tmp_path: Path, command: str, data: bytes, sentence: str
) -> None:
    file = tmp_path / "file"
    file.write_bytes(data)
    for options in ([], ["--json"]):
        assert cli(command, str(file), *options).refusal == sentence


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_is_no_file_is_refused(cli: CommandLine, tmp_path: Path, command: str) -> None:
    missing = tmp_path / "none\x1b"
    assert cli(command, str(missing)).refusal == (
        f"The file {tmp_path}/none\\x1b cannot be used: No such file or directory."
    )
    assert cli(command, str(tmp_path)).refusal == (
        f"The file {tmp_path} cannot be used: Is a directory."
    )
    assert cli(command).refusal.startswith("the following arguments are required: FILE;")
    assert "\\udcff" in cli(command, "no text \udcff").refusal
    assert len(cli(command, "x" * 5_000).refusal) < 400


def test_names_in_a_record_cannot_do_anything_to_a_terminal(cli: CommandLine, file: Path) -> None:
    def rename(header: Document) -> None:
        header["players"][0]["name"] = "\x1b]0;owned\x07"

    change(file, 0, rename)
    for command in ("replay", "verify"):
        assert cli(command, str(file)).refusal.startswith("“")
