"""The five lights, the sake cup and the lightning."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import autumn
import spring
from kit import numbers, points, polar

if TYPE_CHECKING:
    from kit import Scene


def crane(scene: Scene) -> None:
    """January: a white crane under the red sun, between pines."""
    scene.fill("paper2")
    scene.disc(10.4, 4.2, 3.5, "red")
    spring.pine_cloud(scene, 1.4, 19.4, 3.8)
    spring.pine_cloud(scene, 12.4, 19.4, 3.4)
    leg = scene.pick(0.7, 0.55, 0.4)
    scene.rect(6.1, 13.6, leg, 6, "ink")
    scene.rect(8.4, 13.6, leg, 6, "ink")
    if scene.fine:
        scene.line("6.2,19.3 5.0,19.6", "ink", 0.35)
        scene.line("8.6,19.3 7.4,19.6", "ink", 0.35)
    scene.blob("9.4,10.6 12.6,11.6 13.6,15.6 11.4,15.2 9,14.4", "ink")
    scene.blob("3.4,11.2 5.4,9.4 8.6,9.2 11.2,11 11.0,13.2 8,14.8 5,14.4 3.4,12.8", "white")
    scene.brush("5.2,11.6 3.5,9.6 4.6,7.2 4.4,4.8", "white", 2.4, 1.5)
    scene.brush(
        "3.9,10.6 3.3,9.4 4.0,7.6", "ink", scene.pick(0.9, 0.8, 0.7), scene.pick(0.9, 0.6, 0.5)
    )
    scene.disc(4.5, 4.7, 1.4, "white", 1.3)
    scene.poly("3.6,4.4 3.6,5.7 0.2,5.9", "amber")
    scene.dome(4.6, 4.4, 1.3, 1.3, "red")
    if scene.fine:
        scene.disc(3.9, 4.8, 0.3, "ink")
        for x, y in ((6.2, 11.2), (7.8, 11.8), (9.2, 12.8)):
            scene.brush([(x, y), (x + 1.2, y + 0.7), (x + 1.5, y + 1.8)], "silver", 0.25)
        for foot in ("12.0,12.4 12.8,14.6", "10.9,12.6 11.7,14.4"):
            scene.line(foot, "ink2", 0.3)
    elif not scene.small:
        scene.dot(4.1, 5.0, "ink")


def curtain(scene: Scene) -> None:
    """March: cherry trees in bloom behind a striped curtain."""
    scene.fill("blush")
    spots = "2.2,2.0 7.2,1.8 12.0,2.4 4.8,6.0 10.0,6.2 0.4,7.2 13.8,7.8 7.4,9.6 2.6,10.2 12.0,10.8"
    for index, (x, y) in enumerate(points(spots)):
        spring.cherry_blossom(scene, x, y, 2.5, "pink" if index % 2 else "rose")
    stripes = ["red", "white", "purple", "white", "red", "white", "purple"][: scene.pick(5, 7, 7)]
    width = 14 / len(stripes)
    for index, colour in enumerate(stripes):
        left, right = index * width, (index + 1) * width
        scene.poly([(left, _sag(left)), (right, _sag(right)), (right, 20), (left, 20)], colour)
    cord = [(x * 0.5, _sag(x * 0.5)) for x in range(29)]
    scene.line(cord, "ink", scene.pick(1.5, 1.1, 0.7))
    scene.rect(0, 18.6, 14, 1.4, "gold")
    if scene.fine:
        for left in range(0, 14, 2):
            scene.line([(left + 0.6, _sag(left + 0.6) + 1.2), (left + 0.5, 18.2)], "silver", 0.16)
        scene.rect(0, 18.5, 14, 0.5, "amber")


def _sag(x: float) -> float:
    """Return the height of the curtain's upper edge, lifted in the middle."""
    return 12.6 - 2.0 * math.sin(x / 14 * math.pi)


def moon(scene: Scene) -> None:
    """August: the full moon in a red sky over the black hill."""
    scene.fill("red")
    scene.disc(7, 6.8, 5.2, "white")
    if scene.fine:
        scene.disc(7, 6.8, 5.2, "blush")
        scene.disc(7, 6.8, 4.95, "white")
    autumn.hill(scene, 13.0)
    autumn.hill_grass(scene, 13.0)
    if scene.fine:
        for index, x in enumerate((2.0, 4.4, 6.2, 8.8, 11.0, 12.8)):
            lean = 0.8 if index % 2 else -0.7
            scene.brush([(x, 19.8), (x + lean * 0.3, 17.6), (x + lean, 15.8)], "ink2", 0.4, 0.2)


