"""Every page of words, painted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from koikoi.engine.cards import Card
from koikoi.engine.events import MatchEnded, RoundEnded
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.rules import Rules, RuleValue
from koikoi.engine.view import view
from koikoi.lesson.decisions import decisions
from koikoi.lesson.quiz import askable
from koikoi.lesson.script import OVER
from koikoi.lesson.trainer import Trainer
from koikoi.record.record import RecordPlayer
from koikoi.review.budget import BUDGETS
from koikoi.review.coach import Coach
from koikoi.review.verdict import Verdict, verdict
from koikoi.store.facts import facts_of
from koikoi.store.figures import Wanted, figures
from koikoi.store.settings import Settings
from koikoi.store.tables import PastMatch
from koikoi.table.resuming import Unfinished
from koikoi.table.rulesdraft import Draft, draft_of
from koikoi.text.events import Narrator
from koikoi.tui import (
    cardwords,
    coachwords,
    editorwords,
    learnwords,
    menus,
    pastsheets,
    trainersheets,
    unfinished,
    words,
)
from koikoi.tui.asking import Answer, asked_sheet
from koikoi.tui.brush import Brush
from koikoi.tui.comparewords import Beside, beside_sheet
from koikoi.tui.demopage import about_sheet
from koikoi.tui.entry import entry_sheet
from koikoi.tui.frame import Frame
from koikoi.tui.learnsheets import rows
from koikoi.tui.ownrulespage import own_rules_sheet
from koikoi.tui.paint.editor import areas, paint_editor, top_for
from koikoi.tui.paint.title import paint_title
from koikoi.tui.pastmatch import match_sheet
from koikoi.tui.rulewords import rules_sheet
from koikoi.tui.sheet import Sheet, paint_dialog, paint_sheet, text_width
from tests.engine.stack import follow
from tests.review.matches import recorded
from tests.review.test_judge import QUICK
from tests.store.pasts import TSURU, TWO_PEOPLE, YOU, a_match, golden
from tests.tui.scenes import NAMES, TAGS, a_turn, painted, playing

Size: TypeAlias = tuple[int, int]
Builder: TypeAlias = Callable[[Brush, int], Sheet]


def story(brush: Brush) -> list[str]:
    """What is told of a few moves."""
    state, events = follow(playing(), "9P1 stop next")
    narrator = Narrator(brush.text, NAMES, 0, rules=state.rules)
    return [said for event in events for said in narrator.sentences(event)]


@cache
def _verdict() -> Verdict:
    """What the coach says of a short match, with little thought."""
    record = recorded(rounds=2)
    usual = BUDGETS["small"]
    BUDGETS["small"] = QUICK
    try:
        return verdict(record, Coach())
    finally:
        BUDGETS["small"] = usual


def _coach(brush: Brush, width: int) -> Sheet:
    review, levels, taught = _verdict()
    return coachwords.review_sheet(review, levels, taught[0], 0, NAMES, brush, width)


def _lesson(brush: Brush, width: int) -> Sheet:
    return coachwords.lesson_sheet(_verdict().taught[0][0], brush, width, replays=True)


def _result(brush: Brush, width: int, number: int) -> Sheet:
    state, events = follow(playing(number=number), "9P1 stop")
    ends = [event for event in events if isinstance(event, RoundEnded | MatchEnded)]
    assert len(ends) == (2 if number == 12 else 1)
    narrator = Narrator(brush.text, NAMES, 0, rules=state.rules)
    return words.result_sheet(view(state, 0), ends, narrator, 0, NAMES, brush, width)


_SAID: Final = "⟦Ž⟧."
"""Something that is said; no letter of it is ASCII."""

_NOTICE: Final = "The history was read from the records for this once."


@cache
def past_matches() -> tuple[PastMatch, ...]:
    """Matches that were played, the oldest first: golden records, and one of two people."""
    records = [golden(name) for name in ("resigned", "out-of-points", "house-rules", "redealt")]
    records += [a_match("level 4", players=(YOU, TSURU)), a_match("two", players=TWO_PEOPLE)]
    return tuple(PastMatch(facts_of(record), Path("match")) for record in records)


def looked() -> pastsheets.Looked:
    """All of them."""
    matches = past_matches()
    return pastsheets.Looked(Wanted(), figures(matches), matches[::-1])


def _left(seconds: int, *, played: bool = False) -> Unfinished:
    """An unfinished match; what is its path, and when it was played last."""
    players = RecordPlayer(NAMES[0], "human"), RecordPlayer(NAMES[1], "greedy")
    written = datetime(2026, 11, 30, 12, 0, tzinfo=UTC) - timedelta(seconds=seconds)
    return Unfinished(Path(f"/{seconds}"), written, players, view(playing(), None), played)


LEFT: Final = (_left(0, played=True), _left(5000), _left(600_000))
"""Unfinished matches, the first of which is being played."""


def _learning(*notices: str) -> trainersheets.Learning:
    """Half of all that there is to know, the cards of the first months best."""
    rules = preset("standard")
    facts = askable(rules)
    boxes = {fact.key: max(5 - at // 9, 1) for at, fact in enumerate(facts)}
    return trainersheets.Learning(rules, boxes, notices)


def _trained(brush: Brush, width: int) -> Sheet:
    """A session of the card trainer with some answers right, some wrong."""
    learning = _learning(brush.text.t(_NOTICE))
    trainer = Trainer(learning.rules, learning.boxes, "summary", 6)
    for at in range(6):
        trainer.answer(trainer.question.right if at % 2 else 0)
        if not trainer.over:
            trainer.go_on()
    return trainersheets.summary_sheet(trainer.summary(), learning, brush, width)


ALL_RULES: Final = tuple(preset(name) for name in PRESET_NAMES)

NAMED: Final = "Žö"
"""A name of rules; no letter of it is ASCII."""


def own(**changes: RuleValue) -> Rules:
    """Rules of the player's own."""
    values = {**preset("nintendo").to_mapping(), "name": NAMED, "source": "", **changes}
    return Rules.from_mapping(values)


