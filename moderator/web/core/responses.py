"""Responses: pages from one template and one frozen dataclass, redirects, public URLs."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port
from django.shortcuts import render
from django.utils.http import content_disposition_header

CONFLICT = 409
UNPROCESSABLE = 422
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def render_page(request: HttpRequest, template: str, page: Any, status: int = 200) -> HttpResponse:
    """Render a template whose only context variable is `page`."""
    return render(request, template, {"page": page}, status=status)


class SeeOther(HttpResponseRedirect):
    """303: the form was accepted, and reloading the next page doesn't send it again."""

    status_code = 303


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
