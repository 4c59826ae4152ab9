"""Handing a group over: the old console ends at once, and nothing that was sent is lost."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core import credentials
from moderator.core.models import Person
from moderator.features.classes.write import groups_create
from moderator.features.people.write import person_volunteer
from tests.support.web.reading import read
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import join, moderate, signed_in, start


@pytest.fixture
def table(db: None) -> Table:
    table = seat_down("1800-bc", {"deployment": "sequential"})
    table.record("egypt 5")
    return table


def give_console(table: Table, **sent: str) -> str:
    """The page after the press."""
    teacher = signed_in(table.classroom.instructor)
    url = reverse("give-console", args=[table.classroom.pk, table.group.number])
    answer = teacher.post(url, sent)
    assert answer.status_code == 303
    page: str = teacher.get(answer.headers["Location"]).content.decode()
    return page


def test_a_new_link_ends_the_old_console(table: Table) -> None:
    old, form = credentials.console_token(table.group), table.forms()["say"]
    sent = form | {"text": "egypt 3"}
    assert table.laptop.post(table.url("move"), sent).status_code == 303
    shown = give_console(table, to="link")
    table.group.refresh_from_db()
    assert credentials.console_token(table.group) in shown
    assert credentials.console_pin(table.group) in shown
    assert Client().get(reverse("console-link", args=[old])).status_code == 404
    assert table.laptop.get(table.url("console")).status_code == 404
    assert table.laptop.post(table.url("move"), sent | {"text": "egypt 1"}).status_code == 404
    table.laptop = moderate(table.group, "Flo")
    table.record("egypt 2")
    assert [entry.person.name for entry in table.entries] == ["Mo", "Mo", "Flo"]
    log = table.console().one("ol", class_="log").text
    assert "Mo" in log
    assert "Flo" in log


def test_a_person_of_the_class_takes_over_on_the_own_phone(table: Table) -> None:
    other = start(groups_create(table.classroom, 1)[0])
    eve = join(table.group, "Eve", table.game, "egypt")
    ann = join(table.classroom, "Ann")
    join(other.group, "Bob", other, "egypt")
    person_volunteer(Person.objects.get(name="Ann"))
    teacher = signed_in(table.classroom.instructor)
    url = reverse("give-console", args=[table.classroom.pk, 1])
    names = [b.text for b in read(teacher.get(url)).one("fieldset").all("b")]
    assert names == ["Whoever gets a new link", "Ann volunteer", "Mo", "Eve"]
    assert teacher.post(url, {"to": "999"}).status_code == 422
    assert "Ann moderates Group 1 now" in give_console(table, to=number("Ann"))
    assert ann.get(table.url("console")).status_code == 200
    assert table.laptop.get(table.url("console")).status_code == 404
    give_console(table, to=number("Eve"))
    assert ann.get(table.url("console")).status_code == 404
    assert eve.get(table.url("console")).status_code == 200
    assert not Person.objects.get(name="Eve").seats.exists()


def number(name: str) -> str:
    return str(Person.objects.get(name=name).number)