OWN: Final = {NAMED: own(sanko=6, rounds=6), f"{NAMED} 2": None}
"""Rules of the player's own, and some that cannot be used."""


def a_draft() -> Draft:
    """Rules that are being made, with something changed and something wrong."""
    draft = draft_of(own(), NAMED).stepped("sanko", 2).chosen("call_bonus", "per_call")
    return draft.put("kasu", 77).put("call_limit", "none")


SHEETS: Final[dict[str, Builder]] = {
    "help": words.help_sheet,
    "log": lambda brush, width: words.log_sheet(story(brush), brush, width),
    "yaku": lambda brush, width: words.yaku_sheet(a_turn().seen, 0, TAGS, brush, width),
    "captures": lambda brush, width: cardwords.captures_sheet(
        a_turn().seen, 0, NAMES, brush, width
    ),
    "card": lambda brush, width: cardwords.card_sheet(
        a_turn().seen, 0, Card.parse("9P1"), brush, width
    ),
    "rules": lambda brush, width: rules_sheet(preset("standard"), brush, width),
    "round": lambda brush, width: _result(brush, width, 3),
    "match": lambda brush, width: _result(brush, width, 12),
    "compare": lambda brush, width: beside_sheet(Beside(ALL_RULES), brush, width),
    "compare-whole": lambda brush, width: beside_sheet(
        Beside(ALL_RULES, 1, 3, whole=True), brush, width
    ),
    "own-rules": lambda brush, width: own_rules_sheet(OWN, (), brush, width),
    "own-rules-none": lambda brush, width: own_rules_sheet(
        {}, (brush.text.t(_NOTICE),), brush, width
    ),
    "editor-keys": lambda brush, _: editorwords.keys_sheet(brush),
    "editor-values": lambda brush, width: editorwords.values_sheet(
        a_draft(), "call_bonus", brush, width
    ),
    "editor-about": lambda brush, width: editorwords.detail_sheet(a_draft(), "sanko", brush, width),
    "editor-leave": lambda brush, width: asked_sheet(
        brush.text.t("Leave the editor?"),
        brush.text.t("What you have changed is not saved."),
        (Answer("stay", "g", brush.text.t("Go on editing")),),
        brush,
        width,
    ),
    "entry": lambda brush, width: entry_sheet(
        brush.text.t("Name of the rules"), NAMED, brush.text.t("Keep them"), brush, width
    ),
    "setup": lambda brush, width: menus.setup_sheet(menus.wish_of(Settings()), brush, width),
    "setup-two": lambda brush, width: menus.setup_sheet(
        menus.Wish("", "yakuza", 3, "you"), brush, width
    ),
    "coach": _coach,
    "coach-thinking": lambda brush, width: coachwords.waiting_sheet(34, 168, brush, width),
    "lesson": _lesson,
    "unfinished": lambda brush, width: unfinished.list_sheet(LEFT, (), brush, width),
    "played": lambda brush, width: unfinished.played_sheet(LEFT[0].path, brush, width),
    "remove": lambda brush, width: unfinished.remove_sheet(LEFT[1], brush, width),
    "options": lambda brush, width: menus.options_sheet(Settings(), brush, width),
    "history": lambda brush, width: pastsheets.figures_sheet(looked(), brush, width),
    "history-none": lambda brush, width: pastsheets.figures_sheet(
        pastsheets.Looked(Wanted(), None, (), (brush.text.t(_NOTICE),)), brush, width
    ),
    "history-reading": lambda brush, width: pastsheets.reading_sheet(40, 300, brush, width),
    "matches": lambda brush, width: pastsheets.list_sheet(looked(), brush, width),
    "about-demo": about_sheet,
    "learn": lambda brush, width: learnwords.learn_sheet(rows(Settings()), brush, width),
    "learn-begun": lambda brush, width: learnwords.learn_sheet(
        rows(Settings(first_round="capture", koikoi_or_stop="sk")), brush, width
    ),
    "learn-done": lambda brush, width: learnwords.learn_sheet(
        rows(Settings(first_round=OVER, koikoi_or_stop="skskk")), brush, width
    ),
    "learn-go-on": lambda brush, width: learnwords.resume_sheet((7, 16), brush, width),
    "decisions-go-on": lambda brush, width: learnwords.decisions_sheet((3, 5), brush, width),
    "decisions-again": lambda brush, width: learnwords.decisions_sheet((6, 5), brush, width),
    "learnt": learnwords.learnt_sheet,
    "decisions": lambda brush, width: learnwords.judged_sheet(decisions(), "sssss", brush, width),
    "trainer": lambda brush, width: trainersheets.trainer_sheet(_learning(), brush, width),
    "trainer-forget": lambda brush, _: trainersheets.forget_sheet(brush),
    "trainer-summary": _trained,
    "past-match": lambda brush, width: match_sheet(past_matches()[1], brush, width),
    "past-match-of-two": lambda brush, width: match_sheet(past_matches()[-1], brush, width),
}
"""The pages that fill the screen."""


