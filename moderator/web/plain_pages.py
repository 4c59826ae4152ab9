"""Pages for requests that never reach a view: no request, no session, no database."""

from __future__ import annotations

from functools import cache

from django.template.loader import render_to_string
from django.utils.translation import gettext

from moderator.web.middleware import CONTENT_SECURITY_POLICY, PERMISSIONS_POLICY

Headers = list[tuple[bytes, bytes]]


def _said(status: int) -> tuple[str, str]:
    """What is shown: a title and a sentence."""
    if status == 408:
        return gettext("That took too long"), gettext(
            "What your browser was sending stopped half-way, so nothing was changed. Go back, and "
            "send it again."
        )
    if status == 413:
        return gettext("That was too large"), gettext(
            "Nothing was changed. A form may hold 1 MB, and a record’s file 16 MB."
        )
    if status == 503:
        return gettext("Not possible just now"), gettext(
            "Too much is being sent here at once. Go back, and send it again in a minute."
        )
    return gettext("Something broke here"), gettext(
        "That was not your fault. Every move that was confirmed before is safe. Go back and try "
        "again; if it was a move, look at the log first."
    )


@cache
def page(status: int) -> tuple[Headers, bytes]:
    """The headers and the bytes of a page; made once."""
    title, text = _said(status)
    body = render_to_string("web/plain.html", {"title": title, "text": text}).encode()
    headers = {
        "content-type": "text/html; charset=utf-8",
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "content-security-policy": CONTENT_SECURITY_POLICY,
        "permissions-policy": PERMISSIONS_POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
    } | ({"retry-after": "60"} if status == 503 else {})
    return [(name.encode(), value.encode()) for name, value in headers.items()], body
