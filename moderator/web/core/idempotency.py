"""A form that creates something works once, however often its button is pressed."""

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
    """The address to go to: what `make` gives, or what it gave for the same form before.

    The session's row is read and written in one transaction with what is made, so the second
    of two clicks waits for the first and finds its answer. Whatever `make` raises leaves
    nothing behind.

    Raises:
        BadRequest: the form carries no key.
    """
    key = request.POST.get("once", "")
    if not credentials.is_key(key) or not key:
        raise BadRequest("A form that creates something carries a key of its own.")
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
