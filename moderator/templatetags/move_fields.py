"""The hidden fields of a form that records a move."""

from __future__ import annotations

from html import escape

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def move_fields(context: Context, verb: str = "", form: str = "") -> SafeString:
    """The kind of move, the form's id, which state it is made for, and a key to record it once."""
    page = context["page"]
    fields = {
        "csrfmiddlewaretoken": context["csrf_token"],
        "type": verb,
        "form": form,
        "after": page.after,
        "game": page.game.number,
        "key": page.key,
    }
    html = (
        f'<input type="hidden" name="{name}" value="{escape(str(value))}">'
        for name, value in fields.items()
        if value != ""
    )
    return mark_safe("".join(html))  # noqa: S308  # escaped just now
