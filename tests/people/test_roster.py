"""The instructor's page of the roster, and removing those who joined since a time."""

from __future__ import annotations

import html

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from moderator.core.lesson import lesson_of
from moderator.core.models import Person
from tests.support.clock import Clock
from tests.support.web.reading import read, values
from tests.support.web.world import World, join

CSV = """Nachname;Vorname;Matrikelnummer
Müller;Zoë;77
;Eve;78
Ott;Zoë;79

Ott;Zoë;80
L\ufffdo;Ada;
"""


def test_a_file_is_shown_before_it_is_imported(world: World) -> None:
    laptop, classroom = world.browsers["instructor"], world.classroom
    url = reverse("roster", args=[classroom.pk])
    laptop.post(url, {"do": "import", "names": "Old Name\t1\nzoë müller\t2"})
    file = SimpleUploadedFile("list.csv", CSV.encode())
    shown = laptop.post(url, {"do": "preview", "file": file})
    page = read(shown)
    refused = page.one("dl", class_="is-bad").text
    assert "Line 6 Ott · Zoë · 80 The same name as in line 4." in refused
    assert "Line 7" in refused  # a letter that the encoding doesn't have
    added = [one.text for one in page.all("ul", class_="read-names")[0].all("li")]
    assert added[0] == "Eve 78 has joined already"
    assert added[1] == "Zoë Ott 79"
    assert classroom.roster.count() == 2
    names = html.unescape(shown.content.decode().partition('name="names"')[2])
    names = names.partition(">")[2].partition("</textarea>")[0].strip().replace("\n", "\r\n")
    form = page.form(url, do="import", how="replace", names=names)
    here = laptop.post(url, form, follow=True)
    assert here.redirect_chain == [(f"/classes/{classroom.pk}/?step=here&imported=3", 303)]
    assert "3 names were imported; the roster has 3." in read(here).one("main").text
    rows = {row.name: row for row in classroom.roster.all()}
    assert "Old Name" not in rows
    assert rows["Zoë Müller"].student_number == "77"
    assert rows["Eve"].person == world.person("Eve")


def test_a_line_that_can_be_read_in_two_ways_is_imported_as_was_chosen(world: World) -> None:
    laptop, classroom = world.browsers["instructor"], world.classroom
    url = reverse("roster", args=[classroom.pk])
    pasted = "Ana Berg, 1001\nŁęcki, Kōji\n" + "Li" * 40 + ", 1003"
    page = read(laptop.post(url, {"do": "preview", "list": pasted}))
    asked = page.one("fieldset", class_="ways")
    ways = [one.attributes["value"] for one in asked.all("input", name="way-2")]
    assert ways == ["Kōji Łęcki\t\tŁęcki", "Łęcki Kōji\t\t"]
    assert "Line 2 Łęcki · Kōji" in asked.text
    back = read(laptop.post(url, {"do": "back", "list": pasted}))
    assert back.id("list").text == " ".join(pasted.split())
    assert not classroom.roster.exists()
    names = page.one("textarea", name="names").text
    for way in ways:
        laptop.post(url, {"do": "import", "names": "Ana Berg\t1001", "way-2": way})
    rows = [(row.name, row.student_number) for row in classroom.roster.all()]
    assert rows == [("Ana Berg", "1001"), ("Kōji Łęcki", ""), ("Łęcki Kōji", "")]
    assert "Li" * 40 in names


def test_names_are_removed_once_that_was_confirmed(world: World) -> None:
    laptop, classroom = world.browsers["instructor"], world.classroom
    url = reverse("roster", args=[classroom.pk])
    laptop.post(url, {"do": "import", "names": "Eve\t1\nZed\t2\nYan\t3"})
    chosen = [classroom.roster.get(name=name).pk for name in ("Eve", "Zed")]
    ask = laptop.post(url, {"do": "remove", "name": chosen})
    assert classroom.roster.count() == 3
    form = read(ask).one("main").all("form")[0]
    assert [one.attributes["value"] for one in form.all("input", name="name")] == list(
        map(str, chosen)
    )
    laptop.post(url, values(form) | {"name": chosen})
    assert [row.name for row in classroom.roster.all()] == ["Yan"]
    assert not world.person("Eve").is_removed


@pytest.mark.parametrize(
    "sent", [{"list": " \n"}, {"file": SimpleUploadedFile("a.xlsx", b"PK\x03\x04 no")}]
)
def test_what_is_no_list_is_explained(world: World, sent: dict[str, object]) -> None:
    url = reverse("roster", args=[world.classroom.pk])
    page = world.browsers["instructor"].post(url, {"do": "preview", **sent})
    assert page.status_code == 422
    assert read(page).one("p", role="alert").text


def test_everyone_who_joined_since_a_time_is_removed(world: World, clock: Clock) -> None:
    laptop, classroom = world.browsers["instructor"], world.classroom
    Person.objects.filter(classroom=classroom).update(joined=clock.now)
    clock.wait(3600)
    for name in ("Bot 1", "Bot 2", "Zoe"):
        join(world.group, name)
        clock.wait(60)
    former = reverse("joined-since", args=[classroom.pk])
    page = read(laptop.get(former, {"since": "2026-03-02T11:00:00"}, follow=True))  # 10:00 UTC
    listed = page.one("tbody").all("tr")
    boxes = {one.all("input", class_="inline-name")[0].attributes["value"]: one for one in listed}
    ticked = [
        name
        for name, row in boxes.items()
        if "checked" in row.one("input", type="checkbox").attributes
    ]
    assert list(boxes) == ["Zoe", "Bot 2", "Bot 1", "Bob", "Eve"]
    assert ticked == ["Zoe", "Bot 2", "Bot 1"]
    assert "3 students joined at 11:00:00 or later" in page.text
    assert listed[1].one("a", href="?since=2026-03-02T11%3A01%3A00")
    chosen = [world.person(name).number for name in ("Bot 1", "Bot 2")]
    url = reverse("people", args=[classroom.pk])
    asked = read(laptop.post(url, {"do": "remove", "person": chosen})).one("main").one("form")
    laptop.post(url, values(asked) | {"do": "removed", "person": chosen, "close": "on"})
    present = classroom.people.filter(is_removed=False, kind=Person.Kind.STUDENT)
    assert {person.name for person in present} == {"Eve", "Bob", "Zoe"}
    assert not lesson_of(classroom).is_joining_open
