"""The plants of July to December: each month's function draws its plain cards.

`variant` tells a month's plain cards apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit import numbers, points, polar, smooth

if TYPE_CHECKING:
    from kit import Point, Scene

# ---------------------------------------------------------------------- July: bush clover


def clover_spray(scene: Scene, corners: str, count: int) -> None:
    """Draw one arching spray with leaves on one side and flowers on the other."""
    path = smooth(points(corners), steps=12)
    scene.brush(corners, "pine", scene.pick(0.8, 0.5, 0.35), scene.pick(0.8, 0.4, 0.2))
    size = scene.pick(1.1, 0.95, 0.9)
    for index in range(count):
        at = min(round((index + 1) * (len(path) - 1) / count), len(path) - 1)
        x, y = path[at]
        side = 1 if index % 2 else -1
        scene.oval(x - 1.05 * side, y + 0.35, size, size * 0.72, 30 * side, "leaf")
        scene.oval(x + 1.0 * side, y - 0.2, size * 0.95, size * 0.8, 0, "red")
        if scene.fine:
            scene.oval(x - 0.5 * side, y + 0.9, 0.7, 0.42, 60 * side, "leaf2")
            scene.disc(x + 1.2 * side, y - 0.45, 0.42, "rose")
            scene.disc(x + 0.5 * side, y + 0.3, 0.4, "rose")


def clover(scene: Scene, variant: int = 0) -> None:
    """July: bush clover, sprays with small red flowers."""
    if variant == 0:
        sprays = (
            "6.4,20.6 3.2,13 3.0,7 5.8,2.4",
            "7.0,20.6 8.2,12 11.8,7.4",
            "7.2,20.6 10.0,16.6 12.4,15",
        )
    else:
        sprays = (
            "7.2,20.6 7.4,12 10.0,6 12.4,4.2",
            "6.6,20.6 4.4,13 3.4,5.4",
            "6.4,20.6 3.8,17 1.8,15.4",
        )
    counts = scene.pick((5, 4, 2), (6, 5, 3), (8, 6, 3))
    for corners, count in zip(sprays, counts, strict=True):
        clover_spray(scene, corners, count)


# ---------------------------------------------------------------------- August: pampas


def hill(scene: Scene, top: float, colour: str = "ink") -> None:
    """Draw the round hill that fills the lower part of the card."""
    top = scene.level(top) - 0.25
    scene.disc(7, top + 13, 13.5, colour, 13)


def hill_grass(scene: Scene, top: float) -> None:
    """Draw blades along the edge of the hill, dark against the sky."""
    if not scene.fine:
        return
    for index in range(15):
        x = 0.8 + index * 0.9
        edge = top + 13 - 13 * (1 - ((x - 7) / 13.5) ** 2) ** 0.5
        lean = 0.7 if index % 2 else -0.6
        height = 1.3 + 0.5 * (index % 3)
        scene.poly(
            [(x - 0.35, edge + 0.6), (x + 0.35, edge + 0.6), (x + lean, edge - height)], "ink"
        )


def pampas_plume(scene: Scene, x: float, lean: float, height: float) -> None:
    """Draw one stalk with a feathery plume that bends with the wind."""
    top = (x + lean, 20 - height)
    scene.brush(
        [(x, 20.4), (x + lean * 0.2, 20 - height * 0.6), top], "moss", scene.pick(0.8, 0.55, 0.4)
    )
    turn = -90 + lean * 16
    length = 5.6
    foot = (x + lean * 0.72, 20 - height * 0.78)
    scene.leaf(*foot, length, scene.pick(2.4, 2.2, 1.8), turn, "tan")
    if not scene.small:
        scene.leaf(*foot, length * 0.8, scene.pick(0, 1.0, 0.5), turn, "gold")
    if scene.fine:
        for part in (0.2, 0.4, 0.6, 0.8):
            rib = polar(*foot, length * part, turn)
            scene.line([rib, polar(*rib, 1.0, turn + 24)], "gold", 0.2)
            scene.line([rib, polar(*rib, 1.0, turn - 24)], "tan", 0.2)


def pampas(scene: Scene, variant: int = 0) -> None:
    """August: pampas grass on the black hill."""
    hill(scene, 12.4)
    hill_grass(scene, 12.4)
    stalks = "2.8,-1.2,11.6 5.4,-.6,15.6 8.6,1.2,13.0 11.4,1.2,16"
    if variant:
        stalks = "2.6,1.4,13.6 5.4,2.0,16.6 9.0,1.8,12.4"
    for x, lean, height in numbers(stalks):
        pampas_plume(scene, x, lean, height)


# ---------------------------------------------------------------------- September: chrysanthemum


def mum_flower(scene: Scene, x: float, y: float, radius: float, light: str = "gold") -> None:
    """Draw a round chrysanthemum of many narrow petals, gold or red."""
    dark = "amber" if light == "gold" else "red2"
    count = scene.pick(8, 12, 16)
    for index in range(count):
        scene.leaf(x, y, radius, radius * 6.4 / count, 360 * index / count, light)
    if not scene.fine:
        scene.disc(x, y, radius * 0.74, light)
        for angle in scene.pick((), range(0, 360, 45), ()):
            scene.dot(*polar(x, y, radius * 0.62, angle), dark)
        scene.disc(x, y, radius * scene.pick(0.4, 0.3, 0), dark)
        return
    for index in range(count):
        scene.leaf(x, y, radius * 0.94, radius * 1.7 / count, 360 * (index + 0.5) / count, dark)
    for index in range(12):
        scene.leaf(x, y, radius * 0.6, radius * 0.28, 30 * index + 8, dark)
        scene.leaf(x, y, radius * 0.56, radius * 0.2, 30 * index + 8, light)
    scene.disc(x, y, radius * 0.34, light)
    scene.disc(x, y, radius * 0.2, dark)


def mum_leaves(scene: Scene, sprigs: str) -> None:
    """Draw lobed leaves at "x,y,angle,length"."""
    for x, y, angle, length in numbers(sprigs):
        for side in (-40, 40, 0):
            scene.leaf(x, y, length * (0.72 if side else 1), length * 0.5, angle + side, "pine")
        if not scene.small:
            tip = polar(x, y, length * 0.8, angle)
            scene.line([(x, y), tip], "leaf2", scene.pick(0, 0.4, 0.25))


def mum(scene: Scene, variant: int = 0) -> None:
    """September: a golden chrysanthemum and a red one."""
    if variant == 0:
        mum_leaves(scene, "5,10.6,195,4.2 9,11,25,4.4 5.4,16,165,4.4 9.4,17,20,4.4")
        mum_flower(scene, 7.0, 5.8, 4.9)
        mum_flower(scene, 7.4, 15.4, 3.5, "red")
    else:
        mum_leaves(scene, "4.4,8,190,4.2 9.4,8,-15,4.4 4.6,16.6,150,4.4 10,17,30,4.2")
        mum_flower(scene, 7.0, 13.8, 4.9)
        mum_flower(scene, 6.8, 4.2, 3.5, "red")


# ---------------------------------------------------------------------- October: maple


def maple_leaf(scene: Scene, x: float, y: float, radius: float, turn: float, colour: str) -> None:
    """Draw a maple leaf of seven points around (x, y), its middle point at `turn`."""
    lobes = ((0, 1.0), (46, 0.92), (-46, 0.92), (95, 0.72), (-95, 0.72))
    stalk = polar(x, y, radius * 0.75, turn + 180)
    scene.line([(x, y), stalk], colour, scene.pick(0.8, 0.45, 0.3))
    for side, length in lobes:
        scene.leaf(
            *polar(x, y, 0.2, turn + 180), radius * length, radius * 0.5, turn + side, colour
        )
    scene.disc(x, y, radius * 0.28, colour)
    if scene.fine:
        vein = "red2" if colour == "red" else "red"
        for side, length in lobes:
            scene.line([(x, y), polar(x, y, radius * length * 0.72, turn + side)], vein, 0.2)
        scene.line([(x, y), stalk], vein, 0.25)


def maple(scene: Scene, variant: int = 0) -> None:
    """October: red and orange maple leaves."""
    scene.brush("-0.4,20 5,14 7,8 14.4,1.6", "brown", scene.pick(1.0, 0.8, 0.7), 0.5)
    spots = "4.0,5.8,-105 10.8,7.4,-60 4.0,14.2,-130 10.6,15.6,-75"
    if variant:
        spots = "4.6,4.6,-80 11.0,9.4,-50 3.2,11.4,-120 8.6,16.4,-95"
    for index, (x, y, turn) in enumerate(numbers(spots)):
        colour = "red" if index in (0, 3) else "orange"
        maple_leaf(scene, x, y, scene.pick(4.3, 4.1, 4.1), turn, colour)


# ---------------------------------------------------------------------- November: willow


def willow_strand(scene: Scene, x: float, length: float, sway: float, light: bool) -> None:
    """Draw one hanging strand with narrow leaves on both sides."""
    colour = "leaf" if light else "pine"
    path: list[Point] = [(x, -0.6), (x + sway * 0.3, length * 0.4), (x + sway, length)]
    if not scene.small:
        scene.brush(path, colour, scene.pick(0, 0.5, 0.3))
    if scene.small:
        column = int(x * scene.columns / 14) * 2
        rows = round((length + 0.6) * scene.rows / 10)
        scene.stamp(
            column,
            0,
            " ".join(("G.", "GG", ".G", "GG")[row % 4] for row in range(rows)),
            {"G": colour},
        )
        return
    curve = smooth(path, steps=24)
    step = scene.pick(0, 1.9, 1.15)
    for index in range(int(length / step)):
        spot = curve[round((index + 0.4) * step / (length + 0.6) * (len(curve) - 1))]
        side = 1 if index % 2 else -1
        tint = "leaf2" if scene.fine and index % 3 == 2 else colour
        scene.leaf(*spot, scene.pick(0, 2.1, 1.9), scene.pick(0, 0.8, 0.55), 90 - 34 * side, tint)


def willow(scene: Scene, variant: int = 0) -> None:
    """November: hanging willow strands."""
    scene.brush("-0.4,0.2 6,1.0 14.4,0.2", "brown", 1.1)
    strands = "1.3,17.6,-.3 4.0,12.6,.4 6.8,17.0,-.3 9.4,11.6,.3 12.2,16.4,.3"
    if variant:
        strands = "1.6,12,-.3 4.4,16.8,.3 7.0,11,-.2 9.8,17.4,.3 12.6,12.8,.2"
    for index, (x, length, sway) in enumerate(numbers(strands)):
        willow_strand(scene, x, length, sway, index % 2 == 0)


# ---------------------------------------------------------------------- December: paulownia


PAULOWNIA = points("0,0 -.08,.26 .1,.52 .36,.5 .6,.36 1,0 .6,-.36 .36,-.5 .1,-.52 -.08,-.26")
"""The edge of a leaf one unit long that points to the right."""


def paulownia_leaf(
    scene: Scene, x: float, y: float, size: float, angle: float, colour: str = "ink"
) -> None:
    """Draw one broad black leaf with a heart-shaped foot at (x, y)."""
    scene.blob(_turned(PAULOWNIA, x, y, size, angle), colour)
    if not scene.fine or colour != "ink":
        return
    scene.line([polar(x, y, size * 0.1, angle), polar(x, y, size * 0.84, angle)], "tan", 0.3)
    if scene.fine:
        for side in (-36, 36):
            for part in (0.14, 0.36):
                foot = polar(x, y, size * part, angle)
                scene.line([foot, polar(*foot, size * 0.34, angle + side)], "tan", 0.22)


def _turned(shape: list[Point], x: float, y: float, size: float, angle: float) -> list[Point]:
    """Return a shape of unit size, scaled, turned and moved to (x, y)."""
    return [polar(*polar(x, y, u * size, angle), v * size, angle + 90) for u, v in shape]


def paulownia_spike(scene: Scene, x: float, y: float, height: float) -> None:
    """Draw an upright spike of bell flowers that stands on (x, y)."""
    scene.line([(x, y), (x, y - 1)], "leaf", 0.6)
    count = max(2, round(height / scene.pick(1.9, 1.5, 1.3)))
    for index in range(count):
        level = y - 0.8 - index * (height - 0.6) / count
        spread = 1.3 - 0.5 * index / count
        scene.disc(x - spread * 0.72, level, spread * 0.74, "violet")
        scene.disc(x + spread * 0.72, level, spread * 0.74, "purple")
        if scene.fine:
            scene.disc(x - spread * 0.85, level + 0.25, spread * 0.34, "lilac")
            scene.disc(x + spread * 0.62, level + 0.25, spread * 0.34, "violet")
    scene.disc(x, y - height, 0.8, "violet")


def paulownia(scene: Scene, variant: int = 0) -> None:
    """December: purple spikes over black leaves; variant 2 stands on a yellow band."""
    if variant == 2:
        scene.rect(0, 16.4, 14, 3.6, "gold")
    heights = ((5.2, 8.2, 5.2), (7.4, 5.0, 7.4), (5.2, 8.2, 5.2))[variant]
    for x, height in zip((2.6, 7, 11.4), heights, strict=True):
        paulownia_spike(scene, x, 10.6, height)
    for x, angle in ((5.0, 168), (9.0, 12)):
        if scene.fine:
            paulownia_leaf(scene, x, 12.4, 5.4, angle)
        else:
            scene.leaf(x, scene.pick(11.6, 12.0, 0), 5.6, 5.0, angle, "ink")
    gap = scene.pick(1.0, 0.9, 0.5)
    size = scene.pick(7.4, 8.0, 8.0)
    paulownia_leaf(scene, 7, 10.8 - gap * 0.7, size + 0.2 + gap * 1.6, 90, "paper")
    paulownia_leaf(scene, 7, 11.0, size, 90)
    if not scene.fine:
        wide = scene.pick(1.4, 1.0, 0)
        scene.rect(7 - wide / 2, scene.pick(12.86, 12.0, 0), wide, scene.pick(2.86, 4.0, 0), "tan")
