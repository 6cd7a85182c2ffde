"""The rules page: every yaku with its cards and points, and how yaku go together."""

from __future__ import annotations

from typing import Final

from koikoi.engine.cards import RAIN, SAKE_CUP, Mask
from koikoi.engine.rules import Rules
from koikoi.engine.yaku import YAKU, YakuId
from koikoi.text import figures, names
from koikoi.text.catalogue import N_, NN_, Text
from koikoi.text.entry import Entry
from koikoi.text.voice import Plural

_LIGHTS: Final = (YakuId.GOKO, YakuId.SHIKO, YakuId.AME_SHIKO, YakuId.SANKO)
_VIEWINGS: Final = (YakuId.HANAMI, YakuId.TSUKIMI)
_RIBBONS: Final = (YakuId.AKATAN, YakuId.AOTAN, YakuId.CHOFUKU)

_THESE_CARDS: Final = NN_(
    "{yaku} is worth {count} point: {cards}.", "{yaku} is worth {count} points: {cards}."
)
_MADE_OF: Final[dict[YakuId, Plural]] = {
    YakuId.GOKO: NN_(
        "{yaku} is worth {count} point: all five lights.",
        "{yaku} is worth {count} points: all five lights.",
    ),
    YakuId.SHIKO: NN_(
        "{yaku} is worth {count} point: the four lights other than the {rain}.",
        "{yaku} is worth {count} points: the four lights other than the {rain}.",
    ),
    YakuId.AME_SHIKO: NN_(
        "{yaku} is worth {count} point: the {rain} and three of the other lights.",
        "{yaku} is worth {count} points: the {rain} and three of the other lights.",
    ),
    YakuId.SANKO: NN_(
        "{yaku} is worth {count} point: three lights other than the {rain}.",
        "{yaku} is worth {count} points: three lights other than the {rain}.",
    ),
    YakuId.INOSHIKACHO: _THESE_CARDS,
    YakuId.AKATAN: _THESE_CARDS,
    YakuId.AOTAN: _THESE_CARDS,
    YakuId.CHOFUKU: NN_(
        "{yaku} is worth {count} point: the three poem ribbons and the three blue ones.",
        "{yaku} is worth {count} points: the three poem ribbons and the three blue ones.",
    ),
    YakuId.TANE: NN_(
        "{yaku} is worth {count} point: any five animals, and each further animal adds 1.",
        "{yaku} is worth {count} points: any five animals, and each further animal adds 1.",
    ),
    YakuId.TAN: NN_(
        "{yaku} is worth {count} point: any five ribbons, and each further ribbon adds 1.",
        "{yaku} is worth {count} points: any five ribbons, and each further ribbon adds 1.",
    ),
    YakuId.KASU: NN_(
        "{yaku} is worth {count} point: any ten plains, and each further plain adds 1.",
        "{yaku} is worth {count} points: any ten plains, and each further plain adds 1.",
    ),
    YakuId.TSUKIFUDA: NN_(
        "{yaku} is worth {count} point: all four cards of the month of the round.",
        "{yaku} is worth {count} points: all four cards of the month of the round.",
    ),
}
_WITH_EXTRA: Final[dict[YakuId, Plural]] = {
    YakuId.INOSHIKACHO: NN_(
        "{yaku} is worth {count} point: {cards}, and each further animal adds 1.",
        "{yaku} is worth {count} points: {cards}, and each further animal adds 1.",
    ),
    YakuId.CHOFUKU: NN_(
        "{yaku} is worth {count} point: the three poem ribbons and the three blue ones, and each"
        " further ribbon adds 1.",
        "{yaku} is worth {count} points: the three poem ribbons and the three blue ones, and each"
        " further ribbon adds 1.",
    ),
    **dict.fromkeys(
        (YakuId.AKATAN, YakuId.AOTAN),
        NN_(
            "{yaku} is worth {count} point: {cards}, and each further ribbon adds 1.",
            "{yaku} is worth {count} points: {cards}, and each further ribbon adds 1.",
        ),
    ),
}
_SAKE_CUP: Final = {
    "animal": N_("The {cup} is an animal."),
    "both": N_("The {cup} counts as an animal and at the same time as a plain."),
    "both_twice": N_("The {cup} counts as an animal and at the same time as two plains."),
    "plain": N_("The {cup} counts as a plain and not as an animal."),
}


