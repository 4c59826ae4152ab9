"""An instructor's session: how it begins and expires, and known browsers."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY, login, logout
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from moderator.web.core import session_age
from moderator.web.core.responses import SeeOther
from moderator.web.feed import publishing

_SALT = "moderator.web.known"
_YEAR_S = 365 * 24 * 60 * 60

BY_LINK = "by-link"  # signed in by a one-time link: the user may have forgotten the password


def begin(request: HttpRequest, user: User, path: str, by_link: bool = False) -> HttpResponse:
    """Sign the user in with a new session key, and redirect to the path."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    session_age.begin(request.session)
    request.session[BY_LINK] = by_link
    request.session.set_expiry(session_age.LONGEST_S)
    response = SeeOther(path)
    remember(request, response, user)
    return response


def limits(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """End expired sessions; a page that then needs a sign-in redirects there and back."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if SESSION_KEY not in request.session:
            return get_response(request)
        if not session_age.is_over(request.session):
            session_age.note(request.session)
            return get_response(request)
        with publishing.revoking_lost_access(request):
            logout(request)
        response = get_response(request)
        is_page = request.method == "GET" and "HX-Request" not in request.headers
        if response.status_code == 404 and is_page:
            return redirect_to_login(request.get_full_path())
        return response

    return middleware


def browser_of(request: HttpRequest, username: str) -> str:
    """The id of the browser at the account; empty if it never signed in to it."""
    cookie = request.COOKIES.get(settings.KNOWN_COOKIE_NAME, "")
    try:
        account, browser = signing.loads(cookie, salt=_SALT, max_age=_YEAR_S)
    except (signing.BadSignature, ValueError):
        return ""
    return str(browser) if account == _account(username) else ""


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Mark the browser as known at the account; the cookie grants no access."""
    username = user.get_username()
    browser = browser_of(request, username) or secrets.token_urlsafe(16)
    response.set_cookie(
        settings.KNOWN_COOKIE_NAME,
        signing.dumps([_account(username), browser], salt=_SALT),
        max_age=_YEAR_S,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _account(username: str) -> str:
    return salted_hmac(_SALT, username, algorithm="sha256").hexdigest()
