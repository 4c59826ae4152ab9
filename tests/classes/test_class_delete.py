"""A class is deleted by its name, can be brought back for seven days, and is erased then."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from itertools import chain
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from moderator.core import credentials, frames
from moderator.core.audiences import feed_access
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.people import person_return_link
from moderator.features.classes.write import classroom_delete
from moderator.features.tournaments.write import tournament_create
from tests.support.shared import shared
from tests.support.web import world as worlds
from tests.support.web.reading import read
from tests.support.web.world import World

DEPLOY = {"type": "deploy", "player": "egypt", "region": "egypt", "rfs": 1}


def delete(world: World, name: str = "HIST 210") -> int:
    url = reverse("class-delete", args=[world.classroom.pk])
    return world.browsers["instructor"].post(url, {"name": name}).status_code


def deleted_days_ago(world: World, days: int) -> None:
    classroom_delete(world.classroom)
    world.classroom.deleted_at = timezone.now() - timedelta(days=days)
    world.classroom.save()


@pytest.mark.parametrize(
    ("typed", "is_deleted"),
    [("hist210", True), ("  HIST  210 ", True), ("HIST 211", False), ("", False)],
)
def test_the_name_has_to_be_typed(world: World, typed: str, is_deleted: bool) -> None:
    assert delete(world, typed) == (303 if is_deleted else 422)
    assert Classroom.objects.filter(pk=world.classroom.pk).exists() != is_deleted


def test_a_wrong_name_is_shown_again_with_what_is_missing(world: World) -> None:
    url = reverse("class-delete", args=[world.classroom.pk])
    page = read(world.browsers["instructor"].post(url, {"name": "POLS"}))
    assert page.id("name").attributes["value"] == "POLS"
    assert page.id("name-error").text in page.describes(page.id("name"))


def test_whose_only_class_is_deleted_sees_it_and_not_that_there_is_none(world: World) -> None:
    delete(world)
    shown = read(world.browsers["instructor"].get(reverse("classes"))).text
    assert "HIST 210" in shown
    assert "No classes yet" not in shown
    assert "New class" in shown


def test_nobody_gets_in_any_more_and_everybody_does_once_it_is_back(world: World) -> None:
    code, own = world.group.code, world.classroom
    link = reverse("console-link", args=[credentials.console_token(world.group)])
    wall = tournament_create(own, "valley-of-war", "Club", "swiss", 1, names=["A", "B", "C"])
    shown = reverse("tournament-wall", args=[own.code, wall.number])
    found = {
        "nobody": [f"/c/{code}/", f"/c/{code}/replay/", link, shown]
        + [reverse(name, args=[own.code]) for name in ("join", "class-wall")],
        "student": [f"/play/{code}/"],
        "moderator": [f"/g/{code}/", f"/g/{code}/record.json", f"/g/{code}/people/"],
        "instructor": [f"/g/{code}/", reverse("classroom", args=[own.pk]), f"/c/{code}/"],
        "administrator": [reverse(name, args=[own.pk]) for name in ("tournaments", "results")],
    }
    feeds = {
        "nobody": [f"/c/{code}/feed", f"/w/{own.code}/feed"],
        "student": [f"/play/{code}/feed"],
        "moderator": [f"/g/{code}/feed"],
        "instructor": [
            f"/g/{code}/feed",
            f"/classes/{own.pk}/feed",
            *(f"/classes/{own.pk}/{name}/feed" for name in chain(*shared("CLASS_PAGES"))),
        ],
    }
    back = reverse("back", args=[person_return_link(world.person("Eve"))])

    def statuses() -> set[int]:
        return {world.browsers[role].get(url).status_code for role in found for url in found[role]}

    def watched() -> set[bool]:
        cookies = {
            role: {name: one.value for name, one in world.browsers[role].cookies.items()}
            for role in feeds
        }
        return {
            feed_access(path, cookies[role]) is not None
            for role, paths in feeds.items()
            for path in paths
        }

    assert (statuses(), watched()) == ({200}, {True})
    assert delete(world) == 303
    assert (statuses(), watched()) == ({404}, {False})
    assert frames.render(world.group.pk, "public") is None
    assert world.browsers["nobody"].get(f"/?code={code}").status_code == 422
    assert world.browsers["nobody"].post(back).status_code == 404
    pin = {"code": own.code, "pin": credentials.console_pin(world.group)}
    assert world.browsers["nobody"].post(reverse("pin"), pin).status_code == 422
    assert "HIST 210" not in read(world.browsers["student"].get("/")).one("main").text
    restored = world.browsers["instructor"].post(reverse("class-restore", args=[own.pk]))
    assert restored.headers["Location"] == reverse("classroom", args=[own.pk])
    assert (statuses(), watched()) == ({200}, {True})


def test_the_list_says_until_when_it_can_be_brought_back(world: World) -> None:
    laptop = world.browsers["instructor"]
    assert "Deleted classes" not in read(laptop.get("/classes/")).text
    deleted_days_ago(world, 6)
    listed = read(laptop.get("/classes/"))
    (row,) = [li for li in listed.all("li") if "HIST 210" in li.text]
    erased = timezone.localtime(world.classroom.erased_at, ZoneInfo(world.classroom.time_zone))
    assert f"deleted for good on {date_format(erased, 'j F Y')}" in row.text
    assert "Deleted classes" not in read(world.browsers["another instructor"].get("/classes/")).text
    assert "HIST 210" in read(world.browsers["administrator"].get("/classes/")).text


def test_after_a_week_it_is_erased_with_everything_in_it(world: World) -> None:
    worlds.record(world.game, DEPLOY)
    deleted_days_ago(world, 6)
    call_command("purge_classes", stdout=StringIO())
    assert Entry.objects.exists()
    deleted_days_ago(world, 7)
    page = read(world.browsers["instructor"].get("/classes/"))
    assert "HIST 210" not in page.text
    assert not Entry.objects.exists()
    assert not Person.objects.filter(name__in=["Eve", "Bob", "Mo", "Max"]).exists()
    assert Game.objects.get().group == world.far_group, "somebody else's class stays"
    assert Group.objects.count() == 1
    gone = reverse("class-restore", args=[world.classroom.pk])
    assert world.browsers["instructor"].post(gone).status_code == 404
