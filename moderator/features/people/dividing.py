"""What dividing a class starts from, and storing the groups, games and seats."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import permutations
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext

from moderator.core import log, publishing, queries
from moderator.core.errors import InvalidInput
from moderator.core.log import has_goals
from moderator.core.models import Classroom, Entry, Game, Group, Person, Seat
from moderator.core.people import by_name
from moderator.core.seating import group_seatings, groups_opened, without_moderator
from moderator.core.whole_class import games_of
from moderator.features.classes.write import groups_create
from moderator.features.new_game.secrecy import secrecy_change
from moderator.features.new_game.settings import DEFAULT_SETTINGS, GameSettings
from moderator.features.new_game.write import game_create, scenario_draw
from moderator.features.people.draw import (
    Division,
    GroupDraft,
    Past,
    latecomers,
    placed,
)
from moderator.rules.registry import GAMES
from moderator.rules.seating import player_ids

# What dividing a class starts from: the present groups, what was played, who has no seat.

_Sitting = Seat.persons.through


def students_of(classroom: Classroom) -> list[Person]:
    """The students who are in the class now, by their names."""
    return by_name(queries.people(classroom).filter(kind=Person.Kind.STUDENT))


def groups_key(classroom: Classroom, are_kept: bool = False) -> str:
    """A text that changes with the groups of the class and with the games that they play.

    Args:
        are_kept: the present games go on, so it also changes with who sits and moderates there.
    """
    rows = classroom.groups.order_by("pk").values_list("pk", "games_made")
    key = " ".join(f"{pk}:{games}" for pk, games in rows)
    if not are_kept:
        return key
    games = queries.present_games().filter(group__classroom=classroom)
    sitting = sorted(_Sitting.objects.filter(seat__game__in=games).values_list("seat", "person"))
    moderators = classroom.people.filter(moderates__isnull=False)
    leading = sorted(moderators.values_list("moderates", "pk"))
    return f"{key} {sha256(repr((sitting, leading)).encode()).hexdigest()}"


def past_of(classroom: Classroom, are_kept: bool = False) -> Past:
    """The games of the class that have been started: who sat together, where, and who moderated.

    A group's moderator is who recorded as such, or moderates its present game.

    Args:
        are_kept: the present games go on, so they are no past.
    """
    games = Game.objects.filter(group__classroom=classroom, is_waiting=False)
    present = queries.present_games()
    if are_kept:
        games = games.exclude(pk__in=present.filter(group__classroom=classroom).values("pk"))
    sitting = _Sitting.objects.filter(seat__game__in=games)
    seated = set(sitting.values_list("seat__game", "person__number", "seat__player"))
    recorded = Entry.objects.filter(game__in=games, role=Entry.Role.MODERATOR)
    leading = set(recorded.order_by().values_list("game", "person__number").distinct())
    now = games.filter(pk__in=present, group__moderators__isnull=False)
    leading |= set(now.values_list("pk", "group__moderators__number"))
    met: dict[int, Counter[int]] = defaultdict(Counter)
    held: dict[int, Counter[str]] = defaultdict(Counter)
    together: dict[int, set[int]] = defaultdict(set)
    for game, person, player in seated:
        held[person][player] += 1
        together[game].add(person)
    for game, person in leading:
        together[game].add(person)
    for people in together.values():
        for one, other in permutations(people, 2):
            met[one][other] += 1
    return Past(met, held, Counter(person for _, person in leading))


def present_division(groups: Collection[Group]) -> Division:
    """The groups with their present games, as a division; groups without a game have no seats."""
    games = queries.present_games().filter(group__in=groups)
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
    """The students who aren't absent, have no seat in a present game and moderate no group."""
    games = queries.present_games().filter(group__classroom=classroom)
    seated = _Sitting.objects.filter(seat__game__in=games, person=OuterRef("pk"))
    students = queries.people(classroom).filter(kind=Person.Kind.STUDENT, is_absent=False)
    return students.filter(~Exists(seated), moderates=None)


# Divisions of a class: groups, games and seats for everybody, in one transaction.


@dataclass(frozen=True, slots=True)
class NewGames:
    """What all groups of a division play; `scenario` is None if one is drawn for each.

    `by_size`: what groups with so many seats play instead.
    """

    rules: str
    scenario: Any
    settings: GameSettings = DEFAULT_SETTINGS
    options: Mapping[str, Any] = field(default_factory=dict)
    by_size: Mapping[int, NewGames] = field(default_factory=dict)

    def of(self, seats: int) -> NewGames:
        """What a group with so many seats plays."""
        return self.by_size.get(seats, self)

    @property
    def at_once(self) -> NewGames:
        """The same without waiting for a start."""
        by_size = {seats: one.at_once for seats, one in self.by_size.items()}
        settings = replace(self.settings, is_waiting=False)
        return replace(self, settings=settings, by_size=by_size)

    @property
    def needs_moderator(self) -> bool:
        """Whether nobody but a moderator can record."""
        return not GAMES[self.rules].is_played_on_seats

    @property
    def alone(self) -> NewGames:
        """The same for a group without a moderator; of a game that waits, its start decides."""
        if self.needs_moderator or self.settings.is_waiting:
            return self
        return replace(self, settings=replace(self.settings, **without_moderator(self.settings)))


