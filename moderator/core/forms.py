"""A game's options as a form, and idempotency keys: a form creates something only once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib.sessions.models import Session
from django.core.exceptions import BadRequest
from django.db import transaction
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext

from moderator.core import credentials
from moderator.rules.option import Option

# A game's options as a form.

MOST_DIGITS = 18  # a database's number has room for more; Python refuses to read thousands


class OptionsForm(forms.Form):
    """A field for each option, in the rules' order."""

    def __init__(
        self,
        options: tuple[Option, ...],
        data: QueryDict | None = None,
        *,
        initial: Mapping[str, Any],
        recommended: Mapping[str, Any],
    ) -> None:
        super().__init__(data, initial={name: text_of(value) for name, value in initial.items()})
        self.options, self.recommended = options, recommended
        self.fields |= {option.name: _field(option) for option in options}

    @property
    def rows(self) -> list[tuple[Option, forms.BoundField, str | None]]:
        """Each option with its field, and the text of the recommended value."""
        of = self.recommended
        return [
            (one, self[one.name], text_of(of[one.name]) if one.name in of else None)
            for one in self.options
        ]


def _field(option: Option) -> forms.Field:
    if option.limits is None:
        values = {text_of(value.value): value.value for value in option.values}
        return forms.TypedChoiceField(
            choices=[(text_of(value.value), value) for value in option.values],
            coerce=values.__getitem__,
            error_messages=dict.fromkeys(
                ("required", "invalid_choice"), gettext("Choose one of these.")
            ),
        )
    low, high = option.limits
    error = gettext("Type a whole number from %(low)d to %(high)d.") % {"low": low, "high": high}
    kinds = ("required", "invalid", "min_value", "max_value")
    return _WholeField(min_value=low, max_value=high, error_messages=dict.fromkeys(kinds, error))


class _WholeField(forms.IntegerField):
    """Plain digits alone: Django takes “5.0”, “1_0” and the digits of every script."""

    def to_python(self, value: Any) -> int | None:
        text = str(value or "").strip()
        if text and whole_number(text) is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


def text_of(value: object) -> str:
    """An option's value as text in the form."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def whole_number(text: str) -> int | None:
    """The number; None for anything else.

    >>> whole_number("12"), whole_number("-1"), whole_number("9" * 5000)
    (12, None, None)
    """
    is_whole = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return int(text) if is_whole else None


# Idempotency keys: a form that creates something works once, however often it is sent.

DONE = "done"  # in the session: [[key, address], ...], the newest last
_KEPT = 50


def only_once(request: HttpRequest, make: Callable[[], str]) -> str:
    """The URL to redirect to: the result of `make`, or its earlier result for the same form.

    The session's row is locked in the same transaction, so the second of two clicks waits for
    the first and gets its result. If `make` raises an exception, everything is rolled back.

    Raises:
        BadRequest: the form has no key.
    """
    key = request.POST.get("once", "")
    if not credentials.is_key(key) or not key:
        raise BadRequest("A form that creates something needs an idempotency key.")
    with transaction.atomic():
        row = Session.objects.select_for_update().get(session_key=request.session.session_key)
        done: list[list[str]] = row.get_decoded().get(DONE, [])
        for known, address in done:
            if known == key:
                return address
        address = make()
        request.session[DONE] = [*done, [key, address]][-_KEPT:]
        request.session.save()
        return address
