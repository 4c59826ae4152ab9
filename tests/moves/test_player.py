"""The student's page: what it shows to whom."""

import pytest
from django.test import Client

from moderator.core.people import person_join
from moderator.features.classes.write import group_rename
from moderator.features.people.write import seat_take
from tests.support.play.play import deploy
from tests.support.web.reading import Element, read
from tests.support.web.tables import Table
from tests.support.web.world import join


@pytest.fixture
def egypt(orders: Table) -> Client:
    return join(orders.group, "Eve", orders.game, "egypt")


def own(client: Client, table: Table) -> Element:
    answer = client.get(table.url("play"))
    assert answer.status_code == 200
    return read(answer)


def test_a_student_sees_the_own_briefing_and_objectives(orders: Table, egypt: Client) -> None:
    page = own(egypt, orders)
    assert "You are Egypt" in page.one("section", class_="briefing").text
    assert "Presence in Syria" in page.id("secrets").text
    assert "You are Hatti" not in page.text
    assert page.id("live").attributes["data-feed"] == f"/play/{orders.group.code}/feed"


def test_a_student_reads_where_to_write_orders(orders: Table, egypt: Client) -> None:
    told = "Nobody else can see this."
    assert told in own(egypt, orders).text
    assert told not in read(Client().get(orders.url("chart"))).text


def test_whether_an_objective_holds_is_said(orders: Table, egypt: Client) -> None:
    def lines() -> list[str]:
        return [line.text for line in own(egypt, orders).id("secrets").all("li")]

    assert "Presence in Syria not met 0 of 5 7 Victory Points" in lines()
    orders.record_older(deploy("egypt", "syria", 5))
    met = own(egypt, orders).one("section", aria_labelledby="goals-met")
    assert "Presence in Syria met 5 RFs 7 Victory Points" in [one.text for one in met.all("li")]


def test_the_head_says_group_and_country(orders: Table, egypt: Client) -> None:
    group_rename(orders.group, "The Nile")
    page = own(egypt, orders)
    assert page.one("p", class_="who").text == "E Egypt The Nile Game-turn 1 of 6"
    frame = egypt.get(orders.url("play")).content.decode().partition('data-for="task"')[2]
    assert "The Nile" in frame.partition("</template>")[0]


def test_who_shares_the_country_is_named(orders: Table, egypt: Client) -> None:
    seat = orders.game.seats.get(player="egypt")
    mate = person_join(orders.classroom, "Zed", orders.group)
    seat_take(mate, seat, shared=True)
    assert "with Zed" in own(egypt, orders).one("header", class_="top").text


def test_whoever_leaves_the_phone_is_forgotten_there(orders: Table, egypt: Client) -> None:
    left = egypt.post(orders.url("play-leave"))
    assert left.status_code == 303
    assert egypt.get(orders.url("play")).status_code == 302
    assert orders.game.seats.get(player="egypt").persons.count() == 1
    assert Client().post(orders.url("play-leave")).status_code == 404


def test_who_sits_nowhere_is_led_to_a_seat(orders: Table) -> None:
    assert Client().get(orders.url("play")).headers["Location"] == orders.url("join")
    phone = join(orders.group, "Bob")
    assert phone.get(orders.url("play")).headers["Location"] == orders.url("seats")
