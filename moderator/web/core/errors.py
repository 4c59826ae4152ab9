"""Error pages: what went wrong, and what to do next."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render

_DATABASE_ERRORS = (OperationalError, InterfaceError)
_READ_ONLY = "25006"  # PostgreSQL's SQLSTATE for a read-only transaction, as on a replica
RETRY_AFTER_S = 5
MOVE_FIELDS = frozenset({"key", "after", "game"})  # every form that records a move has these


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: the page doesn't exist, or this visitor has no access; both look the same.

    What was typed on a console that is no longer accessible is shown, so that it isn't lost.
    """
    match = request.resolver_match
    try:
        is_typed = match is not None and match.url_name in ("move", "catch-up")
        typed = request.POST.get("text", "") if is_typed else ""
    except (BadRequest, SuspiciousOperation, MultiPartParserError):
        typed = ""  # the request body is not a form
    return render(request, "404.html", {"path": request.path, "typed": typed}, status=404)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: the request is malformed; its body isn't read again here."""
    return render(request, "400.html", status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a bug. The template needs no database, session or context processor."""
    if is_unavailable(sys.exc_info()[1]):
        return unavailable(request)
    return render(request, "500.html", status=500)


@dataclass(frozen=True)
class UnavailablePage:
    """The context of the 503 page.

    `fields` hold a move's form, to be sent again unchanged; other forms may hold a password.
    """

    path: str
    is_sent: bool
    is_unsure: bool
    typed: str
    fields: tuple[tuple[str, str], ...]


def is_unavailable(error: BaseException | None) -> bool:
    """Whether the error is the database's state, not a bug of ours."""
    is_read_only = getattr(getattr(error, "__cause__", None), "sqlstate", "") == _READ_ONLY
    return isinstance(error, _DATABASE_ERRORS) or is_read_only


def unavailable(request: HttpRequest) -> HttpResponse:
    """503: whether the form was recorded, and how to go on. It needs neither session nor user."""
    post = request.POST
    is_move = set(post) >= MOVE_FIELDS
    names = [name for name in post if is_move and name != "csrfmiddlewaretoken"]
    page = UnavailablePage(
        path=request.path,
        is_sent=request.method == "POST",
        is_unsure=getattr(request, "_may_be_recorded", False),
        typed=str(post.get("text", "")) if is_move else "",
        fields=tuple((name, str(value)) for name in names for value in post.getlist(name)),
    )
    response = render(request, "503.html", {"page": page}, status=503)
    response.headers["Retry-After"] = str(RETRY_AFTER_S)
    return response


def may_be_recorded(request: HttpRequest) -> None:
    """Note that if the database fails from here on, the move may have been recorded."""
    request._may_be_recorded = True  # type: ignore[attr-defined]
