"""Reads from the database. Nothing here writes.

Queries of every request are written in SQL: Django takes five times as long to build them as the
database takes to answer.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext

from moderator.core import credentials, dice, log
from moderator.core.databases import fetched
from moderator.core.ended import end_of_stopped
from moderator.core.log import genesis
from moderator.core.look import look_at, shown_state
from moderator.core.models import Classroom, Entry, Game, Group, Person, Seat
from moderator.rules.log import Timeline
from moderator.rules.record import NAMES, Record
from moderator.rules.seating import MODERATOR

T = TypeVar("T")

# Of a game without what only records need, which can be large.
_GAME = ", ".join(str(one.column) for one in Game._meta.concrete_fields if one.attname != "more")


def group_by_code(code: str) -> Group | None:
    """The group with a typed code; none of a deleted class."""
    return _group("code", credentials.code_read(code))


def group_by_pk(pk: int) -> Group | None:
    """The group with a primary key; none of a deleted class."""
    return _group("id", pk)


def _group(column: str, value: object) -> Group | None:
    query = f"""SELECT play_group.* FROM play_group
        JOIN play_classroom ON play_classroom.id = play_group.classroom_id
        WHERE play_group.{column} = %s AND deleted_at IS NULL"""  # noqa: S608
    for group in Group.objects.raw(query, [value]):
        query = "SELECT * FROM play_classroom WHERE id = %s AND deleted_at IS NULL"
        for classroom in Classroom.every.raw(query, [group.classroom_id]):
            group.classroom = classroom
            return group
    return None


ALL = "all"


def chosen_groups(classroom: Classroom, chosen: str) -> list[Group]:
    """The group with that number, or all of them; 404 if there is no such group."""
    found = [g for g in groups_of(classroom) if chosen in (ALL, str(g.number))]
    if not found and chosen != ALL:
        raise Http404
    return found


def classroom_by_code(code: str) -> Classroom | None:
    """The class with a typed code."""
    return Classroom.objects.filter(code=credentials.code_read(code)).first()


def places_by_code(codes: Collection[str]) -> list[Classroom | Group]:
    """The classrooms and groups with any of these codes, as they are stored."""
    return [
        *Classroom.objects.filter(code__in=codes),
        *Group.objects.in_use().filter(code__in=codes),
    ]


def game_now(group: Group) -> Game | None:
    """The group's present game: its newest."""
    query = f"SELECT {_GAME} FROM play_game WHERE group_id = %s ORDER BY number DESC LIMIT 1"  # noqa: S608
    for game in Game.objects.raw(query, [group.pk]):
        game.group = group  # saves a query
        return game
    return None


def or_404(found: T | None) -> T:
    """What was found; 404 for None."""
    if found is None:
        raise Http404
    return found


def game_or_404(group: Group) -> Game:
    return or_404(game_now(group))


def groups_waiting(group_ids: Collection[int]) -> list[int]:
    """Those of the groups that have a game which waits for its start."""
    games = Game.objects.filter(group__in=group_ids, is_waiting=True)
    return list(games.order_by().values_list("group", flat=True).distinct())


def present_games() -> QuerySet[Game]:
    """The present games of all groups: each group's newest."""
    newer = Game.objects.filter(group=OuterRef("group"), number__gt=OuterRef("number"))
    return Game.objects.filter(~Exists(newer))


class PresentSeat(NamedTuple):
    """A seat in a present game."""

    pk: int
    player: str
    game_id: int
    group_id: int


def present_seats(person: Person) -> list[PresentSeat]:
    """The person's seats in present games."""
    # Taking a seat asks for it three times, and Django would take longer to build the query than
    # the database takes to answer it.
    rows = fetched(
        """SELECT seat.id, seat.player, game.id, game.group_id FROM play_seat AS seat
        JOIN play_seat_persons AS link ON link.seat_id = seat.id
        JOIN play_game AS game ON game.id = seat.game_id
        WHERE link.person_id = %s AND NOT EXISTS (
            SELECT 1 FROM play_game WHERE group_id = game.group_id AND number > game.number)
        ORDER BY seat.id""",
        person.pk,
    )
    return [PresentSeat(*row) for row in rows]


def people_by_pk(pks: Collection[int]) -> dict[int, Person]:
    """These people by their primary keys, including removed ones."""
    return _people(pks, "")


def members_by_pk(pks: Collection[int]) -> dict[int, Person]:
    """The same without people who were removed, and those of deleted classes."""
    return _people(pks, "AND NOT is_removed AND deleted_at IS NULL")


