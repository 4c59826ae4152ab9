"""Browsers that have signed in to an account before: they are not kept out by strangers."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

_SALT = "moderator.web.known"
_YEAR_S = 365 * 24 * 60 * 60


def browser_of(request: HttpRequest, username: str) -> str:
    """What the browser is known by at the account; empty if it never signed in to it."""
    cookie = request.COOKIES.get(settings.KNOWN_COOKIE_NAME, "")
    try:
        account, browser = signing.loads(cookie, salt=_SALT, max_age=_YEAR_S)
    except (signing.BadSignature, ValueError):
        return ""
    return str(browser) if account == _account(username) else ""


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """From now on the browser is known at the account. The cookie lets nobody in."""
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
