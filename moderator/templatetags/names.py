"""Names on pages: who plays a seat; right-to-left names are isolated from what is around them; and
pages warn of the names that sheets can't print."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from moderator.core.class_models import RosterName
from moderator.core.models import Classroom, Game, Group, Person, Seat
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts

register = template.Library()

_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_WITHIN = "\u0300-\u036f\u200c-\u200f"
_WORD = f"[{_LETTERS}][{_LETTERS}{_WITHIN}]*"
_RUN = re.compile(rf"{_WORD}(?:[ .'’-]+{_WORD})*")


@register.filter
def isolated(text: str) -> SafeString:
    """The text, with each right-to-left run in its own `<bdi>`.

    Without it a browser would show the numbers after such a name, “0 → 5”, as “5 ← 0”.

    >>> print(isolated("<b> \u05e9\u05dc (0 \u2192 5)"))
    &lt;b&gt; <bdi>\u05e9\u05dc</bdi> (0 \u2192 5)
    """
    escaped = conditional_escape(text)
    return mark_safe(_RUN.sub(r"<bdi>\g<0></bdi>", escaped))  # noqa: S308  # escaped just now


@register.filter
def isolated_text(text: str) -> str:
    """The same with invisible characters, for places without elements, as in an `<option>`."""
    return _RUN.sub("\u2068\\g<0>\u2069", text)


@register.filter
def played_by(seat: SeatLabel, names: Mapping[str, str]) -> str:
    """The name of the seat's player if it is known, else the seat's own.

    Args:
        names: of players by their seats, as in a tournament; empty in other games.
    """
    return (names or {}).get(seat.id, seat.name)


# Names that sheets can't print: they are warned of before they are printed.

MOST = 12
"""How many names a warning has at most."""


@register.inclusion_tag("core/unprintable.html")
def unprintable_names(classroom: Classroom, group: Group | None = None) -> dict[str, Any]:
    """The warning, for one group or for all; nothing if every name can be printed."""
    names = dict.fromkeys(_names(classroom, group))
    found = [name for name in names if fonts.missing_letters(fonts.clean(name))]
    more = max(0, len(found) - MOST)
    return {"names": found[:MOST], "more": more, "has_fonts": fonts.IS_HERE}


def _names(classroom: Classroom, group: Group | None) -> Iterator[str]:
    persons = Person.objects.filter(classroom=classroom)
    groups = Group.objects.filter(classroom=classroom)
    yield classroom.name
    if group:
        persons, groups = persons.filter(group=group), groups.filter(pk=group.pk)
    else:
        yield from RosterName.objects.filter(classroom=classroom).values_list("name", flat=True)
    yield from persons.values_list("name", flat=True)
    yield from groups.values_list("name", flat=True)
    yield from Seat.objects.filter(game__group__in=groups).values_list("name", flat=True)
    for scenario in Game.objects.filter(group__in=groups).values_list("scenario", flat=True):
        yield from _named(scenario)


def _named(value: object) -> Iterator[str]:
    """What has a name in a scenario."""
    if isinstance(value, dict):
        if isinstance(value.get("name"), str):
            yield value["name"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _named(one)
