"""Pages of passkeys: to sign in with one, and an instructor's own.

The library is imported when it is needed.
"""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from moderator.core import throttling
from moderator.core.access import LACKS_FACTOR, instructors, user_of
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.core.forms import whole_number
from moderator.core.responses import UNPROCESSABLE, SeeOther
from moderator.core.throttling import try_begin, try_was_right
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
from moderator.features.accounts.write import passkey_remove


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
