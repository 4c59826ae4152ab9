"""Text as it is printed: Hebrew and Arabic from right to left, Arabic joined, emoji by name."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from arabic_reshaper import ArabicReshaper
from bidi.algorithm import get_display  # bidi.get_display does not mirror brackets

JOINERS = "\u200c\u200d"
"""Invisible letters that say whether their neighbours in Arabic script are joined."""
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# To place them on their letters, fonts have tables that ReportLab doesn't read.
_VOWELS = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]"
)
_HIDDEN = "\ufff9"  # stands for an invisible letter that might change the order of others
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}

_EMOJI = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}"
    "|[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
    "[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff]*\u200d?"
)
_FLAG = 0x1F1E6
_LONGEST_NAME = 30


@cache
def is_invisible(letter: str) -> bool:
    """Whether it is a control or format character, or none that Unicode has a meaning for."""
    return unicodedata.category(letter) in _INVISIBLE


def is_right_to_left(text: str) -> bool:
    """Whether the text has letters that are written from right to left."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


@cache
def _reshaper() -> ArabicReshaper:
    return ArabicReshaper({"delete_harakat": True, "support_ligatures": True})


@lru_cache(4096)
def in_print_order(text: str) -> str:
    """The text's letters from left to right, those of Arabic script in their joined forms.

    A text without letters that are written from left to right is read from the right altogether.

    >>> in_print_order("Tables: שלום 12") == "Tables: 12 םולש"
    True
    """
    if not is_right_to_left(text):
        return text
    visible = (_HIDDEN if is_invisible(c) and c not in JOINERS else c for c in text)
    joined: str = _reshaper().reshape(_VOWELS.sub("", "".join(visible)))
    for joiner in JOINERS:
        joined = joined.replace(joiner, "")
    has_left = any(unicodedata.bidirectional(letter) == "L" for letter in joined)
    shown: str = get_display(joined, base_dir="L" if has_left else "R")
    return shown


def emoji_named(text: str) -> str:
    """The text with the name of each emoji in its place.

    >>> emoji_named("Anna 😀 🇩🇪")
    'Anna [grinning face] [flag DE]'
    """
    return text if text.isascii() else _EMOJI.sub(_name, text)


def _name(found: re.Match[str]) -> str:
    emoji = found[0]
    if len(emoji) == 2 and all(0 <= ord(c) - _FLAG < 26 for c in emoji):
        return f"[flag {''.join(chr(ord('A') + ord(c) - _FLAG) for c in emoji)}]"
    name = unicodedata.name(emoji[0], "").lower()
    return f"[{name[:_LONGEST_NAME].rstrip()}]" if name else emoji
