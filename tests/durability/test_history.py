"""The check of histories finds the error in each of these."""

from math import inf

import pytest

from tests.support.durability.history import Look, NoOrder, Post, check

LOG = ["a", "b"]
A = Post("a", 0, 0, 10, True)
B = Post("b", 1, 5, 20, True)

GOOD = {
    "one after the other": ([A, B], [Look(0, 0, 1), Look(1, 10, 12), Look(2, 20, 21)]),
    "seen before it is acknowledged": ([A, B], [Look(1, 1, 2), Look(2, 6, 7)]),
    "not seen while it is on its way": ([A, B], [Look(0, 8, 9), Look(1, 18, 19)]),
    "unheard": ([A, Post("b", 1, 5)], [Look(1, 90, 91), Look(2, 92, 93)]),
    "heard the second time": ([A, Post("b", 1, 5), Post("b", 1, 30, 40, True)], [Look(1, 29, 30)]),
    "a refusal": ([A, B, Post("c", 0, 11, 12)], [Look(1, 11, 12)]),
}
BAD = {
    "an acknowledged move is not seen": ([A, B], [Look(0, 11, 12)]),
    "seen before anybody asked for it": ([A, B], [Look(2, 2, 3)]),
    "a number goes back": ([A, B], [Look(2, 6, 7), Look(1, 8, 9)]),
    "a number that is not there": ([A, B], [Look(3, 30, 31)]),
    "acknowledged before what comes first": ([Post("a", 0, 30, 40, True), B], []),
    "told by a look to come later": ([A, B], [Look(0, 9, 10), Look(1, 3, 4)]),
    "nobody asked for it": ([A], []),
    "acknowledged and not there": ([A, B, Post("c", 2, 21, 22, True)], []),
    "refused and there": ([A, Post("b", 1, 5, 20)], []),
    "acknowledged and refused": ([A, B, Post("b", 1, 21, 22)], []),
    "for another number": ([A, Post("b", 0, 5, 20, True)], []),
}


@pytest.mark.parametrize(("posts", "looks"), GOOD.values(), ids=GOOD)
def test_it_can_have_happened(posts: list[Post], looks: list[Look]) -> None:
    check(LOG, 1, posts, looks)


@pytest.mark.parametrize(("posts", "looks"), BAD.values(), ids=BAD)
def test_it_cannot_have_happened(posts: list[Post], looks: list[Look]) -> None:
    with pytest.raises(NoOrder):
        check(LOG, 1, posts, looks)


def test_an_entry_is_there_twice() -> None:
    with pytest.raises(NoOrder):
        check(["a", "a"], 1, [A], [])


def test_nothing_happened() -> None:
    check([], 1, [], [Look(0, 0, inf)])
