"""The parts of the server alone: limits, terminals, keys, the loop's lag, what is read."""

from __future__ import annotations

import os
import zlib
from pathlib import Path
from typing import Any, Final

import asyncssh
import pytest
from textual import events

from koikoi.host import hostkey, library
from koikoi.host.hostkey import BadHostKey, host_key
from koikoi.host.keysfile import BadKeysFile, KeysFile
from koikoi.host.lag import Lag
from koikoi.host.limits import Bucket, Comer, Connections, place_of
from koikoi.host.options import Limits
from koikoi.host.running import StartFault
from koikoi.host.terminals import clamped, clean_term, is_dumb, mode_of, printable
from koikoi.tui.stream import KeyReader, PasteFilter
from koikoi.tui.terminal import Colours, GlyphSet


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


# How much somebody may have.


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    clock = Clock()
    bucket = Bucket(10, 30, clock)
    assert [bucket.take(20), bucket.take(20), bucket.take(20)] == [20, 10, 0]
    clock.now += 1
    assert bucket.take(20) == 10
    clock.now += 1000
    assert bucket.take(1000) == 30
    assert bucket.refused == 10 + 20 + 10 + 970


def test_an_excess_lasts_as_long_as_it_goes_on_without_a_pause() -> None:
    clock = Clock()
    bucket = Bucket(10, 10, clock)
    assert bucket.take(10) == 10
    assert bucket.excess == 0
    for _ in range(5):
        bucket.take(100)
        clock.now += 1
    assert bucket.excess == 4
    clock.now += 60
    assert bucket.excess == 0
    bucket.take(100)
    assert bucket.excess == 0


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("nonsense", "nonsense"),
    ],
)
def test_one_place_is_one_address(address: str, place: str) -> None:
    assert place_of(address) == place


class Crowd:
    """Connections, and what becomes of them."""

    def __init__(self, **limits: Any) -> None:
        self.clock = Clock()
        unlimited = Limits(per_address=0, per_minute=0)
        self.connections = Connections(unlimited._replace(**limits), self.clock)
        self.turns: list[int] = []
        self.dropped: list[int] = []

    def comes(self, key: int, place: str = "here") -> bool:
        """Whether somebody is taken on."""
        comer = Comer(place, lambda: self.turns.append(key), lambda: self.dropped.append(key))
        return self.connections.admit(key, comer)


def test_a_few_log_in_at_a_time_and_the_others_wait_for_their_turn() -> None:
    crowd = Crowd(unknown=2)
    assert all(crowd.comes(key) for key in range(5))
    assert crowd.turns == [0, 1]
    crowd.connections.known(0)
    assert crowd.turns == [0, 1, 2]
    crowd.connections.leave(3)  # goes before its turn
    crowd.connections.yields(1)  # takes its time
    assert crowd.turns == [0, 1, 2, 4]
    assert crowd.connections.unknown == 3
    assert crowd.connections.count == 4


def test_where_there_is_no_room_the_largest_crowd_makes_some() -> None:
    crowd = Crowd(connections=6)
    for key in range(4):
        crowd.comes(key, "crowd")
    crowd.comes(4, "elsewhere")
    crowd.comes(5, "player")
    crowd.connections.known(5)
    assert crowd.comes(6, "newcomer")
    assert crowd.dropped == [0]
    crowd.connections.leave(0)  # what was dropped says so itself, later
    assert crowd.connections.count == 6
    for key in range(4):
        crowd.connections.known(key)
    assert not crowd.comes(7, "newcomer")
    assert crowd.dropped == [0]


def test_an_address_has_its_own_limits() -> None:
    crowd = Crowd(per_address=2, per_minute=4)
    assert [crowd.comes(key, "a") for key in range(3)] == [True, True, False]
    assert crowd.comes(3, "b")
    crowd.connections.leave(0)
    assert crowd.comes(4, "a")
    crowd.connections.leave(1)
    assert not crowd.comes(5, "a")  # the fifth time in a minute
    crowd.clock.now += 61
    assert crowd.comes(6, "a")


# Terminals.


