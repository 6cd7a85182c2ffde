"""The animals of the year, and the bridge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import autumn
import spring
from kit import numbers, points

if TYPE_CHECKING:
    from kit import Scene


BUTTERFLY = "yyy.KK.yyy yyyyKKyyyy yyyyKKyyyy .yyyKKyyy. .oooKKooo. .oo.KK.oo."
GOOSE = "..K.....K ..KK...KK ...KKKKK. KKKKKKKK."
ANTLERS = ".B....B. BB....BB .BB..BB. ..B..B.."
"""These three for the small size, sub-pixel by sub-pixel."""
GREAT_GOOSE = "...K......K.. ...KK....KK.. ....KKK.KKK.. .....KKKKK... KKKKKKBBBBKK. ..KKKKBBBB..."
"""The goose of the size between, on whole cells."""
HOOVES = (3.3, 4.9, 9.3, 10.8)
"""The left edges of the deer's four legs."""


def warbler(scene: Scene) -> None:
    """February: a green warbler on a plum branch."""
    spring.plum_branch(scene)
    for x, y in points("3.6,3.4 11.4,16.6 3.2,17.2"):
        spring.plum_blossom(scene, x, y, 2.5)
    foot = scene.pick(0.7, 0.5, 0.4)
    scene.line("6.8,12 7.0,15.4", "ink", foot)
    scene.line("8.4,12 8.8,15.2", "ink", foot)
    scene.poly("5.4,8.6 7.0,11.8 1.6,14.8 0.4,13.0", "leaf")
    scene.blob("4.4,10.2 6.4,7.4 9.0,6.0 10.2,8.2 10.6,11 8.4,13 5.6,12.8", "moss")
    scene.disc(10.2, 6.6, 2.3, "moss", 2.1)
    scene.blob("6.4,12.6 9.0,10.2 10.8,9.0 10.8,11.2 8.8,12.9", "paper")
    scene.leaf(9.6, 8.2, 6.8, 3.0, 146, "leaf")
    scene.poly("12.1,5.6 14.0,6.8 12.0,7.6", "amber")
    scene.disc(10.9, 6.2, scene.pick(0.65, 0.6, 0.45), "ink")
    if scene.fine:
        scene.disc(11.0, 6.05, 0.15, "white")
        for start in ("8.6,8.9 6.0,10.6", "8.0,9.9 5.6,11.4"):
            scene.line(start, "leaf2", 0.28)
        scene.line("5.2,10.0 1.2,13.6", "pine", 0.3)
        scene.line("5.8,10.8 1.6,14.2", "pine", 0.3)


def cuckoo(scene: Scene) -> None:
    """April: a cuckoo under a red crescent moon, before wisteria."""
    scene.disc(3.6, 4.4, 3.3, "red")
    scene.disc(5.0, 3.6, 2.9, "paper")
    spring.wisteria_cluster(scene, 9.0, 1.0, 4.6, 1.5)
    spring.wisteria_cluster(scene, 12.5, 1.0, 9.0, 1.6)
    for x in (8.2, 10.8, 13.2):
        scene.leaf(x, 0.2, 2.4, 1.4, 100, "leaf")
    scene.rect(7, 0, 7, 0.8, "brown")
    # From the back to the front: far wing, tail, body, near wing.
    scene.blob("4.6,13.4 3.8,10.4 5.0,7.6 6.6,10.2 7.4,13.4", "ink2")
    scene.poly("8.4,13.8 13.9,15.0 14.0,16.4 13.2,17.6 8.0,16.4", "ink")
    scene.blob("1.2,13.8 2.6,12.2 5.2,12.8 9.4,14.2 10.2,15.8 7,17 4,16.6 2.2,15.4", "grey")
    scene.blob("2.6,15.2 5.4,15.4 9.4,15.8 7,17.3 4.4,17.1", "white")
    scene.blob("5.0,13.6 6.4,10.0 9.4,7.2 12.2,6.6 11.4,10.2 9.8,13.6 8.4,15.4 6.4,15.2", "ink")
    scene.disc(2.8, 13.7, 1.6, "grey", 1.7)
    if scene.small:
        scene.rect(0, 12.9, 1.4, 1.4, "gold")
    else:
        scene.poly("1.6,12.8 1.6,14.6 -0.2,14.5", "gold")
        scene.disc(2.7, 13.5, scene.pick(0, 0.55, 0.6), "gold")
    if scene.fine:
        scene.disc(2.6, 13.5, 0.34, "ink")
        for x in (3.8, 5.0, 6.2, 7.4):
            scene.line([(x, 15.4), (x + 0.3, 16.9)], "ink2", 0.25)
        for tip in ("7.0,13.6 10.8,8.2", "7.8,14.2 10.8,10.2", "6.4,12.8 9.4,8.4"):
            scene.line(tip, "grey", 0.25)
        for x, y in ((10.4, 15.0), (11.8, 15.6), (13.1, 16.2)):
            scene.disc(x, y, 0.22, "white")


