"""Checks whether what clients saw of a log is possible in some sequential order.

Each operation takes effect at one moment between its beginning and its end (Herlihy and Wing's
linearizability). The log has the moves' order, so no search is needed: each operation in turn is
placed at the earliest possible moment, and none may be too late.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf


@dataclass(frozen=True)
class Post:
    """A move that was sent. Without a response, it may take effect at any later time."""

    key: str
    after: int
    began: float
    ended: float = inf
    is_recorded: bool = False


@dataclass(frozen=True)
class Look:
    """A client asked for the log's number, or got it with a refusal."""

    number: int
    began: float
    ended: float


class NoOrder(AssertionError):
    """No order of the operations explains the observations."""


def check(log: Sequence[str], first: int, posts: Iterable[Post], looks: Iterable[Look]) -> None:
    """Raises NoOrder.

    Args:
        log: the keys of the entries from number `first` on.
    """
    tries: defaultdict[str, list[Post]] = defaultdict(list)
    for post in posts:
        tries[post.key].append(post)
    seen: defaultdict[int, list[Look]] = defaultdict(list)
    for look in looks:
        seen[look.number].append(look)
    _check_answers(log, first, tries)
    if extra := [number for number in seen if not first - 1 <= number < first + len(log)]:
        raise NoOrder(f"{extra} were seen, and are no numbers of the log")
    now = _place(seen[first - 1], -inf)
    for number, key in enumerate(log, first):
        now = max(now, min(post.began for post in tries[key]))
        if now > min(post.ended for post in tries[key] if post.is_recorded or post.ended == inf):
            raise NoOrder(f"{number} was acknowledged before something that comes before it")
        now = _place(seen[number], now)


def _check_answers(log: Sequence[str], first: int, tries: dict[str, list[Post]]) -> None:
    numbers = {key: number for number, key in enumerate(log, first)}
    if len(numbers) < len(log) or numbers.keys() - tries.keys():
        raise NoOrder("an entry stands there twice, or was not asked for by anybody")
    for key, its in tries.items():
        answers = {post.is_recorded for post in its if post.ended < inf}
        if len(answers) > 1:
            raise NoOrder(f"{key} was acknowledged and refused")
        if (True in answers and key not in numbers) or (False in answers and key in numbers):
            raise NoOrder(f"{key} was answered as it is not")
        if key in numbers and {post.after for post in its} != {numbers[key] - 1}:
            raise NoOrder(f"{key} was asked for after another number")


def _place(looks: list[Look], now: float) -> float:
    """Returns the earliest time of the last of them."""
    for look in looks:
        if look.ended < now:
            raise NoOrder(f"{look.number} was seen before it can have been there")
    return max([now, *(look.began for look in looks)])
