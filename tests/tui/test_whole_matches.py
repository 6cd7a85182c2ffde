"""Whole matches by keys only and by mouse only, from the first card back to the title screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

import koikoi.tui.app
from koikoi.engine.actions import Action, Seat
from koikoi.engine.cards import Card, cards_of
from koikoi.engine.events import CardDrawn, CardPlayed, RoundDealt
from koikoi.engine.flow import new_match
from koikoi.engine.presets import preset
from koikoi.engine.rules import Rules
from koikoi.engine.state import MatchState, Phase
from koikoi.engine.view import view
from koikoi.record.verify import verify
from koikoi.table.saver import Saver
from koikoi.table.setup import Setup, Table, new_table
from koikoi.text import short
from koikoi.text.catalogue import Text, load
from koikoi.tui.brush import Brush, make_brush
from koikoi.tui.frame import Canvas, Ink, Rect
from koikoi.tui.game import Start
from koikoi.tui.keys import Where
from koikoi.tui.sheet import Chosen
from koikoi.tui.terminal import GlyphSet
from koikoi.tui.theme import Theme
from koikoi.tui.uistate import Does, FieldCard, HandCard, Words
from tests.engine.stack import stack_deck
from tests.tui.person import STILL, Person, setup, sitting
from tests.tui.scenes import StubFaces, known, text_in

LONGEST = 3000
"""No match of a person takes so many answers."""

Answering: TypeAlias = Callable[[Person, Random], Awaitable[None]]

WILD = replace(preset("yakuza"), lightning_wild=True, rounds=6)


def rounds(name: str, count: int) -> Rules:
    return replace(preset(name), rounds=count)


EARLY = replace(preset("koikoi-japan"), rounds=12, starting_points=5)
"""The match ends where somebody has no point left, long before the last round."""


def letters(person: Person) -> list[Any]:
    """The targets in the prompt that have letters."""
    return [zone for zone in person.zones(Does) if zone.target.command.startswith("take ")]


async def by_keys(person: Person, chance: Random) -> None:
    """One answer, by keys that any keyboard has."""
    where = person.where
    if where is Where.PLAY:
        if chance.randrange(3) == 0:
            # A number chooses a card, and the same one again plays it.
            key = str(chance.randint(1, len(person.zones(HandCard))))
            await person.answer(key)
        else:
            arrow = chance.choice(("left", "right"))
            await person.answer(*[arrow] * chance.randrange(8), "enter")
    elif where in (Where.PICKED, Where.DRAWN):
        if letters(person) and chance.randrange(2):
            await person.answer(chance.choice("ab"))
        else:
            await person.answer(*["right"] * chance.randint(1, 9), "enter")
    elif where is Where.DECIDE:
        keys = (("s",), ("k",), ("left", "enter"), ("right", "space"))
        await person.answer(*chance.choice(keys))
    else:
        await person.answer("enter")  # the curtain, and the pages of results


async def by_mouse(person: Person, chance: Random) -> None:
    """One answer, by clicks only."""
    where, before = person.where, person.frame
    if where is Where.PLAY:
        await person.click(chance.choice(person.zones(HandCard)))
    elif where in (Where.PICKED, Where.DRAWN):
        marked = [zone for zone in letters(person) if chance.randrange(2)]
        await person.click(chance.choice(marked or person.zones(FieldCard)))
    elif where is Where.DECIDE:
        await person.click(chance.choice(person.zones(Words)))
    elif where is Where.CURTAIN:
        await person.click_on(Does("go_on"))
    else:
        hints = [zone for zone in person.frame.zones if zone.area.y == person.frame.height - 1]
        await person.click(hints[0])
    await person.changed(before)


async def to_the_title(person: Person, answer: Answering, seed: str) -> list[str]:
    """Answers until the title screen is there; returns the titles of the pages on the way."""
    pages: list[str] = []
    for number in range(LONGEST):
        await person.until_asked()
        if person.at_title:
            return pages
        if person.at_page:
            pages.append(person.rows[0].strip())
        await answer(person, Random(f"{seed} {number}"))
    raise AssertionError("the match does not end:\n" + "\n".join(person.rows))


def check_record(person: Person, rules: Rules) -> None:
    """The match on the disk is over, and every action in it was legal."""
    record = person.record
    assert record.finished
    assert record.header.rules == rules
    found = verify(record)
    assert found.over
    assert found.problems == ()


KEYS = [
    ("standard", 12, "autumn", (80, 24)),
    ("koikoi-japan", 4, "early", (80, 24)),
    ("yakuza", 4, "lamp", (100, 30)),
    ("nintendo", 4, "deer", (160, 48)),
    ("wikipedia", 3, "moon", (120, 36)),
    ("fuda-wiki", 3, "boar", (80, 24)),
]


@pytest.mark.parametrize(("name", "count", "seed", "size"), KEYS, ids=str)
async def test_a_whole_match_is_played_by_keys(
    name: str, count: int, seed: str, size: tuple[int, int], home: Path
) -> None:
    rules = rounds(name, count)
    async with sitting(home, setup(rules, seed), size=size) as person:
        pages = await to_the_title(person, by_keys, seed)
        check_record(person, rules)
    played = len(person.record.rounds)
    # The last round's result is read on the page of the match's.
    assert pages == ["End of the round"] * (played - 1) + ["End of the match"]
    assert played == count


async def test_a_match_that_ends_early_is_played_to_its_end(home: Path) -> None:
    async with sitting(home, setup(EARLY, "early")) as person:
        pages = await to_the_title(person, by_keys, "early")
        check_record(person, EARLY)
        assert pages[-1] == "End of the match"
        assert 0 < len(person.record.rounds) < EARLY.rounds


@pytest.mark.parametrize("answer", [by_keys, by_mouse])
async def test_wild_lightning_takes_any_of_many_targets(answer: Answering, home: Path) -> None:
    table = new_table(setup(WILD, "bolt"), load(), "koikoi")
    hand = "11P1 1P1 2P1 3P1 4P1 5P1 6P1 7P1"
    lying = "8P1 9P1 10P1 12P1 1P2 2P2 3P2 4P2"
    deck = stack_deck(oya=hand, ko=_RIVAL, field=lying)
    rules = replace(WILD, first_dealer="first", rounds=1)
    start = new_match(rules, "bolt", decks=[deck])
    table = table._replace(state=start, saver=Saver(None, load(), "koikoi"))
    async with sitting(home, Start(table=table)) as person:
        await person.until_asked()
        (bolt,) = [z for z in person.zones(HandCard) if z.target.card == Card.parse("11P1")]
        if answer is by_keys:
            await person.press("8", "8")
            assert person.where is Where.PICKED
            await person.press(*["right"] * 7)  # targets follow each other as they lie
            assert person.sees("Lightning takes: Cherry plain")
            await person.press("enter")
        else:
            await person.click(bolt)
            await person.click(bolt)
            assert person.where is Where.PICKED
            await person.click_on(FieldCard(Card.parse("3P2")))
        taken = FieldCard(Card.parse("3P2"))
        await person.until(lambda: taken not in [zone.target for zone in person.frame.zones])
        assert len(person.zones(HandCard)) == 7


_RIVAL = "1L 2A 3L 4A 5A 6A 7A 8L"


@pytest.mark.parametrize(
    ("name", "seed", "size"), [("standard", "click", (80, 24)), ("yakuza", "pick", (160, 48))]
)
async def test_a_whole_match_is_played_by_mouse(
    name: str, seed: str, size: tuple[int, int], home: Path
) -> None:
    rules = rounds(name, 2)
    async with sitting(home, setup(rules, seed), size=size) as person:
        pages = await to_the_title(person, by_mouse, seed)
        check_record(person, rules)
        assert pages == ["End of the round", "End of the match"]
        # And the way out.
        (way_out,) = [z for z in person.zones(Chosen) if z.target.name == "quit"]
        await person.click(way_out)
    assert person.app.return_code == 0


async def test_a_match_is_begun_from_the_title_by_keys(home: Path) -> None:
    async with sitting(home, settings=replace(STILL, level="greedy")) as person:
        assert person.at_title
        await person.press("enter")
        assert person.rows[0].startswith("  New game")
        # The number of rounds goes around: one step back from the rules' own is one short of it.
        await person.press("down", "down", "down", "right", "up", "up", "up", "enter")
        pages = await to_the_title(person, by_keys, "title")
        assert pages == ["End of the match"]
        assert person.record.header.rules.rounds == 1
        assert person.app.settings.rounds == 1
        await person.press("q")
    assert person.app.return_code == 0


# Hidden cards.


class Truth(StubFaces):
    """Faces that know what lies where, and note every card that must not be seen.

    Attributes:
        state: The match, as last written down.
        looking: Who sits at the screen, ``None`` for nobody.
        leaks: The cards that were drawn and must not have been, with the ply.
    """

    def __init__(self, state: MatchState, looking: Seat | None) -> None:
        super().__init__()
        self.state = state
        self.before = state
        self.looking = looking
        self.leaks: list[tuple[int, Card]] = []

    def append(
        self, before: MatchState, action: Action, after: MatchState, marks: Sequence[str] = ()
    ) -> None:
        """Learns what happens, before anybody is shown it."""
        self.before, self.state = before, after

    def allowed(self) -> set[Card]:
        """What may be seen now: what lies open now or did before the last action."""
        seen: set[Card] = set()
        for state in (self.before, self.state):
            shown = view(state, self.looking)
            seen |= known(shown)
            for event in shown.history:
                if isinstance(event, RoundDealt):
                    own = None if self.looking is None else event.hands[self.looking]
                    seen |= {*event.field, *cards_of(own or 0)}
                elif isinstance(event, CardDrawn | CardPlayed):
                    seen.add(event.card)
        return seen

    def face(
        self, canvas: Any, place: Rect, card: Card, *, chosen: bool = False, faint: bool = False
    ) -> None:
        super().face(canvas, place, card, chosen=chosen, faint=faint)
        # The title screen, which follows, shows the five lights.
        if self.state.phase is not Phase.MATCH_OVER and card not in self.allowed():
            self.leaks.append((self.state.ply, card))


def watched(
    monkeypatch: pytest.MonkeyPatch, begin: Setup, looking: Seat | None
) -> tuple[Table, Truth]:
    """A table, and the faces that its cards are drawn with."""
    table = new_table(begin, load(), "koikoi")
    table.saver.close()
    truth = Truth(table.state, looking)

    def brush(theme: Theme, glyphs: GlyphSet, text: Text, **looks: Any) -> Brush:
        return make_brush(theme, glyphs, text, **looks)._replace(faces=truth)

    monkeypatch.setattr(koikoi.tui.app, "make_brush", brush)
    monkeypatch.setattr(table.saver, "append", truth.append)
    return table, truth


@pytest.mark.parametrize(("name", "seed"), [("standard", "secret"), ("yakuza", "hidden")])
@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_no_hidden_card_is_ever_drawn(
    name: str, seed: str, size: tuple[int, int], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, truth = watched(monkeypatch, setup(rounds(name, 4), seed), 0)
    async with sitting(home, Start(table=table), size=size) as person:
        pages = await to_the_title(person, by_keys, seed)
    assert pages[-1] == "End of the match"
    assert len(truth.drawn) > 40
    assert truth.leaks == []


async def test_what_draws_hidden_cards_is_noticed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, truth = watched(monkeypatch, setup("standard", "secret"), 0)
    hidden = cards_of(table.state.round.hands[1])[0]
    canvas = Canvas(8, 6, Ink())
    truth.face(canvas, Rect(0, 0, 6, 5), hidden)
    assert truth.leaks == [(0, hidden)]


async def test_two_people_at_one_screen_see_their_own_hands_only(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, truth = watched(monkeypatch, setup(rounds("standard", 3), "two", None), None)
    chance, curtains = Random("two"), 0
    async with sitting(home, Start(table=table)) as person:
        while True:
            await person.until_asked()
            if person.at_title:
                break
            if person.where is Where.CURTAIN:
                curtains += 1
                truth.looking = None
                truth.drawn.clear()
                held = truth.state.round.hands
                # The picture is painted anew, and nothing of either hand is on it.
                person.app.picture()
                assert not truth.drawn & set(cards_of(held[0] | held[1]))
                assert truth.drawn == set(cards_of(truth.state.round.field))
                assert person.zones(HandCard) == []
                truth.looking = truth.state.to_act
            elif person.at_page:
                truth.looking = None
            elif person.where is not Where.WATCH:
                # Whoever is asked sees their own hand.
                assert truth.looking == truth.state.to_act
                hand = {zone.target.card for zone in person.zones(HandCard)}
                assert truth.looking is not None
                assert hand == set(cards_of(truth.state.round.hands[truth.looking]))
            await by_keys(person, chance)
    assert truth.leaks == []
    assert truth.state.phase is Phase.MATCH_OVER
    assert curtains > 20


async def test_at_the_curtain_no_name_of_a_held_card_is_on_the_screen(home: Path) -> None:
    start = new_table(setup(rounds("standard", 1), "names", None), load(), "koikoi")
    async with sitting(home, Start(table=start)) as person:
        await person.until_asked()
        assert person.where is Where.CURTAIN
        said = text_in(person.frame, Rect(0, 13, 57, 7))  # the prompt, the keys and the hand
        assert "press Enter to see your hand" in said
        for card in cards_of(start.state.round.hands[0] | start.state.round.hands[1]):
            for name in (short.card_4, short.card_10, short.card_brief):
                assert name(load(), card) not in said
            assert short.plant_6(load(), card.month) not in said
        assert not any(letter.isdigit() for letter in said)
        # No page that can be opened here tells more.
        for key in ("y", "c", "l"):
            await person.press(key)
            assert person.at_page
            page = "\n".join(person.rows)
            assert "in hand" not in page.replace("in your hand", "")
            assert "▸" not in page.replace("▸ in your hand", "")
            await person.press("escape")
            assert person.where is Where.CURTAIN
