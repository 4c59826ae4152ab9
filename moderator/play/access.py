"""Who may what: the one place that decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from moderator.play.models import Classroom, Game, Group, Person, Seat
from moderator.rules.game import MODERATOR, PUBLIC, Viewer

Thing = Classroom | Group | Game | Seat | Person | None


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: the signed-in user, the person in each class, the groups moderated."""

    user: AbstractBaseUser | AnonymousUser | None = None
    persons: dict[int, Person] = field(default_factory=dict)
    moderated: set[int] = field(default_factory=set)

    def person(self, classroom: Classroom) -> Person | None:
        """The person that the actor is in the class; None once removed from it."""
        person = self.persons.get(classroom.pk)
        if person is None or person.is_removed or person.classroom_id != classroom.pk:
            return None
        return person


def may(actor: Actor, action: str, obj: Thing) -> bool:
    """Whether the actor may do that to the thing.

    | action | thing | everybody with its code | who sits there | group's moderator | instructor |
    | --- | --- | --- | --- | --- | --- |
    | join | classroom, group | yes | yes | yes | yes |
    | see-chart | group, game | yes | yes | yes | yes |
    | take-seat | seat | a student of the class | yes | | |
    | see-seat | seat | | yes | yes | yes |
    | record, take-back | group, game | | | yes | yes |
    | see-console, see-log, see-record, print-chart, print-score | group, game | | | yes | yes |
    | give-seat, help-person | group, game, seat, person | | | yes | yes |
    | manage-class | classroom | | | | yes |
    | manage-group, start-game, delete-game | group, game | | | | yes |
    | manage-person | person | | | | yes |
    | make-class | None | | | | who is signed in |

    An instructor has that role in the own classes alone; an administrator (superuser) in all.
    Somebody removed from a class is nobody there.

    Raises:
        KeyError: there is no such action.
    """
    return _ACTIONS[action](actor, obj)


def viewer(actor: Actor, game: Game) -> Viewer:
    """As whom the actor looks at the game: its moderator, a seat, or the public."""
    if _is_recorder(actor, game):
        return MODERATOR
    person = actor.person(game.group.classroom)
    seat = person.seats.filter(game=game).first() if person else None
    return Viewer(seat=seat.player) if seat else PUBLIC


def role(actor: Actor, game: Game) -> str | None:
    """The role in which the actor records moves in the game; None for who may not."""
    if _is_instructor(actor, game):
        return "instructor"
    return "moderator" if game.group_id in actor.moderated else None


def _group_of(obj: Thing) -> Group | None:
    if isinstance(obj, Group):
        return obj
    if isinstance(obj, (Game, Person)):
        return obj.group
    return obj.game.group if isinstance(obj, Seat) else None


def _classroom_of(obj: Thing) -> Classroom | None:
    if isinstance(obj, Classroom):
        return obj
    if isinstance(obj, Person):
        return obj.classroom
    group = _group_of(obj)
    return group.classroom if group else None


def _is_signed_in(actor: Actor, obj: Thing) -> bool:
    return actor.user is not None and actor.user.is_authenticated and actor.user.is_active


def _is_instructor(actor: Actor, obj: Thing) -> bool:
    classroom = _classroom_of(obj)
    user = actor.user
    if classroom is None or user is None or not _is_signed_in(actor, obj):
        return False
    return classroom.instructor_id == user.pk or bool(getattr(user, "is_superuser", False))


def _is_recorder(actor: Actor, obj: Thing) -> bool:
    group = _group_of(obj)
    return (group is not None and group.pk in actor.moderated) or _is_instructor(actor, obj)


def _is_student(actor: Actor, obj: Thing) -> bool:
    classroom = _classroom_of(obj)
    person = actor.person(classroom) if classroom else None
    return person is not None and person.kind == Person.Kind.STUDENT


def _sees_seat(actor: Actor, obj: Thing) -> bool:
    if not isinstance(obj, Seat):
        return False
    if _is_recorder(actor, obj):
        return True
    person = actor.person(obj.game.group.classroom)
    return person is not None and obj.persons.filter(pk=person.pk).exists()


def _everybody(actor: Actor, obj: Thing) -> bool:
    return obj is not None  # whoever holds the thing has found it by its code


_ACTIONS: dict[str, Callable[[Actor, Thing], bool]] = {
    "join": _everybody,
    "see-chart": _everybody,
    "take-seat": _is_student,
    "see-seat": _sees_seat,
    "record": _is_recorder,
    "take-back": _is_recorder,
    "see-console": _is_recorder,
    "see-log": _is_recorder,
    "see-record": _is_recorder,
    "print-chart": _is_recorder,
    "print-score": _is_recorder,
    "give-seat": _is_recorder,
    "help-person": _is_recorder,
    "manage-class": _is_instructor,
    "manage-group": _is_instructor,
    "start-game": _is_instructor,
    "delete-game": _is_instructor,
    "manage-person": _is_instructor,
    "make-class": _is_signed_in,
}
ACTIONS = tuple(_ACTIONS)
