"""Instructors sign in and out, and choose a password, a second factor and passkeys."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import SESSION_KEY, login, update_session_auth_hash
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordForm,
    UsernameField,
)
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from moderator.core import credentials, sessions, throttling
from moderator.core.access import (
    LACKS_FACTOR,
    forget_everything,
    instructors,
    must_set_up,
    user_of,
)
from moderator.core.events import Kind, record, shortened
from moderator.core.links import qr_of
from moderator.core.responses import UNPROCESSABLE, SeeOther, cookie_set, not_installed, render_page
from moderator.core.throttling import RateLimitKey, try_begin, try_was_right
from moderator.features.accounts.models import Passkey, RecoveryCode
from moderator.features.accounts.write import (
    app_secret,
    app_url,
    asks_for_more,
    has_second_factor,
    lacks_factor,
    normalised,
    password_set,
    second_code_use,
    second_factor_turn_off,
    second_factor_turn_on,
    seed_new,
    sign_in_link_use,
)

# An instructor's session: how it begins and expires, and known browsers.

_SALT = "moderator.web.known"
_YEAR_S = 365 * 24 * 60 * 60

BY_LINK = "by-link"  # signed in by a one-time link: the user may have forgotten the password


def begin(
    request: HttpRequest,
    user: User,
    path: str,
    by_link: bool = False,
    school_s: int | None = None,
) -> HttpResponse:
    """Sign the user in with a new session key, and redirect to the path; who has to set up a
    second factor first is led there.

    Args:
        school_s: how long it lasts, if the school has signed them in, with a second factor or not.
    """
    lasts_s = school_s or sessions.LONGEST_S
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    record(Kind.LOGIN, account=user.pk)
    sessions.begin(request.session, lasts_s)
    request.session[BY_LINK] = by_link
    request.session[sessions.BROWSER] = sessions.browser_named(
        request.headers.get("User-Agent", "")
    )
    request.session[sessions.ADDRESS] = shortened(request.META.get("REMOTE_ADDR", ""))
    request.session.set_expiry(lasts_s)
    if school_s:
        request.session.pop(LACKS_FACTOR, None)
    response = SeeOther(path) if school_s else go_on(request, user, path)
    remember(request, response, user)
    return response


def go_on(request: HttpRequest, user: User, path: str = "") -> SeeOther:
    """To the path, else where the sign-in led; but first to a second factor, if the account has to
    set one up."""
    path = path or request.session.get(LACKS_FACTOR) or CLASSES
    if lacks_factor(user):
        request.session[LACKS_FACTOR] = path
        return SeeOther(reverse("second-factor"))
    request.session.pop(LACKS_FACTOR, None)
    return SeeOther(path)


def limits(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """End expired sessions; a page that then needs a sign-in redirects there and back. One that
    needs a second factor first redirects to its page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if SESSION_KEY not in request.session:
            return get_response(request)
        is_over = sessions.is_over(request.session)
        if is_over:
            forget_everything(request)
        else:
            sessions.note(request.session)
        response = get_response(request)
        is_page = request.method == "GET" and "HX-Request" not in request.headers
        if response.status_code == 404 and is_page:
            if is_over:
                return redirect_to_login(request.get_full_path())
            if must_set_up(request):
                return redirect("second-factor")
        return response

    return middleware