def sake_cup(scene: Scene) -> None:
    """September: a red sake cup before a golden chrysanthemum."""
    autumn.mum_leaves(scene, "4.0,8.4,190,4.0 10.2,8.4,-10,4.0")
    autumn.mum_flower(scene, 7, 4.6, scene.pick(4.3, 4.5, 4.6))
    scene.dome(7, 11.6, 6.2, -6.2, "red")
    scene.disc(7, 11.6, 6.2, "red2", 1.9)
    scene.disc(7, 11.4, 6.2, "gold", 1.7)
    scene.disc(7, 11.6, 5.0, "amber", scene.pick(0.9, 1.0, 1.1))
    scene.rect(5.0, 17.3, 4, 1.0, "red2")
    scene.poly("3.8,19.6 5.0,18.0 9.0,18.0 10.2,19.6", "red2")
    if scene.small:
        return
    scene.disc(7, 15.0, scene.pick(0, 1.3, 1.6), "gold", scene.pick(0, 1.3, 1.5))
    scene.disc(7, 15.0, scene.pick(0, 0.5, 0.5), "red")
    if scene.fine:
        for angle in range(0, 360, 45):
            scene.line([polar(7, 15, 0.8, angle), polar(7, 15, 1.7, angle)], "red", 0.2)
        scene.brush("2.2,13.6 3.2,15.4 4.6,16.6", "rose", 0.5, 0.2)
        scene.disc(6.2, 11.5, 2.6, "gold", 0.35)


def rain_man(scene: Scene) -> None:
    """November: a man with an umbrella by a stream, watching a frog."""
    scene.fill("silver")
    if scene.fine:
        for foot in range(-4, 15, 2):
            scene.line([(foot + 2.6, 0), (foot, 20)], "ice", 0.22)
    scene.blob("-1,22 -1,17.2 4,18.4 9,17.6 15,17.0 15,22", "blue")
    if scene.fine:
        scene.brush("0.4,19.2 4,19.5 7,19", "sky", 0.3)
        scene.brush("8,18.6 11,18.8 13.6,18.2", "sky", 0.3)
    for x, length, sway in numbers("0.9,14.6,.2 13.1,14.8,-.2 3.2,4.6,-.3 10.8,4.6,.3"):
        autumn.willow_strand(scene, x, length, sway, x > 3)
    _man(scene)
    _umbrella(scene)
    _frog(scene)


def _man(scene: Scene) -> None:
    """Draw the feet, the robe with its sleeve, and the head."""
    scene.rect(5.6, 17.4, 1.4, 1.0, "ink")
    scene.rect(8.2, 17.4, 1.4, 1.0, "ink")
    scene.blob("4.4,17.4 5.0,13.8 5.8,11.0 8.8,11.0 10,13.8 10.8,17.4 7.6,18", "purple")
    scene.blob("6.2,11.8 3.0,12.8 2.6,15.4 4.8,15.8 7.4,13.8", "violet")
    if scene.fine:
        scene.brush("8.0,11.0 7.2,14 7.4,17.6", "ink2", 0.3)
        scene.brush("3.8,13.2 3.9,15.4", "lilac", 0.3)
        scene.brush("6.0,11.0 7.2,12.2 8.6,10.8", "white", 0.4)
    scene.disc(7.2, 9.2, 1.9, "blush", 1.9)
    scene.dome(7.4, 8.9, 2.0, 2.0, "ink")
    if not (scene.small or scene.fine):
        scene.dot(6.3, 9.6, "ink")
    if scene.fine:
        scene.disc(6.3, 9.4, 0.24, "ink")
        scene.disc(7.6, 9.4, 0.24, "ink")
        scene.brush("6.5,10.3 6.9,10.4 7.4,10.3", "red", 0.25)
        scene.line("10.2,6.8 9.8,14.0", "brown", 0.35)
        scene.disc(9.8, 12.8, 0.6, "blush")


def _umbrella(scene: Scene) -> None:
    scene.rect(6.6, 0.2, 0.9, 1.4, "brown")
    scene.blob("0.4,7.0 2.4,4.2 5,2.0 7,1.0 9,2.0 11.6,4.2 13.6,7.0 10.2,7.2 7,7.4 3.8,7.2", "gold")
    if scene.small:
        scene.rect(1.4, 5.72, 11.2, 1.4, "amber")
        return
    for foot in scene.pick((), (3.0, 7.0, 11.0), (1.6, 3.4, 5.2, 7.0, 8.8, 10.6, 12.4)):
        scene.line([(7, 1.6), (foot, 7.0)], "amber", scene.pick(0, 0.5, 0.25))
    scene.brush("0.4,7.0 3.8,7.2 7,7.4 10.2,7.2 13.6,7.0", "amber", scene.pick(0, 0.8, 0.45))


def _frog(scene: Scene) -> None:
    scene.oval(2.0, 17.4, 1.7, 1.3, -20, "leaf2")
    scene.disc(3.3, 16.3, 0.85, "leaf2")
    if scene.fine:
        scene.disc(3.5, 15.9, 0.5, "white")
        scene.disc(3.6, 15.9, 0.28, "ink")
        scene.brush("2.2,18.2 1.0,18.4 0.5,17.4 1.4,16.8", "leaf", 0.5)
        scene.brush("3.0,17.2 3.5,17.9 3.2,18.5", "leaf", 0.4)


