"""The names of a class that sheets can't print: pages warn of them before they are printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import template

from moderator.core.class_models import RosterName
from moderator.core.models import Classroom, Game, Group, Person, Seat
from moderator.sheets.drawing import fonts

register = template.Library()

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
