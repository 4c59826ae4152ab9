"""Whole numbers in a posted form: what a page wrote there, or what somebody put in its place."""

from __future__ import annotations

MOST_DIGITS = 18  # a database's number has room for more; Python refuses to read thousands


def whole(text: str) -> int | None:
    """The number; None for anything else.

    >>> whole("12"), whole("-1"), whole("9" * 5000)
    (12, None, None)
    """
    is_whole = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return int(text) if is_whole else None
