"""Filters of names: who plays a seat; right-to-left names are isolated from what is around them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from moderator.rules.seating import SeatLabel

register = template.Library()

_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_WITHIN = "\u0300-\u036f\u200c-\u200f"
_WORD = f"[{_LETTERS}][{_LETTERS}{_WITHIN}]*"
_RUN = re.compile(rf"{_WORD}(?:[ .'’-]+{_WORD})*")


@register.filter
def isolated(text: str) -> SafeString:
    """The text, with each right-to-left run in its own `<bdi>`.

    Without it a browser would show the numbers after such a name, “0 → 5”, as “5 ← 0”.

    >>> print(isolated("<b> \u05e9\u05dc (0 \u2192 5)"))
    &lt;b&gt; <bdi>\u05e9\u05dc</bdi> (0 \u2192 5)
    """
    escaped = conditional_escape(text)
    return mark_safe(_RUN.sub(r"<bdi>\g<0></bdi>", escaped))  # noqa: S308  # escaped just now


@register.filter
def isolated_text(text: str) -> str:
    """The same with invisible characters, for places without elements, as in an `<option>`."""
    return _RUN.sub("\u2068\\g<0>\u2069", text)


@register.filter
def played_by(seat: SeatLabel, names: Mapping[str, str]) -> str:
    """The name of the seat's player if it is known, else the seat's own.

    Args:
        names: of players by their seats, as in a tournament; empty in other games.
    """
    return (names or {}).get(seat.id, seat.name)
