"""Who somebody is: the key that signed, and nothing that was only asked, refused or tried."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import asyncssh
import pytest

from koikoi.host.hostkey import fingerprint
from koikoi.host.options import Access
from tests.host.client import Client, Thief
from tests.host.front import STAY, TITLE, Hosted, hosted

OWN: Final = asyncssh.generate_private_key("ssh-ed25519")
VICTIM: Final = asyncssh.generate_private_key("ssh-ed25519")
SECRET: Final = "Mondschein 8"


async def who(host: Hosted, client: Client) -> str | None:
    """The fingerprint that the app of a client has been given."""
    terminal = await client.terminal()
    await terminal.shows(TITLE)
    return host.house.visitors[-1].fingerprint


# The open door.


async def test_the_key_that_signs_is_who_somebody_is(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, Client(host.port, key=[OWN]) as client:
        assert await who(host, client) == fingerprint(OWN)


async def test_without_a_key_somebody_comes_in_as_a_guest_and_is_asked_nothing(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as host:
        for way in ("keyboard-interactive", "password"):
            async with Client(host.port, preferred_auth=way, password="any") as client:
                assert await who(host, client) is None


@pytest.mark.parametrize("signed", [None, OWN], ids=["unsigned", "forged"])
async def test_who_only_asks_about_a_key_and_comes_in_another_way_is_a_guest(
    tmp_path: Path, signed: asyncssh.SSHKey | None
) -> None:
    thief = Thief(VICTIM, signed)
    async with hosted(tmp_path) as host, Client(host.port, key=[thief]) as client:
        assert thief.asked == 1  # the server said that the key would do
        assert await who(host, client) is None


async def test_who_asks_about_a_key_and_signs_with_another_is_the_other(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host:
        for thief in (Thief(VICTIM), Thief(VICTIM, OWN)):
            async with Client(host.port, key=[thief, OWN]) as client:
                assert await who(host, client) == fingerprint(OWN)


# The password.


async def test_with_a_password_the_key_says_who_and_the_password_whether(tmp_path: Path) -> None:
    async with hosted(tmp_path, access=Access.PASSWORD, password=SECRET) as host:
        for way in ("publickey,keyboard-interactive", "publickey,password"):
            async with Client(host.port, key=[OWN], password=SECRET, preferred_auth=way) as client:
                assert await who(host, client) == fingerprint(OWN)
            async with Client(host.port, password=SECRET, preferred_auth=way) as client:
                assert await who(host, client) is None


async def test_with_a_password_no_key_is_enough(tmp_path: Path) -> None:
    async with hosted(tmp_path, access=Access.PASSWORD, password=SECRET) as host:
        with pytest.raises(asyncssh.PermissionDenied):
            async with Client(host.port, key=[OWN], preferred_auth="publickey"):
                pass
        with pytest.raises((asyncssh.PermissionDenied, asyncssh.DisconnectError)):
            async with Client(host.port, key=[OWN], password="wrong"):
                pass
    assert host.house.visitors == []


@pytest.mark.parametrize("signed", [None, OWN], ids=["unsigned", "forged"])
async def test_the_password_makes_nobody_of_a_guest_who_asked_about_their_key(
    tmp_path: Path, signed: asyncssh.SSHKey | None
) -> None:
    async with hosted(tmp_path, access=Access.PASSWORD, password=SECRET) as host:
        async with Client(host.port, key=[Thief(VICTIM, signed)], password=SECRET) as client:
            assert await who(host, client) is None
        async with Client(host.port, key=[OWN, Thief(VICTIM, signed)], password=SECRET) as client:
            assert await who(host, client) == fingerprint(OWN)


async def test_passwords_can_be_tried_a_few_times_only(tmp_path: Path) -> None:
    limits = STAY._replace(tries=3)
    asked = []

    class Guesser(asyncssh.SSHClient):
        def password_auth_requested(self) -> str:
            asked.append(1)
            return "wrong"

    async with hosted(tmp_path, limits=limits, access=Access.PASSWORD, password=SECRET) as host:
        with pytest.raises(asyncssh.DisconnectError, match="too often"):
            async with Client(host.port, client_factory=Guesser, preferred_auth="password"):
                pass
    assert len(asked) == 3


# The keys of a file.


async def test_only_keys_of_the_file_come_in_and_it_is_read_anew(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_bytes(b'command="/bin/sh" ' + OWN.export_public_key())
    async with hosted(tmp_path, access=Access.KEYS, keys=keys) as host:
        async with Client(host.port, key=[VICTIM, OWN]) as client:
            assert await who(host, client) == fingerprint(OWN)
        for others in ([VICTIM], [Thief(OWN)], [Thief(OWN, VICTIM)], []):
            with pytest.raises(asyncssh.PermissionDenied):
                async with Client(host.port, key=others, password=""):
                    pass
        keys.write_bytes(VICTIM.export_public_key() + b"\n# the other one has left\n")
        async with Client(host.port, key=[VICTIM]) as client:
            assert await who(host, client) == fingerprint(VICTIM)
        keys.unlink()
        async with Client(host.port, key=[VICTIM]) as client:
            assert await who(host, client) == fingerprint(VICTIM)


async def test_the_big_screen_is_a_name_and_no_person(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, Client(host.port, user="board") as client:
        terminal = await client.terminal()
        await terminal.shows("name [board] board True")


async def test_the_log_knows_who_came_and_no_password(tmp_path: Path) -> None:
    async with (
        hosted(tmp_path, access=Access.PASSWORD, password=SECRET) as host,
        Client(host.port, user="Aki", key=[OWN], password=SECRET) as client,
    ):
        await who(host, client)
    (line,) = host.log.of("login")
    assert (line["name"], line["fingerprint"]) == ("Aki", fingerprint(OWN))
    assert line["address"] == "127.0.0.1"
    assert line["client"].startswith("AsyncSSH")
    assert SECRET not in str(host.log.lines)
