"""Diplomatic records and promises on students' pages and the console, without a script."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from moderator.core.people import instructor_person
from moderator.core.recording import count_change
from moderator.core.written import Diplomacy
from moderator.features.clock.write import game_continue, game_stop
from moderator.features.deals.models import Contact, Promise
from moderator.features.deals.records_part import LINES_MOST
from moderator.features.debrief.releases import debrief_release
from moderator.features.new_game.write import game_create
from tests.debrief.test_released import finish
from tests.support.sheets.reading import text as text_of
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import RULES, Table, seat_down
from tests.support.web.world import join, share

pytestmark = pytest.mark.slow

COUNTRIES = ("egypt", "babylon", "assyria", "hatti")
Phones = dict[str, Client]


@pytest.fixture
def room(db: None) -> Table:
    return seat_down("1800-bc", {"deployment": "sequential", "diplomatic_records": True})


@pytest.fixture
def phones(room: Table) -> Phones:
    return {one: join(room.group, f"Student {one}", room.game, one) for one in COUNTRIES}


def page(room: Table, phone: Client) -> Element:
    return read(phone.get(room.url("play")))


def note(room: Table, phone: Client, text: str, *others: str) -> Any:
    """Fills in the form on the page, and sends it."""
    (form,) = [
        form
        for form in page(room, phone).all("form", action=room.url("play-contact"))
        if form.all("textarea")
    ]
    return phone.post(room.url("play-contact"), values(form) | {"text": text, "with": others})


def press(room: Table, phone: Client, answer: str) -> Any:
    """Presses a button of a promise that is on the page."""
    here = page(room, phone)
    here.one("button", form="answer-promise", value=answer)
    typed = values(here.id("answer-promise")) | {"answer": answer}
    return phone.post(room.url("play-promise-answer"), typed)


def offer_promise(room: Table, phone: Client) -> Element:
    """Goes from the page to the sentence of a promise with another one in exchange."""
    link = page(room, phone).one("a", href=f"{room.url('play-promise')}?to=babylon")
    kinds = read(phone.get(link.attributes["href"], follow=True))
    assert kinds.one("div", class_="phone").attributes["data-tab"] == "talks"
    url = f"{room.url('play-promise')}?to=babylon&kind=no-attack"
    assert kinds.id("promise").one("a", href=url).text == "Not to attack"
    form = read(phone.get(url, follow=True)).id("terms")
    typed = values(form) | {"own.region": "syria", "wants": "presence", "do": "show"}
    assert form.attributes["action"] == url
    more = read(phone.post(url, typed))
    assert not more.all("form", id="offer-promise")
    typed = values(more.id("terms")) | {"other.region": "syria", "do": "show"}
    shown = read(phone.post(url, typed))
    form = shown.id("offer-promise")
    assert phone.post(url, values(form) | {"do": "offer"}).status_code == 303
    return form


def test_a_contact_is_noted_and_struck_out(room: Table, phones: Phones) -> None:
    assert note(room, phones["egypt"], "No wars\nthis year", "babylon").status_code == 303
    own = page(room, phones["egypt"]).id("own-record")
    assert "No wars" in own.text
    assert "Game-turn 1, before the first move" in own.text
    assert "No wars" not in page(room, phones["babylon"]).text
    strike = values(page(room, phones["egypt"]).id("strike-contact")) | {"strike": "1"}
    assert phones["egypt"].post(room.url("play-contact"), strike).status_code == 303
    own = page(room, phones["egypt"]).id("own-record")
    assert own.one("s").text == "No wars this year"
    assert not own.all("button", name="strike")


def test_a_frame_tells_the_newest_answers_only(room: Table, phones: Phones) -> None:
    for k in range(1, LINES_MOST + 6):
        Promise.objects.create(
            game=room.game,
            maker="egypt",
            partner="babylon",
            terms={"kind": "no-attack", "target": "babylon", "until": 1},
            answer="declined",
            turn=1,
            number=k,
            log_number=0,
            role="student",
            at=timezone.now() - timedelta(hours=1),
        )
    count_change(room.game)
    live = page(room, phones["egypt"]).id("live")
    told = [p.attributes["data-answered"] for p in live.all("p") if "data-answered" in p.attributes]
    assert told == [str(k) for k in range(6, LINES_MOST + 6)]


def test_a_frame_lists_the_newest_and_the_page_all(room: Table, phones: Phones) -> None:
    old = {"game": room.game, "player": "egypt", "partners": ["babylon"], "turn": 1}
    for k in range(1, LINES_MOST + 6):
        Contact.objects.create(
            **old,
            number=k,
            log_number=0,
            role="student",
            at=timezone.now() - timedelta(hours=1),
            text="…",
        )
    note(room, phones["egypt"], "The last", "babylon")
    own = page(room, phones["egypt"]).id("own-record")
    assert len(own.all("p", class_="said")) == LINES_MOST
    assert "The last" in own.text
    link = own.one("a", id="all-records")
    assert link.text == "6 older entries"
    everything = read(phones["egypt"].get(link.attributes["href"]))
    assert len(everything.all("p", class_="said")) == LINES_MOST + 6
    first = everything.one("button", name="strike", value="1")
    typed = values(everything.id(first.attributes["form"])) | {"strike": "1"}
    assert phones["egypt"].post(room.url("play-contact"), typed).status_code == 303
    assert Contact.objects.get(number=1).withdrawn_at


def test_what_was_typed_is_kept(room: Table, phones: Phones) -> None:
    answer = note(room, phones["egypt"], "x" * 501, "babylon")
    assert answer.status_code == 422
    here = read(answer)
    assert here.id("contact-text").text == "x" * 501
    assert here.id("contact-error").text == "That is too long: 500 letters at most."
    checked = [one for one in here.all("input", name="with") if "checked" in one.attributes]
    assert [one.attributes["value"] for one in checked] == ["babylon"]
    assert not Contact.objects.exists()


def test_a_promise_is_shown_offered_and_accepted(room: Table, phones: Phones) -> None:
    shown = offer_promise(room, phones["egypt"])
    assert "Egypt won’t attack Babylon in Syria until the end of Game-turn 1." in shown.text
    card = page(room, phones["babylon"]).id("promise-1")
    assert "Egypt promises you:" in card.text
    assert "In exchange: Babylon will have a Presence in Syria" in card.text
    assert not Promise.objects.get().answer
    assert press(room, phones["babylon"], "accepted.1").status_code == 303
    for player in ("egypt", "babylon"):
        own = page(room, phones[player]).id("own-record")
        assert "accepted" in own.text
        assert not own.all("button")
    assert not page(room, phones["hatti"]).all("details", id="own-record")


def test_who_shares_the_country_is_told_that_it_is_agreed(room: Table, phones: Phones) -> None:
    mate = share(room.game, "babylon")
    offer_promise(room, phones["egypt"])
    here = page(room, mate)
    assert press(room, phones["babylon"], "accepted.1").status_code == 303
    url = room.url("play-promise-answer")
    late = read(mate.post(url, values(here.id("answer-promise")) | {"answer": "accepted.1"}))
    assert "Agreed already. Student babylon was quicker." in late.text
    assert "Nothing was stored" not in late.text


def test_verdicts_come_at_the_end_or_with_the_release_of_a_stopped_game(db: None) -> None:
    options = {"deployment": "sequential", "diplomatic_records": True, "turns": 1}
    room = seat_down("1800-bc", options)
    phones = {one: join(room.group, one, room.game, one) for one in ("egypt", "babylon")}
    offer_promise(room, phones["egypt"])
    press(room, phones["babylon"], "accepted.1")
    by = instructor_person(room.classroom)
    game_stop(room.game, by, "instructor")
    for phone in phones.values():
        assert not page(room, phone).all("small", class_="verdict")
    assert not read(room.laptop.get(room.url("console-records"))).all("small", class_="verdict")
    debrief_release(room.game)
    assert verdicts(page(room, phones["egypt"])) == ["Void", "Void"]
    game_continue(room.game, by, "instructor")
    assert verdicts(page(room, phones["egypt"])) == []
    finish(room.game)
    assert verdicts(page(room, phones["egypt"])) == ["Kept", "Broken"]


def verdicts(page: Element) -> list[str]:
    return [one.one("b").text for one in page.id("own-record").all("small", class_="verdict")]


def test_the_console_reads_enters_and_prints(room: Table, phones: Phones) -> None:
    note(room, phones["egypt"], "No wars", "babylon")
    offer_promise(room, phones["egypt"])
    assert "1 note, 1 promise" in room.console().id("records-line").text
    here = read(room.laptop.get(room.url("console-records")))
    assert "Nothing noted yet: B Babylon A Assyria H Hatti" in here.text
    (form,) = [one for one in here.all("form") if one.all("textarea")]
    typed = values(form) | {"player": "hatti", "with": ["assyria"], "text": "From paper"}
    assert room.laptop.post(room.url("console-records"), typed).status_code == 303
    by_pair = read(room.laptop.get(room.url("console-records") + "?by=pair"))
    assert [one.text for one in by_pair.all("h2")] == [
        "E Egypt and B Babylon",
        "A Assyria and H Hatti",
    ]
    # Only what is newest is unfolded.
    assert ["open" in one.attributes for one in by_pair.all("details", class_="records-of")] == [
        False,
        True,
    ]
    assert "entered by the moderator" in page(room, phones["hatti"]).id("own-record").text
    printed = text_of(room.laptop.get(room.url("records-pdf")).content)
    assert "No wars" in printed
    assert "From paper" in printed
    assert "Egypt won’t attack Babylon" in printed


def test_stopping_a_game_opens_no_seal_as_long_as_it_can_go_on(room: Table, phones: Phones) -> None:
    Diplomacy.objects.create(game=room.game, readers="nobody")
    note(room, phones["egypt"], "zqsecret", "babylon")
    game_stop(room.game, instructor_person(room.classroom), "instructor")
    here = room.laptop.get(room.url("console-records"))
    assert "zqsecret" not in here.content.decode()
    assert "can still go on" in read(here).text
    assert "zqsecret" not in text_of(room.laptop.get(room.url("records-pdf")).content)
    by = instructor_person(room.classroom)
    options = room.game.options
    game_create(room.group, RULES, room.game.scenario, options, by)
    then = room.laptop.get(room.url("console-records") + f"?game={room.game.number}")
    assert "zqsecret" in read(then).text


def test_games_without_the_option_have_none_of_it(db: None) -> None:
    room = seat_down("1800-bc", {"deployment": "sequential"})
    phone = join(room.group, "Eve", room.game, "egypt")
    assert b"iplomatic record" not in phone.get(room.url("play")).content
    assert not room.console().all("p", id="records-line")
    assert phone.get(room.url("play-promise")).status_code == 404
    assert room.laptop.get(room.url("console-records")).status_code == 404
    assert room.laptop.get(room.url("records-pdf")).status_code == 404
