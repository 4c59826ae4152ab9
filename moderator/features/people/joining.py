"""How a class is joined: whether it is open, by which names, and who has to wait."""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import credentials, publishing
from moderator.core.class_models import OldCode
from moderator.core.errors import InvalidInput, JoiningClosed, NameTaken
from moderator.core.events import Kind, record
from moderator.core.lesson import lesson_locked, lesson_of
from moderator.core.models import Classroom, Game, Group, Person, Seat
from moderator.core.people import check_name_free, person_join, person_of_form
from moderator.core.queries import present_games
from moderator.core.text import name_key, name_read
from moderator.features.people.models import JoinRequest, RecentJoins
from moderator.live.channel import PUBLIC

# How a class is joined now: its roster, who waits, and who came in a crowd.

ADDRESS_KEPT = timedelta(hours=3)  # after joining: within a lesson, a prank is noticed
CROWD = 10  # fewer are removed one by one
CROWD_GAP_S = 2  # at most, between two people of a crowd: a script pauses for less


@dataclass(frozen=True, slots=True)
class Crowd:
    """Students who joined one right after the other from one address: a class, or a program."""

    people: tuple[Person, ...]

    @property
    def seconds(self) -> int:
        """How long that took, rounded up."""
        took = self.people[-1].joined - self.people[0].joined
        return max(1, math.ceil(took.total_seconds()))


def joining_of(classroom: Classroom) -> Mapping[str, Any]:
    """How the class is joined now, for the instructor; `joined` counts names of the roster. Cost:
    three queries."""
    lesson = lesson_of(classroom)
    is_in = Q(person__isnull=False, person__is_removed=False)
    counts = classroom.roster.order_by().aggregate(
        all=Count("pk"), joined=Count("pk", filter=is_in)
    )
    return {
        "is_open": lesson.is_joining_open,
        "are_others_welcome": lesson.are_others_welcome,
        "on_roster": counts["all"],
        "joined": counts["joined"],
        "requests": join_requests(classroom),
    }


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


# Joining a class: whether it is open, by which names, and who needs the instructor's approval.

# So many join at once when a class of sixty scans the code on the wall, all from one address.
FREE_JOINS = 60
WINDOW_S = 20
# Once a game has started, those who come are latecomers; a roster says who they are.
LATE_FREE_JOINS = 25
LATE_WINDOW_S = 3
EXPECTED = 80  # if neither a roster nor seats say how many: more than most classes have
MOST_REQUESTS = 200  # that wait in one class
_KEPT_S = 60  # how long it is stored when somebody joined from an address
_CLOCKS_S = 10  # how far the clocks of several hosts may differ
_REQUESTS_KEPT = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Joining:
    """A form of somebody who wants to join: a typed name, or one of the roster (its key).

    `form` is the form's idempotency key; by `address` simultaneous joins are counted.
    """

    name: str = ""
    roster_pk: int | None = None
    group: Group | None = None
    form: str = ""
    address: str = ""


@transaction.atomic
def student_join(classroom: Classroom, joining: Joining) -> Person | JoinRequest | None:
    """A new student of the class; a request, if there are too many; None, if too many wait.

    None is no exception, which would take back that the join was counted.

    Raises:
        JoiningClosed: nobody can join now.
        NameTaken: somebody in the class has the name.
        InvalidInput: a bad name, or one that isn't on the roster.
    """
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    name = _name_of(classroom, joining)
    again = person_of_form(classroom, name, joining.form)
    if again is not None:
        return again
    lesson = lesson_of(classroom)
    if not lesson.is_joining_open:
        raise JoiningClosed(gettext("Nobody can join this class at the moment."))
    _check_roster(classroom, name, lesson.are_others_welcome)
    publishing.publish_class(classroom.pk)
    if _is_burst(classroom, joining.address) or _is_full(classroom, name):
        return _request(classroom, name, joining)
    person = person_join(classroom, name, joining.group, joining.form)
    person.joined_from = _hash(joining.address)
    person.save(update_fields=["joined_from"])
    return person


def person_of_request(asked: JoinRequest) -> Person | None:
    """Who has been let in by the request; None before, or if the name was taken meanwhile."""
    if not asked.is_approved:
        return None
    people = Person.objects.filter(classroom=asked.classroom_id, is_removed=False)
    return people.filter(joined_by=asked.key).first()


@transaction.atomic
def join_requests_decide(
    classroom: Classroom, is_approved: bool, pks: Collection[int] | None = None
) -> None:
    """Let people in who wait for it, or refuse them; all of them without `pks`.

    Somebody whose name was taken meanwhile is asked for another one.
    """
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    waiting = classroom.requests.filter(is_approved=None)
    for request in waiting if pks is None else waiting.filter(pk__in=pks):
        request.is_approved = is_approved
        request.save(update_fields=["is_approved"])
        if is_approved and not classroom.people.filter(joined_by=request.key).exists():
            try:
                person = person_join(classroom, request.name, request.group, request.key)
            except NameTaken:
                continue
            record(Kind.PERSON_APPROVED, classroom=classroom.pk, about=person.number)
        elif not is_approved:
            record(Kind.PERSON_REFUSED, classroom=classroom.pk)
    publishing.publish_class(classroom.pk)


def addresses_forget(people: QuerySet[Person]) -> None:
    """Forget from which addresses they joined, if that was long ago."""
    earlier = people.filter(joined__lt=timezone.now() - ADDRESS_KEPT)
    earlier.exclude(joined_from=None).update(joined_from=None)


