"""A tournament's pages: for its instructor, for results from a table, for spectators."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from pypdf import PdfReader

from moderator.play import credentials, services
from moderator.play.models import Classroom, Pairing, Person, Result, Tournament
from moderator.play.tournaments import selectors
from tests.support.web import world as worlds
from tests.support.web.reading import Element, read, values

FORM = {"rules": "valley-of-war", "title": "Evening", "system": "swiss", "tables": "2"}
FOUR = "Ann\nBob\n<b>Cy</b>\n\nDee\n"


@pytest.fixture
def classroom(db: None) -> Classroom:
    """With two groups."""
    classroom = services.classroom_create(User.objects.create_user("pat"), "Club")
    services.groups_create(classroom, 2)
    return classroom


@pytest.fixture
def laptop(classroom: Classroom) -> Client:
    return worlds.signed_in(classroom.instructor)


def base(classroom: Classroom) -> str:
    return f"/classes/{classroom.pk}/tournaments/"


def create(laptop: Client, classroom: Classroom, **fields: Any) -> HttpResponse:
    sent = FORM | {"names": FOUR, "once": credentials.new()} | fields
    return laptop.post(f"{base(classroom)}new/", sent)


@pytest.fixture
def begun(laptop: Client, classroom: Classroom) -> str:
    """Its page's URL, with the first round made."""
    url = create(laptop, classroom).headers["Location"]
    assert laptop.post(url, {"do": "round", "after": "0"}).status_code == 303
    return url


def buttons(page: Element, pairing: int) -> dict[str, str]:
    """What the form of a pairing sends besides its button."""
    item = page.id(f"pairing-{pairing}")
    (form,) = [f for f in item.all("form") if f.attributes["class"] == "results"]
    return values(form)


def tell(laptop: Client, url: str, pairing: int, outcome: str, **more: str) -> HttpResponse:
    form = buttons(read(laptop.get(url)), pairing)
    return laptop.post(url, form | {"outcome": outcome} | more)


def standings(laptop: Client, url: str) -> list[str]:
    table = read(laptop.get(url)).one("table", class_="standings")
    return [row.text for row in table.one("tbody").all("tr")]


def test_from_the_class_to_a_tournament(laptop: Client, classroom: Classroom) -> None:
    ann = services.person_join(classroom, "Ann")
    links = read(laptop.get(f"/classes/{classroom.pk}/")).all("a", href=base(classroom))
    assert [link.text for link in links] == ["Tournaments"]
    assert "No tournaments yet" in read(laptop.get(base(classroom))).text
    form = read(laptop.get(f"{base(classroom)}new/")).form(names="Bob\nCy", person=str(ann.number))
    answers = {laptop.post(f"{base(classroom)}new/", form).headers["Location"] for _ in range(2)}
    assert answers == {f"{base(classroom)}1/"}  # two clicks make one
    assert [one.display_name for one in Tournament.objects.get().entrants.all()] == [
        "Ann",
        "Bob",
        "Cy",
    ]
    assert "3 players · round 0 of 2" in read(laptop.get(base(classroom))).text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"names": "Ann\nBob"}, "3 to 64 players; here are 2"),
        ({"names": "\n".join(f"P{n}" for n in range(300))}, "here are 300"),
        ({"names": "Ann\nBob\nann"}, "“ann” is there twice"),
        ({"names": "Ann\nBob\nC\u202ey"}, "can’t be shown"),
        ({"tables": "many"}, "whole numbers"),
        ({"rounds": "9"}, "1 to 3 rounds"),
        ({"system": "knock-out"}, "no such tournament"),
        ({"rules": "age-of-iron"}, "no such tournament"),
        ({"title": ""}, "at least one letter"),
    ],
)
def test_what_makes_no_tournament(
    laptop: Client, classroom: Classroom, fields: dict[str, str], sentence: str
) -> None:
    answer = create(laptop, classroom, **fields)
    assert answer.status_code == 422
    page = read(answer)
    assert sentence in page.id("error").text
    assert "Nothing was stored" in page.id("error").text
    assert page.id("names").text == " ".join(fields.get("names", FOUR).split())  # still there
    assert not Tournament.objects.exists()


