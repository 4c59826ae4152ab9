"""Writing an order slip on a student's page: forms, refusals, and who sees what."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from moderator.core import frames, log
from moderator.core.look import look_at
from moderator.core.models import Game, Group
from moderator.core.people import instructor_person, person_join
from moderator.features.clock.write import game_continue, game_stop
from moderator.features.moves.write import move_play
from moderator.features.people.write import seat_take
from moderator.features.slips.models import SlipVersion
from moderator.features.slips.read import book_of
from moderator.features.slips.write import SlipChange, slip_write, slips_reveal
from tests.support.play.play import deploy
from tests.support.web.debrief import promise
from tests.support.web.reading import Element, read
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import join, share

OTHERS = ("public", "moderator", "seat:hatti")


@pytest.fixture
def egypt(orders: Table) -> Client:
    return join(orders.group, "Eve", orders.game, "egypt")


def page_of(client: Client, table: Table) -> Element:
    return read(client.get(table.url("play")))


def fields(page: Element) -> dict[str, str]:
    """What the slip's form sends, without a button."""
    own = [e for e in page.all("input") if e.attributes.get("form") == "slip-form"]
    inside = page.id("slip-form").all("input")
    return {e.attributes["name"]: e.attributes["value"] for e in [*inside, *own]}


def press(client: Client, table: Table, page: Element | None = None, **more: Any) -> Any:
    """Presses a button of the page's slip, or of the present page."""
    return client.post(table.url("play-slip"), {**fields(page or page_of(client, table)), **more})


def buttons(page: Element) -> dict[str, Element]:
    return {
        one.attributes["value"]: one
        for one in page.all("button", form="slip-form")
        if "hidden" not in one.attributes
    }


def row(page: Element, place: str) -> Element:
    return page.one("tr", data_place=place)


def written(table: Table, player: str = "egypt") -> dict[str, int]:
    table.game.refresh_from_db()
    slip = book_of(look_at(table.game)).of(player)
    assert slip
    return {order.get("region", "civilization"): order["rfs"] for order in slip.orders}


def write(table: Table, player: str, region: str, rfs: int, key: str = "k") -> None:
    by = instructor_person(table.classroom)
    change = SlipChange(player, 0, [deploy(player, region, rfs)], is_sealed=True)
    slip_write(table.game, change, f"{key}-{player}", by, "instructor")


def test_a_slip_is_written_sealed_and_opened_without_a_script(orders: Table, egypt: Client) -> None:
    page = page_of(egypt, orders)
    assert "deploy:syria -1" not in buttons(page)
    assert page.id("slip-seal").attributes["aria-disabled"] == "true"
    assert "place 11 more first" in page.id("slip-seal").text
    answer = press(egypt, orders, change="deploy:syria 1")
    assert (answer.status_code, answer.headers["Location"][-7:]) == (303, "#slip-7")
    press(egypt, orders, change=["build 9", "deploy:syria 2", "deploy:syria -1"])
    assert written(orders) == {"syria": 2, "civilization": 9}
    page = page_of(egypt, orders)
    assert "aria-disabled" not in page.id("slip-seal").attributes
    assert buttons(page)["deploy:egypt 1"].attributes["aria-disabled"] == "true"
    assert row(page, "deploy:syria").one("b", class_="after").text == "2"
    assert press(egypt, orders, do="seal").status_code == 303
    page = page_of(egypt, orders)
    assert page.one("details", id="slip-orders").one("ul").text == "Syria 2 Civilization 9"
    assert "Eve sealed your slip" in page.id("slip").text
    assert page.one("ul", class_="slip-seats").text.count("not yet") == 3
    assert press(egypt, orders, do="open").status_code == 303
    assert written(orders) == {"syria": 2, "civilization": 9}


