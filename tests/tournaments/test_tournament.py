"""A tournament's pages: for its instructor, for results from a table, for spectators."""

from __future__ import annotations

import pytest
from django.test import Client

from moderator.core import credentials
from moderator.core.models import Classroom
from moderator.core.people import person_join
from moderator.features.tournaments.models import Result, Tournament
from tests.support.web import world as worlds
from tests.support.web.reading import read, values
from tests.support.web.tournaments import FOUR, base, buttons, create, standings, tell

pytestmark = pytest.mark.slow


def test_from_the_class_to_a_tournament(desk: Client, classroom: Classroom) -> None:
    ann = person_join(classroom, "Ann")
    links = read(desk.get(f"/classes/{classroom.pk}/")).all("a", href=base(classroom))
    assert [link.text for link in links] == ["Tournaments rounds and pairings"]
    assert "No tournaments yet" in read(desk.get(base(classroom))).text
    form = read(desk.get(f"{base(classroom)}new/")).form(names="Bob\nCy", person=str(ann.number))
    answers = {desk.post(f"{base(classroom)}new/", form).headers["Location"] for _ in range(2)}
    assert answers == {f"{base(classroom)}1/"}  # two clicks make one
    assert [one.display_name for one in Tournament.objects.get().entrants.all()] == [
        "Ann",
        "Bob",
        "Cy",
    ]
    assert "3 players · round 0 of 2" in read(desk.get(base(classroom))).text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"names": "Ann\nBob"}, "3 to 64 players; here are 2"),
        ({"names": "\n".join(f"P{n}" for n in range(300))}, "here are 300"),
        ({"names": "Ann\nBob\nann"}, "“ann” is there twice"),
        ({"names": "Ann\nBob\nC\u202ey"}, "can’t be shown"),
        ({"tables": "many"}, "whole numbers"),
        ({"tables": "33"}, "1 to 32 tables"),
        ({"rounds": "9"}, "1 to 3 rounds"),
        ({"system": "knock-out"}, "no such tournament"),
        ({"rules": "age-of-iron"}, "no such tournament"),
        ({"title": ""}, "at least one letter"),
    ],
)
def test_what_makes_no_tournament(
    desk: Client, classroom: Classroom, fields: dict[str, str], sentence: str
) -> None:
    answer = create(desk, classroom, **fields)
    assert answer.status_code == 422
    page = read(answer)
    assert sentence in page.id("error").text
    assert "Nothing was stored" in page.id("error").text
    assert page.id("names").text == " ".join(fields.get("names", FOUR).split())  # still there
    assert not Tournament.objects.exists()


def test_four_play_to_the_end(desk: Client, classroom: Classroom, begun: str) -> None:
    page = read(desk.get(begun))
    assert "<b>Cy</b>" in page.id("pairing-1").text
    assert not page.id("pairing-1").all("b", class_="x")
    assert tell(desk, begun, 1, "red").status_code == 303
    assert tell(desk, begun, 2, "loss-draw").status_code == 303
    assert desk.post(begun, {"do": "round", "after": "1"}).status_code == 303
    for pairing in (1, 2):
        tell(desk, begun, pairing, "blue")
    page = read(desk.get(begun))
    assert "ended" in page.text
    assert page.all("button", value="round") == []
    assert standings(desk, begun)[0] == "1 Ann 2 0 0 +2 −3½"
    wall = read(Client().get(f"/t/{classroom.code}/1/"))
    assert wall.id("champion").text == "Ann"
    assert wall.one("ol", class_="runners-up").text == "2 Dee 3 Bob"


def test_a_bye_is_explained_beside_the_standings(desk: Client, classroom: Classroom) -> None:
    url = create(desk, classroom, names="Ann\nBob\nCy").headers["Location"]
    desk.post(url, {"do": "round", "after": "0"})
    assert standings(desk, url)[0] == "1 Cy bye in round 1 1 0 0 +1 +1"
    wall = read(desk.get(f"/t/{classroom.code}/1/")).text
    assert "Cy bye" in wall
    assert "A bye counts as a win, and for Buchholz" in wall


def test_a_correction_is_asked_for_and_seen(desk: Client, begun: str) -> None:
    tell(desk, begun, 1, "red")
    asked = tell(desk, begun, 1, "blue")
    assert asked.status_code == 422
    question = read(asked)
    assert "will replace it" in question.text
    (form,) = [f for f in question.all("form") if values(f).get("sure")]
    assert Result.objects.count() == 1
    assert desk.post(begun, values(form)).status_code == 303
    assert "Blue wins corrected" in read(desk.get(begun)).id("pairing-1").text
    assert [result.outcome for result in Result.objects.order_by("number")] == ["red", "blue"]


def test_an_old_round_is_corrected_only_on_purpose(desk: Client, begun: str) -> None:
    tell(desk, begun, 1, "red")
    lacking = desk.post(begun, {"do": "round", "after": "1"})
    assert lacking.status_code == 422
    assert "Results are missing (1)" in read(lacking).text
    assert desk.post(begun, {"do": "round", "after": "1", "sure": "1"}).status_code == 303
    old = f"{begun}?round=1"
    asked = tell(desk, old, 2, "red")
    assert "Later rounds were paired" in read(asked).text
    (form,) = [f for f in read(asked).all("form") if values(f).get("sure")]
    assert desk.post(begun, values(form)).headers["Location"] == old


