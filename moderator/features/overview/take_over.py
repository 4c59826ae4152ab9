"""Who could take over seats that nobody plays any more; and groups without a moderator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.urls import reverse
from django.utils.translation import get_language, gettext

from moderator.core import log
from moderator.core.cache import cached
from moderator.core.ended import is_ended
from moderator.core.feature import Shown, part_html
from moderator.core.look import Look
from moderator.core.models import Entry, Group, Person
from moderator.core.publishing import is_online
from moderator.core.seating import waits_for_moderator
from moderator.core.whole_class import SeatedPeople, WholeClass, seen_of
from moderator.features.moves.answers import undo_button
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
    found = (
        Abandoned(labels[seat.player], seat.pk, _last_seen(whole, seat))
        for seat in seats
        if not _is_played_by_program(whole, seat)
    )
    return tuple(one for one in found if one.since is None or now - one.since >= away)


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


def _last_seen(whole: WholeClass, seat: SeatedPeople) -> datetime | None:
    people = (whole.people[pk] for pk in seat.people)
    return max((seen_of(person) or person.joined for person in people), default=None)


def _is_played_by_program(whole: WholeClass, seat: SeatedPeople) -> bool:
    return seat.is_bot or any(whole.people[pk].is_simulated for pk in seat.people)


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
class TakeBack:
    """How the instructor takes back what players have recorded: `value` of the button, and the URL
    for a correction, or empty. `what`: it would take back; empty if there is nothing."""

    what: str
    value: str
    correct: str


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


def take_back_of(look: Look, group_number: int) -> TakeBack:
    """For the overview, which may be on a projector: nothing that is secret."""
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


def shown_unmoderated(look: Look) -> Shown | None:
    """Who records, and whom to ask when something is wrong; for players and a new moderator."""
    if not look.game.is_unmoderated or look.game.is_waiting or is_ended(look):
        return None
    is_seat = look.viewer.seat is not None
    if not (is_seat or look.viewer.is_moderator):
        return None
    template = "overview/frame_unmoderated.html"
    return Shown(is_seat, partial(part_html, template, is_seat=is_seat))
