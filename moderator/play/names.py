"""Names that people type: what is taken, and when two are the same."""

from __future__ import annotations

import unicodedata

from django.utils.translation import gettext, ngettext

from moderator.play.errors import InvalidInput
from moderator.play.models.classroom import NAME_LETTERS

JOINERS = "\u200c\u200d"  # some scripts can't be written without them
# Letters that show nothing, though Unicode counts them as letters, marks or symbols.
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe0e\ufe0f\uffa0"
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # of writing direction
MOST_MARKS = 6  # on one letter; NFC has put the first of them into it
_NO_TEXT = frozenset({"Cc", "Cs", "Zl", "Zp"})
KEY_LETTERS = 200  # the column's width


def name_read(text: str, limit: int = NAME_LETTERS) -> str:
    """The name as it is stored: composed, trimmed, one space at a time.

    Raises:
        InvalidInput: it is blank, too long, or holds what does not belong into a line of text.
    """
    name = " ".join(part for part in unicodedata.normalize("NFC", text.strip()).split(" ") if part)
    if not name_key(name):
        raise InvalidInput(gettext("A name needs at least one letter."))
    if any(_is_unfit(letter) for letter in name) or _is_tower(name):
        raise InvalidInput(
            gettext("That name holds letters that can’t be shown. Use letters, figures and spaces.")
        )
    if len(name) > limit:
        raise InvalidInput(
            ngettext(
                "That name is too long: %(limit)d letter at most.",
                "That name is too long: %(limit)d letters at most.",
                limit,
            )
            % {"limit": limit}
        )
    return name


def name_key(name: str) -> str:
    """What two names share that people would take for one: case, width and joiners aside.

    >>> name_key("Ana  Ruiz") == name_key("ana ruiz")
    True
    """
    plain = "".join(letter for letter in name if letter not in JOINERS + BLANKS)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", plain).casefold())
    return " ".join(folded.split())[:KEY_LETTERS]


def is_showable(text: str) -> bool:
    """Whether a text of any length keeps to its own place on a page.

    It holds no control letters but those between lines, none that turn around what stands beside
    it, and no more marks on a letter than any script has.
    """
    return not _is_tower(text) and not any(
        letter in TURNING or (letter not in "\t\n\r" and unicodedata.category(letter) in _NO_TEXT)
        for letter in text
    )


def _is_tower(text: str) -> bool:
    """Whether marks are stacked so high on a letter that they cover the lines around it."""
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MOST_MARKS:
            return True
    return False


def _is_unfit(letter: str) -> bool:
    """Control and formatting letters, line ends, halves of letters, letters not yet assigned."""
    if letter in JOINERS:
        return False
    return unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
