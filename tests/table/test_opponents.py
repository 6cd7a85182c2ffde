"""Who plays for the computer: characters by level or name, agents by name."""

from __future__ import annotations

import pickle

import pytest

import koikoi.ai
import koikoi.ai.network
import koikoi.ai.weights
import koikoi.match.player
from koikoi.ai.agent import Halt
from koikoi.ai.baseline import GreedyAgent
from koikoi.ai.equity import Equity
from koikoi.ai.exact import ExactNetwork
from koikoi.ai.levels import CHARACTERS, Character, UnknownAgent
from koikoi.engine.actions import Action
from koikoi.engine.flow import legal_actions, new_match
from koikoi.engine.presets import preset
from koikoi.engine.view import PlayerView, view
from koikoi.record.record import RecordPlayer
from koikoi.table.opponents import LateAgent, seated
from koikoi.text.catalogue import load, spoken
from koikoi.text.opponents import introduction, without_weights

ENGLISH = load()

each_character = pytest.mark.parametrize("character", CHARACTERS, ids=lambda one: one.key)


def a_question() -> tuple[PlayerView, tuple[Action, ...]]:
    """A hand to play from."""
    state = new_match(preset("standard"), "a question")
    return view(state, state.to_act), legal_actions(state)


@each_character
@pytest.mark.parametrize("points", ["", ":points"])
def test_a_level_and_its_key_seat_the_same_character(character: Character, points: str) -> None:
    for wanted in (str(character.level), character.key):
        computer = seated(wanted + points, "seed", ENGLISH)
        assert computer.player.name == character.name
        assert computer.record == RecordPlayer(
            character.name, character.key + points, character.level
        )
        assert tuple(map(spoken, computer.introduction)) == introduction(ENGLISH, character.key)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_an_agent_that_is_no_character_is_the_computer(name: str) -> None:
    computer = seated(name, "seed", ENGLISH)
    assert computer.player.name == "Computer"
    assert computer.record == RecordPlayer("Computer", name)
    assert computer.introduction == ()


@pytest.mark.parametrize("name", ["hoo", "greedy"])
def test_who_goes_on_with_a_match_is_called_as_in_it(name: str) -> None:
    computer = seated(name, "seed", ENGLISH, called="鳳凰")
    assert computer.player.name == computer.record.name == "鳳凰"


@pytest.mark.parametrize(
    "wanted", ["0", "6", "", "chess", "Hōō", "greedy:points", "5:", "5:points:points", "9" * 5000]
)
def test_nobody_else_can_be_seated(wanted: str) -> None:
    with pytest.raises(UnknownAgent):
        seated(wanted, "seed", ENGLISH)


@pytest.mark.parametrize("name", ["uguisu", "cho:points", "tsuru"])
def test_an_agent_that_is_made_late_plays_as_one_that_is_made_at_once(name: str) -> None:
    seen, legal = a_question()
    for seed in ("one", "two"):
        late = LateAgent(name, seed)
        expected = koikoi.ai.load(name, seed).choose(seen, legal)
        assert [late.choose(seen, legal) for _ in range(2)] == [expected] * 2


async def test_loading_takes_no_time_from_the_first_thought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []

    class Clock(Halt):
        def __init__(self, seconds: float | None = None) -> None:
            told.append("the time begins")
            super().__init__(seconds)

    monkeypatch.setattr(LateAgent, "wake", lambda _, rules: told.append(f"loaded {rules.name}"))
    monkeypatch.setattr(LateAgent, "think", lambda _, __, legal, ___: legal[0])
    monkeypatch.setattr(koikoi.match.player, "Halt", Clock)
    seen, legal = a_question()
    answer = await seated("3", "seed", ENGLISH).player.decide(seen, legal)
    assert (answer.action, answer.marks) == (legal[0], ())
    assert told == [f"loaded {seen.rules.name}", "the time begins"]


async def test_without_weights_a_level_plays_like_greedy_and_the_log_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(koikoi.ai.weights, "usable", lambda: False)
    player = seated("3", "seed", ENGLISH).player
    seen, legal = a_question()
    for _ in range(2):
        answer = await player.decide(seen, legal)
        assert answer.action == GreedyAgent("seed").choose(seen, legal)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "shika plays like greedy" in caplog.text


def test_who_has_been_woken_has_nothing_left_to_load(monkeypatch: pytest.MonkeyPatch) -> None:
    late = LateAgent("tsuru", "seed")
    seen, legal = a_question()
    late.wake(seen.rules)

    def never(*_: object) -> None:
        raise AssertionError("it is worked out again")

    monkeypatch.setattr(ExactNetwork, "__init__", never)
    monkeypatch.setattr(Equity, "__init__", never)
    monkeypatch.setattr(koikoi.ai.network, "read", never)
    assert late.choose(seen, legal) in legal
    late.wake(seen.rules)


def test_weights_that_are_damaged_are_told_of_before_the_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = seated("3", "seed", ENGLISH).introduction
    monkeypatch.setattr("koikoi.table.opponents.is_whole_archive", lambda _: False)
    told = seated("3", "seed", ENGLISH).introduction
    assert spoken(told[0]) == spoken(whole[0])
    assert spoken(told[1]) == without_weights(ENGLISH)
    assert "koikoi doctor" in spoken(told[1])


def test_an_agent_that_is_made_late_can_be_pickled_before_and_after() -> None:
    late = LateAgent("shika", "seed")
    assert pickle.loads(pickle.dumps(late)) == late
    late.choose(*a_question())
    assert pickle.loads(pickle.dumps(late)) == late
