"""What dividing a class starts from: the present groups, who has met, who has no seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import permutations

from django.db.models import Exists, OuterRef, QuerySet

from moderator.play import selectors
from moderator.play.dividing.drafts import Division, GroupDraft, Met
from moderator.play.models import Classroom, Entry, Group, Person, Seat

_Sitting = Seat.persons.through


def students_of(classroom: Classroom) -> QuerySet[Person]:
    """The students who are in the class now, by their names."""
    return selectors.people(classroom).filter(kind=Person.Kind.STUDENT).order_by("name_key", "pk")


def groups_key(classroom: Classroom) -> str:
    """A text that changes with the groups of the class and with the games that they play."""
    rows = classroom.groups.order_by("pk").values_list("pk", "games_made")
    return " ".join(f"{pk}:{games}" for pk, games in rows)


def met_before(classroom: Classroom) -> Met:
    """How often each two people of the class have shared a game in which something was recorded.

    People are named by their numbers.
    """
    begun = Exists(Entry.objects.filter(game=OuterRef("seat__game"), number=1))
    sitting = _Sitting.objects.filter(begun, seat__game__group__classroom=classroom)
    games: dict[int, set[int]] = defaultdict(set)
    for game, number in sitting.values_list("seat__game", "person__number"):
        games[game].add(number)
    met: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for people in games.values():
        for one, other in permutations(people, 2):
            met[one][other] += 1
    return met


def present_division(groups: Collection[Group]) -> Division:
    """The groups with their present games, as a division; groups without a game have no seats."""
    games = selectors.present_games().filter(group__in=groups)
    seats: dict[int, list[Seat]] = {group.pk: [] for group in groups}
    sitting = Seat.objects.filter(game__in=games).select_related("game").order_by("pk")
    for seat in sitting.prefetch_related("persons"):
        seats[seat.game.group_id].append(seat)
    moderators = {
        person.moderates_id: person.number
        for person in Person.objects.filter(moderates__in=groups, is_removed=False)
    }
    return tuple(
        _draft_of(group.number, seats[group.pk], moderators.get(group.pk)) for group in groups
    )


def _draft_of(number: int, seats: Sequence[Seat], moderator: int | None) -> GroupDraft:
    people = [
        tuple(one.number for one in seat.persons.all() if not one.is_removed) for seat in seats
    ]
    bots = frozenset(place for place, seat in enumerate(seats) if seat.is_partner)
    return GroupDraft(number, tuple(people), (), moderator, bots)


def unseated(classroom: Classroom) -> QuerySet[Person]:
    """The students who have no seat in a present game and moderate no group."""
    games = selectors.present_games().filter(group__classroom=classroom)
    seated = _Sitting.objects.filter(seat__game__in=games, person=OuterRef("pk"))
    return students_of(classroom).filter(~Exists(seated), moderates=None)
