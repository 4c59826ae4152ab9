"""Small pieces of sentences: names and numbers listed, words for what the fonts lack."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _


def without_arrows(text: str) -> str:
    """The text with a word for each arrow, which the font lacks."""
    return text.replace("→", _("to"))


def span(first: int, last: int) -> str:
    """Numbers, from the first to the last.

    >>> span(3, 7), span(3, 3)
    ('3–7', '3')
    """
    return f"{first}–{last}" if first < last else str(first)


def listed(names: Sequence[str]) -> str:
    """One or more names as a list in a sentence."""
    *first, last = names
    if not first:
        return last
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}