def browser_of(request: HttpRequest, username: str) -> str:
    """The id of the browser at the account; empty if it never signed in to it."""
    cookie = request.COOKIES.get(settings.KNOWN_COOKIE_NAME, "")
    try:
        account, browser = signing.loads(cookie, salt=_SALT, max_age=_YEAR_S)
    except (signing.BadSignature, ValueError):
        return ""
    return str(browser) if account in credentials.macs(_SALT, username) else ""


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Mark the browser as known at the account; the cookie grants no access."""
    username = user.get_username()
    browser = browser_of(request, username) or secrets.token_urlsafe(16)
    value = signing.dumps([credentials.macs(_SALT, username)[0], browser], salt=_SALT)
    cookie_set(response, settings.KNOWN_COOKIE_NAME, value, _YEAR_S, "Lax")


# Instructors sign in, with a password or a one-time link, and sign out.

CLASSES = "/classes/"
SET_PASSWORD = "/sign-in/password/"  # noqa: S105
CODE_WAITS_S = 10 * 60
PENDING = "second-factor"  # session key: the user who has yet to type the code
SCHOOL = "school"  # session key of who has signed in at the school: where that ends, or empty


class SignInForm(AuthenticationForm):
    """User name and normalised password."""

    def clean(self) -> dict[str, Any]:
        """Authenticate the user, without signing in."""
        self.cleaned_data["password"] = normalised(self.cleaned_data.get("password", ""))
        return super().clean()


def too_many(show: Callable[..., HttpResponse], wait_s: int) -> HttpResponse:
    return throttling.too_many(show(error=throttling.wait_text(wait_s)), wait_s)


def next_of(request: HttpRequest) -> str:
    """The `next` URL, if it is a page of this site; else empty."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if is_ours and wanted.startswith("/") else ""


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """User name and password; then the code, where the account asks for one."""
    wanted = next_of(request)
    show = partial(show_sign_in, request, next=wanted)
    if request.method != "POST":
        if request.user.is_authenticated and "again" not in request.GET:
            return redirect(wanted or CLASSES)
        return show()
    # Normalised as in the form, so that every spelling counts against the same rate limit.
    typed = UsernameField(max_length=150).to_python(request.POST.get("username", ""))
    username = (typed or "")[:150]
    browser = browser_of(request, username)
    keys, account = throttling.sign_in_keys(request, username, browser)
    show = partial(show, username=username)
    if wait_s := try_begin(keys):
        return too_many(show, wait_s)
    form = SignInForm(request, data=request.POST)
    if form.is_valid():
        try_was_right(keys, reset=[account])
        return _continue_sign_in(request, form.get_user(), wanted or CLASSES)
    tried = User.objects.filter(username=username).first()
    record(Kind.LOGIN_FAILED, account=tried.pk if tried else None)
    error = gettext(
        "That user name and password don’t match. Capital letters matter in both. "
        "If you have no password, ask whoever runs this site for a one-time link."
    )
    return show(error=error, status=UNPROCESSABLE)


def show_sign_in(request: HttpRequest, status: int = 200, **values: object) -> HttpResponse:
    """The page of user name and password, with the other ways in that there are here."""
    known = {
        "school": settings.OIDC_PROVIDER.get("name"),
        "has_passkeys": Passkey.objects.exists(),
        "why_none": no_passkeys(request),
    }
    return render_page(request, "accounts/sign_in.html", status=status, **known | values)


def no_passkeys(request: HttpRequest) -> str:
    """Why this page can have no passkeys; empty if it can."""
    if why := not_installed("passkeys", "fido2"):
        return why
    host = split_domain_port(request.get_host())[0]
    is_number = ":" in host or host.replace(".", "").isdigit()
    if host == "localhost" or (request.is_secure() and not is_number):
        return ""
    return gettext(
        "Passkeys need an address that begins with https:// and has a name, or on the site’s own "
        "computer http://localhost."
    )


@require_http_methods(["GET", "HEAD", "POST"])
def one_time(request: HttpRequest, token: str) -> HttpResponse:
    """A one-time link, used up only by POST, since link previews send GET requests."""
    show = partial(render_page, request, "accounts/one_time.html", token=token)
    if request.method != "POST":
        return show()
    user = sign_in_link_use(token)
    if user is None:
        return show(is_invalid=True, status=404)
    path = CLASSES if user.has_usable_password() else SET_PASSWORD
    return _continue_sign_in(request, user, path, by_link=True)


