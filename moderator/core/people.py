"""People of a class: joining, renaming, removing, opening a console, return links."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from datetime import timedelta

from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import publishing
from moderator.core.class_models import RosterName
from moderator.core.errors import NameTaken
from moderator.core.events import Kind, record
from moderator.core.models import NAME_LETTERS, Classroom, Game, Group, Person, Seat
from moderator.core.publishing import MODERATOR
from moderator.core.text import name_key, name_read, order_key

DOUBLE_CLICK_S = 60
RETURN_LINK_S = 60 * 60
PERSONAL_LINK_DAYS = 14
_RETURN_SALT, _PERSONAL_SALT = "moderator.play.return", "moderator.play.personal"


@transaction.atomic
def person_join(
    classroom: Classroom, name: str, group: Group | None = None, form: str = ""
) -> Person:
    """A new student of the class, and of a group if that is known already.

    Args:
        form: the form's idempotency key. Within a minute the same form and name are the same
            person: a double click.

    Raises:
        InvalidInput: a bad name.
        NameTaken: somebody in the class has it.
    """
    read = name_read(name)
    _lock(classroom)
    again = person_of_form(classroom, read, form)
    if again is not None:
        return again
    person = _person_create(classroom, Person.Kind.STUDENT, read, group, form=form)
    roster_link(person)
    return person


def person_of_form(classroom: Classroom, name: str, form: str) -> Person | None:
    """Who has joined by this form under this name within the last minute."""
    if not form:
        return None
    just_now = timezone.now() - timedelta(seconds=DOUBLE_CLICK_S)
    return classroom.people.filter(
        joined_by=form, name_key=name_key(name), joined__gt=just_now, is_removed=False
    ).first()


@transaction.atomic
def person_rename(person: Person, name: str) -> Person:
    """Rename the person; `InvalidInput` or `NameTaken` if the name can't be used."""
    _lock(person.classroom)
    read = name_read(name)
    check_name_free(person.classroom, read, person)
    before = person.name_key
    person.name, person.name_key = read, name_key(read)
    person.save(update_fields=["name", "name_key"])
    seats_follow(person, before)
    roster_link(person)
    if person.group_id is not None:
        publishing.publish_charts([person.group_id])
    return person


def seats_follow(person: Person, before: str) -> None:
    """Where the person has a seat with the name of before, by its key, it gets the present one."""
    seats_rename(
        Seat.objects.filter(persons=person),
        lambda name: person.display_name if name_key(name) == before else name,
    )


def seats_rename(seats: QuerySet[Seat], renamed: Callable[[str], str]) -> None:
    """Change the names that these seats have; all pages of their games notice."""
    changed = set[int]()
    for seat in seats.exclude(name=""):
        name = renamed(seat.name)[:NAME_LETTERS]
        if name != seat.name:
            seat.name = name
            seat.save(update_fields=["name"])
            changed.add(seat.game_id)
    Game.objects.filter(pk__in=changed).update(stops=F("stops") + 1)


def by_name(people: Iterable[Person]) -> list[Person]:
    """The people by last name, if the roster has it, or name: the order of all lists of people.

    Cost: no query if their `roster_name` is loaded, as by `queries.people`.
    """
    return sorted(people, key=name_order)


def name_order(person: Person) -> tuple[str, str]:
    """The place of somebody in a list by name."""
    row = getattr(person, "roster_name", None)
    return order_key(person.display_name, (row and row.last_name) or "")


def student_number(person: Person | None) -> str:
    """As on the roster; empty if it isn't known. Cost: as `by_name`."""
    row = getattr(person, "roster_name", None)
    return row.student_number if row else ""


def roster_link(person: Person) -> None:
    """Link a student to the roster's name that is theirs, if nobody in the class has it."""
    if not person.name_key or person.kind != Person.Kind.STUDENT:
        return
    free = RosterName.objects.filter(Q(person=None) | Q(person__is_removed=True))
    row = free.filter(classroom=person.classroom_id, name_key=person.name_key).first()
    if row is not None:
        # The name before a renaming is free again.
        RosterName.objects.filter(person=person).update(person=None)
        row.person = person
        row.save(update_fields=["person"])


def person_lock(person: Person) -> None:
    """Lock the person, and read again what may have changed. Games are locked before people."""
    person.refresh_from_db(
        fields=["is_removed", "is_absent", "group", "moderates"],
        from_queryset=Person.objects.select_for_update(no_key=True),
    )


def removed_sentence() -> str:
    """Why somebody gets no seat and no group."""
    return gettext("This person has been removed from the class.")


def person_remove(person: Person) -> Person:
    """Remove the person from the class, as `people_remove` does."""
    people_remove(person.classroom, [person])
    return person


