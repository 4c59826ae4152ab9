"""How a class is joined now: whether it is open, its roster, who waits, and who came in a crowd."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from moderator.play.lesson_now import lesson_of
from moderator.play.models import Classroom, JoinRequest, Person

ADDRESS_KEPT = timedelta(hours=3)  # after joining: within a lesson, a prank is noticed
CROWD = 10  # fewer are removed one by one
CROWD_GAP_S = 2  # at most, between two people of a crowd: a script pauses for less


@dataclass(frozen=True, slots=True)
class JoiningNow:
    """What the instructor sees of joining; `joined` counts names of the roster."""

    is_open: bool
    are_others_welcome: bool
    on_roster: int
    joined: int
    requests: tuple[JoinRequest, ...]


@dataclass(frozen=True, slots=True)
class Crowd:
    """Students who joined one right after the other from one address: a class, or a program."""

    people: tuple[Person, ...]

    @property
    def seconds(self) -> int:
        """How long that took, rounded up."""
        took = self.people[-1].joined - self.people[0].joined
        return max(1, math.ceil(took.total_seconds()))


def joining_of(classroom: Classroom) -> JoiningNow:
    """How the class is joined now. Cost: three queries."""
    lesson = lesson_of(classroom)
    is_in = Q(person__isnull=False, person__is_removed=False)
    counts = classroom.roster.order_by().aggregate(
        all=Count("pk"), joined=Count("pk", filter=is_in)
    )
    return JoiningNow(
        is_open=lesson.is_joining_open,
        are_others_welcome=lesson.are_others_welcome,
        on_roster=counts["all"],
        joined=counts["joined"],
        requests=join_requests(classroom),
    )


def join_requests(classroom: Classroom) -> tuple[JoinRequest, ...]:
    """Who waits for the instructor's approval, the first first."""
    return tuple(classroom.requests.filter(is_approved=None).select_related("group"))


def joined_students(classroom: Classroom) -> QuerySet[Person]:
    """The students who have joined and are in the class now, without simulated ones."""
    return classroom.people.filter(kind=Person.Kind.STUDENT, is_removed=False, is_simulated=False)


def crowds(classroom: Classroom) -> tuple[Crowd, ...]:
    """The crowds that joined in the last hours, the last one first."""
    recent = joined_students(classroom).filter(joined__gt=timezone.now() - ADDRESS_KEPT)
    people = recent.exclude(joined_from=None).order_by("joined_from", "joined", "number")
    found = [Crowd(tuple(run)) for run in _runs(people) if len(run) >= CROWD]
    return tuple(sorted(found, key=lambda crowd: crowd.people[-1].joined, reverse=True))


def _runs(people: Iterable[Person]) -> list[list[Person]]:
    runs: list[list[Person]] = []
    gap = timedelta(seconds=CROWD_GAP_S)
    for person in people:
        last = runs[-1][-1] if runs else None
        if (
            last is not None
            and last.joined_from == person.joined_from
            and person.joined - last.joined <= gap
        ):
            runs[-1].append(person)
        else:
            runs.append([person])
    return runs