def bridge(scene: Scene) -> None:
    """May: a zigzag bridge of planks among irises."""
    scene.rect(0, 11.4, 14, 8.6, "sky")
    if scene.fine:
        for x, y in points("9.6,12.6 1.0,18.8 4.4,16.6 11,19.2"):
            scene.rect(x, y, 2.4, 0.4, "ice")
    spring.iris_leaves(scene, "1.4,-.5 4.8,.5 9.2,-.5 12.6,.5", 12.4, 5.4)
    for x, y in ((3.2, 4.4), (10.8, 4.0)):
        spring.iris_stem(scene, x, y, 12.0)
        spring.iris_flower(scene, x, y, scene.pick(2.7, 2.6, 2.5))
    for x in (1.4, 7.0, 12.6):
        scene.rect(x - 0.35, 12.0, scene.pick(0.7, 1.0, 0.6), 7.2, "brown")
    # The three planks on a darker edge that lies a little lower.
    high, low = scene.level(10.0), scene.level(15.0)
    for drop, colour in ((scene.pick(1.43, 1.0, 1.0), "brown"), (0.0, "tan")):
        scene.rect(-1, high + drop, 7.2, 2.0, colour)
        slope = [
            (4.4, high + drop),
            (6.8, high + drop),
            (10.6, low + drop + 1),
            (8.2, low + drop + 2),
        ]
        scene.poly(slope, colour)
        scene.rect(8.0, low + drop, 7, 2.0, colour)
    if scene.fine:
        scene.rect(0, 11.0, 5.6, 0.5, "brown")
        scene.line("5.6,11.2 9.0,16", "brown", 0.25)
        scene.rect(9.0, 16.0, 5, 0.5, "brown")


def butterflies(scene: Scene) -> None:
    """June: two butterflies over a red peony."""
    spring.peony_leaves(scene, "3.6,15.4,190 10.2,15.6,0")
    spring.peony_flower(scene, 6.8, 15.0, 4.7)
    if scene.small:
        scene.stamp(0, 0, BUTTERFLY, {"y": "gold", "o": "orange", "K": "ink"})
        scene.stamp(10, 2, BUTTERFLY, {"y": "orange", "o": "gold", "K": "ink"})
        return
    _butterfly(scene, 4.0, 4.2, 3.2, ("gold", "orange"))
    _butterfly(scene, 10.6, 7.0, 2.7, ("orange", "gold"))


def _butterfly(scene: Scene, x: float, y: float, size: float, colours: tuple[str, str]) -> None:
    upper, lower = colours
    for side in (-1, 1):
        wing = [(0.1, 0), (0.5, -0.9), (1.25, -1.0), (1.15, -0.2), (0.6, 0.15)]
        scene.blob([(x + u * side * size, y + v * size) for u, v in wing], upper)
        tail = [(0.1, 0), (0.75, 0.05), (0.9, 0.55), (0.45, 0.9), (0.12, 0.4)]
        scene.blob([(x + u * side * size, y + v * size) for u, v in tail], lower)
        if scene.fine:
            rim = [
                (x + u * side * size, y + v * size)
                for u, v in ((0.5, -0.9), (1.25, -1.0), (1.15, -0.2))
            ]
            scene.brush(rim, "ink", 0.35)
            scene.disc(x + 0.85 * side * size, y - 0.55 * size, size * 0.15, lower)
            scene.disc(x + 0.58 * side * size, y + 0.45 * size, size * 0.15, "red")
        scene.line(
            [(x, y - size * 0.4), (x + 0.35 * side * size, y - size)],
            "ink",
            scene.pick(0.4, 0.4, 0.22),
        )
    scene.line([(x, y - size * 0.5), (x, y + size * 0.7)], "ink", scene.pick(0.8, 0.6, 0.5))


