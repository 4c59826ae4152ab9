"""Middleware: the headers of every response, and pages about deleted things."""

from __future__ import annotations

import codecs
import logging
from collections.abc import Callable

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from moderator.web.core.errors import bad_request, not_found

log = logging.getLogger(__name__)

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
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
