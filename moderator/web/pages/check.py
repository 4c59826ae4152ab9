"""The connection check: what works between a device and the site, in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from moderator.live import connection_check
from moderator.web.core.invitations import PhoneLink, phone_link
from moderator.web.core.responses import address, is_loopback, public_url, render_page


class Reached(StrEnum):
    """How the device has reached the site, compared with the address in QR codes."""

    SCANNED = "scanned"
    SAME = "same"
    OTHER = "other"  # the QR codes of the site's own computer name another address
    HERE = "here"  # it is the site's own computer, whose QR codes name another address
    ALONE = "alone"  # it is the site's own computer, and no other device reaches it


@dataclass(frozen=True)
class CheckPage:
    """What the server knows itself; the script tests the rest.

    `events` and `interval_ms` are those of the stream at `feed`. `origin` is the start of the
    page's URL as the server has it, and `public` the address in QR codes.
    """

    feed: str
    events: int
    interval_ms: int
    origin: str
    address: str
    public: str
    reached: Reached
    link: PhoneLink


@require_safe
def check(request: HttpRequest) -> HttpResponse:
    """The page; `?qr` is in the URL of its own QR code."""
    path = reverse("check")
    link = phone_link(request, f"{path}?qr", gettext("QR code of the connection check"))
    origin = request.build_absolute_uri("/").rstrip("/")
    public = settings.PUBLIC_URL or public_url(request, "/").rstrip("/")
    page = CheckPage(
        feed=connection_check.PATH,
        events=connection_check.EVENTS,
        interval_ms=round(connection_check.INTERVAL_S * 1000),
        origin=origin,
        address=address(origin),
        public=address(public),
        reached=_reached(request, origin, public),
        link=link,
    )
    return render_page(request, "web/pages/check.html", page)


def _reached(request: HttpRequest, origin: str, public: str) -> Reached:
    if is_loopback(request):
        return Reached.HERE if settings.PUBLIC_URL else Reached.ALONE
    if "qr" in request.GET:
        return Reached.SCANNED
    return Reached.SAME if urlsplit(origin) == urlsplit(public) else Reached.OTHER
