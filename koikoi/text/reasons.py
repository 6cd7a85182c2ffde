"""Why something cannot be done now, as one sentence that says what can."""

from __future__ import annotations

from typing import Final

from koikoi.engine.errors import Reason, ReasonCode
from koikoi.text import names
from koikoi.text.catalogue import N_, Text

REASONS: Final = {
    ReasonCode.MATCH_OVER: N_("The match is over; start a new one to play on."),
    ReasonCode.ROUND_OVER: N_("The round is over; deal the next one first."),
    ReasonCode.ROUND_NOT_OVER: N_("Finish this round first; then the next one can be dealt."),
    ReasonCode.NOT_IN_HAND: N_("You do not hold {card}; play one of the cards in your hand."),
    ReasonCode.TARGET_NEEDED: N_("First choose what {card} takes: {cards}."),
    ReasonCode.NOT_A_TARGET: N_("{card} cannot be taken now; choose {cards}."),
    ReasonCode.NOTHING_TO_TAKE: N_("There is nothing to choose on the field; play a hand card."),
    ReasonCode.DECISION_NEEDED: N_("First decide: stop with shōbu, or call koi-koi."),
    ReasonCode.NO_DECISION_OPEN: N_(
        "You can stop or call koi-koi only when your yaku have just risen; go on with a card."
    ),
    ReasonCode.STALE: N_(
        "That was meant for another moment of the match, move {ply}, and it is at move {expected};"
        " look at the table and choose again."
    ),
}
"""A message for each code; its placeholders are the fields that the code sets."""


def reason_sentence(text: Text, reason: Reason, *, codes: bool = False) -> str:
    """Why an action is refused, to the player who tried it.

    Args:
        text: The language.
        reason: Why.
        codes: Whether cards are named with their codes, for players who type them.
    """
    params: dict[str, object] = {"ply": reason.ply, "expected": reason.expected}
    if reason.card is not None:
        params["card"] = (
            names.card_label(text, reason.card) if codes else names.card_name(text, reason.card)
        )
    if reason.cards:
        params["cards"] = text.either(names.card_labels(text, reason.cards, codes=codes))
    return text.t(REASONS[reason.code], **params)
