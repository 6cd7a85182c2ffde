"""Who comes in: one door for each connection, with a person's key, a password, or nothing.

Somebody is who signed the login with their key, and nobody else. A client may ask whether a key
would do without having it (CVE-2024-45337 is about servers that took the question for the answer),
so that a key counts only once asyncssh has verified what it signed, for the same user name; nothing
that is asked, refused or tried in between leaves a trace.

Private details of asyncssh 2.24 are used here: where it verifies, and what it does with variables.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, cast

import asyncssh
from asyncssh.public_key import decode_ssh_public_key

from koikoi.host.limits import place_of
from koikoi.host.meter import Meter
from koikoi.host.options import Access
from koikoi.host.session import Session
from koikoi.host.terminals import LONGEST_VALUE, VARIABLES, printable
from koikoi.host.visitor import BOARD_USER, Visitor

if TYPE_CHECKING:
    from koikoi.host.server import Server

_TURN_SECONDS: Final = 3.0
"""Seconds that a login has for itself, before the next one begins beside it."""
_READING_SECONDS: Final = 0.5
"""Seconds in which a client can read that there is no room for it."""
_MOST_KEYS: Final = 20
"""Keys that a client may offer; programs that hold keys offer all that they have."""
_MOST_NAMES: Final = 4
"""User names that a client may try."""
_WIDEST_CLIENT: Final = 40
_CHANNEL_WINDOW: Final = 32 * 1024
"""Bytes that a client may send before it hears of us."""


class Door(asyncssh.SSHServer):
    """What one connection is asked, and what it is given.

    Args:
        server: The server.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self.number = server.next_number()
        self._options = server.options
        self._connection: asyncssh.SSHServerConnection
        self.meter: Meter
        self.address = self.place = ""
        self._hurry: asyncio.TimerHandle | None = None
        self._lonely: asyncio.TimerHandle | None = None
        self._admitted = False
        self._signed: str | None = None
        """The key that has signed this login."""
        self._names = self._keys = self._passwords = 0
        self._sessions: list[Session] = []
        self._visitor: Visitor | None = None

    # The connection.

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Takes the connection on, or says that there is no room."""
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self.address = printable(str(peer[0]), 64) if peer else ""
        self.meter = Meter(conn, self._blocked)
        self.meter.hold()
        raw: Any = conn
        self._verify = raw.validate_public_key
        raw.validate_public_key = self._verified
        self.place = place_of(self.address)
        self._admitted = self._server.came(self)
        if not self._admitted:
            # After the version, which asyncssh is about to send.
            asyncio.get_running_loop().call_soon(self.refuse)

    def turn(self) -> None:
        """The login may begin."""
        self.meter.release()
        loop = asyncio.get_running_loop()
        self._hurry = loop.call_later(_TURN_SECONDS, self._server.yields, self)

    def refuse(self) -> None:
        """Says that there is no room, and closes the connection once that can have been read."""
        raw, words = cast("Any", self._connection), self._server.words
        raw._send_disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, words.busy(), words.lang)
        self.meter.ignore()
        asyncio.get_running_loop().call_later(_READING_SECONDS, self.drop)

    def drop(self) -> None:
        """Closes the connection at once."""
        self._connection.abort()

    def close(self, said: str) -> None:
        """Closes the connection, and says why."""
        self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, said)

    async def closed(self) -> None:
        """Waits until the connection is closed."""
        await self._connection.wait_closed()

    def connection_lost(self, exc: Exception | None) -> None:
        """Lets go of everything; the sessions are told by their channels."""
        if self._admitted:
            self.occupied()
            if self._hurry is not None:
                self._hurry.cancel()
            self._server.went(self, exc)

    def _blocked(self, blocked: bool) -> None:
        for session in self._sessions:
            session.blocked(blocked)

    # The login.

    def begin_auth(self, username: str) -> bool:
        """A login under a user name begins; whatever was found out under another one is void."""
        self._signed = None
        self._names += 1
        if self._names > _MOST_NAMES:
            raise self._enough()
        del username
        return True

    def _enough(self) -> asyncssh.DisconnectError:
        return asyncssh.DisconnectError(
            asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, self._server.words.refused()
        )

    def public_key_auth_supported(self) -> bool:
        """A key may always say who somebody is; one that has said it is not asked again."""
        return self._signed is None

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether a key would do. It proves nothing yet: anybody can ask."""
        del username
        if self._options.access is Access.KEYS and not self._server.lets_in(key, self.address):
            self._keys += 1
            if self._keys > _MOST_KEYS:
                raise self._enough()
            return False
        return True

    async def _verified(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Stands before asyncssh's check of a key and what it signed, and sees what it finds."""
        done: bool = await self._verify(username, key_data, msg, signature)
        if not (done and msg):
            return done
        self._signed = decode_ssh_public_key(key_data).get_fingerprint()
        if self._options.access is not Access.PASSWORD:
            return True
        # Who it is is known; what remains is the password.
        self._connection.send_userauth_failure(True)
        return False

    def password_auth_supported(self) -> bool:
        """A password is asked where there is one; an open door takes any, for simple clients."""
        return self._options.access is not Access.KEYS

    def validate_password(self, username: str, password: str) -> bool:
        """Whether it is the password of the event."""
        del username
        return self._knows(password)

    def _knows(self, password: str) -> bool:
        if self._options.access is Access.OPEN:
            self._signed = None
            return True
        known = hmac.compare_digest(
            password.encode("utf-8", "replace"), self._options.password.encode("utf-8", "replace")
        )
        if known and self._options.access is Access.PASSWORD:
            return True
        self._passwords += 1
        if self._passwords >= self._options.limits.tries:
            raise self._enough()
        return False

    def kbdint_auth_supported(self) -> bool:
        """Questions are asked where a password is; elsewhere there are none, and that is enough."""
        return self._options.access is not Access.KEYS

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """The questions to somebody without a key: the password, or nothing at all."""
        del username, lang, submethods
        if self._options.access is Access.OPEN:
            return "", "", "", []
        return "", "", "", [(self._server.words.asks_password(), False)]

    def validate_kbdint_response(self, username: str, responses: list[str]) -> bool:  # type: ignore[override]
        """Whether the answers are right."""
        del username
        if self._options.access is Access.OPEN:
            self._signed = None
            return True
        return self._knows(responses[0] if len(responses) == 1 else "")

    def auth_completed(self) -> None:
        """Somebody is in."""
        raw = str(self._connection.get_extra_info("username") or "")
        client = self._connection.get_extra_info("client_version") or ""
        self._visitor = Visitor(
            self._server.named(raw),
            self._signed,
            self.address,
            printable(str(client).removeprefix("SSH-2.0-"), _WIDEST_CLIENT),
            raw == BOARD_USER,
        )
        self._server.knows(self, self._visitor)
        self.vacated()

    def vacated(self) -> None:
        """Nobody plays over this connection: it may stay for a while, in case somebody will."""
        self.occupied()
        if all(session.over or not session.begun for session in self._sessions):
            self._lonely = asyncio.get_running_loop().call_later(
                self._options.limits.login_seconds, self.drop
            )

    def forsaken(self) -> None:
        """A client does not close what is over: it goes, unless somebody plays beside it."""
        if self._lonely is not None:
            self.drop()

    def occupied(self) -> None:
        """Somebody plays over this connection."""
        if self._lonely is not None:
            self._lonely.cancel()
            self._lonely = None

    # What it is given: terminals, and nothing else. All other requests asyncssh refuses by itself.

    def session_requested(
        self,
    ) -> bool | tuple[asyncssh.SSHServerChannel[bytes], asyncssh.SSHServerSession[bytes]]:
        """A channel for a terminal, where there is one left."""
        self._sessions = [session for session in self._sessions if not session.closed]
        if self._visitor is None or len(self._sessions) >= self._options.limits.channels:
            return False
        channel: Any = self._connection.create_server_channel(
            encoding=None, window=_CHANNEL_WINDOW, max_pktsize=_CHANNEL_WINDOW
        )
        channel._process_env_request = _keeping(channel._env)
        session = Session(self._server, self, self._visitor)
        self._sessions.append(session)
        return channel, session


def _keeping(kept: dict[bytes, bytes]) -> Callable[[Any], bool]:
    """Takes the few variables that count; asyncssh would keep all that a client sends."""

    def take(packet: Any) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        if len(name) > LONGEST_VALUE or len(value) > LONGEST_VALUE:
            return False
        if name.decode("ascii", "replace") not in VARIABLES:
            return False
        kept[name] = value
        return True

    return take
