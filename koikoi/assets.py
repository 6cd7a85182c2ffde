"""Where the files are that ship beside the code: card pictures, later the computer's weights."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_INSTALLED: Final = Path(__file__).parent / "shipped"
_CHECKOUT: Final = Path(__file__).parent.parent / "assets"


class MissingAsset(Exception):
    """A file that belongs to the program is not there.

    Attributes:
        name: Its path within the assets.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def asset(name: str) -> Path:
    """The path of a file that ships with the program.

    A wheel holds the files inside the package; a checkout, and an editable installation of it,
    beside the package.

    Args:
        name: Its path within the assets, with ``/`` between folders.

    Raises:
        MissingAsset: It is in neither place.
    """
    for folder in (_INSTALLED, _CHECKOUT):
        path = folder / name
        if path.is_file():
            return path
    raise MissingAsset(name)


def is_whole_archive(name: str) -> bool:
    """Whether a file that ships is there and an archive without damage.

    Args:
        name: Its path within the assets.
    """
    import zlib
    from zipfile import BadZipFile, ZipFile

    # What a damaged archive raises depends on where it is damaged.
    damage = (BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)
    try:
        with ZipFile(asset(name)) as archive:
            return archive.testzip() is None
    except (MissingAsset, *damage):
        return False
