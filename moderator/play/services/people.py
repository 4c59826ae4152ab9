"""People: coming in, names, going."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play.errors import NameTaken
from moderator.play.models import Classroom, Group, Person
from moderator.play.names import name_key, name_read

DOUBLE_CLICK_S = 60
RETURN_LINK_S = 60 * 60
_RETURN_SALT = "moderator.play.return"


@transaction.atomic
def person_join(
    classroom: Classroom, name: str, group: Group | None = None, form: str = ""
) -> Person:
    """A new student of the class, of one group where that is known already.

    Args:
        form: the key of the form that was sent. Within a minute the same form and name are the
            same person: the same finger, clicking twice.

    Raises:
        InvalidInput: no name.
        NameTaken: somebody in the class has it.
    """
    read = name_read(name)
    _lock(classroom)
    if form:
        just_now = timezone.now() - timedelta(seconds=DOUBLE_CLICK_S)
        again = classroom.people.filter(
            joined_by=form, name_key=name_key(read), joined__gt=just_now, is_removed=False
        ).first()
        if again is not None:
            return again
    return _person_create(classroom, Person.Kind.STUDENT, read, group, form=form)


@transaction.atomic
def person_rename(person: Person, name: str) -> Person:
    """The person with another name; `InvalidInput` or `NameTaken` if it can't be."""
    _lock(person.classroom)
    read = name_read(name)
    _check_free(person.classroom, read, person)
    person.name, person.name_key = read, name_key(read)
    person.save(update_fields=["name", "name_key"])
    return person


def person_forget(person: Person) -> Person:
    """The person without a name, for good: logs know the number only, and still verify."""
    person.name = person.name_key = ""
    person.save(update_fields=["name", "name_key"])
    return person


@transaction.atomic
def person_remove(person: Person) -> Person:
    """Put the person out of the class: seats and links back end, and the name is free again."""
    person.seats.clear()
    person.is_removed = True
    person.return_generation += 1
    person.save(update_fields=["is_removed", "return_generation"])
    return person


@transaction.atomic
def moderator_enter(group: Group, name: str = "") -> Person:
    """Who comes in by the console's link or PIN.

    With a name that a moderator of this group gave before, the same person again: the link is
    the proof, and the log goes on under one number.
    """
    if not name.strip():
        return _person_create(group.classroom, Person.Kind.MODERATOR, "", group)
    read = name_read(name)
    known = group.people.filter(
        kind=Person.Kind.MODERATOR, name_key=name_key(read), is_removed=False
    ).first()
    return known or _person_create(group.classroom, Person.Kind.MODERATOR, read, group)


def instructor_person(classroom: Classroom, user: User | None = None) -> Person:
    """The person as whom the instructor (or another administrator) stands in the class's logs."""
    user = user or classroom.instructor
    known = classroom.people.filter(kind=Person.Kind.INSTRUCTOR, user=user).order_by()
    return known.first() or _instructor_enter(classroom, user)


@transaction.atomic
def _instructor_enter(classroom: Classroom, user: User) -> Person:
    _lock(classroom)  # of two who find nobody at once, the second finds whom the first has made
    known = classroom.people.filter(kind=Person.Kind.INSTRUCTOR, user=user).order_by()
    return known.first() or _person_create(classroom, Person.Kind.INSTRUCTOR, "", None, user)


def person_return_link(person: Person) -> str:
    """A token with which the person comes back on another phone: one hour, one use."""
    return signing.dumps([person.pk, person.return_generation], salt=_RETURN_SALT)


def person_by_return_link(token: str) -> Person | None:
    """The person whom the token brings back; None if it is wrong, too old, or was used."""
    try:
        pk, generation = signing.loads(token, salt=_RETURN_SALT, max_age=RETURN_LINK_S)
    except signing.BadSignature:
        pk = generation = 0  # nobody's: the search takes as long as for a link that was used
    fresh = Person.objects.filter(pk=pk, return_generation=generation, is_removed=False)
    # One statement: of two who come at once, one finds the generation changed.
    if not fresh.update(return_generation=F("return_generation") + 1):
        return None
    return Person.objects.get(pk=pk)


def _lock(classroom: Classroom) -> None:
    Classroom.objects.select_for_update().get(pk=classroom.pk)


def _check_free(classroom: Classroom, name: str, but: Person | None = None) -> None:
    same = classroom.people.filter(name_key=name_key(name), is_removed=False)
    if but is not None:
        same = same.exclude(pk=but.pk)
    if same.exists():
        raise NameTaken(
            gettext(
                "Somebody in your class is called “%(name)s” already. Add a letter of your last "
                "name. If it is you on another phone, ask your moderator for a link back."
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
        _check_free(classroom, name)
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