def yaku_section(text: Text, rules: Rules) -> list[Entry]:
    """The yaku under these rules; the dealt hands stand in the section on the deal."""
    captured = [yaku for yaku in YAKU if yaku in _MADE_OF or yaku in _VIEWINGS]
    absent = [yaku for yaku in captured if not _in_play(rules, yaku)]
    entries = [Entry(text.t("A yaku is a set of captured cards that is worth points."))]
    for yaku in captured:
        if yaku not in absent:
            line = _viewing if yaku in _VIEWINGS else _yaku
            entries.append(Entry(line(text, rules, yaku), _cards(rules, yaku)))
    return entries + [Entry(said) for said in _notes(text, rules, absent)]


def _cards(rules: Rules, yaku: YakuId) -> Mask:
    """The cards that a yaku can be made of, as the Sake cup counts."""
    cards, cup = YAKU[yaku].cards, 1 << SAKE_CUP
    if yaku is YakuId.TANE and rules.sake_cup == "plain":
        return cards & ~cup
    return cards | cup if yaku is YakuId.KASU and rules.sake_cup != "animal" else cards


def _notes(text: Text, rules: Rules, absent: list[YakuId]) -> list[str]:
    """How yaku go together, what spoils them, and which are not played."""
    said = [*_viewing_notes(text, rules), *_extra_notes(text, rules)]
    said.append(text.t(_SAKE_CUP[rules.sake_cup], cup=names.card_name(text, SAKE_CUP)))
    said += _together(text, rules)
    if absent:
        listed = text.join(names.yaku(text, yaku) for yaku in absent)
        said.append(
            text.n("{yaku} is not played.", "Not played are {yaku}.", len(absent), yaku=listed)
        )
    return said


def _in_play(rules: Rules, yaku: YakuId) -> bool:
    if yaku not in _VIEWINGS:
        return bool(_worth(rules, yaku))
    return rules.viewing != "never" and bool(_worth(rules, yaku) or _worth_called(rules, yaku))


def _worth(rules: Rules, yaku: YakuId) -> int:
    points: int = getattr(rules, yaku.value)
    return points


def _worth_called(rules: Rules, viewing: YakuId) -> int:
    return rules.hanami_called if viewing is YakuId.HANAMI else rules.tsukimi_called


def _yaku(text: Text, rules: Rules, yaku: YakuId) -> str:
    extra = rules.extra_card and yaku in _WITH_EXTRA
    form = _WITH_EXTRA[yaku] if extra else _MADE_OF[yaku]
    return text.n(
        *form,
        _worth(rules, yaku),
        yaku=names.yaku(text, yaku),
        cards=names.joined_cards(text, YAKU[yaku].cards),
        rain=names.card_name(text, RAIN),
    )


def _viewing(text: Text, rules: Rules, yaku: YakuId) -> str:
    worth, called = _worth(rules, yaku), _worth_called(rules, yaku)
    name, cards = names.yaku(text, yaku), names.joined_cards(text, YAKU[yaku].cards)
    if worth == called:
        return text.n(*_THESE_CARDS, worth, yaku=name, cards=cards)
    if not called:
        return text.n(
            "{yaku} is worth {count} point, until its holder calls koi-koi: {cards}.",
            "{yaku} is worth {count} points, until its holder calls koi-koi: {cards}.",
            worth,
            yaku=name,
            cards=cards,
        )
    if not worth:
        return text.n(
            "{yaku} is worth {count} point, once its holder has called koi-koi: {cards}.",
            "{yaku} is worth {count} points, once its holder has called koi-koi: {cards}.",
            called,
            yaku=name,
            cards=cards,
        )
    return text.t(
        "{yaku} is worth {points}, and {called} once its holder has called koi-koi: {cards}.",
        yaku=name,
        points=figures.points(text, worth),
        called=figures.points(text, called),
        cards=cards,
    )


