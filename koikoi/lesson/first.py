"""The first round: for somebody who has never seen a flower card.

Whoever plays it deals, makes Akatan, calls koi-koi, makes Hanami and stops at ten points that count
twice, while the other player comes within a card of Aotan, which the next card of the stock would
have made. Everything that either of them does is what the coach would do; tests play it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from koikoi.engine.actions import KoiKoi, Shobu
from koikoi.engine.cards import MONTH_MASKS, Card
from koikoi.engine.presets import preset
from koikoi.lesson.script import Ask, Moves, Say, Script, play, stacked
from koikoi.text.catalogue import N_

ROUNDS: Final = 3
"""The rounds of the lesson's match, of which one is played, and of the match after it."""

RIVAL: Final = "uguisu"
"""The other player, in the lesson and in the match after it."""

_CHERRY: Final = MONTH_MASKS[2]
_PLUM: Final = 1 << Card.parse("2R") | 1 << Card.parse("2P1") | 1 << Card.parse("2A")

_LATER: Final = N_("That takes three cards at once. Well seen, but its turn comes soon.")
_HANAMI: Final = N_("The Sake cup is half of Hanami, your Curtain the other half.")
_ANIMAL: Final = N_("Animals are worth more than a plain: keep this one.")

_STEPS: Final = (
    Say(
        "months",
        N_(
            "Twelve months have four cards each, all of one plant. The four marked ones are the "
            "Cherry of month 3. Below a card stand its month and its name."
        ),
        _CHERRY,
    ),
    Say(
        "kinds",
        N_(
            "Four kinds: {light} lights like the Crane, {animal} animals like the Boar, {ribbon} "
            "ribbons (Poem, Red, Blue) and {plain} plains in small letters. Piles count them so."
        ),
    ),
    Ask(
        "capture",
        N_("A card of your hand takes a card of its month from the table."),
        N_("Play the Crane: with Enter, with its key 1 or with a click."),
        play("1L"),
        wrongs={"play 3P2": _LATER},
    ),
    Say(
        "draw",
        N_(
            "Then the stock's top card is turned over and plays the same way: a Peony, which took "
            "the Butterflies. All four are yours. Now Uguisu plays."
        ),
    ),
    Moves(play("10R")),
    Say(
        "stays",
        N_(
            "Uguisu took a Maple, and then drew a Paulownia. There is no other of month 12 on the "
            "table, so it stays there for either of you."
        ),
    ),
    Ask(
        "choice",
        N_("With two cards of its month on the table, yours takes one of them."),
        N_("Play the Nightingale, and choose the Plum poem ribbon."),
        play("2A"),
        Card.parse("2R"),
        {
            "play 3P2": _LATER,
            "take 2P1": N_("The ribbon is better: three with poems score, and you have one."),
        },
    ),
    Say(
        "tally",
        N_(
            "Only yaku score: sets in your pile. The panel at the right counts them. {near}2/3 at "
            "Akatan, three ribbons with poems, says: one card away."
        ),
    ),
    Say(
        "look",
        N_(
            "Nobody has to know the yaku by heart: y shows them all, and Tab all about a card, "
            "whenever you like."
        ),
    ),
    Moves(play("5A")),
    Ask(
        "three",
        N_("Three cards of a month are all taken at once."),
        N_("Choose the Cherry plain (1): the panel tells more, and 1 again plays it."),
        play("3P2"),
        to_choose=True,
    ),
    Say(
        "yaku",
        N_(
            "You made Akatan, 5 points! Now stop and score them, which ends the round, or call "
            "koi-koi, “come on”, and play on for more."
        ),
    ),
    Ask(
        "call",
        N_("If Uguisu makes a yaku first, it counts double and yours nothing."),
        N_("Nothing is near there, and you hold the Sake cup for Hanami. Call: k"),
        KoiKoi(),
        wrongs={
            "shobu": N_("Five points are safe, but five turns are left, and more is near."),
        },
    ),
    Moves(play("8A")),
    Ask(
        "discard",
        N_("No card of your hand matches now. One has to be laid on the table."),
        N_("Lay out the Iris plain, which you miss least."),
        play("5P2"),
        wrongs={
            "play 9A": _HANAMI,
            "play 7A": _ANIMAL,
            "play 10A": _ANIMAL,
            "play 11A": _ANIMAL,
        },
    ),
    Say(
        "luck",
        N_(
            "You drew a card of month 9, and the Sake cup in your hand is of month 9 too. May "
            "Uguisu leave it there!"
        ),
        1 << Card.parse("9P1") | 1 << Card.parse("9A"),
    ),
    Moves(play("6R")),
    Ask(
        "second",
        N_("Uguisu took another one. Sake cup and Curtain together are Hanami, 5 points."),
        N_("Play the Sake cup."),
        play("9A"),
        wrongs={
            "play 7A": _HANAMI,
            "play 10A": _HANAMI,
            "play 11A": _HANAMI,
        },
    ),
    Say(
        "double",
        N_(
            "Akatan and Hanami: 10 points. Scores of 8 and more count double, so stopping brings "
            "20. The question comes again after each new yaku."
        ),
    ),
    Ask(
        "stop",
        N_("Uguisu is one blue ribbon away from Aotan, and you have much to lose."),
        N_("Stop: s"),
        Shobu(),
        wrongs={
            "koikoi": N_("Another call risks 20 points for a few more, with Aotan one card away."),
        },
    ),
)


def first_round() -> Script:
    """The lesson."""
    return Script(
        replace(preset("standard"), first_dealer="first", rounds=ROUNDS),
        stacked(
            ko="10R 5A 8A 6R 10P2 11R 4A 7R",
            field="1R 2R 2P1 3L 3R 3P1 6A 10P1",
            oya="1L 2A 3P2 5P2 7A 9A 10A 11A",
            stock="6P1 12P1 5P1 8P1 12P2 6P2 9P1 12P3 9P2 9R",
        ),
        _STEPS,
    )


RESULT: Final = (
    N_("These yaku counted, this multiplied them. Whoever wins deals the next round and begins."),
    N_("And the next card of the stock, below, would have made Uguisu's Aotan!"),
)
"""What is said of the round's result."""
