"""Picking and shuffling by chance that comes from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from moderator.rules.chance import RandomBelow

T = TypeVar("T")


def shuffled(items: Sequence[T], below: RandomBelow) -> list[T]:
    """The items in a random order, all orders equally likely (Fisher and Yates).

    >>> shuffled("abcd", lambda n: 0)
    ['b', 'c', 'd', 'a']
    """
    out = list(items)
    for last in range(len(out) - 1, 0, -1):
        other = below(last + 1)
        out[last], out[other] = out[other], out[last]
    return out


def pick(items: Sequence[T], below: RandomBelow) -> T:
    """A random one of the items, of which there is at least one."""
    return items[below(len(items))]
