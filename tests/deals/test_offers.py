"""Offers on students' pages and the console, without a script."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from moderator.core import frames, queries
from moderator.core.look import look_at
from moderator.core.models import Entry, Game
from moderator.features.deals.models import Objection, PlayerOffer
from moderator.features.new_game.settings import game_settings_change
from moderator.rules.seating import PUBLIC, Viewer
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import join, share

pytestmark = pytest.mark.slow

COUNTRIES = ("egypt", "babylon", "assyria", "hatti")
Phones = dict[str, Client]
A_TURN = ("syria 13", "end", "elam 12", "end", "elam 11", "end", "elam 9", "end")


@pytest.fixture
def room(db: None, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Offers have the numbers 1, 2 … here; otherwise they are drawn."""
    counted = lambda game: game.player_offers.count() + 1  # noqa: E731
    monkeypatch.setattr("moderator.features.deals.offers_write.new_number", counted)
    return seat_down("1800-bc", {"deployment": "sequential"})


@pytest.fixture
def phones(room: Table) -> Phones:
    return {one: join(room.group, f"Student {one}", room.game, one) for one in COUNTRIES}


def page(room: Table, phone: Client) -> Element:
    return read(phone.get(room.url("play")))


def send_offer(room: Table, phone: Client, query: str, **typed: str) -> Any:
    """Fills in the form for an offer and sends it."""
    url = room.url("play-offer") + query
    form = read(phone.get(url)).id("offer-form")
    assert form.attributes["action"] == url
    return phone.post(url, values(form) | typed)


def press(room: Table, phone: Client, answer: str) -> Any:
    """Presses a button of an offer that is on the page."""
    here = page(room, phone)
    here.one("button", form="answer-offer", value=answer)
    return phone.post(room.url("play-answer"), values(here.id("answer-offer")) | {"answer": answer})


def on_console(room: Table, url: str, **pressed: str) -> Any:
    """Presses a button beside the chart of the console."""
    ((name, value),) = pressed.items()
    here = room.console()
    here.one("button", form="press", name=name, value=value)
    return room.laptop.post(room.url(url), values(here.id("press")) | pressed)


def seen(game: Game, viewer: Viewer) -> tuple[int, str]:
    """The version and the frame of a viewer."""
    game = Game.objects.select_related("group__classroom").get(pk=game.pk)
    look = look_at(game)
    return (
        frames.version_of(game.group, look, viewer),
        frames.frame_of(game.group, look, viewer).html,
    )


def test_an_offer_is_made_countered_accepted_and_recorded(room: Table, phones: Phones) -> None:
    typed = {"give.T": "1", "get.G": "1"}
    assert send_offer(room, phones["assyria"], "?start=trade.egypt", **typed).status_code == 303
    offer = page(room, phones["egypt"]).id("offer-1")
    assert "Assyria offers a trade" in offer.text
    assert "Then 2 of 4 goods a full set is worth 8" in offer.text
    assert "you and Assyria can’t attack each other in this Game-turn" in offer.text
    assert "Accept: 1 Grain for 1 Tin" in offer.text
    assert "your moderator records it" in offer.text
    assert send_offer(room, phones["egypt"], "?counter=1", **{"get.T": "2"}).status_code == 303
    assert "Egypt declined" in page(room, phones["assyria"]).id("offers").text
    assert press(room, phones["assyria"], "accepted.2").status_code == 303
    assert "Waiting for your moderator" in page(room, phones["egypt"]).id("offer-2").text
    assert on_console(room, "offers", offer="record.2").status_code == 303
    assert [(e.move["type"], e.move["player"], e.move["get"]) for e in room.entries] == [
        ("trade", "egypt", {"T": 2})
    ]
    assert "Recorded" in page(room, phones["assyria"]).id("offers").text


def test_an_offer_is_declined_or_withdrawn(room: Table, phones: Phones) -> None:
    for player, partner, what in (("egypt", "hatti", "declined"), ("hatti", "egypt", "withdrawn")):
        query = f"?start=trade.{partner}"
        assert send_offer(room, phones[player], query, **{"get.S": "", "give.G": ""})
        good = {"egypt": "give.G", "hatti": "give.S"}[player]
        assert send_offer(room, phones[player], query, **{good: "1"}).status_code == 303
        number = PlayerOffer.objects.count()
        assert press(room, phones["hatti"], f"{what}.{number}").status_code == 303
    notes = page(room, phones["egypt"]).id("offers").text
    assert "Hatti declined" in notes
    assert "Hatti withdrew it" in notes


