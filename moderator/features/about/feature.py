"""The pages about the site: credits, its security contact, and the connection check."""

from __future__ import annotations

import functools
import json
from datetime import timedelta
from enum import StrEnum
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from moderator.core import games as core_games
from moderator.core.feature import Feature
from moderator.core.links import phone_link
from moderator.core.responses import address, is_loopback, public_url, render_page
from moderator.live.feed import CONNECTION_CHECK_PATH, EVENTS, INTERVAL_S
from moderator.rules.registry import GAMES

# The credits: the games' authors, and the software that the site uses; the security contact.


@functools.cache
def _others_work() -> list[tuple[str, str, str]]:
    """Name, licence and address of what others have made and the site uses."""
    listed = json.loads((settings.BASE_DIR / "sbom.cdx.json").read_text("utf-8"))
    found = {}
    for one in listed["components"]:
        name = one["description"] if one["type"] == "file" else one["name"]
        terms = one["licenses"][0]
        licence = terms.get("expression") or terms["license"].get("id") or terms["license"]["name"]
        found[name] = licence, one["externalReferences"][0]["url"]
    return sorted(((name, *rest) for name, rest in found.items()), key=lambda one: one[0].lower())


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    shipped = core_games.shipped()
    games = tuple(
        (
            game,
            (f"games/{core_games.folder_of(game.id)}/about.html", "about/no_story.html"),
            tuple(shipped.get(game.id, {}).values()),
        )
        for game in GAMES.values()
    )
    contact = settings.SECURITY_CONTACT
    return render_page(
        request,
        "about/about.html",
        games=games,
        others_work=_others_work(),
        school=settings.OIDC_PROVIDER.get("name"),
        has_courses=settings.LTI_PLATFORMS is not None,
        contact=contact,
        contact_shown=contact.removeprefix("mailto:").removeprefix("tel:"),
    )


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The security contact, as in RFC 9116. It is written anew each time, so it never expires."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    lines = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": f"{timezone.now() + timedelta(days=30):%Y-%m-%dT%H:%M:%SZ}",
    }
    if request.is_secure():
        lines["Canonical"] = request.build_absolute_uri(reverse("security-txt"))
        lines["Policy"] = request.build_absolute_uri(reverse("about") + "#security")
    text = "".join(f"{key}: {value}\n" for key, value in lines.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


# The connection check: what works between a device and the site, in plain words.


class Reached(StrEnum):
    """How the device has reached the site, compared with the address in QR codes."""

    SCANNED = "scanned"
    SAME = "same"
    OTHER = "other"  # the QR codes of the site's own computer name another address
    HERE = "here"  # it is the site's own computer, whose QR codes name another address
    ALONE = "alone"  # it is the site's own computer, and no other device reaches it


@require_safe
def check(request: HttpRequest) -> HttpResponse:
    """The page; `?qr` is in the URL of its own QR code."""
    link = phone_link(request, f"{reverse('check')}?qr", gettext("QR code of the connection check"))
    origin = request.build_absolute_uri("/").rstrip("/")
    public = settings.PUBLIC_URL or public_url(request, "/").rstrip("/")
    return render_page(
        request,
        "about/check.html",
        feed=CONNECTION_CHECK_PATH,
        events=EVENTS,
        interval_ms=round(INTERVAL_S * 1000),
        origin=origin,
        address=address(origin),
        public=address(public),
        reached=_reached(request, origin, public),
        link=link,
    )


def _reached(request: HttpRequest, origin: str, public: str) -> Reached:
    if is_loopback(request):
        return Reached.HERE if settings.PUBLIC_URL else Reached.ALONE
    if "qr" in request.GET:
        return Reached.SCANNED
    return Reached.SAME if urlsplit(origin) == urlsplit(public) else Reached.OTHER


FEATURE = Feature(
    urls=(
        path("about/", about, name="about"),
        path(".well-known/security.txt", security_txt, name="security-txt"),
        path("check/", check, name="check"),
    ),
)
