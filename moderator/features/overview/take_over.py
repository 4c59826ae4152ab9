"""Seats that nobody plays any more, and who could take over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from moderator.core.models import Entry, Group, Person
from moderator.core.publishing import is_online
from moderator.core.whole_class import SeatedPeople, WholeClass
from moderator.rules.seating import SeatLabel


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
    labels = labels_in(whole, group)
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


def labels_in(whole: WholeClass, group: Group) -> dict[str, SeatLabel]:
    """The seats of the group's present game, by their ids."""
    now = whole.folds[whole.games[group.pk].pk].timeline
    return {seat.id: seat for seat in now.rules.seats_of(now.state)}


def _last_seen(whole: WholeClass, seat: SeatedPeople) -> datetime | None:
    people = (whole.people[pk] for pk in seat.people)
    return max((seen_of(person) or person.joined for person in people), default=None)


def _is_played_by_program(whole: WholeClass, seat: SeatedPeople) -> bool:
    return seat.is_bot or any(whole.people[pk].is_simulated for pk in seat.people)


def _without_seat(whole: WholeClass, group: Group, now: datetime) -> list[Successor]:
    log = whole.folds[whole.games[group.pk].pk]
    knowing = {entry.person_id for entry in log.entries if entry.role == Entry.Role.MODERATOR}
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
            label = labels_in(whole, group)[seat.player]
            yield from (Successor(person, True, True, label) for person in online[1:])


def seen_of(person: Person) -> datetime | None:
    """When a person of a `WholeClass` was connected last."""
    seen: datetime | None = person.seen  # type: ignore[attr-defined]
    return seen
