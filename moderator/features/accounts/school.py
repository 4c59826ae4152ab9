"""Instructors sign in at their school, by OpenID Connect: an extra, and off unless the site's
operator has named a provider. An account is found by the provider and its subject, by nothing else.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.core.checks import Warning, register
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from moderator.core import throttling
from moderator.core.access import instructors, user_of
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.core.forms import ActionForm, PostedText
from moderator.core.responses import (
    SeeOther,
    cookie_set,
    not_installed,
    optional,
    public_url,
    render_page,
)
from moderator.core.throttling import RateLimitKey, once, try_begin, try_was_right
from moderator.features.accounts.models import SchoolIdentity
from moderator.features.accounts.pages import CLASSES, SCHOOL, begin, next_of, only_by_school
from moderator.features.accounts.write import account_new, name_free, normalised

KEPT = f"{settings.COOKIE_PREFIX}school"
"""The cookie with what the browser has to bring back from the provider, signed."""
KEPT_S = 10 * 60
ONCE = once("school sign-in", KEPT_S)
FACTORS = {"acr", "amr"}
"""Claims by which a provider says whether it has asked for a second factor."""


def _problem() -> str:
    if not settings.OIDC_PROVIDER:
        return gettext("This site has no sign-in of a school.")
    return not_installed("oidc", "authlib")


def _told(request: HttpRequest, error: str, status: int) -> HttpResponse:
    response = render_page(request, "accounts/school.html", status=status, error=error)
    response.delete_cookie(KEPT, samesite="Lax")
    return response


if_on = optional(_problem, _told)


# To the provider and back.


@require_POST
@if_on
def go(request: HttpRequest) -> HttpResponse:
    """Sign in at the school."""
    return _go(request, next_of(request), 0)


def _go(request: HttpRequest, path: str, account: int) -> HttpResponse:
    """A page that leads to the provider: a form that redirects there would need its address, and
    those that it redirects to itself, in the page's policy.

    Args:
        account: of whom it is to be the school's sign-in; 0 to sign in.
    """
    from moderator.features.accounts import provider

    url, kept = provider.begun(_back(request))
    value = signing.dumps(kept | {"path": path, "account": account}, salt=KEPT, compress=True)
    host = urlsplit(url).hostname
    response = render_page(request, "accounts/school.html", url=url, host=host)
    response.headers["Refresh"] = f"0; url={url}"
    cookie_set(response, KEPT, value, KEPT_S, "Lax")
    return response


def _back(request: HttpRequest) -> str:
    return public_url(request, reverse("school-back"))


@require_safe
@if_on
def back(request: HttpRequest) -> HttpResponse:
    """The browser comes back from the provider with its answer."""
    try:
        return _came_back(request)
    except InvalidInput:
        record(Kind.LOGIN_FAILED)
        raise


def _came_back(request: HttpRequest) -> HttpResponse:
    from moderator.features.accounts import provider

    given = {name: str(one) for name, one in request.GET.items()}
    try:
        kept = signing.loads(request.COOKIES.get(KEPT, ""), salt=KEPT, max_age=KEPT_S)
    except signing.BadSignature:
        kept = {"state": ""}
    state = given.get("state", "").encode()
    if not kept["state"] or not hmac.compare_digest(state, kept["state"].encode()):
        raise InvalidInput(
            gettext(
                "That sign-in was started in another browser, or too long ago. Start again here."
            )
        )
    if try_begin([RateLimitKey(ONCE, kept["state"])]):
        raise InvalidInput(gettext("That sign-in was used already. Start again here."))
    claims = provider.claims_of(given, kept, _back(request))
    _check_required(claims)
    if kept["account"]:
        response = _connected(request, kept["account"], claims)
    else:
        hours = settings.OIDC_PROVIDER["hours"]
        user = _user_of(claims)
        if FACTORS & settings.OIDC_PROVIDER["require"].keys():
            record(Kind.FACTOR_PASSED, account=user.pk)
        response = begin(request, user, kept["path"] or CLASSES, school_s=hours * 60 * 60)
        request.session[SCHOOL] = _end_of(request, claims["end_session"])
    response.delete_cookie(KEPT, samesite="Lax")
    return response


def _end_of(request: HttpRequest, address: str) -> str:
    """Where the provider's own sign-in ends. It asks there, since we keep no token of its."""
    if not address:
        return ""
    more = {
        "client_id": settings.OIDC_PROVIDER["client_id"],
        "post_logout_redirect_uri": public_url(request, "/"),
    }
    return f"{address}{'&' if '?' in address else '?'}{urlencode(more)}"


# Who it is.


@register
def unasked(**_: Any) -> list[Warning]:
    """A warning of every command if instructors who come by the school need no second factor where
    everybody does."""
    of = settings.OIDC_PROVIDER
    if not of or not settings.SECOND_FACTOR_REQUIRED or of["require"].keys() & FACTORS:
        return []
    return [
        Warning(
            f"SECOND_FACTOR_REQUIRED doesn't hold for who comes by “{of['name']}”.",
            hint='Put "amr" or "acr" into "require" of OIDC_PROVIDER, so that its second factor is '
            "a condition (docs/deploy.md, “Sign-in of the school”).",
            id="moderator.W002",
        )
    ]


def _check_required(claims: Mapping[str, Any]) -> None:
    for claim, values in settings.OIDC_PROVIDER["require"].items():
        found = claims.get(claim)
        if found is None:
            raise InvalidInput(gettext(_MISSING[claim in FACTORS]) % {"claim": claim})
        if claim == "email" and claims.get("email_verified") is not True:
            found = None
        given = found if isinstance(found, list) else [found]
        if not any(_is_one_of(one, values) for one in given if isinstance(one, str)):
            raise InvalidInput(gettext(_OTHER[claim in FACTORS]) % {"claim": claim})


