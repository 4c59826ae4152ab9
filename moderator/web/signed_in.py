"""An instructor's session: how it begins, and when it is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth import SESSION_KEY, login, logout
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

from moderator.web import known, watchers
from moderator.web.pages import SeeOther

# Why so long and no longer: docs/decisions/0007.
LONGEST_S = 14 * 24 * 60 * 60
IDLE_S = 12 * 60 * 60
_NOTED_EACH_S = 60 * 60  # so that looking at pages hardly ever writes

BEGAN = "signed-in"  # in the session, as seconds since 1970
SEEN = "seen"
BY_LINK = "by-link"  # signed in by a one-time link: the old password may be forgotten


def begin(request: HttpRequest, user: User, path: str, by_link: bool = False) -> HttpResponse:
    """Signed in, with a new session key, and on the way to the path."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    request.session[BEGAN] = request.session[SEEN] = int(time.time())
    request.session[BY_LINK] = by_link
    request.session.set_expiry(LONGEST_S)
    response = SeeOther(path)
    known.remember(request, response, user)
    return response


def is_over(session: Mapping[str, Any], now_s: float | None = None) -> bool:
    """Whether somebody signed in too long ago, or has not been seen for too long."""
    now_s = time.time() if now_s is None else now_s
    if SESSION_KEY not in session:
        return False
    began, seen = session.get(BEGAN, now_s), session.get(SEEN, now_s)
    return bool(now_s - began > LONGEST_S or now_s - seen > IDLE_S)


def limits(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """End what is over. Who then finds a page closed is asked to sign in, and led back to it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        session = request.session
        if SESSION_KEY not in session:
            return get_response(request)
        if not is_over(session):
            _note(session)
            return get_response(request)
        with watchers.browser_may_leave(request):
            logout(request)
        response = get_response(request)
        is_page = request.method == "GET" and "HX-Request" not in request.headers
        if response.status_code == 404 and is_page:
            return redirect_to_login(request.get_full_path())
        return response

    return middleware


def _note(session: Any) -> None:
    """When the instructor was seen, to the hour. An earlier release's session holds no note."""
    now_s = int(time.time())
    if now_s - session.get(SEEN, now_s) > _NOTED_EACH_S:
        session[SEEN] = now_s
