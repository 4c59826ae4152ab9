"""What every view needs to answer: one template, one frozen dataclass."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port
from django.shortcuts import render

UNPROCESSABLE = 422
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def render_page(request: HttpRequest, template: str, page: Any, status: int = 200) -> HttpResponse:
    """The page; in the template it is `page`, and there is nothing else."""
    return render(request, template, {"page": page}, status=status)


class SeeOther(HttpResponseRedirect):
    """303: the form was taken, and a reload of what follows sends nothing again."""

    status_code = 303


def public_url(request: HttpRequest, path: str) -> str:
    """The address of a path as a phone in the room reaches it.

    Whoever opens the site by a loopback address would show the class a QR code that leads
    nowhere; PUBLIC_URL is used then.
    """
    base: str = settings.PUBLIC_URL
    if base and split_domain_port(request.get_host())[0] in LOOPBACK:
        return f"{base}{path}"
    return request.build_absolute_uri(path)


def address(url: str) -> str:
    """An address as people read it out: without the scheme."""
    parts = urlsplit(url)
    return f"{parts.netloc}{parts.path}".rstrip("/")
