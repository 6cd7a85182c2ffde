"""By which addresses others reach this machine, and what they type for it."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from typing import Final

SSH_PORT: Final = 22

# Addresses for documentation: naming one as the other end of a datagram socket sends nothing, and
# tells which address of ours would be used.
_FAR: Final = (
    (socket.AF_INET, ("192.0.2.1", 9)),
    (socket.AF_INET6, ("2001:db8::1", 9)),
)


def is_local(bind: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return ipaddress.ip_address(bind).is_loopback
    except ValueError:
        return bind.rstrip(".").lower() == "localhost"


def is_everywhere(bind: str) -> bool:
    """Whether an address stands for all addresses of this machine."""
    try:
        return ipaddress.ip_address(bind).is_unspecified
    except ValueError:
        return False


def own_addresses(*, version: int = 0) -> list[str]:
    """The addresses by which others reach this machine, as far as it knows; its name for none.

    Args:
        version: 4 for those of IPv4 only, else all.
    """
    found: dict[str, None] = {}
    for family, far in _FAR:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as line:
            line.connect(far)
            found[line.getsockname()[0]] = None
    name = socket.gethostname()
    with suppress(OSError, UnicodeError):
        for *_, where in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM):
            found[str(where[0])] = None
    return [one for one in found if _reaches(one, version)] or [name]


def join_addresses(bind: str) -> list[str]:
    """What others can name to reach a host that listens on an address."""
    if not is_everywhere(bind):
        return [bind]
    return own_addresses(version=ipaddress.ip_address(bind).version % 6)


def ssh_command(address: str, port: int) -> str:
    """What is typed to come in."""
    return f"ssh {address}" if port == SSH_PORT else f"ssh -p {port} {address}"


def web_address(address: str, port: int) -> str:
    """What is typed into a browser."""
    return f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/"


def _reaches(address: str, version: int) -> bool:
    """Whether others could use an address as it stands."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if version == 4 and found.version != 4:
        return False
    return not (found.is_loopback or found.is_unspecified or found.is_link_local)