@pytest.mark.parametrize(
    ("term", "sent", "colours"),
    [
        ("xterm-256color", {}, Colours.EXTENDED),
        ("tmux-256color", {"COLORTERM": "truecolor"}, Colours.TRUECOLOR),
        ("xterm", {}, Colours.BASIC),
        ("screen", {}, Colours.BASIC),
        ("ansi", {}, Colours.BASIC),
        ("linux", {"COLORTERM": "truecolor"}, Colours.BASIC),
        ("vt100", {}, Colours.NONE),
        ("xterm-kitty", {}, Colours.TRUECOLOR),
        ("xterm-ghostty", {}, Colours.TRUECOLOR),
        ("alacritty", {}, Colours.TRUECOLOR),
        ("foot", {}, Colours.TRUECOLOR),
        ("wezterm", {}, Colours.TRUECOLOR),
        ("xterm-direct", {}, Colours.TRUECOLOR),
        ("some-new-terminal", {}, Colours.EXTENDED),
        ("vt220", {}, Colours.BASIC),
        ("xterm-256color", {"NO_COLOR": "1"}, Colours.NONE),
        ("xterm-256color", {"NO_COLOR": ""}, Colours.EXTENDED),
    ],
)
def test_the_colours_of_a_terminal(term: str, sent: dict[str, str], colours: Colours) -> None:
    mode = mode_of(term, sent)
    assert (mode.colours, mode.remote) == (colours, True)


@pytest.mark.parametrize(
    ("term", "sent", "glyphs"),
    [
        ("xterm-256color", {}, GlyphSet.FULL),
        ("xterm-256color", {"LANG": "de_DE.UTF-8"}, GlyphSet.FULL),
        ("xterm", {"LC_CTYPE": "UTF-8"}, GlyphSet.FULL),
        ("xterm", {"LC_CTYPE": "C.UTF-8", "LANG": "C"}, GlyphSet.FULL),
        ("xterm", {"LANG": "C"}, GlyphSet.ASCII),
        ("xterm", {"LC_ALL": "de_DE.ISO-8859-1", "LANG": "de_DE.UTF-8"}, GlyphSet.ASCII),
        ("linux", {}, GlyphSet.SAFE),
        ("putty", {}, GlyphSet.SAFE),
    ],
)
def test_the_signs_of_a_terminal(term: str, sent: dict[str, str], glyphs: GlyphSet) -> None:
    assert mode_of(term, sent).glyphs == glyphs


def test_nothing_but_what_counts_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("NO_COLOR", "1")
    sent = {"SSH_TTY": "x", "STY": "1", "TERM": "xterm-kitty", "COLORTERM": "truecolor"}
    assert mode_of("xterm-256color", sent).colours is Colours.TRUECOLOR
    assert mode_of("xterm-256color", {}).colours is Colours.EXTENDED


def test_names_of_terminals_are_clean() -> None:
    assert [
        clean_term(given) for given in ("screen.xterm-256color", "a/b", "", None, "x" * 33)
    ] == [
        "screen.xterm-256color",
        *["xterm"] * 4,
    ]
    assert [is_dumb(term) for term in ("dumb", "unknown", "xterm")] == [True, True, False]


def test_sizes_are_those_that_can_be_drawn() -> None:
    assert clamped(0, 0) == (80, 24)
    assert clamped(10**9, 1) == (200, 12)
    assert clamped(120, 40) == (120, 40)


def test_what_is_printable_is_ascii_on_one_line() -> None:
    assert printable("\x1b]0;x\x07OpenSSH_9.2\r\n\u202e \x9b31m", 40) == "]0;xOpenSSH_9.2 31m"
    assert printable("x" * 10**6, 16) == "x" * 16
    assert printable("\x07" * 10**6, 16) == ""


# The host's key.


def test_a_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "key"
    key = host_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert key.get_algorithm() == "ssh-ed25519"
    assert hostkey.fingerprint(host_key(path)) == hostkey.fingerprint(key)
    assert hostkey.fingerprint(key).startswith("SHA256:")
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("data", [b"", b"no key", b"-----BEGIN OPENSSH PRIVATE KEY-----\nx\n"])
def test_a_file_that_is_no_key_is_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "key"
    path.write_bytes(data)
    path.chmod(0o600)
    with pytest.raises(BadHostKey) as raised:
        host_key(path)
    assert raised.value.code is StartFault.BAD_KEY
    assert path.read_bytes() == data


def test_a_key_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "key"
    host_key(path)
    path.chmod(0o644)
    with pytest.raises(BadHostKey) as raised:
        host_key(path)
    assert raised.value.code is StartFault.OPEN_KEY


