"""The instructor's classes, groups and people."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from moderator.core import credentials, queries
from moderator.core.models import Classroom, Entry, Person
from moderator.features.classes.write import classroom_create, group_rename, groups_create
from moderator.rules import record
from tests.support.addresses import url as url_of
from tests.support.sheets.cases import on_both_papers
from tests.support.web import world as worlds
from tests.support.web.reading import Element, read, values
from tests.support.web.world import World

pytestmark = pytest.mark.slow

NEW = "/classes/new/"


@pytest.fixture
def pat(db: None) -> User:
    return User.objects.create_user("pat")


@pytest.fixture
def laptop(pat: User) -> Client:
    return worlds.signed_in(pat)


@pytest.fixture
def empty(pat: User) -> Classroom:
    return classroom_create(pat, "Empty", "Asia/Tokyo")


def url(classroom: Classroom) -> str:
    return reverse("classroom", args=[classroom.pk])


def test_from_nothing_to_a_class(laptop: Client) -> None:
    nothing = read(laptop.get("/classes/"))
    assert nothing.one("div", class_="empty").one("a").attributes["href"] == NEW
    form = read(laptop.get(NEW)).form(name=" HIST  210 ", time_zone="Europe/Athens")
    made = laptop.post(NEW, form)
    classroom = Classroom.objects.get()
    assert (made.status_code, made.headers["Location"]) == (303, url(classroom))
    assert (classroom.name, classroom.time_zone) == ("HIST 210", "Europe/Athens")
    page = read(laptop.get(url(classroom)))
    assert page.one("section", class_="join-here").one("p", class_="code").text == (
        classroom.code_shown
    )
    assert page.one("section", class_="join-here").all("svg", class_="qr")
    assert "HIST 210" in read(laptop.get("/classes/")).text
    assert read(laptop.get(NEW)).form()["time_zone"] == "Europe/Athens"


def test_a_form_makes_one_class_however_often_it_is_sent(laptop: Client) -> None:
    form = read(laptop.get(NEW)).form(name="HIST 210")
    answers = {laptop.post(NEW, form).headers["Location"] for _ in range(3)}
    assert len(answers) == 1
    assert Classroom.objects.count() == 1
    laptop.post(NEW, read(laptop.get(NEW)).form(name="HIST 210"))
    assert Classroom.objects.count() == 2
    assert laptop.post(NEW, {"name": "No key", "time_zone": "UTC"}).status_code == 400


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", ""), ("name", "x" * 81), ("name", "a\u202eb"), ("time_zone", "Mars/Olympus")],
)
def test_what_is_wrong_stands_beside_its_field(laptop: Client, field: str, value: str) -> None:
    form = read(laptop.get(NEW)).form(**{"name": "HIST 210", field: value})
    answer = laptop.post(NEW, form)
    page = read(answer)
    assert answer.status_code == 422
    wrong = page.id(f"id_{field}")
    assert wrong.attributes["aria-invalid"] == "true"
    assert page.id(f"id_{field}_error").text in page.describes(wrong)
    assert not Classroom.objects.exists()


def test_changing_a_class(laptop: Client, empty: Classroom) -> None:
    change = reverse("class-change", args=[empty.pk])
    form = values(read(laptop.get(change)).one("main").all("form")[0]) | {"name": "Full"}
    assert form["time_zone"] == "Asia/Tokyo"
    assert laptop.post(change, form).status_code == 303
    empty.refresh_from_db()
    assert (empty.name, empty.time_zone) == ("Full", "Asia/Tokyo")
    assert laptop.post(change, form | {"name": "\u202e"}).status_code == 422


def test_the_wall_shows_the_way_in_and_nothing_else(laptop: Client, empty: Classroom) -> None:
    wall = read(laptop.get(url(empty), {"wall": ""}))
    assert empty.code_shown in wall.text
    assert wall.one("svg", class_="qr").attributes["aria-label"]
    assert not wall.all("form")
    assert not wall.all("nav")
    alone = read(laptop.get(url(empty), {"wall": ""}, headers={"host": "127.0.0.1:8000"}))
    assert "Phones can’t reach this page yet." in alone.text
    assert not alone.all("code")


def test_phones_are_shown_an_address_that_they_reach(
    laptop: Client, empty: Classroom, settings: object
) -> None:
    def way_in(host: str) -> Element:
        page = read(laptop.get(url(empty), headers={"host": host}))
        return page.one("section", class_="join-here")

    alone = way_in("127.0.0.1:8000")
    assert "up --host 0.0.0.0" in alone.text
    assert "127.0.0.1" not in alone.text
    assert not alone.all("svg", class_="qr")
    settings.PUBLIC_URL = "http://192.0.2.7:8000"  # type: ignore[attr-defined]
    here = way_in("127.0.0.1:8000")
    assert "192.0.2.7:8000" in here.text
    assert here.all("svg", class_="qr")
    settings.ALLOWED_HOSTS = ["games.example.edu"]  # type: ignore[attr-defined]
    assert "games.example.edu" in way_in("games.example.edu").text


def test_making_groups_once(laptop: Client, empty: Classroom) -> None:
    make = reverse("groups-make", args=[empty.pk])
    form = read(laptop.get(make)).form(count="3")
    for _ in range(2):
        assert laptop.post(make, form).status_code == 303
    assert [group.name for group in empty.groups.all()] == ["Group 1", "Group 2", "Group 3"]


@pytest.mark.parametrize("count", ["", "0", "-1", "41", "x", "1e9", "9" * 30])
def test_a_number_of_groups_that_will_not_do(laptop: Client, empty: Classroom, count: str) -> None:
    make = reverse("groups-make", args=[empty.pk])
    answer = laptop.post(make, read(laptop.get(make)).form(count=count))
    page = read(answer)
    assert answer.status_code == 422
    assert page.id("id_count_error").text in page.describes(page.id("id_count"))
    assert page.id("id_count").attributes.get("value", "") == count
    assert not empty.groups.exists()


def group_page(world: World) -> Element:
    laptop = world.browsers["instructor"]
    return read(laptop.get(reverse("group", args=[world.classroom.pk, 1]))).one("main")


def test_a_group_at_a_glance(world: World) -> None:
    shown = group_page(world)
    assert queries.GameSummary(world.group).sentence in shown.text
    assert credentials.console_pin(world.group) in shown.text
    hrefs = {a.attributes["href"] for a in shown.all("a")}
    assert {f"/g/{world.group.code}/", f"/c/{world.group.code}/"} <= hrefs


def test_the_keys_are_folded_away_until_asked_for(world: World) -> None:
    """The page may be on a projector."""
    shown = group_page(world)
    for details in shown.all("details"):
        assert "open" not in details.attributes
    folded = shown.one("section", aria_labelledby="moderator").one("details")
    assert credentials.console_pin(world.group) in folded.text
    outside = shown.text.replace(folded.text, "")
    assert credentials.console_pin(world.group) not in outside
    assert credentials.console_token(world.group) not in outside


@pytest.mark.parametrize(("name", "status"), [("Table by the door", 303), ("", 422)])
def test_renaming_a_group(world: World, name: str, status: int) -> None:
    group = reverse("group", args=[world.classroom.pk, 1])
    laptop = world.browsers["instructor"]
    answer = laptop.post(group, {"name": name})
    assert answer.status_code == status
    if status == 303:
        assert read(laptop.get(group)).one("h1").text == name
    else:
        assert read(answer).one("h1").text == "Group 1"
        assert read(answer).id("name-error").text


DEPLOY = {"type": "deploy", "player": "egypt", "region": "egypt", "rfs": 1}


def test_deleting_names_what_will_be_deleted_and_deletes_it(world: World) -> None:
    worlds.record(world.game, DEPLOY)
    laptop = world.browsers["instructor"]
    asks = {
        "class-delete": [world.classroom.pk],
        "group-delete": [world.classroom.pk, 1],
        "game-delete": [world.classroom.pk, 1, 1],
    }
    pages = {
        name: [li.text for li in read(laptop.get(reverse(name, args=args))).one("main").all("li")]
        for name, args in asks.items()
    }
    people = Person.objects.filter(classroom=world.classroom, kind="student").count()
    assert pages == {
        "class-delete": [
            "2 groups", "2 games", "1 entry of its log", f"{people} students",
        ],
        "group-delete": ["1 group", "1 game", "1 entry of its log"],
        "game-delete": ["1 game", "1 entry of its log"],
    }  # fmt: skip
    assert laptop.post(reverse("game-delete", args=asks["game-delete"])).status_code == 303
    assert not Entry.objects.exists()
    assert laptop.post(reverse("group-delete", args=asks["group-delete"])).status_code == 303
    assert [group.number for group in world.classroom.groups.all()] == [2]


@on_both_papers
@pytest.mark.parametrize("sheet", ["chart-pdf", "score-pdf", "briefings-pdf"])
def test_the_sheets(world: World, sheet: str, paper: str) -> None:
    group_rename(world.group, 'A "B"; Ω\\')
    answer = world.browsers["instructor"].get(
        url_of(sheet, code=world.group.code), {"paper": paper}
    )
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")
    assert answer.headers["Content-Disposition"].startswith(
        "inline; filename*=utf-8''hist-210-a-b-%CF%89-game-1-"
    )
    papers = world.browsers["moderator"].get(url_of(sheet, code=world.group.code), {"paper": "a3"})
    assert papers.status_code == 404


def test_the_record_plays_to_the_same_chart(world: World) -> None:
    worlds.record(world.game, DEPLOY)
    answer = world.browsers["moderator"].get(reverse("record", args=[world.group.code]))
    name = "hist-210-group-1-game-1-record-moderator-only.json"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    replayed = record.replay(record.read(answer.content), {})
    assert replayed.state == queries.timeline(world.game).state
    number, digest = queries.head(world.game)
    assert json.loads(answer.content)["log"] == {"number": number, "hash": digest}


def test_an_earlier_game_is_still_available(world: World) -> None:
    worlds.record(world.game, DEPLOY)
    first = record.write(queries.record_of(world.game))
    worlds.start(world.group)
    laptop, address = world.browsers["moderator"], reverse("record", args=[world.group.code])
    assert laptop.get(address, {"game": 1}).content == first
    assert json.loads(laptop.get(address).content)["moves"] == []
    for nothing in ("3", "0", "-1", "one", "9" * 5000, "²"):
        assert laptop.get(address, {"game": nothing}).status_code == 404


def test_without_a_game_there_is_nothing_to_print(world: World) -> None:
    (late,) = groups_create(world.classroom, 1)
    laptop = world.browsers["instructor"]
    for sheet in ("chart-pdf", "score-pdf", "briefings-pdf", "record"):
        assert laptop.get(url_of(sheet, code=late.code)).status_code == 404
    assert late.code_shown in read(laptop.get(reverse("helping", args=[late.code]))).text
    assert "No game yet" in read(laptop.get(reverse("group", args=[world.classroom.pk, 3]))).text


def test_an_administrator_sees_every_class(world: World) -> None:
    listed = read(world.browsers["administrator"].get("/classes/")).text
    assert "HIST 210" in listed
    assert "POLS 101" in listed
    assert "POLS 101" not in read(world.browsers["instructor"].get("/classes/")).text