@transaction.atomic
def division_start(
    classroom: Classroom,
    division: Division,
    new: NewGames | None,
    by: Person,
    unseated: Collection[int] = (),
    drawn_for: str | None = None,
    is_alone: bool = False,
    is_set_beside: bool = False,
) -> list[Group]:
    """Give everybody of the division the seat; missing groups are created.

    People who have been removed meanwhile are left out.

    Args:
        new: the games to create; None if the groups keep their present ones.
        unseated: the numbers of people who lose their seats in the present games.
        drawn_for: the `groups_key` when the division was drawn; None: any.
        is_alone: in new games that begin at once, players record where nobody moderates.
        is_set_beside: points and goals are shown as in the new games in those beside them, too.

    Returns:
        The groups of the division, in its order.

    Raises:
        InvalidInput: there would be too many groups, groups and games have changed since the
            division was drawn, or everybody has been removed since; nothing is changed.
        Refused: the rules don't accept the scenario or the options.
    """
    people = _locked(classroom)
    if drawn_for not in (None, groups_key(classroom, new is None)):
        raise _changed()  # perhaps somebody else has started another division
    if new and placed(division) and not placed(division) & people.keys():
        raise InvalidInput(gettext("Nobody of this draft is in the class any more."))
    groups = _groups(classroom, division)
    Person.objects.filter(moderates__in=groups).update(moderates=None)
    opened = groups_opened([group.pk for group in groups])
    games = []
    for group, draft in zip(groups, division, strict=True):
        own = new.of(len(draft.seats)) if new else None
        is_own = is_alone and not draft.moderator and group.pk not in opened
        games.append(_game(group, draft, own.alone if own and is_own else own, people, by))
    if new and is_set_beside:
        for game in {game.scenario["id"]: game for game in games if has_goals(game)}.values():
            shown = game.has_open_goals
            secrecy_change(game, points=game.points, has_open_goals=shown, by=by)
    out = [people[number] for number in unseated if number in people]
    for person in out:
        person.group = person.moderates = None
    _seat(classroom, games, division, people, out, is_new=new is not None)
    publishing.recheck_access(*classroom.groups.values_list("pk", flat=True))
    publishing.publish_class(classroom.pk)
    return groups


@transaction.atomic
def latecomers_seat(classroom: Classroom, people: Iterable[Person]) -> None:
    """Give each of the people a seat in the smallest group that plays.

    Raises:
        InvalidInput: no group plays, or somebody knows the secrets of all that do.
    """
    numbers = {person.number for person in people}
    known = {number: one for number, one in _locked(classroom).items() if number in numbers}
    playing = _games_in_play(classroom)
    before = present_division([game.group for game in playing])
    if not any(draft.open_seats for draft in before):
        raise InvalidInput(gettext("No group is playing. Draw groups first."))
    after = latecomers(before, known, _barred(known.values(), playing, before))
    changed = [
        (game, draft)
        for game, old, draft in zip(playing, before, after, strict=True)
        if draft != old
    ]
    with ExitStack() as stack:
        for person in known.values():
            stack.enter_context(publishing.revoking_lost_seats(person))
        _seat(classroom, [game for game, _ in changed], [draft for _, draft in changed], known)
    publishing.publish_class(classroom.pk, [game.group_id for game, _ in changed])


def _barred(
    people: Iterable[Person], playing: Sequence[Game], division: Division
) -> dict[int, set[int]]:
    """By person, the places of the groups whose secrets they know, having moderated them."""
    people = list(people)
    known = queries.groups_known_to([person.pk for person in people])
    found = {}
    for person in people:
        places = {at for at, game in enumerate(playing) if game.group_id in known[person.pk]}
        if not any(draft.open_seats for at, draft in enumerate(division) if at not in places):
            raise InvalidInput(
                gettext(
                    "%(name)s has moderated every group that plays, and knows the secrets there. "
                    "If that doesn’t matter, choose a seat on the person’s own page, under People."
                )
                % {"name": person.display_name}
            )
        found[person.number] = places
    return found


def seats_told(classroom: Classroom, numbers: Collection[int]) -> str:
    """Where these people have got a seat, such as "Chloé: Group 3, Crete"."""
    if not numbers:
        return ""
    names = {one.pk: one.display_name for one in students_of(classroom) if one.number in numbers}
    found = {
        pk: f"{names[pk]}: {table.group.name}, {status.seat.name}"
        for table in group_seatings(queries.groups_of(classroom))
        for status in table.seats
        for pk in status.persons
        if pk in names
    }
    return " · ".join(found[pk] for pk in names if pk in found)


