"""What every page has: a heading, files of its own, and the hidden fields of its forms."""

from __future__ import annotations

from html import escape

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


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

    None of them is what a browser had typed in before the page was loaded again.
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
