"""The pages about the site: the credits, and what works between a device and the site."""

from __future__ import annotations

from enum import StrEnum
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from moderator.core import games as core_games
from moderator.core.links import phone_link
from moderator.core.responses import address, is_loopback, public_url, render_page
from moderator.live.feed import CONNECTION_CHECK_PATH, EVENTS, INTERVAL_S
from moderator.rules.registry import GAMES

# The credits: the games' authors, and the software that the site uses.


# Name, licence and address of what others have made.
LIBRARIES = (
    ("Django", "BSD-3-Clause", "https://www.djangoproject.com/"),
    ("htmx", "0BSD", "https://htmx.org/"),
    ("django-htmx", "MIT", "https://github.com/adamchainz/django-htmx"),
    (
        "django-template-partials",
        "MIT",
        "https://github.com/carltongibson/django-template-partials",
    ),
    ("dj-database-url", "BSD-3-Clause", "https://github.com/jazzband/dj-database-url"),
    ("ReportLab", "BSD-3-Clause", "https://www.reportlab.com/"),
    ("python-bidi", "LGPL-3.0", "https://github.com/MeirKriheli/python-bidi"),
    ("arabic-reshaper", "MIT", "https://github.com/mpcabd/python-arabic-reshaper"),
    ("openpyxl", "MIT", "https://openpyxl.readthedocs.io/"),
    ("NetworkX", "BSD-3-Clause", "https://networkx.org/"),
    ("Segno", "BSD-3-Clause", "https://github.com/heuer/segno"),
    ("Uvicorn", "BSD-3-Clause", "https://www.uvicorn.org/"),
    ("WhiteNoise", "MIT", "https://whitenoise.readthedocs.io/"),
    ("Psycopg", "LGPL-3.0", "https://www.psycopg.org/"),
    ("PyOTP", "MIT", "https://github.com/pyauth/pyotp"),
    ("Noto Sans, Noto Serif", "SIL Open Font License 1.1", "https://notofonts.github.io/"),
)


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
    return render_page(request, "about/about.html", games=games, libraries=LIBRARIES)


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
    path = reverse("check")
    link = phone_link(request, f"{path}?qr", gettext("QR code of the connection check"))
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
