"""``koikoi watch`` by plain lines, and the list of matches that ``--continue`` chooses from."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import koikoi.cli.watch
from koikoi.engine.cards import cards_of
from koikoi.engine.events import CardDrawn, CardPlayed, RoundDealt
from koikoi.engine.state import Phase
from koikoi.record import dumps, load
from koikoi.record.record import RecordPlayer
from koikoi.record.writer import RecordWriter
from tests.cli.conftest import CommandLine
from tests.cli.person import Always, Habit
from tests.cli.test_continue import HABIT
from tests.record.playing import match, record_of, short

NAMES = (RecordPlayer("Ume", "human"), RecordPlayer("Computer", "greedy"))
START, MOVES = match(short(rounds=2), "plum 17")
LEFT = "Nobody is playing this match now; it can be continued."


def saved(cli: CommandLine, name: str, moves: int, written: int = 0) -> Path:
    """A match that was left after some actions."""
    cli.matches.mkdir(parents=True, exist_ok=True)
    path = cli.matches / f"{name}.koikoi.jsonl"
    path.write_text(dumps(record_of(START, MOVES[:moves], NAMES)), encoding="utf-8")
    os.utime(path, (written, written))
    return path


@pytest.fixture
def each_wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], None]:
    """Has something done whenever the watcher would wait."""

    def does(what: Callable[[], None]) -> None:
        monkeypatch.setattr(koikoi.cli.watch, "_wait", lambda _: what())

    return does


def test_a_match_is_told_as_it_is_played_to_its_end(
    cli: CommandLine, each_wait: Callable[[Callable[[], None]], None]
) -> None:
    path = saved(cli, "one", 3)
    with RecordWriter.resume(path) as writer:
        moves = iter(MOVES[3:])
        each_wait(lambda: writer.append(*next(moves)))
        told = cli("watch", "--plain")
    assert told.code == 0
    assert told.lines[0] == (
        "You watch Ume and Computer under the rules “Standard”; it is round 1 of 2, and the score "
        "is 0 to 0."
    )
    assert any(line.startswith("The match is over") for line in told.lines)
    assert LEFT not in told.lines
    assert load(path).finished
    # The same as whoever reads the record afterwards, but for what was left in the stock.
    replayed = cli("replay", str(path)).lines
    assert [line for line in told.lines[1:] if line not in replayed] == []


def test_a_match_that_is_left_is_told_and_ends_the_watch(
    cli: CommandLine, each_wait: Callable[[Callable[[], None]], None]
) -> None:
    path = saved(cli, "one", 3)
    writer = RecordWriter.resume(path)
    moves = iter(MOVES[3:6])

    def plays() -> None:
        move = next(moves, None)
        if move is None:
            writer.close()
        else:
            writer.append(*move)

    each_wait(plays)
    told = cli("watch", str(path))
    assert told.code == 0
    assert told.lines[-1] == LEFT
    assert len(told.lines) > 5
    # Nobody plays at all.
    assert cli("watch", "one").lines[-1] == LEFT


def test_no_hidden_card_is_told_before_its_round_is_over(
    cli: CommandLine, each_wait: Callable[[Callable[[], None]], None]
) -> None:
    path = saved(cli, "one", 0)
    with RecordWriter.resume(path) as writer:

        def plays() -> None:
            if MOVES[writer.ply].after.phase is Phase.ROUND_OVER:
                writer.close()
            else:
                writer.append(*MOVES[writer.ply])

        each_wait(plays)
        told = "\n".join(cli("watch").lines)
        state = writer.state
    seen = {
        card
        for event in state.history
        for card in (
            event.field
            if isinstance(event, RoundDealt)
            else (event.card,)
            if isinstance(event, CardPlayed | CardDrawn)
            else ()
        )
    }
    held = {card for hand in state.round.hands for card in cards_of(hand)}
    assert held
    assert not held & seen
    assert [card for card in held if f"({card.code})" in told] == []
    assert all(f"({card.code})" in told for card in seen)
    assert state.seed not in told


@pytest.mark.parametrize("how", ["moved", "removed", "torn"])
def test_the_watch_survives_what_becomes_of_the_file(
    how: str, cli: CommandLine, each_wait: Callable[[Callable[[], None]], None]
) -> None:
    path = saved(cli, "one", 3)
    with RecordWriter.resume(path) as writer:

        def plays() -> None:
            if writer.ply == 6 and how == "moved":
                path.rename(path.with_name("moved"))
            elif writer.ply == 6 and how == "removed":
                path.unlink()
            elif writer.ply == 6:
                with path.open("ab") as torn:
                    torn.write(b'{"ply": 6, "se')
                assert koikoi.record.load(path).torn
            writer.append(*MOVES[writer.ply])

        each_wait(plays)
        told = cli("watch")
    assert told.code == 0
    assert any(line.startswith("The match is over") for line in told.lines)


def test_a_record_that_breaks_is_one_sentence(
    cli: CommandLine, each_wait: Callable[[Callable[[], None]], None]
) -> None:
    path = saved(cli, "one", 3)
    with RecordWriter.resume(path):

        def breaks() -> None:
            path.write_bytes(b"garbage\n")

        each_wait(breaks)
        told = cli("watch")
    assert told.code == 2
    assert told.err == "koikoi: Line 1 of the record is not a JSON object.\n"


def test_what_cannot_be_watched_is_one_sentence(cli: CommandLine, tmp_path: Path) -> None:
    assert cli("watch").refusal == (
        "No match is being played now; koikoi watch FILE shows one that was left."
    )
    path = saved(cli, "over", len(MOVES))
    assert cli("watch", str(path)).refusal == (
        f"The match in {path} is over; koikoi replay FILE tells it again."
    )
    assert cli("watch", str(tmp_path)).refusal == "It is not a file."
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert cli("watch", str(pipe)).refusal == "It is not a file."
    assert "cannot be used" in cli("watch", "nowhere").refusal


# The list.


def test_the_unfinished_matches_are_listed_with_where_they_are(cli: CommandLine) -> None:
    old, new = saved(cli, "old", 5, 86_400 * 40), saved(cli, "new", 9, 86_400 * 41)
    saved(cli, "over", len(MOVES))
    bad = saved(cli, "bad", 3)
    bad.write_text("garbage")
    with RecordWriter.resume(old):
        listed = cli("unfinished")
        document = cli("unfinished", "--json").json
    assert listed.code == 0
    assert listed.lines[0].startswith("A saved match is damaged")
    assert listed.lines[1].startswith("1. Ume and Computer, rules “Standard”, round 1 of 2, 0 to 0")
    assert listed.lines[1].endswith(f": {new}")
    assert listed.lines[2].endswith(f": {old} (being played now)")
    assert listed.lines[3] == "koikoi play --continue FILE goes on with one of them."
    assert document["notices"] == []
    assert [one["path"] for one in document["matches"]] == [str(new), str(old)]
    assert [one["played"] for one in document["matches"]] == [False, True]
    assert document["matches"][0]["players"] == ["Ume", "Computer"]
    assert "1970-02-1" in document["matches"][0]["written"]
    assert "seed" not in document["matches"][0]


def test_without_any_the_list_says_so(cli: CommandLine) -> None:
    assert cli("unfinished").lines == ["There is no unfinished match."]
    assert cli("unfinished", "--json").json == {"matches": [], "notices": []}
    assert not cli.home.exists()


@pytest.mark.parametrize("given", ["path", "name", "stem"])
def test_an_older_match_goes_on_by_its_record(given: str, cli: CommandLine) -> None:
    old, new = saved(cli, "old", 5, 10), saved(cli, "new", 9, 20)
    before = new.read_bytes()
    named = {"path": str(old), "name": old.name, "stem": "old"}[given]
    assert cli.play(Habit(HABIT), "--continue", named).code == 0
    assert load(old).finished
    assert new.read_bytes() == before


def test_a_record_that_is_named_and_cannot_go_on_is_one_sentence_and_stays(
    cli: CommandLine, tmp_path: Path
) -> None:
    def refused(path: Path) -> str:
        return cli("play", "--plain", "--continue", str(path)).refusal

    over = saved(cli, "over", len(MOVES))
    assert refused(over) == "The match is over and cannot be continued."
    bad = tmp_path / "mine"
    bad.write_text("garbage\n")
    assert refused(bad) == "Line 1 of the record is not a JSON object."
    assert bad.read_text() == "garbage\n"
    assert refused(tmp_path) == "It is not a file."
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe") == "It is not a file."
    assert "cannot be used" in refused(tmp_path / "nowhere")
    assert cli("play", "--plain", "--continue", "x", "--rounds", "3").code == 2


def test_a_named_match_of_two_people_is_told_where_it_can_be_played(cli: CommandLine) -> None:
    path = saved(cli, "two", 3)
    two = (RecordPlayer("East", "human"), RecordPlayer("West", "human"))
    path.write_text(dumps(record_of(START, MOVES[:3], two)), encoding="utf-8")
    assert cli("play", "--plain", "--continue", str(path)).refusal.startswith(
        f"The match in {path} is played by two people at one screen;"
    )


def test_leaving_and_watching_share_one_match(cli: CommandLine) -> None:
    cli.play(Always("quit"), "--seed", "one")
    assert cli("watch", str(cli.record)).lines[-1] == LEFT
