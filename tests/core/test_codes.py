"""Codes: as people read, type and misread them."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core import codes, credentials
from tests.support.live.watched import watched
from tests.support.web import world as worlds
from tests.support.web.reading import read
from tests.support.web.world import World


@pytest.mark.parametrize(
    ("typed", "tidy"),
    [
        ("kx7p2m", "KX7P2M"),
        (" KX7 P2M ", "KX7P2M"),
        ("kx7-p2m.", "KX7P2M"),
        ("КХ7Р2М", "KX7P2M"),  # the same keys of a Cyrillic keyboard
        ("ＫＸ７Ｐ２Ｍ", "KX7P2M"),
        ("", ""),
        ("x" * 500, "X" * 20),
    ],
)
def test_a_code_is_read_as_it_is_typed(typed: str, tidy: str) -> None:
    assert codes.tidy(typed) == tidy


def test_a_letter_that_no_code_has_stands_for_another() -> None:
    assert "KX7P2MQ" in codes.readings("KX7P2M0")
    assert "KX7P2Q" in codes.readings("KX7P20")  # a code of the first releases
    assert codes.readings("KX7P2") == codes.readings("KX7P2MQQ") == []
    readings = codes.readings("S5B8Z2S")
    assert readings[0] == "S5B8Z2S"
    assert len(readings) == 8
    assert "S5B8Z25" in readings  # one wrong letter, but not in all of them


@pytest.mark.django_db
def test_look_alikes_lead_to_the_class_unless_there_are_two(world: World) -> None:
    classroom = world.classroom
    classroom.code = "AAAA5B"
    classroom.save()
    home = Client().get(reverse("home"), {"code": "aaaa-S8"})
    assert home.headers["Location"] == "/join/AAAA5B/"
    world.group.code = "AAAASB"
    world.group.save()
    assert Client().get("/", {"code": "aaaaS8"}).status_code == 422  # ambiguous
    assert Client().get("/", {"code": "AAAASB"}).headers["Location"] == "/join/AAAASB/"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "says"), [("", "Type the code"), ("abc", "this one has 3"), ("ZZZZZZ", "ZZZ-ZZZ")]
)
def test_a_wrong_code_is_told_beside_the_field(typed: str, says: str) -> None:
    answer = Client().get("/", {"code": typed})
    page = read(answer)
    assert answer.status_code == 422
    field = page.id("code")
    assert field.attributes.get("value", "") == typed
    assert field.attributes["aria-invalid"] == "true"
    assert says in page.describes(field)


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["AAAAAA", "%00", "💥", "a" * 300])
def test_a_join_link_that_leads_nowhere_is_friendly(code: str) -> None:
    answer = Client().get(f"/join/{quote(code, safe='%')}/")
    assert answer.status_code == 404
    assert "Join your class" in answer.content.decode()


def test_codes_of_the_first_releases_go_on_working(world: World) -> None:
    world.classroom.code, world.group.code = "KX7P2M", "QR9TAB"
    world.classroom.save()
    world.group.save()
    for typed in ("kx7-p2m", "KX7P2M", "kx7pzm"):
        assert Client().get("/", {"code": typed}).headers["Location"] == "/join/KX7P2M/"
    assert Client().get("/join/qr9-tab/").headers["Location"] == "/join/QR9TAB/"
    worlds.join(world.group, "Zoe")
    assert Client().get("/c/qr9tab/").status_code == 200
    pin = {"code": "KX7-P2M", "pin": credentials.console_pin(world.group)}
    assert Client().post(reverse("pin"), pin).headers["Location"] == "/g/QR9TAB/"
    laptop = worlds.moderate(world.group)
    assert laptop.get("/g/QR9TAB/").status_code == 200
    assert watched("/c/QR9TAB/feed", {}) == (world.group.pk, "public")
    wall = read(world.browsers["instructor"].get(f"/classes/{world.classroom.pk}/?wall"))
    assert wall.one("p", class_="code").text == "KX7-P2M"


def test_a_code_in_an_address_may_have_its_dash(world: World) -> None:
    for shown in (world.group.code_shown, world.group.code_shown.lower()):
        assert Client().get(f"/c/{shown}/").status_code == 200
    for wrong in ("KX7-P2MQQ", "KX-7P2MQ", "KX7--P2MQ", "KX7P2MQ-"):
        assert Client().get(f"/c/{wrong}/").status_code == 404
