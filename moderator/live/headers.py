"""Headers of the responses that don't pass through Django's middleware."""

from __future__ import annotations

from django.conf import settings

from moderator.live.events import Headers

_SAFE: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (
        b"content-security-policy",
        b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]


def no_store_headers() -> Headers:
    """Headers that forbid caching and loading anything from the response."""
    return [*_SAFE, *hsts_headers()]


def hsts_headers() -> Headers:
    """The HSTS header, if HTTPS is on."""
    seconds = settings.SECURE_HSTS_SECONDS
    return [(b"strict-transport-security", b"max-age=%d" % seconds)] if seconds else []
