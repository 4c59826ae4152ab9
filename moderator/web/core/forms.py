"""A new game's options as form fields, and the values chosen in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from moderator.rules import game as rules_game

MOST_DIGITS = 18  # a database's number has room for more; Python refuses to read thousands


@dataclass(frozen=True)
class OptionField:
    """One option with its chosen and recommended values, and an error."""

    option: rules_game.Option
    chosen: str
    recommended: str | None
    error: str = ""

    @property
    def values(self) -> tuple[tuple[rules_game.OptionValue, str, bool, bool], ...]:
        """Each value with its text in the form, whether it is chosen, and whether recommended."""
        return tuple(
            (value, text, text == self.chosen, text == self.recommended)
            for value in self.option.values
            for text in [text_of(value.value)]
        )


def text_of(value: object) -> str:
    """An option's value as text in the form."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def switches_of(
    options: tuple[rules_game.Option, ...],
    recommended: Mapping[str, Any],
    chosen: Mapping[str, str],
    errors: Mapping[str, str],
) -> tuple[OptionField, ...]:
    """The options as fields, in the rules' order."""
    return tuple(
        OptionField(
            option,
            chosen.get(option.name, ""),
            text_of(recommended[option.name]) if option.name in recommended else None,
            errors.get(option.name, ""),
        )
        for option in options
    )


def read_options(
    options: tuple[rules_game.Option, ...], post: QueryDict
) -> tuple[dict[str, Any], dict[str, str]]:
    """The chosen values, and the errors of the other options."""
    chosen: dict[str, Any] = {}
    errors: dict[str, str] = {}
    for option in options:
        text = post.get(option.name, "").strip()
        if option.limits is not None:
            low, high = option.limits
            is_number = text.isascii() and text.isdecimal() and len(text) < 9
            if is_number and low <= int(text) <= high:
                chosen[option.name] = int(text)
            else:
                errors[option.name] = gettext("Type a whole number from %(low)d to %(high)d.") % {
                    "low": low,
                    "high": high,
                }
            continue
        values = {text_of(value.value): value.value for value in option.values}
        if text in values:
            chosen[option.name] = values[text]
        else:
            errors[option.name] = gettext("Choose one of these.")
    return chosen, errors


def whole_number(text: str) -> int | None:
    """The number; None for anything else.

    >>> whole_number("12"), whole_number("-1"), whole_number("9" * 5000)
    (12, None, None)
    """
    is_whole = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return int(text) if is_whole else None