def test_a_form_of_an_older_turn_makes_no_offer(room: Table, phones: Phones) -> None:
    url = room.url("play-offer") + "?start=trade.egypt"
    form = values(read(phones["assyria"].get(url)).id("offer-form")) | {"give.T": "1"}
    room.record(*A_TURN)
    late = phones["assyria"].post(url, form)
    assert late.status_code == 409
    assert not PlayerOffer.objects.exists()
    now = values(read(late).id("offer-form"))
    assert phones["assyria"].post(url, now | {"give.T": "1"}).status_code == 303


def test_what_the_rules_refuse_is_said_and_what_was_typed_stays(
    room: Table, phones: Phones
) -> None:
    answer = send_offer(room, phones["egypt"], "?start=trade.hatti", **{"give.G": "17"})
    assert answer.status_code == 422
    assert "Egypt has 4 G, not 17." in read(answer).one("p", role="alert").text
    assert read(answer).id("give.G").attributes["value"] == "17"
    assert send_offer(room, phones["egypt"], "?start=trade.hatti").status_code == 422
    assert not PlayerOffer.objects.exists()


@pytest.mark.parametrize("move", ["", "{}", "[]", "9" * 5_000])
def test_a_form_without_a_move_is_refused(room: Table, phones: Phones, move: str) -> None:
    fields = {"game": "1", "key": "k", "turn": "0", "move": move}
    for more in ({}, {"part": "text"}):
        answer = phones["egypt"].post(room.url("play-offer"), fields | more)
        assert answer.status_code == 422
        assert "has no move" in answer.content.decode()
    assert not PlayerOffer.objects.exists()


def test_a_late_answer_gets_409_and_changes_nothing(room: Table, phones: Phones) -> None:
    send_offer(room, phones["assyria"], "?start=trade.egypt", **{"give.T": "1"})
    late = values(page(room, phones["egypt"]).id("answer-offer")) | {"answer": "accepted.1"}
    press(room, phones["assyria"], "withdrawn.1")
    answer = phones["egypt"].post(room.url("play-answer"), late)
    assert answer.status_code == 409
    assert "no longer as you saw it" in read(answer).text
    wrong = late | {"answer": "eaten.1"}
    assert phones["egypt"].post(room.url("play-answer"), wrong).status_code == 422
    assert PlayerOffer.objects.get().answer == "withdrawn"


def test_at_the_wrong_time_it_cannot_be_accepted_and_says_why(room: Table, phones: Phones) -> None:
    send_offer(room, phones["assyria"], "?start=trade.hatti", **{"give.T": "1"})
    offer = page(room, phones["hatti"]).id("offer-1")
    assert "It waits for the turn of Assyria or Hatti." in offer.text
    assert not offer.all("button", value="accepted.1")
    send_offer(room, phones["egypt"], "?start=trade.hatti", **{"give.G": "4"})
    room.record("t hatti 1g -")
    offer = page(room, phones["hatti"]).id("offer-2")
    assert "No longer possible. Egypt has 3 G, not 4." in offer.text


def test_with_the_setting_an_accepted_offer_is_recorded_at_once(
    room: Table, phones: Phones
) -> None:
    fields = {"game": "1", "run_agreed": "on", "run_confirmed": "off"}
    form = read(room.laptop.get(room.url("run"))).one("form", action=room.url("run"))
    assert room.laptop.post(room.url("run"), values(form) | fields).status_code == 303
    send_offer(room, phones["assyria"], "?start=trade.egypt", **{"give.T": "1"})
    assert "as soon as you accept" in page(room, phones["egypt"]).id("offer-1").text
    press(room, phones["egypt"], "accepted.1")
    entry = Entry.objects.get()
    assert (entry.role, entry.person.name) == ("system", "Student egypt")


def test_a_typed_ok_records_what_both_agreed_on(room: Table, phones: Phones) -> None:
    send_offer(room, phones["assyria"], "?start=trade.egypt", **{"give.T": "1"})
    assert room.say("ok").status_code == 422
    press(room, phones["egypt"], "accepted.1")
    heard = read(room.laptop.get(room.url("hear"), {"text": "ok"})).text
    assert "Press Enter to record it." in heard
    form = room.forms()["say"]
    assert room.send(form, text="ok").status_code == 303
    assert room.send(form, text="ok").status_code == 303
    assert room.send(form | {"key": "another"}, text="ok").status_code == 409
    assert len(room.entries) == 1
    room.record(*A_TURN)
    assert room.send(form, text="ok").status_code == 303
    assert room.send(form | {"key": "another"}, text="ok").status_code == 409
    assert len(room.entries) == 1 + len(A_TURN)