def _viewing_notes(text: Text, rules: Rules) -> list[str]:
    """What else the viewings depend on, where there are any."""
    played = [yaku for yaku in _VIEWINGS if _in_play(rules, yaku)]
    if not played:
        return []
    viewings, said = text.either(names.yaku(text, yaku) for yaku in played), []
    if rules.viewing == "with_other_yaku":
        said.append(text.t("{yaku} counts only beside another kind of yaku.", yaku=viewings))
    else:
        said.append(text.t("{yaku} counts without another yaku as well.", yaku=viewings))
    if rules.rain_spoils_viewing == "captured_rain":
        rain = names.card_name(text, RAIN)
        said.append(text.t("The {card} in the same pile cancels {yaku}.", card=rain, yaku=viewings))
    elif rules.rain_spoils_viewing == "willow_on_field":
        month = names.month(text, RAIN.month)
        said.append(
            text.t(
                "Any card of {month} on the field when yaku are counted cancels {yaku}.",
                month=month,
                yaku=viewings,
            )
        )
    else:
        said.append(text.t("Neither rain nor a willow cancels {yaku}.", yaku=viewings))
    return said


def _extra_notes(text: Text, rules: Rules) -> list[str]:
    """That further cards add nothing, where they could."""
    fixed = [yaku for yaku in _WITH_EXTRA if _worth(rules, yaku)]
    if rules.extra_card or not fixed:
        return []
    listed = text.either(names.yaku(text, yaku) for yaku in YAKU if yaku in fixed)
    return [text.t("Further cards of the same kind add nothing to {yaku}.", yaku=listed)]


def _together(text: Text, rules: Rules) -> list[str]:
    """Which yaku replace, void or outbid others; all else adds up."""
    said = [*_lights_together(text, rules), *_ribbons_together(text, rules)]
    animals = bool(rules.tane and rules.inoshikacho)
    special = [yaku for yaku in _RIBBONS if _worth(rules, yaku)]
    ribbons = len(special) + bool(rules.tan) > 1
    if rules.family == "void":
        pairs = [(YakuId.TANE, [YakuId.INOSHIKACHO] if animals else [])]
        pairs.append((YakuId.TAN, special if rules.tan else []))
        said += [
            text.t(
                "{yaku} does not count beside {others}.",
                yaku=names.yaku(text, yaku),
                others=text.either(names.yaku(text, one) for one in others),
            )
            for yaku, others in pairs
            if others
        ]
    elif rules.family == "best":
        if animals:
            said.append(text.t("Of the yaku made of animals only the dearest counts."))
        if ribbons:
            said.append(text.t("Of the yaku made of ribbons only the dearest counts."))
    said.append(text.t("Apart from that, all yaku of a pile count together."))
    return said


def _lights_together(text: Text, rules: Rules) -> list[str]:
    if sum(_worth(rules, yaku) > 0 for yaku in _LIGHTS) < 2:
        return []
    if rules.family == "best":
        return [text.t("Of the yaku made of lights only the dearest counts.")]
    said = [text.t("Of the yaku made of lights only one counts, the one of the most lights.")]
    if not rules.goko and rules.shiko and rules.ame_shiko:
        dearer = YakuId.SHIKO if rules.shiko >= rules.ame_shiko else YakuId.AME_SHIKO
        said.append(text.t("All five lights count as {yaku}.", yaku=names.yaku(text, dearer)))
    return said


def _ribbons_together(text: Text, rules: Rules) -> list[str]:
    parts = [yaku for yaku in (YakuId.AKATAN, YakuId.AOTAN) if _worth(rules, yaku)]
    if not rules.chofuku or not parts:
        return []
    both = text.join(names.yaku(text, yaku) for yaku in parts)
    chofuku = names.yaku(text, YakuId.CHOFUKU)
    if rules.chofuku_mode == "replaces":
        return [text.t("{yaku} counts in place of {others}.", yaku=chofuku, others=both)]
    if rules.family == "best":
        return []
    return [text.t("{yaku} counts in addition to {others}.", yaku=chofuku, others=both)]


def yaku_sentence(text: Text, rules: Rules, yaku: YakuId) -> str:
    """What a yaku in play is made of and worth; not for the dealt hands."""
    return (_viewing if yaku in _VIEWINGS else _yaku)(text, rules, yaku)


def cup_sentence(text: Text, rules: Rules) -> str:
    """What the sake cup counts as."""
    return text.t(_SAKE_CUP[rules.sake_cup], cup=names.card_name(text, SAKE_CUP))
