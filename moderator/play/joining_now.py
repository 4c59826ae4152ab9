"""How a class is joined now: whether it is open, its roster, and who waits for approval."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from moderator.play.lesson_now import lesson_of
from moderator.play.models import Classroom, JoinRequest


@dataclass(frozen=True, slots=True)
class JoiningNow:
    """What the instructor sees of joining; `joined` counts names of the roster."""

    is_open: bool
    are_others_welcome: bool
    on_roster: int
    joined: int
    requests: tuple[JoinRequest, ...]


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
