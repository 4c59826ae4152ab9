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
from moderator.core.models import DELETED_KEPT, Person, typed_columns
from moderator.core.sessions import IDLE_S, LONGEST_S
from moderator.features.archive.inventory import INVENTORY, Held
from tests.support.paths import ROOT

PRIVACY = (ROOT / "docs" / "privacy.md").read_text()


def models() -> dict[str, type[Model]]:
    return {model._meta.label_lower: model for model in apps.get_models(include_auto_created=True)}


def test_every_table_is_in_the_inventory() -> None:
    assert INVENTORY.keys() == models().keys()


@pytest.mark.parametrize("label", sorted(models()))
def test_every_column_is_said_to_be_personal_or_not(label: str) -> None:
    held, meta = INVENTORY[label], models()[label]._meta
    listed = f"{held.handed} {held.kept} {held.other}".split()
    fields = [one for one in meta.local_concrete_fields if one is not meta.auto_field]
    assert sorted(listed) == sorted(one.name for one in fields)
    people_of = {one.name for one in fields if one.related_model in (Person, User)}
    assert people_of.isdisjoint(held.other.split()), "a column with people is about people"
    is_personal = bool(held.handed or held.kept)
    assert all((held.what, held.who, held.goes)) == is_personal
    if held.handed:
        named = {one.name for one in fields if one.related_model is Person}
        has_special = label in ("play.joinrequest", "play.securityevent")
        assert named or held.of or held.seats or has_special, "no way leads to the person"


def test_what_people_type_is_personal() -> None:
    for model, one in typed_columns():
        held = INVENTORY[model._meta.label_lower]
        assert one.column in f"{held.handed} {held.kept}".split() or one.column == "name"
        assert not one.by or one.column in held.handed.split()


def test_backups_are_kept_as_long_as_the_unit_file_says() -> None:
    unit = (ROOT / "deploy" / "moderator-backup.service").read_text()
    (kept,) = re.findall(r"--keep (\d+)", unit)
    assert f"The newest {kept} backups are kept" in PRIVACY


def line(held: Held) -> str:
    """A table's line in the document."""
    columns = ", ".join(f"**{one}**" for one in held.handed.split())
    kept = ", ".join(held.kept.split())
    cells = (held.what, "; ".join(filter(None, (columns, kept))), held.who, held.goes)
    return f"| {' | '.join(cells)} |"


def test_the_document_has_the_inventory() -> None:
    lines = [line(held) for held in INVENTORY.values() if held.what]
    found = [one for one in PRIVACY.splitlines() if one in lines]
    assert found == lines, "the table in docs/privacy.md should be:\n" + "\n".join(lines)


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
