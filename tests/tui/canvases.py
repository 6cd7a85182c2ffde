"""Canvases that anything has been painted on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hypothesis import strategies as st

from koikoi.tui.frame import Canvas, Ink, Rect

PLAIN, OTHER = Ink(), Ink("#ffffff", "#000000", bold=True)
_USUAL: Final = (PLAIN, OTHER, Ink(reverse=True))

WORDS = st.text(st.sampled_from("ab 8▐★ō松梅桐鳳"), max_size=12)
"""Blanks and wide characters among them."""
PLACE = st.integers(-6, 26)
_SPAN = st.integers(-2, 26)


@st.composite
def canvases(
    draw: st.DrawFn, inks: Sequence[Ink] = _USUAL, grounds: Sequence[Ink] = (PLAIN,)
) -> Canvas:
    """A canvas of 20 by 4 that anything has been painted on, inside and outside of it."""
    canvas = Canvas(20, 4, draw(st.sampled_from(grounds)))
    ink = st.sampled_from(inks)
    for _ in range(draw(st.integers(0, 8))):
        if draw(st.booleans()):
            canvas.put(draw(PLACE), draw(st.integers(-2, 6)), draw(WORDS), draw(ink))
        else:
            area = Rect(draw(PLACE), draw(st.integers(-2, 6)), draw(_SPAN), draw(_SPAN))
            canvas.fill(area, draw(ink), draw(st.sampled_from("x▒ ")))
    return canvas
