"""Tells those who watch a group that what they may see has changed, after the commit.

Called inside the transaction that changes it: the other processes hear of it with its commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import transaction
from django.http import HttpRequest

from moderator import live
from moderator.play import access
from moderator.play.access import Actor
from moderator.play.databases import pubsub
from moderator.play.models import Group, Person
from moderator.web.core.access import actor_from
from moderator.web.feed.audiences import MODERATOR, PUBLIC, seat_audience


def publish_names(group: Group | None) -> None:
    """Names have changed: the same chart again, with the new ones."""
    if group is not None:
        pubsub.publish(group.pk)
        transaction.on_commit(partial(live.publish, group.pk))


def recheck_access(*group_ids: int) -> None:
    """There is another game, or none: every page asks what it may see now."""
    for group_id in group_ids:
        _drop(group_id)


def revoke_consoles(*group_ids: int) -> None:
    """Consoles that were opened by a withdrawn link, or by somebody removed since, end."""
    for group_id in group_ids:
        _drop(group_id, MODERATOR)


@contextmanager
def revoking_lost_seats(person: Person) -> Iterator[None]:
    """A transaction: whoever stands up inside stops seeing what that seat sees."""
    with transaction.atomic():
        before = _audiences(person)
        yield
        if person.is_removed and not before and person.group_id:
            before = {(person.group_id, PUBLIC)}  # stood there, and watched the public chart
        for group_id, audience in before - _audiences(person):
            _drop(group_id, audience)


@contextmanager
def revoking_lost_access(request: HttpRequest) -> Iterator[None]:
    """A transaction: what this browser may see before and not after it ends in all its tabs."""
    with transaction.atomic():
        before = _seen_by(actor_from(request.user, request.session))
        yield
        if request.session.session_key:
            request.session.save()  # before anybody asks again
        for group_id, audience in before - _seen_by(actor_from(request.user, request.session)):
            _drop(group_id, audience)


def end_sessions(user: User) -> None:
    """The consoles that other sessions of this account have open end."""
    revoke_consoles(*_instructed(user))


def _drop(group_id: int, audience: str | None = None) -> None:
    pubsub.revoke(group_id, audience)
    transaction.on_commit(partial(live.revoke, group_id, audience))


def _seen_by(actor: Actor) -> set[tuple[int, str]]:
    consoles = {*actor.moderated, *(_instructed(actor.user) if actor.user else ())}
    return {(group_id, MODERATOR) for group_id in consoles}.union(
        *map(_audiences, actor.persons.values())
    )


def _instructed(user: AbstractBaseUser | AnonymousUser) -> list[int]:
    """The groups whose consoles this account opens."""
    groups = Group.objects.filter(classroom__in=access.classrooms(Actor(user=user)))
    return list(groups.order_by().values_list("pk", flat=True))


def _audiences(person: Person) -> set[tuple[int, str]]:
    seats = person.seats.values_list("game__group_id", "player")
    return {(group_id, seat_audience(player)) for group_id, player in seats}