@pytest.mark.slow
def test_a_row_reminds_of_the_own_promise_alone(db: None) -> None:
    options = {"deployment": "simultaneous", "diplomatic_records": True}
    table = seat_down("1800-bc", options)
    game, players = table.game, ("egypt", "hatti")
    terms = {"kind": "no-placement", "region": "mitanni", "until": 2}
    want = {"kind": "presence", "region": "elam", "at": 1}
    promise(game, 1, players, terms, want, turn=1, number=0, after=0)
    open_terms = {"kind": "no-placement", "region": "syria", "until": 2}
    promise(game, 2, players, open_terms, None, turn=1, number=0, after=None)
    Game.objects.filter(pk=game.pk).update(changes=F("changes") + 1)
    for name, place in (("egypt", "deploy:mitanni"), ("hatti", "deploy:elam")):
        page = page_of(join(table.group, name, game, name), table)
        (reminder,) = page.id("slip").all("a", class_="vow")
        assert reminder in row(page, place).all("a")
        assert reminder.text == "promised"
        assert reminder.attributes["href"] == f"{table.url('play')}?tab=talks"


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"change": "deploy:syria 12"}, "Egypt has 11 RFs in hand"),
        ({"change": "deploy:syria -1"}, "nothing on the slip there"),
        ({"change": "deploy:atlantis 1"}, "no region"),
        ({"change": "build 41"}, "Egypt has 11 RFs in hand"),
        ({"change": "syria"}, "can’t be recorded"),
        ({"change": "end-turn 1"}, "end-turn"),
        ({"do": "reveal"}, "can’t be recorded"),
        ({"do": "seal"}, "Place 11 more first"),
        ({"key": "not a key"}, "can’t be recorded"),
    ],
)
def test_a_refused_press_says_why(
    orders: Table, egypt: Client, sent: dict[str, Any], sentence: str
) -> None:
    answer = press(egypt, orders, **sent)
    assert answer.status_code == 422
    assert sentence in read(answer).id("slip-message").text
    assert not SlipVersion.objects.exists()


def test_a_late_press_is_explained_and_can_be_repeated(orders: Table, egypt: Client) -> None:
    before = page_of(egypt, orders)
    mate = person_join(orders.classroom, "Omar", orders.group)
    seat_take(mate, orders.game.seats.get(player="egypt"), shared=True)
    change = SlipChange("egypt", 0, [deploy("egypt", "elam", 3)], is_sealed=False)
    slip_write(orders.game, change, "omar", mate, "student")
    answer = press(egypt, orders, before, change="deploy:syria 2")
    page = read(answer)
    assert answer.status_code == 409
    assert "Omar has just changed the slip" in page.id("slip-message").text
    again = page.id("slip-message").one("button")
    assert again.text == "Syria +2"
    assert "Omar" in row(page, "deploy:elam").text
    press(egypt, orders, page, change=again.attributes["value"])
    assert written(orders) == {"elam": 3, "syria": 2}


def test_who_shares_the_country_is_told_that_it_is_sealed(orders: Table, egypt: Client) -> None:
    mate = share(orders.game, "egypt")
    older = page_of(mate, orders)
    press(egypt, orders, change="deploy:syria 11")
    before = page_of(mate, orders)
    assert press(egypt, orders, do="seal").status_code == 303
    late = read(press(mate, orders, before, do="seal"))
    assert late.id("slip-message").text == "Sealed already: Eve was quicker."
    # Not the slip that was seen: it is no answer to this press.
    late = read(press(mate, orders, older, do="seal"))
    assert "Not saved: Eve has sealed the slip." in late.id("slip-message").text


def test_the_same_key_acts_once(orders: Table, egypt: Client) -> None:
    page = page_of(egypt, orders)
    for _ in range(2):
        assert press(egypt, orders, page, change="deploy:syria 1").status_code == 303
    assert written(orders) == {"syria": 1}
    other = press(egypt, orders, page, change="deploy:syria 5")
    assert other.status_code == 409
    assert "Syria +5" in read(other).id("slip-message").text
    assert written(orders) == {"syria": 1}


@pytest.mark.parametrize(
    "sent", [{"turn": "3"}, {"turn": ""}, {"version": "7"}, {"version": "x"}, {"game": "2"}]
)
def test_a_form_of_another_slip_is_stale(
    orders: Table, egypt: Client, sent: dict[str, Any]
) -> None:
    assert press(egypt, orders, change="deploy:syria 1", **sent).status_code == 409
    assert not SlipVersion.objects.exists()


def test_a_form_of_another_turn_is_stale_also_if_its_presses_are_impossible_now(
    orders: Table, egypt: Client
) -> None:
    for sent in ({"change": "deploy:syria 12"}, {"do": "seal"}):
        assert press(egypt, orders, turn="3", part="slip", **sent).status_code == 409
    assert not SlipVersion.objects.exists()


