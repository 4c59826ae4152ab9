"""Headers that every answer carries, whatever view made it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from moderator.web.errors import not_found

log = logging.getLogger(__name__)

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Nothing but our own files loads, and no page is kept by a browser or a proxy.

    Every page depends on a cookie (who asks) or on the log (how it stands), so a stored copy
    is wrong at best and somebody's secret objectives at worst. Static files are served by
    whitenoise, in front of this, with their own headers.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


class Vanished(MiddlewareMixin):
    """What somebody else has deleted while a page was made of it is not there: 404."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The log says where, should it be a defect after all."""
        if not isinstance(exception, ObjectDoesNotExist):
            return None
        log.warning("Something was gone while it was used.", exc_info=exception)
        return not_found(request, exception)
