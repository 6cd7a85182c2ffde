"""What a player thinks: put into words, and painted into panels of any width."""

from __future__ import annotations

import pytest

from koikoi.engine.actions import Action, KoiKoi, Play, Shobu, Take
from koikoi.engine.cards import Card
from koikoi.engine.flow import legal_actions
from koikoi.engine.state import MatchState
from koikoi.engine.view import view
from koikoi.table.thoughts import MOST_WEIGHED, Thought, thought
from koikoi.tui.keys import Where
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import MONO
from koikoi.tui.uistate import Mood, Musing
from tests.tui.goldens import compare
from tests.tui.scenes import ENGLISH, Scene, brush_of, deciding, painted, playing, ui_of
from tests.tui.thinkers import a_hint

SIZES = [(60, 20), (80, 24), (100, 30), (160, 48)]


def card(code: str) -> Play:
    return Play(Card.parse(code))


def legal(state: MatchState) -> list[Action]:
    return list(legal_actions(state))


def thinks(action: Action, best: Action) -> Thought:
    """The thought of who plays a card where another may be the best."""
    state = playing()
    others = [one for one in legal(state) if str(one) != str(best)]
    return thought(ENGLISH, "Hōō", view(state, 0), action, a_hint(view(state, 0), best, others))


def of_hand(code: str) -> Action:
    return next(
        one for one in legal(playing()) if isinstance(one, Play) and one.card == Card.parse(code)
    )


def scene(told: Thought) -> Scene:
    seen = view(playing(), 0)
    names = ("Hōō", "Tsuru")
    musing = Musing(0, told)
    return Scene(seen, ui_of(seen, Mood.VISIT, Where.VISIT, names=names, tags=names, musing=musing))


def test_the_best_choices_are_told_and_why_the_best_is() -> None:
    told = thinks(of_hand("9P1"), of_hand("9P1"))
    assert len(told.weighed) == MOST_WEIGHED
    assert [one.taken for one in told.weighed] == [True, False, False, False]
    assert told.weighed[0][:4] == ("Mum plain", "mum", 3.25, 0.62)
    assert told.reasons == ("keeps Hanami open",)


def test_a_choice_that_is_not_among_the_best_is_told_too_and_not_praised() -> None:
    worst = [one for one in legal(playing()) if one != of_hand("9P1")][-1]
    told = thinks(worst, of_hand("9P1"))
    assert [one.taken for one in told.weighed] == [False, False, False, True]
    assert told.reasons == ()


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (card("8L"), "Hōō wants Moon to take Geese or plain"),
        (card("9P1"), "Hōō wants Mum plain to take Sake cup"),
        (card("5A"), "Hōō wants to lay Bridge out"),
        (Take(Card.parse("8A")), "Hōō wants Geese"),
        (KoiKoi(), "Hōō wants to call koi-koi"),
        (Shobu(), "Hōō wants to stop"),
    ],
    ids=lambda given: "" if isinstance(given, str) else type(given).__name__,
)
def test_what_is_about_to_be_done_is_said(action: Action, said: str) -> None:
    told = thought(ENGLISH, "Hōō", view(playing(), 0), action, None)
    assert told == Thought(said)


def test_the_answers_to_the_question_are_weighed() -> None:
    seen = deciding().seen
    told = thought(ENGLISH, "Hōō", seen, Shobu(), a_hint(seen, Shobu(), [KoiKoi()]))
    assert [(one.said, one.brief) for one in told.weighed] == [("stop", "Stop"), ("koi-koi", "Koi")]


def test_panels_of_every_width_show_the_thought() -> None:
    told = scene(thinks(of_hand("9P1"), of_hand("9P1")))
    ascii_ = brush_of(MONO, GlyphSet.ASCII)
    compare(
        "demo-thought",
        [
            *(painted(told, size) for size in SIZES),
            painted(told, (80, 24), ascii_),
            painted(told, (60, 20), ascii_),
        ],
    )


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_the_choice_that_is_taken_is_shown_in_the_smallest_panel(size: tuple[int, int]) -> None:
    worst = [one for one in legal(playing()) if one != of_hand("9P1")][-1]
    rows = painted(scene(thinks(worst, of_hand("9P1"))), size).text()
    assert sum("▸" in row[48:] and "%" in row for row in rows) == 1
