"""The host's own key: made once, read by nobody else, and never made again without being told."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

import asyncssh

from koikoi.host.running import CannotStart, StartFault
from koikoi.store.places import made

KEY_NAME: Final = "host_key"
_PRIVATE: Final = 0o600


class BadHostKey(CannotStart):
    """There is a file in the key's place that is no key, or that others may read.

    Args:
        path: The file.
        open_to_others: Whether its permissions are what is wrong.
    """

    def __init__(self, path: Path, *, open_to_others: bool = False) -> None:
        super().__init__(StartFault.OPEN_KEY if open_to_others else StartFault.BAD_KEY, path)


def host_key(path: Path) -> asyncssh.SSHKey:
    """The key of a host; it is made where there is no file.

    Args:
        path: Its file.

    Raises:
        BadHostKey: What is there cannot be used. It is left alone: players' programs know the key.
        OSError: The file can be neither read nor made.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return _new_key(path)
    with os.fdopen(descriptor, "rb") as file:
        if os.name == "posix" and os.fstat(file.fileno()).st_mode & 0o077:
            raise BadHostKey(path, open_to_others=True)
        data = file.read()
    try:
        return asyncssh.import_private_key(data)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise BadHostKey(path) from error


def _new_key(path: Path) -> asyncssh.SSHKey:
    """Makes a key; where another process makes one at the same time, theirs is taken."""
    made(path.parent)
    key = asyncssh.generate_private_key("ssh-ed25519", comment="koikoi")
    # Whole under another name first: a half-written key would stay for ever.
    descriptor, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(key.export_private_key())
            file.flush()
            os.fsync(file.fileno())
        try:
            _place(Path(name), path)
        except FileExistsError:
            return host_key(path)
    finally:
        Path(name).unlink()
    return key


def _place(made: Path, path: Path) -> None:
    """Puts a file in its place, unless there is one."""
    try:
        # Unlike a rename, a link never takes the place of a file that is there.
        os.link(made, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
        with os.fdopen(descriptor, "wb") as file:
            file.write(made.read_bytes())


def fingerprint(key: asyncssh.SSHKey) -> str:
    """What players compare: ``SHA256:…``."""
    return key.get_fingerprint()
