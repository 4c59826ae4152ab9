"""The phone as the player's sheet: order of the page, the task, secrets, and giving a seat back."""

from __future__ import annotations

import pytest
from django.test import Client

from moderator.core import credentials
from moderator.core.errors import InvalidInput
from moderator.core.models import Seat
from moderator.core.people import instructor_person, person_join
from moderator.features.moves.write import move_play
from moderator.features.new_game.write import game_create
from moderator.features.people.write import seat_return, seat_take
from tests.support.web.reading import Element, read
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import join, record

pytestmark = pytest.mark.slow

PLACED = {"type": "deploy", "player": "egypt", "region": "syria", "rfs": 5}


@pytest.fixture
def turns(db: None) -> Table:
    """A game in which countries place one after the other, with notes and messages."""
    options = {"communication": "written", "diplomatic_records": True}
    return seat_down("1800-bc", {"deployment": "sequential", **options})


@pytest.fixture
def egypt(turns: Table) -> Client:
    return join(turns.group, "Eve", turns.game, "egypt")


def own(client: Client, table: Table) -> Element:
    answer = client.get(table.url("play"))
    assert answer.status_code == 200
    return read(answer)


def test_the_menu_has_what_is_read_once_and_each_tab_leads_there_in_the_first_game_turn(
    turns: Table, egypt: Client
) -> None:
    page = own(egypt, turns)
    links = page.one("p", class_="at-first").all("a")
    assert [one.text for one in links] == ["How this game is played", "Wrong country?"]
    for one in links:
        assert page.id("menu").id(one.attributes["href"].removeprefix("#"))
    for rfs in (13, 12, 11, 9):
        turns.record(f"syria {rfs}", "end")
    page = own(egypt, turns)
    assert page.id("menu").id("played")
    assert not page.id("menu").all("details", id="give-back")
    assert not page.all("p", class_="at-first")


def test_tabs_are_those_that_the_game_has(turns: Table, egypt: Client) -> None:
    """Each has its address, and what belongs to it says so."""
    page = own(egypt, turns)
    shown = {one.attributes["data-show"]: one.text for one in page.id("tabs").all("a")}
    assert list(shown) == ["turn", "chart", "talks", "goals"]
    for tab in shown:
        page = read(egypt.get(turns.url("play"), {"tab": tab}))
        board = page.one("div", class_="board")
        assert board.attributes["data-tab"] == tab
        (current,) = [a for a in page.id("tabs").all("a") if "aria-current" in a.attributes]
        assert current.attributes["data-show"] == tab
    unknown = read(egypt.get(turns.url("play"), {"tab": "x"})).one("div", class_="board")
    assert unknown.attributes["data-tab"] == "turn"


def test_the_task_is_the_heading_and_the_tabs_title(turns: Table, egypt: Client) -> None:
    babylon = join(turns.group, "Bob", turns.game, "babylon")
    page = own(egypt, turns)
    assert page.one("h1").text == "Your turn: place 13 RFs"
    assert page.one("title").text.startswith("Your turn: place 13 RFs · Egypt · 1800 B.C.")
    assert "Game-turn 1 of 6" in page.id("task").text
    assert "Tell your moderator" in page.id("task").text
    waiting = own(babylon, turns)
    assert waiting.one("h1").text == "Waiting for Egypt"
    assert "Tell your moderator" not in waiting.id("task").text
    record(turns.game, PLACED)
    assert own(egypt, turns).one("h1").text == "Your turn: place 8 RFs"


FRAMED = ("task", "secrets")


def test_the_frame_has_the_same_heading_and_secrets_as_the_page(
    turns: Table, egypt: Client
) -> None:
    page = own(egypt, turns)
    templates = page.id("live").all("template")
    found = {e.attributes["data-for"]: e.text for e in templates if "data-for" in e.attributes}
    assert found == {id: page.id(id).text for id in FRAMED}
    assert not read(Client().get(turns.url("chart"))).all("template")


def test_secrets_are_covered_with_their_points_and_what_else_counts(
    turns: Table, egypt: Client
) -> None:
    cover = own(egypt, turns).id("cover")
    assert cover.tag == "details"
    assert "open" not in cover.attributes
    met, left = cover.all("section", class_="objectives")
    assert met.one("h3").text == "Met now 10 Victory Points"
    assert left.one("h3").text == "Not yet 46 Victory Points"
    lines = [line.text for line in left.all("li")]
    assert lines[:2] == [
        "A set of 4 goods not met 1 of 4 8 Victory Points",
        "Presence in Syria not met 0 of 5 7 Victory Points",
    ]
    assert lines[-1] == "Civilization, Level I not met 0 of 10 4 Victory Points"
    assert "No Presence of Hatti in Syria met nobody there 5 Victory Points" in met.text
    assert "You are Egypt" in cover.one("section", class_="briefing").text


def test_the_options_in_force_and_the_rules_are_there(turns: Table, egypt: Client) -> None:
    played = own(egypt, turns).id("played").text
    assert "Written messages only" in played
    assert "diplomatic record" in played
    rules = read(Client().get(turns.url("rules"))).one("main").text
    assert "Written messages only" in rules
    assert "Egypt (13 RFs), Babylon (12 RFs)" in rules


def test_the_public_log_has_no_names_and_no_written_orders(turns: Table, orders_log: str) -> None:
    assert "Correct" in orders_log or "correct" in orders_log
    assert "Mo" not in orders_log


@pytest.fixture
def orders_log(turns: Table) -> str:
    turns.record("c syria egypt 5 counted again")
    return read(Client().get(turns.url("log"))).one("main").text


def test_a_wrong_country_can_be_given_back_until_the_first_move(
    turns: Table, egypt: Client
) -> None:
    seat = turns.game.seats.get(player="egypt")
    assert "Give Egypt back" in own(egypt, turns).text
    answer = egypt.post(turns.url("play-return"), {"game": "1"})
    assert (answer.status_code, answer.headers["Location"]) == (303, turns.url("seats"))
    assert not seat.persons.exists()
    assert egypt.post(turns.url("play-return"), {"game": "1"}).status_code == 404
    assert egypt.post(turns.url("seats"), {"seat": seat.pk}).status_code == 303
    record(turns.game, PLACED)
    assert "Give Egypt back" not in own(egypt, turns).text
    late = egypt.post(turns.url("play-return"), {"game": "1"})
    assert late.status_code == 422
    assert "can’t be given back now" in read(late).one("main").text
    assert seat.persons.exists()


def test_a_form_of_an_earlier_game_gives_nothing_back(turns: Table, egypt: Client) -> None:
    by = instructor_person(turns.classroom)
    game_create(turns.group, "age-of-iron", turns.game.scenario, {}, by)
    assert egypt.post(turns.url("play-return"), {"game": "1"}).status_code == 303
    assert Seat.objects.filter(player="egypt", persons__isnull=False).count() == 2


def test_whoever_shares_the_country_keeps_it(turns: Table, egypt: Client) -> None:
    seat = turns.game.seats.get(player="egypt")
    mate = person_join(turns.classroom, "Zed", turns.group)
    seat_take(mate, seat, shared=True)
    egypt.post(turns.url("play-return"), {"game": "1"})
    assert list(seat.persons.all()) == [mate]


def test_a_move_comes_before_giving_back_or_after_it(turns: Table, egypt: Client) -> None:
    person = turns.game.seats.get(player="egypt").persons.get()
    by = instructor_person(turns.classroom)
    move_play(turns.game, PLACED, 0, credentials.new(), by, "instructor")
    with pytest.raises(InvalidInput):
        seat_return(person, turns.game.seats.get(player="egypt"))
