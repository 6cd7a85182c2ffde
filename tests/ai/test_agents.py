"""The levels: always legal, the same everywhere, willing to call and to stop."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import koikoi.ai
from koikoi.ai import Agent, Halt
from koikoi.ai.agent import agent_seed, chance
from koikoi.ai.exact import exact
from koikoi.ai.levels import CHARACTERS, LEVELS, POINTS, UnknownAgent, character
from koikoi.ai.outcomes import class_of
from koikoi.ai.players import NetworkAgent, level_agent
from koikoi.ai.rulesets import varied_rules
from koikoi.ai.styles import STYLES
from koikoi.ai.weights import shipped
from koikoi.engine.actions import Action, KoiKoi, Play, Shobu
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view
from koikoi.engine.yaku import scorer
from tests.ai import seeing
from tests.ai.chance import PRESETS, eager_choices, wild_rules
from tests.ai.levels import NAMES, quick
from tests.ai.nets import told_network
from tests.engine.midround import midround
from tests.engine.walk import COURSES

STANDARD = preset("standard")


def choice(agent: Agent, state: MatchState) -> Action:
    assert state.to_act is not None
    return agent.choose(view(state, state.to_act), legal_actions(state))


def play(state: MatchState, agents: tuple[Agent, Agent]) -> tuple[MatchState, list[Action]]:
    """Plays a match to its end; every answer is legal."""
    actions = []
    while legal := legal_actions(state):
        seat = state.to_act
        action = legal[0] if seat is None else agents[seat].choose(view(state, seat), legal)
        assert action in legal
        state, _ = apply(state, action)
        actions.append(action)
    return state, actions


# Legal -------------------------------------------------------------------------------------------


def some_rules() -> dict[str, Rules]:
    rng = np.random.default_rng(1)
    wild = [wild_rules(rng) for _ in range(6)]
    rules = {
        **PRESETS,
        **{f"near {number}": varied_rules(rng) for number in range(3)},
        **{f"wild {number}": rules for number, rules in enumerate(wild)},
        "wild lightning": replace(STANDARD, lightning_wild=True, field_four="keep"),
    }
    return {name: replace(own, rounds=1) for name, own in rules.items()}


RULES = some_rules()


@pytest.mark.parametrize("name", RULES)
def test_every_answer_of_every_level_is_legal(name: str) -> None:
    # Level 5 plays everywhere; the others in turn, all of them under the presets together.
    place = list(RULES).index(name)
    others = 2 if name in PRESETS else 1
    for number in range(others * place, others * place + others):
        own, other = NAMES[-1 - number % 2], NAMES[number % len(NAMES)]
        state = new_match(RULES[name], f"legal {own} {other}")
        play(state, (quick(own, "a"), quick(other, "b")))


@pytest.mark.parametrize("name", [name for name in COURSES if name not in PRESETS])
def test_every_answer_in_a_corner_is_legal(name: str) -> None:
    rules, decks = COURSES[name]
    state = new_match(replace(rules, rounds=1), "corner", decks=decks)
    play(state, (quick("4:points", "a"), quick("5", "b")))


def test_the_wild_lightning_takes_what_the_search_chose() -> None:
    rules = replace(STANDARD, lightning_wild=True)
    taken = set()
    for seed in range(6):
        state = midround(
            rules, hand="11P1 1P1", field="2A 5A 8L 12L 3L", stock="4A 5P1", rival_hand="1R"
        )
        agent = quick("5", str(seed))
        action = agent.choose(view(state, 0), legal_actions(state))
        if action == Play(legal_actions(state)[1].card, ply=0):  # type: ignore[union-attr]
            state, _ = apply(state, action)
            assert state.phase is Phase.CHOOSE_PLAYED
            answer = agent.choose(view(state, 0), legal_actions(state))
            assert answer in legal_actions(state)
            taken.add(str(answer))
    assert taken


def test_an_only_way_is_gone_without_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    def thinks(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("koikoi.ai.players._Thought", thinks)
    state = midround(hand="1P1", field="2A 5A", stock="4A")
    assert len(legal_actions(state)) == 1
    assert choice(quick("5"), state) == legal_actions(state)[0]


# The same everywhere -----------------------------------------------------------------------------


@cache
def positions() -> tuple[MatchState, ...]:
    """One of each kind of choice under every preset."""
    found: list[MatchState] = []
    for number, (name, rules) in enumerate(PRESETS.items()):
        for state in eager_choices(rules, f"positions {name}", 3):
            kind = state.phase
            if sum(one.phase is kind for one in found) <= number:
                found.append(state)
    assert {state.phase for state in found} == {
        *(Phase.PLAY, Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN, Phase.DECIDE),
    }
    return tuple(found)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_view_give_the_same_answer(name: str) -> None:
    for state in positions()[::5]:
        agent = quick(name, "seed")
        answer = choice(agent, state)
        # Nothing is kept from the answers before.
        choice(agent, positions()[0])
        assert choice(agent, state) == answer == choice(quick(name, "seed"), state)


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_can_be_pickled(name: str) -> None:
    agent = koikoi.ai.load(name, "seed")
    again = pickle.loads(pickle.dumps(agent))
    assert again == agent
    assert agent.name == LEVELS[int(name[0])] + name[1:]
    small = pickle.loads(pickle.dumps(quick(name, "seed")))
    for state in positions()[::9]:
        assert choice(small, state) == choice(quick(name, "seed"), state)


_ELSEWHERE = """
from tests.ai.levels import NAMES, quick
from tests.ai.test_agents import answers
print(answers())
"""


def answers() -> str:
    """What all levels do, and what the game's network says to the last bit."""
    some = positions()[::6]
    told = [[str(choice(quick(name, "x", None), one)) for one in some] for name in NAMES]
    seen = seeing.positions(np.random.default_rng(1), 100)
    bits = exact(shipped(), STANDARD).chances(seen).tobytes()
    return repr((told, sha256(bits).hexdigest()))


