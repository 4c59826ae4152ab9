"""Responses: pages from a template and its values, redirects, error pages, tables as CSV.

The middleware that sets the headers of every response is here, too.
"""

from __future__ import annotations

import codecs
import csv
import io
import logging
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import wraps
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import BadRequest, ObjectDoesNotExist, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.multipartparser import MultiPartParserError
from django.http.request import split_domain_port
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import content_disposition_header
from django.utils.translation import gettext

from moderator import metrics
from moderator.core import credentials, queries
from moderator.core.access import not_moderated, removed_from
from moderator.core.errors import InvalidInput

# Responses: pages from one template and its values, redirects, public URLs.

CONFLICT = 409
UNPROCESSABLE = 422
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def render_page(
    request: HttpRequest, template: str, page: Any = None, /, status: int = 200, **values: object
) -> HttpResponse:
    """Render a template whose only context variable is `page`: an object, or a few values."""
    page = SimpleNamespace(**values) if page is None else page
    return render(request, template, {"page": page}, status=status)


class SeeOther(HttpResponseRedirect):
    """303: the form was accepted, and reloading the next page doesn't send it again."""

    status_code = 303


def not_installed(extra: str, package: str) -> str:
    """How an optional part of the site is installed; empty if it is."""
    if find_spec(package):
        return ""
    return gettext(
        "This part of the site isn’t installed. Whoever runs the site does that with the "
        "command %(command)s."
    ) % {"command": f"python3 manage.py up --extra {extra}"}


View = Callable[..., HttpResponse]


def optional(
    problem: Callable[[], str], told: Callable[[HttpRequest, str, int], HttpResponse]
) -> Callable[[View], View]:
    """Decorate views of an optional part: the page `told` says why there is none here (404), or why
    a view refuses something."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, *given: Any, **url: Any) -> HttpResponse:
            if why := problem():
                return told(request, why, 404)
            try:
                return view(request, *given, **url)
            except InvalidInput as error:
                return told(request, str(error), UNPROCESSABLE)

        return wrapper

    return decorate


# What the page's script posts until there is an answer (static/posting.js).

KEY, NEXT = "X-Key", "X-Next"
"""The headers of an answer: the form's key, by which the script knows that it is the site's own;
and the page that follows."""


def told(sentence: str, status: int = 200) -> HttpResponse:
    """The answer to a form posted with `part`: why nothing was stored, or what the script needs."""
    return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")


def delivered(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view that the script posts to: its answers have the form's key. With `part` a
    redirect is an answer, too."""

    @wraps(view)
    def wrapper(request: HttpRequest, *given: Any) -> HttpResponse:
        response, key = view(request, *given), request.POST.get("key", "")
        if isinstance(response, SeeOther) and "part" in request.POST:
            page = response.url
            response = told("")
            response.headers[NEXT] = page
        if key and credentials.is_key(key):
            response.headers[KEY] = key
        return response

    return wrapper


def cookie_set(
    response: HttpResponse, name: str, value: str, age_s: int, samesite: Literal["Lax", "Strict"]
) -> None:
    """Let the browser keep a cookie that no script reads."""
    is_secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(name, value, age_s, secure=is_secure, httponly=True, samesite=samesite)


def file_response(
    content: bytes, content_type: str, name: str, *, is_saved: bool = False
) -> HttpResponse:
    """A file with this name, which opens in the browser or is saved."""
    disposition = content_disposition_header(is_saved, name) or "inline"
    headers = {"Content-Disposition": disposition}
    return HttpResponse(content, content_type=content_type, headers=headers)


def public_url(request: HttpRequest, path: str) -> str:
    """The absolute URL of a path, as a phone in the room reaches it.

    On a loopback address PUBLIC_URL is used instead. Without one phones can't reach it:
    `do_phones_reach`.
    """
    base: str = settings.PUBLIC_URL
    if base and is_loopback(request):
        return f"{base}{path}"
    return request.build_absolute_uri(path)


def do_phones_reach(request: HttpRequest) -> bool:
    """Whether other devices reach what `public_url` returns. PUBLIC_URL is taken at its word."""
    return bool(settings.PUBLIC_URL) or not is_loopback(request)


def is_loopback(request: HttpRequest) -> bool:
    """Whether the page was opened at an address that only this machine reaches."""
    return split_domain_port(request.get_host())[0] in LOOPBACK


def address(url: str) -> str:
    """A URL without its scheme, as people read it out."""
    parts = urlsplit(url)
    return f"{parts.netloc}{parts.path}".rstrip("/")


# Error pages: what went wrong, and what to do next.

_DATABASE_ERRORS = (OperationalError, InterfaceError)
_READ_ONLY = "25006"  # PostgreSQL's SQLSTATE for a read-only transaction, as on a replica
RETRY_AFTER_S = 5
MOST_AGAIN = 2**16  # letters of a form that is shown again
MOVE_FIELDS = frozenset({"key", "after", "game"})  # every form that records a move has these


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: the page doesn't exist, or this visitor has no access; both look the same.

    Only who was removed from the class is told so, and people of the class who moderates a group
    whose console they ask for. What was typed on a console that is no longer accessible is shown,
    so that it isn't lost.
    """
    match = request.resolver_match
    try:
        is_typed = match is not None and match.url_name in ("move", "catch-up")
        typed = request.POST.get("text", "")[:MOST_AGAIN] if is_typed else ""
    except (BadRequest, SuspiciousOperation, MultiPartParserError):
        typed = ""  # the request body is not a form
    group = not_moderated(request)
    context = {
        "path": request.path,
        "typed": typed,
        "removed_from": removed_from(request),
        "not_moderated": group,
        "moderators": [one.display_name for one in queries.moderators_of(group)] if group else [],
    }
    return render(request, "404.html", context, status=404)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: the request is malformed; its body isn't read again here."""
    return render(request, "400.html", status=400)


