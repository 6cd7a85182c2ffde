"""What is told at a table can be told again, by other names or in another language."""

from __future__ import annotations

from koikoi.engine.state import Phase
from koikoi.engine.view import redact, view
from koikoi.text.catalogue import load
from koikoi.text.voice import Voice
from koikoi.tui.animator import Animator
from koikoi.tui.chronicle import Chronicle
from tests.engine.stack import follow
from tests.text.pseudo import pseudo_text
from tests.tui.scenes import playing

ENGLISH = Voice(load(), ("You", "Computer"), 0)
MADE_UP = Voice(pseudo_text()[0], ("You", "Computer"), 0)


def told(words: str = "9P1 stop next") -> Chronicle:
    """A chronicle of some moves, and of what was said beside them."""
    state, events = follow(playing(), words)
    found = Chronicle(ENGLISH)
    found.say("before")
    found.begin(state.rules, [redact(event, 0) for event in events], first=True)
    found.recall([redact(event, 0) for event in events])
    found.say(lambda: found.narrator.voice.text.t("Your turn: choose a card"))
    found.add(("hint",))
    return found


def test_everything_is_told_again_but_what_was_only_given() -> None:
    chronicle = told()
    story, log = list(chronicle.story), list(chronicle.log)
    assert story[-3:] == ["before", "Your turn: choose a card", "hint"]
    assert log[-2:] == ["before", "Your turn: choose a card"]
    chronicle.again(MADE_UP)
    assert [said for said in chronicle.story if "⟦" not in said] == ["before", "hint"]
    assert [said for said in chronicle.log if "⟦" not in said] == ["before"]
    assert (len(chronicle.story), len(chronicle.log)) == (len(story), len(log))
    chronicle.again(ENGLISH)
    assert (chronicle.story, chronicle.log) == (story, log)


def test_a_card_that_waits_for_its_target_keeps_where_it_came_from() -> None:
    state, events = follow(playing(stock="8P1 10A"), "5A")
    seen = view(state, 0)
    assert seen.phase is Phase.CHOOSE_DRAWN
    chronicle = Chronicle(ENGLISH)
    past = [redact(event, 0) for event in events]
    animator = Animator(chronicle.teller, 0)
    chronicle.begin(state.rules, past, first=True)
    assert animator._teller is chronicle.teller
    chronicle.recall(past)
    animator.remember(past)
    chronicle.again(MADE_UP)
    chronicle.again(ENGLISH)
    animator.speak(chronicle.teller)
    _, more = follow(state, "8A")
    for step in animator.steps(seen, [redact(event, 0) for event in more], "none"):
        assert step.line is not None
        chronicle.line(step.line, step.events)
    said = list(chronicle.log)
    assert any(line.startswith("You drew Pampas plain, took Geese") for line in said)
    chronicle.again(MADE_UP)
    assert chronicle.log != said
    chronicle.again(ENGLISH)
    assert chronicle.log == said
