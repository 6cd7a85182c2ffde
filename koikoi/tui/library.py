"""What Textual is told before it is loaded: it reads the environment when it is imported."""

from __future__ import annotations

import os
from typing import Final

_FRAMES_PER_SECOND: Final = "30"
COLOUR_SYSTEM: Final = "truecolor"
"""What the library is told of the terminal: what it is given has the right colours already."""


def tell_library() -> None:
    """Tells Textual what it would find out by itself, and otherwise than we do."""
    os.environ.setdefault("TEXTUAL_FPS", _FRAMES_PER_SECOND)
    os.environ["TEXTUAL_COLOR_SYSTEM"] = COLOUR_SYSTEM
    # We have heard of it; the library would write default colours in the place of colours.
    os.environ.pop("NO_COLOR", None)