def boar(scene: Scene) -> None:
    """July: a boar under bush clover."""
    autumn.clover_spray(scene, "14.4,5.4 10.6,1.8 5.4,1.4 0.6,4.6", scene.pick(6, 7, 9))
    ground = scene.ground
    scene.rect(0, ground, 14, 4, "leaf")
    for x in (5.0, 7.0, 10.4, 12.4):
        scene.rect(x - 0.5, 15.0, 1.0, ground - 15.0, "ink")
    scene.blob(
        "2.6,11.8 4.8,8.6 8.6,7.0 12.2,8.4 13.9,11.8 13.2,14.6 9,15.4 5,15.2 2.6,15", "brown"
    )
    scene.blob("4.6,9.6 6.4,6.6 9.4,6.0 12.4,7.8 13.4,9.8 9.6,9.0 7,9.4", "ink2")
    scene.blob("0.2,13.0 2.6,10.6 5.2,10.6 5.6,14.2 3.6,16.0 0.4,15.6", "brown")
    scene.rect(0, 12.86, 1.4, 2.8, "rose")
    scene.poly("4.0,10.8 5.2,7.4 6.6,10.6", "ink")
    if not scene.fine:
        scene.dot(3.2, 12.2, "white")
        scene.rect(2.1, scene.pick(14.29, 14, 0), 0.7, scene.pick(1.4, 2.0, 0), "white")
    else:
        scene.disc(3.2, 12.2, 0.6, "white")
        scene.disc(3.0, 12.2, 0.35, "ink")
        scene.poly("1.9,15.6 3.3,15.4 2.4,12.8", "white")
        scene.rect(0.25, 13.5, 0.25, 1.0, "red2")
        scene.rect(0.75, 13.5, 0.25, 1.0, "red2")
        for x, y in points("7,11 8.6,10.4 10.2,10.8 11.8,11.2 7.8,12.6 9.4,12.8 11,13 12.4,13.2"):
            scene.line([(x, y), (x + 0.5, y + 0.9)], "tan", 0.25)
        for x, y in points("6,7.8 7.4,6.8 8.8,6.4 10.4,6.9 11.8,7.8"):
            scene.line([(x, y), (x + 0.3, y - 0.9)], "ink", 0.3)


def geese(scene: Scene) -> None:
    """August: three wild geese over the hill."""
    scene.fill("ice")
    autumn.hill(scene, scene.pick(14.2, 15, 14.4))
    autumn.hill_grass(scene, 14.4)
    if not scene.fine:
        goose = scene.pick(GOOSE, GREAT_GOOSE, "")
        for column, row in scene.pick(((0, 0), (10, 2), (2, 5)), ((0, 0), (14, 4), (2, 8)), ()):
            scene.stamp(column, row, goose, {"K": "ink", "B": "brown"})
        return
    for x, y in ((4.2, 3.0), (10.2, 6.4), (4.8, 10.4)):
        _goose(scene, x, y)


def _goose(scene: Scene, x: float, y: float) -> None:
    """Draw one goose that flies to the left, wings raised."""
    scene.blob(
        [(x - 0.9, y + 0.8), (x - 3.0, y - 1.8), (x - 0.6, y - 0.8), (x + 0.7, y + 0.8)], "ink"
    )
    scene.blob(
        [(x - 0.5, y + 0.8), (x + 1.0, y - 0.8), (x + 3.4, y - 1.8), (x + 1.6, y + 0.8)], "ink"
    )
    scene.oval(x + 0.3, y + 0.9, 1.9, scene.pick(0.9, 0.8, 0.75), 8, "brown")
    scene.brush(
        [(x - 1.0, y + 0.9), (x - 2.2, y + 1.4), (x - 3.0, y + 1.2)],
        "ink",
        scene.pick(1.0, 0.8, 0.55),
    )
    if scene.fine:
        scene.disc(x - 2.9, y + 1.15, 0.5, "ink")
        scene.poly([(x - 3.3, y + 0.9), (x - 3.3, y + 1.5), (x - 4.0, y + 1.4)], "gold")
        scene.oval(x + 0.3, y + 1.3, 1.3, 0.3, 8, "tan")


