"""Error pages for requests that never reach a view: without session or database."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from moderator.live.headers import hsts_headers
from moderator.play.services.records import MOST_UPLOAD_BYTES
from moderator.web.core.middleware import HEADERS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True)
class BarePage:
    """An error page's texts, as lazy translations."""

    status: int
    title: StrPromise
    text: StrPromise


PAGES = {
    "slow": BarePage(
        408,
        _("That took too long"),
        _("Your browser stopped sending half-way, so nothing was changed. Go back and try again."),
    ),
    "large": BarePage(
        413,
        _("That was too large"),
        _(
            "Nothing was changed. A form can have 1 MiB (a move’s 64 KiB), a record file "
            "%(most)d MiB."
        ),
    ),
    "address": BarePage(
        414,
        _("No such address"),
        _("The address is too long for this site. Go to the start page."),
    ),
    "head": BarePage(
        431,
        _("That could not be read"),
        _(
            "Your browser sends too much with each page. Delete its cookies for this site and go "
            "to the start page."
        ),
    ),
    "broken": BarePage(
        500,
        _("Something broke here"),
        _(
            "That was not your fault. All confirmed moves are safe. Go back and try again; if it "
            "was a move, look at the log first."
        ),
    ),
    "full": BarePage(
        503,
        _("The site is too busy"),
        _(
            "Too many people are sending at once, so nothing was changed. Go back and try again in "
            "a minute."
        ),
    ),
    "ending": BarePage(
        503,
        _("The site is shutting down"),
        _(
            "If it was a move, it may or may not have been recorded. Load the page that you came "
            "from again in a minute: the log shows it."
        ),
    ),
}


@cache
def page(why: str) -> tuple[int, Headers, bytes]:
    """The status, the headers and the bytes of a page, rendered once."""
    texts = PAGES[why]
    text = str(texts.text) % {"most": MOST_UPLOAD_BYTES // 2**20}
    body = render_to_string("web/core/plain.html", {"title": texts.title, "text": text}).encode()
    headers = {
        **HEADERS,
        "Content-Type": "text/html; charset=utf-8",
        "Content-Length": str(len(body)),
        **({"Retry-After": "60"} if texts.status == 503 else {}),
    }
    items = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    return texts.status, [*items, *hsts_headers()], body
