"""What people are called: names that can be shown to everybody and mistaken for nobody's.

A name holds letters and digits of scripts that every terminal draws from left to right, one or two
cells each, and single separators between them. So nothing in it can move a cursor, turn a line
round, hide, or take another width than is counted.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

from rich.cells import cell_len

from koikoi.ai.levels import CHARACTERS
from koikoi.host.visitor import BOARD_USER
from koikoi.text.opponents import GUEST

MAX_CELLS: Final = 16
"""How wide a name may be."""

NOBODY: Final = "player"
"""What somebody is called of whose name nothing can be used."""

CLEAR_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters no two of which look alike, for what is read from one screen and typed at another."""

_GUEST_NAME: Final = re.compile(rf"{GUEST}[{CLEAR_LETTERS}]{{4,10}}")

_SEPARATORS: Final = " -_.'"
_RUN: Final = re.compile(rf"[{re.escape(_SEPARATORS)}]+")

_LONGEST_GIVEN: Final = 200
"""How many characters of what is given are looked at."""

_SCRIPTS: Final = (
    *("GREEK ", "CYRILLIC ", "ARMENIAN ", "GEORGIAN "),
    *("CJK UNIFIED IDEOGRAPH", "HIRAGANA LETTER", "KATAKANA LETTER", "HANGUL SYLLABLE"),
    "KATAKANA-HIRAGANA PROLONGED SOUND MARK",
)
_OLD_LETTERS: Final = range(0x1C80, 0x1C90)
"""Cyrillic forms that no terminal's font has."""

_KANA_MARKS: Final = "\u3099\u309a"
"""They make another letter, and no accent."""

# Letters that look like another one, each by its own shape: the large eta is an H, the small an n.
_ALIKE: Final = (
    "0o Oo 1l Il ıi ſs øo łl đd ðd ħh ŧt ŋn ĸk þp Øo Łl Đd Ðd Ħh Ŧt Ŋn Þp "
    "Αa Βb Εe Ζz Ηh Ιl Κk Μm Νn Οo Ρp Τt Υy Χx "
    "αa βb γy εe ζz ηn ιi κk νv οo ρp σo τt υu χx ωw ϲc ϳj "
    "Аa Вb Еe Кk Мm Нh Оo Рp Сc Тt Уy Хx Ѕs Іl Јj Үy Ԛq Ԝw Ӏl Ьb "
    "аa вb гr еe иu кk мm нh оo пn рp сc тt уy хx ѕs іi јj үy ԁd һh ԛq ԝw ӏl ґr ьb "
    "Օo Տs Սu Լl օo ոn ռn սu հh ցg զq լl յj քf "
    "ヘへ リり ニ二 カ力 ロ口 エ工 ト卜 タ夕 ハ八 オ才 ー一 ミ三 ノ丿 チ千 ヒ匕"
)
_SHAPES: Final = {pair[0]: pair[1:] for pair in _ALIKE.split()}
_GROUPS: Final = (("rn", "m"), ("vv", "w"))
"""Letters that together look like another one."""


class Likeness(NamedTuple):
    """What a name is like; two people's names may have neither in common.

    Attributes:
        folded: Its letters, large and small the same, without accents and separators.
        shape: The shapes of these letters.
    """

    folded: str
    shape: str


def clean_name(given: str) -> str:
    """As much of a name as can be shown to everybody; empty where that is nothing.

    Letters in another form become the usual ones; whatever is no letter, digit or separator is left
    out; separators stand between letters only, one at a time.
    """
    usual = unicodedata.normalize("NFKC", given[:_LONGEST_GIVEN])
    kept = "".join(" " if one.isspace() else one for one in usual if _may_stand(one))
    single = _RUN.sub(lambda run: run[0][0], kept).strip(_SEPARATORS)
    return _cut(single, MAX_CELLS)


def likeness(name: str) -> Likeness:
    """What a clean name is like."""
    plain = _RUN.sub("", _bare(name))
    shape = "".join(_SHAPES.get(letter, letter) for letter in plain).casefold()
    for group, alike in _GROUPS:
        shape = shape.replace(group, alike)
    return Likeness(plain.casefold(), shape)


def is_guest_name(name: str) -> bool:
    """Whether a name is one of those that guests are given."""
    return _GUEST_NAME.fullmatch(name) is not None


def is_reserved(name: str) -> bool:
    """Whether a clean name is, or looks like, that of no person.

    These are the game's characters, the computer, the host and who runs it, the big screen and
    guests; a number behind makes none of them a person's.
    """
    stem = name.rstrip("0123456789" + _SEPARATORS)
    return any(
        own in theirs or own.startswith(guest)
        for one in (name, stem)
        for own, theirs, guest in zip(likeness(one), _RESERVED, _GUEST_LIKE, strict=True)
    )


def usable(given: str) -> str:
    """The clean name that a person may have of what they wish; empty where there is none."""
    name = clean_name(given)
    return "" if is_reserved(name) else name


def guest_name(letters: str) -> str:
    """The name of a guest, of a few of the clear letters."""
    return f"{GUEST}{letters}"


def numbered(name: str, number: int) -> str:
    """A clean name with a number behind it, the name cut where both are too wide."""
    return f"{_cut(name, MAX_CELLS - len(str(number)))}{number}"


def _may_stand(letter: str) -> bool:
    if letter in _SEPARATORS or letter.isspace():
        return True
    if letter.isascii():
        return letter.isalnum()
    if unicodedata.category(letter) not in ("Lu", "Ll", "Lt", "Lo", "Lm"):
        return False
    if ord(letter) in _OLD_LETTERS or cell_len(letter) not in (1, 2):
        return False
    known = unicodedata.name(letter, "")
    if known.startswith("LATIN "):
        # Of those beyond, most are of phonetics, turned, small capitals, or clicks that are bars.
        return ord(letter) < 0x180 or unicodedata.normalize("NFD", letter)[0].isascii()
    return known.startswith(_SCRIPTS)


def _bare(name: str) -> str:
    """A name without accents."""
    parts = unicodedata.normalize("NFKD", name)
    return "".join(
        one for one in parts if one in _KANA_MARKS or not unicodedata.category(one).startswith("M")
    )


def _cut(name: str, cells: int) -> str:
    while cell_len(name) > cells:
        name = name[:-1]
    return name.rstrip(_SEPARATORS)


_WORDS: Final = (
    *("computer", "host", "operator", "admin", "system", "server", "koikoi", BOARD_USER),
    *("you", "nobody", "somebody", "greedy", "random"),
    *(word for one in CHARACTERS for word in (one.key, one.name, one.english)),
)
_RESERVED: Final = tuple(map(frozenset, zip(*map(likeness, _WORDS), strict=True)))
_GUEST_LIKE: Final = likeness(GUEST)
