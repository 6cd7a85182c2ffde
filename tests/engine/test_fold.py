"""The view rebuilt from redacted events alone is the view, at every rest and for everybody."""

from __future__ import annotations

import pytest

from koikoi.engine.actions import SEATS, Resign, Seat
from koikoi.engine.flow import apply, new_match
from koikoi.engine.fold import Folder, fold
from koikoi.engine.state import Phase
from koikoi.engine.view import redact, view
from tests.engine.midround import STANDARD
from tests.engine.walk import COURSES, Course, walk

each_course = pytest.mark.parametrize("course", COURSES.values(), ids=COURSES.keys())
for_everybody = pytest.mark.parametrize("seat", [*SEATS, None])


@for_everybody
@each_course
def test_redacted_events_fold_to_the_view_at_every_rest(course: Course, seat: Seat | None) -> None:
    for seed in ("fold", "unfold", "refold"):
        folder = Folder(seat)
        for state, _, events in walk(course, seed):
            for event in events:
                folder.see(redact(event, seat))
            assert folder.view == view(state, seat)


@for_everybody
@each_course
def test_a_view_goes_on_with_the_events_after_it(course: Course, seat: Seat | None) -> None:
    """Also where a match is joined in its middle, at whatever rest."""
    before = None
    for state, _, events in walk(course, "joined"):
        if before is not None:
            folder = Folder.of(before)
            for event in events:
                folder.see(redact(event, seat))
            assert folder.view == view(state, seat)
        before = view(state, seat)


@for_everybody
@pytest.mark.parametrize("resigning", SEATS)
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.MATCH_OVER])
def test_resignation_in_every_phase_folds_to_the_view(
    phase: Phase, resigning: Seat, seat: Seat | None
) -> None:
    folder = Folder(seat)
    for state, _, events in walk(STANDARD, "fold"):
        for event in events:
            folder.see(redact(event, seat))
        if state.phase is phase:
            break
    after, events = apply(state, Resign(resigning))
    for event in events:
        folder.see(redact(event, seat))
    assert folder.view == view(after, seat)


@for_everybody
def test_fold_takes_all_events_at_once(seat: Seat | None) -> None:
    events = []
    for step in walk(STANDARD, "fold"):
        events += [redact(event, seat) for event in step.events]
    assert fold(events, seat) == view(step.state, seat)


def test_unredacted_events_of_a_replay_fold_to_the_same_view() -> None:
    """Whoever replays a finished match has the whole events; the hand is still only the seat's."""
    steps = list(walk(STANDARD, "fold"))
    folded = fold((event for step in steps for event in step.events), 0)
    seen = view(steps[-1].state, 0)
    assert (folded.hand, folded.scores, folded.results) == (seen.hand, seen.scores, seen.results)


@for_everybody
def test_deal_alone_folds_to_the_first_view(seat: Seat | None) -> None:
    state = new_match(STANDARD, "first")
    assert fold((redact(event, seat) for event in state.history), seat) == view(state, seat)


@for_everybody
def test_there_is_no_view_before_the_match_has_started(seat: Seat | None) -> None:
    with pytest.raises(ValueError, match="MatchStarted"):
        fold([], seat)
