"""The page of an instructor's sessions, and of what happened to the account and in the classes;
and passkeys, whose library is imported when it is needed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from moderator.core import sessions, site_time, throttling
from moderator.core.access import (
    LACKS_FACTOR,
    end_sessions,
    forget_everything,
    instructors,
    user_of,
)
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, SecurityEvent, record, shortened
from moderator.core.forms import whole_number
from moderator.core.models import Classroom
from moderator.core.responses import UNPROCESSABLE, SeeOther, file_response, render_page
from moderator.core.sessions import AccountSession
from moderator.core.throttling import try_begin, try_was_right
from moderator.features.accounts.models import SchoolIdentity
from moderator.features.accounts.pages import (
    CLASSES,
    PENDING,
    again_for,
    begin,
    browser_of,
    go_on,
    next_of,
    no_passkeys,
    only_by_school,
    show_factor,
    show_sign_in,
    too_many,
)
from moderator.features.accounts.write import has_second_factor, passkey_remove

AT_ONCE = 50


@instructors("GET", "POST")
def security(request: HttpRequest) -> HttpResponse:
    """The page; a POST ends one session, by its number `end`, or with `everywhere` all."""
    user, page = user_of(request), reverse("security")
    again = again_for(request, page)
    if request.method != "POST":
        return _show(request, user, again)
    if again:
        return SeeOther(again)
    if "everywhere" in request.POST:
        with transaction.atomic():
            record(Kind.LOGOUT_EVERYWHERE)
            forget_everything(request)
            end_sessions(user)
        return SeeOther("/")
    with transaction.atomic():
        if end_sessions(user, whole_number(request.POST.get("end", "")) or 0):
            record(Kind.SESSION_ENDED)
    return SeeOther(page)


@instructors("GET")
def account_data(request: HttpRequest) -> HttpResponse:
    """What is stored about the owner of the account, as JSON; of the classes their names, since
    each has files of its own."""
    user = user_of(request)
    record(Kind.ACCOUNT_EXPORTED)
    columns = ("username", "first_name", "last_name", "email", "date_joined", "last_login")
    found = {
        "account": {"number": user.pk} | {one: getattr(user, one) for one in columns},
        "has_password": user.has_usable_password(),
        "has_app": has_second_factor(user),
        "passkeys": list(user.passkeys.order_by("pk").values("name", "added", "used")),
        "school": SchoolIdentity.objects.filter(user=user).values("issuer", "subject").first(),
        "classes": list(Classroom.every.filter(instructor=user).values("id", "name")),
        "sessions": list(_sessions_of(request, user)),
        "events": [
            {"at": one.at, "kind": one.kind, "class": one.classroom, "about": one.about}
            | {"address": shortened(one.origin.address) if hasattr(one, "origin") else ""}
            for one in _events_of(user).filter(account=user.pk)
        ],
    }
    text = json.dumps(found, ensure_ascii=False, indent=1, default=str)
    return file_response(text.encode(), "application/json", "account.json", is_saved=True)


def _show(request: HttpRequest, user: User, again: str) -> HttpResponse:
    """The page. `again`: where to sign in before a session can be ended."""
    newest = Classroom.objects.filter(instructor=user).first()
    zone = newest.time_zone if newest else "UTC"
    found = _events_of(user)
    if before := whole_number(request.GET.get("before", "")):
        found = found.filter(pk__lt=before)
    rows = list(found[: AT_ONCE + 1])
    with timezone.override(ZoneInfo(zone)):
        return render_page(
            request,
            "accounts/security.html",
            sessions=tuple(_sessions_of(request, user)),
            events=tuple(_shown(user, rows[:AT_ONCE])),
            zone=zone,
            again=again,
            before=rows[AT_ONCE - 1].pk if len(rows) > AT_ONCE else 0,  # for earlier events
        )


def _sessions_of(request: HttpRequest, user: User) -> Iterator[dict[str, Any]]:
    """Those that still last, the newest first: when each began and was used last, in what browser,
    and from where if known."""
    now = site_time.bounds()[0]
    found = AccountSession.objects.filter(account=user, session__expire_date__gt=now)
    for one in found.select_related("session").order_by("-pk"):
        stored: Session = one.session
        held = stored.get_decoded()
        if not sessions.is_over(held):
            yield {
                "number": one.pk,
                "began": _time(held.get(sessions.BEGAN)),
                "seen": _time(held.get(sessions.SEEN)),
                "browser": held.get(sessions.BROWSER, gettext("Unknown browser")),
                "address": held.get(sessions.ADDRESS, ""),
                "is_this": stored.session_key == request.session.session_key,
            }


def _time(seconds: float | None) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if seconds else None


# What happened to an account, and in its classes.


def _events_of(user: User) -> QuerySet[SecurityEvent]:
    own = Classroom.every.filter(instructor=user).order_by()
    wanted = Q(account=user.pk) | Q(classroom__in=own.values("pk"))
    return SecurityEvent.objects.filter(wanted).select_related("origin").order_by("-pk")


def _shown(user: User, rows: list[SecurityEvent]) -> Iterator[Mapping[str, Any]]:
    """Equal events that followed each other are one: `about`: a person, a group or the like, by its
    number; `by`: who did it; `at`: the newest one's time."""
    own = dict(Classroom.every.filter(instructor=user).values_list("pk", "name"))
    numbers = {one for row in rows for one in (row.account, row.about) if one}
    names = dict(User.objects.filter(pk__in=numbers).values_list("pk", "username"))

    def told(row: SecurityEvent) -> Mapping[str, Any]:
        place = own.get(row.classroom or 0) or gettext("class %(number)s") % {
            "number": row.classroom
        }
        origin = getattr(row, "origin", None)
        return {
            "what": Kind(row.kind).label if row.kind in Kind.values else row.kind,
            "place": place if row.classroom else "",
            "about": _about(row, names),
            "by": _by(user, row, names),
            "address": shortened(origin.address) if origin else "",
        }

    for what, same in groupby(rows, told):
        events = list(same)
        yield {**what, "at": events[0].at, "first": events[-1].at, "count": len(events)}


