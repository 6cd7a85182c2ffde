"""Every sign that is drawn, by what it is for, in three sets.

``full`` is for terminals with UTF-8; ``safe`` has only what the code page of text consoles has
(CP437); ``ascii`` only printable ASCII. No sign is wider than one column in any terminal that
passed the width probe, and none of them is an emoji or takes a variation selector. Where a sign
and a word say the same, the word is there too.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from koikoi.engine.cards import Kind
from koikoi.text.ascii import ascii_form
from koikoi.tui.terminal import GlyphSet


class Glyphs(NamedTuple):
    """One set of signs; each is a single column unless it says otherwise.

    Attributes:
        name: Which set it is.
        light: A light card.
        animal: An animal card.
        ribbon: A ribbon card.
        plain: A plain card.
        match: A card on the field that a hand card can take.
        none: A hand card that takes nothing; a yaku that cannot be made.
        made: A yaku that is made, a card that has been taken.
        lost: A yaku that can no longer be made.
        near: A yaku that one card completes.
        pointer: In front of the prompt, the log and a chosen entry.
        bar_left: Left of a marked card.
        bar_right: Right of it.
        target_left: Left of a card that can be taken, where colours do not tell.
        target_right: Right of it.
        focus_left: Left of the chosen card, where colours do not tell.
        focus_right: Right of it.
        good: Both sides of a card that has been taken, where colours do not tell.
        back: The weave of a card's back.
        down: A card in a hand that is not shown.
        rule: A horizontal line.
        wall: A vertical line.
        box: Corners and sides of a card: top left, top right, bottom left, bottom right, across,
            down.
        heavy: The same for the chosen card.
        dash: Between two numbers or thoughts.
        times: Before a factor.
        arrow: From one value to the next.
        dots: Stands for what was cut.
        left_right: The two arrow keys, two columns.
        up_down: The two other arrow keys, two columns.
        have: A card that counts, in a row of such.
        want: A card that is missing, in a row of such.
        in_hand: A card in the own hand.
        on_field: A card on the field.
        unseen: A card that nobody has seen.
        block: A filled cell, for large letters.
    """

    name: GlyphSet
    light: str
    animal: str
    ribbon: str
    plain: str
    match: str
    none: str
    made: str
    lost: str
    near: str
    pointer: str
    bar_left: str
    bar_right: str
    target_left: str
    target_right: str
    focus_left: str
    focus_right: str
    good: str
    back: str
    down: str
    rule: str
    wall: str
    box: str
    heavy: str
    dash: str
    times: str
    arrow: str
    dots: str
    left_right: str
    up_down: str
    have: str
    want: str
    in_hand: str
    on_field: str
    unseen: str
    block: str

    def kind(self, kind: Kind) -> str:
        """The sign of a kind of card."""
        return {
            Kind.LIGHT: self.light,
            Kind.ANIMAL: self.animal,
            Kind.RIBBON: self.ribbon,
            Kind.PLAIN: self.plain,
        }[kind]

    def words(self, sentence: str) -> str:
        """A sentence as this set can write it: in the ASCII set without macrons and dashes."""
        return sentence if self.name is GlyphSet.FULL else _for(self.name, sentence)


def _for(name: GlyphSet, sentence: str) -> str:
    if name is GlyphSet.ASCII:
        return ascii_form(sentence)
    # A letter that the code page of a console lacks is spelled as for ASCII.
    spelled = []
    for char in sentence:
        try:
            char.encode("cp437")
        except UnicodeEncodeError:
            if char not in _ARROWS:
                char = ascii_form(char)  # noqa: PLW2901
        spelled.append(char)
    return "".join(spelled)


_ARROWS: Final = "►◄▲▼"
"""Signs of the safe set where the code page's table for texts has control characters."""


FULL: Final = Glyphs(
    name=GlyphSet.FULL,
    light="★",
    animal="◆",
    ribbon="▮",
    plain="·",
    match="▲",
    none="–",
    made="✓",
    lost="✗",
    near="!",
    pointer="▸",
    bar_left="▐",
    bar_right="▌",
    target_left=">",
    target_right="<",
    focus_left="[",
    focus_right="]",
    good="+",
    back="▚",
    down="▒",
    rule="─",
    wall="│",
    box="┌┐└┘─│",
    heavy="┏┓┗┛━┃",
    dash="–",
    times="×",
    arrow="→",
    dots="…",
    left_right="←→",
    up_down="↑↓",
    have="■",
    want="□",
    in_hand="▸",
    on_field="○",
    unseen="·",
    block="█",
)

SAFE: Final = Glyphs(
    name=GlyphSet.SAFE,
    light="*",
    animal="■",
    ribbon="▌",
    plain="·",
    match="▲",
    none="-",
    made="√",
    lost="x",
    near="!",
    pointer="►",
    bar_left="▐",
    bar_right="▌",
    target_left=">",
    target_right="<",
    focus_left="[",
    focus_right="]",
    good="+",
    back="▒",
    down="▒",
    rule="─",
    wall="│",
    box="┌┐└┘─│",
    heavy="╔╗╚╝═║",
    dash="-",
    times="x",
    arrow=">",
    dots=".",
    left_right="◄►",
    up_down="▲▼",
    have="■",
    want="·",
    in_hand="►",
    on_field="°",
    unseen="·",
    block="█",
)

ASCII: Final = Glyphs(
    name=GlyphSet.ASCII,
    light="*",
    animal="@",
    ribbon="=",
    plain=".",
    match="^",
    none="-",
    made="+",
    lost="x",
    near="!",
    pointer=">",
    bar_left="|",
    bar_right="|",
    target_left=">",
    target_right="<",
    focus_left="[",
    focus_right="]",
    good="+",
    back="#",
    down="#",
    rule="-",
    wall="|",
    box="++++-|",
    heavy="++++=#",
    dash="-",
    times="x",
    arrow=">",
    dots=".",
    left_right="<>",
    up_down="^v",
    have="#",
    want=".",
    in_hand=">",
    on_field="o",
    unseen=".",
    block="#",
)

SETS: Final = {glyphs.name: glyphs for glyphs in (FULL, SAFE, ASCII)}
"""The sets by their names."""

TWO_COLUMNS: Final = ("left_right", "up_down")
"""The signs that take two columns."""


def all_signs(glyphs: Glyphs) -> str:
    """Every character that a set can draw."""
    return "".join(glyphs[1:])