def _people(pks: Collection[int], condition: str) -> dict[int, Person]:
    query = f"""SELECT play_person.* FROM play_person
        JOIN play_classroom ON play_classroom.id = play_person.classroom_id
        WHERE play_person.id IN ({", ".join(["%s"] * len(pks))}) {condition}"""  # noqa: S608
    return {person.pk: person for person in Person.objects.raw(query, [*pks])} if pks else {}


def timeline(game: Game) -> Timeline:
    """The game's log folded.

    Cost: see `log.fold_of`.
    """
    return log.fold_of(game).timeline


def head(game: Game) -> tuple[int, str]:
    """The log's last number and hash, as sheets and records show them; else 0 and its genesis."""
    last = game.entries.order_by("-number").values_list("number", "hash").first()
    return last or (0, genesis(game))


def record_of(game: Game) -> Record:
    """The game as a record, with the head of its log and all secrets.

    Source: docs/rules/record.md, "Keys".
    """
    look, names = look_at(game), log.names_of(game)
    return Record(
        game=game.rules,
        scenario=game.scenario,
        options=game.options,
        moves=[entry.move for entry in look.fold.entries],
        more={
            "title": game.title,
            **game.more,
            **({NAMES: names} if names else {}),
            **dice.record_keys(look),
            "id": game.uid,
            "log": {"number": look.fold.number, "hash": look.fold.hash or genesis(game)},
        },
    )


def people(classroom: Classroom) -> QuerySet[Person]:
    """The people who are in the class now."""
    return classroom.people.filter(is_removed=False).select_related("group", "roster_name")


def consoles_of(person: Person) -> list[Group]:
    """The groups whose consoles the person has opened by their links, as far as is known: the own
    group, and those for which the person has recorded as a moderator."""
    is_moderator = person.kind == Person.Kind.MODERATOR
    own = Q(pk=person.group_id) if is_moderator else Q(pk=None)
    recorded = person.entries.filter(role=Entry.Role.MODERATOR).order_by()
    groups = Group.objects.filter(classroom=person.classroom_id)
    return list(groups.filter(own | Q(pk__in=recorded.values("game__group"))).order_by("number"))


def moderators_of(group: Group) -> QuerySet[Person]:
    """Who moderates the group, as far as is known: on their own phone, by the group's link, or
    by it as one of the group's students, who have recorded and have no seat."""
    game = game_now(group)
    recorded = Entry.objects.filter(game=game, role=Entry.Role.MODERATOR).order_by()
    seated = Seat.persons.through.objects.filter(seat__game=game)
    by_link = Q(pk__in=recorded.values("person")) & ~Q(pk__in=seated.values("person"))
    in_group = Q(group=group) & (Q(kind=Person.Kind.MODERATOR) | by_link)
    return people(group.classroom).filter(Q(moderates=group) | in_group)


def groups_known_to(people: Collection[int]) -> dict[int, set[int]]:
    """By each of these people's primary key, the groups (by theirs) of whose present games they
    know all secrets: they have recorded there as a moderator."""
    recorded = Entry.objects.filter(role=Entry.Role.MODERATOR, person__in=people)
    rows = recorded.filter(game__in=present_games()).order_by()
    found: dict[int, set[int]] = {pk: set() for pk in people}
    for person, group in rows.values_list("person", "game__group").distinct():
        found[person].add(group)
    return found


def seat_of(person: Person, game: Game) -> Seat | None:
    if person.is_removed:
        return None
    return person.seats.filter(game=game).first()


def seats(game: Game) -> QuerySet[Seat]:
    """The game's seats in the order of play, with their people."""
    return game.seats.prefetch_related("persons").order_by("pk")


class GameSummary:
    """A group's present game in short. `number`: entries in its log; `sentence`: the rules' own, as
    moderators see it."""

    def __init__(self, group: Group) -> None:
        self.group, self.game = group, game_now(group)
        self.number, self.is_over, self.sentence = 0, False, gettext("No game yet")
        if self.game is not None:
            look = look_at(self.game)
            now, ended = look.timeline, end_of_stopped(look)
            self.number, self.is_over = now.number, now.is_over
            glance = now.rules.glance(shown_state(look), MODERATOR)
            if self.game.is_waiting:
                glance = gettext("Prepared, and waiting for its start")
            self.sentence = ended.sentence if ended else glance


def groups_of(classroom: Classroom) -> list[Group]:
    """The classroom's groups, with the classroom loaded."""
    return list(classroom.groups.select_related("classroom").order_by("number"))
