"""Functions for a move's sentence, for all games."""

from __future__ import annotations

import re

_OUTCOME = re.compile(r"(: [^:]*)? \([^()]*→[^()]*\)")


def without_outcome(sentence: str) -> str:
    """The sentence of a move without its outcome: the numbers before and after.

    >>> without_outcome("Ariel attacks Chas in Yurt with 2: each removes 2 (11 → 9, 2 → 0)")
    'Ariel attacks Chas in Yurt with 2'
    >>> without_outcome("Egypt trades 1 Grain (G) to Assyria for 1 Tin (T)")
    'Egypt trades 1 Grain (G) to Assyria for 1 Tin (T)'
    """
    return _OUTCOME.sub("", sentence)
