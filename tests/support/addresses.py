"""Every URL of the site, from all packages."""

from __future__ import annotations

from typing import Any

from django.urls import get_resolver


def patterns() -> list[Any]:
    """The URL patterns, in the order in which they are tried."""
    return [
        one
        for included in get_resolver("moderator.urls").url_patterns
        for one in included.url_patterns
    ]
