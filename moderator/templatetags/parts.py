"""Parts of pages: their heading and files, the hidden fields of forms, and parts of a chart that
rarely change from move to move: cached, and sent on their own."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Hashable, Iterable
from functools import cache, partial
from html import escape
from operator import attrgetter
from typing import Any

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from moderator.core.cache import MB, LruCache
from moderator.live.events import unmarked

register = template.Library()

# Two moves of 40 groups; some 4 kB each, most of it the key.
_parts: LruCache[SafeString] = LruCache(16 * MB, entry_bytes=2_500)


@register.simple_tag
def part(name: str, **values: Hashable) -> SafeString:
    """The template `name` rendered with these values alone, as a part of its frame; cached.

    The values are frozen, as in a rules' view. A move changes only a row or two of a chart.
    """
    return part_each(name, "", (None,), **values)


@register.simple_tag
def part_each(
    name: str, variable: str, items: Iterable[Hashable], **values: Hashable
) -> SafeString:
    """The template `name` rendered once for each item, as `variable`, with these other values.

    The name of each part in the frame (`moderator.live.events`) is that of the template's file.
    """
    stem = name.rpartition("/")[2].removesuffix(".html")
    start = (name, get_language(), timezone.get_current_timezone(), variable, *values.items())

    def make(item: Hashable) -> SafeString:
        html = render_to_string(name, {variable: item, **values})
        return SafeString(f"<!--[{stem}-->{html}<!--]-->")

    html = (_parts.get_or_make((*start, item), partial(make, item)) for item in items)
    return mark_safe("".join(html))  # noqa: S308


@register.filter
def as_one(html: SafeString) -> SafeString:
    """A part without parts in it, for one that a script takes out and puts back as a whole."""
    return SafeString(unmarked(html))


@register.filter
def only(items: Iterable[Any], names: str) -> tuple[Hashable, ...]:
    """The items with these attributes alone, so that a part doesn't depend on the others.

    A template that reads another one of them gets `LookupError`.
    """
    return tuple(map(_taking(names), items))


@cache
def _taking(names: str) -> Callable[[Any], Hashable]:
    kind = type("Item", (_Taken, namedtuple("Item", names)), {"__slots__": ()})
    take = attrgetter(*names.split())
    return lambda item: kind(*take(item))


class _Taken:
    """Templates show nothing for an attribute that isn't there, so that has to be an error."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        raise LookupError(f"`only` doesn't take “{name}” of these items.")


# What every page has.


@register.simple_tag
def styles(*names: str) -> SafeString:
    """The page's style sheets, in this order."""
    links = ((static(name),) for name in names)
    return format_html_join("", '<link rel="stylesheet" href="{}">', links)


@register.simple_tag
def scripts(*names: str) -> SafeString:
    """The page's modules, in this order."""
    sources = ((static(name),) for name in names)
    return format_html_join("", '<script type="module" src="{}"></script>', sources)


@register.simple_block_tag
def captured(content: str) -> str:
    """What is in it, under the name after `as`: the title of a page is its heading, too."""
    return content


@register.simple_tag(takes_context=True)
def hidden_fields(context: Context, **values: object) -> SafeString:
    """The hidden fields of a form that posts: the CSRF token, and these.

    A browser that loads the page again takes none of them from the page before.
    """
    return _hidden(context, values)


@register.simple_tag(takes_context=True)
def move_fields(context: Context, verb: str = "", form: str = "") -> SafeString:
    """The kind of move, the form's id, which state it is made for, and a key to record it once."""
    page = context["page"]
    fields = {
        "type": verb,
        "form": form,
        "after": page.after,
        "game": page.game.number,
        "key": page.key,
    }
    return _hidden(context, {name: value for name, value in fields.items() if value != ""})


def _hidden(context: Context, fields: dict[str, object]) -> SafeString:
    if "csrf_token" in context:  # it isn't in a frame, which is the same for all who watch
        fields = {"csrfmiddlewaretoken": context["csrf_token"], **fields}
    html = (
        f'<input type="hidden" name="{name}" value="{escape(str(value))}" autocomplete="off">'
        for name, value in fields.items()
    )
    return mark_safe("".join(html))  # noqa: S308  # escaped just now
