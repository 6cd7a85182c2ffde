"""Why something that was tried is not what a lesson asks for, in one sentence."""

from __future__ import annotations

from koikoi.engine.actions import Action, Play, Take
from koikoi.engine.cards import Card
from koikoi.engine.flow import matching
from koikoi.engine.view import PlayerView
from koikoi.lesson.script import Ask
from koikoi.record.notation import action_text
from koikoi.text import names
from koikoi.text.catalogue import Text


def why_not(text: Text, seen: PlayerView, ask: Ask, action: Action, takes: Card | None) -> str:
    """Why an action is not the one.

    Args:
        text: The language.
        seen: The view of the player.
        ask: What is asked.
        action: What was tried.
        takes: Which of two cards it was to take.
    """
    tried = Take(takes) if takes is not None and action == ask.action else action
    told = ask.wrongs.get(action_text(tried))
    if told is not None:
        return text.t(told)
    if isinstance(action, Play):
        return _of_card(text, seen, action.card)
    return text.t("That is another answer than the one asked for here.")


def _of_card(text: Text, seen: PlayerView, card: Card) -> str:
    """What a card that is not the one would do."""
    name, month = names.card_name(text, card), names.calendar_month(text, card.month)
    if matching(seen.rules, seen.field, card)[0]:
        return text.t("{card} finds a match too, but something else comes first.", card=name)
    return text.t(
        "{card} is of {month}; no card of {month} lies on the table.", card=name, month=month
    )