def _locked(classroom: Classroom) -> dict[int, Person]:
    """Lock the class, its present games and its people, who are returned by number.

    Games come before people, as when somebody takes a seat.
    """
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    pks = queries.present_games().filter(group__classroom=classroom).values_list("pk", flat=True)
    list(Game.objects.select_for_update().filter(pk__in=[*pks]).order_by("pk").values_list("pk"))
    people = queries.people(classroom).select_for_update(no_key=True, of=("self",))
    return {person.number: person for person in people.order_by("pk")}


def _games_in_play(classroom: Classroom) -> list[Game]:
    """The present games that are neither stopped nor over, in the order of their groups."""
    groups = queries.groups_of(classroom)
    games = games_of(groups)
    present = [games[group.pk] for group in groups if group.pk in games]
    logs = log.folds_of(present)
    return [one for one in present if not (one.is_stopped or logs[one.pk].timeline.is_over)]


def _groups(classroom: Classroom, division: Division) -> list[Group]:
    known = {group.number: group for group in queries.groups_of(classroom)}
    missing = sum(draft.number == 0 for draft in division)
    made = iter(groups_create(classroom, missing) if missing else ())
    try:
        return [known[draft.number] if draft.number else next(made) for draft in division]
    except KeyError:
        raise _changed() from None


def _game(
    group: Group, draft: GroupDraft, new: NewGames | None, people: Mapping[int, Person], by: Person
) -> Game:
    if new is None:
        game = queries.game_now(group)
        if game is None or game.seats.count() != len(draft.seats):
            raise _changed()
        return game
    options, names = dict(new.options), dict[str, str]()
    if GAMES[new.rules].players:
        options["players"] = list(player_ids(len(draft.seats)))
        names = _names(draft, people)
    scenario = scenario_draw(new.rules, options) if new.scenario is None else new.scenario
    return game_create(group, new.rules, scenario, options, by, new.settings, names=names)


def _names(draft: GroupDraft, people: Mapping[int, Person]) -> dict[str, str]:
    """The name of the first person of each seat, by its id."""
    first = [next((people[one] for one in seat if one in people), None) for seat in draft.seats]
    players = player_ids(len(first))
    return {id: one.display_name for id, one in zip(players, first, strict=True) if one}


def _seat(
    classroom: Classroom,
    games: Sequence[Game],
    division: Sequence[GroupDraft],
    people: Mapping[int, Person],
    out: Collection[Person] = (),
    is_new: bool = False,
) -> None:
    """Give these people their places, and take their other seats in the present games.

    Args:
        out: people who only lose their seats.
        is_new: the games have just been created: nobody else sits there.
    """
    seats: dict[int, list[int]] = {game.pk: [] for game in games}
    for pk, game_pk in Seat.objects.filter(game__in=games).order_by("pk").values_list("pk", "game"):
        seats[game_pk].append(pk)
    wanted, moved = set(), list(out)
    for game, draft in zip(games, division, strict=True):
        placed = [
            (pk, n) for pk, those in zip(seats[game.pk], draft.seats, strict=True) for n in those
        ]
        wanted |= {(pk, people[number].pk) for pk, number in placed if number in people}
        for person in (people[number] for number in draft.people if number in people):
            person.group, person.is_absent = game.group, False
            person.moderates = game.group if person.number == draft.moderator else None
            moved.append(person)
    _sit(classroom, wanted, moved, games if is_new else ())
    Person.objects.bulk_update(moved, ["group", "moderates", "is_absent"], batch_size=100)


def _sit(
    classroom: Classroom,
    wanted: set[tuple[int, int]],
    moved: Collection[Person],
    emptied: Collection[Game],
) -> None:
    """These seats, by primary keys, for these people; in `emptied` games nobody else keeps one."""
    sitting = Seat.persons.through.objects.filter(
        seat__game__in=queries.present_games().filter(group__classroom=classroom)
    )
    new_games, own = {game.pk for game in emptied}, {person.pk for person in moved}
    there, lost = set(), []
    for pk, seat, person, game in sitting.values_list("pk", "seat", "person", "seat__game"):
        there.add((seat, person))
        if (person in own or game in new_games) and (seat, person) not in wanted:
            lost.append(pk)
    Seat.persons.through.objects.filter(pk__in=lost).delete()
    Seat.persons.through.objects.bulk_create(
        [
            Seat.persons.through(seat_id=seat, person_id=person)
            for seat, person in sorted(wanted - there)
        ]
    )


def _changed() -> InvalidInput:
    return InvalidInput(
        gettext("Groups or games have changed since this was drawn. Draw the groups again.")
    )
