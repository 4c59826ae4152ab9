"""Who may what: the one place that decides."""

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
    """Who asks: the signed-in user, the person in each class (by its pk), and the groups (by
    theirs) that are moderated, each with the generation of its link and the person as whom.
    """

    user: AbstractBaseUser | AnonymousUser | None = None
    persons: dict[int, Person] = field(default_factory=dict)
    moderated: dict[int, tuple[int, Person]] = field(default_factory=dict)

    def person(self, classroom: Classroom) -> Person | None:
        """The person that the actor is in the class; None once removed from it."""
        return _in_class(self.persons.get(classroom.pk), classroom.pk)

    def moderator(self, group: Group) -> Person | None:
        """The person as whom the actor moderates the group; None once removed from the class,
        or with the link withdrawn."""
        generation, person = self.moderated.get(group.pk, (None, None))
        is_open = generation == group.link_generation
        return _in_class(person, group.classroom_id) if is_open else None


def _in_class(person: Person | None, classroom_pk: int) -> Person | None:
    if person is None or person.is_removed or person.classroom_id != classroom_pk:
        return None
    return person


def may(actor: Actor, action: str, obj: Thing) -> bool:
    """Whether the actor may do that to the thing.

    | action | thing | everybody with its code | the group's moderator | instructor |
    | --- | --- | --- | --- | --- |
    | see-chart | group | yes | yes | yes |
    | record, see-console, see-record | group | | yes | yes |
    | print-chart, print-score, help-person | group | | yes | yes |
    | manage-class | classroom | | | yes |
    | make-class | None | | | who is signed in |

    An instructor has that role in the own classes alone; an administrator (superuser) in all; an
    account that is closed (not active) has none. A game, its log, its seats and its sheets belong
    to their group: they are looked for inside it, and who may do something to the group may do it
    to them. What only those on a seat see hangs on `seat_of`, not on an action.

    Raises:
        KeyError: there is no such action.
    """
    return _ACTIONS[action](actor, obj)


def seat_of(actor: Actor, game: Game) -> Seat | None:
    """The seat whose secrets the actor may read: the own one in this game, if there is one."""
    person = actor.person(game.group.classroom)
    return selectors.seat_of(person, game) if person else None


def classrooms(actor: Actor) -> QuerySet[Classroom]:
    """All classes that the actor may `manage-class`."""
    user = actor.user
    if user is None or not _is_signed_in(actor, None):
        return Classroom.objects.none()
    everybodys = Classroom.objects.all()
    return everybodys if _is_administrator(user) else everybodys.filter(instructor=user.pk)


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
    return obj is not None  # whoever holds the thing has found it by its code


_ACTIONS: dict[str, Callable[[Actor, Thing], bool]] = {
    "see-chart": _everybody,
    "record": _is_recorder,
    "see-console": _is_recorder,
    "see-record": _is_recorder,
    "print-chart": _is_recorder,
    "print-score": _is_recorder,
    "help-person": _is_recorder,
    "manage-class": _is_instructor,
    "make-class": _is_signed_in,
}
ACTIONS = tuple(_ACTIONS)
