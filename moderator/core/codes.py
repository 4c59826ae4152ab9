"""Join codes as people type them: any case, spaces, dashes, look-alike letters.

A code leads to its class or group; one that was replaced leads to a page that says so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import wraps
from itertools import product
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import register_converter
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from moderator.core import queries, throttling
from moderator.core.credentials import ALPHABET
from moderator.core.models import CODE_LETTERS, Classroom, Group, code_shown

# Cyrillic and Greek letters that look like Latin ones.
_FOREIGN = str.maketrans("АВЕКМНРСТХУΑΒΕΖΗΚΜΝΡΤΥΧ", "ABEKMHPCTXYABEZHKMNPTYX")

# A typed character, and what it may have been misread from. The first five are in no code.
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
GONE = 410  # not 404, which counts as a wrong code
OLD_CODE_LETTERS = 6  # codes of the first releases, which still work
_LENGTHS = (CODE_LETTERS, OLD_CODE_LETTERS)
_MAX_READINGS = 8  # each is a guess at a code: docs/decisions/0007
_MAX_LENGTH = 20


def tidy(text: str) -> str:
    """The letters and digits of a typed code, in upper case.

    >>> tidy(" kx7-p2 m")
    'KX7P2M'
    """
    text = unicodedata.normalize("NFKC", text[:100]).upper().translate(_FOREIGN)
    return "".join(c for c in text if c.isascii() and c.isalnum())[:_MAX_LENGTH]


def has_code_length(code: str) -> bool:
    """Whether a tidied text is as long as a code."""
    return len(code) in _LENGTHS


def readings(code: str) -> list[str]:
    """The codes that a tidied text may mean, those with the fewest changes first.

    Empty if it can't be a code.

    >>> readings("AAAAAA0")
    ['AAAAAAQ', 'AAAAAAD']
    """
    if not has_code_length(code):
        return []
    letters = [(c if c in ALPHABET else "") + _ALIKE.get(c, "") for c in code]
    every = ("".join(reading) for reading in product(*letters))
    return sorted(every, key=lambda one: _changes(code, one))[:_MAX_READINGS]


def _changes(code: str, reading: str) -> int:
    return sum(typed != read for typed, read in zip(code, reading, strict=True))


class CodeConverter:
    """A group's code in a URL, in any case, with or without its dash."""

    regex = f"[A-Za-z0-9]{{3}}-?[A-Za-z0-9]{{{OLD_CODE_LETTERS - 3},{CODE_LETTERS - 3}}}"

    def to_python(self, value: str) -> str:
        """The code as stored."""
        return value.replace("-", "").upper()

    def to_url(self, value: str) -> str:
        return value


def place_by_code(request: HttpRequest, typed: str) -> Classroom | Group | None:
    """The class or group that a typed code means; None unless there is exactly one.

    A code that exists as typed wins over look-alikes. While the visitor is slowed down for wrong
    codes, only the code as typed counts.
    """
    code = tidy(typed)
    found = {place.code: place for place in queries.places_by_code(readings(code))}
    if code in found or len(found) != 1:
        return found.get(code)
    return None if throttling.are_codes_slowed(request) else next(iter(found.values()))


def code_error(typed: str) -> str:
    """The message for a code that was not found."""
    code = tidy(typed)
    if not code:
        return gettext("Type the code shown on the wall or on your sheet.")
    if not has_code_length(code):
        return gettext(
            "A code has %(wanted)d letters and digits; this one has %(typed)d. Please check it."
        ) % {"wanted": CODE_LETTERS, "typed": len(code)}
    return gettext(
        "No class or group has the code %(code)s. Check it letter by letter, "
        "or ask your instructor."
    ) % {"code": code_shown(code)}


def classroom_before(typed: str) -> Classroom | None:
    """The class whose code this was before it was replaced, letter by letter."""
    code = tidy(typed)
    found = Classroom.objects.filter(old_codes__code=code)
    return found.first() if has_code_length(code) else None


def replaced_page(request: HttpRequest) -> HttpResponse:
    """What an old link or QR code shows: that the class has a new code, but not which."""
    return render(request, "core/code_replaced.html", status=GONE)


def by_class_code(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a page for everybody with the class's code, which the view gets as a `Classroom`;
    404 for an unknown code."""

    @require_safe
    @wraps(view)
    def wrapper(request: HttpRequest, code: str, **given: Any) -> HttpResponse:
        if classroom := queries.classroom_by_code(code):
            return view(request, classroom, **given)
        if classroom_before(code):
            return replaced_page(request)
        raise Http404

    return wrapper


def classroom_of(place: Classroom | Group) -> Classroom:
    """The class that a code leads to, whether it is the class's own or a group's."""
    return place if isinstance(place, Classroom) else place.classroom


register_converter(CodeConverter, "code")
