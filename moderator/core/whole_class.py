"""A whole class at once: its groups, games, logs, seats and people, in a few queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import F, QuerySet
from django.utils.translation import gettext

from moderator.core import log
from moderator.core.class_models import Clock, Pause
from moderator.core.lesson import lesson_of
from moderator.core.look import Look
from moderator.core.models import Classroom, Game, Group, Person, Seat
from moderator.core.people import by_name
from moderator.core.queries import groups_of
from moderator.rules.seating import PUBLIC, SeatLabel, Viewer

# Without what is large and in caches; Django reads it where it is needed after all.
_LARGE = ("scenario", "more")
_GAME = ", ".join(str(f.column) for f in Game._meta.concrete_fields if f.attname not in _LARGE)


@dataclass(frozen=True, slots=True)
class SeatedPeople:
    """A seat of a present game and the people on it, by primary key; without removed ones."""

    pk: int
    player: str
    is_bot: bool
    people: tuple[int, ...]


class WholeClass:
    """A class as it is now; its seats and people when they are first needed.

    `games`: by the group's primary key, of its present game. `folds`: by the game's. `clocks`,
    `paused`: by the group's primary key; a group without a clock of its own has the class's.
    `clock`, `pause`: the class's own.

    Cost: a dozen queries, however many groups there are; and some for each log that has grown.
    """

    def __init__(self, classroom: Classroom) -> None:
        self.classroom, self.settings = classroom, lesson_of(classroom)
        self.groups = tuple(groups_of(classroom))
        self.games = games_of(self.groups)
        self.folds = log.folds_of(self.games.values())
        clocks = {one.group_id: one for one in Clock.objects.filter(classroom=classroom)}
        self.clock = clocks.pop(None, None)
        all_clocks = {group.pk: clocks.get(group.pk) or self.clock for group in self.groups}
        self.clocks = {pk: one for pk, one in all_clocks.items() if one}
        pauses = {one.group_id: one for one in Pause.objects.filter(classroom=classroom)}
        self.paused = frozenset(g.pk for g in self.groups if None in pauses or g.pk in pauses)
        self.pause = pauses.get(None)

    @cached_property
    def people(self) -> Mapping[int, Person]:
        """By primary key, without removed ones, each with `seen`: when it was connected last."""
        return {person.pk: person for person in people_of(self.classroom)}

    @cached_property
    def seats(self) -> Mapping[int, tuple[SeatedPeople, ...]]:
        """Of the present game, by the group's primary key."""
        return seats_of(self.games.values(), self.people)

    def look(self, game: Game, viewer: Viewer = PUBLIC) -> Look:
        """One of its present games, looked at by somebody."""
        return Look(game, self.folds[game.pk], viewer)

    def labels(self, group: int) -> dict[str, SeatLabel]:
        """The seats of the group's present game, by their ids."""
        return self.look(self.games[group]).timeline.labels

    def names_on(self, seat: SeatedPeople) -> tuple[str, ...]:
        """Who plays a seat."""
        if seat.is_bot:
            return (gettext("the program"),)
        return tuple(self.people[pk].display_name for pk in seat.people)

    @cached_property
    def unseated(self) -> tuple[Person, ...]:
        """The students who aren't absent, have no seat and moderate no group, by their names."""
        return _without_seat(self.people.values(), self.seats.values())


def games_of(groups: Collection[Group]) -> dict[int, Game]:
    """The groups' present games, by the group's primary key, in the groups' order."""
    if not groups:
        return {}
    marks = ", ".join(["%s"] * len(groups))
    newest = "SELECT MAX(number) FROM play_game g WHERE g.group_id = play_game.group_id"
    query = f"SELECT {_GAME} FROM play_game WHERE group_id IN ({marks}) AND number = ({newest})"  # noqa: S608
    by_pk = {group.pk: group for group in groups}
    found = {game.group_id: game for game in Game.objects.raw(query, [*by_pk])}
    games = {pk: found[pk] for pk in by_pk if pk in found}
    for pk, game in games.items():
        game.group = by_pk[pk]
    return games


def people_of(classroom: Classroom) -> QuerySet[Person]:
    """The people who are in the class now, each with `seen`."""
    people = classroom.people.filter(is_removed=False)
    people = people.select_related("roster_name")
    return people.annotate(seen=F("presence__seen")).order_by("number")


def seen_of(person: Person) -> datetime | None:
    """When somebody of `people_of` was connected last."""
    seen: datetime | None = person.seen  # type: ignore[attr-defined]
    return seen


def seats_of(
    games: Collection[Game], people: Collection[int]
) -> dict[int, tuple[SeatedPeople, ...]]:
    """The seats of these games in the order of play, by the group's primary key.

    Args:
        people: primary keys of those who count.
    """
    groups = {game.pk: game.group_id for game in games}
    seated: dict[int, list[int]] = defaultdict(list)
    links = Seat.persons.through.objects.filter(seat__game__in=groups)
    for seat, person in links.order_by("pk").values_list("seat_id", "person_id"):
        if person in people:
            seated[seat].append(person)
    found: dict[int, list[SeatedPeople]] = defaultdict(list)
    rows = Seat.objects.filter(game__in=groups).order_by("pk")
    for pk, game, player, is_bot in rows.values_list("pk", "game_id", "player", "is_partner"):
        found[groups[game]].append(SeatedPeople(pk, player, is_bot, tuple(seated[pk])))
    return {group: tuple(seats) for group, seats in found.items()}


def _without_seat(
    people: Iterable[Person], seats: Iterable[tuple[SeatedPeople, ...]]
) -> tuple[Person, ...]:
    seated = {pk for of_game in seats for seat in of_game for pk in seat.people}
    return tuple(
        person
        for person in by_name(people)
        if person.kind == Person.Kind.STUDENT
        and not person.is_absent
        and person.pk not in seated
        and person.moderates_id is None
        and not person.is_simulated
    )
