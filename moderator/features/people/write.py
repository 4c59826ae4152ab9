"""Seats, moderators and the roster: taken, given, left; the console given to another."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Max, Model, Q, QuerySet
from django.utils.translation import gettext

from moderator.core import publishing, queries
from moderator.core.class_models import Presence, RosterName
from moderator.core.databases.compaction import compaction_request
from moderator.core.errors import InvalidInput, SeatTaken
from moderator.core.events import Kind, record
from moderator.core.feature import FEATURES, ErasedName, typed_columns
from moderator.core.heads import alone
from moderator.core.lesson import lesson_changed
from moderator.core.log import rules_of
from moderator.core.look import look_at
from moderator.core.models import (
    MODERATORS,
    Classroom,
    Game,
    Group,
    Person,
    Seat,
)
from moderator.core.people import (
    person_lock,
    removed_sentence,
    seats_follow,
    seats_rename,
)
from moderator.core.seating import bot_leave
from moderator.core.text import name_key
from moderator.core.written import Written, concerns, count_rewritten
from moderator.features.classes.write import group_link_withdraw
from moderator.features.new_game.write import game_erase
from moderator.features.people.models import JoinRequest

# Seats: taking and assigning them.


@transaction.atomic
def seat_take(person: Person, seat: Seat, shared: bool = False) -> Seat:
    """Give the person the seat and the group; other seats of this game and group are left.

    Raises:
        SeatTaken: somebody else has the seat, and `shared` is False; or the person was removed from
            the class.
        ValueError: the person is of another class.
    """
    game = _lock_seats(seat.game)
    _lock_member(person, game)
    others = seat.persons.exclude(pk=person.pk)
    if not shared and others.exists():
        raise SeatTaken(
            gettext("Somebody was quicker: that %(seat)s is taken. Please choose another one.")
            % {"seat": rules_of(game).seat_word}
        )
    return _sit(person, seat, game)


@transaction.atomic
def seat_give(person: Person, seat: Seat) -> Seat:
    """Give the person the seat, together with anybody who has it already."""
    taken = seat_take(person, seat, shared=True)
    publishing.publish_charts([taken.game.group_id])
    return taken


@transaction.atomic
def seat_any(person: Person, game: Game) -> Seat:
    """Give the person a random free seat; the one that they have already, if there is one.

    Raises:
        SeatTaken: none is free, or the person was removed from the class.
    """
    game = _lock_seats(game)
    _lock_member(person, game)
    own = person.seats.filter(game=game).first()
    if own is not None:
        return own
    nobodys = list(game.seats.filter(persons__isnull=True))
    free = [seat for seat in nobodys if not seat.is_partner] or nobodys
    if not free:
        raise SeatTaken(
            gettext("Every %(seat)s is taken. Ask your moderator to let you share one.")
            % {"seat": rules_of(game).seat_word}
        )
    return _sit(person, secrets.choice(free), game)


@transaction.atomic
def seat_return(person: Person, seat: Seat) -> None:
    """Give a wrong seat back, before the game's first move; others on the seat keep it.

    Raises:
        InvalidInput: a move has been recorded, something has been written for the seat, which would
            be known at the next one, or a tournament has assigned it; nothing is changed.
    """
    game = _lock_seats(seat.game)  # as a move does, so that only one of the two comes first
    look = look_at(game)
    if look.fold.number or concerns(look, seat.player) or hasattr(game, "pairing"):
        raise InvalidInput(
            gettext("It can’t be given back now. Ask your moderator for another %(seat)s.")
            % {"seat": rules_of(game).seat_word}
        )
    with publishing.revoking_lost_seats(person):
        person.seats.remove(seat)


@transaction.atomic
def seats_leave(person: Person) -> None:
    """Take the person's seats in all present games, and the group, which they moderate no more.

    Older seats stay as history.
    """
    person_lock(person)
    with publishing.revoking_lost_seats(person):
        person.seats.remove(*(seat.pk for seat in queries.present_seats(person)))
        person.group = person.moderates = None
        person.save(update_fields=["group", "moderates"])


@transaction.atomic
def people_seat(people: Collection[Person], seat: Seat | None) -> None:
    """Give each of them the seat; without one, take the seats that they have."""
    for person in sorted(people, key=lambda one: one.pk):  # as they are locked everywhere
        if seat is None:
            seats_leave(person)
        else:
            seat_give(person, seat)


def _lock_seats(game: Game) -> Game:
    return Game.objects.select_for_update().get(pk=game.pk)


def _lock_member(person: Person, game: Game) -> None:
    """Lock the person too, so that nobody gets two seats at once, and nobody who is removed one."""
    if person.classroom_id != game.group.classroom_id:
        raise ValueError("somebody of another class")
    person_lock(person)
    if person.is_removed:
        raise SeatTaken(removed_sentence())


def _sit(person: Person, seat: Seat, game: Game) -> Seat:
    """Seats of older games are kept as history; those in other groups' present games are left.

    Who sits moderates no group any more: a moderator sees every secret. A bot gives way.
    """
    left = [
        one.pk
        for one in queries.present_seats(person)
        if one.pk != seat.pk and (one.group_id != game.group_id or one.game_id == game.pk)
    ]
    with publishing.revoking_lost_seats(person):
        person.seats.remove(*left)
        seat.persons.add(person)
        bot_leave(game, seat.player)
        if person.group_id != game.group_id or person.moderates_id or person.is_absent:
            person.group, person.moderates, person.is_absent = game.group, None, False
            person.save(update_fields=["group", "moderates", "is_absent"])
    return seat


# Students who moderate a group on their own phone.


@transaction.atomic
def moderator_appoint(person: Person, group: Group) -> None:
    """Let the person moderate the group, instead of any other student; its link stays as it is.

    A moderator sees every secret, so a seat in the group's present game is given back.

    Raises:
        InvalidInput: the person was removed from the class.
        ValueError: the person is of another class.
    """
    Classroom.objects.select_for_update().get(pk=group.classroom_id)
    if person.classroom_id != group.classroom_id:
        raise ValueError("somebody of another class")
    person_lock(person)
    if person.is_removed:
        raise InvalidInput(removed_sentence())
    group.moderators.update(moderates=None)
    game = queries.game_now(group)
    with publishing.revoking_lost_seats(person):
        if game is not None:
            person.seats.remove(*person.seats.filter(game=game))
        person.moderates = person.group = group
        person.save(update_fields=["moderates", "group"])


def person_volunteer(person: Person, is_volunteer: bool = True) -> None:
    """Note whether the person would moderate a group."""
    person.is_volunteer = is_volunteer
    person.save(update_fields=["is_volunteer"])


@transaction.atomic
def absent_mark(classroom: Classroom, numbers: Collection[int], is_absent: bool = True) -> None:
    """Note that these people aren't in today's lesson, or that they are: they need no seat."""
    marked = classroom.people.filter(number__in=numbers).exclude(is_absent=is_absent)
    if marked.update(is_absent=is_absent):
        publishing.publish_class(classroom.pk)


# Giving a group's console to another moderator.


@transaction.atomic
def console_give(group: Group, person: Person | None = None) -> Group:
    """Nobody who moderated the group does so any more: its old link and PIN stop working.

    They don't belong to the group any more, whose secrets they have seen. Everything recorded
    stays, under the names of those who recorded it.

    Args:
        person: who moderates it from now on; None: whoever gets the new link or PIN.

    Raises:
        InvalidInput: the person was removed from the class.
        ValueError: the person is of another class.
    """
    former = list(queries.moderators_of(group).values_list("pk", flat=True))
    group_link_withdraw(group)
    group.people.filter(pk__in=former).update(group=None, moderates=None)
    if person is not None:
        moderator_appoint(person, group)
    publishing.publish_class(group.classroom_id, [group.pk])
    return group


# Rehearsals: simulated students join, and are removed again.

SIMULATED_MOST = 200


@transaction.atomic
def students_simulate(classroom: Classroom, count: int) -> list[Person]:
    """So many more simulated students join the class; their names say what they are.

    Raises:
        InvalidInput: there would be too many, or none.
    """
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    present = simulated_students(classroom).count()
    if count < 1 or present + count > SIMULATED_MOST:
        raise InvalidInput(
            gettext("A class has at most %(most)d simulated students.") % {"most": SIMULATED_MOST}
        )
    taken = set(classroom.people.filter(is_removed=False).values_list("name_key", flat=True))
    every = (gettext("Simulated %(number)d") % {"number": n} for n in range(1, 10 * SIMULATED_MOST))
    free = (name for name in every if name_key(name) not in taken)
    first = (classroom.people.aggregate(last=Max("number"))["last"] or 0) + 1
    publishing.publish_class(classroom.pk)
    return Person.objects.bulk_create(
        Person(
            classroom=classroom,
            number=first + place,
            name=name,
            name_key=name_key(name),
            kind=Person.Kind.STUDENT,
            is_simulated=True,
        )
        for place, name in zip(range(count), free, strict=False)
    )


def simulated_students(classroom: Classroom) -> QuerySet[Person]:
    """The simulated students who are in the class now."""
    return classroom.people.filter(is_simulated=True, is_removed=False)


def rehearsal_games(classroom: Classroom) -> QuerySet[Game]:
    """The games in which simulated students have seats, and nobody else."""
    seats = Seat.objects.filter(game__group__classroom=classroom)
    real = seats.filter(persons__is_simulated=False).values("game")
    return Game.objects.filter(
        pk__in=seats.filter(persons__in=simulated_students(classroom)).values("game")
    ).exclude(pk__in=real)


@alone()
def simulated_remove(classroom: Classroom, with_games: bool = False) -> None:
    """Remove the simulated students with their seats; what they recorded stays.

    Args:
        with_games: the games that only they have played are deleted.
    """
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    people = simulated_students(classroom)
    present = queries.present_games().filter(seats__persons__in=people)
    publishing.recheck_access(*set(present.values_list("group", flat=True)))
    publishing.publish_class(classroom.pk)
    if with_games:
        for game in list(rehearsal_games(classroom)):
            game_erase(game)
            record(Kind.GAME_DELETED, classroom=classroom.pk, about=game.group.number)
    Seat.persons.through.objects.filter(person__in=people).delete()
    people.update(
        is_removed=True,
        moderates=None,
        group=None,
        return_generation=F("return_generation") + 1,
    )


# Erasing people: logs hold only numbers, and still verify.


@transaction.atomic
def person_forget(person: Person) -> Person:
    """Erase who the person was and what the person typed, for good.

    That is the name, the line on the roster, when the person was here, notes about the person, the
    person's answers in the debrief, drafts, and packs. In the place of other texts, typed by the
    person or by a moderator for the person's own seat, is a mark; so conversations keep their
    numbers. In what everybody else has typed, a number is put in the place of the name; the name
    typed for a player of a game or a tournament, or in a request to join, is erased too: unless
    somebody else in the class has it now. Moves, orders and promises stay, as the seat's.
    """
    _forget(person.classroom, [person])
    return person


@transaction.atomic
def people_forget(classroom: Classroom) -> None:
    """Erase everybody who was removed from the class."""
    _forget(classroom, classroom.people.filter(is_removed=True).exclude(name=""))


def _forget(classroom: Classroom, people: Iterable[Person]) -> None:
    classroom = class_locked(classroom)
    for person in people:
        _forget_person(classroom, person)
    lesson_changed(classroom)


def _forget_person(classroom: Classroom, person: Person) -> None:
    name, key = person.name, person.name_key
    person.name = person.name_key = person.joined_by = ""
    person.joined_from = None
    person.save(update_fields=["name", "name_key", "joined_by", "joined_from"])
    seats_follow(person, key)
    # Earlier releases have set the line on the roster free when the person was removed.
    free = Q(person=None, name_key=key) & ~Q(name_key="")
    lines = RosterName.objects.filter(Q(person=person) | free, classroom=classroom)
    names = {(key, name), *lines.values_list("name_key", "name")}
    lines.delete()
    Presence.objects.filter(person=person).delete()
    person.notes.all().delete()
    if name or not person.is_removed:  # once
        record(Kind.PERSON_ERASED, classroom=classroom.pk, about=person.number)
    _texts_erase(person)
    for feature in FEATURES:
        feature.forget_person(person)
    compaction_request()
    present = classroom.people.filter(is_removed=False)
    # That of the roster, too, since the person may have been renamed; one may begin the other.
    for key, name in sorted(names, key=lambda both: len(both[1]), reverse=True):
        if key and not present.filter(name_key=key).exists():
            same = [one.pk for one in classroom.requests.all() if name_key(one.name) == key]
            JoinRequest.objects.filter(pk__in=same).delete()
            _forget_typed(classroom, name, key, person)


def _texts_erase(person: Person) -> None:
    """Put a mark in the place of what the person has typed, or a moderator for the person alone."""
    mark = gettext("(erased)")
    shared = Seat.objects.alias(people=Count("persons")).filter(people__gt=1)
    own_seats = Seat.objects.filter(persons=person).exclude(pk__in=shared)
    for model, one in typed_columns():
        if not one.by:
            continue
        own = Q(**{one.by: person})
        if one.seat:
            own &= ~Q(role__in=MODERATORS)  # which is what somebody else said
            for game, player in own_seats.values_list("game", "player"):
                own |= Q(game=game, role__in=MODERATORS, **{one.seat: player})
        for row in model._default_manager.filter(own).exclude(**{one.column: ""}):
            _rewrite(row, one.column, mark)


def class_locked(classroom: Classroom) -> Classroom:
    """The class, locked with its games: what is written in them is changed then, and meanwhile
    answered."""
    classroom = Classroom.objects.select_for_update().get(pk=classroom.pk)
    games = Game.objects.select_for_update(of=("self",)).filter(group__classroom=classroom)
    list(games.order_by("pk").values_list("pk"))
    return classroom


def _forget_typed(classroom: Classroom, name: str, key: str, person: Person) -> None:
    """Put the person's number in the place of the name, where somebody has typed it."""
    typed = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)

    def without(text: str) -> str:
        return typed.sub(lambda _found: person.display_name, text)

    present = set(classroom.people.filter(is_removed=False).values_list("name_key", flat=True))
    seats_rename(
        Seat.objects.filter(game__group__classroom=classroom),
        lambda name: name if name_key(name) in present else without(name),
    )
    texts_rewrite(classroom, without, name)
    _further_keys_rewrite(classroom, without)
    for feature in FEATURES:
        feature.forget_name(classroom, ErasedName(person, key, without))