def deer(scene: Scene) -> None:
    """October: a deer that looks back, under maple leaves."""
    radius = scene.pick(3.2, 3.0, 2.9)
    autumn.maple_leaf(scene, 2.6, 3.4, radius, -70, "red")
    autumn.maple_leaf(scene, 2.2, 8.8, radius, -120, "orange")
    if not scene.small:
        autumn.maple_leaf(scene, 12.4, 5.4, radius, -50, "red")
    ground = scene.ground
    scene.rect(0, ground, 14, 4, "moss")
    leg = scene.pick(0.7, 1.0, 0.6)
    for x, tone in zip(HOOVES, ("tan", "brown", "brown", "tan"), strict=True):
        scene.rect(x, 13.6, leg, ground - 13.6, tone)
    scene.blob(
        "2.8,13.0 4.4,11.6 8.0,12.0 10.4,11.0 12.0,12.4 11.6,15 8,15.6 4.2,15.8 2.8,14.6", "tan"
    )
    scene.poly("9.0,12.4 9.2,8.0 11.0,8.4 12.0,13.0", "tan")
    scene.blob("11.2,7.6 10.2,9.6 8.4,10.0 6.4,10.2 6.2,9.0 8.4,7.6 10.0,7.0", "tan")
    scene.leaf(10.6, 7.8, 2.2, 0.9, -20, "tan")
    _antlers(scene)
    scene.disc(2.7, 13.2, 0.9, "white", 1.1)
    scene.dot(8.5, 8.5, "ink")
    scene.disc(6.3, 9.5, scene.pick(0.4, 0.45, 0.4), "ink")
    if not scene.small:
        for x, y in points("5.2,13 7.0,13.2 8.8,13.0 6.0,14.4 7.9,14.4"):
            scene.disc(x, y, scene.pick(0, 0.4, 0.32), "white")
    if scene.fine:
        scene.blob("5.6,15.6 8.4,15.5 9.4,14.9 7.4,14.9", "paper")
        for hoof in HOOVES:
            scene.rect(hoof, ground - 0.5, leg, 0.5, "ink")


def _antlers(scene: Scene) -> None:
    if scene.small:
        scene.stamp(10, 1, ANTLERS, {"B": "brown"})
        return
    width = scene.pick(0, 0.55, 0.4)
    for path in (
        "10.0,7.4 10.8,5.0 10.2,2.2",
        "10.6,4.8 12.0,3.6",
        "9.2,7.4 8.0,5.4 8.2,2.4",
        "8.0,5.2 6.6,4.2",
    ):
        scene.brush(path, "brown", width, width * 0.7)


def swallow(scene: Scene) -> None:
    """November: a swallow between willow strands."""
    for x, length, sway in numbers("0.9,18,.2 13.2,17.6,-.2 4,4.4,.3 7.4,3.6,-.2"):
        autumn.willow_strand(scene, x, length, sway, x < 8)
    scene.blob("4.6,10.6 6.8,7.4 10.0,4.2 13.0,2.6 11.4,6.2 9.6,9.6 8.0,12", "navy")
    scene.blob("5.2,11.6 7.6,11.6 8.4,14.4 7.6,17.4 6.0,19.6 5.2,16.4", "navy")
    scene.poly("8.6,10.6 13.8,12.4 11.2,13.0 13.0,17.2 8.0,12.8", "navy")
    scene.blob("1.8,10.4 3.4,9.0 6.4,9.6 9.6,11.2 8.8,13.2 5.6,13.8 2.8,12.8", "navy")
    scene.blob("2.0,11.2 3.6,11.2 4.6,12.4 3.4,13.2 2.2,12.6", "red")
    scene.blob("4.0,12.8 6.6,12.4 8.8,12.8 6.6,14.1 4.6,13.9", "white")
    scene.poly("2.2,10.0 0.4,11.0 2.2,11.4", "ink")
    scene.disc(3.3, 10.3, scene.pick(0.4, 0.4, 0.35), "white")
    if scene.fine:
        for tip in ("7.2,8.8 11.0,4.8", "8.4,9.4 10.8,6.2"):
            scene.line(tip, "blue", 0.3)
        scene.line("6.4,13.4 6.4,18.0", "blue", 0.3)
        scene.line("9.0,11.4 12.0,12.2", "blue", 0.25)
