"""What a player is told, when, and what not: yaku, redeals, hidden cards, the seed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256

import pytest

from koikoi.cli.output import Output
from koikoi.cli.plain import PlainTable
from koikoi.engine.actions import Action
from koikoi.engine.cards import CARDS, FULL_DECK, Mask, cards_of, mask_of
from koikoi.engine.events import (
    CardDrawn,
    CardPlayed,
    Event,
    OyaDrawn,
    RoundDealt,
    RoundEnded,
    ShobuCalled,
    ShobuCause,
    YakuMade,
)
from koikoi.engine.flow import legal_actions
from koikoi.engine.presets import PRESET_NAMES
from koikoi.engine.scoring import round_score
from koikoi.engine.state import Phase
from koikoi.engine.view import PlayerView, view
from koikoi.engine.yaku import scorer
from koikoi.match.player import LeaveTable
from koikoi.record.reader import load
from koikoi.record.replay import Replay, replay
from koikoi.text import figures, names
from koikoi.text.catalogue import load as load_text
from tests.cli.conftest import CommandLine, Result
from tests.cli.person import CHOICE, CODE, Always, Habit, Paper, Person
from tests.cli.test_continue import HABIT, MATCH
from tests.engine.permute import twins
from tests.engine.walk import COURSES

TEXT = load_text()


def played_by_habit(cli: CommandLine, rules: str, number: int = 0) -> tuple[Result, Replay]:
    """A whole match against the computer that plays anything, and so calls often."""
    at = cli.at(f"habit {number}")
    seed = f"telling {number}"
    result = at.play(Habit("telling"), "--rules", rules, "--seed", seed, "--level", "random")
    assert result.code == 0
    return result, replay(load(at.record))


def decisions(course: Replay) -> Iterator[PlayerView]:
    """The moments at which the person has to choose between shobu and koi-koi."""
    for step in course:
        if step.state.phase is Phase.DECIDE and step.state.to_act == 0:
            yield view(step.state, 0)


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_the_koikoi_question_comes_after_yaku_points_total_and_every_multiplier(
    cli: CommandLine, rules: str
) -> None:
    result, course = played_by_habit(cli, rules)
    questions = [asked for asked in result.asked if asked.kind == "decide"]
    moments = list(decisions(course))
    assert len(questions) == len(moments) > 2
    for asked, seen in zip(questions, moments, strict=True):
        first = next(n for n, line in enumerate(asked.heard) if CHOICE.fullmatch(line))
        told = asked.heard[:first]
        made = scorer(seen.rules).made(seen.captured[0], seen.month, seen.calls[0], seen.field)
        score = round_score(seen.rules, made, *seen.calls)
        (announced,) = [
            n for n, line in enumerate(told) if line.startswith(("You made", "Your yaku rose"))
        ]
        assert figures.yaku_points(TEXT, made) in told[announced]
        assert figures.points(TEXT, sum(line.points for line in made)) in told[announced]
        (offer,) = [n for n, line in enumerate(told) if line.startswith("If you stop now")]
        assert announced < offer
        assert figures.points(TEXT, score.points) in told[offer]
        for factor in score.factors:
            assert f"×{factor.factor} because" in told[offer + 1]
        # Heard once, not twice.
        assert not any(re.match(r"You have .* for \d+ point", line) for line in told)


def test_a_decision_that_is_taken_up_again_tells_its_yaku_again(cli: CommandLine) -> None:
    whole = cli.play(Habit(HABIT), *MATCH)
    before = next(n for n, asked in enumerate(whole.asked) if asked.kind == "decide")
    other = cli.at("again")
    other.play(Habit(HABIT, times=before), *MATCH)
    asked = other.play(Habit(HABIT), "--continue").asked[0]
    assert asked.kind == "decide"
    offer = next(n for n, line in enumerate(asked.heard) if line.startswith("If you stop now"))
    assert re.match(r"You have .* for \d+ point", asked.heard[offer - 1])


def forced(course: Replay, cause: ShobuCause) -> Iterator[tuple[Event, ...]]:
    """The events of the actions that ended a round by a shobu that nobody chose."""
    for step in course:
        if any(isinstance(event, ShobuCalled) and event.cause is cause for event in step.events):
            yield step.events


@pytest.mark.parametrize(
    ("rules", "cause", "sentence"),
    [
        ("standard", ShobuCause.HAND_EMPTY, "no card left to play, so the round ends"),
        ("nintendo", ShobuCause.NO_CALL_LEFT, "No call of koi-koi is left for "),
    ],
)
def test_a_yaku_that_ends_the_round_is_told_before_the_result_and_nothing_is_asked(
    cli: CommandLine, rules: str, cause: ShobuCause, sentence: str
) -> None:
    seats = set()
    for number in range(4):
        result, course = played_by_habit(cli, rules, number)
        # Only the open decisions are asked.
        asked = [asked for asked in result.asked if asked.kind == "decide"]
        assert len(asked) == len(list(decisions(course)))
        for events in forced(course, cause):
            (made,) = [event for event in events if isinstance(event, YakuMade)]
            (ended,) = [event for event in events if isinstance(event, RoundEnded)]
            result_line = re.compile(rf"(You win|Computer wins) round {ended.number}\b")
            (end,) = [n for n, line in enumerate(result.lines) if result_line.match(line)]
            assert sentence in result.lines[end - 1]
            assert figures.yaku_points(TEXT, made.yaku) in result.lines[end - 2]
            seats.add(made.seat)
    assert seats == {0, 1}


@pytest.mark.parametrize(
    ("seed", "cause"),
    [
        ("s63", "All four cards of December (Paulownia) lie on the field, so this deal is void."),
        (
            "s188",
            (
                "The field is four pairs, of January (Pine), April (Wisteria), May (Iris) and "
                "November (Willow), so this deal is void."
            ),
        ),
    ],
)
def test_a_redeal_names_its_months_and_why(cli: CommandLine, seed: str, cause: str) -> None:
    lines = cli.play(Always(times=0), "--seed", seed).lines
    void = lines.index(cause)
    assert lines[void - 1].startswith("On the field lie ")
    assert "round 1 again; this is deal 2." in lines[void + 1]


@pytest.mark.parametrize(
    ("seed", "sentence"),
    [
        ("void 212", "Computer was dealt Four of a Month (Teshi), all four cards of "),
        ("void 240", "You were dealt Four of a Month (Teshi), all four cards of "),
        ("void 352", "You were dealt Four Pairs (Kuttsuki), of "),
    ],
)
def test_a_dealt_hand_that_wins_is_told_with_its_months(
    cli: CommandLine, seed: str, sentence: str
) -> None:
    (asked,) = cli.play(Always(times=0), "--seed", seed).asked
    assert asked.kind == "ready"
    (told,) = [n for n, line in enumerate(asked.heard) if line.startswith(sentence)]
    assert re.match(r"(You win|Computer wins) round 1 and 6 points\.", asked.heard[told + 1])


def test_a_round_ends_with_both_hands_and_leaves_the_stock_to_the_log(cli: CommandLine) -> None:
    result, course = played_by_habit(cli, "standard")
    assert "In the stock were left" not in result.out
    for step in course:
        for event in step.events:
            if isinstance(event, RoundEnded) and event.hands[1]:
                held = names.joined_cards(TEXT, event.hands[1], codes=True)
                assert f"Computer still held {held}." in result.lines


# Secrecy -----------------------------------------------------------------------------------------


def known(seen: PlayerView) -> Mask:
    """The cards whose place the owner of the view knows, or that were shown openly."""
    cards = FULL_DECK & ~seen.unseen
    for event in seen.history:
        if isinstance(event, CardPlayed | CardDrawn):
            cards |= 1 << event.card
        if isinstance(event, OyaDrawn):
            cards |= mask_of(card for pair in event.draws for card in pair)
        if isinstance(event, RoundEnded):
            cards = FULL_DECK
    return cards


class Noted(Output):
    """An output that notes how many actions the record has when a line is said."""

    cli: CommandLine
    noted: list[tuple[int, str]]

    def say(self, sentence: str = "") -> None:
        actions = len(self.cli.record.read_bytes().splitlines()) - 2
        self.noted.append((actions, sentence))
        super().say(sentence)


@pytest.mark.parametrize("rules", ["standard", "koikoi-japan"])
def test_no_line_of_a_match_names_a_card_before_the_player_can_know_it(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, rules: str
) -> None:
    Noted.cli, Noted.noted = cli, []
    monkeypatch.setattr("koikoi.cli.play_plain.Output", Noted)
    cli.play(Habit("secrets"), "--rules", rules, "--seed", "secrets", "--rounds", "4")
    course = replay(load(cli.record))
    checked = hidden = 0
    for actions, line in Noted.noted:
        state = course[min(actions, len(course) - 1)].state
        seen = view(state, 0)
        may = known(seen)
        for code in CODE.findall(line):
            assert any(card.code == code for card in cards_of(may)), (actions, line)
            checked += 1
        hidden += (FULL_DECK & ~may).bit_count()
    said = [line for _, line in Noted.noted]
    for step in course:
        for event in step.events:
            if isinstance(event, RoundDealt) and event.hands[0]:
                held = names.joined_cards(TEXT, event.hands[0], codes=True)
                assert f"You hold {held}." in said
    assert checked > 300
    assert hidden > 3_000


def test_every_card_is_named_with_its_code(cli: CommandLine) -> None:
    """So that the search for codes above misses none."""
    result, _ = played_by_habit(cli, "standard")
    text = result.out
    for line in names.FULL_NAMES.values():
        text = text.replace(line, "")
    for number in range(1, 13):
        text = text.replace(names.month(TEXT, number), "")
    for card in CARDS:
        name = names.card_name(TEXT, card)
        assert name in text
        assert not re.search(rf"\b{name}\b(?! \({card.month}[LARP]| \w* ?(plain|ribbon))", text)


LOOKS = ["t", "yaku", "log", "?", "rules"]


async def heard_by(seen: PlayerView, legal: tuple[Action, ...]) -> str:
    """Everything that a player is told who takes the match up and looks at all there is."""
    paper, typed = Paper(), [*LOOKS]
    person = Person(lambda _: typed.pop(0) if typed else None, paper)
    plain = PlainTable(TEXT, person, Output(paper), seat=0, opponent="Computer")
    for resumed in (False, True):
        await plain.begin(seen, resumed=resumed)
    with pytest.raises(LeaveTable):
        await (plain.decide(seen, legal) if seen.to_act == 0 else plain.ready(seen))
    assert not typed
    return paper.printed().decode()


@pytest.mark.parametrize("name", [name for name in COURSES if "ends the match" not in name])
async def test_nothing_that_can_be_looked_at_depends_on_hidden_cards(name: str) -> None:
    asked = 0
    for state, twin in twins(COURSES[name], 0):
        if state.to_act != 0 and state.phase is not Phase.ROUND_OVER:
            continue
        asked += 1
        assert twin.seed != state.seed
        legal = legal_actions(state)
        assert await heard_by(view(state, 0), legal) == await heard_by(view(twin, 0), legal)
    assert asked


def test_the_seed_is_shown_at_the_end_only_and_fits_what_was_shown_at_the_start(
    cli: CommandLine,
) -> None:
    left = cli.play(Habit("seed", times=5))
    seed = load(cli.record).header.seed
    assert re.fullmatch("[0-9a-f]{32}", seed)
    assert seed not in left.out
    shown = f"its SHA-256 is {sha256(seed.encode()).hexdigest()}."
    (first,) = [n for n, line in enumerate(left.lines) if line.endswith(shown)]
    # Before the first card, be it one that is turned for the deal.
    assert not CODE.search("\n".join(left.lines[:first]))
    whole = cli.play(Habit("seed"), "--continue")
    reveal = f"The seed was “{seed}”."
    assert whole.out.count(seed) == 1
    assert whole.lines.index(reveal) == len(whole.lines) - 4


def test_every_match_has_a_seed_of_its_own(cli: CommandLine) -> None:
    for _ in range(3):
        cli.play(Always(times=0))
    assert len({load(path).header.seed for path in cli.records}) == 3
