"""The page of a class: its people, and its queries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from moderator.features.classes.pages import machine_zone
from moderator.features.classes.write import groups_create
from tests.support.web.reading import read
from tests.support.web.world import World, start


def _url(world: World) -> str:
    return reverse("classroom", args=[world.classroom.pk])


def test_the_table_of_people_says_who_sits_where(world: World) -> None:
    page = read(world.browsers["instructor"].get(_url(world)))
    rows = [row.text for row in page.one("table", class_="people").one("tbody").all("tr")]
    group, other = world.group.name, world.other_group.name
    assert any(row.startswith(f"Eve {group} E Egypt") for row in rows), rows
    assert any(row.startswith(f"Bob {other} B Babylon") for row in rows), rows
    assert any(row.startswith("Mo ") and "moderator" in row for row in rows), rows


@pytest.mark.slow
def test_a_group_costs_the_page_of_its_class_few_queries(
    world: World, django_assert_max_num_queries: Any
) -> None:
    laptop = world.browsers["instructor"]
    for group in groups_create(world.classroom, 8):
        start(group)
    laptop.get(_url(world))  # the logs are folded once
    with django_assert_max_num_queries(10 + 5 * 10):
        laptop.get(_url(world))


@pytest.mark.parametrize(
    ("target", "zone"),
    [
        ("usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
        ("usr/share/zoneinfo/Moon/Base", "UTC"),
        ("etc/a-copy", "UTC"),
    ],
)
def test_the_first_class_has_the_machines_zone(tmp_path: Path, target: str, zone: str) -> None:
    link = tmp_path / "localtime"
    link.symlink_to(tmp_path / target)
    assert machine_zone(link) == zone
