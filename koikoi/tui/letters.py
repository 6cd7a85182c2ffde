"""What keys write: the sign that a key stands for, where something is typed."""

from __future__ import annotations

import unicodedata
from typing import Final

_SIGNS: Final = {
    "space": " ",
    "minus": "-",
    "plus": "+",
    "underscore": "_",
    "slash": "/",
    "backslash": "\\",
    "at": "@",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "plus_minus_sign": "±",
    "left_pointing_double_angle_quotation_mark": "«",
    "right_pointing_double_angle_quotation_mark": "»",
}
"""Keys that the library names otherwise than Unicode does."""


def sign_of(key: str) -> str:
    """The sign that a key writes, empty where it writes none."""
    if len(key) == 1:
        return key if key.isprintable() else ""
    if key in _SIGNS:
        return _SIGNS[key]
    try:
        sign = unicodedata.lookup(key.replace("_", " "))
    except KeyError:
        return ""
    return sign if sign.isprintable() else ""
