"""A match that is played elsewhere, on the screen: followed as it goes, and no hidden card seen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import koikoi.tui.visit
from koikoi.engine.cards import cards_of
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view
from koikoi.record import dumps, load
from koikoi.record.follow import Follower
from koikoi.record.record import RecordPlayer
from koikoi.record.replay import Step
from koikoi.record.writer import RecordWriter
from koikoi.store.places import matches_dir
from koikoi.store.settings import Settings
from koikoi.tui.board import Board
from koikoi.tui.game import Start
from koikoi.tui.keys import Where
from koikoi.tui.uistate import Does, HandCard
from tests.record.playing import STARTED, match, record_of, short
from tests.tui.person import PATIENCE, STILL, TICK, Person, sitting, table_of
from tests.tui.scenes import StubFaces, known

OTHERS = (RecordPlayer("Ume", "human"), RecordPlayer("Tsuru", "tsuru", 4))
START, MOVES = match(short(rounds=2), "visit")
LEFT = "Nobody is playing this match now"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(koikoi.tui.visit, "POLL", TICK)


class Elsewhere:
    """Another table, which plays a match.

    Attributes:
        path: Its record.
        done: How many of the moves have been made.
    """

    def __init__(self) -> None:
        folder = matches_dir()
        folder.mkdir(parents=True)
        self.path = folder / "elsewhere.koikoi.jsonl"
        self._writer = RecordWriter.create(self.path, START, OTHERS, STARTED)
        self.done = 0

    @property
    def state(self) -> MatchState:
        """Where the match is."""
        return self._writer.state

    def plays(self, count: int = 1) -> None:
        """Makes the next moves."""
        for move in MOVES[self.done : self.done + count]:
            self._writer.append(*move)
        self.done += count

    def plays_to(self, phase: Phase) -> None:
        """Makes moves until the match rests in a phase."""
        self.plays()
        while self.state.phase is not phase:
            self.plays()

    def leaves(self) -> None:
        """Gives the record back."""
        self._writer.close()


@pytest.fixture
def elsewhere(home: Path) -> Iterator[Elsewhere]:
    table = Elsewhere()
    yield table
    table.leaves()


def ply(person: Person) -> int:
    return table_of(person).seen.ply


async def caught_up(person: Person, table: Elsewhere) -> None:
    await person.until(lambda: ply(person) == table.done and table_of(person)._step is None)


async def test_every_action_is_shown_as_it_is_played(elsewhere: Elsewhere, home: Path) -> None:
    async with sitting(home, Start(watched=elsewhere.path)) as person:
        await person.until(lambda: person.where is Where.VISIT)
        assert person.sees("Ume", "Tsuru")
        while elsewhere.done < len(MOVES):
            before = elsewhere.state.phase
            elsewhere.plays()
            await caught_up(person, elsewhere)
            assert table_of(person).seen == view(elsewhere.state, None)
            if elsewhere.state.phase is Phase.ROUND_OVER:
                await person.until_seen("End of the round", "Ume")
                await person.press("enter")
                await person.until(lambda: person.where is Where.VISIT)
            assert before is not Phase.MATCH_OVER
        await person.until_seen("The match is over", "Ume")
        await person.press("enter")
        await person.left()
    assert person.app.return_code == 0


@pytest.mark.parametrize(
    ("settings", "moves"),
    [(STILL, len(MOVES)), (Settings(motion="full", pace="quick"), 4)],
    ids=["still", "moving"],
)
async def test_no_hidden_card_is_ever_drawn(
    settings: Settings, moves: int, elsewhere: Elsewhere, home: Path
) -> None:
    faces = StubFaces()
    async with sitting(home, Start(watched=elsewhere.path), settings=settings) as person:
        person.app._brush = person.app.brush._replace(faces=faces)
        while elsewhere.done < moves:
            faces.drawn.clear()
            open_before = known(view(elsewhere.state, None))
            elsewhere.plays()
            await caught_up(person, elsewhere)
            state = elsewhere.state
            person.app.picture()
            drawn = {event.card for event in state.history if hasattr(event, "card")}
            seen = view(state, None)
            assert seen.hand == 0
            if state.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
                if state.phase is Phase.ROUND_OVER:
                    await person.until_seen("End of the round")
                    await person.press("enter")
                continue
            fielded = {card for event in state.history for card in getattr(event, "field", ())}
            assert faces.drawn <= known(seen) | open_before | drawn | set(fielded)
            hidden = {c for hand in state.round.hands for c in cards_of(hand)} - open_before
            assert not faces.drawn & hidden
            assert person.zones(HandCard) == []


async def test_a_match_that_is_far_on_is_joined_where_it_is(
    elsewhere: Elsewhere, home: Path
) -> None:
    elsewhere.plays(7)
    async with sitting(home, Start(watched=elsewhere.path)) as person:
        await caught_up(person, elsewhere)
        # Much that comes at once is not shown piece by piece.
        elsewhere.plays(9)
        await caught_up(person, elsewhere)
        assert table_of(person).seen == view(elsewhere.state, None)


async def test_nothing_can_be_answered_and_everything_can_be_looked_at(
    elsewhere: Elsewhere, home: Path
) -> None:
    elsewhere.plays(5)
    before = elsewhere.path.read_bytes()
    async with sitting(home, Start(watched=elsewhere.path)) as person:
        await caught_up(person, elsewhere)
        await person.press("enter")  # ends what is shown for a while only
        rows = person.rows
        await person.type(*"12345678abskiw", "left", "up", "tab", "enter", "space")
        await person.settled()
        assert person.rows == rows
        for key, said in [("y", "not seen yet"), ("c", "Captured"), ("l", "What happened")]:
            await person.press(key)
            assert person.sees(said)
            await person.press("escape")
            assert person.where is Where.VISIT
        for key, said in [
            ("r", "Rules of this match"),
            ("question_mark", "Help"),
            ("o", "Options"),
        ]:
            await person.press(key)
            assert person.sees(said)
            await person.press("escape")
    assert elsewhere.path.read_bytes() == before


@pytest.mark.parametrize("key", ["escape", "q", "ctrl+c"])
@pytest.mark.parametrize("page", [False, True], ids=["table", "result"])
async def test_who_leaves_is_gone_at_once_and_the_match_goes_on(
    key: str, page: bool, elsewhere: Elsewhere, home: Path
) -> None:
    async with sitting(home, Start(watched=elsewhere.path)) as person:
        await caught_up(person, elsewhere)
        if page:
            elsewhere.plays_to(Phase.ROUND_OVER)
            await person.until_seen("End of the round")
        await person.press(key)
        await person.left()
    assert person.app.return_code == 0
    elsewhere.plays()
    assert load(elsewhere.path).plies == elsewhere.done


async def test_leaving_by_mouse(elsewhere: Elsewhere, home: Path) -> None:
    async with sitting(home, Start(watched=elsewhere.path)) as person:
        await caught_up(person, elsewhere)
        await person.click_on(Does("leave"))
        await person.left()
    assert person.app.return_code == 0


async def test_the_prompt_says_when_nobody_plays_and_that_it_goes_on(
    elsewhere: Elsewhere, home: Path
) -> None:
    elsewhere.plays(3)
    async with sitting(home, Start(watched=elsewhere.path)) as person:
        await caught_up(person, elsewhere)
        assert not person.sees(LEFT)
        elsewhere.leaves()
        await person.until_seen(LEFT)
        elsewhere._writer = RecordWriter.resume(elsewhere.path)
        await person.until(lambda: not person.sees(LEFT))
        elsewhere.plays()
        await caught_up(person, elsewhere)


@pytest.mark.parametrize("how", ["moved", "removed"])
async def test_a_record_that_is_moved_or_removed_is_watched_on(
    how: str, elsewhere: Elsewhere, home: Path
) -> None:
    async with sitting(home, Start(watched=elsewhere.path)) as person:
        await caught_up(person, elsewhere)
        if how == "moved":
            elsewhere.path.rename(home / "moved")
        else:
            elsewhere.path.unlink()
        elsewhere.plays(2)
        await caught_up(person, elsewhere)


async def test_a_torn_line_is_waited_for(elsewhere: Elsewhere, home: Path) -> None:
    elsewhere.plays(2)
    whole = elsewhere.path.read_bytes()
    elsewhere.plays(1)
    line = elsewhere.path.read_bytes()[len(whole) :]
    elsewhere.leaves()
    elsewhere.path.write_bytes(whole + line[:20])
    async with sitting(home, Start(watched=elsewhere.path)) as person:
        await person.until(lambda: ply(person) == 2)
        with elsewhere.path.open("ab") as file:
            file.write(line[20:])
        await person.until(lambda: ply(person) == 3)


async def test_a_record_that_breaks_ends_the_visit_with_a_sentence(
    elsewhere: Elsewhere, home: Path
) -> None:
    elsewhere.plays(4)
    async with sitting(home, Start(watched=elsewhere.path)) as person:
        await caught_up(person, elsewhere)
        other = dumps(record_of(*match(short(), "another")))
        with elsewhere.path.open("r+b", buffering=0) as file:
            file.write(other.encode())  # at once: the file is never seen empty
        course = person.app._course
        assert course is not None
        await asyncio.wait_for(course, PATIENCE)
    assert person.app.return_code == 0
    assert person.app.game.farewell == "The record has become that of another match."


async def test_while_nothing_changes_nothing_is_sent(elsewhere: Elsewhere, home: Path) -> None:
    elsewhere.plays(4)
    async with sitting(home, Start(watched=elsewhere.path)) as person:
        await caught_up(person, elsewhere)
        await person.until_seen("is thinking")  # said after a while, and once
        frame, shown, looks = person.frame, [], []
        show, news = Board.show, Follower.news

        def counted(follower: Follower) -> tuple[Step, ...]:
            looks.append(1)
            return news(follower)

        def shows(board: Board, *given: Any) -> None:
            shown.append(1)
            show(board, *given)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Follower, "news", counted)
            patch.setattr(Board, "show", shows)
            await person.until(lambda: len(looks) > 20)
        assert shown == []
        assert person.frame is frame


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36), (160, 48)])
async def test_every_size_shows_the_match(
    size: tuple[int, int], elsewhere: Elsewhere, home: Path
) -> None:
    elsewhere.plays(6)
    async with sitting(home, Start(watched=elsewhere.path), size=size) as person:
        await caught_up(person, elsewhere)
        assert person.where is Where.VISIT
        elsewhere.plays(2)
        await caught_up(person, elsewhere)
