"""What holds for everything that is said, in English and in any other language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.engine.actions import Resign, Seat
from koikoi.engine.events import Event
from koikoi.engine.flow import apply, legal_actions, new_match
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import OPTIONS, Rules
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import redact, view
from koikoi.text.catalogue import Text, load
from koikoi.text.events import Narrator
from koikoi.text.telling import TELLERS
from tests.text import samples
from tests.text.moments import LISTENERS, PLAYERS, STANDARD, any_rules, patient
from tests.text.pseudo import is_one_message, pseudo_text

ENGLISH = load()


def _faults(sentence: str) -> list[str]:
    found = []
    if not sentence.endswith((".", "?", "!")):
        found.append("does not end like a sentence")
    if "  " in sentence or sentence != sentence.strip():
        found.append("has blanks that say nothing")
    if re.search(r"[{}]", sentence):
        found.append("has braces")
    if not re.match(r"[A-Z0-9“(\[]", sentence) and not sentence.startswith(PLAYERS):
        found.append("begins small")
    if not sentence.isprintable() or re.search("[\u2500-\u259f]", sentence):
        found.append("has something that is not for reading")
    if re.search(r"\b(1 points|1 rounds|1 times|1 calls|1 turns|None|0 point)\b", sentence):
        found.append("has a wrong number")
    if re.search(r" [,.;:?]|\.\.|,,|,\.", sentence):
        found.append("has stray punctuation")
    return found


def _say_faults(sentences: Iterable[str]) -> list[tuple[str, list[str]]]:
    return [(s, faults) for s in dict.fromkeys(sentences) if (faults := _faults(s))]


def test_every_sentence_reads_like_one() -> None:
    assert _say_faults(samples.sentences(ENGLISH)) == []


def test_every_event_has_a_teller() -> None:
    assert set(TELLERS) == set(get_args(Event))


# No letters but these come from elsewhere than a message: card codes, digests, option keys and
# words of rules files, and commands, which are the same in every language.
_CODES = re.compile(
    r"\b\d{1,2}(?:[LAR]|P[123])\b|\b[0-9a-f]{64}\b|koikoi verify|call_limit(?:_count)?|"
    + "|".join(
        sorted(
            {word for option in OPTIONS for word in (option.key, *option.choices)}
            | set(PRESET_NAMES)
            | {"true", "false", "goku", "all"},
            key=len,
            reverse=True,
        )
    )
)


def _past_the_catalogue(said: Iterable[str]) -> list[str]:
    return [
        one
        for one in dict.fromkeys(said)
        if not is_one_message(one) or re.search("[A-Za-z]", _CODES.sub("", one))
    ]


def test_no_sentence_bypasses_the_catalogue() -> None:
    text, _ = pseudo_text()
    assert _past_the_catalogue(samples.sentences(text)) == []


def test_no_name_and_no_figure_bypasses_the_catalogue() -> None:
    text, _ = pseudo_text()
    assert _past_the_catalogue(samples.phrases(text)) == []


def test_what_bypasses_the_catalogue_is_seen() -> None:
    text, _ = pseudo_text()
    card = text.p("card", "Crane")
    assert _past_the_catalogue([text.t("You hold {cards}.", cards=card)]) == []
    for bypassing in (
        "You hold Crane.",
        f"{card}.",
        f"{card}{card}",
        text.t("You hold {cards}.", cards="Crane"),
    ):
        assert _past_the_catalogue([bypassing]) == [bypassing]


def test_the_samples_ask_for_every_message_of_the_room() -> None:
    pytest.importorskip("babel", reason="Babel reads the messages out of the source")
    from koikoi.text.template import collect

    text, pseudo = pseudo_text()
    for _ in (*samples.sentences(text), *samples.phrases(text)):
        pass
    for count in (2, 3, 4):
        text.sentences(["a"] * count)
        text.join(["a"] * count)
        text.either(["a"] * count)
        text.row(["a"] * count)
    own = {
        (message.context, message.id if isinstance(message.id, str) else message.id[0])
        for message in collect()
        if message.id and any(path.startswith("koikoi/text/") for path, _ in message.locations)
    }
    # Never asked for: a message that nothing says, or a sentence that no sample shows.
    assert own - pseudo.asked == set()
    # Asked for but not found in the source: it would never be translated.
    assert pseudo.asked - own == set()


def _told(state: MatchState, narrator: Narrator, seat: Seat | None) -> list[str]:
    """All that a listener can hear of where the match rests, but its events."""
    seen = view(state, seat)
    said = [narrator.prompt(seen)]
    for pile in (0, 1):
        said += narrator.tally(seen, 0 if pile == 0 else 1)
    if state.phase is Phase.DECIDE and state.to_act == seat:
        said += narrator.question(seen).sentences
    return said


def _match(rules: Rules, seed: str, choices: st.DataObject, text: Text) -> Iterable[str]:
    """A random match as every listener hears it."""
    state = new_match(rules, seed)
    narrators = [(seat, Narrator(text, PLAYERS, seat)) for seat in LISTENERS]
    events: tuple[Event, ...] = state.history
    last = choices.draw(st.integers(1, 3))
    while True:
        for seat, narrator in narrators:
            for event in events:
                yield from narrator.sentences(redact(event, seat))
                yield from narrator.details(event)
            yield from _told(state, narrator, seat)
        if state.phase is Phase.MATCH_OVER:
            return
        actions = legal_actions(state)
        action = actions[choices.draw(st.integers(0, len(actions) - 1))]
        if state.round.number > last:
            action = Resign(0)
        state, events = apply(state, action)


@pytest.mark.parametrize("rules_name", PRESET_NAMES)
@settings(patient, max_examples=5)
@given(seed=st.text("abcdef", min_size=1, max_size=6), choices=st.data())
def test_random_matches_are_told_in_whole_sentences(
    rules_name: str, seed: str, choices: st.DataObject
) -> None:
    said = list(_match(preset(rules_name), seed, choices, ENGLISH))
    assert _say_faults(said) == []


@settings(patient, max_examples=30)
@given(rules=any_rules(), seed=st.text("abcdef", min_size=1, max_size=6), choices=st.data())
def test_matches_under_any_rules_are_told_in_whole_sentences(
    rules: Rules, seed: str, choices: st.DataObject
) -> None:
    assert _say_faults(_match(rules, seed, choices, ENGLISH)) == []


@settings(patient, max_examples=5)
@given(seed=st.sampled_from(["α", "β", "γ", "δ", "ε"]), choices=st.data())
def test_random_matches_are_told_by_the_catalogue_alone(seed: str, choices: st.DataObject) -> None:
    text, _ = pseudo_text()
    said = _match(STANDARD, seed, choices, text)
    hexadecimal = re.compile("[0-9a-f]{64}")
    assert _past_the_catalogue(hexadecimal.sub("", one) for one in said) == []
