"""Wild bots: whatever they do, the match is played to its end, and nothing is left of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi.arena import bot as bot_module
from koikoi.arena import child as child_module
from koikoi.arena.bot import PATIENCE
from koikoi.arena.effort import AgentFault, Fault
from koikoi.arena.protocol import MAX_ANSWER, Problem
from koikoi.engine.flow import legal_actions
from koikoi.engine.view import view
from tests.arena.zoo import RULES, SOON, Zoo, effort, program
from tests.engine.walk import rests


def test_a_silent_bot_is_late_and_ended(zoo: Zoo) -> None:
    spent = effort(zoo.maker(program(act="pass"), seconds=SOON))
    assert spent.late == spent.faults == spent.decisions
    assert zoo.starts() == 2


def test_a_bot_that_does_not_read_is_late(zoo: Zoo) -> None:
    spent = effort(zoo.maker(program(act="signal.pause()"), seconds=SOON))
    assert spent.late == spent.decisions


def test_a_bot_that_never_says_hello_is_late_and_given_up(zoo: Zoo) -> None:
    maker = zoo.maker(program(hello="pass"), hello_seconds=SOON)
    spent = effort(maker, pairs=3)
    assert spent.late == spent.faults == spent.decisions
    # Not for each of six matches: no storm of starts.
    assert maker.given_up is not None


GARBAGE = [
    "b'thinking...'",
    "b''",
    "b'\\0'",
    "b'\\xff\\xfe'",
    "b'[]'",
    "b'{}'",
    "b'9' * 5000",
    "b'[' * 60000",
    "json.dumps({'type': 'do', 'ply': 10 ** 4000, 'action': 'play 1L'}).encode()",
    "json.dumps({'type': 'do', 'ply': message['ply'], 'action': 7}).encode()",
    "json.dumps({'type': 'do', 'action': 'play 1L'}).encode()",
    "json.dumps({'type': 'hello', 'koikoi-bot': 1}).encode()",
    "json.dumps({'type': 'hello', 'koikoi-bot': 2}).encode()",
]


def test_garbage_is_made_good_line_by_line(zoo: Zoo) -> None:
    garbage = f"write([{', '.join(GARBAGE)}][acts % {len(GARBAGE)}] + b'\\n')"
    spent = effort(zoo.maker(program(act=garbage)), pairs=2)
    assert spent.garbage == spent.faults == spent.decisions > len(GARBAGE)
    assert spent.example is not None
    # It is still the same process.
    assert zoo.starts() == 1


@pytest.mark.parametrize(
    ("garbage", "problem", "key"),
    [
        ("write(b'hm\\n')", Problem.NOT_JSON, ""),
        ("hello()", Problem.OUT_OF_PLACE, "hello"),
        ("say(type='do', ply=message['ply'])", Problem.MISSING_KEY, "action"),
    ],
)
def test_what_is_wrong_with_garbage_is_told(
    zoo: Zoo, garbage: str, problem: Problem, key: str
) -> None:
    example = effort(zoo.maker(program(act=garbage))).example
    assert example is not None
    assert (example.problem, example.key) == (problem, key)


def test_garbage_instead_of_hello_puts_a_bot_out(zoo: Zoo) -> None:
    for garbage in ("write(b'hi\\n')", "say(type='do', ply=0, action='play 1L')"):
        spent = effort(zoo.maker(program(hello=garbage)))
        assert spent.garbage == spent.decisions


def test_a_bot_that_writes_garbage_before_each_answer_stays_one_behind_and_never_stuck(
    zoo: Zoo,
) -> None:
    spent = effort(zoo.maker(program(act="write(b'hm\\n'); do(message)")))
    assert spent.garbage == spent.decisions
    assert spent.stale == 0


@pytest.mark.parametrize("action", ["resign", "next", "take 1L", "shobu"])
def test_illegal_actions_are_made_good(zoo: Zoo, action: str) -> None:
    """All that a bot does here is no play, which is what nearly every decision is about."""
    spent = effort(zoo.maker(program(act=f"do(message, {action!r})")))
    assert spent.illegal == spent.faults > spent.decisions / 2
    assert spent.example is not None
    assert spent.example.line == action
    assert spent.example.problem == ""


@pytest.mark.parametrize("ply", ["message['ply'] - 50", "message['ply'] + 1", "99999"])
def test_answers_to_other_questions_are_made_good(zoo: Zoo, ply: str) -> None:
    spent = effort(zoo.maker(program(act=f"do(message, ply=max(0, {ply}))")))
    # Below 0 there is no ply, so that the first answer may be right.
    assert spent.decisions - 2 <= spent.stale == spent.faults


def test_a_second_answer_to_a_question_is_no_answer_to_the_next(zoo: Zoo) -> None:
    spent = effort(zoo.maker(program(act="do(message); do(message)")))
    assert 0 < spent.stale < spent.decisions
    # The last one of a match is no hello either.
    assert spent.stale + spent.garbage == spent.faults


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (program(start="sys.exit(3)"), "exit 3"),
        (program(hello="sys.exit(4)"), "exit 4"),
        (program(act="sys.exit(5)"), "exit 5"),
        (program(act="os.kill(os.getpid(), signal.SIGKILL)"), "SIGKILL"),
        (program(act="os.kill(os.getpid(), signal.SIGRTMIN + 1)"), "signal 35"),
    ],
)
def test_a_bot_that_ends_is_out_for_the_match(zoo: Zoo, source: str, error: str) -> None:
    spent = effort(zoo.maker(source))
    assert spent.crashed == spent.faults == spent.decisions
    assert spent.errors == {error}
    assert zoo.starts() == 2


def test_the_last_line_of_a_crash_is_told(zoo: Zoo) -> None:
    spent = effort(zoo.maker(program(act="message['chess']")))
    assert spent.errors == {"exit 1"}
    assert spent.last_words == "KeyError: 'chess'"


def test_a_bot_that_crashes_in_every_match_is_started_for_each_and_given_up_if_it_is_useless(
    zoo: Zoo, tmp_path: Path
) -> None:
    maker = zoo.maker(program(act="sys.exit(1) if acts > 2 else do(message)"))
    spent = effort(maker, pairs=3)
    assert spent.crashed == spent.decisions - 2 * 6
    assert zoo.starts() == 6
    assert maker.given_up is None
    useless = Zoo(_folder(tmp_path))
    with useless:
        maker = useless.maker(program(act="sys.exit(1)"))
        spent = effort(maker, pairs=3)
        assert spent.crashed == spent.decisions
        assert spent.errors == {"exit 1"}
        assert useless.starts() == PATIENCE
        assert useless.all_gone()


def _folder(path: Path) -> Path:
    folder = path / "another"
    folder.mkdir()
    return folder


@pytest.mark.parametrize(
    "act",
    ["os.close(1)", "os.dup2(2, 1)", "os.close(1); os.close(2)"],
)
def test_a_bot_that_closes_its_output_is_out(zoo: Zoo, act: str) -> None:
    spent = effort(zoo.maker(program(act=act)))
    assert spent.crashed == spent.decisions


def test_a_bot_that_closes_its_input_and_answers_on_is_out(zoo: Zoo) -> None:
    """It cannot know what it is asked, and is late at the latest."""
    spent = effort(zoo.maker(program(act="do(message); os.close(0); signal.pause()"), seconds=SOON))
    # The first answer of each match may be in time.
    assert spent.decisions - 2 <= spent.late == spent.faults


def test_a_line_without_an_end_puts_a_bot_out(zoo: Zoo) -> None:
    spent = effort(zoo.maker(program(act="while True: write(b'x' * 65536)".replace(": ", ":"))))
    assert spent.garbage == spent.faults == spent.decisions
    assert spent.example is not None
    assert spent.example.problem is Problem.TOO_LONG
    assert len(spent.example.line) < 200


def test_a_flood_of_lines_costs_no_memory(zoo: Zoo) -> None:
    maker = zoo.maker(program(start="big = b'hm\\n' * 400_000", act="write(big)"))
    agent = maker("x")
    states = [state for state in rests(RULES, "flood") if state.to_act == 0]
    agent.begin(view(states[0], 0))
    for state in states:
        with pytest.raises(AgentFault) as caught:
            agent.choose(view(state, 0), legal_actions(state))
        assert caught.value.fault is Fault.GARBAGE
        (talk,) = maker._talks
        assert len(talk.child._incoming) <= 2 * MAX_ANSWER
    agent.end(None)


def test_a_flood_on_standard_error_is_drained_and_its_end_kept(zoo: Zoo) -> None:
    flood = "os.write(2, b'x' * 500_000 + b'\\nthe last\\n\\n'); do(message)"
    maker = zoo.maker(program(act=flood + "; acts > 3 and sys.exit(0)"))
    spent = effort(maker)
    assert spent.crashed == spent.decisions - 2 * 4
    assert spent.last_words == "the last"


def test_an_endless_flood_on_standard_error_is_late(zoo: Zoo) -> None:
    act = "[os.write(2, b'x' * 65536) for _ in iter(int, 1)]"
    spent = effort(zoo.maker(program(act=act), seconds=SOON))
    assert spent.late == spent.decisions
    assert len(spent.last_words) < 200


GRANDCHILD = "os.fork() or signal.pause(); os._exit(3)"


@pytest.mark.parametrize("when", ["start", "hello", "act"])
def test_a_child_of_a_bot_that_keeps_its_output_open_holds_up_nothing_and_ends(
    zoo: Zoo, when: str
) -> None:
    spent = effort(zoo.maker(program(**{when: GRANDCHILD})))
    assert spent.crashed == spent.decisions
    assert spent.errors == {"exit 3"}


def test_a_bot_that_will_not_end_is_killed(zoo: Zoo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_module, "GRACE", SOON)
    deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    spent = effort(zoo.maker(program(start=deaf) + "\nwhile True: signal.pause()"))
    assert spent.faults == 0


def test_a_bot_that_closed_its_output_and_will_not_end_is_killed(
    zoo: Zoo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_module, "GRACE", SOON)
    spent = effort(zoo.maker(program(act="os.close(1); signal.pause()")))
    assert spent.errors == {"closed"}
