"""Records that somebody has changed to find out what is hidden."""

from __future__ import annotations

import json
from pathlib import Path

from koikoi.engine.actions import Resign
from koikoi.engine.flow import apply
from koikoi.record.digest import digest
from koikoi.record.lines import dumps
from tests.cli.conftest import CommandLine
from tests.record.playing import match, record_of, short


def test_a_digest_that_would_tell_a_hidden_position_is_not_told(
    cli: CommandLine, tmp_path: Path
) -> None:
    # Who could ask for the right digest could forge a resignation, and see what that reveals.
    start, moves = match(short(), "oracle")
    lines = dumps(record_of(start, moves[:5])).splitlines()
    forged = {"ply": 5, "seat": 0, "action": "resign", "digest": "0" * 16}
    file = tmp_path / "forged.koikoi.jsonl"
    file.write_text("\n".join([*lines, json.dumps(forged)]) + "\n", encoding="utf-8")
    resigned, _ = apply(moves[4].after, Resign(0))
    refusal = cli("replay", str(file)).refusal
    assert digest(resigned) not in refusal
    assert "does not lead to the position that it says, 0000000000000000" in refusal
