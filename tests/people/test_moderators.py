"""Opening a console: by link, by PIN, and losing it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core import credentials
from moderator.core.models import Person
from moderator.features.classes.write import group_delete
from tests.support.web import world as worlds
from tests.support.web.reading import read
from tests.support.web.world import World


def link(world: World) -> str:
    return reverse("console-link", args=[credentials.console_token(world.group)])


def console(world: World) -> str:
    return reverse("console", args=[world.group.code])


def test_looking_at_the_link_opens_nothing(world: World) -> None:
    laptop = Client()
    page = read(laptop.get(link(world)))
    assert "Open the console of Group 1" in page.text
    assert laptop.get(console(world)).status_code == 404
    opened = laptop.post(link(world), page.form(link(world), name="Nia"))
    assert (opened.status_code, opened.headers["Location"]) == (303, console(world))
    assert laptop.get(console(world)).status_code == 200
    assert world.person("Nia").kind == Person.Kind.MODERATOR


@pytest.mark.parametrize(
    "change", [lambda t: t[:-1], lambda t: t + "A", lambda t: "BA"[t[0] == "B"] + t[1:]]
)
def test_a_changed_link_opens_nothing(world: World, change: object) -> None:
    token = change(credentials.console_token(world.group))  # type: ignore[operator]
    for answer in (Client().get(f"/m/{token}/"), Client().post(f"/m/{token}/")):
        assert answer.status_code == 404


def test_one_groups_link_opens_one_group(world: World) -> None:
    laptop = worlds.moderate(world.group)
    assert laptop.get(reverse("console", args=[world.other_group.code])).status_code == 404


def test_pin_and_code_as_they_are_typed(world: World) -> None:
    pin = credentials.console_pin(world.group).lower()
    typed = {"code": f" {world.classroom.code.lower()[:3]} {world.classroom.code[3:]}"}
    laptop = Client()
    opened = laptop.post(reverse("pin"), typed | {"pin": f"{pin[:4]}-{pin[4:]}", "name": "Nia"})
    assert opened.status_code == 303
    assert laptop.get(console(world)).status_code == 200


def test_the_groups_own_code_from_the_wall_is_right_too(world: World) -> None:
    laptop = Client()
    typed = {"code": world.group.code_shown, "pin": credentials.console_pin(world.group)}
    opened = laptop.post(reverse("pin"), typed | {"name": "Nia"})
    assert (opened.status_code, opened.headers["Location"]) == (303, console(world))


def test_a_wrong_pin_and_a_wrong_class_get_one_answer(world: World) -> None:
    pin = credentials.console_pin(world.group)
    tries = [
        {"code": world.classroom.code, "pin": "AAAAAAAA"},
        {"code": "AAAAAA", "pin": pin},
        {"code": world.other_group.code, "pin": pin},  # another group's PIN
        {"code": world.group.code, "pin": "AAAAAAAA"},
    ]
    said = set()
    for one in tries:
        answer = Client().post(reverse("pin"), one)
        page = read(answer)
        assert answer.status_code == 422
        assert page.id("code").attributes["value"] == one["code"]
        assert "value" not in page.id("pin").attributes
        said.add(page.one("p", role="alert").text)
    assert len(said) == 1


def test_a_withdrawn_link_puts_out_who_is_in(world: World) -> None:
    laptop, old_link, old_pin = (
        worlds.moderate(world.group, "Nia"),
        link(world),
        credentials.console_pin(world.group),
    )
    withdraw = reverse("group-withdraw", args=[world.classroom.pk, world.group.number])
    assert laptop.get(console(world)).status_code == 200
    assert world.browsers["instructor"].post(withdraw).status_code == 303
    assert laptop.get(console(world)).status_code == 404
    assert Client().get(old_link).status_code == 404
    entered = Client().post(reverse("pin"), {"code": world.classroom.code, "pin": old_pin})
    assert entered.status_code == 422
    world.group.refresh_from_db()
    assert Client().post(link(world)).status_code == 303


def test_a_student_who_records_stays_that_student(world: World) -> None:
    phone = world.browsers["student"]
    page = read(phone.get(link(world)))
    assert "Moves are recorded as Eve’s." in page.text
    phone.post(link(world))
    assert phone.get(console(world)).status_code == 200
    assert phone.get(reverse("play", args=[world.group.code])).status_code == 200
    assert Person.objects.filter(kind=Person.Kind.MODERATOR, group=world.group).count() == 1  # Mo


def test_a_moderator_may_join_as_a_student_too(world: World) -> None:
    laptop = worlds.moderate(world.group)
    joined = laptop.post(reverse("join", args=[world.group.code]), {"name": "Nia"})
    assert joined.status_code == 303
    assert laptop.get(console(world)).status_code == 200


def test_a_moderators_name_that_is_a_students_is_refused_and_kept(world: World) -> None:
    answer = Client().post(link(world), {"name": "Eve"})
    page = read(answer)
    assert answer.status_code == 422
    assert page.id("name").attributes["value"] == "Eve"
    assert page.id("name-error").text


def test_the_session_gets_a_new_key(world: World) -> None:
    laptop = Client()
    session = laptop.session
    session["planted"] = True
    session.save()
    laptop.cookies["sessionid"] = session.session_key
    laptop.post(link(world))
    assert laptop.cookies["sessionid"].value != session.session_key


def test_who_records_as_the_group_is_deleted_is_out(world: World) -> None:
    laptop = world.browsers["moderator"]
    url = console(world)
    group_delete(world.group)
    assert laptop.get(url).status_code == 404
