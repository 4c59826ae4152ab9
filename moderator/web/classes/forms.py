"""The forms of a class and of its groups; the services validate names."""

from __future__ import annotations

from functools import cache
from typing import cast
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from moderator.play.models import LessonSettings
from moderator.play.services.classrooms import CLASSROOM_NAME_LETTERS

MOST_GROUPS_AT_ONCE = 40
_CONTINENTS = (
    "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian",
    "Pacific",
)  # fmt: skip


@cache
def time_zones() -> tuple[tuple[str, object], ...]:
    """The choices of a select: UTC, then the time zones by continent."""
    by_continent: dict[str, list[tuple[str, str]]] = {name: [] for name in _CONTINENTS}
    for zone in sorted(available_timezones()):
        continent, _slash, city = zone.partition("/")
        if city and continent in by_continent:
            by_continent[continent].append((zone, city.replace("_", " ").replace("/", ", ")))
    return (("UTC", "UTC"), *((name, tuple(cities)) for name, cities in by_continent.items()))


class ClassroomForm(forms.Form):
    """A class's name and its time zone."""

    name = forms.CharField(
        label=_("Name of the class"),
        help_text=_("As students know it, for example “HIST 210, Tuesday”."),
        max_length=CLASSROOM_NAME_LETTERS,
        error_messages={"required": _("Give the class a name.")},
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("For times in the log and on the sheets."),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = cast("forms.ChoiceField", self.fields["time_zone"])
        field.choices = time_zones()


class ClassSettingsForm(ClassroomForm):
    """The same for a class that exists, and how its sheets are printed."""

    paper = forms.ChoiceField(
        label=_("Paper"), choices=LessonSettings.Paper.choices, required=False
    )

    are_names_printed = forms.BooleanField(
        label=_("Names on printed sheets"),
        help_text=_("Who plays, and who moderates."),
        required=False,
    )


class GroupsForm(forms.Form):
    """How many groups to create."""

    count = forms.IntegerField(
        label=_("How many"),
        min_value=1,
        max_value=MOST_GROUPS_AT_ONCE,
        initial=4,
        error_messages={
            "required": _("Type how many groups to create."),
            "invalid": _("Type a number, for example 4."),
            "min_value": _("Create at least %(limit_value)d."),
            "max_value": _("Create at most %(limit_value)d at once; you can add more later."),
        },
    )
