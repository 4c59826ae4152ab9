"""Order slips on the console: peeked at, reminded of, filled in and revealed."""

from __future__ import annotations

from typing import Any

from django.test import Client

from moderator.core.people import instructor_person
from moderator.features.new_game.write import game_create
from tests.support.play.play import deploy, record_older
from tests.support.web.reading import read, values
from tests.support.web.slip_panel import book, draft, panel, said, slip
from tests.support.web.tables import Table
from tests.support.web.world import join

LINES = ("e nub4 pal3 civ4", "b bab 11", "a ass 11", "h hat 10")


def press(table: Table, name: str, **fields: str) -> Any:
    """Presses a button of the panel, whose form is `press`."""
    (form,) = [values(f) for f in table.console().all("form", id="press")]
    return table.laptop.post(table.url(name), {**form, **fields})


def url(table: Table, player: str = "egypt") -> str:
    return f"{table.url('slips-fill')}{player}/"


def test_a_reveal_is_recorded_once(orders: Table) -> None:
    orders.record(*LINES)
    fields = {"seen": str(book(orders).public_number)}
    (form,) = [values(f) for f in orders.console().all("form", id="press")]
    for _ in range(2):
        answer = orders.laptop.post(orders.url("slips-reveal"), {**form, **fields})
        assert answer.status_code == 303
    assert len(orders.entries) == 6
    again = orders.laptop.post(orders.url("slips-reveal"), {**form, **fields, "key": "other"})
    assert again.status_code == 409
    page = orders.console()
    assert "Orders of Game-turn 1 revealed" in page.id("answer").text
    assert "Recorded as nos. 1–6" in page.id("answer").text
    assert page.id("undo").text == "Undo “Orders of Game-turn 1 revealed”"
    assert not page.all("section", class_="slip-panel")


def test_a_typed_reveal_is_recorded_once(orders: Table) -> None:
    orders.record(*LINES)
    form = orders.forms()["say"]
    for _ in range(2):
        assert orders.send(form, text="reveal").status_code == 303
    assert len(orders.entries) == 6
    orders.record("undo")
    page = orders.console()
    assert "Takes back nos. 1–6: Orders of Game-turn 1 revealed" in page.id("answer").text
    assert page.id("redo").text == "Redo “Orders of Game-turn 1 revealed”"
    orders.record("e nub3")
    (redo,) = [b for b in orders.console().all("button") if b.text.startswith("Redo")]
    assert redo.attributes["aria-disabled"] == "true"
    assert "slip has been changed since" in redo.attributes["title"]
    assert orders.say("redo").status_code == 422


def test_a_typed_reveal_is_answered_again_when_the_group_has_begun_another_game(
    orders: Table,
) -> None:
    orders.record(*LINES)
    form = orders.forms()["say"]
    assert orders.send(form, text="reveal").status_code == 303
    by = instructor_person(orders.classroom)
    game_create(orders.group, orders.game.rules, orders.game.scenario, {}, by)
    assert orders.send(form, text="reveal").status_code == 303
    assert orders.send(form, text="reveal all").status_code == 409
    assert len(orders.entries) == 6


def test_a_late_reveal_is_refused(orders: Table) -> None:
    orders.record(*LINES)
    form, seen = orders.forms()["say"], str(book(orders).public_number)
    orders.record("open e", "seal e")
    assert press(orders, "slips-reveal", seen=seen).status_code == 409
    assert orders.send(form, text="reveal").status_code == 409
    assert not orders.entries


def test_the_reveal_waits_for_all_slips(orders: Table) -> None:
    orders.record(*LINES[:2])
    (button,) = panel(orders).all("button", id="reveal")
    assert button.attributes["aria-disabled"] == "true"
    assert "2 slips are not sealed" in button.text
    refused = press(orders, "slips-reveal", seen=str(book(orders).public_number))
    assert refused.status_code == 422
    orders.record(*LINES[2:])
    (button,) = panel(orders).all("button", id="reveal")
    assert button.attributes["value"] == str(book(orders).public_number)


def test_a_slip_is_uncovered_for_the_moderator_only(orders: Table) -> None:
    orders.record("e nub4 pal3")
    assert "Nubia" not in panel(orders).text
    page = orders.laptop.get(url(orders), {"part": ""})
    assert "Nubia 4 0 → 4" in " ".join(read(page).one("table").text.split())
    student = join(orders.group, "Omar", orders.game, "egypt")
    for visitor in (student, Client()):
        assert visitor.get(url(orders)).status_code == 404
        assert visitor.post(url(orders), {"do": "clear"}).status_code == 404
        assert visitor.get(orders.url("slips-fill")).status_code == 404
        assert visitor.post(orders.url("slips-reveal")).status_code == 404
    assert orders.laptop.get(url(orders, "atlantis")).status_code == 404


