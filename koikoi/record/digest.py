"""The fingerprint of a position, which a replay compares after every action."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from koikoi.engine.state import MatchState
from koikoi.record.position import position_text

DIGEST_LENGTH: Final = 16
"""Hexadecimal digits of a digest; 64 bits find an accident, the commitment finds a fraud."""


def digest(state: MatchState) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of the position's text.

    The same on every machine and in every version: ``printf %s POSITION | sha256sum`` begins with
    it, where POSITION is :func:`koikoi.record.position.position_text`.
    """
    return sha256(position_text(state).encode()).hexdigest()[:DIGEST_LENGTH]
