"""The three ribbons; each hangs in front of its month's plant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit import HEIGHT, WIDTH, points

if TYPE_CHECKING:
    from kit import Scene

BRUSH_MARKS = ".KK. .K.. .... .KK. ..K. .... .KK. .K.."
"""The marks of the poem at the small size: strokes without meaning."""

POEM = (
    "2.2,3.4 2.9,4.2 1.9,5.0 2.5,6.0 2.1,7.2",
    "3.0,7.6 3.2,8.4",
    "2.4,8.8 1.6,9.6 2.8,10.4 2.2,11.6 2.6,12.6",
    "1.8,13.2 2.8,13.8 2.0,14.8 2.4,16.2",
)
"""The same at the larger sizes: running strokes, each from its thick end to its thin end."""


def ribbon(scene: Scene, kind: str, parted: bool = False) -> None:
    """Draw a ribbon on whole cells, with bare paper on its right.

    Args:
        scene: The scene, with the plant drawn.
        kind: "poem", "red" or "blue".
        parted: Whether bare paper on its left and below, too, parts it from the plant.
    """
    column, width = scene.pick((5, 4), (8, 5), (16, 10))
    last = scene.rows - scene.pick(1, 1, 2)
    top = scene.pick(0, 1, 1)
    unit, high = WIDTH / scene.columns, HEIGHT / scene.rows
    left, right, foot = column * unit, (column + width) * unit, last * high
    head = top * high
    margin = scene.pick(0.7, 0.5, 0.5) if parted else 0.0
    scene.rect(left - margin, 0, WIDTH - left + margin, HEIGHT if parted else foot, "paper")
    body, edge = ("blue", "navy") if kind == "blue" else ("red", "red2")
    scene.cells(column, top, width, last - top, body)
    if scene.fine:
        scene.rect(left, head, right - left, 0.5, edge)
        scene.rect(left, foot - 0.5, right - left, 0.5, edge)
        scene.line([((left + right) / 2, head), ((left + right) / 2 - 0.2, -0.4)], "ink", 0.3)
    if kind == "poem":
        _poem(scene, column, left)
    elif kind == "blue":
        _gold(scene, left, right, head, foot)


def _poem(scene: Scene, column: int, left: float) -> None:
    """Draw a column of brush marks that are no legible signs."""
    if scene.small:
        scene.stamp(column * 2 + 2, 2, BRUSH_MARKS, {"K": "ink"})
        return
    wide = scene.pick(0, 1.0, 0.65)
    for stroke in POEM:
        path = [(left + x, y) for x, y in points(stroke)]
        scene.brush(path, "ink", wide, wide * 0.6)


def _gold(scene: Scene, left: float, right: float, head: float, foot: float) -> None:
    """Draw the golden bands, and at the inspect size a pattern of diamonds."""
    band = scene.pick(1.4, 1.0, 0.5)
    for y in (head + scene.pick(1.43, 2.0, 1.5), foot - scene.pick(2.86, 3.0, 2.0)):
        scene.rect(left, y, right - left, band, "gold")
    if scene.fine:
        middle = (left + right) / 2
        for y in (5.0, 8.0, 11.0, 14.0):
            corners = points(
                f"{middle},{y - 1.1} {middle + 0.8},{y} {middle},{y + 1.1} {middle - 0.8},{y}"
            )
            scene.poly(corners, "gold")
            scene.disc(middle, y, 0.32, "blue")
