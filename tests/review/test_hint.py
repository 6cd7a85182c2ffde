"""A hint says what is best and why, and sees no more than the player."""

from __future__ import annotations

import pytest

from koikoi.ai.agent import Halt
from koikoi.engine.actions import KoiKoi, Play, Shobu
from koikoi.engine.deck import Stream
from koikoi.engine.flow import legal_actions
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view
from koikoi.engine.yaku import YakuId
from koikoi.review.budget import BUDGETS
from koikoi.review.hint import Hint, hint
from koikoi.review.judge import Outlook
from koikoi.review.reasons import ReasonKind, reasons
from koikoi.table import counsel
from koikoi.text.catalogue import load
from tests.engine.permute import permuted
from tests.engine.stack import follow
from tests.review.test_judge import QUICK, choices
from tests.tui.scenes import playing


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "small", QUICK)


def hinted(state: MatchState) -> Hint:
    assert state.to_act is not None
    found = hint(view(state, state.to_act), legal_actions(state), Halt())
    assert found is not None
    return found


def test_a_yaku_that_is_made_at_once_is_the_first_reason() -> None:
    state = playing()
    found = hinted(state)
    makes = [one for one in found.reasons if one.kind is ReasonKind.MAKES]
    assert makes
    assert found.reasons[0] == makes[0]
    assert makes[0].share == 1.0


def test_a_yaku_that_is_made_already_is_no_reason() -> None:
    for state in choices("standard", 2):
        seat = state.to_act
        assert seat is not None
        for one in hinted(state).reasons:
            about_the_round = one.kind in (ReasonKind.WINS, ReasonKind.SAVES)
            assert about_the_round == (one.yaku is None)
            assert about_the_round or isinstance(one.yaku, YakuId)
            assert 0 <= one.share <= 1
            assert 0 <= one.instead <= 1
            if one.kind in (ReasonKind.KEEPS, ReasonKind.WINS):
                assert one.share > one.instead
            if one.kind in (ReasonKind.DENIES, ReasonKind.SAVES):
                assert one.share < one.instead


def test_a_halted_hint_is_none_or_what_is_known() -> None:
    state = playing()
    halt = Halt()
    halt.stop()
    assert state.to_act is not None
    assert hint(view(state, state.to_act), legal_actions(state), halt) is None


def test_every_hint_has_its_words() -> None:
    text = load()
    for state in choices("standard", 2):
        found = hinted(state)
        prompt = counsel.prompt_of(text, found)
        assert prompt.startswith("Hint: ")
        assert len(prompt) <= 55
        sentences = counsel.sentences_of(text, found, "Shika")
        assert sentences[0].startswith("Hint: ")
        assert all(said.endswith(".") for said in sentences)
        assert counsel.panel_lines(text, found)


def test_a_card_names_what_it_takes() -> None:
    text = load()
    state = playing()
    found = hinted(state)
    best = found.best
    assert isinstance(best.action, Play)
    assert best.takes
    assert " takes " in counsel.prompt_of(text, found)
    assert " for " in counsel.deed(text, best)


def test_the_koi_koi_question_has_a_hint() -> None:
    state, _ = follow(playing(), "9P1")
    assert state.phase is Phase.DECIDE
    found = hinted(state)
    assert isinstance(found.best.action, KoiKoi | Shobu)
    said = counsel.prompt_of(load(), found)
    assert said in ("Hint: stop (Enter or s)", "Hint: call koi-koi (Enter or k)")


def test_a_hint_is_the_same_whatever_is_hidden() -> None:
    """The other hand and the stock change places: nothing that the player sees differs."""
    state = playing()
    assert state.to_act is not None
    twin = permuted(state, state.to_act, Stream("hint"))
    assert hinted(state) == hinted(twin)


def test_a_round_that_is_won_more_often_is_a_reason_after_all_yaku() -> None:
    state = playing()
    found = hinted(state)
    seen = view(state, 0)
    best, second = found.judgement.rated[:2]
    won = Outlook((0,) * 100, (0,) * 100, won=0.9, lost=0.1)
    lost = Outlook((0,) * 100, (0,) * 100, won=0.5, lost=0.5)
    told = reasons(seen, best, (second,), {best.action: won, second.action: lost}, most=9)
    kinds = [one.kind for one in told]
    assert kinds[-2:] == [ReasonKind.WINS, ReasonKind.SAVES]
    assert (told[-2].share, told[-2].instead) == (0.9, 0.5)
    even = reasons(seen, best, (second,), {best.action: won, second.action: won}, most=9)
    assert [one.kind for one in even] == kinds[:-2]
