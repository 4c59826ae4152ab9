"""Written messages on students' pages, the console and the instructor's page, without a script."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from moderator.core import frames
from moderator.core.people import instructor_person, person_join
from moderator.core.written import A_MINUTE, Diplomacy
from moderator.features.deals.records import promise_make
from moderator.features.messages.models import Message
from moderator.features.messages.write import message_send
from moderator.features.people.write import seat_take
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import join

pytestmark = pytest.mark.slow

WRITTEN = {"deployment": "sequential", "communication": "written"}


@pytest.fixture
def written(db: None) -> Table:
    return seat_down("1800-bc", WRITTEN)


@pytest.fixture
def egypt(written: Table) -> Client:
    return join(written.group, "Eve", written.game, "egypt")


@pytest.fixture
def assyria(written: Table) -> Client:
    return join(written.group, "Asa", written.game, "assyria")


def page_of(client: Client, table: Table, more: str = "") -> Element:
    return read(client.get(table.url("play") + more))


def send(client: Client, table: Table, **more: Any) -> Any:
    form = page_of(client, table).id("compose")
    fields = {e.attributes["name"]: e.attributes["value"] for e in form.all("input", type="hidden")}
    asked = {"to": ["assyria"], "text": "Peace?", "do": "send"} | more
    return client.post(table.url("play-message"), {**fields, **asked})


@pytest.mark.parametrize("round", ["2", "-1", "abc", "9" * 5000, ""])
def test_a_press_of_another_round_sends_nothing(written: Table, egypt: Client, round: str) -> None:
    assert send(egypt, written, round=round).status_code == 409
    assert not Message.objects.exists()
    assert send(egypt, written, round="1").status_code == 303


def test_a_message_is_written_read_and_answered(
    written: Table, egypt: Client, assyria: Client
) -> None:
    page = page_of(egypt, written)
    assert "Your moderator and your instructor can read" in page.id("privacy").text
    answer = send(egypt, written, text="Peace?\n<b>Now</b>")
    assert (answer.status_code, answer.headers["Location"][-21:]) == (303, "?tab=talks&to=assyria")
    page = page_of(assyria, written)
    assert page.one("title").text.startswith("(1) ")
    assert page.id("news").text == "1 new"
    (framed,) = page.id("live").all("template", **{"data-said": "1 new message"})
    assert framed.text == page.id("talks").text
    first = page.id("talks").all("a", class_="talk-link")[0]
    assert first.attributes["data-to"] == "egypt"
    assert "Peace? <b>Now</b>" in first.text
    talk = page.id("talk-egypt")
    assert talk.one("p", class_="written").text == "Peace? <b>Now</b>"
    button = talk.one("button", name="read")
    fields = {"game": "1", "read": button.attributes["value"]}
    answer = assyria.post(written.url("play-message"), fields)
    assert (answer.status_code, answer.headers["Location"][-19:]) == (303, "?tab=talks&to=egypt")
    page = page_of(assyria, written, "?to=egypt")
    assert "hidden" in page.id("news").attributes
    assert page.id("talk-with").text == "E Egypt"
    (to,) = [e for e in page.id("compose").all("input") if "checked" in e.attributes]
    assert to.attributes["value"] == "egypt"
    send(assyria, written, to=["egypt"], text="Never.")
    assert "Never." in page_of(egypt, written).id("talks").text
    everything = read(egypt.get(written.url("play-messages")))
    assert [p.text for p in everything.all("p", class_="written")] == [
        "Peace? <b>Now</b>",
        "Never.",
    ]
    assert "open" in everything.one("details", class_="talk").attributes
    # The moderator reads along.
    assert "Never." in read(written.laptop.get(written.url("messages"))).text


def test_drafts_are_shared_and_refused_messages_kept(written: Table, egypt: Client) -> None:
    answer = send(egypt, written, do="draft", text="We could")
    assert answer.headers["Location"].endswith("?tab=talks&to=assyria")
    mate = person_join(written.classroom, "Mate", written.group)
    seat_take(mate, written.game.seats.get(player="egypt"), shared=True)
    page = page_of(egypt, written, "?to=assyria")
    assert page.one("span", class_="draft").attributes["data-text"] == "We could"
    assert page.id("message-text").text == "We could"
    answer = send(egypt, written, to=[], text="To nobody")
    page = read(answer)
    assert answer.status_code == 422
    assert "Choose who" in page.id("compose-state").text
    assert page.id("message-text").text == "To nobody"
    board = page.one("div", class_="board").attributes
    assert (board["data-tab"], board["data-to"]) == ("talks", "several")
    answer = send(egypt, written, part="text", to=["egypt"])
    assert (answer.status_code, answer.headers["Content-Type"][:10]) == (422, "text/plain")
    assert send(egypt, written, game="7").status_code == 409
    assert not Message.objects.exists()


def test_reports_show_ten_messages_to_the_instructor_alone(
    written: Table, egypt: Client, assyria: Client, clock: Any
) -> None:
    Diplomacy.objects.create(game=written.game, readers="nobody")
    pat = Client()
    pat.force_login(written.classroom.instructor)
    by = instructor_person(written.classroom)
    before = pat.get(f"/classes/{written.classroom.pk}/")
    assert "Reported" not in before.content.decode()
    for number in range(13):
        if number % 9 == 8:
            clock.now += A_MINUTE * 2
        person = written.game.seats.get(player="egypt").persons.get()
        text = f"Message {number + 1}."
        message_send(written.game, "egypt", ["assyria"], text, f"k{number}", person, "student")
        clock.now += A_MINUTE / 5
    message_send(written.game, "egypt", ["hatti"], "Beside", "k", by, "instructor")
    page = page_of(assyria, written)
    link = page.id("m-egypt-12").one("a").attributes["href"]
    form = read(assyria.get(link))
    assert "the last 10 messages" in form.one("main").text
    answer = assyria.post(link, {"game": "1", "reason": "A threat"})
    assert (answer.status_code, answer.headers["Location"][-11:]) == (303, "#m-egypt-12")
    assert "reported" in page_of(assyria, written).id("m-egypt-12").text
    assert egypt.get(link).status_code == 404
    reports = read(pat.get(f"/classes/{written.classroom.pk}/reports/"))
    shown = [p.text for p in reports.all("p", class_="written")]
    assert shown == [f"Message {number}." for number in range(3, 13)]
    assert "Reported messages (1)" in read(pat.get(f"/classes/{written.classroom.pk}/")).text
    report = reports.one("button", name="report").attributes["value"]
    pat.post(f"/classes/{written.classroom.pk}/reports/", {"report": report})
    assert "(1)" not in read(pat.get(f"/classes/{written.classroom.pk}/")).text


def test_a_moderator_delivers_where_nobody_reads_along(written: Table, egypt: Client) -> None:
    Diplomacy.objects.create(game=written.game, readers="nobody")
    page = read(written.laptop.get(written.url("messages")))
    assert "can’t" in page.text
    key = page.one("input", name="key").attributes["value"]
    sent = {"game": "1", "key": key, "do": "send", "from": "hatti", "to": ["egypt"]}
    assert (
        written.laptop.post(written.url("messages"), {**sent, "text": "By hand"}).status_code == 303
    )
    assert "entered by the moderator" in page_of(egypt, written).id("talks").text
    send(egypt, written, to=["hatti"], text="Sealed")
    page = read(written.laptop.get(written.url("messages")))
    assert "By hand" in page.text
    assert "Sealed" not in page.text
    # Nobody has Hatti, so its messages have to be delivered.
    assert "Show 1 message that waits for Hatti" in " ".join(page.text.split())
    opened = written.laptop.post(
        written.url("messages"), {"game": "1", "do": "show", "player": "hatti"}
    )
    assert "Sealed" in read(opened).text
    assert "Sealed" not in read(written.laptop.get(written.url("messages"))).text
    hatti = join(written.group, "Hal", written.game, "hatti")
    assert "your moderator opened" in page_of(hatti, written).id("talks").text


def test_writing_is_closed_and_opened(written: Table, egypt: Client) -> None:
    close = {"game": "1", "do": "close", "player": "egypt"}
    assert written.laptop.post(written.url("messages"), close).status_code == 303
    assert "closed writing" in page_of(egypt, written).id("talks").text
    answer = send(egypt, written)
    assert answer.status_code == 422
    assert read(answer).id("message-text").text == "Peace?"
    written.laptop.post(written.url("messages"), {"game": "1", "do": "open"})
    assert send(egypt, written).status_code == 303


def test_every_country_has_a_talk_and_several_have_their_own(
    written: Table, egypt: Client, assyria: Client
) -> None:
    page = page_of(egypt, written, "?tab=talks")
    lines = [one.text for one in page.id("talks").all("b", class_="name")]
    assert lines == ["Babylon", "Assyria", "Hatti"]
    assert page_of(egypt, written, "?tab=talks&to=nobody").all("div", **{"data-to": "nobody"}) == []
    answer = send(egypt, written, to=["hatti", "assyria"], text="All three?")
    assert answer.headers["Location"].endswith("?tab=talks&to=assyria,hatti")
    page = page_of(egypt, written, "?tab=talks&to=assyria,hatti")
    assert "All three?" in page.id("talk-assyria,hatti").text
    assert "data-open" in page.id("talk-assyria,hatti").attributes
    assert page_of(assyria, written).id("to-egypt,hatti").one("b", class_="badge").text == "1 new"


def test_a_talk_shows_its_promises_and_what_waits_for_an_answer(db: None) -> None:
    table = seat_down("1800-bc", WRITTEN | {"diplomatic_records": True})
    phones = {
        one: join(table.group, one, table.game, one) for one in ("egypt", "babylon", "assyria")
    }
    eve = table.game.seats.get(player="egypt").persons.get()
    terms = {"kind": "no-placement", "region": "syria", "until": 1}
    promise_make(table.game, "babylon", terms, None, "k1", eve)
    page = page_of(phones["babylon"], table)
    first = page.id("talks").all("a", class_="talk-link")[0]
    assert (first.attributes["data-to"], "A promise to answer" in first.text) == ("egypt", True)
    assert page.id("promise-1").attributes["data-with"] == "egypt"
    assert page.id("news").text == "1 new"
    waits = page_of(phones["egypt"], table).id("talk-babylon")
    assert waits.one("button", form="answer-promise").attributes["value"] == "withdrawn.1"
    typed = values(page.id("answer-promise")) | {"answer": "accepted.1"}
    answer = phones["babylon"].post(table.url("play-promise-answer"), typed)
    assert answer.headers["Location"].endswith("?tab=talks&to=egypt#own-promises")
    for player, other in (("egypt", "babylon"), ("babylon", "egypt")):
        card = page_of(phones[player], table).id(f"talk-{other}").one("li", class_="promise-card")
        assert "Egypt will place nothing in Syria" in card.text
        assert "Babylon has accepted it." in card.text
    assert "place nothing" not in page_of(phones["assyria"], table).text


def test_games_without_messages_have_no_trace_of_them(table: Table) -> None:
    group, game = table.group, table.game
    player = game.seats.first().player
    phone = join(group, "Ann", game, player)
    assert "compose" not in phone.get(table.url("play")).content.decode()
    assert "Messages" not in table.laptop.get(table.url("console")).content.decode()
    for name, client in (("play-messages", phone), ("messages", table.laptop)):
        assert client.get(table.url(name)).status_code == 404
    assert phone.post(table.url("play-message"), {"game": "1", "key": "k"}).status_code == 422
    assert "data-messages" not in frames.render(group.pk, f"seat:{player}").html
