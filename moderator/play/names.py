"""Names that people type: what is taken, and when two are the same."""

from __future__ import annotations

import unicodedata

from django.utils.translation import gettext, ngettext

from moderator.play.errors import Unfit
from moderator.play.models.classroom import NAME_LETTERS

JOINERS = "\u200c\u200d"  # some scripts can't be written without them
# Letters that show nothing, though Unicode counts them as letters, marks or symbols.
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe0e\ufe0f\uffa0"
KEY_LETTERS = 200  # the column's width


def name_read(text: str, limit: int = NAME_LETTERS) -> str:
    """The name as it is stored: composed, trimmed, one space at a time.

    Raises:
        Unfit: it is blank, too long, or holds what does not belong into a line of text.
    """
    name = " ".join(part for part in unicodedata.normalize("NFC", text.strip()).split(" ") if part)
    if not name_key(name):
        raise Unfit(gettext("A name needs at least one letter."))
    if any(_is_unfit(letter) for letter in name):
        raise Unfit(
            gettext("That name holds letters that can't be shown. Use letters, figures and spaces.")
        )
    if len(name) > limit:
        raise Unfit(
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


def _is_unfit(letter: str) -> bool:
    """Control and formatting letters, line ends, halves of letters, letters not yet assigned."""
    if letter in JOINERS:
        return False
    return unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
