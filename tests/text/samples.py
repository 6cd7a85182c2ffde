"""Something of everything that the game can say, for any language.

``sentences`` are whole sentences, ``phrases`` are names and figures that stand in sentences.
Together they ask for every message of ``koikoi.text``; a test says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from koikoi.ai.levels import CHARACTERS
from koikoi.engine.actions import SEATS
from koikoi.engine.cards import CARDS, MONTH_MASKS, Card, Kind, Ribbon
from koikoi.engine.events import (
    DealtYaku,
    MatchOutcome,
    RoundOutcome,
)
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import OPTIONS
from koikoi.engine.state import Phase
from koikoi.engine.yaku import MadeYaku, YakuId
from koikoi.text import (
    brief,
    comparing,
    daily,
    figures,
    languages,
    names,
    opponents,
    option_notes,
    options,
    own_rules,
    short,
)
from koikoi.text.brief import BriefTeller
from koikoi.text.catalogue import Text, UnknownLanguage
from koikoi.text.events import Narrator
from koikoi.text.problems import language_trouble, rules_trouble
from koikoi.text.reasons import reason_sentence
from koikoi.text.rules_page import rules_page
from koikoi.text.score import breakdown_sentences
from koikoi.text.voice import Voice
from tests.text.moments import (
    LISTENERS,
    NEW_TEXT,
    PLAYERS,
    STANDARD,
    all_rules,
    breakdowns,
    ending_events,
    mask,
    opening_events,
    other_values,
    questions,
    reasons,
    round_ends,
    rules_errors,
    rules_like,
    standings,
    turn_events,
    view_of,
    void_events,
)

DAY: Final = date(2026, 11, 30)


def event_sentences(text: Text) -> Iterator[str]:
    """All events, as each listener hears them."""
    for seat in LISTENERS:
        for codes in (False, True):
            narrator = Narrator(text, PLAYERS, seat, codes=codes)
            for source in (opening_events, void_events, turn_events, ending_events):
                for event in source():
                    yield from narrator.sentences(event)
                    yield from narrator.details(event)
            # Both are dealt a winning hand, and one of them counts.
            for dealt in SEATS:
                yield from narrator.sentences(DealtYaku(dealt, MadeYaku(YakuId.TESHI, 6), (1,)))
            for ended in round_ends():
                yield from narrator.sentences(ended)
        # One who joins late does not know what the rules double.
        late = Narrator(text, PLAYERS, seat)
        for ended in round_ends():
            yield from late.sentences(ended)
            for listed, scored in zip(SEATS, ended.breakdowns, strict=True):
                if scored is not None:
                    yield from late.calculation(scored, listed)


def decision_sentences(text: Text) -> Iterator[str]:
    """Questions, tallies and prompts."""
    for seen in questions():
        yield from Narrator(text, PLAYERS, seen.seat).question(seen).sentences
    for seen in standings():
        for listener in LISTENERS:
            narrator = Narrator(text, PLAYERS, listener)
            for seat in SEATS:
                yield from narrator.tally(replace(seen, seat=listener), seat)
    for listener in LISTENERS:
        narrator = Narrator(text, PLAYERS, listener)
        for phase in Phase:
            act = None if phase in (Phase.ROUND_OVER, Phase.MATCH_OVER) else 0
            choosing = phase in (Phase.CHOOSE_PLAYED, Phase.CHOOSE_DRAWN)
            card = Card.parse("1L") if choosing else None
            seen = view_of(0, phase, to_act=act, in_play=card, field=mask("1P1 1P2"))
            yield narrator.prompt(seen)


def rules_sentences(text: Text) -> Iterator[str]:
    """Pages of many rules."""
    for rules in all_rules():
        for _, said in rules_page(text, rules):
            yield from said


def other_sentences(text: Text) -> Iterator[str]:
    """Reasons, problems and how points come about."""
    for codes in (False, True):
        for reason in reasons():
            yield reason_sentence(text, reason, codes=codes)
    for error in rules_errors():
        yield from rules_trouble(text, error)
    for option in OPTIONS:
        yield option_notes.option_note(text, option.key)
    for fault in own_rules.name_faults():
        yield own_rules.name_problem(text, fault, 60)
    yield from comparing.sources(text, [STANDARD, rules_like(STANDARD, name=PLAYERS[0], source="")])
    yield language_trouble(text, UnknownLanguage("§", ("§", "§§")))
    for one in CHARACTERS:
        yield from opponents.introduction(text, one.key)
    yield from opponents.fairness(text)
    yield opponents.without_weights(text)
    for score in breakdowns():
        yield from breakdown_sentences(text, STANDARD, score)
    for resumed in (False, True):
        for repeat in (False, True):
            yield from daily.opening(text, DAY, resumed=resumed, repeat=repeat)
    yield from daily.about(text, STANDARD, opponents.opponent(text, CHARACTERS[0].key))
    for standing in (daily.Standing.OPEN, daily.Standing.BEGUN):
        yield daily.standing_sentence(text, DAY, standing, "§")


def sentences(text: Text) -> Iterator[str]:
    """Every kind of sentence."""
    yield from event_sentences(text)
    yield from decision_sentences(text)
    yield from other_sentences(text)
    yield from rules_sentences(text)


def brief_lines(text: Text) -> Iterator[str]:
    """All events in brief, as each listener reads them."""
    for seat in LISTENERS:
        teller = BriefTeller(Voice(text, PLAYERS, seat))
        for source in (opening_events, void_events, turn_events, ending_events):
            for event in source():
                for said in (teller.now(event), teller.line(event)):
                    if said is not None:
                        yield said
        yield teller.line(DealtYaku(0, MadeYaku(YakuId.TESHI, 6), (1,))) or ""
        for ended in round_ends():
            yield teller.line(ended) or ""
    yield brief.yaku_row(text, [MadeYaku(yaku, 1) for yaku in YakuId])


def phrases(text: Text) -> Iterator[str]:
    """Every name, word and figure that stands alone."""
    yield from _names(text)
    yield from brief_lines(text)
    for card in CARDS:
        yield from (name_of(text, card) for name_of in (short.card_4, short.card_10))
        yield from (short.card_brief(text, card), brief.target(text, card))
    for month in range(1, 13):
        yield from (short.plant_6(text, month), short.month_3(text, month))
    yield from (short.yaku_9(text, yaku) for yaku in YakuId)
    for name in PRESET_NAMES:
        yield options.preset_name(text, name)
        yield options.rules_source(text, preset(name))
    yield from _options(text)
    for number in (-2, 0, 2):
        yield figures.signed(text, number)
    for one in opponents.opponents(text):
        yield from (one.name, one.tag, one.title, opponents.with_level(text, one))
        yield opponents.renamed(text, one.name)
    for outcome in MatchOutcome:
        for winner in (0, 1, None):
            result = daily.DailyResult(DAY, outcome, winner, (3, 2), (0, 1, None), "§", hints=2)
            yield daily.result_line(text, result)
            yield daily.result_line(text, result._replace(repeat=True))
    yield from (languages.native(text), languages.latin(text))
    yield figures.times(text, 2)
    yield figures.span(text, 0, 50)
    for heading, _ in rules_page(text, STANDARD):
        yield heading


def _options(text: Text) -> Iterator[str]:
    for first in option_notes.GROUPS:
        yield option_notes.group_name(text, first)
    yield from comparing.heads(text, [STANDARD, STANDARD])
    for count in (0, 1, 2):
        yield own_rules.difference(text, count, "§")
    for option in OPTIONS:
        yield options.option_name(text, option.key)
        for value in other_values(option):
            if value != NEW_TEXT:
                yield options.option_value(text, option.key, value)


def _names(text: Text) -> Iterator[str]:
    for card in CARDS:
        yield names.card_name(text, card)
        yield names.card_label(text, card)
    for month in range(1, 13):
        yield names.calendar_month(text, month)
        yield names.plant(text, month)
        yield names.month(text, month)
        yield names.joined_cards(text, MONTH_MASKS[month - 1])
    yield from (names.kind(text, kind) for kind in Kind)
    yield from (names.counted(text, kind, 2) for kind in Kind)
    yield from (names.ribbon(text, ribbon) for ribbon in Ribbon)
    for name_of in (names.yaku_name, names.yaku_romaji, names.yaku):
        yield from (name_of(text, yaku) for yaku in YakuId)
    yield from (names.seat_name(text, seat) for seat in SEATS)
    yield from (names.phase(text, phase) for phase in Phase)
    yield from (names.round_outcome(text, outcome) for outcome in RoundOutcome)
    yield from (names.match_outcome(text, outcome) for outcome in MatchOutcome)