def test_two_tabs(desk: Client, begun: str) -> None:
    """The second one gets an error, and nothing is stored."""
    late = desk.post(begun, {"do": "round", "after": "0"})
    assert late.status_code == 409
    assert "Somebody else was faster" in read(late).text
    stale = buttons(read(desk.get(begun)), 1)
    tell(desk, begun, 1, "red")
    again = desk.post(begun, stale | {"outcome": "blue", "key": credentials.new()})
    assert again.status_code == 409
    assert [result.outcome for result in Result.objects.all()] == ["red"]


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"do": "dance"}, 404),
        ({"do": "result", "round": "7", "pairing": "1"}, 404),
        ({"do": "result", "round": "1", "pairing": "1", "outcome": "red"}, 422),
        ({"do": "add", "name": "aNN"}, 422),
        ({"do": "withdraw", "entrant": "99"}, 422),
        ({"do": "play", "round": "1", "pairing": "1", "group": "9"}, 404),
    ],
)
def test_what_cannot_be_done(desk: Client, begun: str, sent: dict[str, str], status: int) -> None:
    assert desk.post(begun, sent).status_code == status
    assert not Result.objects.exists()
    assert Tournament.objects.get().entrants.count() == 4


def test_who_comes_late_and_who_leaves(desk: Client, begun: str) -> None:
    desk.post(begun, {"do": "add", "name": "Eve"})
    desk.post(begun, {"do": "withdraw", "entrant": "1"})
    text = read(desk.get(begun)).one("ol", class_="entrants").text
    assert "Ann withdrawn from round 2 on" in text
    assert "Eve from round 2" in text
    desk.post(begun, {"do": "return", "entrant": "1"})
    assert "withdrawn" not in read(desk.get(begun)).one("ol", class_="entrants").text


def test_a_game_at_a_groups_table(desk: Client, classroom: Classroom, begun: str) -> None:
    item = read(desk.get(begun)).id("pairing-1")
    (form,) = [f for f in item.all("form") if values(f)["do"] == "play"]
    assert item.text.count("Play at Group 1") == 1
    assert desk.post(begun, values(form)).status_code == 303
    group = classroom.groups.get(number=1)
    console = read(desk.get(f"/g/{group.code}/"))
    assert "Red Emperor: Ann. Blue Emperor: <b>Cy</b>." in console.text
    shown = read(Client().get(f"/c/{group.code}/?wall"))
    assert [one.text for one in shown.all("h3")] == ["R Ann", "B <b>Cy</b>"]
    assert "Being recorded: Group 1" in read(desk.get(begun)).id("pairing-1").text


def test_a_moderator_enters_the_result_of_the_own_table(
    desk: Client, classroom: Classroom, begun: str
) -> None:
    group = classroom.groups.get(number=2)
    phone = worlds.moderate(group, "Mo")
    url = f"/g/{group.code}/tournament/"
    page = read(phone.get(url))
    assert [item.all("form")[0].text for item in page.all("li")] == [
        "Red wins Dee Blue wins Bob Loss-draw (Dee – Bob)"
    ]
    form = values(page.all("form", class_="results")[0]) | {"outcome": "blue"}
    assert phone.post(url, form).status_code == 303
    assert phone.post(url, form).status_code == 303  # a double click
    (result,) = Result.objects.all()
    assert (result.outcome, result.role) == ("blue", "moderator")
    assert phone.post(url, form | {"outcome": "red", "key": credentials.new()}).status_code in (
        409,
        422,
    )
    page = read(phone.get(url))
    (fix,) = [f for f in page.all("form") if f.attributes.get("class") == "results"]
    asked = phone.post(url, values(fix) | {"outcome": "red"})
    assert asked.status_code == 422
    assert Result.objects.count() == 1
    (sure,) = [f for f in read(asked).all("form") if values(f).get("sure")]
    assert phone.post(url, values(sure)).status_code == 303
    assert [one.outcome for one in Result.objects.order_by("number")] == ["blue", "red"]
    assert "Red wins corrected" in read(phone.get(url)).text
    other = form | {"pairing": "1", "key": credentials.new()}
    assert phone.post(url, other).status_code == 404  # another table
    assert "Mo" in read(desk.get(begun)).id("pairing-2").text


def test_a_console_leads_to_the_match_that_waits(
    desk: Client, classroom: Classroom, begun: str
) -> None:
    group = classroom.groups.get(number=2)
    phone = worlds.moderate(group, "Mo")
    console, url = f"/g/{group.code}/", f"/g/{group.code}/tournament/"
    page = read(phone.get(console))
    assert "Evening, round 1, waiting at this table: Dee – Bob" in page.text
    assert page.all("a", href=url)
    (play,) = [f for f in read(phone.get(url)).all("form") if values(f)["do"] == "play"]
    answer = phone.post(url, values(play))
    assert answer.headers["Location"] == console
    page = read(phone.get(console))
    assert "Red Emperor: Dee. Blue Emperor: Bob." in page.text
    assert "waiting at this table" not in page.text
    tell(desk, begun, 2, "red")
    assert "waiting at this table" not in read(phone.get(console)).text
