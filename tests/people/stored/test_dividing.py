"""Dividing people into groups: everybody has a place, and few meet again."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import permutations
from random import Random
from typing import Any

import pytest

from moderator.features.people import draw
from moderator.features.people.draw import (
    Attendance,
    Division,
    GroupDraft,
    Past,
    divide,
    divide_among,
    latecomers,
    moved,
    pairs_again,
    placed,
    seats_again,
    swapped,
)

COUNTRIES = ("egypt", "babylon", "assyria", "hatti")


def class_of(count: int, volunteers: int = 0, moderators: int = 0) -> Attendance:
    people = tuple(range(1, count + 1))
    return Attendance(people, people[:volunteers], moderators)


def no_past() -> Past:
    return Past(defaultdict(Counter), defaultdict(Counter), Counter())


def remember(past: Any, division: Division) -> None:
    for group in division:
        for one, other in permutations(group.people, 2):
            past.met[one][other] += 1
        for id, people in zip(COUNTRIES, group.seats, strict=True):
            for person in people:
                past.held[person][id] += 1
        if group.moderator:
            past.moderated[group.moderator] += 1


def lesson(who: Attendance, past: Past, seed: int, groups: int = 0) -> Division:
    return divide(who, (4, 4), Random(seed), past, groups, ids_of=lambda _count: COUNTRIES)


def again(division: Division, past: Past) -> list[int]:
    """How many pairs, seats and moderators there were before."""
    return [
        sum(len(pairs_again(group, past)) for group in division),
        sum(len(seats_again(group, COUNTRIES, past)) for group in division),
        sum(bool(past.moderated.get(group.moderator or 0)) for group in division),
    ]


@pytest.mark.parametrize(
    ("who", "low", "high", "groups", "sizes"),
    [
        (class_of(12), 4, 4, 0, (4, 4, 4)),
        (class_of(22), 4, 4, 0, (5, 5, 4, 4, 4)),
        (class_of(60), 4, 4, 12, (5,) * 12),
        (class_of(3), 4, 4, 0, (3,)),
        (class_of(7), 2, 2, 0, (3, 2, 2)),
        (class_of(7), 2, 6, 0, (4, 3)),
        (class_of(26, volunteers=9, moderators=6), 4, 4, 0, (5, 4, 4, 4, 4)),
        (class_of(2, volunteers=2, moderators=2), 4, 4, 0, (1,)),
        (class_of(60), 4, 5, 0, (5,) * 12),
        (class_of(59, volunteers=6, moderators=6), 4, 5, 0, (5,) * 5 + (4,) * 7),
        (class_of(60, volunteers=60, moderators=60), 4, 5, 0, (4,) * 12),
        (class_of(61), 4, 5, 0, (5,) * 9 + (4,) * 4),
        (class_of(0), 4, 4, 0, ()),
    ],
)
def test_groups_of_the_scenarios_size(
    who: Attendance, low: int, high: int, groups: int, sizes: tuple[int, ...]
) -> None:
    division = divide(who, (low, high), Random(1), groups=groups)
    assert tuple(len(group.players) for group in division) == sizes
    for group in division:  # co-rulers are spread evenly over the seats
        each = [len(seat) for seat in group.seats]
        assert low <= len(each) <= high
        assert max(each) - min(each) <= 1
    people = [person for group in division for person in group.people]
    assert len(people) == len(set(people))
    assert not sizes or set(people) == {*who.players}
    moderators = {group.moderator for group in division} - {None}
    assert len(moderators) == min(who.moderators, len(sizes))
    assert moderators <= set(who.volunteers)


def test_the_same_seed_draws_the_same() -> None:
    drawn = [divide(class_of(30), (4, 4), Random(seed)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


@pytest.mark.slow
def test_nobody_meets_the_same_people_again_where_that_can_be_avoided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    past = no_past()
    for seed in range(8):
        division = divide(class_of(200), (4, 4), Random(seed), past)
        assert [pair for group in division for pair in pairs_again(group, past)] == []
        remember(past, division)
    # Where it can't be avoided the search ends after its last swap, and nobody is lost.
    everybody = Past({one: dict.fromkeys(range(1, 41), 1) for one in range(1, 41)})
    monkeypatch.setattr(draw, "MOST_SWAPS", 500)
    assert len(placed(divide(class_of(40), (4, 4), Random(1), everybody))) == 40


def test_moderators_and_countries_change_as_well_as_the_people() -> None:
    """Sixty people in twelve groups, each with one of twenty volunteers as its moderator."""
    who, past = class_of(60, volunteers=26, moderators=12), no_past()
    for seed in range(2):
        division = lesson(who, past, seed, groups=12)
        assert sum(group.moderator is not None for group in division) == 12
        assert again(division, past) == [0, 0, 0]
        remember(past, division)
    division = lesson(who, past, 3, groups=12)
    assert again(division, past)[2] == 10  # two volunteers are left


@pytest.mark.slow
def test_what_cannot_be_avoided_is_as_little_as_possible() -> None:
    past = no_past()
    remember(past, lesson(class_of(8), past, 1))
    division = lesson(class_of(8), past, 2)
    assert again(division, past) == [4, 0, 0]  # of each group two come together
    alone = lesson(class_of(4), past, 3)
    assert again(alone, past)[1] == 0


@pytest.mark.slow
def test_who_has_a_seat_keeps_it_and_the_others_fill_the_games() -> None:
    present = (
        GroupDraft(3, ((1,), (2,), (), ())),
        GroupDraft(5, ((), (), (), ())),
        GroupDraft(8, ((), (), ()), bots=frozenset({2})),
    )
    who = Attendance(tuple(range(10, 21)), (10, 11), 1)
    ids = [COUNTRIES, COUNTRIES, COUNTRIES[:3]]
    past = Past({10: {1: 1}, 1: {10: 1}}, {n: {"hatti": 1} for n in range(12, 21)}, {10: 1})
    division = divide_among(who, present, ids, Random(4), past)
    assert 11 in {group.moderator for group in division}  # 10 has moderated before
    assert 10 in {*division[0].seats[3], *division[1].seats[3]}  # the only one who wasn't Hatti
    assert [group.number for group in division] == [3, 5, 8]
    assert division[0].seats[0][0] == 1
    assert division[0].seats[1][0] == 2
    assert division[2].seats[2] == ()
    assert all(group.seats[place] for group in division for place in group.open_seats)
    assert placed(division) == {1, 2, *who.players}
    assert Counter(group.moderator is None for group in division) == {True: 2, False: 1}


def test_people_are_moved_and_swapped_by_hand() -> None:
    division: Division = (GroupDraft(1, ((1,), (2, 3))), GroupDraft(2, ((4,), ()), (5,), 6))
    division = moved(division, [3, 5], "1.1")
    assert [group.seats for group in division] == [((1,), (2,)), ((4,), (3, 5))]
    division = swapped(division, 1, 6)
    assert division[0].seats[0] == (6,)
    assert division[1].moderator == 1
    assert moved(division, [2], "1.moderator")[1].moderator == 2
    assert moved(division, [2], "1")[1].observers == (2,)
    assert 2 not in placed(moved(division, [2], "out"))
    assert latecomers(division, [9])[0].seats == ((6, 9), (2,))
    for target in ("2.0", "0.2", "-1"):
        with pytest.raises(ValueError, match="no such"):
            moved(division, [1], target)
