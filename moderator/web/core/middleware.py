"""Headers that every answer carries, whatever view made it."""

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
    # A console link is a key: it must not reach another site in a Referer.
    "Referrer-Policy": "same-origin",
    # No other site opens a page here and keeps a hand on it, or loads anything from here.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Nothing but our own files loads, and no page is kept by a browser or a proxy.

    Every page depends on a cookie (who asks) or on the log (how it stands), so a stored copy
    is wrong at best and somebody's secrets at worst. Stands first, so that refusals of
    a host or of plain HTTP carry them too. Static files set their own `Cache-Control`.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request) if _is_utf8(request) else bad_request(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return middleware


def _is_utf8(request: HttpRequest) -> bool:
    """Whether what is sent is said to be in the letters of our forms, or nothing is said.

    Python knows encodings that are none of text, and would fail over them.
    """
    return request.encoding is None or codecs.lookup(request.encoding).name == "utf-8"


class DeletedMeanwhile(MiddlewareMixin):
    """What somebody else has deleted while a page was made of it is not there: 404."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The log says where, should it be a defect after all."""
        if not isinstance(exception, ObjectDoesNotExist):
            return None
        log.warning("Something was gone while it was used.", exc_info=exception)
        return not_found(request, exception)