def test_another_process_gives_the_same_answers() -> None:
    """One that multiplies matrices as a processor of long ago does, and hashes otherwise."""
    root = str(Path(koikoi.__file__).parents[1])
    other = {"PYTHONPATH": root, "PYTHONHASHSEED": "7", "OPENBLAS_CORETYPE": "Prescott"}
    told = subprocess.run(
        [sys.executable, "-c", _ELSEWHERE],
        env={**os.environ, **other},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == answers()


def test_a_search_depends_on_the_agents_seed_and_the_ply() -> None:
    state = positions()[0]
    seen = view(state, state.to_act)
    streams = [chance("a", seen), chance("b", seen), chance("a", replace(seen, ply=seen.ply + 1))]
    assert len({bytes(stream.byte() for _ in range(16)) for stream in streams}) == 3
    plays = [one for one in positions() if one.phase is Phase.PLAY]
    found = {tuple(str(choice(quick("5", seed), one)) for one in plays) for seed in "abcdef"}
    assert len(found) > 1


# The true levels ---------------------------------------------------------------------------------


def test_level_5_as_it_is_shipped_answers_legally_and_the_same() -> None:
    agent = level_agent(5, "true")
    for phase in (Phase.PLAY, Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN, Phase.DECIDE):
        state = next(one for one in positions() if one.phase is phase)
        answer = choice(agent, state)
        assert answer in legal_actions(state)
        assert choice(level_agent(5, "true"), state) == answer


@cache
def decisions() -> tuple[MatchState, ...]:
    found = []
    for number in range(2):
        states = eager_choices(STANDARD, f"decisions {number}", 12)
        found += [state for state in states if state.phase is Phase.DECIDE]
    assert len(found) > 12
    return tuple(found)


@pytest.mark.parametrize("name", NAMES)
def test_every_level_calls_sometimes_and_not_always(name: str) -> None:
    agent = quick(name, "calls", None)
    answers = [choice(agent, state) for state in decisions()]
    calls = sum(isinstance(answer, KoiKoi) for answer in answers)
    assert calls + sum(isinstance(answer, Shobu) for answer in answers) == len(answers)
    assert 0 < calls < len(answers)


def test_who_plays_for_the_match_weighs_the_score_and_who_plays_for_points_does_not() -> None:
    """In the last round, where going on loses 8 points or wins 20, and stopping wins up to 5."""
    lost, won = (int(class_of(np.array([points]))[0]) for points in (-8, 20))
    risky = told_network({lost: 0.5, won: 0.5})
    found = set()
    for state in decisions():
        seat = state.to_act
        assert seat is not None
        now = state.round
        total = scorer(state.rules).total(now.captured[seat], now.month, now.calls[seat], now.field)
        if total > 5 or any(now.calls):
            continue
        for lead in (7, -12):
            scores = (max(lead, 0), max(-lead, 0))
            last = replace(
                state,
                scores=scores if seat == 0 else scores[::-1],
                round=replace(now, number=state.rules.rounds),
            )
            for name in ("4", "4:points", "5", "5:points"):
                agent = quick(name, network=risky)
                if agent.style.effort is not None:
                    # Nobody ends the round before the network is asked.
                    effort = replace(agent.style.effort, turns=0)
                    agent = replace(agent, style=replace(agent.style, effort=effort))
                call = isinstance(choice(agent, last), KoiKoi)
                assert call == (POINTS in name or lead < 0)
                found.add((name, lead, call))
    assert len(found) == 8


# Halts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_halt_that_was_there_before_gives_a_legal_answer(name: str) -> None:
    for state in positions()[::4]:
        seat = state.to_act
        assert seat is not None
        halt = Halt()
        halt.stop()
        legal = legal_actions(state)
        assert quick(name, "halt").think(view(state, seat), legal, halt) in legal
        # Only who would have gone on was cut short.
        assert halt.cut_short == (STYLES[int(name[0])].effort is not None)


def test_a_halted_search_answers_as_the_network_alone() -> None:
    for state in positions():
        seat = state.to_act
        assert seat is not None
        halt = Halt(seconds=-1)
        searching = quick("5", "halt")
        alone = replace(searching, style=replace(searching.style, effort=None))
        seen, legal = view(state, seat), legal_actions(state)
        assert searching.think(seen, legal, halt) == alone.choose(seen, legal)


def test_without_a_halt_choose_and_think_are_the_same() -> None:
    for state in positions()[::2]:
        seat = state.to_act
        assert seat is not None
        halt = Halt()
        seen, legal = view(state, seat), legal_actions(state)
        assert quick("5").think(seen, legal, halt) == quick("5").choose(seen, legal)
        assert not halt.cut_short


def test_a_halt_is_due_once_it_is_stopped_or_its_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr("koikoi.ai.agent.monotonic", lambda: now[0])
    endless, stopped, timed = Halt(), Halt(5), Halt(5)
    stopped.stop()
    assert not stopped.cut_short
    assert [halt.due for halt in (endless, stopped, timed)] == [False, True, False]
    now[0] = 105.0
    assert [halt.due for halt in (endless, stopped, timed)] == [False, True, True]
    assert [halt.cut_short for halt in (endless, stopped, timed)] == [False, True, True]
    now[0] = 0.0
    assert timed.due


# Names -------------------------------------------------------------------------------------------


def test_agents_are_found_by_level_and_by_name() -> None:
    for level, key in LEVELS.items():
        for name in (level, str(level), key):
            assert koikoi.ai.load(name, "s") == level_agent(level, "s")
        for name in (f"{level}{POINTS}", key + POINTS):
            agent = koikoi.ai.load(name, "s")
            assert isinstance(agent, NetworkAgent)
            assert agent == level_agent(level, "s", for_points=True)
            assert not agent.style.for_match
    assert koikoi.ai.load("greedy").name == "greedy"
    assert koikoi.ai.load("random", "s").name == "random"


@pytest.mark.parametrize(
    "name",
    [
        *("0", "6", "-1", "", "Greedy", "²", "9" * 5000, " 1", "Uguisu", POINTS, "5:match"),
        *("greedy:points", "random:points", "5:points:points", ":points5"),
    ],
)
def test_an_unknown_level_or_name_is_refused(name: str) -> None:
    with pytest.raises(UnknownAgent, match="there are 1, 2, 3, 4, 5, random, greedy, ") as refused:
        koikoi.ai.load(name)
    assert refused.value.name == name
    assert refused.value.allowed == (*map(str, LEVELS), *koikoi.ai.AGENT_NAMES)
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.name, str(again)) == (name, str(refused.value))


def test_every_level_has_a_character_and_a_style_of_its_own() -> None:
    assert [one.level for one in CHARACTERS] == list(STYLES) == [1, 2, 3, 4, 5]
    assert len({one.key for one in CHARACTERS}) == len({repr(s) for s in STYLES.values()}) == 5
    for one in CHARACTERS:
        assert character(one.level) == character(one.key) == character(one.key + POINTS) == one
    assert character("greedy") is None
    assert character(9) is None


def test_agent_seeds_differ_by_seat_and_do_not_hold_the_seed() -> None:
    seeds = {agent_seed("spring", seat) for seat in (0, 1)}
    assert len(seeds) == 2
    assert all("spring" not in seed for seed in seeds)
