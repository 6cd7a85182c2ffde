"""Who has come in, and by what way."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.text.catalogue import ENGLISH

BOARD_USER = "board"
"""Who logs in under this name sees the big screen, and plays nothing."""


class Visitor(NamedTuple):
    """Somebody who has logged in.

    Attributes:
        name: The user name they logged in with, cleaned; empty where nothing of it can be shown.
        fingerprint: ``SHA256:…`` of the key that signed the login; ``None`` for a guest.
        address: Where they come from.
        client: What their client calls itself, cleaned.
        board: Whether they came for the big screen only.
        lang: The language that their client asks for, else the host's.
    """

    name: str
    fingerprint: str | None
    address: str
    client: str = ""
    board: bool = False
    lang: str = ENGLISH
