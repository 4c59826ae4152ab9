"""docs/privacy.md: each column of the database is in its table, and its periods are the code's."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Model

from moderator.core import people
from moderator.core.events import ADDRESS_KEPT
from moderator.core.feature import FEATURES
from moderator.core.models import DELETED_KEPT, Person
from moderator.core.sessions import IDLE_S, LONGEST_S
from moderator.features.archive.making import HANDED
from tests.docs.personal_columns import OTHER, WHAT
from tests.support.paths import ROOT

PRIVACY = (ROOT / "docs" / "privacy.md").read_text()


def models() -> dict[str, type[Model]]:
    return {model._meta.label_lower: model for model in apps.get_models(include_auto_created=True)}


def rows() -> dict[str, list[str]]:
    """By what a table is called in the document, its further cells."""
    table = PRIVACY.partition("| what | columns |")[2].partition("\n\n")[0]
    cells = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    return {what: rest for what, *rest in cells}


def columns(label: str) -> tuple[list[str], list[str]]:
    """Of a table those that a person's file has, and the others that are about somebody."""
    what = HANDED[label].what if label in HANDED else WHAT.get(label)
    found = rows()[what][0].replace("; ", ", ").split(", ") if what else []
    bold = [one.strip("*") for one in found if one.startswith("**")]
    return bold, [one for one in found if not one.startswith("**")]


def test_the_document_has_each_table_with_data_about_people() -> None:
    assert {held.what for held in HANDED.values()} | set(WHAT.values()) == rows().keys()
    assert HANDED.keys() | WHAT.keys() | OTHER.keys() == models().keys()
    for cells in rows().values():
        named, who_may_see_it, when_it_goes = cells
        assert all((named, who_may_see_it, when_it_goes))


@pytest.mark.parametrize("label", sorted(models()))
def test_every_column_is_said_to_be_personal_or_not(label: str) -> None:
    meta, other = models()[label]._meta, OTHER.get(label, "").split()
    handed, kept = columns(label)
    fields = [one for one in meta.local_concrete_fields if one is not meta.auto_field]
    assert sorted([*handed, *kept, *other]) == sorted(one.name for one in fields)
    people_of = {one.name for one in fields if one.related_model in (Person, User)}
    assert people_of.isdisjoint(other), "a column with people is about people"
    held = HANDED.get(label)
    assert handed == (held.columns.split() if held else [])
    if held:
        named = {one.name for one in fields if one.related_model is Person}
        has_special = label in ("play.joinrequest", "play.securityevent")
        assert named or held.of or held.seats or has_special, "no way leads to the person"


def test_what_people_type_is_personal() -> None:
    for one in (one for feature in FEATURES for one in feature.typed):
        handed, kept = columns(one.model._meta.label_lower)
        assert one.column in [*handed, *kept] or one.column == "name"
        assert not one.by or one.column in handed


def test_backups_are_kept_as_long_as_the_unit_file_says() -> None:
    unit = (ROOT / "deploy" / "moderator-backup.service").read_text()
    (kept,) = re.findall(r"--keep (\d+)", unit)
    assert f"The newest {kept} backups are kept" in PRIVACY


@pytest.mark.parametrize(
    ("sentence", "period"),
    [
        ("for (\\d+) days after it was deleted", DELETED_KEPT),
        (
            "A browser’s sign-in ends after (\\d+) days",
            timedelta(seconds=settings.SESSION_COOKIE_AGE),
        ),
        ("an instructor’s after (\\d+) hours without use", timedelta(seconds=IDLE_S)),
        ("and (\\d+) days in all", timedelta(seconds=LONGEST_S)),
        ("Network addresses are shortened after (\\d+) days", ADDRESS_KEPT),
        ("A personal link works for (\\d+) days", timedelta(days=people.PERSONAL_LINK_DAYS)),
    ],
)
def test_periods_are_those_of_the_program(sentence: str, period: timedelta) -> None:
    (number,) = re.findall(sentence, " ".join(PRIVACY.split()))
    unit = timedelta(hours=1) if "hours" in sentence else timedelta(days=1)
    assert int(number) * unit == period
