"""The rules of a match as data: every option, what it may hold, and the check of its values.

A :class:`Rules` value is complete and checked, whichever way it was made. ``OPTIONS`` describes
its fields for everybody who shows, reads or writes them; the choices of an option are those of its
``Literal`` type and are written nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias, cast, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

Viewing: TypeAlias = Literal["always", "with_other_yaku", "never"]
RainSpoilsViewing: TypeAlias = Literal["no", "captured_rain", "willow_on_field"]
ChofukuMode: TypeAlias = Literal["replaces", "adds"]
Family: TypeAlias = Literal["add", "void", "best"]
SakeCup: TypeAlias = Literal["animal", "both", "both_twice", "plain"]
DealtYakuRule: TypeAlias = Literal["points", "redeal", "off"]
BothDealt: TypeAlias = Literal["dealer", "nobody", "both"]
FieldFour: TypeAlias = Literal["redeal", "dealer_takes", "keep"]
FieldPairs: TypeAlias = Literal["redeal", "keep"]
FieldThree: TypeAlias = Literal["keep", "redeal"]
CallBonus: TypeAlias = Literal["none", "opponent_called", "per_call", "own_calls"]
BonusStacking: TypeAlias = Literal["multiply", "add", "highest"]
CallLimit: TypeAlias = Literal["none", "per_player", "per_round"]
ExhaustedDealer: TypeAlias = Literal["stays", "switches"]
NextDealer: TypeAlias = Literal["winner", "alternates"]
FirstDealer: TypeAlias = Literal["draw", "random", "first", "second"]

OptionType: TypeAlias = Literal["text", "integer", "boolean", "choice"]
RuleValue: TypeAlias = str | int | bool


class Option(NamedTuple):
    """What one field of :class:`Rules`, or of other settings, may hold.

    Attributes:
        key: The name of the field, also its key in a rules file.
        type: The kind of value.
        low: The least integer, or the least length of a text.
        high: The greatest integer, or the greatest length of a text.
        choices: The words of a choice, in the order in which a screen offers them.
    """

    key: str
    type: OptionType
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """The permitted values without words of any language: ``0-50`` or ``add, void, best``."""
        if self.type == "choice":
            return ", ".join(self.choices)
        return "true, false" if self.type == "boolean" else f"{self.low}-{self.high}"

    def allows(self, value: object) -> bool:
        """Whether the option may have this value; a text has to be printable, and not all blank."""
        return _fault(self, value) is None


def _points(*keys: str) -> tuple[Option, ...]:
    return tuple(Option(key, "integer", 0, 50) for key in keys)


def _choice(key: str, words: object) -> Option:
    return Option(key, "choice", choices=get_args(words))


OPTIONS: Final[tuple[Option, ...]] = (
    Option("name", "text", 1, 60),
    Option("source", "text", 0, 200),
    *_points("goko", "shiko", "ame_shiko", "sanko"),
    *_points("hanami", "hanami_called", "tsukimi", "tsukimi_called"),
    _choice("viewing", Viewing),
    _choice("rain_spoils_viewing", RainSpoilsViewing),
    *_points("inoshikacho", "akatan", "aotan"),
    Option("extra_card", "boolean"),
    *_points("chofuku"),
    _choice("chofuku_mode", ChofukuMode),
    *_points("tane", "tan", "kasu"),
    _choice("family", Family),
    _choice("sake_cup", SakeCup),
    *_points("tsukifuda"),
    _choice("teshi", DealtYakuRule),
    *_points("teshi_points"),
    _choice("kuttsuki", DealtYakuRule),
    *_points("kuttsuki_points"),
    _choice("both_dealt", BothDealt),
    _choice("field_four", FieldFour),
    _choice("field_pairs", FieldPairs),
    _choice("field_three", FieldThree),
    *_points("double_from"),
    _choice("call_bonus", CallBonus),
    _choice("bonus_stacking", BonusStacking),
    _choice("call_limit", CallLimit),
    Option("call_limit_count", "integer", 0, 8),
    *_points("exhausted_points"),
    _choice("exhausted_dealer", ExhaustedDealer),
    _choice("next_dealer", NextDealer),
    _choice("first_dealer", FirstDealer),
    Option("rounds", "integer", 1, 12),
    Option("starting_points", "integer", 0, 999),
    Option("lightning_wild", "boolean"),
)
"""One entry for each field of :class:`Rules`, in the same order."""

OPTION_BY_KEY: Final[Mapping[str, Option]] = {option.key: option for option in OPTIONS}


class ProblemCode(StrEnum):
    """What is wrong with a value; sentences for the player are made from these."""

    UNKNOWN_KEY = "unknown_key"
    MISSING_KEY = "missing_key"
    WRONG_TYPE = "wrong_type"
    OUT_OF_RANGE = "out_of_range"
    NOT_A_CHOICE = "not_a_choice"
    BAD_TEXT = "bad_text"
    CALL_LIMIT_COUNT = "call_limit_count"


_WIDEST_SHOWN: Final = 60


class RulesProblem(NamedTuple):
    """One thing that is wrong with a set of values.

    Attributes:
        code: What is wrong.
        key: The key in question, as it was given.
        value: The value found there; ``None`` for a missing key.
        allowed: The permitted values without words of any language; empty for an unknown key.
        suggestion: For an unknown key the nearest existing one, where one is near.
    """

    code: ProblemCode
    key: str
    value: object = None
    allowed: str = ""
    suggestion: str = ""

    @property
    def shown_value(self) -> str:
        """The value as text that is safe to print: on one line, cut where it is long."""
        if isinstance(self.value, bool):
            return "true" if self.value else "false"
        try:
            text = repr(self.value)
        except (ValueError, RecursionError):  # An integer too long or tables nested too deeply.
            return "…"
        return text if len(text) <= _WIDEST_SHOWN else text[: _WIDEST_SHOWN - 1] + "…"

    def __str__(self) -> str:
        if self.code is ProblemCode.UNKNOWN_KEY:
            hint = f", did you mean {self.suggestion!r}?" if self.suggestion else ""
            return f"unknown key {self.key!r} = {self.shown_value}{hint}"
        if self.code is ProblemCode.MISSING_KEY:
            return f"missing key {self.key!r} (allowed: {self.allowed})"
        what = self.code.value.replace("_", " ")
        return f"{self.key} = {self.shown_value}: {what} (allowed: {self.allowed})"


class RulesError(ValueError):
    """Values that are no rules; lists everything that is wrong with them.

    Attributes:
        problems: All problems, in the order of the options, unknown keys last.
    """

    def __init__(self, problems: tuple[RulesProblem, ...]) -> None:
        super().__init__(problems)
        self.problems: Final = problems

    def __str__(self) -> str:
        return "not a valid set of rules:\n" + "\n".join(f"  {p}" for p in self.problems)


def check_rules(values: Mapping[str, object]) -> list[RulesProblem]:
    """Finds everything that is wrong with a complete set of values.

    Args:
        values: A value for every option, under the option's key.

    Returns:
        All problems, in the order of the options, unknown keys last; empty if there are none.
    """
    problems = []
    for option in OPTIONS:
        if option.key not in values:
            code = ProblemCode.MISSING_KEY
            problems.append(RulesProblem(code, option.key, allowed=option.allowed))
        elif fault := _fault(option, values[option.key]):
            value = values[option.key]
            problems.append(RulesProblem(fault, option.key, value, option.allowed))
    if not any(problem.key in _CALL_LIMIT_KEYS for problem in problems):
        problems.extend(_check_call_limit(values["call_limit"], values["call_limit_count"]))
    problems.extend(
        RulesProblem(ProblemCode.UNKNOWN_KEY, key, values[key], suggestion=_nearest_key(key))
        for key in values
        if key not in OPTION_BY_KEY
    )
    return problems


def _fault(option: Option, value: object) -> ProblemCode | None:
    if option.type == "boolean":
        return None if isinstance(value, bool) else ProblemCode.WRONG_TYPE
    if option.type == "integer":
        # True and False are integers to Python, but nobody means them as points.
        if not isinstance(value, int) or isinstance(value, bool):
            return ProblemCode.WRONG_TYPE
        return None if option.low <= value <= option.high else ProblemCode.OUT_OF_RANGE
    if not isinstance(value, str):
        return ProblemCode.WRONG_TYPE
    if option.type == "choice":
        return None if value in option.choices else ProblemCode.NOT_A_CHOICE
    # Blanks alone would be a name that nobody can see.
    long_enough = len(value.strip()) >= option.low and len(value) <= option.high
    return None if long_enough and value.isprintable() else ProblemCode.BAD_TEXT


_CALL_LIMIT_KEYS: Final = ("call_limit", "call_limit_count")


def _check_call_limit(limit: object, count: object) -> list[RulesProblem]:
    if (limit == "none") == (count == 0):
        return []
    high = OPTION_BY_KEY["call_limit_count"].high
    allowed = "0" if limit == "none" else f"1-{high}"
    return [RulesProblem(ProblemCode.CALL_LIMIT_COUNT, "call_limit_count", count, allowed)]


def _nearest_key(key: str) -> str:
    import difflib  # Only a mistake needs it.

    return next(iter(difflib.get_close_matches(key, OPTION_BY_KEY, n=1)), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A complete set of rules; making one checks it.

    Points are 0 to 50, and a yaku worth 0 points is not played.

    Attributes:
        name: What the rules are called, 1 to 60 printable characters.
        source: Where the values come from, up to 200 printable characters.
        goko: Points for all five lights.
        shiko: Points for the four lights other than the Rain.
        ame_shiko: Points for the Rain with any three of the other lights.
        sanko: Points for three lights, none of which is the Rain.
        hanami: Points for Curtain and Sake cup while their holder has not called.
        hanami_called: Points for Curtain and Sake cup once their holder has called.
        tsukimi: Points for Moon and Sake cup while their holder has not called.
        tsukimi_called: Points for Moon and Sake cup once their holder has called.
        viewing: Hanami and tsukimi count ``always``; ``with_other_yaku`` only beside a yaku that
            is neither of them; or ``never``.
        rain_spoils_viewing: What cancels hanami and tsukimi: ``no`` is nothing, ``captured_rain``
            the Rain in the holder's own pile, ``willow_on_field`` any November card on the field
            when yaku are checked.
        inoshikacho: Points for Boar, Deer and Butterflies.
        akatan: Points for the three poem ribbons.
        aotan: Points for the three blue ribbons.
        extra_card: Whether every further animal adds a point to inoshikacho, and every further
            ribbon a point to akatan, aotan and chofuku.
        chofuku: Points for the poem and the blue ribbons together, six cards.
        chofuku_mode: Chofuku ``replaces`` akatan and aotan, or ``adds`` to them.
        tane: Points for five animals; each further animal adds one.
        tan: Points for five ribbons; each further ribbon adds one.
        kasu: Points for ten plains; each further plain adds one.
        family: How yaku made of the same kind of card go together. ``add``: all count. ``void``:
            tane does not count beside inoshikacho, nor tan beside akatan, aotan or chofuku.
            ``best``: only the dearest counts among the lights, among inoshikacho and tane, and
            among chofuku, akatan, aotan and tan; the viewings and kasu stand apart.
        sake_cup: The Sake cup counts as an ``animal``; as ``both``, an animal and one plain; as
            ``both_twice``, an animal and two plains; or as one ``plain`` and no animal. It serves
            hanami and tsukimi in every case.
        tsukifuda: Points for all four cards of the round's month, which is the number of the
            round whatever the length of the match; 0 turns it off.
        teshi: Four cards of one month in a dealt hand win ``points`` at once, cause a ``redeal``,
            or are ``off``. A hand with two such months, or one such month and two pairs, is one
            teshi.
        teshi_points: Points for a teshi where it wins points; they are never multiplied.
        kuttsuki: Four pairs in a dealt hand win ``points`` at once, cause a ``redeal``, or are
            ``off``.
        kuttsuki_points: Points for a kuttsuki where it wins points; they are never multiplied.
        both_dealt: When both hands are dealt a winning yaku, the ``dealer`` scores; ``nobody``
            does; or ``both`` score their own. After the last two the deal follows
            ``exhausted_dealer``.
        field_four: Four cards of one month on the dealt field mean a ``redeal``; go to the pile of
            the dealer (``dealer_takes``), whose first turn then counts a yaku so made, while the
            field is not refilled; or stay (``keep``), and then nothing matches them.
        field_pairs: Four pairs on the dealt field mean a ``redeal``, or stay (``keep``).
        field_three: Three cards of one month on the dealt field stay (``keep``), or mean a
            ``redeal``.
        double_from: The score doubles when the yaku come to this sum, before multipliers and
            without what calls add; 0 turns it off.
        call_bonus: What calls do to the winner's score. ``none``: nothing. ``opponent_called``:
            it doubles if the loser has called, however often. ``per_call``: it is multiplied by
            one more than the calls of both players. ``own_calls``: one to three own calls add a
            point each, and from four on they multiply by two less than their number instead.
        bonus_stacking: Where two multipliers meet, they ``multiply`` (2 and 2 make 4); ``add``
            what each exceeds 1 by (2 and 2 make 3); or only the ``highest`` counts.
        call_limit: How often koi-koi may be called: ``none`` is without limit, ``per_player``
            limits each player, ``per_round`` both together.
        call_limit_count: The number of calls that the limit permits, 1 to 8; 0 exactly when there
            is no limit.
        exhausted_points: Points for the dealer when both hands are empty and nobody has stopped.
        exhausted_dealer: After such a round the dealer ``stays``, or the deal ``switches``.
        next_dealer: The ``winner`` of a round deals the next, also after a dealt hand; or the deal
            ``alternates`` whatever happened, which overrides ``exhausted_dealer``.
        first_dealer: The first dealer is found by a ``draw`` of cards that is shown, the earlier
            month dealing; at ``random``; or is the ``first`` or the ``second`` player.
        rounds: Length of the match, 1 to 12 rounds.
        starting_points: With 0 the scores count up. With 1 to 999 each player starts with so many,
            the loser of a round pays the winner, and the match ends early when somebody has none
            left.
        lightning_wild: Whether the Lightning, played or drawn, takes any one field card, and has
            to if there is one; three November cards there it takes together. On the field it
            matches November only.
    """

    name: str
    source: str
    goko: int
    shiko: int
    ame_shiko: int
    sanko: int
    hanami: int
    hanami_called: int
    tsukimi: int
    tsukimi_called: int
    viewing: Viewing
    rain_spoils_viewing: RainSpoilsViewing
    inoshikacho: int
    akatan: int
    aotan: int
    extra_card: bool
    chofuku: int
    chofuku_mode: ChofukuMode
    tane: int
    tan: int
    kasu: int
    family: Family
    sake_cup: SakeCup
    tsukifuda: int
    teshi: DealtYakuRule
    teshi_points: int
    kuttsuki: DealtYakuRule
    kuttsuki_points: int
    both_dealt: BothDealt
    field_four: FieldFour
    field_pairs: FieldPairs
    field_three: FieldThree
    double_from: int
    call_bonus: CallBonus
    bonus_stacking: BonusStacking
    call_limit: CallLimit
    call_limit_count: int
    exhausted_points: int
    exhausted_dealer: ExhaustedDealer
    next_dealer: NextDealer
    first_dealer: FirstDealer
    rounds: int
    starting_points: int
    lightning_wild: bool

    def __post_init__(self) -> None:
        if problems := check_rules(self.to_mapping()):
            raise RulesError(tuple(problems))

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Rules:
        """Makes rules from a value for every option.

        Args:
            values: A value for every option, under the option's key, and nothing else.

        Raises:
            RulesError: Keys are missing or unknown, or values are not allowed.
        """
        # The constructor would stop at the first missing or unknown key; this finds them all.
        if problems := check_rules(values):
            raise RulesError(tuple(problems))
        return cls(**cast("Mapping[str, Any]", values))

    def to_mapping(self) -> dict[str, RuleValue]:
        """Every option's value under its key, in the order of the options."""
        return {option.key: getattr(self, option.key) for option in OPTIONS}
