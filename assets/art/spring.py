"""The plants of January to June: each month's function draws its plain cards.

`variant` tells a month's plain cards apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit import numbers, points, polar

if TYPE_CHECKING:
    from kit import Scene

# ---------------------------------------------------------------------- January: pine


def pine_cloud(scene: Scene, x: float, y: float, radius: float) -> None:
    """Draw a flat-bottomed cloud of needles whose lower middle is (x, y)."""
    y = scene.level(y)
    if scene.small:
        scene.dome(x, y, radius * 1.05, radius * 1.3, "pine")
        scene.dome(x, scene.level(y - 1.43), radius * 0.8, radius * 0.8, "leaf")
    else:
        scene.dome(x, y, radius, y - scene.level(y - radius), "pine")
        scene.rect(x - radius, y, 2 * radius, 0.5, "pine")
    reach, angles = scene.pick(
        (0.0, ()), (0.8, (210, 240, 270, 300, 330)), (0.9, tuple(range(196, 350, 14)))
    )
    for angle in angles:
        near = polar(x, y, radius * 0.2, angle)
        scene.line([near, polar(x, y, radius * reach, angle)], "leaf", scene.pick(0, 0.5, 0.28))
    if scene.fine:
        for angle in range(203, 350, 28):
            scene.line(
                [polar(x, y, radius * 0.6, angle), polar(x, y, radius * 0.94, angle)],
                "leaf2",
                0.22,
            )


def pine(scene: Scene, variant: int = 0) -> None:
    """January: needle clouds on a bent trunk."""
    trunk = "9.4,20.6 7.2,16.8 8.6,13 9.8,10 7.8,6"
    scene.brush(trunk, "brown", 1.9, 1.1)
    if scene.fine:
        scene.brush("9.1,20.4 7.0,16.8 8.3,13 9.4,10", "tan", 0.45, 0.3)
    scene.brush("8.4,13.6 6.4,13.4 4.4,12.6", "brown", 1.0, 0.7)
    if variant == 0:
        clouds = "7.4,5.8,3.9 3.7,12.0,3.3 10.9,10.8,2.9 3.4,18.3,2.9"
    else:
        clouds = "6.2,5.6,3.5 10.6,8.8,3.2 3.6,13.2,3.3 11.0,17.6,2.8"
    for x, y, radius in numbers(clouds):
        pine_cloud(scene, x, y, radius)


# ---------------------------------------------------------------------- February: plum


def plum_branch(scene: Scene) -> None:
    """Draw the angular black branch that the plum blossoms sit on."""
    wide = scene.pick(1.5, 1.3, 1.2)
    scene.brush("2,20.6 4.6,15.6 3.4,11 4.6,6.4 7.4,-0.6", "ink", wide + 0.3, wide * 0.7)
    scene.brush("4.1,12.6 7.6,10.6 10,7.6 12.8,5.6", "ink", wide * 0.7, wide * 0.5)
    scene.brush("4.6,16.2 8,16.2 10.4,14 13,14.4", "ink", wide * 0.7, wide * 0.5)
    if scene.fine:
        scene.brush("2.1,20.2 4.3,15.6 3.1,11 4.3,6.4", "brown", 0.35, 0.2)
        for twig in (
            "8.6,9.4 9.6,10.4 9.9,11.6",
            "8.6,16.1 9.6,17.2 9.7,18.4",
            "5,5.6 3.6,4.4 3.4,3",
        ):
            scene.brush(twig, "ink", 0.45, 0.2)
            end = points(twig)[-1]
            scene.disc(*end, 0.5, "red")


def plum_blossom(scene: Scene, x: float, y: float, radius: float) -> None:
    """Draw one red blossom of five round petals."""
    for angle in range(-90, 270, 72):
        scene.disc(*polar(x, y, radius * 0.56, angle), radius * 0.5, "red")
    if scene.fine:
        for angle in range(-90, 270, 72):
            scene.disc(*polar(x, y, radius * 0.62, angle), radius * 0.26, "rose")
        scene.disc(x, y, radius * 0.42, "red")
        for angle in range(-54, 306, 36):
            scene.line([(x, y), polar(x, y, radius * 0.5, angle)], "gold", 0.2)
    scene.disc(x, y, radius * scene.pick(0.36, 0.34, 0.26), "gold")


def plum(scene: Scene, variant: int = 0) -> None:
    """February: red plum blossoms on a black branch."""
    plum_branch(scene)
    spots = "4.4,3.6 11.2,5.8 4.4,10.8 11.4,13.6 4.2,17.2"
    if variant:
        spots = "5.6,2.8 11.2,7.2 3.6,7.6 6.4,12.8 11.0,15.4 3.4,17.4"
    for x, y in points(spots):
        plum_blossom(scene, x, y, scene.pick(2.6, 2.5, 2.5))


# ---------------------------------------------------------------------- March: cherry


def cherry_blossom(scene: Scene, x: float, y: float, radius: float, colour: str) -> None:
    """Draw one open cherry blossom with a red heart."""
    for angle in range(-90, 270, 72):
        petal = polar(x, y, radius * 0.56, angle)
        scene.disc(*petal, radius * 0.5, colour)
    if scene.fine:
        for angle in range(-90, 270, 72):
            scene.leaf(*polar(x, y, radius * 1.1, angle), radius * 0.3, 0.4, angle + 180, "blush")
            seam = [polar(x, y, radius * 0.3, angle + 36), polar(x, y, radius * 0.9, angle + 36)]
            scene.line(seam, "blush", 0.24)
        for angle in range(-90, 270, 72):
            scene.line([(x, y), polar(x, y, radius * 0.46, angle)], "red", 0.3)
        scene.disc(x, y, radius * 0.22, "gold")
        return
    scene.disc(x, y, radius * scene.pick(0.34, 0.32, 0), "red")


def cherry(scene: Scene, variant: int = 0) -> None:
    """March: a full bough of cherry blossoms."""
    scene.brush("-0.6,17.4 4,14.6 8,10.4 14.6,7.4", "brown", 1.3, 0.9)
    scene.brush("6,12.6 9.4,15.4 10.4,20.6", "brown", 0.8)
    for x, y, angle in ((0.6, 8.0, 130), (12.8, 10.4, 20), (5.6, 19.4, 150), (12.9, 19.2, 60)):
        scene.leaf(x, y, 2.6, 1.4, angle, "leaf")
    spots = "3.4,3.4 10.2,3.2 7.0,8.2 2.4,12.6 11.6,13.2 6.0,17.0"
    if variant:
        spots = "6.6,3.0 12.2,5.6 2.4,6.6 8.2,10.4 3.0,15.8 10.4,17.0"
    for index, (x, y) in enumerate(points(spots)):
        cherry_blossom(scene, x, y, 2.75, "rose" if index % 2 else "pink")


# ---------------------------------------------------------------------- April: wisteria


def wisteria_cluster(scene: Scene, x: float, top: float, length: float, width: float) -> None:
    """Draw one hanging cluster that narrows to a tip."""
    if scene.small:
        foot = top + length
        tip = [(x, foot), (x - width * 0.7, foot - length / 3), (x - width, top + 0.6)]
        scene.blob([(2 * x - u, v) for u, v in reversed(tip)] + tip[1:], "violet")
        scene.blob([*tip, (x, top + 0.6)], "purple")
        return
    step = scene.pick(1.5, 1.45, 1.2)
    count = round(length / step)
    for index in range(count):
        spread = width * (1 - index / (count + 0.8)) + 0.4
        y = top + 0.9 + index * step
        scene.disc(x - 0.55 * spread, y, 0.6 * spread, "purple")
        scene.disc(x + 0.55 * spread, y, 0.6 * spread, "violet")
        scene.disc(x, y + 0.5, 0.48 * spread, "violet" if index % 2 else "purple")
        if scene.fine:
            scene.disc(x + 0.6 * spread, y - 0.1, 0.26 * spread, "lilac")
            scene.disc(x - 0.6 * spread, y - 0.1, 0.24 * spread, "violet")
    if scene.fine:
        scene.disc(x, top + length, 0.32, "purple")


def wisteria_leaves(scene: Scene) -> None:
    """Draw the vine along the top with its hanging leaves."""
    scene.brush("-0.4,1.0 4,1.6 9,0.6 14.4,1.4", "brown", scene.pick(1.4, 1.0, 0.8))
    for x, y in points("0.9,1.2 4.7,1.4 9.3,0.8 13.1,1.2"):
        for angle in (20, 90, 160):
            length = scene.pick(1.9, 2.1, 2.2)
            scene.leaf(x, y, length, 1.3, angle, "leaf" if angle == 90 else "pine")
            if scene.fine:
                scene.line([(x, y), polar(x, y, 1.6, angle)], "leaf2", 0.2)


def wisteria(scene: Scene, variant: int = 0) -> None:
    """April: three hanging clusters of wisteria."""
    lengths = ((11.4, 15.6, 9.0), (15.0, 8.2, 13.0))[variant]
    for x, length in zip((2.6, 7.0, 11.4), lengths, strict=True):
        wisteria_cluster(scene, x, 1.8, length, 1.8)
    wisteria_leaves(scene)


# ---------------------------------------------------------------------- May: iris


def iris_flower(scene: Scene, x: float, y: float, radius: float) -> None:
    """Draw an iris: three falls below, three standards above."""
    scene.leaf(x, y + 0.2, radius * 1.35, radius * 0.8, -128, "violet")
    scene.leaf(x, y + 0.2, radius * 1.35, radius * 0.8, -52, "violet")
    scene.leaf(x, y + 0.8, radius * 1.5, radius * 0.8, -90, "violet")
    for angle in (152, 28, 90):
        scene.leaf(x, y, radius * 1.35, radius * 0.9, angle, "purple")
    if scene.fine:
        scene.leaf(x, y + 0.4, radius * 1.2, radius * 0.3, -90, "lilac")
        for angle in (152, 28, 90):
            scene.leaf(x, y, radius * 0.9, radius * 0.26, angle, "gold")
    else:
        scene.disc(x, y + 0.2, radius * scene.pick(0.34, 0.26, 0), "gold")


def iris_stem(scene: Scene, x: float, top: float, foot: float) -> None:
    """Draw an upright stem on whole sub-pixels."""
    wide = scene.pick(0.7, 1.0, 0.5)
    scene.rect(x - wide / 2, top, wide, foot - top, "leaf")


def iris_leaves(scene: Scene, blades: str, foot: float, tip: float) -> None:
    """Draw sword leaves given as "x,lean" from the foot up to about the tip."""
    for index, (x, lean) in enumerate(points(blades)):
        half = scene.pick(0.75, 0.6, 0.5)
        top = (x + lean, tip + (index % 3) * 1.5)
        colour = "leaf" if index % 2 else "pine"
        scene.poly([(x - half, foot), (x + half, foot), top], colour)
        if scene.fine:
            scene.line([(x + 0.1, foot), top], "leaf2", 0.2)


WATER = 18.4
"""The height of the water that the irises stand in."""


def iris(scene: Scene, variant: int = 0) -> None:
    """May: irises and their leaves over water."""
    scene.rect(-3, WATER, 20, 1.6, "sky")
    if scene.fine:
        for x, y in points("1,18.9 6,19.4 10.6,18.9"):
            scene.rect(x, y, 2.6, 0.4, "ice")
    high, low = ("4.0,5.2", "10.2,8.4") if variant == 0 else ("10.0,4.8", "3.8,7.6")
    stems = points(f"{high} {low}")
    iris_leaves(scene, "1.2,-.6 3.0,-.5 6.8,.5 8.6,-.6 12.6,.7", 18.6, 10.6)
    for x, y in stems:
        iris_stem(scene, x, y, WATER)
        iris_flower(scene, x, y, scene.pick(2.7, 2.6, 2.6))
    if not scene.small:
        bud = (7.2, 13.6) if variant == 0 else (6.9, 12.4)
        scene.line([bud, (7.0, 18.4)], "leaf", 0.6)
        scene.leaf(bud[0], bud[1] + 0.6, 2.6, 1.1, -90, "purple")


# ---------------------------------------------------------------------- June: peony


def peony_flower(scene: Scene, x: float, y: float, radius: float) -> None:
    """Draw a full red peony with rings of petals and a golden heart."""
    for angle in range(22, 382, 45):
        petal = polar(x, y, radius * 0.62, angle)
        scene.disc(*petal, radius * 0.42, "red")
        if scene.fine:
            scene.disc(*polar(x, y, radius * 0.72, angle), radius * 0.25, "rose")
            scene.disc(*polar(x, y, radius * 0.6, angle), radius * 0.27, "red")
    scene.disc(x, y, radius * 0.64, "rose")
    for angle in range(-90, 270, 72):
        scene.disc(*polar(x, y, radius * 0.3, angle), radius * 0.27, "red")
        if scene.fine:
            scene.disc(*polar(x, y, radius * 0.36, angle), radius * 0.14, "red2")
    scene.disc(x, y, radius * 0.26, "gold")
    if scene.fine:
        for angle in range(0, 360, 45):
            scene.disc(*polar(x, y, radius * 0.18, angle), 0.16, "amber")


def peony_leaves(scene: Scene, sprigs: str) -> None:
    """Draw leaves in threes at "x,y,angle"."""
    for x, y, angle in numbers(sprigs):
        for side in (-36, 36, 0):
            length = 3.2 if side else 4.0
            scene.leaf(x, y, length, 1.9, angle + side, "pine" if side else "leaf")
            if scene.fine:
                scene.line([(x, y), polar(x, y, length * 0.8, angle + side)], "leaf2", 0.22)


def peony(scene: Scene, variant: int = 0) -> None:
    """June: a great peony and a small one."""
    if variant == 0:
        peony_leaves(scene, "4.4,9.6,200 9.8,9.8,-15 6,11,95 7.4,15.4,-10 4,17.6,20")
        peony_flower(scene, 7.0, 6.4, 5.3)
        peony_flower(scene, 3.6, 16.4, 2.9)
    else:
        peony_leaves(scene, "3.6,9.4,215 10.4,9.4,-30 4.6,15.6,165 9.6,16,20 7,5.4,200")
        peony_flower(scene, 7.0, 12.8, 5.3)
        peony_flower(scene, 10.6, 3.6, 2.8)
