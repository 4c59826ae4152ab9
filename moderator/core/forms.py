"""Forms of pages and of a game's options, and idempotency keys: a form creates something once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from django import forms
from django.core.exceptions import BadRequest
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, QueryDict
from django.utils.translation import gettext

from moderator.core import credentials
from moderator.core.errors import InvalidInput
from moderator.core.models import NAME_LETTERS
from moderator.core.responses import UNPROCESSABLE
from moderator.core.written import MESSAGE_LETTERS, TYPED_MOST
from moderator.rules.errors import Refused
from moderator.rules.kinds import Option

# What is posted and refused is shown again, so no megabytes of it.

MOST_AGAIN = 2**18  # letters; the longest texts are rosters


class ShownAgain(forms.BoundField):
    """A field that takes no text reads only the beginning of one, which is as wrong."""

    @property
    def data(self) -> Any:
        data = super().data
        is_text = isinstance(self.field, PostedText) or not isinstance(data, str)
        return data if is_text else data[:TYPED_MOST]


def shortened(post: QueryDict) -> QueryDict:
    """The form of a move as it is shown again: with the beginning of texts that no move has."""
    found = post.copy()
    for name, values in post.lists():
        found.setlist(name, [value[:TYPED_MOST] for value in values])
    return found


# A game's options as a form.

MOST_DIGITS = 18  # a database's number has room for more; Python refuses to read thousands


class OptionsForm(forms.Form):
    """A field for each option, in the rules' order."""

    bound_field_class = ShownAgain

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
    return WholeField(min_value=low, max_value=high, error_messages=dict.fromkeys(kinds, error))


class WholeField(forms.IntegerField):
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


# The forms of pages. They give what was posted its shape; services say what is wrong with it.


Typed = dict[str, Any]  # what was posted, by field


class PageForm(forms.Form):
    """A page's form, as typed; the page shows its errors beside the fields."""

    bound_field_class = ShownAgain

    @classmethod
    def of(cls, request: HttpRequest, **initial: object) -> Self:
        """What was posted, or a new form with the initial values."""
        return cls(request.POST if request.method == "POST" else None, initial=initial)

    @property
    def typed(self) -> Typed:
        self.is_valid()
        return self.cleaned_data

    @property
    def error(self) -> str:
        """The first error; empty if there is none."""
        return next((str(found[0]) for found in self.errors.values()), "")

    @property
    def status(self) -> int:
        return UNPROCESSABLE if self.errors else 200

    @property
    def once(self) -> str:
        """A new idempotency key."""
        return credentials.new()

    def errors_at(self, field: str | None = None) -> _Refusals:
        """Show why a service refuses what was typed at the field, or (None) above the form."""
        return _Refusals(self, field)


@dataclass
class _Refusals:
    """A context whose refusals are errors of the form."""

    form: PageForm
    field: str | None

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        is_refused = isinstance(error, InvalidInput | Refused)
        if is_refused:
            self.form.add_error(self.field, str(error))
        return is_refused


class PostedText(forms.CharField):
    """Any text, as it was typed; the page's input takes `letters`."""

    def __init__(self, letters: int = MESSAGE_LETTERS) -> None:
        super().__init__(required=False, strip=False, initial="")
        self.letters = letters
        self.validators = []

    def bound_data(self, data: Any, initial: Any) -> Any:
        """What is shown again; the form may be about another field."""
        if data is None:
            return initial
        return data[: max(2 * self.letters, TYPED_MOST)] if len(data) <= MOST_AGAIN else ""


class PostedNumber(forms.Field):
    """A whole number; `otherwise` for anything else."""

    def __init__(self, otherwise: int | None = 0) -> None:
        super().__init__(required=False)
        self.otherwise = otherwise

    def bound_data(self, data: Any, initial: Any) -> Any:
        return initial if data is None else data

    def to_python(self, value: Any) -> int | None:
        number = whole_number("" if value is None else str(value))
        return self.otherwise if number is None else number


class PostedNumbers(forms.Field):
    """The whole numbers that were chosen."""

    widget = forms.MultipleHiddenInput

    def __init__(self) -> None:
        super().__init__(required=False)

    def prepare_value(self, value: Any) -> frozenset[int]:
        """Those that the page shows as chosen."""
        return self.to_python(value or ())

    def to_python(self, value: Any) -> frozenset[int]:
        return frozenset(number for each in value if (number := whole_number(each)) is not None)


A = TypeVar("A")


class ActionForm(PageForm):
    """The form of a page whose buttons say in `do` what they do."""

    do = PostedText()

    def action(self, actions: Mapping[str, A]) -> A:
        """What the pressed button does; 404 for one that the page doesn't have."""
        if self.typed["do"] not in actions:
            raise Http404
        return actions[self.typed["do"]]


def posted_file(request: HttpRequest, name: str) -> UploadedFile[Any]:
    """The file that was chosen; `InvalidInput` if none was."""
    file: UploadedFile[Any] | None = request.FILES.get(name)
    if file is None:
        raise InvalidInput(gettext("Choose a file first."))
    return file


class NameForm(PageForm):
    """The form of one name."""

    name = PostedText(NAME_LETTERS)


# Idempotency keys: a form that creates something works once, however often it is sent.

DONE = "done"  # in the session: [[key and contents, address], ...], the newest last
_KEPT = 50
_SALT = "moderator.only-once"  # what sessions have depends on it


def only_once(request: HttpRequest, make: Callable[[], str]) -> str:
    """The URL to redirect to: the result of `make`, or its earlier result for the same form.

    With other contents, as after the browser's Back, it is another form. The session is locked
    meanwhile, so the second of two clicks waits for the first and gets its result. If `make` raises
    an exception, everything is rolled back.

    Raises:
        BadRequest: the form has no key.
    """
    key = request.POST.get("once", "")
    if not credentials.is_key(key) or not key:
        raise BadRequest("A form that creates something needs an idempotency key.")
    session: Any = request.session
    sent = [f"{key}:{mac}" for mac in credentials.macs(_SALT, _contents(request))]
    with session.locked():
        done: list[list[str]] = session.get(DONE, [])
        for known, address in done:
            if known in sent or known == key:  # alone, as earlier releases stored it
                return address
        address = make()
        session[DONE] = [*done, [sent[0], address]][-_KEPT:]
        return address


def _contents(request: HttpRequest) -> str:
    fields = {name: texts for name, texts in request.POST.lists() if name != "csrfmiddlewaretoken"}
    uploads: Mapping[str, Any] = request.FILES
    files = [(name, one.name, _digest(one)) for name, one in uploads.items()]
    return json.dumps([fields, files], sort_keys=True)


def _digest(file: UploadedFile[Any]) -> str:
    file.seek(0)
    found = hashlib.file_digest(file, "sha256").hexdigest()
    file.seek(0)
    return found