_MISSING = (
    gettext_noop(
        "Your school’s sign-in doesn’t say who may teach here: “%(claim)s” is missing in its "
        "answer. Tell whoever runs this site."
    ),
    gettext_noop(
        "Your school’s sign-in doesn’t say whether it has asked you for a second factor: "
        "“%(claim)s” is missing in its answer. Tell whoever runs this site."
    ),
)
_OTHER = (
    gettext_noop(
        "Your school’s sign-in doesn’t list you among those who may teach here (“%(claim)s”). Ask "
        "whoever runs this site."
    ),
    gettext_noop(
        "This site asks for a second factor, and your school’s sign-in hasn’t asked you for one "
        "(“%(claim)s”). Set one up there, sign out there, and start again here."
    ),
)


def _is_one_of(given: str, values: list[str]) -> bool:
    """Whether it is one of the values; one that begins with “@” is the end of an address.

    >>> _is_one_of("pat@school.example", ["@school.example"])
    True
    >>> _is_one_of("pat@evil.example", ["@school.example"]), _is_one_of("staff", ["Staff"])
    (False, False)
    """
    domain = f"@{given.rpartition('@')[2].lower()}" if "@" in given else ""
    return given in values or domain in values


def _user_of(claims: Mapping[str, Any]) -> User:
    """The account of the subject; a new one if the site's operator wants that."""
    ids = {"issuer": settings.OIDC_PROVIDER["issuer"], "subject": claims["sub"]}
    known = SchoolIdentity.objects.select_related("user").filter(**ids)
    found = known.first()
    if found is None and settings.OIDC_PROVIDER["new_accounts"]:
        try:
            with transaction.atomic():
                user = account_new(name_free(_name_of(claims)))
                found = SchoolIdentity.objects.create(user=user, **ids)
        except IntegrityError:  # of two first sign-ins at once, the other one was quicker
            found = known.first()
    if found is None:
        raise InvalidInput(
            gettext(
                "Your school knows you, but you have no account here yet. Whoever runs this site "
                "can make one for you: the subject is %(subject)s. If you have an account, sign in "
                "with it, and choose School sign-in below the list of your classes."
            )
            % {"subject": claims["sub"]}
        )
    if not found.user.is_active:
        raise InvalidInput(gettext("Your account here is closed. Ask whoever runs this site."))
    return found.user


def _name_of(claims: Mapping[str, Any]) -> str:
    names = (claims.get(one) for one in ("preferred_username", "email", "name"))
    return next((one for one in names if isinstance(one, str) and one), "")


# An account's owner connects it.


class SchoolForm(ActionForm):
    password = PostedText()


@sensitive_post_parameters("password")
@instructors("GET", "POST")
@if_on
def account(request: HttpRequest) -> HttpResponse:
    """Connect the account with the school's sign-in, or part them: with the password."""
    form, user = SchoolForm.of(request), user_of(request)
    status = 200
    if form.is_bound:
        do = form.action({"connect": _go, "part": None})
        with form.errors_at():
            _check_password(user, form.typed["password"], is_needed=do is None)
            if do is not None:
                if why := only_by_school(request, user):
                    raise InvalidInput(why)  # it would be another person's account then
                return do(request, "", user.pk)
            with transaction.atomic():
                if SchoolIdentity.objects.filter(user=user).delete()[0]:
                    record(Kind.SCHOOL_PARTED)
            return SeeOther(reverse("school-account"))
        status = form.status
    return render_page(
        request,
        "accounts/school_account.html",
        form=form,
        status=status,
        username=user.username,
        has_password=user.has_usable_password(),
        only_by_school=only_by_school(request, user),
        is_connected=SchoolIdentity.objects.filter(
            user=user, issuer=settings.OIDC_PROVIDER["issuer"]
        ).exists(),
        school=settings.OIDC_PROVIDER["name"],
    )


def _check_password(user: User, typed: str, *, is_needed: bool) -> None:
    """Refuse a wrong password. An account that has none may be connected, as it may get one."""
    if not user.has_usable_password() and not is_needed:
        return
    keys = [RateLimitKey(throttling.PASSWORD_AGAIN, str(user.pk))]
    if wait_s := try_begin(keys):
        raise InvalidInput(throttling.wait_text(wait_s))
    if not user.check_password(normalised(typed)):
        raise InvalidInput(gettext("The password is wrong."))
    try_was_right(keys)


def _connected(request: HttpRequest, account: int, claims: Mapping[str, Any]) -> HttpResponse:
    """The account of whoever has begun this, and is still signed in, is now the subject's."""
    if not request.user.is_authenticated or request.user.pk != account:
        raise InvalidInput(gettext("You have signed out meanwhile. Sign in, and connect again."))
    identity_set(user_of(request), claims["sub"])
    return SeeOther(reverse("school-account"))


def identity_set(user: User, subject: str) -> None:
    """The account is the subject's.

    Raises:
        InvalidInput: another account is.
    """
    ids = {"issuer": settings.OIDC_PROVIDER["issuer"], "subject": subject}
    try:
        with transaction.atomic():
            SchoolIdentity.objects.update_or_create(user=user, defaults=ids)
            record(Kind.SCHOOL_CONNECTED, account=user.pk)
    except IntegrityError:
        raise InvalidInput(
            gettext("That person of your school already has another account here.")
        ) from None
