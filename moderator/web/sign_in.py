"""An instructor comes in: by a one-time link, then by a password; and goes out."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from moderator.play import services
from moderator.web import slow
from moderator.web.actors import instructors, user_of
from moderator.web.pages import UNPROCESSABLE, SeeOther, show

CLASSES = "/classes/"


@dataclass(frozen=True)
class SignInPage:
    """The form, and where to go afterwards."""

    form: AuthenticationForm
    next: str = ""
    error: str = ""


@dataclass(frozen=True)
class OneTimePage:
    """A link that signs somebody in once its button is pressed; `is_void` if it can't."""

    token: str
    is_void: bool = False


@dataclass(frozen=True)
class PasswordPage:
    """The form for a new password; `is_first` where there is none yet."""

    form: SetPasswordForm[User]
    username: str
    is_first: bool


def _next_of(request: HttpRequest) -> str:
    """Where the visitor wanted to go, if that is a page of this site."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if is_ours and wanted.startswith("/") else ""


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """User name and password. `login` gives the session a new key."""
    wanted = _next_of(request)
    if request.method != "POST":
        if request.user.is_authenticated:
            return redirect(wanted or CLASSES)
        return show(request, "web/sign_in.html", SignInPage(AuthenticationForm(request), wanted))
    door = f"sign-in {request.POST.get('username', '')[:150]}"
    if slow.is_paused(request, door):
        error = gettext("Too many wrong tries. Wait a minute, then try again.")
        page = SignInPage(AuthenticationForm(request), wanted, error)
        return show(request, "web/sign_in.html", page, 429)
    form = AuthenticationForm(request, data=request.POST)
    if form.is_valid():
        login(request, form.get_user())
        return SeeOther(wanted or CLASSES)
    slow.count_wrong(request, door)
    error = gettext(
        "That user name and password don’t go together. Capital letters matter in both. "
        "Without a password, ask whoever runs this site for a one-time link."
    )
    page = SignInPage(form, wanted, error)
    return show(request, "web/sign_in.html", page, UNPROCESSABLE)


@require_http_methods(["GET", "HEAD", "POST"])
def one_time(request: HttpRequest, token: str) -> HttpResponse:
    """A one-time link: shown by GET, used up by POST alone, for previews follow links."""
    if request.method != "POST":
        return show(request, "web/one_time.html", OneTimePage(token))
    user = services.sign_in_link_use(token)
    if user is None:
        return show(request, "web/one_time.html", OneTimePage(token, is_void=True), 404)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return SeeOther(CLASSES if user.has_usable_password() else "/sign-in/password/")


@sensitive_post_parameters("new_password1", "new_password2")
@require_http_methods(["GET", "HEAD", "POST"])
@instructors
def password(request: HttpRequest) -> HttpResponse:
    """A password for the next time; it can be skipped."""
    user = user_of(request)
    form = SetPasswordForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, user)
        return SeeOther(CLASSES)
    page = PasswordPage(form, user.get_username(), not user.has_usable_password())
    return show(request, "web/password.html", page, UNPROCESSABLE if form.is_bound else 200)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Out; a console or a seat that this browser held goes with it, as on a shared computer."""
    logout(request)
    return SeeOther("/")
