"""Join codes as people type them: any case, spaces, dashes, and letters that look alike."""

from __future__ import annotations

import unicodedata
from itertools import islice, product

from moderator.play.keys import ALPHABET
from moderator.play.models.classroom import CODE_LETTERS

# Letters of other alphabets that stand on the same key or look the same.
_FOREIGN = str.maketrans("АВЕКМНРСТХУΑΒΕΖΗΚΜΝΡΤΥΧ", "ABEKMHPCTXYABEZHKMNPTYX")

# What is read for what. The first five are in no code, so they always stand for another.
_ALIKE = {
    "0": "QD",
    "O": "QD",
    "1": "J7T",
    "I": "J7T",
    "L": "J7T",
    "2": "Z",
    "Z": "2",
    "5": "S",
    "S": "5",
    "8": "B",
    "B": "8",
    "6": "G",
    "G": "6",
    "U": "V",
    "V": "U",
}
_MOST_READINGS = 64
_MOST_LETTERS = 20


def tidy(text: str) -> str:
    """The letters and digits of a typed code, upper case.

    >>> tidy(" kx7-p2 m")
    'KX7P2M'
    """
    text = unicodedata.normalize("NFKC", text[:100]).upper().translate(_FOREIGN)
    return "".join(c for c in text if c.isascii() and c.isalnum())[:_MOST_LETTERS]


def readings(code: str) -> list[str]:
    """Every code that a tidy text may stand for, itself first; none if it can't be a code.

    >>> readings("AAAAA0")
    ['AAAAAQ', 'AAAAAD']
    """
    if len(code) != CODE_LETTERS:
        return []
    letters = [(c if c in ALPHABET else "") + _ALIKE.get(c, "") for c in code]
    return ["".join(reading) for reading in islice(product(*letters), _MOST_READINGS)]


class CodeConverter:
    """A group's code in an address, in any case."""

    regex = f"[A-Za-z0-9]{{{CODE_LETTERS}}}"

    def to_python(self, value: str) -> str:
        """Upper case, as stored."""
        return value.upper()

    def to_url(self, value: str) -> str:
        """As stored."""
        return value
