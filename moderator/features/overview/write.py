"""What an instructor changes from the overview, and whom it can help: seats that nobody plays,
groups without a moderator."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext

from moderator.core import credentials, log, publishing
from moderator.core.cache import cached
from moderator.core.class_models import LessonSettings
from moderator.core.errors import InvalidInput
from moderator.core.lesson import lesson_changed, lesson_locked
from moderator.core.look import Look
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.publishing import is_online
from moderator.core.recording import changing, check_running
from moderator.core.seating import (
    game_reset,
    waits_for_moderator,
    with_moderator,
    without_moderator,
)
from moderator.core.whole_class import WholeClass, seen_of
from moderator.features.deals.offers_write import offers_record
from moderator.features.moves.answers import undo_button
from moderator.features.slips.write import reveal_if_complete
from moderator.rules.errors import Refused
from moderator.rules.reading import UNDO
from moderator.rules.seating import PUBLIC, SeatLabel

# Seats that nobody plays any more.


@dataclass(frozen=True, slots=True)
class Abandoned:
    """A seat that nobody plays: nobody has it, or all its phones have been offline for a while.

    `since`: when the last of them was connected; None if nobody has the seat.
    """

    seat: SeatLabel
    pk: int
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Successor:
    """Somebody who could take a seat over.

    `shares`: the seat in the same group that others play, too; None for somebody without a seat.
    """

    person: Person
    is_online: bool
    is_in_group: bool
    shares: SeatLabel | None = None


def abandoned_in(whole: WholeClass, group: Group, now: datetime) -> tuple[Abandoned, ...]:
    """The group's abandoned seats; none where nobody has joined, as the moderator may record all.

    A seat of a bot or of a simulated student is played.
    """
    seats = whole.seats.get(group.pk, ())
    if not any(seat.people for seat in seats):
        return ()
    away = timedelta(minutes=whole.settings.stuck_minutes)
    labels = whole.labels(group.pk)
    found = []
    for seat in seats:
        people = [whole.people[pk] for pk in seat.people]
        if not (seat.is_bot or any(person.is_simulated for person in people)):
            since = max((seen_of(person) or person.joined for person in people), default=None)
            if since is None or now - since >= away:
                found.append(Abandoned(labels[seat.player], seat.pk, since))
    return tuple(found)


def successors(whole: WholeClass, group: Group, now: datetime) -> list[Successor]:
    """Who could take over a seat of the group, the likeliest first.

    Students without a seat come first, those of the group before others; then those who share a
    seat of the group with somebody who would stay. Who has recorded as the group's moderator knows
    all secrets, and isn't among them.
    """
    return [
        *sorted(_without_seat(whole, group, now), key=lambda one: not one.is_online),
        *_sharing(whole, group, now),
    ]


def _without_seat(whole: WholeClass, group: Group, now: datetime) -> list[Successor]:
    entries = whole.folds[whole.games[group.pk].pk].entries
    knowing = {entry.person_id for entry in entries if entry.role == Entry.Role.MODERATOR}
    found = [
        Successor(person, is_online(seen_of(person), now), person.group_id == group.pk)
        for person in whole.unseated
        if person.pk not in knowing
    ]
    return sorted(found, key=lambda one: not one.is_in_group)


def _sharing(whole: WholeClass, group: Group, now: datetime) -> Iterator[Successor]:
    for seat in whole.seats.get(group.pk, ()):
        people = [whole.people[pk] for pk in seat.people]
        online = [person for person in people if is_online(seen_of(person), now)]
        if len(online) > 1:
            label = whole.labels(group.pk)[seat.player]
            yield from (Successor(person, True, True, label) for person in online[1:])


# Groups without a moderator: what the overview offers for them, and what their phones say.

UNDO_LAST = "undo"


@dataclass(frozen=True, slots=True)
class Moderator:
    """A group's moderator; `seen`: when they were connected last, `here`: that, or when they came
    into the class. `is_lost`: they aren't connected, and have had time to be."""

    name: str
    is_online: bool
    is_lost: bool
    seen: datetime | None
    here: datetime

    def is_away(self, now: datetime, limit: timedelta) -> bool:
        return not self.is_online and now - self.here >= limit


class TakeBack(NamedTuple):
    """How the instructor takes back what players have recorded: `what`, empty if there is nothing,
    `value` of the button, and the URL `correct` for a correction, or empty."""

    what: str
    value: str
    correct: str


def take_back_of(look: Look, group_number: int) -> TakeBack:
    """The overview may be on a projector: nothing of it is secret."""
    game, fold = look.game, look.fold
    what = cached("take back", (game.uid, fold.key, get_language()), partial(_what, look))
    value = f"{UNDO_LAST}:{group_number}:{game.number}:{fold.number}"
    can_correct = look.rules.correction is not None
    correct = reverse("correct", args=[game.group.code]) if can_correct else ""
    return TakeBack(what, value, correct)


