"""Parts of a chart that stay as they are from move to move, drawn once."""

from __future__ import annotations

from collections.abc import Hashable

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from moderator.play.cache import LruCache

register = template.Library()

_parts: LruCache[SafeString] = LruCache(
    6_000
)  # two moves of 40 groups; some 3 kB each, with its key


@register.simple_tag
def part(name: str, **values: Hashable) -> SafeString:
    """The template `name` with these values alone, drawn once for each of them.

    Values are frozen: what a rules' view is made of. A move changes a row or two of a chart, and
    the rest is the same as before.
    """
    key = (name, get_language(), timezone.get_current_timezone(), *values.items())
    return _parts.get_or_make(key, lambda: render_to_string(name, dict(values)))