def no_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without a valid token against forged ones. It is counted and not logged."""
    metrics.NO_TOKEN.inc()
    return render(request, "403_csrf.html", status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a bug. The template needs no database, session or context processor."""
    if is_unavailable(sys.exc_info()[1]):
        return unavailable(request)
    return render(request, "500.html", status=500)


def is_unavailable(error: BaseException | None) -> bool:
    """Whether the error is the database's state, not a bug of ours."""
    is_read_only = getattr(getattr(error, "__cause__", None), "sqlstate", "") == _READ_ONLY
    return isinstance(error, _DATABASE_ERRORS) or is_read_only


def unavailable(request: HttpRequest) -> HttpResponse:
    """503: whether the form was recorded, and how to go on. It needs neither session nor user.

    `fields` hold a move's form, to be sent again unchanged; other forms may hold a password.
    """
    post = request.POST
    size = sum(len(value) for values in dict(post.lists()).values() for value in values)
    is_move = set(post) >= MOVE_FIELDS and size <= MOST_AGAIN
    names = [name for name in post if is_move and name != "csrfmiddlewaretoken"]
    response = render_page(
        request,
        "503.html",
        status=503,
        path=request.path,
        is_sent=request.method == "POST",
        is_unsure=getattr(request, "_may_be_recorded", False),
        typed=str(post.get("text", "")) if is_move else "",
        fields=[(name, str(value)) for name in names for value in post.getlist(name)],
    )
    response.headers["Retry-After"] = str(RETRY_AFTER_S)
    return response


def may_be_recorded(request: HttpRequest) -> None:
    """Note that if the database fails from here on, the move may have been recorded."""
    request._may_be_recorded = True  # type: ignore[attr-defined]


# Middleware: the headers of every response, and pages about deleted things.

log = logging.getLogger(__name__)

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Permissions-Policy": PERMISSIONS_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # A console link is a secret: it must not reach another site in a Referer.
    "Referrer-Policy": "same-origin",
    # Other sites can neither keep a reference to a window of ours nor load anything from here.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Allow only our own files to load, and forbid caching.

    Every page depends on a cookie or on the log, so a cached copy is outdated at best and
    somebody else's secrets at worst. This is the first middleware, so that responses to a wrong
    host or plain HTTP get the headers too. Static files set their own `Cache-Control`.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request) if _is_utf8(request) else bad_request(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return middleware


def _is_utf8(request: HttpRequest) -> bool:
    """Whether the request's declared encoding, if any, is UTF-8.

    Python's codecs include some that don't decode to text and would raise errors later.
    """
    return request.encoding is None or codecs.lookup(request.encoding).name == "utf-8"


class DeletedMeanwhile(MiddlewareMixin):
    """404 for a page whose object somebody else deleted while it was rendered."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Log the exception, in case it is a bug after all."""
        if not isinstance(exception, ObjectDoesNotExist):
            return None
        log.warning("An object was deleted while a page used it.", exc_info=exception)
        return not_found(request, exception)


# Tables as CSV files, which spreadsheets open without running anything.


CSV = "text/csv; charset=utf-8"
BYTE_ORDER_MARK = "\ufeff"
"""At the start of a CSV file it makes spreadsheets read the file as UTF-8."""
# At the start of a cell, also where the file is split at other separators than it was written with;
# in some languages wide letters count, too.
_FORMULA = re.compile(
    r"^(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])"
    r"|(?<=[,;\t\r\n])(?=[=+\-@\uff1d\uff0b\uff0d\uff20])"
)
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*%?|-")  # a lone dash stands for nothing in a cell


def table_response(
    name: str, rows: Iterable[Sequence[object]], mark: str = BYTE_ORDER_MARK
) -> HttpResponse:
    """A CSV file with this name; no value in it is a formula."""
    return file_response((mark + table_text(rows)).encode(), CSV, name, is_saved=True)


def table_time(at: datetime | None, time_zone: str) -> str:
    """A time as tables have it, in the class's time zone."""
    return at.astimezone(ZoneInfo(time_zone)).strftime("%Y-%m-%d %H:%M") if at else ""


def table_text(rows: Iterable[Sequence[object]], separator: str = ",", end: str = "\r\n") -> str:
    """The rows as CSV; no value in it is a formula."""
    text = io.StringIO()
    table = csv.writer(text, delimiter=separator, lineterminator=end)
    shown = (["" if value is None else str(value) for value in row] for row in rows)
    table.writerows([harmless(value) for value in row] for row in shown)
    return text.getvalue()


def harmless(value: str) -> str:
    """The value, never a formula of a spreadsheet.

    >>> harmless("=1+1"), harmless("Ann;=1+1"), harmless("-2.5"), harmless("a = b")
    ("'=1+1", "Ann;'=1+1", '-2.5', 'a = b')
    """
    is_plain = not value or value.isalnum() or _NUMBER.fullmatch(value)
    return value if is_plain else _FORMULA.sub("'", value)