def _further_keys_rewrite(classroom: Classroom, without: Callable[[str], str]) -> None:
    """Change the texts in what games keep of imported records."""

    def changed(value: Any) -> Any:
        if isinstance(value, dict):
            return {without(key): changed(one) for key, one in value.items()}
        if isinstance(value, list):
            return [changed(one) for one in value]
        return without(value) if isinstance(value, str) else value

    games = Game.objects.filter(group__classroom=classroom).exclude(more={})
    for pk, more in games.values_list("pk", "more"):
        Game.objects.filter(pk=pk).update(more=changed(more))


def texts_rewrite(classroom: Classroom, without: Callable[[str], str], name: str = "") -> None:
    """Change what people of the class have typed; with a `name`, only texts that have it."""
    for model, one in typed_columns():
        # SQLite knows the two cases of ASCII letters only.
        has_name = {f"{one.column}__icontains": name} if name.isascii() else {}
        rows = model._default_manager.filter(**{one.of_class: classroom}, **has_name)
        for row in rows.exclude(**{one.column: ""}):
            old = getattr(row, one.column)
            if (new := without(old)) != old:
                _rewrite(row, one.column, new)


def _rewrite(row: Model, column: str, text: str) -> None:
    field: Any = row._meta.get_field(column)
    setattr(row, column, text[: field.max_length])
    row.save(update_fields=[column])
    if isinstance(row, Written):  # which is not read again otherwise
        count_rewritten(row.game_id)
