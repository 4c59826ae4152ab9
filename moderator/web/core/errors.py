"""What a visitor is told when a page can't be shown: plain words, and what to do next."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render

_AWAY = (OperationalError, InterfaceError)
_READ_ONLY = "25006"  # PostgreSQL takes nothing just now: a copy that stands in, or its operator
WAIT_S = 5  # a browser or a proxy asks again after so long
MOVE = frozenset({"key", "after", "game"})  # what a form carries that records a move


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Nothing here, or nothing for this visitor: the two look the same.

    Whoever has been shut out of a console keeps what was typed there.
    """
    match = request.resolver_match
    try:
        typed = request.POST.get("text", "") if match and match.url_name == "move" else ""
    except (BadRequest, SuspiciousOperation, MultiPartParserError):
        typed = ""  # what came is no form of ours
    return render(request, "404.html", {"path": request.path, "typed": typed}, status=404)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """What arrived is no form of ours. It isn't read again here, not even for its protection."""
    return render(request, "400.html", status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """A defect: the template needs no database, no session and no context processor."""
    if is_unavailable(sys.exc_info()[1]):
        return unavailable(request)
    return render(request, "500.html", status=500)


@dataclass(frozen=True)
class UnavailablePage:
    """`fields`: the form of a move, to be sent again as it was; none for anything else.

    Other forms are not kept: one may hold a password.
    """

    path: str
    is_sent: bool
    is_unsure: bool
    typed: str
    fields: tuple[tuple[str, str], ...]


def is_unavailable(error: BaseException | None) -> bool:
    """Whether this is the database's state, not a defect of ours."""
    is_read_only = getattr(getattr(error, "__cause__", None), "sqlstate", "") == _READ_ONLY
    return isinstance(error, _AWAY) or is_read_only


def unavailable(request: HttpRequest) -> HttpResponse:
    """503: what became of what was sent, and how to go on. It needs neither session nor user."""
    post = request.POST
    is_move = set(post) >= MOVE
    names = [name for name in post if is_move and name != "csrfmiddlewaretoken"]
    page = UnavailablePage(
        path=request.path,
        is_sent=request.method == "POST",
        is_unsure=getattr(request, "_may_be_recorded", False),
        typed=str(post.get("text", "")) if is_move else "",
        fields=tuple((name, str(value)) for name in names for value in post.getlist(name)),
    )
    response = render(request, "503.html", {"page": page}, status=503)
    response.headers["Retry-After"] = str(WAIT_S)
    return response


def may_be_recorded(request: HttpRequest) -> None:
    """From here on, should the database go, nobody can say that nothing was recorded."""
    request._may_be_recorded = True  # type: ignore[attr-defined]
