"""Tells those who watch a group that what they may see has changed, after the commit.

Called inside the transaction that changes it: the other processes hear of it with its commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from django.db import transaction

from moderator import live
from moderator.play import news
from moderator.play.models import Group, Person
from moderator.web.feed_access import MODERATOR, seat_audience


def show_anew(group: Group | None) -> None:
    """Names have changed: the same chart again, with the new ones."""
    if group is not None:
        news.tell(group.pk)
        transaction.on_commit(partial(live.tell, group.pk))


def ask_anew(*group_ids: int) -> None:
    """There is another game, or none: every page asks what it may see now."""
    for group_id in group_ids:
        _drop(group_id)


def consoles_ask_anew(*group_ids: int) -> None:
    """Consoles that were opened by a withdrawn link, or by somebody removed since, end."""
    for group_id in group_ids:
        _drop(group_id, MODERATOR)


@contextmanager
def seats_may_change(person: Person) -> Iterator[None]:
    """A transaction: whoever stands up inside stops seeing what that seat sees."""
    with transaction.atomic():
        before = _audiences(person)
        yield
        for group_id, audience in before - _audiences(person):
            _drop(group_id, audience)


def _drop(group_id: int, audience: str | None = None) -> None:
    news.drop(group_id, audience)
    transaction.on_commit(partial(live.drop, group_id, audience))


def _audiences(person: Person) -> set[tuple[int, str]]:
    seats = person.seats.values_list("game__group_id", "player")
    return {(group_id, seat_audience(player)) for group_id, player in seats}
