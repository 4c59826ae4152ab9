"""Permissions: the only place that decides who may do what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from moderator.play import selectors
from moderator.play.models import Classroom, Game, Group, Person, Seat

Thing = Classroom | Group | None


@dataclass(frozen=True, slots=True)
class Actor:
    """Who makes a request: the signed-in user, the person in each class (by its pk), and the
    moderated groups (by pk), each with its link's generation and the moderator's person.
    """

    user: AbstractBaseUser | AnonymousUser | None = None
    persons: dict[int, Person] = field(default_factory=dict)
    moderated: dict[int, tuple[int, Person]] = field(default_factory=dict)

    def person(self, classroom: Classroom) -> Person | None:
        """The actor's person in the class; None once removed from it."""
        return _in_class(self.persons.get(classroom.pk), classroom.pk)

    def moderator(self, group: Group) -> Person | None:
        """The actor's person as moderator of the group, by its link or by `Person.moderates`.

        None once removed from the class, once the link has been withdrawn, or once somebody else
        moderates the group.
        """
        generation, person = self.moderated.get(group.pk, (None, None))
        is_open = generation == group.link_generation
        by_link = _in_class(person, group.classroom_id) if is_open else None
        return by_link or self._own_moderator(group)

    def _own_moderator(self, group: Group) -> Person | None:
        person = _in_class(self.persons.get(group.classroom_id), group.classroom_id)
        return person if person and person.moderates_id == group.pk else None


def _in_class(person: Person | None, classroom_pk: int) -> Person | None:
    if person is None or person.is_removed or person.classroom_id != classroom_pk:
        return None
    return person


def may(actor: Actor, action: str, obj: Thing) -> bool:
    """Whether the actor may do that.

    | action | object | everybody with its code | the group's moderator | instructor |
    | --- | --- | --- | --- | --- |
    | see-chart | group | yes | yes | yes |
    | record, see-console, see-record | group | | yes | yes |
    | print-sheet, help-person | group | | yes | yes |
    | manage-class | classroom | | | yes |
    | make-class | None | | | every account |

    Instructors have that role in their own classes only, administrators (superusers) in all; a
    closed (inactive) account has none. Games, logs, seats and sheets belong to their group: they
    are looked up inside it, and permissions for the group hold for them. What only a seat may see
    depends on `seat_of`, not on an action.

    Raises:
        KeyError: there is no such action.
    """
    return _ACTIONS[action](actor, obj)


def seat_of(actor: Actor, game: Game) -> Seat | None:
    """The actor's own seat in this game, whose secrets they may read; None if there is none."""
    person = actor.person(game.group.classroom)
    return selectors.seat_of(person, game) if person else None


def classrooms(actor: Actor) -> QuerySet[Classroom]:
    """All classes that the actor may `manage-class`."""
    user = actor.user
    if user is None or not _is_signed_in(actor, None):
        return Classroom.objects.none()
    everybodys = Classroom.objects.all()
    return everybodys if _is_administrator(user) else everybodys.filter(instructor=user.pk)


def deleted_classrooms(actor: Actor) -> QuerySet[Classroom]:
    """The deleted classes that the actor may bring back: those that were theirs to manage."""
    user = actor.user
    deleted = Classroom.every.filter(deleted_at__isnull=False).order_by("-deleted_at", "-pk")
    if user is None or not _is_signed_in(actor, None):
        return deleted.none()
    return deleted if _is_administrator(user) else deleted.filter(instructor=user.pk)


def _is_signed_in(actor: Actor, obj: Thing) -> bool:
    return actor.user is not None and actor.user.is_authenticated and actor.user.is_active


def _is_instructor(actor: Actor, obj: Thing) -> bool:
    classroom = obj.classroom if isinstance(obj, Group) else obj
    user = actor.user
    if classroom is None or user is None or not _is_signed_in(actor, obj):
        return False
    return classroom.instructor_id == user.pk or _is_administrator(user)


def _is_administrator(user: AbstractBaseUser | AnonymousUser) -> bool:
    return bool(getattr(user, "is_superuser", False))


def _is_recorder(actor: Actor, obj: Thing) -> bool:
    is_moderator = isinstance(obj, Group) and actor.moderator(obj) is not None
    return is_moderator or _is_instructor(actor, obj)


def _everybody(actor: Actor, obj: Thing) -> bool:
    return obj is not None  # it was found by its code


_ACTIONS: dict[str, Callable[[Actor, Thing], bool]] = {
    "see-chart": _everybody,
    "record": _is_recorder,
    "see-console": _is_recorder,
    "see-record": _is_recorder,
    "print-sheet": _is_recorder,
    "help-person": _is_recorder,
    "manage-class": _is_instructor,
    "make-class": _is_signed_in,
}
ACTIONS = tuple(_ACTIONS)