@transaction.atomic
def joining_change(
    classroom: Classroom,
    is_open: bool | None = None,
    are_others_welcome: bool | None = None,
    are_all_named: bool | None = None,
) -> None:
    """Open or close joining, or say whether people may join who aren't on the roster, and whether
    the wall names them."""
    lesson = lesson_locked(classroom)
    if is_open is not None and is_open != lesson.is_joining_open:
        lesson.is_joining_open = is_open
        record(Kind.JOINING_OPENED if is_open else Kind.JOINING_CLOSED, classroom=classroom.pk)
    if are_others_welcome is not None or are_all_named is not None:
        record(Kind.CLASS_CHANGED, classroom=classroom.pk)
    if are_others_welcome is not None:
        lesson.are_others_welcome = are_others_welcome
    if are_all_named is not None:
        lesson.are_all_names_on_wall = are_all_named
    lesson.save(update_fields=["is_joining_open", "are_others_welcome", "are_all_names_on_wall"])
    publishing.publish_class(classroom.pk)


def people_here(classroom: Classroom, numbers: Collection[int]) -> None:
    """Note that these people are here, as the instructor sees them: their pages needn't be open."""
    people = classroom.people.filter(number__in=numbers, is_removed=False)
    people.update(is_absent=False)
    publishing.presence_store(list(people.values_list("pk", flat=True)))


@transaction.atomic
def classroom_code_replace(classroom: Classroom) -> Classroom:
    """Give the class a new code; the old one is never given to any class again."""
    fresh = Classroom.objects.select_for_update().get(pk=classroom.pk)
    OldCode.objects.create(code=fresh.code, classroom=fresh, at=timezone.now())
    fresh.code = credentials.code_new()
    fresh.save(update_fields=["code"])
    record(Kind.CODE_REPLACED, classroom=fresh.pk)
    publishing.revoke(publishing.class_id(fresh.pk), PUBLIC)
    publishing.publish_class(fresh.pk)
    return fresh


def _name_of(classroom: Classroom, joining: Joining) -> str:
    if joining.roster_pk is None:
        return name_read(joining.name)
    row = classroom.roster.filter(pk=joining.roster_pk).first()
    if row is None:
        raise InvalidInput(gettext("That name is no longer on the list. Choose another one."))
    return row.name


def _check_roster(classroom: Classroom, name: str, are_others_welcome: bool) -> None:
    row = classroom.roster.select_related("person").filter(name_key=name_key(name)).first()
    if row is not None:
        if row.present or classroom.people.filter(name_key=row.name_key, is_removed=False).exists():
            raise NameTaken(
                gettext("“%(name)s” has joined already, perhaps just now.") % {"name": row.name}
            )
    elif classroom.roster.exists() and not are_others_welcome:
        raise InvalidInput(
            gettext("“%(name)s” is not on the list of this class. Ask your instructor.")
            % {"name": name}
        )
    else:
        check_name_free(classroom, name)


def _is_burst(classroom: Classroom, address: str) -> bool:
    """Count a join; whether too many came just before it. The class is locked, so none is missed.

    Those who wait or are refused count too, so who goes on at the same speed goes on waiting.
    """
    now = timezone.now()
    now_ms = round(now.timestamp() * 1000)
    rows = RecentJoins.objects.filter(classroom=classroom)
    rows.filter(last__lt=now - timedelta(seconds=_KEPT_S)).delete()
    addresses_forget(classroom.people.all())
    row, _ = RecentJoins.objects.get_or_create(
        classroom=classroom, address=_hash(address), defaults={"last": now}
    )
    first, last = now_ms - WINDOW_S * 1000, now_ms + _CLOCKS_S * 1000
    recent = [at for at in row.times if first < at <= last]
    row.times, row.last = [*recent, now_ms][-FREE_JOINS:], now
    row.save(update_fields=["times", "last"])
    just_now = sum(at > now_ms - LATE_WINDOW_S * 1000 for at in recent)
    if len(recent) >= FREE_JOINS or just_now < LATE_FREE_JOINS:
        return len(recent) >= FREE_JOINS
    started = Game.objects.filter(group__classroom=classroom, is_waiting=False)
    return started.exists() and not classroom.roster.exists()


def _is_full(classroom: Classroom, name: str) -> bool:
    """Whether everybody has joined who is expected; those on the roster always are."""
    if classroom.roster.filter(name_key=name_key(name)).exists():
        return False
    return joined_students(classroom).count() >= _expected(classroom)


def _expected(classroom: Classroom) -> int:
    """How many students the class has: its roster, or its seats and its students who moderate."""
    on_roster = classroom.roster.count()
    if on_roster:
        return on_roster
    groups = classroom.groups.all()
    if not groups or groups.filter(games=None).exists():  # its seats are not known yet
        return EXPECTED
    games = present_games().filter(group__in=groups)
    moderators = joined_students(classroom).exclude(moderates=None)
    return Seat.objects.filter(game__in=games).count() + moderators.count()


def _hash(address: str) -> str:
    text = f"recent joins\0{address}".encode("utf-8", "surrogatepass")
    return hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).hexdigest()


def _request(classroom: Classroom, name: str, joining: Joining) -> JoinRequest | None:
    now = timezone.now()
    classroom.requests.filter(at__lt=now - _REQUESTS_KEPT).delete()
    if classroom.requests.filter(is_approved=None).count() >= MOST_REQUESTS:
        return None
    found, _ = classroom.requests.get_or_create(
        key=joining.form or credentials.new(),
        defaults={"name": name, "group": joining.group, "at": now},
    )
    return found
