"""The yaku: what each needs, what it is worth under given rules, and how yaku add up.

:data:`YAKU` says what each yaku is made of; :class:`Scorer` says what a pile is worth under one
``Rules`` value. The deck falls into groups of cards that never share a yaku (lights, animals,
ribbons, plains), so the points of a group depend on few cards and are remembered per group: a
pile's total is a handful of look-ups, found by the same functions that list the yaku.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from koikoi.engine.cards import (
    ANIMALS,
    BLUE_RIBBONS,
    BOAR,
    BUTTERFLIES,
    CURTAIN,
    DEER,
    LIGHTS,
    MONTH_MASKS,
    MOON,
    PLAINS,
    POEM_RIBBONS,
    RAIN,
    RIBBONS,
    SAKE_CUP,
    Mask,
    mask_of,
)
from koikoi.engine.rules import Rules


class YakuId(StrEnum):
    """Every yaku; the value is its key in rules files, records and JSON."""

    GOKO = "goko"
    SHIKO = "shiko"
    AME_SHIKO = "ame_shiko"
    SANKO = "sanko"
    HANAMI = "hanami"
    TSUKIMI = "tsukimi"
    INOSHIKACHO = "inoshikacho"
    AKATAN = "akatan"
    AOTAN = "aotan"
    CHOFUKU = "chofuku"
    TANE = "tane"
    TAN = "tan"
    KASU = "kasu"
    TSUKIFUDA = "tsukifuda"
    TESHI = "teshi"
    KUTTSUKI = "kuttsuki"


class Family(StrEnum):
    """The groups within which yaku replace, void or outbid each other."""

    LIGHTS = "lights"
    VIEWINGS = "viewings"
    ANIMALS = "animals"
    RIBBONS = "ribbons"
    PLAINS = "plains"
    MONTH = "month"
    DEALT = "dealt"


class Yaku(NamedTuple):
    """What a yaku is made of; its points are in the rules, under the key ``id``.

    Attributes:
        id: The yaku.
        family: Its group.
        cards: The cards it can be made of (for ``tsukifuda`` and the dealt hands: 0, they depend
            on the round).
        need: How many of ``cards`` make it.
        english: English name.
        romaji: Japanese name in Latin letters.
        japanese: Japanese name.
    """

    id: YakuId
    family: Family
    cards: Mask
    need: int
    english: str
    romaji: str
    japanese: str

    @property
    def counting(self) -> bool:
        """Whether any ``need`` of more cards make it (tane, tan, kasu and the lights)."""
        return self.cards.bit_count() > self.need


RAINLESS_LIGHTS: Final[Mask] = LIGHTS & ~(1 << RAIN)
_INOSHIKACHO: Final = mask_of((BOAR, DEER, BUTTERFLIES))
_CHOFUKU: Final = POEM_RIBBONS | BLUE_RIBBONS
_HANAMI: Final = mask_of((CURTAIN, SAKE_CUP))
_TSUKIMI: Final = mask_of((MOON, SAKE_CUP))
_CUP: Final[Mask] = 1 << SAKE_CUP
_RAIN: Final[Mask] = 1 << RAIN
_NOVEMBER: Final = MONTH_MASKS[10]

# Source: the tables of seed documents S1 and S2; points are in presets.toml.
_TABLE: Final = (
    Yaku(YakuId.GOKO, Family.LIGHTS, LIGHTS, 5, "Five Lights", "Gokō", "五光"),
    Yaku(YakuId.SHIKO, Family.LIGHTS, RAINLESS_LIGHTS, 4, "Four Lights", "Shikō", "四光"),
    Yaku(YakuId.AME_SHIKO, Family.LIGHTS, LIGHTS, 4, "Rain Four Lights", "Ame-Shikō", "雨四光"),
    Yaku(YakuId.SANKO, Family.LIGHTS, RAINLESS_LIGHTS, 3, "Three Lights", "Sankō", "三光"),
    Yaku(YakuId.HANAMI, Family.VIEWINGS, _HANAMI, 2, "Flower Viewing", "Hanami", "花見で一杯"),
    Yaku(YakuId.TSUKIMI, Family.VIEWINGS, _TSUKIMI, 2, "Moon Viewing", "Tsukimi", "月見で一杯"),
    Yaku(
        YakuId.INOSHIKACHO,
        Family.ANIMALS,
        _INOSHIKACHO,
        3,
        "Boar, Deer, Butterflies",
        "Inoshikachō",
        "猪鹿蝶",
    ),
    Yaku(YakuId.AKATAN, Family.RIBBONS, POEM_RIBBONS, 3, "Poem Ribbons", "Akatan", "赤短"),
    Yaku(YakuId.AOTAN, Family.RIBBONS, BLUE_RIBBONS, 3, "Blue Ribbons", "Aotan", "青短"),
    Yaku(
        YakuId.CHOFUKU,
        Family.RIBBONS,
        _CHOFUKU,
        6,
        "Poem and Blue Ribbons",
        "Chōfuku",
        "赤短・青短の重複",
    ),
    Yaku(YakuId.TANE, Family.ANIMALS, ANIMALS, 5, "Animals", "Tane", "タネ"),
    Yaku(YakuId.TAN, Family.RIBBONS, RIBBONS, 5, "Ribbons", "Tan", "タン"),
    Yaku(YakuId.KASU, Family.PLAINS, PLAINS, 10, "Plains", "Kasu", "カス"),
    Yaku(YakuId.TSUKIFUDA, Family.MONTH, 0, 4, "Cards of the Month", "Tsukifuda", "月札"),
    Yaku(YakuId.TESHI, Family.DEALT, 0, 4, "Four of a Month", "Teshi", "手四"),
    Yaku(YakuId.KUTTSUKI, Family.DEALT, 0, 8, "Four Pairs", "Kuttsuki", "くっつき"),
)

YAKU: Final[dict[YakuId, Yaku]] = {yaku.id: yaku for yaku in _TABLE}
"""Every yaku in the order in which tallies list them."""

_ORDER: Final = {yaku_id: place for place, yaku_id in enumerate(YAKU)}


@dataclass(frozen=True, slots=True)
class MadeYaku:
    """A yaku that counts, with its points before any multiplier."""

    id: YakuId
    points: int


_Made: TypeAlias = list[tuple[YakuId, int]]


class _Remembered(dict[int, int]):
    """Points by the cards of a group, worked out when first asked for."""

    def __init__(self, made: Callable[[Mask], _Made]) -> None:
        super().__init__()
        self._made = made

    def __missing__(self, cards: Mask) -> int:
        points = sum(points for _, points in self._made(cards))
        self[cards] = points
        return points


class Scorer:
    """What piles are worth under one set of rules. Get one from :func:`scorer`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.animal_mask: Mask = ANIMALS & ~_CUP if rules.sake_cup == "plain" else ANIMALS
        self.cup_plains: int = {"animal": 0, "both": 1, "both_twice": 2, "plain": 1}[rules.sake_cup]
        self._lights = _Remembered(self.lights)
        self._animals = _Remembered(self.animals)
        self._ribbons = _Remembered(self.ribbons)
        self._plains = [sum(p for _, p in self.plains(count)) for count in range(27)]
        self._tsukifuda = rules.tsukifuda
        self._viewing = rules.viewing != "never" and any(
            (rules.hanami, rules.hanami_called, rules.tsukimi, rules.tsukimi_called)
        )

    def total(self, pile: Mask, month: int, calls: int = 0, field: Mask = 0) -> int:
        """The sum of a pile's yaku before any multiplier.

        Args:
            pile: The captured cards.
            month: The round's month, 1 to 12 (for tsukifuda).
            calls: How often the pile's holder has called koi-koi this round.
            field: The cards on the field (for ``rain_spoils_viewing = willow_on_field``).
        """
        plains = (pile & PLAINS).bit_count()
        if pile & _CUP:
            plains += self.cup_plains
        points = (
            self._lights[pile & LIGHTS]
            + self._animals[pile & self.animal_mask]
            + self._ribbons[pile & RIBBONS]
            + self._plains[plains]
        )
        if self._tsukifuda and not MONTH_MASKS[month - 1] & ~pile:
            points += self._tsukifuda
        if self._viewing and pile & _CUP:
            for _, viewing in self.viewings(pile, calls, field, beside=points > 0):
                points += viewing
        return points

    def made(self, pile: Mask, month: int, calls: int = 0, field: Mask = 0) -> tuple[MadeYaku, ...]:
        """The yaku of a pile that count, in the order of :data:`YAKU`; arguments as `total`."""
        plains = (pile & PLAINS).bit_count() + (self.cup_plains if pile & _CUP else 0)
        made = (
            self.lights(pile & LIGHTS)
            + self.animals(pile & self.animal_mask)
            + self.ribbons(pile & RIBBONS)
            + self.plains(plains)
        )
        if self._tsukifuda and not MONTH_MASKS[month - 1] & ~pile:
            made.append((YakuId.TSUKIFUDA, self._tsukifuda))
        made += self.viewings(pile, calls, field, beside=bool(made))
        made.sort(key=lambda entry: _ORDER[entry[0]])
        return tuple([MadeYaku(yaku_id, points) for yaku_id, points in made])

    def family_made(self, family: Family, pile: Mask) -> list[tuple[YakuId, int]]:
        """The yaku of one family of card kinds that count; ``pile`` may hold any cards.

        Args:
            family: ``LIGHTS``, ``ANIMALS`` or ``RIBBONS``.
            pile: The captured cards.
        """
        if family is Family.LIGHTS:
            return self.lights(pile & LIGHTS)
        if family is Family.ANIMALS:
            return self.animals(pile & self.animal_mask)
        return self.ribbons(pile & RIBBONS)

    def family_points(self, family: Family, pile: Mask) -> int:
        """The sum of :meth:`family_made`."""
        if family is Family.LIGHTS:
            return self._lights[pile & LIGHTS]
        if family is Family.ANIMALS:
            return self._animals[pile & self.animal_mask]
        return self._ribbons[pile & RIBBONS]

    def lights(self, pile: Mask) -> _Made:
        """The one light yaku that counts: of those in play the one that uses the most lights.

        Under ``family = best`` it is the dearest of them.
        """
        rules = self.rules
        dry = (pile & RAINLESS_LIGHTS).bit_count()
        rain = bool(pile & _RAIN)
        held = [
            (uses, points, yaku_id)
            for uses, points, yaku_id, there in (
                (5, rules.goko, YakuId.GOKO, dry == 4 and rain),
                (4, rules.shiko, YakuId.SHIKO, dry == 4),
                (4, rules.ame_shiko, YakuId.AME_SHIKO, dry >= 3 and rain),
                (3, rules.sanko, YakuId.SANKO, dry >= 3),
            )
            if points and there
        ]
        if not held:
            return []
        # Of shikō and ame-shikō, held together where gokō is off, the dearer one counts.
        best = rules.family == "best"
        _, points, yaku_id = max(held, key=lambda line: (0 if best else line[0], line[1]))
        return [(yaku_id, points)]

    def animals(self, pile: Mask) -> _Made:
        """Inoshikachō and tane; ``pile`` holds only cards that count as animals."""
        rules = self.rules
        count = pile.bit_count()
        made = []
        if rules.inoshikacho and not _INOSHIKACHO & ~pile:
            extra = count - 3 if rules.extra_card else 0
            made.append((YakuId.INOSHIKACHO, rules.inoshikacho + extra))
        if rules.tane and count >= 5 and not (made and rules.family == "void"):
            made.append((YakuId.TANE, rules.tane + count - 5))
        return self._dearest(made)

    def ribbons(self, pile: Mask) -> _Made:
        """Akatan, aotan, chōfuku and tan; ``pile`` holds only ribbons."""
        rules = self.rules
        count = pile.bit_count()
        chofuku = bool(rules.chofuku) and not _CHOFUKU & ~pile
        made = []
        if not (chofuku and rules.chofuku_mode == "replaces"):
            for yaku_id, points, cards in (
                (YakuId.AKATAN, rules.akatan, POEM_RIBBONS),
                (YakuId.AOTAN, rules.aotan, BLUE_RIBBONS),
            ):
                if points and not cards & ~pile:
                    made.append((yaku_id, points + (count - 3 if rules.extra_card else 0)))
        if chofuku:
            extra = count - 6 if rules.extra_card else 0
            made.append((YakuId.CHOFUKU, rules.chofuku + extra))
        if rules.tan and count >= 5 and not (made and rules.family == "void"):
            made.append((YakuId.TAN, rules.tan + count - 5))
        return self._dearest(made)

    def plains(self, count: int) -> _Made:
        """Kasu, from the number of cards that count as plains (the cup may count as two)."""
        kasu = self.rules.kasu
        return [(YakuId.KASU, kasu + count - 10)] if kasu and count >= 10 else []

    def viewings(self, pile: Mask, calls: int, field: Mask, *, beside: bool) -> _Made:
        """Hanami and tsukimi; ``beside`` says whether the pile has a yaku of another family."""
        rules = self.rules
        if rules.viewing == "never" or (rules.viewing == "with_other_yaku" and not beside):
            return []
        if self.spoiled(pile, field):
            return []
        made = []
        for yaku_id, cards, plain, called in (
            (YakuId.HANAMI, _HANAMI, rules.hanami, rules.hanami_called),
            (YakuId.TSUKIMI, _TSUKIMI, rules.tsukimi, rules.tsukimi_called),
        ):
            points = called if calls else plain
            if points and not cards & ~pile:
                made.append((yaku_id, points))
        return made

    def spoiled(self, pile: Mask, field: Mask) -> bool:
        """Whether rain spoils the viewings of this pile's holder now."""
        if self.rules.rain_spoils_viewing == "captured_rain":
            return bool(pile & _RAIN)
        return self.rules.rain_spoils_viewing == "willow_on_field" and bool(field & _NOVEMBER)

    def _dearest(self, made: _Made) -> _Made:
        if self.rules.family == "best" and len(made) > 1:
            return [max(made, key=lambda entry: entry[1])]
        return made


@lru_cache(maxsize=64)
def scorer(rules: Rules) -> Scorer:
    """The scorer of the given rules, shared by everybody who asks."""
    return Scorer(rules)