@transaction.atomic
def people_remove(classroom: Classroom, people: Collection[Person]) -> None:
    """Remove these people from the class: seats and return links end, and names are free again."""
    for person in sorted(people, key=lambda one: one.pk):  # as they are locked everywhere
        person_lock(person)
        with publishing.revoking_lost_seats(person):
            person.seats.clear()
            person.is_removed = True
            person.moderates = None
            person.return_generation += 1
            person.save(update_fields=["is_removed", "moderates", "return_generation"])
        record(Kind.PERSON_REMOVED, classroom=classroom.pk, about=person.number)
    # They may have opened any of the class's consoles: only the browsers know.
    for group_id in classroom.groups.values_list("pk", flat=True):
        publishing.revoke(group_id, MODERATOR)
    groups = {person.group_id for person in people if person.group_id}
    publishing.publish_class(classroom.pk, groups)


@transaction.atomic
def moderator_enter(group: Group, name: str = "") -> Person:
    """A moderator who comes in by the console's link or PIN.

    A name that a moderator of this group gave before, or one of whom the console was taken, means
    the same person: the link is the proof, and the log continues under one number.
    """
    if not name.strip():
        return _person_create(group.classroom, Person.Kind.MODERATOR, "", group)
    read = name_read(name)
    present = group.classroom.people.filter(
        Q(group=group) | Q(group=None),
        kind=Person.Kind.MODERATOR,
        name_key=name_key(read),
        is_removed=False,
    ).first()
    return present or _person_create(group.classroom, Person.Kind.MODERATOR, read, group)


def instructor_person(classroom: Classroom, user: User | None = None) -> Person:
    """The person that stands for the instructor (or another administrator) in the class's logs."""
    user = user or classroom.instructor
    people = classroom.people.filter(kind=Person.Kind.INSTRUCTOR, user=user).order_by()
    return people.first() or _instructor_enter(classroom, user)


@transaction.atomic
def _instructor_enter(classroom: Classroom, user: User) -> Person:
    _lock(classroom)  # of two requests at once, the second finds the first one's person
    people = classroom.people.filter(kind=Person.Kind.INSTRUCTOR, user=user).order_by()
    return people.first() or _person_create(classroom, Person.Kind.INSTRUCTOR, "", None, user)


def person_return_link(person: Person) -> str:
    """A token that signs the person in on another phone, once, within an hour."""
    return signing.dumps([person.pk, person.return_generation], salt=_RETURN_SALT)


@transaction.atomic
def personal_links_renew(classroom: Classroom) -> Mapping[int, str]:
    """New tokens for join cards, by the primary keys of the class's students.

    Each signs its student in once, within `PERSONAL_LINK_DAYS`. Earlier tokens and return links
    of these students end.
    """
    students = classroom.people.filter(
        kind=Person.Kind.STUDENT, is_removed=False, is_simulated=False
    )
    students.update(return_generation=F("return_generation") + 1)
    record(Kind.CARDS_MADE, classroom=classroom.pk)
    return {
        pk: signing.dumps([pk, generation], salt=_PERSONAL_SALT)
        for pk, generation in students.values_list("pk", "return_generation")
    }


@transaction.atomic
def person_by_return_link(token: str) -> Person | None:
    """The person whom a return link or a personal link signs in.

    None if it is wrong, expired or used.
    """
    pk = generation = 0  # nobody's: the query takes as long as for a used link
    personal_s = PERSONAL_LINK_DAYS * 24 * 60 * 60
    for salt, most_s in ((_RETURN_SALT, RETURN_LINK_S), (_PERSONAL_SALT, personal_s)):
        with suppress(signing.BadSignature):
            pk, generation = signing.loads(token, salt=salt, max_age=most_s)
    if not Person.objects.filter(pk=pk, classroom__deleted_at=None).exists():
        pk = 0
    fresh = Person.objects.filter(pk=pk, return_generation=generation, is_removed=False)
    # One statement, without another table: if the link is used twice at once, only one succeeds.
    if not fresh.update(return_generation=F("return_generation") + 1):
        return None
    person = Person.objects.get(pk=pk)
    record(Kind.RETURN_LINK_USED, person=person.number, classroom=person.classroom_id)
    return person


def _lock(classroom: Classroom) -> None:
    Classroom.objects.select_for_update().get(pk=classroom.pk)


def check_name_free(classroom: Classroom, name: str, but: Person | None = None) -> None:
    """Raise `NameTaken` if somebody else in the class has the name."""
    same = classroom.people.filter(name_key=name_key(name), is_removed=False)
    if but is not None:
        same = same.exclude(pk=but.pk)
    if same.exists():
        raise NameTaken(
            gettext(
                "Somebody in your class is called “%(name)s” already. Add a letter of your last "
                "name. If that is you on another phone, ask your moderator for a return link."
            )
            % {"name": name}
        )


def _person_create(
    classroom: Classroom,
    kind: Person.Kind,
    name: str,
    group: Group | None,
    user: User | None = None,
    form: str = "",
) -> Person:
    if group is not None and group.classroom_id != classroom.pk:
        raise ValueError("a group of another class")
    _lock(classroom)
    if name:
        check_name_free(classroom, name)
    number = classroom.people.aggregate(last=Max("number"))["last"] or 0
    return Person.objects.create(
        classroom=classroom,
        number=number + 1,
        name=name,
        name_key=name_key(name),
        kind=kind,
        group=group,
        user=user,
        joined_by=form,
    )