def lightning(scene: Scene) -> None:
    """November: lightning and a thunder drum in the dark."""
    scene.fill("ink")
    scene.blob("-1,-2 15,-2 15,2.6 12,4.6 9.6,3 6.6,4.8 4,3.2 1.6,4.8 -1,3.4", "red2")
    for x, length, sway in numbers("0.9,13.0,0.2 3.2,8.6,-0.2 13.1,11.6,-0.2"):
        autumn.willow_strand(scene, x, length, sway, light=True)
    bolt = scene.pick(
        "7.6,0.2 2.4,11.2 6.0,10.8 3.0,19.6 12,7.2 8.4,7.4 11.8,0.2",
        "8.2,0.8 3.2,10.6 6.6,10.2 3.6,19.4 11.2,7.6 7.6,8.0 11.4,0.8",
        "8.2,0.8 3.2,10.6 6.6,10.2 3.6,19.4 11.2,7.6 7.6,8.0 11.4,0.8",
    )
    scene.poly(bolt, "gold")
    if scene.fine:
        scene.poly("8.8,1.4 4.4,9.8 5.2,9.7 9.8,1.4", "white")
    scene.disc(10.6, 15.8, 3.3, "red")
    scene.disc(10.6, 15.8, scene.pick(2.0, 2.1, 2.3), "paper")
    if scene.fine:
        for angle in range(0, 360, 30):
            scene.disc(*polar(10.6, 15.8, 2.8, angle), 0.24, "gold")
        for angle in (-90, 30, 150):
            scene.disc(*polar(10.6, 15.8, 1.15, angle), 0.75, "ink")
    else:
        scene.disc(10.6, 15.8, 0.9, "ink")


def phoenix(scene: Scene) -> None:
    """December: the phoenix over the paulownia, its long tail in four colours."""
    if not scene.small:
        autumn.paulownia_spike(scene, 12.4, 16.2, 4.6)
        for angle in (140, 40):
            autumn.paulownia_leaf(scene, 12.3, 16.0, scene.pick(0, 5.4, 4.6), angle)
    wide = scene.pick(2.2, 1.5, 1.2)
    tails = (
        ("violet", "8.4,9.4 9.4,12.4 7.6,15.6 8.0,18.9"),
        ("leaf", "8.0,9.6 8.0,12.6 5.2,15.4 5.0,18.6"),
        ("gold", "7.6,9.6 6.6,12.2 3.2,14.4 2.2,17.6"),
        ("red", "7.2,9.4 5.2,11.6 2.2,12.2 1.2,14.6"),
    )
    if scene.small:
        tails = (
            ("violet", "8.4,9.4 11.4,12.2 10.6,15.6 12.2,18.6"),
            ("leaf", "8.0,9.6 8.6,12.6 7.2,15.4 7.6,18.6"),
            *tails[2:],
        )
    for colour, path in tails:
        scene.brush(path, colour, wide, wide * 1.15)
        end = points(path)[-1]
        if scene.fine:
            scene.brush(path, "gold" if colour != "gold" else "orange", 0.25)
            scene.disc(*end, 1.0, colour)
            scene.disc(*end, 0.55, "gold" if colour != "gold" else "red")
            scene.disc(*end, 0.25, "ink")
    scene.blob("5.0,6.2 7.4,5.8 9.4,7 9.6,9.2 8.2,10.4 6.2,9.8 5.0,8.4", "orange")
    _phoenix_wing(scene)
    scene.brush("6.2,7.4 4.4,6.2 5.2,4.2 4.2,3.0", "orange", 2.2, 1.5)
    scene.disc(4.0, 2.9, 1.4, "gold", 1.3)
    scene.poly("3.0,2.4 3.0,3.8 0.6,3.9", "ink")
    scene.leaf(4.4, 2.2, 3.2, 1.2, -30, "red")
    scene.leaf(4.4, 2.2, 2.6, 1.1, -70, "red")
    if scene.fine:
        scene.disc(3.6, 2.7, 0.3, "ink")
        scene.leaf(3.4, 3.8, 1.6, 0.8, 80, "red")
        for x, y in ((5.9, 7.0), (6.1, 8.4), (7.0, 9.4)):
            scene.brush([(x - 0.5, y), (x, y + 0.5), (x + 0.5, y)], "amber", 0.25)


def _phoenix_wing(scene: Scene) -> None:
    feathers = (
        ("leaf", -72, 6.8),
        ("gold", -52, 7.8),
        ("red", -32, 7.8),
        ("gold", -12, 7.0),
        ("red", 6, 5.6),
    )
    for colour, angle, length in feathers[: scene.pick(4, 5, 5)]:
        scene.leaf(7.2, 8.4, length, scene.pick(3.0, 2.8, 2.5), angle, colour)
        if scene.fine:
            tip = polar(7.2, 8.4, length * 0.86, angle)
            scene.line([(7.2, 8.4), tip], "orange" if colour != "leaf" else "gold", 0.22)
    scene.disc(7.4, 8.2, scene.pick(1.2, 1.3, 1.5), "amber")
    if scene.fine:
        for angle in range(-75, 30, 25):
            scene.disc(*polar(7.4, 8.2, 1.5, angle), 0.6, "orange")
        scene.disc(7.2, 8.3, 1.0, "red")
