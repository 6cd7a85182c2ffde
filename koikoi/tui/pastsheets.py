"""The pages of past matches: their figures and their list. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from koikoi.engine.actions import SEATS, Seat, other
from koikoi.engine.events import MatchOutcome
from koikoi.store.facts import FALLBACK, HINT, Ending, MatchFacts
from koikoi.store.figures import Figures, Group, Wanted
from koikoi.store.tables import PastMatch
from koikoi.table import past
from koikoi.text import names, short
from koikoi.text.catalogue import NP_
from koikoi.text.charts import bar
from koikoi.text.problems import shown
from koikoi.tui.brush import Brush
from koikoi.tui.frame import aligned
from koikoi.tui.sheet import BLANK, Item, Line, Sheet, Span, column, prose
from koikoi.tui.theme import Tone
from koikoi.tui.uistate import KeyHint

_TONES: Final = {
    Ending.WON: Tone.GOOD,
    Ending.CONCEDED: Tone.GOOD,
    Ending.LOST: Tone.BAD,
    Ending.FORFEITED: Tone.WARN,
    Ending.DRAWN: Tone.TEXT,
}
_LONGEST_BAR: Final = 30
_NAME: Final = 16


class Looked(NamedTuple):
    """What of the history is looked at.

    Attributes:
        wanted: Which matches.
        found: Their figures against the computer, ``None`` where there is no such match.
        listed: All of them, the latest first.
        notices: What is to be said of the history.
    """

    wanted: Wanted
    found: Figures | None
    listed: tuple[PastMatch, ...]
    notices: tuple[str, ...] = ()


def reading_sheet(done: int, count: int, brush: Brush, width: int) -> Sheet:
    """What is shown until the records have been read."""
    said = brush.t("The history is being read.")
    if count:
        said = brush.t(
            "The history is being read: {done} of {count} records.", done=done, count=count
        )
    return Sheet(brush.t("History"), prose(said, width), _hints(brush, ()))


# The figures -------------------------------------------------------------------------------------


def figures_sheet(looked: Looked, brush: Brush, width: int) -> Sheet:
    """What the matches against the computer come to."""
    lines: list[Line] = []
    for notice in looked.notices:
        lines += [*prose(brush.glyphs.words(notice), width, Tone.WARN), BLANK]
    if looked.found is None:
        lines += prose(_nothing(looked, brush), width)
    else:
        lines += _figures(looked.found, brush, width)
    matches = (KeyHint(brush.text.t("Tab"), brush.text.t("matches"), "tab"),)
    return Sheet(_title(looked, brush), tuple(lines), _hints(brush, matches))


def _nothing(looked: Looked, brush: Brush) -> str:
    if looked.wanted != Wanted():
        return brush.t("There is no finished match against the computer of this kind.")
    return brush.t("There is no finished match against the computer yet; play the first one.")


def _figures(found: Figures, brush: Brush, width: int) -> list[Line]:
    text, total = brush.text, found.total
    rate = total.rate
    assert rate is not None  # there is a match
    told = [
        text.n(
            "{count} match against the computer: {endings}.",
            "{count} matches against the computer: {endings}.",
            total.matches,
            endings=past.tally(text, total),
        ),
        past.win_rate(text, rate),
    ]
    if total.rounds:
        told.append(past.a_round(text, total))
    lines = told_lines(told, brush, width)
    lines.append(_last(found, brush))
    told = [
        text.n(
            "Longest winning run: {count} match.",
            "Longest winning run: {count} matches.",
            found.longest_run,
        )
    ]
    if found.best is not None:
        told.append(past.best_round(text, found.best))
    lines += told_lines(told, brush, width)
    lines += _groups(brush.t("Level"), found.levels, past.level_name, brush, width)
    lines += _groups(brush.t("Rules"), found.rules, past.rules_title, brush, width)
    lines += [*_months(found, brush, width), *_yaku(found, brush, width), BLANK]
    told = [
        past.calls(text, found.calls),
        past.hints(text, found.marks.get(HINT, 0), found.hinted),
    ]
    if found.calls.calls:
        told.insert(1, past.gained(text, found.calls))
    if moves := found.marks.get(FALLBACK, 0):
        told.append(past.by_the_table(text, moves))
    return lines + told_lines(told, brush, width)


def told_lines(sentences: Sequence[str], brush: Brush, width: int) -> list[Line]:
    """Sentences as lines, those that go on a little to the right."""
    return [line for said in sentences for line in prose(brush.glyphs.words(said), width, indent=2)]


def _last(found: Figures, brush: Brush) -> Line:
    """The last matches, one letter each."""
    letters = (
        Span(brush.glyphs.words(past.sign(brush.text, one)), _TONES[one], bold=True)
        for one in found.last
    )
    return (Span(brush.t("Last matches, the latest right: ")), *letters)


def heading(said: str, width: int) -> Span:
    """The heading of a column."""
    return Span(column(said, width), Tone.ACCENT, bold=True)


def _groups(
    title: str,
    groups: Mapping[str, Group],
    name: Callable[..., str],
    brush: Brush,
    width: int,
) -> Iterator[Line]:
    """How many matches of each group ended how, and the share of those won as a bar."""
    room = min(width - _NAME - 4 * 6, _LONGEST_BAR)
    yield BLANK
    yield (
        heading(title, _NAME),
        *(_number(brush.p("column", said)) for said in _ENDING_HEADS),
        Span("  "),
        Span(brush.t("win rate"), Tone.ACCENT, bold=True),
    )
    for key, group in groups.items():
        rate = group.rate
        assert rate is not None  # a group has a match
        won = bar(round(1000 * rate.mean), 1000, room - 8, brush.glyphs.block)
        counts = (
            group.count(Ending.WON, Ending.CONCEDED),
            *(group.count(one) for one in (Ending.LOST, Ending.DRAWN, Ending.FORFEITED)),
        )
        yield (
            Span(column(brush.glyphs.words(name(brush.text, key)), _NAME)),
            *(Span(f"{count:>6}") for count in counts),
            Span("  "),
            Span(won, Tone.GOOD),
            Span(brush.glyphs.rule * (room - 8 - len(won)), Tone.MUTE),
            Span(f" {100 * rate.mean:3.0f} %"),
        )


_ENDING_HEADS: Final = (
    NP_("column", "won"),
    NP_("column", "lost"),
    NP_("column", "drawn"),
    NP_("column", "forf."),
)


def _number(said: str) -> Span:
    """A heading of numbers, which stand at the right."""
    return Span(aligned(said, 6), Tone.ACCENT, bold=True)


def _months(found: Figures, brush: Brush, width: int) -> Iterator[Line]:
    """The points of every month, for the player and for the other one."""
    if not found.months:
        return
    room = min((width - 18) // 2, _LONGEST_BAR)
    most = max(max(one.made, one.lost) for one in found.months)
    yield BLANK
    yield (
        heading(brush.t("Points made, by month"), 10 + room),
        Span("  "),
        Span(brush.t("lost"), Tone.ACCENT, bold=True),
    )
    for one in found.months:
        made, lost = (
            bar(points, most, room, brush.glyphs.block) for points in (one.made, one.lost)
        )
        yield (
            Span(column(brush.glyphs.words(short.month_3(brush.text, one.month)), 5)),
            Span(f"{one.made:>4} "),
            Span(column(made, room + 1), Tone.GOOD),
            Span(f"{one.lost:>5} "),
            Span(lost, Tone.BAD),
        )


def _yaku(found: Figures, brush: Brush, width: int) -> Iterator[Line]:
    """How often each yaku was made, and how often it brought points."""
    if not found.yaku:
        return
    label = 24
    room = min(width - label - 16, _LONGEST_BAR)
    yield BLANK
    yield (
        heading(brush.t("Yaku"), label),
        Span(aligned(brush.p("column", "made"), 6), Tone.ACCENT, bold=True),
        Span(aligned(brush.p("column", "scored"), 8) + "  ", Tone.ACCENT, bold=True),
    )
    for one in found.yaku:
        yield (
            Span(column(brush.glyphs.words(names.yaku_name(brush.text, one.id)), label)),
            Span(f"{one.made:>6}"),
            Span(f"{one.counted:>8}  "),
            Span(bar(one.made, found.yaku[0].made, room, brush.glyphs.block), Tone.GOOD),
        )


# The list ----------------------------------------------------------------------------------------


class _Widths(NamedTuple):
    """The columns of the list."""

    opponent: int
    rules: int


_DAY: Final = 11
_SCORE: Final = 8
_RESULT: Final = 12
_HINTS: Final = 5


def _widths(width: int) -> _Widths:
    """The columns of the list for a page's width, less those of the sign of what is chosen."""
    rest = width - 3 - _DAY - _SCORE - _RESULT - _HINTS
    return _Widths(rest // 2, rest - rest // 2)


def list_sheet(looked: Looked, brush: Brush, width: int) -> Sheet:
    """All matches, the latest first, to choose from."""
    text, widths = brush.text, _widths(width)
    lines: list[Line | Item] = [
        (
            Span("   "),
            heading(brush.t("Day"), _DAY),
            heading(brush.t("Against"), widths.opponent),
            heading(brush.t("Rules"), widths.rules),
            heading(brush.t("Score"), _SCORE),
            heading(brush.t("Result"), _RESULT),
            Span(brush.t("hints"), Tone.ACCENT, bold=True),
        )
    ]
    lines += [
        Item(match.facts.identity, _listed(match.facts, brush, widths)) for match in looked.listed
    ]
    if not looked.listed:
        lines += prose(brush.t("There is no such match."), width)
    keys = [KeyHint(text.t("Tab"), text.t("figures"), "tab")]
    if looked.listed:
        keys.insert(0, KeyHint(text.t("Enter"), text.t("look"), "enter"))
    return Sheet(_title(looked, brush), tuple(lines), _hints(brush, keys, listed=True))


def _listed(facts: MatchFacts, brush: Brush, widths: _Widths) -> Line:
    text, seat = brush.text, side_of(facts)
    hints = sum(facts.marked(one, HINT) for one in SEATS if facts.own in (None, one))
    score = past.score(text, facts.scores[seat], facts.scores[other(seat)])
    rules = past.rules_title(text, facts.rules)
    tone = _TONES[facts.ending(seat)] if facts.own is not None else Tone.TEXT
    cells = (
        (past.day(facts), _DAY),
        (_opponent(facts), widths.opponent),
        (rules, widths.rules),
        (score, _SCORE),
    )
    return (
        *(Span(column(brush.glyphs.words(said), width)) for said, width in cells),
        Span(column(brush.glyphs.words(_result(facts, brush)), _RESULT), tone),
        Span(f"{hints:>4}" if hints else ""),
    )


def side_of(facts: MatchFacts) -> Seat:
    """Whose side is told first."""
    return 0 if facts.own is None else facts.own


def _opponent(facts: MatchFacts) -> str:
    first, second = (shown(player.name) for player in facts.players)
    if facts.own is None:
        return f"{first}/{second}"
    return second if facts.own == 0 else first


def _result(facts: MatchFacts, brush: Brush) -> str:
    """How a match ended, in a word or two; of two people, for whom."""
    if facts.own is not None or facts.winner is None:
        return past.ending(brush.text, facts.ending(side_of(facts)))
    if facts.outcome is MatchOutcome.RESIGNED:
        loser = facts.players[other(facts.winner)].name
        return brush.text.t("{name} forf.", name=shown(loser[: _RESULT - 7]))
    return brush.text.t("{name} won", name=shown(facts.players[facts.winner].name[: _RESULT - 5]))


# What they share ---------------------------------------------------------------------------------


def _title(looked: Looked, brush: Brush) -> str:
    """What is looked at."""
    text, wanted = brush.text, looked.wanted
    level = text.t("all") if wanted.level is None else past.level_name(text, wanted.level)
    rules = text.t("all") if wanted.rules is None else past.rules_title(text, wanted.rules)
    return brush.t("History; level: {level}; rules: {rules}", level=level, rules=rules)


def _hints(brush: Brush, first: Sequence[KeyHint], *, listed: bool = False) -> tuple[KeyHint, ...]:
    """The keys of the figures and of the list."""
    text = brush.text
    if not first:
        return (KeyHint(text.t("Esc"), text.t("back"), "escape"),)
    moving = text.t("choose") if listed else text.t("scroll")
    return (
        *first,
        KeyHint(text.t("l"), text.t("level"), "l"),
        KeyHint(text.t("r"), text.t("rules"), "r"),
        KeyHint(brush.glyphs.up_down, moving, "down"),
        KeyHint(text.t("Esc"), text.t("back"), "escape"),
    )
