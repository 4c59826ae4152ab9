"""Idempotency keys: a form that creates something works once, however often it is sent."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.sessions.models import Session
from django.core.exceptions import BadRequest
from django.db import transaction
from django.http import HttpRequest

from moderator.play import credentials

DONE = "done"  # in the session: [[key, address], ...], the newest last
_KEPT = 50


def only_once(request: HttpRequest, make: Callable[[], str]) -> str:
    """The URL to redirect to: the result of `make`, or its earlier result for the same form.

    The session's row is locked in the same transaction, so the second of two clicks waits for
    the first and gets its result. If `make` raises an exception, everything is rolled back.

    Raises:
        BadRequest: the form has no key.
    """
    key = request.POST.get("once", "")
    if not credentials.is_key(key) or not key:
        raise BadRequest("A form that creates something needs an idempotency key.")
    with transaction.atomic():
        row = Session.objects.select_for_update().get(session_key=request.session.session_key)
        done: list[list[str]] = row.get_decoded().get(DONE, [])
        for known, address in done:
            if known == key:
                return address
        address = make()
        request.session[DONE] = [*done, [key, address]][-_KEPT:]
        request.session.save()
        return address
