"""Names and texts that people type, plain JSON values, and the time zones of this machine."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.utils.text import slugify
from django.utils.translation import gettext, ngettext

from moderator.core.errors import InvalidInput
from moderator.core.models import NAME_LETTERS
from moderator.rules.errors import Refused
from moderator.rules.reading import SLUG_LETTERS

# Names and short texts that people type: which are accepted, and when two names are the same.

JOINERS = "\u200c\u200d"  # some scripts can't be written without them
# Invisible characters that Unicode counts as letters, marks or symbols.
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe0e\ufe0f\uffa0"
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # change the text direction
MOST_MARKS = 6  # combining marks on one letter, after NFC
_NO_TEXT = frozenset({"Cc", "Cs", "Zl", "Zp"})
KEY_LETTERS = 200  # the column's length
SORTED_DIGITS = 9  # of a number in a name
COMPOSED = 4  # times the letters that are allowed


def name_read(text: str, limit: int = NAME_LETTERS) -> str:
    """The name as it is stored: composed (NFC), trimmed, with single spaces.

    Raises:
        InvalidInput: it is blank, too long, or has characters that don't belong in a line of text.
    """
    name = composed(" ".join(part for part in text.strip().split(" ") if part), limit)
    if not name_key(name):
        raise InvalidInput(gettext("A name needs at least one letter."))
    if any(_is_invalid(letter) for letter in name) or _has_stacked_marks(name):
        raise InvalidInput(
            gettext("That name has characters that can’t be shown. Use letters, digits and spaces.")
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


def text_read(text: str, limit: int, blank: str = "", code: str = "") -> str:
    """The text as it is stored: composed (NFC), in one line, with single spaces.

    Args:
        blank: what to answer if it is blank; empty if it may be.
        code: of refusals, for what players write in a game: that keeps its lines.

    Raises:
        InvalidInput: it is blank, too long, or has characters that can't be shown.
        Refused: the same, if there is a code.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    text = composed(plain if code else " ".join(text.split()), limit)
    error = ""
    if blank and not name_key(text):
        error = blank
    elif len(text) > limit:
        error = gettext("That is too long: %(limit)d letters at most.") % {"limit": limit}
    elif not is_showable(text):
        error = gettext("The text has characters that can’t be shown.")
    if error:
        raise Refused(code, error) if code else InvalidInput(error)
    return text


def composed(text: str, limit: int) -> str:
    """The text in one form (NFC). One that is far longer than `limit` stays as it is.

    The time is the square of the number of combining marks on a letter: hours for a whole form.
    """
    return unicodedata.normalize("NFC", text) if len(text) <= COMPOSED * limit else text


def name_key(name: str) -> str:
    """The same for names that look the same to people: ignores case, width and joiners.

    >>> name_key("Ana  Ruiz") == name_key("ana ruiz")
    True
    """
    plain = "".join(letter for letter in name if letter not in JOINERS + BLANKS)
    plain = plain[: COMPOSED * KEY_LETTERS]  # as in `composed`
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", plain).casefold())
    return " ".join(folded.split())[:KEY_LETTERS]


_ALIKE = str.maketrans({
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th",
})  # fmt: skip


def plain(text: str) -> str:
    """The text without case and accents, to search and sort by.

    >>> plain("Zoë ÅSTRÖM-Łęcki")
    'zoe astrom-lecki'
    """
    letters = unicodedata.normalize("NFKD", name_key(text))
    return "".join(one for one in letters if not unicodedata.combining(one)).translate(_ALIKE)


def order_key(name: str, last_name: str = "") -> tuple[str, str]:
    """Lists of people are sorted by it: by last name where it is known, then by the whole name.

    Letters with accents stand beside those without, numbers are sorted by their size, and
    hyphens and the like don't count.

    >>> sorted(["Simulated 10", "Dan", "Çem", "Simulated 2", "Cid"], key=order_key)
    ['Çem', 'Cid', 'Dan', 'Simulated 2', 'Simulated 10']
    >>> order_key("Ana Ruiz", "Ruiz") < order_key("Zoë")
    True
    """
    letters = (
        one if one.isalnum() else " " for one in plain(f"{last_name} {name}") if one not in "'’"
    )
    words = "".join(letters).split()
    key = " ".join(word.zfill(SORTED_DIGITS) if word.isdecimal() else word for word in words)
    return key, name_key(name)


def is_same_name(typed: str, name: str) -> bool:
    """Whether the typed name is that name; case, width and spaces don't matter.

    >>> is_same_name("hist210 ,tuesday", "HIST 210, Tuesday")
    True
    """
    return _without_spaces(typed) == _without_spaces(name)


def _without_spaces(name: str) -> str:
    return name_key(name).replace(" ", "")


def slug_of(name: str) -> str:
    """The name as an id; empty if it has no letter that an id can hold."""
    return slugify(name.replace("_", " "))[:SLUG_LETTERS].strip("-")


def is_showable(text: str) -> bool:
    """Whether a text of any length can't disturb the rest of a page.

    It has no control characters but tabs and line ends, none that change the text direction,
    and no more combining marks on a letter than any script uses.
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return True  # most are, and a long one takes a thousand times as long letter by letter
    return not _has_stacked_marks(text) and not any(
        letter in TURNING or (letter not in "\t\n\r" and unicodedata.category(letter) in _NO_TEXT)
        for letter in text
    )


def _has_stacked_marks(text: str) -> bool:
    """Whether a letter has so many combining marks that they cover other lines."""
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MOST_MARKS:
            return True
    return False


def _is_invalid(letter: str) -> bool:
    """Control and formatting characters, line ends, surrogates, unassigned characters."""
    if letter in JOINERS:
        return False
    return unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


# Plain JSON values that every database can store.


def json_values(value: object, code: str) -> Any:
    """A copy as plain JSON values; `Refused(code)` if that is impossible.

    Lone surrogates and NUL are valid JSON, but PostgreSQL can't store them; it stores -0.0 as 0.0,
    which is what the copy has.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, default=_mapping)
        text.encode()
        copy = json.loads(text, parse_float=lambda digits: float(digits) or 0.0)
        is_storable = all("\0" not in part for part in texts(copy))
    except (TypeError, ValueError, RecursionError):
        is_storable = False
    if not is_storable:
        raise Refused(code, "This has characters or values that can't be stored.")
    return copy


def _mapping(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError


def texts(value: object) -> Iterator[str]:
    """Every text in a JSON value, with the keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from texts(part)


# The time zones that this machine knows, read from its disk once because that is slow.


@cache
def time_zones() -> frozenset[str]:
    """Their names, such as Europe/Vienna."""
    return frozenset(available_timezones())
