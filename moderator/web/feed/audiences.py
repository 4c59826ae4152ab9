"""Audiences: who may watch a group's chart, and as which viewer.

`live` itself knows only one audience, the public: those who have only the group's code. Access is
decided once, when a page opens its feed.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from moderator.live.access_cache import WatchedGroup
from moderator.live.hub import PUBLIC
from moderator.play import access, selectors
from moderator.play.databases.pubsub import (
    MODERATOR,
    OVERVIEW,
    SEAT,
    class_id,
    seat_audience,
)
from moderator.play.models import Classroom, Group
from moderator.rules.viewer import MODERATOR as MODERATOR_VIEWER
from moderator.rules.viewer import PUBLIC as PUBLIC_VIEWER
from moderator.rules.viewer import Viewer
from moderator.web.core.access import actor_from
from moderator.web.core.session_age import is_over

__all__ = ["MODERATOR", "PUBLIC", "seat_audience", "viewer_of"]


def viewer_of(audience: str) -> Viewer:
    """The viewer for whom an audience's frame is rendered.

    Raises:
        ValueError: it is not an audience.
    """
    if audience == PUBLIC:
        return PUBLIC_VIEWER
    if audience == MODERATOR:
        return MODERATOR_VIEWER
    if audience.startswith(SEAT):
        return Viewer(seat=audience.removeprefix(SEAT))
    raise ValueError(f"no audience: {audience}")


def feed_access(path: str, cookies: Mapping[str, str]) -> WatchedGroup | None:
    """What may be watched at a feed's path, and by whom; None without access.

    `/c/…` is for everybody with the group's code, `/g/…` for those who may see the console, and
    `/play/…` for the group's students, who see what their own seat sees.
    """
    _, page, code, _ = path.split("/")
    if page in ("w", "classes"):
        return _class_access(page, code, cookies)
    group = selectors.group_by_code(code)
    if group is None:
        return None
    if page == "c":
        return WatchedGroup(group.pk, PUBLIC)
    actor = _actor(cookies)
    if page == "g":
        return _console_access(actor, group)
    audience, person = _audience(actor, group), actor.person(group.classroom)
    return WatchedGroup(group.pk, audience, person.pk if person else 0) if audience else None


def _console_access(actor: access.Actor, group: Group) -> WatchedGroup | None:
    """The instructor who looks at a console is not its moderator."""
    if not access.may(actor, "see-console", group):
        return None
    is_instructor = access.may(actor, "manage-class", group.classroom)
    person = None if is_instructor else actor.moderator(group)
    return WatchedGroup(group.pk, MODERATOR, person.pk if person else 0)


def _class_access(page: str, key: str, cookies: Mapping[str, str]) -> WatchedGroup | None:
    """`/w/CODE/` is for everybody with the class's code, `/classes/NUMBER/` for its instructor."""
    if page == "w":
        classroom = selectors.classroom_by_code(key)
        return WatchedGroup(class_id(classroom.pk), PUBLIC) if classroom else None
    classroom = Classroom.objects.filter(pk=int(key)).first()
    if classroom is None or not access.may(_actor(cookies), "manage-class", classroom):
        return None
    return WatchedGroup(class_id(classroom.pk), OVERVIEW)


def _audience(actor: access.Actor, group: Group) -> str | None:
    game = selectors.game_now(group)
    seat = access.seat_of(actor, game) if game else None
    if seat is not None:
        return seat_audience(seat.player)
    person = actor.person(group.classroom)
    return PUBLIC if person is not None and person.group_id == group.pk else None


def _actor(cookies: Mapping[str, str]) -> access.Actor:
    """The actor of a browser's cookies, as with Django's middleware."""
    engine: Any = import_module(settings.SESSION_ENGINE)
    request = HttpRequest()
    request.session = engine.SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    user = AnonymousUser() if is_over(request.session) else get_user(request)
    return actor_from(user, request.session)
