"""Every URL of the site, from all packages."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.urls import get_resolver, reverse

SHEETS = ("chart-pdf", "score-pdf", "briefings-pdf", "log-pdf")
"""A group's sheets, which have one pattern."""
CLASS_SHEETS = ("class-results-pdf", "class-attendance-pdf")
"""A class's sheets, likewise."""


def patterns() -> list[Any]:
    """The URL patterns, in the order in which they are tried."""
    return [
        one
        for each in get_resolver("moderator.urls").url_patterns
        for one in getattr(each, "url_patterns", [each])
    ]


@cache
def arguments() -> dict[str, tuple[str, ...]]:
    """The names of all URLs, each with the words that it needs."""
    found = {one.name: tuple(one.pattern.converters) for one in patterns()}
    found.pop("sheet-pdf")
    found.pop("class-sheet-pdf")
    return found | dict.fromkeys(SHEETS, ("code",)) | dict.fromkeys(CLASS_SHEETS, ("pk",))


def url(name: str, **words: Any) -> str:
    """The URL with that name."""
    if name in SHEETS:
        return reverse("sheet-pdf", kwargs={**words, "sheet": name.removesuffix("-pdf")})
    if name in CLASS_SHEETS:
        sheet = name.removeprefix("class-").removesuffix("-pdf")
        return reverse("class-sheet-pdf", kwargs={**words, "sheet": sheet})
    return reverse(name, kwargs=words)