def test_others_notice_nothing_of_an_offer(room: Table, phones: Phones) -> None:
    others = (PUBLIC, Viewer(seat="babylon"), Viewer(seat="hatti"))

    def noticed() -> list[tuple[int, str]]:
        return [seen(room.game, viewer) for viewer in others]

    def pages() -> list[int]:
        urls = ("chart", "chart-replay", "play")
        return [len(phones["hatti"].get(room.url(url)).content) for url in urls]

    before, sizes = noticed(), pages()
    own = seen(room.game, Viewer(seat="egypt"))
    send_offer(room, phones["assyria"], "?start=trade.egypt", **{"give.T": "1"})
    send_offer(room, phones["egypt"], "?counter=1", **{"get.T": "2"})
    press(room, phones["assyria"], "accepted.2")
    on_console(room, "offers", offer="discard.2")
    assert (noticed(), pages()) == (before, sizes)
    assert seen(room.game, Viewer(seat="egypt")) != own
    record = queries.record_of(Game.objects.get())
    assert "offer" not in json.dumps(record.more)


def test_an_objection_alerts_the_moderator_with_undo_at_hand(room: Table, phones: Phones) -> None:
    game_settings_change(room.game, is_confirmed=True)
    room.record("t assyria g t")
    others = [seen(room.game, viewer) for viewer in (PUBLIC, Viewer(seat="hatti"))]
    assert "That’s not what I said" not in page(room, phones["hatti"]).text
    here = page(room, phones["assyria"])
    fields = values(here.id("object")) | {"entry": "1"}
    assert "Egypt trades 1 Grain" in here.id("asked-1").text
    for _ in range(2):
        assert phones["assyria"].post(room.url("play-object"), fields).status_code == 303
    assert phones["hatti"].post(room.url("play-object"), fields).status_code == 409
    objection = Objection.objects.get()
    assert "has been told" in page(room, phones["assyria"]).id("asked-1").text
    assert [seen(room.game, viewer) for viewer in (PUBLIC, Viewer(seat="hatti"))] == others
    alert = room.console().id(f"alert-{objection.pk}")
    assert "Student assyria" in alert.text
    undo = alert.one("button", name="move").attributes["value"]
    room.send(values(room.console().id("press")) | {"after": "1"}, move=undo)
    alert = room.console().id(f"alert-{objection.pk}")
    assert "It has been taken back." in alert.text
    assert "Egypt trades 1 Grain" in alert.text
    assert "Takes back" not in alert.text
    on_console(room, "objections", objection=str(objection.pk))
    assert not [one for one in room.console().all("div") if one.attributes.get("role") == "alert"]


@pytest.mark.parametrize(
    ("answer", "told"),
    [("accepted", "Agreed already."), ("declined", "Declined already.")],
)
def test_who_shares_the_country_is_told_that_it_is_answered(
    room: Table, phones: Phones, answer: str, told: str
) -> None:
    mate = share(room.game, "egypt")
    send_offer(room, phones["assyria"], "?start=trade.egypt", **{"give.T": "1", "get.G": "1"})
    before = page(room, mate)
    assert press(room, phones["egypt"], f"{answer}.1").status_code == 303
    fields = values(before.id("answer-offer")) | {"answer": f"{answer}.1"}
    late = read(mate.post(room.url("play-answer"), fields))
    assert f"{told} Student egypt was quicker." in late.text
    assert "Nothing was changed" not in late.text
    other = {"accepted": "declined.1", "declined": "accepted.1"}[answer]
    late = read(mate.post(room.url("play-answer"), fields | {"answer": other, "key": "o" * 22}))
    assert "Nothing was changed" in late.text


def test_who_shares_the_country_is_told_that_it_is_withdrawn(room: Table, phones: Phones) -> None:
    mate = share(room.game, "assyria")
    send_offer(room, phones["assyria"], "?start=trade.egypt", **{"give.T": "1", "get.G": "1"})
    before = page(room, phones["assyria"])
    assert press(room, mate, "withdrawn.1").status_code == 303
    fields = values(before.id("answer-offer")) | {"answer": "withdrawn.1"}
    late = phones["assyria"].post(room.url("play-answer"), fields)
    assert "Withdrawn already. Mate was quicker." in read(late).text
    # The other side is told no names.
    fields = values(page(room, phones["egypt"]).id("answer-offer")) | {"answer": "accepted.1"}
    late = phones["egypt"].post(room.url("play-answer"), fields)
    assert "Nothing was changed" in read(late).text
