"""The keys that a host lets in: a file in the format of OpenSSH's ``authorized_keys``."""

from __future__ import annotations

from pathlib import Path

import asyncssh

from koikoi.host.running import CannotStart, StartFault


class BadKeysFile(CannotStart):
    """The file cannot be read as keys.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(StartFault.BAD_KEYS, path)


class KeysFile:
    """The keys of a file, read again whenever it has changed.

    Of the options before a key only those count that say where it may come from.

    Args:
        path: The file.

    Raises:
        BadKeysFile: It cannot be read as keys.
        OSError: It cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen = self._stamp()
        self._keys = self._read()

    def _stamp(self) -> tuple[int, int]:
        found = self._path.stat()
        return found.st_mtime_ns, found.st_size

    def _read(self) -> asyncssh.SSHAuthorizedKeys:
        try:
            return asyncssh.read_authorized_keys(str(self._path))
        except ValueError as error:
            raise BadKeysFile(self._path) from error

    def holds(self, key: asyncssh.SSHKey, address: str) -> bool:
        """Whether a key is one of them.

        A file that has gone, as it may for a moment while it is written, holds what it held; one
        without a key holds none.
        """
        try:
            if (stamp := self._stamp()) != self._seen:
                self._keys, self._seen = self._read(), stamp
        except OSError:
            pass
        except BadKeysFile:
            self._keys = asyncssh.SSHAuthorizedKeys()
        try:
            return self._keys.validate(key, address, address) is not None
        except ValueError:  # the key has a condition, and the address is none
            return False
