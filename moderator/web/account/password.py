"""An instructor's credentials: the password and the second factor."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from moderator.play import services
from moderator.play.models import RecoveryCode
from moderator.play.passwords import normalised
from moderator.web.account import sessions
from moderator.web.account.sign_in import CLASSES
from moderator.web.core import session_age, throttling
from moderator.web.core.access import instructors, user_of
from moderator.web.core.invitations import qr_of
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing

LINK_COUNTS_S = 60 * 60  # after a one-time link, no old password is needed for so long
SEED_LIVES_S = 60 * 60
_SEED_SALT = "moderator.web.account.seed"


class _Normalised:
    """Normalises new passwords (Unicode), so that each is hashed in one form."""

    cleaned_data: dict[str, str]

    def clean_new_password1(self) -> str:
        """The normalised new password."""
        return normalised(self.cleaned_data["new_password1"])

    def clean_new_password2(self) -> str:
        """The normalised repetition of the new password."""
        return normalised(self.cleaned_data["new_password2"])


class FirstPasswordForm(_Normalised, SetPasswordForm):  # type: ignore[type-arg]
    """A new password, without the old one: for a first password, or after a one-time link."""


class NewPasswordForm(_Normalised, PasswordChangeForm):
    """A new password, with the old one."""

    field_order = ["old_password", "new_password1", "new_password2"]

    def clean_old_password(self) -> str:
        """The normalised old password."""
        self.cleaned_data["old_password"] = normalised(self.cleaned_data["old_password"])
        return super().clean_old_password()


@dataclass(frozen=True)
class PasswordPage:
    """The form for a new password; `is_first` where there is none yet."""

    form: SetPasswordForm[User]
    username: str
    is_first: bool
    error: str = ""


@dataclass(frozen=True)
class FactorPage:
    """The second factor: turning it on, with what the app needs, or off."""

    username: str
    has_password: bool
    codes_left: int | None = None  # None: it is off
    seed: str = ""  # signed
    secret: str = ""
    qr: SafeString | None = None
    error: str = ""


@dataclass(frozen=True)
class RecoveryPage:
    """The recovery codes, shown only once."""

    codes: tuple[str, ...]


@sensitive_post_parameters("old_password", "new_password1", "new_password2")
@require_http_methods(["GET", "HEAD", "POST"])
@instructors
def password(request: HttpRequest) -> HttpResponse:
    """Set or change the password; a change needs the old one, a first one can be skipped."""
    user = user_of(request)
    is_first = not user.has_usable_password()
    form_class = FirstPasswordForm if is_first or _came_by_link(request) else NewPasswordForm
    form: SetPasswordForm[User] = form_class(user)
    if request.method != "POST":
        return render_page(
            request, "web/account/password.html", PasswordPage(form, user.username, is_first)
        )
    keys = [services.RateLimitKey(throttling.PASSWORD_AGAIN, str(user.pk))]
    wait_s = services.try_begin(keys)
    if wait_s:
        page = PasswordPage(form, user.username, is_first, throttling.wait_text(wait_s))
        return throttling.too_many(render_page(request, "web/account/password.html", page), wait_s)
    form = form_class(user, request.POST)
    is_valid = form.is_valid()
    if "old_password" not in form.errors:
        services.try_was_right(keys)
    if not is_valid:
        page = PasswordPage(form, user.username, is_first)
        return render_page(request, "web/account/password.html", page, UNPROCESSABLE)
    _password_set(request, user, form.cleaned_data["new_password1"])
    request.session[sessions.BY_LINK] = False
    return SeeOther(CLASSES)


def _password_set(request: HttpRequest, user: User, password: str) -> None:
    """Set the password, even to the same one: a new hash ends the account's other sessions."""
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        publishing.end_sessions(user)
    update_session_auth_hash(request, user)


def _came_by_link(request: HttpRequest) -> bool:
    session = request.session
    is_new = time.time() - session.get(session_age.BEGAN, 0) < LINK_COUNTS_S
    return is_new and bool(session.get(sessions.BY_LINK))


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@instructors
def second_factor(request: HttpRequest) -> HttpResponse:
    """Turn the code on or off: with the password and a code of the app."""
    user = user_of(request)
    if request.method != "POST":
        return render_page(request, "web/account/second_factor.html", _factor_page(user))
    seed = _seed_read(user, request.POST.get("seed", ""))
    keys = [services.RateLimitKey(throttling.SECOND_FACTOR, str(user.pk))]
    wait_s = services.try_begin(keys)
    if wait_s:
        page = _factor_page(user, seed, throttling.wait_text(wait_s))
        return throttling.too_many(
            render_page(request, "web/account/second_factor.html", page), wait_s
        )
    password = normalised(request.POST.get("password", ""))
    is_known = user.check_password(password)
    typed = request.POST.get("code", "")[:100]
    if services.has_second_factor(user):
        if is_known and services.second_code_use(user, typed):
            services.try_was_right(keys, reset=keys)
            services.second_factor_turn_off(user)
            _password_set(request, user, password)
            return SeeOther(CLASSES)
    elif is_known and seed and (codes := services.second_factor_turn_on(user, seed, typed)):
        services.try_was_right(keys, reset=keys)
        _password_set(request, user, password)
        return render_page(
            request, "web/account/recovery_codes.html", RecoveryPage(tuple(map(_in_fours, codes)))
        )
    error = gettext("The password or the code is wrong. Wait for the app’s next code; try again.")
    page = _factor_page(user, seed, error)
    return render_page(request, "web/account/second_factor.html", page, UNPROCESSABLE)


def _factor_page(user: User, seed: str = "", error: str = "") -> FactorPage:
    has_password = user.has_usable_password()
    if services.has_second_factor(user):
        left = RecoveryCode.objects.filter(factor__user=user).count()
        return FactorPage(user.username, has_password, left, error=error)
    seed = seed or services.seed_new()
    label = gettext("QR code for the app")
    return FactorPage(
        username=user.username,
        has_password=has_password,
        seed=signing.dumps([user.pk, seed], salt=_SEED_SALT),
        secret=_in_fours(services.app_secret(seed)),
        qr=qr_of(services.app_url(user, seed), label),
        error=error,
    )


def _seed_read(user: User, signed: str) -> str:
    """The seed in the signed form field; empty if it is another account's or too old."""
    try:
        pk, seed = signing.loads(signed, salt=_SEED_SALT, max_age=SEED_LIVES_S)
    except (signing.BadSignature, ValueError):
        return ""
    return str(seed) if pk == user.pk else ""


def _in_fours(text: str) -> str:
    return " ".join(re.findall("....", text))