def test_of_two_keys_that_are_made_at_once_the_first_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "key"
    generate = asyncssh.generate_private_key
    first: list[asyncssh.SSHKey] = []

    def meanwhile(*args: Any, **given: Any) -> asyncssh.SSHKey:
        monkeypatch.setattr(asyncssh, "generate_private_key", generate)
        first.append(host_key(path))
        return generate(*args, **given)

    monkeypatch.setattr(asyncssh, "generate_private_key", meanwhile)
    assert hostkey.fingerprint(host_key(path)) == hostkey.fingerprint(first[0])


def test_a_file_of_keys_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text("nonsense\n")
    with pytest.raises(BadKeysFile):
        KeysFile(path)
    with pytest.raises(OSError, match="none"):
        KeysFile(tmp_path / "none")


def test_a_key_may_come_from_where_the_file_says(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
    path = tmp_path / "keys"
    path.write_bytes(b'from="192.0.2.*" ' + key.export_public_key())
    keys = KeysFile(path)
    assert keys.holds(key, "192.0.2.9")
    assert not keys.holds(key, "198.51.100.9")
    assert not keys.holds(key, "")
    path.write_text("# nobody\n")
    assert not keys.holds(key, "192.0.2.9")


# The loop's lag, and what asyncssh and Textual are told.


async def test_the_loop_is_calm_once_it_has_been_on_time_for_a_while() -> None:
    lag = Lag()
    assert lag.p95 == 0
    assert await lag.calm(0)
    lag.note(0.3)
    assert not await lag.calm(0)
    for _ in range(3):
        assert not await lag.calm(0)
        lag.note(0.001)
    assert await lag.calm(0)
    assert lag.p95 == pytest.approx(0.001)


def test_a_packet_that_would_fill_the_memory_is_refused() -> None:
    inflating = library._Inflating()
    stream = zlib.compressobj()

    def packet(data: bytes) -> bytes:
        return stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)

    assert inflating.decompress(packet(b"a" * 1000)) == b"a" * 1000
    assert inflating.decompress(packet(b"a" * 10**8)) is None
    assert library._Inflating().decompress(b"nonsense") is None


def test_what_the_environment_says_of_textual_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("TEXTUAL_ANIMATIONS", "TEXTUAL_LOG", "TEXTUAL", "NO_COLOR", "TEXTUAL_FPS"):
        monkeypatch.setenv(name, "5")
    library.prepare()
    assert {name: value for name, value in os.environ.items() if "TEXTUAL" in name} == {
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TEXTUAL_DISABLE_KITTY_KEY": "1",
        "TEXTUAL_FPS": "30",
    }
    assert "NO_COLOR" not in os.environ


# What is read.

_START: Final = "\x1b[200~"
_END: Final = "\x1b[201~"


def test_a_paste_is_kept_short_and_its_end_is_found_in_pieces() -> None:
    pastes = PasteFilter(Clock())
    assert pastes.feed(f"a{_START}b\x1bc{_END}d") == f"a{_START}bc{_END}d"
    given = "".join(pastes.feed(part) for part in f"a{_START}{'p' * 9000}{_END}d")
    assert given == f"a{_START}{'p' * 4096}{_END}d"


def test_a_paste_that_never_ends_is_over_after_a_pause() -> None:
    clock = Clock()
    pastes = PasteFilter(clock)
    assert pastes.feed(f"{_START}a") == f"{_START}a"
    clock.now += 1
    assert pastes.feed("b") == "b"
    clock.now += 3
    assert pastes.feed("q") == f"{_END}q"


def test_a_reader_goes_on_whatever_comes() -> None:
    reader = KeyReader()
    for garbage in (b"\xff\xc3", b"\x1b[99999999999;1u", b"\x1b[1114112;1u", b"\x1b[<9;9;9m"):
        list(reader.feed(garbage))
        keys = [event for event in reader.feed(b"k") if isinstance(event, events.Key)]
        assert keys[-1].key == "k"


def test_a_lone_escape_is_waited_for() -> None:
    reader = KeyReader()
    assert list(reader.feed(b"\x1b")) == []
    assert reader.waits
    reader._parser._timeout_time = 0.0
    (event,) = reader.tick()
    assert isinstance(event, events.Key)
    assert event.key == "escape"
    assert not reader.waits


def test_a_reader_that_is_closed_holds_nothing() -> None:
    reader = KeyReader()
    list(reader.feed(b"\x1b[A"))
    generator: Any = reader._parser._gen
    reader.close()
    assert generator.gi_frame is None
