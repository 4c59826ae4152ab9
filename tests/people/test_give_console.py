"""Handing a group over: the old console ends at once, and nothing that was sent is lost."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from moderator.core import credentials
from moderator.core.audiences import feed_access
from moderator.core.errors import InvalidInput
from moderator.core.models import Game, Person
from moderator.core.publishing import presence_store
from moderator.core.whole_class import WholeClass
from moderator.features.classes.write import groups_create
from moderator.features.overview.part import rows_of
from moderator.features.overview.write import successors
from moderator.features.people.dividing import latecomers_seat
from moderator.features.people.write import moderator_appoint, person_volunteer, seat_give
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
    join(table.classroom, "Pia")
    moderator_appoint(Person.objects.get(name="Pia"), other.group)
    person_volunteer(Person.objects.get(name="Ann"))
    teacher = signed_in(table.classroom.instructor)
    url = reverse("give-console", args=[table.classroom.pk, 1])
    names = [b.text for b in read(teacher.get(url)).one("fieldset").all("b")]
    assert names == ["Whoever gets a new link", "Ann volunteer", "Mo", "Eve", "Pia"]
    page = read(teacher.get(url))
    assert [b.text for b in page.one("fieldset").one("details").all("b")] == ["Pia"]
    alone = page.one("button", value="alone:1:1")
    overview = reverse("overview", args=[table.classroom.pk])
    assert teacher.post(overview, {"do": alone.attributes["value"]}).status_code == 303
    assert Game.objects.get(pk=table.game.pk).is_unmoderated
    assert "Let the players record" not in teacher.get(url).content.decode()
    assert teacher.post(url, {"to": "999"}).status_code == 422
    assert "Ann moderates Group 1 now" in give_console(table, to=number("Ann"))
    assert ann.get(table.url("console")).status_code == 200
    assert table.laptop.get(table.url("console")).status_code == 404
    give_console(table, to=number("Eve"))
    assert ann.get(table.url("console")).status_code == 404
    assert eve.get(table.url("console")).status_code == 200
    assert not Person.objects.get(name="Eve").seats.exists()


def test_the_page_of_the_seat_ends_with_it_and_the_console_says_who_moderates(
    table: Table,
) -> None:
    """A player becomes the moderator, whose page asks again and is told so."""
    eve = join(table.group, "Eve", table.game, "egypt")
    cookies = {name: morsel.value for name, morsel in eve.cookies.items()}
    feed = f"/play/{table.group.code}/feed"
    assert feed_access(feed, cookies) is not None
    give_console(table, to=number("Eve"))
    assert feed_access(feed, cookies) is None
    page = read(eve.get(table.url("play"), follow=True))
    assert page.one("h1").text == "You are a moderator"
    waiting = feed_access(f"/w/{table.classroom.code}/seats/feed", cookies)
    assert waiting is not None
    assert waiting.person == Person.objects.get(name="Eve").pk
    old = table.laptop.get(table.url("console"))
    assert old.status_code == 404
    assert "Eve moderates Group 1 now" in read(old).one("main").text
    assert "Page not found" in read(Client().get(table.url("console"))).one("main").text


def test_nobody_from_whom_the_console_was_taken_counts_as_the_moderator(table: Table) -> None:
    """Not though she recorded last, and has a seat now."""
    other = start(groups_create(table.classroom, 1)[0])
    gus = join(table.group, "Gus", table.game, "assyria")
    join(table.group, "Eve", table.game, "egypt")
    give_console(table, to=number("Gus"))
    table.laptop = gus
    table.record("egypt 3")
    shown = give_console(table, to=number("Eve"))
    assert moderator_of(table) == "Eve"
    assert "Until now" not in shown

    # Gus knows the secrets of the group: he is offered the seats of the others.
    offered = read(gus.get(table.url("play"), follow=True))
    assert offered.one("h1").text == "Choose your country"
    assert [one.text.split()[:2] for one in offered.all("h2")] == [["Group", "2"]]
    presence_store([Person.objects.get(name="Gus").pk])
    whole = WholeClass(table.classroom)
    assert not successors(whole, table.group, timezone.now())
    latecomers_seat(table.classroom, [Person.objects.get(name="Gus")])
    assert Person.objects.get(name="Gus").group == other.group

    seat_give(Person.objects.get(name="Gus"), table.game.seats.get(player="assyria"))
    assert moderator_of(table) == "Eve"


def test_who_knows_the_secrets_of_every_group_gets_no_seat_by_one_press(table: Table) -> None:
    gus = join(table.group, "Gus", table.game, "assyria")
    give_console(table, to=number("Gus"))
    table.laptop = gus
    table.record("egypt 3")
    give_console(table, to="link")
    with pytest.raises(InvalidInput, match="Gus has moderated every group"):
        latecomers_seat(table.classroom, [Person.objects.get(name="Gus")])
    assert moderator_of(table) is None
    table.group.refresh_from_db()
    table.laptop = moderate(table.group, "Mo")
    table.record("egypt 2")
    assert moderator_of(table) == "Mo"
    assert Person.objects.filter(name="Mo").count() == 1


def moderator_of(table: Table) -> str | None:
    row = rows_of(WholeClass(table.classroom), timezone.now(), has_charts=False)[0]
    return row.moderator.name if row.moderator else None


def number(name: str) -> str:
    return str(Person.objects.get(name=name).number)
