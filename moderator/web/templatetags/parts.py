"""Parts of a chart that rarely change from move to move, cached."""

from __future__ import annotations

from collections.abc import Hashable

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from moderator.play.cache import MB, LruCache

register = template.Library()

# Two moves of 40 groups; some 3 kB each, half of it the key.
_parts: LruCache[SafeString] = LruCache(16 * MB, entry_bytes=1_500)


@register.simple_tag
def part(name: str, **values: Hashable) -> SafeString:
    """The template `name` rendered with these values alone; cached.

    The values are frozen, as in a rules' view. A move changes only a row or two of a chart.
    """
    key = (name, get_language(), timezone.get_current_timezone(), *values.items())
    return _parts.get_or_make(key, lambda: render_to_string(name, dict(values)))
