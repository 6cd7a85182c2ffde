"""What each option of the rules is about, in one line, and the groups that options form."""

from __future__ import annotations

from typing import Final

from koikoi.text.catalogue import N_, NP_, Text

_NOTES: Final = {
    "name": N_("What the game calls these rules."),
    "source": N_("A note for whoever reads the rules: a book, a page, a person."),
    "goko": N_("For all five lights; 0 takes the yaku out of the game."),
    "shiko": N_("For the four lights other than the Rain; 0 takes the yaku out of the game."),
    "ame_shiko": N_("For the Rain and three other lights; 0 takes the yaku out of the game."),
    "sanko": N_("For three lights other than the Rain; 0 takes the yaku out of the game."),
    "hanami": N_("For Curtain and Sake cup while their holder has not called koi-koi."),
    "hanami_called": N_("For Curtain and Sake cup once their holder has called koi-koi."),
    "tsukimi": N_("For Moon and Sake cup while their holder has not called koi-koi."),
    "tsukimi_called": N_("For Moon and Sake cup once their holder has called koi-koi."),
    "viewing": N_("Whether the two viewings count alone, only beside another yaku, or never."),
    "rain_spoils_viewing": N_("What cancels the two viewings, if anything does."),
    "inoshikacho": N_("For Boar, Deer and Butterflies; 0 takes the yaku out of the game."),
    "akatan": N_("For the three poem ribbons; 0 takes the yaku out of the game."),
    "aotan": N_("For the three blue ribbons; 0 takes the yaku out of the game."),
    "extra_card": N_(
        "Whether further animals add to Inoshikachō, and further ribbons to the yaku of three and"
        " of six ribbons."
    ),
    "chofuku": N_("For all poem and blue ribbons; 0 takes the yaku out of the game."),
    "chofuku_mode": N_("Whether all six ribbons count in place of the two yaku, or beside them."),
    "tane": N_("For five animals, and one more for each further one; 0 takes the yaku out."),
    "tan": N_("For five ribbons, and one more for each further one; 0 takes the yaku out."),
    "kasu": N_("For ten plains, and one more for each further one; 0 takes the yaku out."),
    "family": N_("What happens where cards of one kind make several yaku."),
    "sake_cup": N_("What the Sake cup counts as; it serves the viewings in any case."),
    "tsukifuda": N_("For all four cards of the round's month; 0 takes the yaku out of the game."),
    "teshi": N_("What a dealt hand with all four cards of a month does."),
    "teshi_points": N_("Where that wins points: how many; they are never multiplied."),
    "kuttsuki": N_("What a dealt hand of four pairs does."),
    "kuttsuki_points": N_("Where that wins points: how many; they are never multiplied."),
    "both_dealt": N_("Who scores where both players are dealt a winning hand."),
    "field_four": N_("What happens where all four cards of a month are dealt to the field."),
    "field_pairs": N_("What happens where the dealt field is four pairs."),
    "field_three": N_("What happens where three cards of a month are dealt to the field."),
    "double_from": N_("From this sum of yaku on the score is doubled; 0 is never."),
    "call_bonus": N_("How calls of koi-koi change the winner's score."),
    "bonus_stacking": N_("What two multipliers make together."),
    "call_limit": N_("Whether calls of koi-koi in a round are limited, and whose."),
    "call_limit_count": N_("How many calls the limit allows; 0 exactly where there is none."),
    "exhausted_points": N_("For the dealer, where all cards are played and nobody has stopped."),
    "exhausted_dealer": N_("Who deals next where nobody has won the round."),
    "next_dealer": N_("Who deals next where somebody has won the round."),
    "first_dealer": N_("How the first dealer of a match is found."),
    "rounds": N_("How many rounds a match has; a new match can have another number."),
    "starting_points": N_(
        "What each player begins with and pays the other one from; 0 lets the scores count up."
    ),
    "lightning_wild": N_("Whether the Lightning takes any one card that lies on the field."),
}
"""One for each option."""

GROUPS: Final = {
    "name": NP_("options", "The rules"),
    "goko": NP_("options", "Lights and viewings"),
    "inoshikacho": NP_("options", "Animals, ribbons and plains"),
    "teshi": NP_("options", "The deal"),
    "double_from": NP_("options", "Multipliers and calls"),
    "exhausted_points": NP_("options", "Rounds and the match"),
}
"""The groups, in the order of the options: the first option of each, and what it is called."""


def option_note(text: Text, key: str) -> str:
    """What an option is about; ``key`` is one of ``OPTION_BY_KEY``."""
    return text.t(_NOTES[key])


def group_name(text: Text, first: str) -> str:
    """The name of the group that begins with an option; ``first`` is one of ``GROUPS``."""
    return text.p("options", GROUPS[first])