def test_four_play_to_the_end(laptop: Client, classroom: Classroom, begun: str) -> None:
    page = read(laptop.get(begun))
    assert "<b>Cy</b>" in page.id("pairing-1").text
    assert not page.id("pairing-1").all("b", class_="x")
    assert tell(laptop, begun, 1, "red").status_code == 303
    assert tell(laptop, begun, 2, "loss-draw").status_code == 303
    assert laptop.post(begun, {"do": "round", "after": "1"}).status_code == 303
    for pairing in (1, 2):
        tell(laptop, begun, pairing, "blue")
    page = read(laptop.get(begun))
    assert "ended" in page.text
    assert page.all("button", value="round") == []
    assert standings(laptop, begun)[0] == "1 Ann 2 0 0 +2 −3½"
    wall = read(Client().get(f"/t/{classroom.code}/1/"))
    assert wall.id("champion").text == "Ann"
    assert wall.one("ol", class_="runners-up").text == "2 Dee 3 Bob"


def test_a_bye_is_explained_beside_the_standings(laptop: Client, classroom: Classroom) -> None:
    url = create(laptop, classroom, names="Ann\nBob\nCy").headers["Location"]
    laptop.post(url, {"do": "round", "after": "0"})
    assert standings(laptop, url)[0] == "1 Cy bye in round 1 1 0 0 +1 +1"
    wall = read(laptop.get(f"/t/{classroom.code}/1/")).text
    assert "Cy bye" in wall
    assert "A bye counts as a win, and for Buchholz" in wall


def test_a_correction_is_asked_for_and_seen(laptop: Client, begun: str) -> None:
    tell(laptop, begun, 1, "red")
    asked = tell(laptop, begun, 1, "blue")
    assert asked.status_code == 422
    question = read(asked)
    assert "will replace it" in question.text
    (form,) = [f for f in question.all("form") if values(f).get("sure")]
    assert Result.objects.count() == 1
    assert laptop.post(begun, values(form)).status_code == 303
    assert "Blue wins corrected" in read(laptop.get(begun)).id("pairing-1").text
    assert [result.outcome for result in Result.objects.order_by("number")] == ["red", "blue"]


def test_an_old_round_is_corrected_only_on_purpose(laptop: Client, begun: str) -> None:
    tell(laptop, begun, 1, "red")
    lacking = laptop.post(begun, {"do": "round", "after": "1"})
    assert lacking.status_code == 422
    assert "Results are missing (1)" in read(lacking).text
    assert laptop.post(begun, {"do": "round", "after": "1", "sure": "1"}).status_code == 303
    old = f"{begun}?round=1"
    asked = tell(laptop, old, 2, "red")
    assert "Later rounds were paired" in read(asked).text
    (form,) = [f for f in read(asked).all("form") if values(f).get("sure")]
    assert laptop.post(begun, values(form)).headers["Location"] == old


def test_two_tabs(laptop: Client, begun: str) -> None:
    """The second one gets an error, and nothing is stored."""
    late = laptop.post(begun, {"do": "round", "after": "0"})
    assert late.status_code == 409
    assert "Somebody else was faster" in read(late).text
    stale = buttons(read(laptop.get(begun)), 1)
    tell(laptop, begun, 1, "red")
    again = laptop.post(begun, stale | {"outcome": "blue", "key": credentials.new()})
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
def test_what_cannot_be_done(laptop: Client, begun: str, sent: dict[str, str], status: int) -> None:
    assert laptop.post(begun, sent).status_code == status
    assert not Result.objects.exists()
    assert Tournament.objects.get().entrants.count() == 4


def test_who_comes_late_and_who_leaves(laptop: Client, begun: str) -> None:
    laptop.post(begun, {"do": "add", "name": "Eve"})
    laptop.post(begun, {"do": "withdraw", "entrant": "1"})
    text = read(laptop.get(begun)).one("ol", class_="entrants").text
    assert "Ann withdrawn from round 2 on" in text
    assert "Eve from round 2" in text
    laptop.post(begun, {"do": "return", "entrant": "1"})
    assert "withdrawn" not in read(laptop.get(begun)).one("ol", class_="entrants").text


def test_a_game_at_a_groups_table(laptop: Client, classroom: Classroom, begun: str) -> None:
    item = read(laptop.get(begun)).id("pairing-1")
    (form,) = [f for f in item.all("form") if values(f)["do"] == "play"]
    assert item.text.count("Play at Group 1") == 1
    assert laptop.post(begun, values(form)).status_code == 303
    group = classroom.groups.get(number=1)
    console = read(laptop.get(f"/g/{group.code}/"))
    assert "Red Emperor: Ann. Blue Emperor: <b>Cy</b>." in console.text
    shown = read(Client().get(f"/c/{group.code}/?wall"))
    assert [one.text for one in shown.all("h3")] == ["R Ann", "B <b>Cy</b>"]
    assert "Being recorded: Group 1" in read(laptop.get(begun)).id("pairing-1").text


