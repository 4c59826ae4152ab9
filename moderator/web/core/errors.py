"""What a visitor is told when a page can't be shown: plain words, and what to do next."""

from __future__ import annotations

import sys

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render

from moderator.web.core import unavailable


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


def broken(request: HttpRequest) -> HttpResponse:
    """A defect: the template needs no database, no session and no context processor."""
    if unavailable.is_away(sys.exc_info()[1]):
        return unavailable.away(request)
    return render(request, "500.html", status=500)
