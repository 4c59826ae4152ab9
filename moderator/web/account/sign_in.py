"""Instructors sign in, with a password or a one-time link, and sign out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import logout
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from moderator.play import services
from moderator.play.passwords import normalised
from moderator.web.account import sessions
from moderator.web.core import throttling
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing

CLASSES = "/classes/"
SET_PASSWORD = "/sign-in/password/"  # noqa: S105
CODE_WAITS_S = 10 * 60
PENDING = "second-factor"  # session key: the user who has yet to type the code


class SignInForm(AuthenticationForm):
    """User name and normalised password."""

    def clean(self) -> dict[str, Any]:
        """Authenticate the user, without signing in."""
        self.cleaned_data["password"] = normalised(self.cleaned_data.get("password", ""))
        return super().clean()


@dataclass(frozen=True)
class SignInPage:
    """The typed user name, what is wrong, and where to go afterwards."""

    username: str = ""
    next: str = ""
    error: str = ""


@dataclass(frozen=True)
class CodePage:
    """The second step of signing in: a code."""

    error: str = ""


@dataclass(frozen=True)
class OneTimePage:
    """A one-time link before it is used; `is_invalid` once it no longer works."""

    token: str
    is_invalid: bool = False


def _next_of(request: HttpRequest) -> str:
    """The `next` URL, if it is a page of this site; else empty."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if is_ours and wanted.startswith("/") else ""


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """User name and password; then the code, where the account asks for one."""
    wanted = _next_of(request)
    if request.method != "POST":
        if request.user.is_authenticated:
            return redirect(wanted or CLASSES)
        return render_page(request, "web/account/sign_in.html", SignInPage(next=wanted))
    # Normalised as in the form, so that every spelling counts against the same rate limit.
    typed = UsernameField(max_length=150).to_python(request.POST.get("username", ""))
    username = (typed or "")[:150]
    browser = sessions.browser_of(request, username)
    keys, account = throttling.sign_in_keys(request, username, browser)
    wait_s = services.try_begin(keys)
    if wait_s:
        page = SignInPage(username, wanted, throttling.wait_text(wait_s))
        return throttling.too_many(render_page(request, "web/account/sign_in.html", page), wait_s)
    form = SignInForm(request, data=request.POST)
    if form.is_valid():
        services.try_was_right(keys, reset=[account])
        return _continue_sign_in(request, form.get_user(), wanted or CLASSES)
    error = gettext(
        "That user name and password don’t match. Capital letters matter in both. "
        "If you have no password, ask whoever runs this site for a one-time link."
    )
    page = SignInPage(username, wanted, error)
    return render_page(request, "web/account/sign_in.html", page, UNPROCESSABLE)


@require_http_methods(["GET", "HEAD", "POST"])
def one_time(request: HttpRequest, token: str) -> HttpResponse:
    """A one-time link, used up only by POST, since link previews send GET requests."""
    if request.method != "POST":
        return render_page(request, "web/account/one_time.html", OneTimePage(token))
    user = services.sign_in_link_use(token)
    if user is None:
        return render_page(
            request, "web/account/one_time.html", OneTimePage(token, is_invalid=True), 404
        )
    path = CLASSES if user.has_usable_password() else SET_PASSWORD
    return _continue_sign_in(request, user, path, by_link=True)


def _continue_sign_in(
    request: HttpRequest, user: User, path: str, by_link: bool = False
) -> HttpResponse:
    if not services.has_second_factor(user):
        return sessions.begin(request, user, path, by_link)
    request.session.cycle_key()
    hashed = user.get_session_auth_hash()
    request.session[PENDING] = [user.pk, hashed, int(time.time()), path, by_link]
    return SeeOther("/sign-in/code/")


@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """The second step of signing in: a code, with a strict rate limit."""
    user = _pending_user(request)
    if user is None:
        return redirect("sign-in")
    if request.method != "POST":
        return render_page(request, "web/account/sign_in_code.html", CodePage())
    keys = [services.RateLimitKey(throttling.SECOND_FACTOR, str(user.pk))]
    wait_s = services.try_begin(keys)
    if wait_s:
        page = CodePage(throttling.wait_text(wait_s))
        return throttling.too_many(
            render_page(request, "web/account/sign_in_code.html", page), wait_s
        )
    if not services.second_code_use(user, request.POST.get("code", "")[:100]):
        error = gettext(
            "That code is wrong or has been used. Wait for the app’s next one, "
            "and check the phone’s clock."
        )
        return render_page(request, "web/account/sign_in_code.html", CodePage(error), UNPROCESSABLE)
    services.try_was_right(keys, reset=keys)
    _, _, _, path, by_link = request.session.pop(PENDING)
    return sessions.begin(request, user, path, by_link)


def _pending_user(request: HttpRequest) -> User | None:
    """The user who has just given the password, if it hasn't been changed since."""
    pk, hashed, began, *_ = request.session.get(PENDING) or (0, "", 0)
    if time.time() - began > CODE_WAITS_S:
        return None
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user if user and user.get_session_auth_hash() == hashed else None


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out; this browser also forgets its consoles and seats, for shared computers."""
    with publishing.revoking_lost_access(request):
        logout(request)
    return SeeOther("/")