def test_a_slip_is_opened_and_cleared(orders: Table) -> None:
    orders.record(LINES[0])
    (opening,) = [f for f in read(orders.laptop.get(url(orders))).all("form") if "Open" in f.text]
    fields = {**values(opening), "do": "open"}
    assert orders.laptop.post(url(orders), fields).status_code == 303
    assert not slip(orders).is_sealed
    late = orders.laptop.post(url(orders), {**fields, "key": "other"})
    assert late.status_code == 409
    (clearing,) = [f for f in read(orders.laptop.get(url(orders))).all("form") if "Clear" in f.text]
    fields = {**values(clearing), "do": "clear"}
    assert orders.laptop.post(url(orders), fields).status_code == 303
    assert slip(orders).orders == ()
    orders.record(LINES[0], "clear e")
    assert slip(orders).orders == ()


def test_a_students_draft_does_not_change_what_the_console_shows(orders: Table) -> None:
    orders.record("e nub4")
    before = orders.console().id("live")
    draft(orders, 3)
    assert orders.console().id("live") == before


def test_a_reminder_is_shown_to_the_country_until_it_seals(orders: Table) -> None:
    egypt, hatti = (join(orders.group, p, orders.game, p) for p in ("egypt", "hatti"))
    (form,) = [values(f) for f in orders.console().all("form", id="press")]
    for _ in range(2):
        assert orders.laptop.post(url(orders), {**form, "do": "remind"}).status_code == 303
    asks = "Your moderator asks for your orders."
    assert asks in read(egypt.get(orders.url("play"))).text
    assert asks not in read(hatti.get(orders.url("play"))).text
    assert orders.game.reminders.count() == 1
    orders.record(LINES[0])
    assert asks not in read(egypt.get(orders.url("play"))).text
    assert orders.laptop.post(url(orders), {**form, "key": "2", "do": "remind"}).status_code == 422


def test_what_is_missing_is_shown_then_filled_in_then_revealed(orders: Table) -> None:
    orders.record("e nub4 pal3", LINES[1])
    page = read(orders.laptop.get(orders.url("slips-fill")))
    shown = {s.one("h2").text[1:].strip(): " ".join(s.text.split()) for s in page.all("section")}
    assert set(shown) == {"Egypt", "Assyria", "Hatti"}
    assert "Egypt 4" in shown["Egypt"]
    assert "Nubia 4" in shown["Egypt"]
    assert not book(orders).is_complete
    (form,) = [f for f in page.all("form") if "versions" in values(f)]
    draft(orders, 5)
    late = orders.laptop.post(orders.url("slips-fill"), values(form))
    assert late.status_code == 409
    (form,) = [f for f in read(late).all("form") if "versions" in values(f)]
    for _ in range(2):
        filled = orders.laptop.post(orders.url("slips-fill"), values(form))
        assert filled.status_code == 303
    assert book(orders).is_complete
    assert not orders.entries
    orders.record("reveal")
    assert orders.chart["syria"]["egypt"] >= 5


def test_orders_that_stand_in_the_log_go_on_there(orders: Table) -> None:
    by = instructor_person(orders.classroom)
    record_older(orders.game, [deploy("egypt", "nubia", 4)], by)
    assert not orders.console().all("section", class_="slip-panel")
    assert "deploy-egypt" in orders.forms()
    orders.record("e pal 3")
    assert [entry.move["rfs"] for entry in orders.entries] == [4, 3]
    for address in (url(orders), orders.url("slips-fill")):
        assert "No orders are being written now." in read(orders.laptop.get(address)).text


def test_the_last_sealed_slip_reveals_all_if_the_game_is_set_so(orders: Table) -> None:
    page = read(orders.laptop.get(orders.url("run")))
    (form,) = [values(f) for f in page.all("form") if "run_reveal" in values(f)]
    assert form["run_reveal"] == "off"
    assert orders.laptop.post(orders.url("run"), form | {"run_reveal": "on"}).status_code == 303
    orders.record(*LINES[:3])
    assert not orders.entries
    answer = read(said(orders, LINES[3])).id("answer").text
    assert "Orders of Game-turn 1 revealed" in answer
    assert {entry.role for entry in orders.game.entries.all()} == {"system"}


def test_sequential_games_have_no_setting_for_the_reveal(table: Table) -> None:
    assert "Reveal of written orders" not in read(table.laptop.get(table.url("run"))).text
