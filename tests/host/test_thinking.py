"""The host's thinking: the same answers as anywhere, never late, whatever becomes of a process."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from concurrent.futures import BrokenExecutor
from typing import Any

import pytest

import koikoi.ai
from koikoi.ai.baseline import GreedyAgent
from koikoi.ai.levels import AGENT_NAMES, LEVELS, UnknownAgent
from koikoi.ai.players import NetworkAgent
from koikoi.ai.styles import STYLES
from koikoi.engine.flow import new_match
from koikoi.engine.presets import PRESET_NAMES
from koikoi.host.pool import Kind
from koikoi.host.thinker import choose
from koikoi.host.thinking import HASTE_MARK, LOOKS_AHEAD, Thinking
from koikoi.match.player import DEADLINE_MARK, AgentFailed, Answer
from koikoi.match.session import Session
from koikoi.record.record import are_marks
from tests.host.thoughts import (
    MATCH,
    PATIENT,
    TOLD,
    Held,
    alone,
    asked,
    decisions,
    first,
    impression,
    the_same,
    until_asked_of_it,
    until_waiting,
)
from tests.match.table import RULES

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("agent", [*map(str, LEVELS), "5:points", "hoo", *AGENT_NAMES[:2]])
async def test_an_answer_is_that_of_the_agent_alone(thinking: Thinking, agent: str) -> None:
    some = decisions()[::4] if koikoi.ai.load(agent).name.startswith("hoo") else decisions()
    for seen, legal in some:
        assert await thinking.choose(agent, "seed", seen, legal) == alone(agent, seen, legal)


async def test_answers_come_under_other_rules_too(thinking: Thinking) -> None:
    seen, legal = decisions(PRESET_NAMES[-1])[0]
    for agent in ("2", "5"):
        assert await thinking.choose(agent, "seed", seen, legal) == alone(agent, seen, legal)


async def test_those_who_look_ahead_are_the_ones_that_other_processes_think_for() -> None:
    assert {level for level, style in STYLES.items() if style.effort} == {
        level for level in STYLES if level >= LOOKS_AHEAD
    }


async def test_the_only_way_to_go_on_is_no_thought(thinking: Thinking) -> None:
    seen, legal = first()
    with Held(thinking):
        assert await thinking.choose("5", "seed", seen, legal[:1]) == Answer(legal[0])


async def test_who_plays_on_and_on_leaves_others_their_turn(thinking: Thinking) -> None:
    seen, legal = first()
    await thinking.choose("2", "seed", seen, legal)  # what is worked out once is
    came: list[str] = []
    asyncio.get_running_loop().call_soon(came.append, "another")
    await thinking.choose("2", "seed", seen, legal)
    assert came


async def test_an_unknown_agent_is_told(thinking: Thinking) -> None:
    seen, legal = first()
    with pytest.raises(UnknownAgent):
        thinking.player("hawk", "seed", "Hawk")
    with pytest.raises(UnknownAgent):
        await thinking.choose("hawk", "seed", seen, legal)


async def test_a_whole_match_is_played(thinking: Thinking) -> None:
    players = (thinking.player("3", "a", "Shika"), thinking.player("greedy", "b", "Greedy"))
    assert [player.name for player in players] == ["Shika", "Greedy"]
    assert await Session(new_match(RULES, "thinking"), players).run()


async def test_beyond_the_queue_the_first_impression_counts_and_is_marked(
    thinking: Thinking,
) -> None:
    seen, legal = first()
    before = thinking.status()
    with Held(thinking):
        places = [asked(thinking) for _ in range(3)]
        await until_waiting(thinking, 2)
        answer = await asked(thinking)
        assert answer == Answer(impression(seen, legal), (HASTE_MARK,))
    assert [await place for place in places] == [alone("5", seen, legal)] * 3
    after = thinking.status()
    assert (after.moves - before.moves, after.hasty - before.hasty) == (4, 1)
    assert after.p95_ms > 0
    assert TOLD.of("haste") == [{"why": "queue"}]
    assert are_marks(answer.marks)


async def test_other_levels_do_not_wait_for_a_place(thinking: Thinking) -> None:
    seen, legal = first()
    with Held(thinking):
        places = [asked(thinking) for _ in range(3)]
        await until_waiting(thinking, 2)
        assert await thinking.choose("4", "seed", seen, legal) == alone("4", seen, legal)
    await asyncio.gather(*places)


async def test_who_does_not_wait_any_more_gives_the_place_back_at_once(thinking: Thinking) -> None:
    seen, legal = first()
    with Held(thinking):
        running, gone, stays = (asked(thinking) for _ in range(3))
        await until_waiting(thinking, 2)
        gone.cancel()
        await until_waiting(thinking, 1)
        running.cancel()
        await asyncio.wait([gone, running])
    assert await stays == alone("5", seen, legal)
    assert thinking.status().waiting == 0
    assert not TOLD.lines


async def test_a_move_that_waited_too_long_is_made_by_the_first_impression(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, legal = first()
    hasty = Answer(impression(seen, legal), (HASTE_MARK,))
    with Held(thinking):
        running = asked(thinking)
        monkeypatch.setattr(thinking, "_times", PATIENT._replace(wait=0))
        assert await asked(thinking) == hasty
        monkeypatch.setattr(thinking, "_times", PATIENT)
    assert await running == alone("5", seen, legal)
    with Held(thinking):
        monkeypatch.setattr(thinking, "_times", PATIENT._replace(move=0))
        assert await asked(thinking) == hasty
        monkeypatch.setattr(thinking, "_times", PATIENT)
    assert [fields["why"] for fields in TOLD.of("haste")] == ["late", "late"]
    await the_same(thinking)


async def test_a_thought_that_the_deadline_cuts_short_is_marked(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, legal = first()
    monkeypatch.setattr(thinking, "_times", PATIENT._replace(think=0))
    late = thinking.status().late
    assert await asked(thinking) == Answer(impression(seen, legal), (DEADLINE_MARK,))
    assert thinking.status().late == late + 1


async def test_a_process_that_dies_is_replaced_and_costs_one_move_its_depth(
    thinking: Thinking,
) -> None:
    seen, legal = first()
    hasty = Answer(impression(seen, legal), (HASTE_MARK,))
    (pid,) = thinking.pool.processes
    os.kill(pid, signal.SIGSTOP)
    running, waits = asked(thinking), asked(thinking)
    await until_waiting(thinking, 1)
    os.kill(pid, signal.SIGKILL)
    assert [await running, await waits] == [hasty] * 2
    assert await asked(thinking) == hasty
    await thinking.pool.whole()
    assert pid not in thinking.pool.processes
    await the_same(thinking)
    assert len(TOLD.of("thinker-died")) == 1


async def test_a_process_that_dies_while_it_does_nothing_is_replaced_too(
    thinking: Thinking,
) -> None:
    (pid,) = thinking.pool.processes
    os.kill(pid, signal.SIGKILL)
    while pid in thinking.pool.processes:  # noqa: ASYNC110 - a turn of the loop, no time
        await asyncio.sleep(0)
    await thinking.pool.whole()
    await the_same(thinking)


async def test_a_process_that_does_not_end_what_nobody_wants_is_ended(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking.pool, "_stuck", 0)
    (pid,) = thinking.pool.processes
    os.kill(pid, signal.SIGSTOP)
    gone = asked(thinking)
    await until_asked_of_it(thinking)
    gone.cancel()
    await asyncio.wait([gone])
    while pid in thinking.pool.processes:  # noqa: ASYNC110 - a turn of the loop, no time
        await asyncio.sleep(0)
    await thinking.pool.whole()
    await the_same(thinking)


async def test_an_answer_that_comes_as_the_wait_ends_costs_no_process_its_life(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    answer = loop.create_future()
    killed: list[str] = []
    one = await thinking.pool.free(Kind.MOVE, 0)
    with monkeypatch.context() as patch:
        patch.setattr(thinking.pool, "_stuck", 0)
        patch.setattr(one, "ask", lambda *_: answer)
        patch.setattr(one, "kill", lambda: killed.append("killed"))
        asking: Any = thinking.pool.asked
        waits = asyncio.ensure_future(asking(one, choose))
        await asyncio.sleep(0)
        answer.set_result(None)
        waits.cancel()
        await asyncio.wait([waits])
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert waits.cancelled()
    assert not killed
    await the_same(thinking)


async def test_an_agent_that_breaks_down_is_told_by_the_name_of_the_error_only(
    thinking: Thinking,
) -> None:
    _, legal = first()
    nothing: Any = None
    for agent in ("greedy", "1", "5"):
        with pytest.raises(AgentFailed, match=r"^AttributeError$"):
            await thinking.choose(agent, "seed", nothing, legal)


async def test_a_first_impression_comes_without_a_network_too(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_network(*_: object) -> None:
        raise OSError

    seen, legal = first()
    monkeypatch.setattr(NetworkAgent, "think", no_network)
    with Held(thinking):
        monkeypatch.setattr(thinking, "_times", PATIENT._replace(wait=0, move=0))
        answer = await asked(thinking)
    assert answer == Answer(GreedyAgent().choose(seen, legal), (HASTE_MARK,))


async def test_closing_ends_all_processes_whatever_they_do() -> None:
    before = set(multiprocessing.active_children())
    own = Thinking(TOLD, processes=1, times=PATIENT, nice=0)
    seen, legal = first()
    # Before anybody is ready, the first impression has to do.
    hasty = Answer(impression(seen, legal), (HASTE_MARK,))
    assert await own.choose("5", "seed", seen, legal) == hasty
    await own.start()
    (pid,) = own.pool.processes
    os.kill(pid, signal.SIGSTOP)
    running, waits = asked(own), asked(own)
    await until_waiting(own, 1)
    reviews = [
        asyncio.ensure_future(own.review(MATCH, lambda *_: None, lambda _: None)) for _ in "ab"
    ]
    await asyncio.sleep(0)
    await own.close()
    for review in reviews:
        with pytest.raises(BrokenExecutor):
            await review
    for thought in (running, waits):
        thought.cancel()
    await asyncio.wait([running, waits])
    assert not own.pool.processes
    assert set(multiprocessing.active_children()) == before


async def test_closing_while_they_start_leaves_none_behind() -> None:
    before = set(multiprocessing.active_children())
    own = Thinking(TOLD, processes=1, times=PATIENT, nice=0)
    starting = asyncio.ensure_future(own.start())
    await asyncio.sleep(0)
    starting.cancel()
    await own.close()
    assert set(multiprocessing.active_children()) == before
