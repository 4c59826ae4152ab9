"""Pages for requests that never reach a view: no request, no session, no database."""

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
    """What a page says: its title, and what to do. Both are lazy translations."""

    status: int
    title: StrPromise
    text: StrPromise


SAID = {
    "slow": BarePage(
        408,
        _("That took too long"),
        _(
            "What your browser was sending stopped half-way, so nothing was changed. Go back, and "
            "send it again."
        ),
    ),
    "large": BarePage(
        413,
        _("That was too large"),
        _(
            "Nothing was changed. A form may hold 1 MiB (a move’s 64 KiB), a record’s file "
            "%(most)d MiB."
        ),
    ),
    "address": BarePage(
        414,
        _("No such address"),
        _("The address is too long to be one of this site. Begin at the start page."),
    ),
    "head": BarePage(
        431,
        _("That could not be read"),
        _(
            "Your browser sends too much along with each page. Delete its cookies of this site, "
            "and begin at the start page."
        ),
    ),
    "broken": BarePage(
        500,
        _("Something broke here"),
        _(
            "That was not your fault. Every move that was confirmed before is safe. Go back and "
            "try again; if it was a move, look at the log first."
        ),
    ),
    "full": BarePage(
        503,
        _("Not possible just now"),
        _(
            "Too much is being sent here at once, so nothing was changed. Go back, and send it "
            "again in a minute."
        ),
    ),
    "ending": BarePage(
        503,
        _("The site is being ended"),
        _(
            "If it was a move, nobody can say yet whether it was recorded. Load the page that you "
            "came from in a minute, and look: the log shows it."
        ),
    ),
}


@cache
def page(why: str) -> tuple[int, Headers, bytes]:
    """The status, the headers and the bytes of a page; made once."""
    said = SAID[why]
    text = str(said.text) % {"most": MOST_UPLOAD_BYTES // 2**20}
    body = render_to_string("web/core/plain.html", {"title": said.title, "text": text}).encode()
    headers = {
        **HEADERS,
        "Content-Type": "text/html; charset=utf-8",
        "Content-Length": str(len(body)),
        **({"Retry-After": "60"} if said.status == 503 else {}),
    }
    items = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    return said.status, [*items, *hsts_headers()], body