def _about(row: SecurityEvent, names: dict[int, str]) -> str:
    if row.about is None:
        return ""
    number = {"number": row.about}
    if row.kind.startswith(("person.", "return_link.")):
        return gettext("person no. %(number)d") % number
    if row.kind == Kind.CLASS_HANDED_ON:
        return gettext("account %(account)s") % {"account": _account(row.about, names)}
    if row.kind.startswith("tournament."):
        return gettext("tournament %(number)d") % number
    return gettext("group %(number)d") % number


def _account(number: int, names: dict[int, str]) -> str:
    return f"{number} ({names[number]})" if number in names else str(number)


def _by(user: User, row: SecurityEvent, names: dict[int, str]) -> str:
    if row.person is not None:
        return gettext("by person no. %(number)d") % {"number": row.person}
    if row.account is None or row.account == user.pk:
        return ""
    return gettext("by account %(account)s") % {"account": _account(row.account, names)}


# Passkeys: to sign in with one, and an instructor's own.


@require_POST
def passkey(request: HttpRequest) -> HttpResponse:
    """Sign in with a passkey, which is both factors: the browser asks for what it needs first, and
    then posts its answer."""
    wanted, answer = next_of(request), request.POST.get("credential", "")
    show = partial(show_sign_in, request, next=wanted)
    if why := no_passkeys(request):
        return show(error=why, status=UNPROCESSABLE)
    from moderator.features.accounts import webauthn

    if "ask" in request.POST:
        return webauthn.options(request)
    found = webauthn.passkey_of(answer)
    username = found.user.username if found else ""
    keys, account = throttling.sign_in_keys(request, username, browser_of(request, username))
    if wait_s := try_begin(keys):
        return too_many(show, wait_s)
    try:
        user = webauthn.passkey_use(request, found, answer)
    except InvalidInput as error:
        record(Kind.LOGIN_FAILED, account=found.user_id if found else None)
        return show(error=str(error), status=UNPROCESSABLE)
    try_was_right(keys, reset=[account])
    record(Kind.PASSKEY_USED, account=user.pk)
    request.session.pop(PENDING, None)
    return begin(request, user, wanted or CLASSES)


@instructors("POST", lacks_factor=True)
def own_passkeys(request: HttpRequest) -> HttpResponse:
    """Add a passkey, or remove one, soon after signing in. A removed one's sessions end."""
    user, page = user_of(request), reverse("second-factor")
    if where := again_for(request, reverse("second-factor")):
        return SeeOther(where)
    if "remove" in request.POST:
        number, here = whole_number(request.POST["remove"]) or 0, request.session.session_key
        if passkey_remove(user, number, here):
            request.session.cycle_key()
        return go_on(request, user, page)
    name = request.POST.get("name", "")
    show = partial(show_factor, request, user, name=name, status=UNPROCESSABLE)
    if why := only_by_school(request, user) or no_passkeys(request):
        return show(passkey_error=why)
    from moderator.features.accounts import webauthn

    if "ask" in request.POST:
        return webauthn.options(request, user)
    try:
        webauthn.passkey_add(request, user, name, request.POST.get("credential", ""))
    except InvalidInput as error:
        return show(passkey_error=str(error))
    return go_on(request, user, request.session.get(LACKS_FACTOR) or page)
