"""Parts of pages: their heading and files, the fields of forms, and parts of a chart that rarely
change from move to move: cached, and sent on their own."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Collection, Hashable, Iterable
from functools import cache, partial
from html import escape
from operator import attrgetter
from typing import Any

from django import template
from django.forms import BoundField
from django.forms.utils import flatatt
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html, format_html_join
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


@register.simple_tag
def live(part: Any, element: str = "div", **attributes: object) -> SafeString:
    """What a page shows now and its feed keeps up to date (`LivePart`), with these attributes."""
    given = {key.replace("_", "-"): value for key, value in attributes.items()}
    return format_html(
        '<{0} data-feed="{1}" data-version="{2}"{3}>{4}</{0}>',
        element, part.feed, part.version, flatatt(given), part.html,
    )  # fmt: skip


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


@register.simple_tag
def table_head(*names: str, **attributes: object) -> SafeString:
    """The names of a table's columns."""
    cells = format_html_join("", '<th scope="col">{}</th>', ((name,) for name in names))
    return format_html("<thead{}><tr>{}</tr></thead>", flatatt(attributes), cells)


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


# The fields of forms that people see. An attribute that is True has no value; one that is False
# or None isn't there.


@register.simple_tag
def field(of: BoundField | str, label: str, **given: Any) -> SafeString:
    """An input with its label, a hint under it, and what is wrong with what was typed there.

    Args:
        of: the field of a `PageForm`, which gives name, value, length and error; or a name.
        given: `hint`, `error`; `describes`, the id of an error that stands elsewhere; `value`;
            `rows`, if it is a text area (None: as many as usual); `id`, if it isn't the name, or
            `at`, what comes after the name in it; and attributes of the input.
    """
    if isinstance(of, str):
        return _field(of, label, given)
    value, is_line = of.value(), not {"rows", "type"} & set(given)
    own = {"value": "" if value is None else value, "error": next(iter(of.errors), "")}
    own["maxlength"] = getattr(of.field, "letters", None) if is_line else None
    return _field(of.name, label, own | given)


@register.simple_tag
def code_field(name: str, label: str, **given: Any) -> SafeString:
    """The field for a code: of a class, of a console, or from an app."""
    usual = {"class": "code-field", "autocapitalize": "characters", "spellcheck": "false"}
    more = {"required": True, "maxlength": 40, "value": given.pop("value", "") or None}
    return _field(name, label, {**usual, "autocomplete": "off", **more, **given})


@register.simple_tag
def password_field(name: str, label: str, **given: Any) -> SafeString:
    """The field for a password; a script can show what is typed there."""
    usual = {"type": "password", "required": True, "autocomplete": "current-password"}
    return _field(name, label, usual | {"autofocus": False} | given)


@register.simple_block_tag
def select(content: str, name: str, label: str, **given: Any) -> SafeString:
    """A select with its label, of the options that are in the block; see `field`."""
    return _field(name, label, {**given, "options": content})


def _field(name: str, label: str, given: dict[str, Any]) -> SafeString:
    hint, error, describes = (given.pop(key, "") for key in ("hint", "error", "describes"))
    options, has_focus = given.pop("options", None), given.pop("autofocus", error)
    id = given.setdefault("id", f"{name}-{at}" if (at := given.pop("at", "")) else name)
    about = (f"{id}-hint" if hint else "", f"{id}-error" if error else "", describes)
    value = given.pop("value", "") if "rows" in given else None
    attributes = {
        "name": name,
        "aria-describedby": " ".join(filter(None, about)) or None,
        "aria-invalid": "true" if error or describes else None,
        "autofocus": bool(has_focus),
    }
    shown = {"id": id, "label": label, "hint": hint, "error": error, "options": options}
    shown |= {"value": value, "attributes": flatatt(attributes | given)}
    shown["is_password"] = given.get("type") == "password"
    return render_to_string("core/input.html", shown)


@register.simple_tag
def radio(name: str, value: object, chosen: object = None, **attributes: object) -> SafeString:
    """The input of a radio button, which is on if its value is the chosen one."""
    return _ticked("radio", name, value, str(value) == str(chosen), attributes)


@register.simple_tag
def checkbox(name: str, value: object, chosen: Any, **attributes: object) -> SafeString:
    """The input of a check box; `chosen` is whether it is ticked, or the values that are."""
    are_several = isinstance(chosen, Collection) and not isinstance(chosen, str)
    is_on = value in chosen if are_several else bool(chosen)
    return _ticked("checkbox", name, value, is_on, attributes)


def _ticked(
    kind: str, name: str, value: object, is_on: bool, attributes: dict[str, object]
) -> SafeString:
    own = {"type": kind, "name": name, "value": value, "checked": is_on}
    return format_html("<input{}>", flatatt(own | attributes))
