"""The log file: a line for each warning, never a complaint, never without end."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from koikoi.ai import weights
from koikoi.ai.weights import shipped
from koikoi.cli import logbook
from koikoi.cli.logbook import LOG_NAME, LogFile, log_kept
from koikoi.engine.cards import CARDS
from tests.cli.conftest import CommandLine
from tests.cli.person import Asked

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} koikoi\.\w[\w.]* (WARNING|ERROR) .+")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KOIKOI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def lines(home: Path) -> list[str]:
    return (home / LOG_NAME).read_text(encoding="utf-8").splitlines()


def warn(*messages: str) -> None:
    for message in messages:
        logging.getLogger("koikoi.match.session").warning("%s", message)


def test_every_warning_is_a_line(home: Path) -> None:
    with log_kept():
        assert not home.exists()
        warn("one", "two\nlines", "月見")
        logging.getLogger("koikoi.match.session").info("too little")
        logging.getLogger("elsewhere").warning("not ours")
    found = lines(home)
    assert [line.split(" WARNING ")[1] for line in found] == ["one", "two lines", "月見"]
    assert all(LINE.fullmatch(line) for line in found)


def test_lines_of_another_sitting_are_added(home: Path) -> None:
    for message in ("one", "two"):
        with log_kept():
            warn(message)
    assert len(lines(home)) == 2


def test_nothing_is_written_before_and_after(home: Path) -> None:
    warn("before")
    with log_kept():
        pass
    warn("after")
    assert not home.exists()


def test_the_log_ends_with_the_command_whatever_ends_it(home: Path) -> None:
    logger = logging.getLogger("koikoi")
    before = list(logger.handlers), logger.propagate

    def interrupted() -> None:
        with log_kept():
            assert any(isinstance(handler, LogFile) for handler in logger.handlers)
            # No screen is disturbed by what the log is told.
            assert not logger.propagate
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert (list(logger.handlers), logger.propagate) == before


def test_a_log_that_has_grown_large_begins_anew(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logbook, "_MOST_BYTES", 500)
    sizes = []
    with log_kept():
        for number in range(40):
            warn(f"warning {number}")
            sizes.append((home / LOG_NAME).stat().st_size)
    assert max(sizes) < 700
    assert sizes != sorted(sizes)
    assert lines(home)[-1].endswith("warning 39")


@pytest.mark.parametrize("obstacle", ["a file for the folder", "a folder for the file"])
def test_a_log_that_cannot_be_written_is_passed_over(home: Path, obstacle: str) -> None:
    if obstacle == "a file for the folder":
        home.write_text("in the way")
    else:
        (home / LOG_NAME).mkdir(parents=True)
    with log_kept():
        warn("unheard")
    assert home.is_file() or (home / LOG_NAME).is_dir()


def test_what_cannot_be_put_into_words_is_passed_over(home: Path) -> None:
    with log_kept():
        logging.getLogger("koikoi.match").warning("%d cards", "some")
        warn("the next")
    assert [line.split(" WARNING ")[1] for line in lines(home)] == ["the next"]


def test_a_match_with_a_broken_computer_is_played_and_logged_without_cards(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    spoilt = tmp_path / "network.npz"
    spoilt.write_bytes(b"no weights")
    monkeypatch.setattr(weights, "asset", lambda _: spoilt)
    shipped.cache_clear()

    def answer(asked: Asked) -> str:
        return "1"

    result = cli.play(answer, "--level", "5", "--rounds", "1", "--seed", "broken")
    shipped.cache_clear()
    assert result.code == 0
    found = lines(cli.home)
    assert found
    for line in found:
        assert LINE.fullmatch(line)
        assert line.endswith("seat 1 crashed (BadWeights); the table moved for it")
        message = line.split(" WARNING ")[1]
        assert not any(re.search(rf"\b{card.code}\b", message) for card in CARDS)