def test_a_form_of_another_game_gets_no_slip(orders: Table, egypt: Client) -> None:
    answer = press(egypt, orders, change="deploy:syria 1", game="2", part="slip")
    assert answer.status_code == 409
    assert 'id="slip"' not in answer.content.decode()


def test_a_press_after_the_reveal_is_late(orders: Table, egypt: Client) -> None:
    page = page_of(egypt, orders)
    for player, rfs in (("egypt", 11), ("babylon", 11), ("assyria", 11), ("hatti", 10)):
        write(orders, player, "syria", rfs)
    by = instructor_person(orders.classroom)
    slips_reveal(orders.game, 4, "reveal", by, "instructor")
    answer = press(egypt, orders, page, change="deploy:syria 1", part="slip")
    assert answer.status_code == 409
    assert "the orders have been revealed" in answer.content.decode()
    assert 'id="slip"' not in answer.content.decode()
    assert "slip" not in [e.attributes.get("id") for e in page_of(egypt, orders).walk()]


def test_the_script_gets_the_slip_alone(orders: Table, egypt: Client) -> None:
    answer = press(egypt, orders, change="deploy:syria 1", part="slip")
    assert answer.status_code == 200
    part = read(answer)
    assert [e.tag for e in part.children if isinstance(e, Element)] == ["section"]
    assert part.id("slip").attributes["data-version"] == "1"


def test_strangers_find_no_slip(orders: Table, egypt: Client) -> None:
    sent = {**fields(page_of(egypt, orders)), "change": "deploy:syria 1"}
    without_seat = join(orders.group, "Bob")
    for client in (Client(), orders.laptop, without_seat):
        assert client.post(orders.url("play-slip"), sent).status_code == 404
    assert egypt.get(orders.url("play-slip")).status_code == 405
    hatti = join(orders.group, "Hal", orders.game, "hatti")
    press(hatti, orders, change="deploy:syria 1")
    assert (written(orders), written(orders, "hatti")) == ({}, {"syria": 1})


def frames_of(group: Group) -> list[Any]:
    return [frames.render(group.pk, audience) for audience in OTHERS]


def test_nobody_else_sees_a_draft(orders: Table, egypt: Client) -> None:
    before = frames_of(orders.group)
    own = frames.render(orders.group.pk, "seat:egypt")
    press(egypt, orders, change=["deploy:syria 7", "build 4"])
    assert frames_of(orders.group) == before
    assert frames.render(orders.group.pk, "seat:egypt") != own
    press(egypt, orders, do="seal")
    sealed = frames_of(orders.group)
    assert all(now.version > then.version for now, then in zip(sealed, before, strict=True))
    assert not any('id="slip-orders"' in frame.html for frame in sealed)


def test_orders_that_are_no_longer_legal_are_named_and_left_out(
    orders: Table, egypt: Client
) -> None:
    press(egypt, orders, change=["deploy:syria 7", "build 4"])
    full = {"type": "correct", "reason": "x", "civilization": {"egypt": 40}}
    by = instructor_person(orders.classroom)
    move_play(orders.game, full, 0, "full", by, "instructor")
    page = page_of(egypt, orders)
    assert "isn’t possible any more" in page.id("slip").text
    assert "all boxes are full" in row(page, "build").text
    press(egypt, orders, change="deploy:egypt 4")
    assert written(orders) == {"egypt": 4, "syria": 7}


def test_a_reveal_is_marked_until_the_next_entry(orders: Table) -> None:
    def marks() -> int:
        return Client().get(orders.url("chart")).content.count(b"data-revealed")

    by = instructor_person(orders.classroom)
    assert marks() == 0
    for player, rfs in (("egypt", 11), ("babylon", 11), ("assyria", 11), ("hatti", 10)):
        write(orders, player, "syria", rfs)
    slips_reveal(orders.game, 4, "reveal", by, "instructor")
    assert marks() == 1
    game_stop(orders.game, by, "instructor")
    assert marks() == 0
    game_continue(orders.game, by, "instructor")
    assert marks() == 1
    for verb in ("undo", "redo"):
        number = log.fold_of(orders.game).number
        move_play(orders.game, {"type": verb}, number, verb, by, "instructor")
        assert marks() == 0