def page(name: str, size: Size, brush: Brush) -> Frame:
    """A page on a terminal of this size, with its first entry chosen."""
    sheet = SHEETS[name](brush, text_width(size[0]))
    chosen = sheet.items[0].name if sheet.items else ""
    return paint_sheet(sheet, *size, brush, chosen=chosen)


def title(size: Size, brush: Brush, message: str = "") -> Frame:
    """The title screen."""
    said = menus.subtitle(menus.wish_of(Settings()), brush)
    return paint_title(*size, brush, "new", said, message)


def quit_dialog(size: Size, brush: Brush) -> Frame:
    """The question before a match is left, over the table."""
    below = painted(a_turn(), size, brush)
    sheet = words.quit_sheet(brush, "")
    return paint_dialog(sheet, below, brush, chosen="go_on")


def leave_lesson(size: Size, brush: Brush) -> Frame:
    """The question before a lesson is left, over the table."""
    below = painted(a_turn(), size, brush)
    return paint_dialog(learnwords.parting_sheet(brush), below, brush, chosen="go_on")


def editor(size: Size, brush: Brush, chosen: str = "sanko", **changes: Any) -> Frame:
    """The rules editor."""
    look = editorwords.Look(a_draft(), chosen, **changes)
    rows = areas(*size).options.height
    return paint_editor(look._replace(top=top_for(chosen, 0, rows)), *size, brush)


EDITORS: Final[dict[str, dict[str, Any]]] = {
    "editor": {},
    "editor-wrong": {"chosen": "kasu", "typing": True, "typed": "77"},
    "editor-contradiction": {"chosen": "call_limit_count"},
    "editor-choice": {"chosen": "call_bonus", "said": _SAID},
    "editor-text": {"chosen": "name"},
}
"""The editor in every state."""


def all_pages(size: Size, brush: Brush) -> Iterator[tuple[str, Frame]]:
    """Every page with its name."""
    for name in SHEETS:
        yield name, page(name, size, brush)
    yield "title", title(size, brush)
    yield "quit", quit_dialog(size, brush)
    yield "leave-lesson", leave_lesson(size, brush)
    for name, changes in EDITORS.items():
        yield name, editor(size, brush, **changes)