def _what(look: Look) -> str:
    steps = log.steps_of_next(look.fold, UNDO)
    entries = [look.fold.entries[step.number - 1] for step in steps]
    if log.is_hidden(look.fold, entries, PUBLIC):
        return gettext("the last move")
    return undo_button(look, UNDO).what


def can_go_alone(
    look: Look, moderator: Moderator | None, now: datetime, limit: timedelta, is_stuck: bool
) -> bool:
    """Whether players should be offered to record: the moderator is away, or there is none.

    An instructor who has recorded moderates the group, unless it is stuck.
    """
    if look.game.is_unmoderated or not waits_for_moderator(look.game):
        return False
    if moderator is not None:
        return moderator.is_away(now, limit)
    return is_stuck or not any(one.role == Entry.Role.INSTRUCTOR for one in look.fold.entries)


STUCK_MOST = 60  # minutes


@transaction.atomic
def stuck_after(classroom: Classroom, minutes: int) -> None:
    """From now on a group counts as stuck when nothing has happened for so many minutes.

    Raises:
        InvalidInput: not from 1 to `STUCK_MOST`.
    """
    if not 1 <= minutes <= STUCK_MOST:
        error = gettext("Type a whole number from 1 to %(most)d.") % {"most": STUCK_MOST}
        raise InvalidInput(error)
    lesson = lesson_locked(classroom)
    lesson.stuck_minutes = minutes
    _save(lesson, "stuck_minutes")


# Who records, if a group's moderator isn't there, or has come back.


def game_without_moderator(game: Game, by: Person) -> None:
    """From now on the group's players record; what waited for the moderator is recorded at once.

    A second press changes nothing.

    Raises:
        Stale: the game has been deleted.
    """
    key = credentials.new()
    with changing(game, by, Entry.Role.INSTRUCTOR, key=key, is_always=True) as now:
        if game.is_unmoderated:
            return
        game_reset(game, without_moderator(game))
        now.changed()
        with suppress(Refused):  # nothing is recorded in a pause, for example
            check_running(game)
            offers_record(now)
            reveal_if_complete(now)


def game_with_moderator(game: Game, by: Person) -> None:
    """From now on the group is played as was chosen for one with a moderator.

    Raises:
        Stale: the game has been deleted.
    """
    with changing(game, by, Entry.Role.INSTRUCTOR, is_always=True) as now:
        if game.is_unmoderated:
            game_reset(game, with_moderator(game))
            now.changed()


@transaction.atomic
def next_lesson_begin(classroom: Classroom) -> None:
    """The class meets again: who is here is counted from now, the wall shows charts, and what was
    announced is over."""
    lesson = lesson_locked(classroom)
    lesson.next_lesson_at, lesson.wall, lesson.places_shown = timezone.now(), Wall.CHARTS, 0
    _save(lesson, "next_lesson_at", "wall", "places_shown")
    classroom.people.filter(is_absent=True).update(is_absent=False)
    lesson_changed(classroom)


# What a class's wall shows.

ALL_PLACES = 1_000  # more than a wall has lines
Wall = LessonSettings.Wall
_FIELDS = ("wall", "wall_group", "places_shown")


@transaction.atomic
def wall_charts(classroom: Classroom, group: Group | None = None) -> LessonSettings:
    """Show the charts, this group's enlarged; without one, each in turn.

    Raises:
        ValueError: the group is of another class.
    """
    if group is not None and group.classroom_id != classroom.pk:
        raise ValueError("a group of another class")
    lesson = lesson_locked(classroom)
    lesson.wall, lesson.wall_group = Wall.CHARTS, group
    _save(lesson, *_FIELDS)
    return lesson


@transaction.atomic
def wall_results(classroom: Classroom, places: int = 0) -> LessonSettings:
    """Show the results, with so many places announced, from the last one."""
    lesson = lesson_locked(classroom)
    lesson.wall, lesson.places_shown = Wall.RESULTS, min(places, ALL_PLACES)
    _save(lesson, *_FIELDS)
    return lesson


@transaction.atomic
def wall_next_place(classroom: Classroom, shown: int) -> LessonSettings:
    """Announce one place more than `shown`; a second press of the same button changes nothing."""
    lesson = lesson_locked(classroom)
    if lesson.places_shown == shown < ALL_PLACES:
        lesson.places_shown = shown + 1
        _save(lesson, *_FIELDS)
    return lesson


def _save(lesson: LessonSettings, *fields: str) -> None:
    lesson.save(update_fields=fields)
    publishing.publish_class(lesson.classroom_id)
