"""Records of matches: notation, JSON lines, replay with a check of every step, proof of fairness.

The room may import the standard library, without ``asyncio``, and ``koikoi.engine``. A record is
the game's one file format, saved match and archive at once:

- ``notation`` and ``position``: cards, actions and positions as text, both ways;
- ``digest``: the fingerprint of a position;
- ``record``: what a record holds, made from states or read;
- ``lines``, ``reader`` and ``writer``: the JSON lines, reading them whatever they hold, and
  writing them so that the file is a valid record at every moment; ``follow``: reading one that
  somebody else writes, as it grows;
- ``replay`` and ``verify``: playing a record again, and proving that its decks were fixed before
  the match;
- ``reel``: a match to look through, with what may be seen at every position;
- ``wire``: events and views as JSON for bots, logs and tests.

A record of an unfinished match holds hidden cards and the secret seed. Whoever shows one shows
what the seat may see, by way of :func:`koikoi.engine.view.view`.
"""

from __future__ import annotations

from koikoi.record.errors import RecordError
from koikoi.record.lines import dumps
from koikoi.record.reader import load, loads
from koikoi.record.record import MatchRecord

__all__ = ["MatchRecord", "RecordError", "dumps", "load", "loads"]