def _continue_sign_in(
    request: HttpRequest, user: User, path: str, by_link: bool = False
) -> HttpResponse:
    if not asks_for_more(user):
        return begin(request, user, path, by_link)
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
    known = {
        "has_code": has_second_factor(user),
        "has_passkeys": user.passkeys.exists(),
        "why_none": no_passkeys(request),
        "next": request.session[PENDING][3],
    }
    show = partial(render_page, request, "accounts/sign_in_code.html", **known)
    if request.method != "POST":
        return show()
    keys = [RateLimitKey(throttling.SECOND_FACTOR, str(user.pk))]
    if wait_s := try_begin(keys):
        return too_many(show, wait_s)
    if not second_code_use(user, request.POST.get("code", "")[:100]):
        record(Kind.FACTOR_FAILED, account=user.pk)
        error = gettext(
            "That code is wrong or has been used. Wait for the app’s next one, "
            "and check the phone’s clock."
        )
        return show(error=error, status=UNPROCESSABLE)
    try_was_right(keys, reset=keys)
    record(Kind.FACTOR_PASSED, account=user.pk)
    _, _, _, path, by_link = request.session.pop(PENDING)
    return begin(request, user, path, by_link)


def _pending_user(request: HttpRequest) -> User | None:
    """The user who has just given the password, if it hasn't been changed since."""
    pk, hashed, began, *_ = request.session.get(PENDING) or (0, "", 0)
    if time.time() - began > CODE_WAITS_S:
        return None
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user if user and user.get_session_auth_hash() == hashed else None


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out; this browser also forgets its consoles and seats, for shared computers. Who has
    signed in at the school still is, there."""
    if request.user.is_authenticated:
        record(Kind.LOGOUT)
    end = request.session.get(SCHOOL)
    forget_everything(request)
    if end is None:
        return SeeOther("/")
    return render_page(request, "accounts/school.html", is_out=True, end=end)


# An instructor's credentials: the password and the second factor.

LINK_COUNTS_S = 60 * 60  # after a one-time link, no old password is needed for so long
SEED_LIVES_S = 60 * 60
RECENT_S = 15 * 60  # so long after signing in, passkeys can be added and removed
_SEED_SALT = "moderator.web.account.seed"


class _Normalised:
    """Normalises new passwords (Unicode), so that each is hashed in one form."""

    cleaned_data: dict[str, str]

    def clean_new_password1(self) -> str:
        return normalised(self.cleaned_data["new_password1"])

    def clean_new_password2(self) -> str:
        return normalised(self.cleaned_data["new_password2"])


class FirstPasswordForm(_Normalised, SetPasswordForm):  # type: ignore[type-arg]
    """A new password, without the old one: for a first password, or after a one-time link."""


class NewPasswordForm(_Normalised, PasswordChangeForm):
    field_order = ["old_password", "new_password1", "new_password2"]

    def clean_old_password(self) -> str:
        self.cleaned_data["old_password"] = normalised(self.cleaned_data["old_password"])
        return super().clean_old_password()


@sensitive_post_parameters("old_password", "new_password1", "new_password2")
@instructors("GET", "POST", lacks_factor=True)
def password(request: HttpRequest) -> HttpResponse:
    """Set or change the password; a change needs the old one, a first one can be skipped."""
    user = user_of(request)
    is_first = not user.has_usable_password()
    by_link = sessions.age_s(request.session) < LINK_COUNTS_S and request.session.get(BY_LINK)
    form_class = FirstPasswordForm if is_first or by_link else NewPasswordForm
    form: SetPasswordForm[User] = form_class(user)
    why = only_by_school(request, user)
    show = partial(
        render_page,
        request,
        "accounts/password.html",
        username=user.username,
        is_first=is_first,
        why_none=why,
    )
    if why:
        return show(status=UNPROCESSABLE if request.method == "POST" else 200)
    if request.method != "POST":
        return show(form=form)
    keys = [RateLimitKey(throttling.PASSWORD_AGAIN, str(user.pk))]
    if wait_s := try_begin(keys):
        return too_many(partial(show, form=form), wait_s)
    form = form_class(user, request.POST)
    is_valid = form.is_valid()
    if "old_password" not in form.errors:
        try_was_right(keys)
    else:
        record(Kind.LOGIN_FAILED)
    if not is_valid:
        return show(form=form, status=UNPROCESSABLE)
    with transaction.atomic():
        record(Kind.PASSWORD_CHANGED)
        _password_set(request, user, form.cleaned_data["new_password1"])
    request.session[BY_LINK] = False
    return SeeOther(CLASSES)


def _password_set(request: HttpRequest, user: User, password: str) -> None:
    """Set the password; this browser stays signed in."""
    password_set(user, password, request.session.session_key)
    update_session_auth_hash(request, user)


def again_for(request: HttpRequest, page: str) -> str:
    """Where to sign in again for a page, unless whoever uses the session has done so just now."""
    if sessions.age_s(request.session) < RECENT_S:
        return ""
    return f"{reverse('sign-in')}?{urlencode({'again': '', 'next': page})}"


def only_by_school(request: HttpRequest, user: User) -> str:
    """Why an account gets no password and no passkey now; empty if it can. Else whoever is closed
    at the school would keep a way in."""
    session = request.session
    if SCHOOL not in session or session.get(BY_LINK) or user.has_usable_password():
        return ""
    return gettext(
        "You sign in at your school. For a password or passkey of your own, ask whoever runs this "
        "site for a one-time link, and sign in with it."
    )


@sensitive_post_parameters("password")
@instructors("GET", "POST", lacks_factor=True)
def second_factor(request: HttpRequest) -> HttpResponse:
    """Turn the code on or off: with the password and a code of the app."""
    user = user_of(request)
    show = partial(show_factor, request, user)
    if request.method != "POST":
        return show()
    seed = _seed_read(user, request.POST.get("seed", ""))
    keys = [RateLimitKey(throttling.SECOND_FACTOR, str(user.pk))]
    if wait_s := try_begin(keys):
        return too_many(partial(show, seed), wait_s)
    password = normalised(request.POST.get("password", ""))
    is_known = user.check_password(password)
    typed = request.POST.get("code", "")[:100]
    if has_second_factor(user):
        if is_known and second_code_use(user, typed):
            try_was_right(keys, reset=keys)
            second_factor_turn_off(user)
            _password_set(request, user, password)
            return go_on(request, user)
    elif is_known and seed and (codes := second_factor_turn_on(user, seed, typed)):
        try_was_right(keys, reset=keys)
        _password_set(request, user, password)
        path = go_on(request, user).url
        return render_page(
            request, "accounts/recovery_codes.html", codes=tuple(map(_in_fours, codes)), next=path
        )
    record(Kind.FACTOR_FAILED)
    error = gettext("The password or the code is wrong. Wait for the app’s next code; try again.")
    return show(seed, error=error, status=UNPROCESSABLE)


def show_factor(request: HttpRequest, user: User, seed: str = "", **more: object) -> HttpResponse:
    """The second factor: turning it on, with what the app needs, or off."""
    known: dict[str, Any] = {
        "username": user.username,
        "has_password": user.has_usable_password(),
        "must_set_up": must_set_up(request),
        "only_by_school": only_by_school(request, user),
        "passkeys": user.passkeys.order_by("added", "pk"),
        "why_none": no_passkeys(request),
        "again": again_for(request, reverse("second-factor")),
        **more,
    }
    if has_second_factor(user):
        known["codes_left"] = RecoveryCode.objects.filter(factor__user=user).count()
    else:
        seed = seed or seed_new()
        known["seed"] = signing.dumps([user.pk, seed], salt=_SEED_SALT)
        known["secret"] = _in_fours(app_secret(seed))
        known["qr"] = qr_of(app_url(user, seed), gettext("QR code for the app"))
    return render_page(request, "accounts/second_factor.html", **known)


def _seed_read(user: User, signed: str) -> str:
    """The seed in the signed form field; empty if it is another account's or too old."""
    try:
        pk, seed = signing.loads(signed, salt=_SEED_SALT, max_age=SEED_LIVES_S)
    except (signing.BadSignature, ValueError):
        return ""
    return str(seed) if pk == user.pk else ""


def _in_fours(text: str) -> str:
    return " ".join(re.findall("....", text))
