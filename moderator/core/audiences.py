"""Audiences: who may watch a group's chart, and as which viewer.

`live` itself knows only one audience, the public: those who have only the group's code. Access is
decided once, when a page opens its feed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from moderator.core import access, queries, site_time
from moderator.core.access import actor_from
from moderator.core.class_page import page_frame
from moderator.core.models import Classroom, Group
from moderator.core.publishing import (
    MODERATOR,
    OVERVIEW,
    SEAT,
    SEATS,
    class_id,
    seat_audience,
)
from moderator.core.sessions import left_s
from moderator.live.channel import PUBLIC
from moderator.live.feed import WatchedGroup
from moderator.rules.seating import MODERATOR as MODERATOR_VIEWER
from moderator.rules.seating import PUBLIC as PUBLIC_VIEWER
from moderator.rules.seating import Viewer


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

    `/c/…` is for everybody with the group's code, `/g/…` for those who may see the console,
    `/play/…` for those with a seat, who see what their seat sees, `/w/…` for everybody with
    the class's code, and `/classes/…` for its instructor. A page's name and number may follow.
    """
    _, page, code, *names, _ = path.split("/")
    public = ":".join([PUBLIC, *names])
    if page == "w":
        watched = queries.classroom_by_code(code)
        if watched is None:
            return None
        # Who waits on this page is connected, as on the page of a seat.
        person = _actor(cookies)[0].person(watched) if public == SEATS else None
        return _watched(class_id(watched.pk), public, person=person.pk if person else 0)
    if page == "classes":
        return _class_access(int(code), ":".join(names) or OVERVIEW, cookies)
    group = queries.group_by_code(code)
    if group is None:
        return None
    if page == "c":
        return _watched(group.pk, public)
    actor, ends_at = _actor(cookies)
    if page == "g":
        audience = MODERATOR if access.may(actor, "see-console", group) else None
        # An instructor who looks at a console is not its moderator.
        is_instructor = access.may(actor, "manage-class", group.classroom)
        person = None if is_instructor else actor.moderator(group)
    else:
        audience, person = _audience(actor, group), actor.person(group.classroom)
    if audience is None:
        return None
    return WatchedGroup(group.pk, audience, ends_at, person.pk if person else 0)


def is_instructor(cookies: Mapping[str, str]) -> bool:
    """Whether the browser with these cookies is signed in."""
    return access.may(_actor(cookies)[0], "make-class", None)


def _class_access(pk: int, audience: str, cookies: Mapping[str, str]) -> WatchedGroup | None:
    actor, ends_at = _actor(cookies)
    classroom = Classroom.objects.filter(pk=pk).first()
    if classroom is None or not access.may(actor, "manage-class", classroom):
        return None
    if audience.partition(":")[0] not in access.class_audiences():
        return None
    return _watched(class_id(classroom.pk), audience, ends_at)


def _watched(
    group_id: int, audience: str, ends_at: float = math.inf, person: int = 0
) -> WatchedGroup | None:
    """What may be watched, if there is such a page, with the number of what it shows."""
    is_there = ":" not in audience or page_frame(group_id, audience) is not None
    return WatchedGroup(group_id, audience, ends_at, person) if is_there else None


def _audience(actor: access.Actor, group: Group) -> str | None:
    game = queries.game_now(group)
    seat = access.seat_of(actor, game) if game else None
    return seat_audience(seat.player) if seat is not None else None


def _actor(cookies: Mapping[str, str]) -> tuple[access.Actor, float]:
    """The actor of a browser's cookies, as with Django's middleware, and when the session or its
    sign-in ends, on the monotonic clock."""
    engine: Any = import_module(settings.SESSION_ENGINE)
    request = HttpRequest()
    session: Any = engine.SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    request.session = session
    signed_in_s = left_s(session)
    user = get_user(request) if signed_in_s >= 0 else AnonymousUser()
    left = [(session.expires - site_time.bounds()[0]).total_seconds()] if session.expires else [0.0]
    if signed_in_s >= 0:  # otherwise a console that was opened by its link stays open
        left.append(signed_in_s)
    return actor_from(user, session), time.monotonic() + min(left)