def test_a_moderator_enters_the_result_of_the_own_table(
    laptop: Client, classroom: Classroom, begun: str
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
    assert "Mo" in read(laptop.get(begun)).id("pairing-2").text


def test_a_console_leads_to_the_match_that_waits(
    laptop: Client, classroom: Classroom, begun: str
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
    tell(laptop, begun, 2, "red")
    assert "waiting at this table" not in read(phone.get(console)).text


def test_the_wall_is_answered_from_memory(
    laptop: Client, classroom: Classroom, begun: str, django_assert_max_num_queries: Any
) -> None:
    url, room = f"/t/{classroom.code}/1/", Client()
    first = room.get(url)
    assert "Round 1 of 2" in read(first).text
    assert "<b>Cy</b>" in read(first).text
    with django_assert_max_num_queries(6):
        same = room.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    tell(laptop, begun, 1, "red")
    fresh = room.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert fresh.status_code == 200
    assert "Ann beats" in " ".join(read(fresh).text.split())
    assert "Red wins" not in read(fresh).text
    assert room.get(f"/t/{classroom.code}/2/").status_code == 404
    assert "csrfmiddlewaretoken" not in fresh.content.decode()


def test_names_that_change_are_new_on_the_wall(laptop: Client, classroom: Classroom) -> None:
    ann = services.person_join(classroom, "Ann")
    create(laptop, classroom, names="Bob\nCy", person=str(ann.number))
    url = f"/t/{classroom.code}/1/"
    assert "Ann" in read(laptop.get(url)).text
    services.person_forget(Person.objects.get(pk=ann.pk))
    assert "Ann" not in read(laptop.get(url)).text


def test_sixty_four_on_the_wall(laptop: Client, classroom: Classroom) -> None:
    names = "\n".join(f"Player {n}" for n in range(64))
    url = create(laptop, classroom, names=names, tables="8").headers["Location"]
    laptop.post(url, {"do": "round", "after": "0"})
    wall = f"/t/{classroom.code}/1/"
    page = read(laptop.get(wall))
    leaves = page.all("div", class_="leaf")
    assert [len(leaf.all("span", class_="who")) for leaf in leaves] == [32, 32, 32]
    states = [item.attributes["class"] for item in leaves[0].all("li")]
    assert [states.count(one) for one in ("playing", "next", "later")] == [8, 8, 16]
    assert len(read(laptop.get(f"{wall}?show=standings")).all("div", class_="leaf")) == 2


def test_its_end_for_good(laptop: Client, classroom: Classroom, begun: str) -> None:
    tell(laptop, begun, 1, "red")
    assert "deleted for good" in read(laptop.get(f"{begun}delete/")).text
    assert laptop.post(f"{begun}delete/").headers["Location"] == base(classroom)
    assert not Pairing.objects.exists()
    assert laptop.get(begun).status_code == 404


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_on_paper(laptop: Client, begun: str, paper: str) -> None:
    tell(laptop, begun, 1, "red")
    pages = {}
    for sheet in ("round", "standings", "cross"):
        answer = laptop.get(f"{begun}tournament.pdf?sheet={sheet}&paper={paper}")
        pdf = PdfReader(io.BytesIO(answer.content), strict=True)
        pages[sheet] = "\n".join(page.extract_text() for page in pdf.pages)
        assert "Tournament 1, after round 1; results: 1" in pages[sheet]
        assert "<b>Cy</b>" in pages[sheet]
        size = {"a4": (595, 842), "letter": (612, 792)}[paper]
        box = pdf.pages[0].mediabox
        assert (round(box.width), round(box.height)) == size
    assert "Loss-draw" in pages["round"]
    assert "Buchholz" in pages["standings"]
    for wrong in ("sheet=round&round=2", "sheet=x", "paper=a3"):
        assert laptop.get(f"{begun}tournament.pdf?{wrong}").status_code == 404


def test_a_removed_person_stays_in_the_table(laptop: Client, classroom: Classroom) -> None:
    ann = services.person_join(classroom, "Ann")
    url = create(laptop, classroom, names="Bob\nCy", person=str(ann.number)).headers["Location"]
    laptop.post(url, {"do": "round", "after": "0"})
    services.person_remove(ann)
    now = selectors.now_of(Tournament.objects.get())
    assert [row.name for row in now.standings] == ["Cy", "Ann", "Bob"]
    assert "Ann" in standings(laptop, url)[1]
