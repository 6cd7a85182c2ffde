"""What the table says of players that it had to move for."""

from __future__ import annotations

from koikoi.match.session import Fault, Notice
from koikoi.text.catalogue import Text


def notice_sentence(text: Text, notice: Notice, names: tuple[str, str]) -> str:
    """Why the table plays for somebody."""
    name = names[notice.seat]
    if notice.fault is Fault.LATE:
        return text.t("{name} did not answer in time; the table plays instead.", name=name)
    if notice.fault is Fault.ILLEGAL:
        return text.t("{name} answered against the rules; the table plays instead.", name=name)
    return text.t(
        "{name} failed ({detail}); the table plays instead.", name=name, detail=notice.detail
    )
