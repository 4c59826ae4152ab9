"""A tournament's wall, its end, and what of it is printed."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from moderator.core.class_page import page_frame
from moderator.core.models import Classroom, Person
from moderator.core.people import person_join, person_remove
from moderator.features.people.write import person_forget
from moderator.features.tournaments.models import Pairing, Tournament
from moderator.features.tournaments.read import now_of
from moderator.live.events import Frame
from tests.support.sheets.cases import on_both_papers
from tests.support.web.reading import read
from tests.support.web.tournaments import base, create, standings, tell

pytestmark = pytest.mark.slow


def test_the_wall_is_rendered_again_only_for_a_change(
    desk: Client, classroom: Classroom, begun: str, django_assert_max_num_queries: Any
) -> None:
    url, room = f"/t/{classroom.code}/1/", Client()

    def live(page: str = "public:tournaments") -> Frame:
        frame = page_frame(-classroom.pk, f"{page}:1")
        assert frame is not None
        return frame

    first, for_instructor = room.get(url), live("tournaments")
    assert "Round 1 of 2" in read(first).text
    assert "<b>Cy</b>" in read(first).text
    with django_assert_max_num_queries(6):
        same = live()
    assert same.html in first.content.decode()
    tell(desk, begun, 1, "red")
    assert live().version > same.version
    assert live("tournaments").version > for_instructor.version
    # Also for a page from before there were channels, which asks with an ETag.
    fresh = room.get(url, headers={"If-None-Match": '"an-old-one"'})
    assert "Ann beats" in " ".join(read(fresh).id("tournament").text.split())
    assert "Red wins" not in read(fresh).text
    assert room.get(f"/t/{classroom.code}/2/").status_code == 404
    assert "csrfmiddlewaretoken" not in fresh.content.decode()


def test_names_that_change_are_new_on_the_wall(desk: Client, classroom: Classroom) -> None:
    ann = person_join(classroom, "Ann")
    create(desk, classroom, names="Bob\nCy", person=str(ann.number))
    url = f"/t/{classroom.code}/1/"
    assert "Ann" in read(desk.get(url)).text
    person_forget(Person.objects.get(pk=ann.pk))
    assert "Ann" not in read(desk.get(url)).text


def test_sixty_four_on_the_wall(desk: Client, classroom: Classroom) -> None:
    names = "\n".join(f"Player {n}" for n in range(64))
    url = create(desk, classroom, names=names, tables="8").headers["Location"]
    desk.post(url, {"do": "round", "after": "0"})
    wall = f"/t/{classroom.code}/1/"
    page = read(desk.get(wall))
    leaves = page.all("div", class_="leaf")
    assert [len(leaf.all("span", class_="who")) for leaf in leaves] == [32, 32, 32]
    states = [item.attributes["class"] for item in leaves[0].all("li")]
    assert [states.count(one) for one in ("playing", "later", "later wave")] == [8, 21, 3]
    assert "second at table 1" in leaves[0].all("li")[8].text
    assert len(read(desk.get(f"{wall}?show=standings")).all("div", class_="leaf")) == 2


@pytest.mark.parametrize(("letters", "expected"), [(40, [16, 1]), (41, [8, 8, 1])])
def test_longer_names_on_the_wall_have_two_lines(
    desk: Client, classroom: Classroom, letters: int, expected: list[int]
) -> None:
    names = "\n".join(f"{n:02}{'x' * (letters - 2)}" for n in range(17))
    create(desk, classroom, names=names)
    page = read(desk.get(f"/t/{classroom.code}/1/?show=standings"))
    leaves = page.all("div", class_="leaf")
    rows = [[li for li in leaf.all("li") if li.all("b")] for leaf in leaves]
    assert [*map(len, rows)] == expected


def test_its_end_for_good(desk: Client, classroom: Classroom, begun: str) -> None:
    tell(desk, begun, 1, "red")
    assert "deleted for good" in read(desk.get(f"{begun}delete/")).text
    assert desk.post(f"{begun}delete/").headers["Location"] == base(classroom)
    assert not Pairing.objects.exists()
    assert desk.get(begun).status_code == 404


@on_both_papers
def test_on_paper(desk: Client, begun: str, paper: str) -> None:
    tell(desk, begun, 1, "red")
    pages = {}
    for sheet in ("round", "standings", "cross"):
        answer = desk.get(f"{begun}tournament.pdf?sheet={sheet}&paper={paper}")
        pdf = PdfReader(io.BytesIO(answer.content), strict=True)
        pages[sheet] = "\n".join(page.extract_text() for page in pdf.pages)
        assert "Tournament 1, after round 1; results: 1" in pdf.metadata.subject
        assert "<b>Cy</b>" in pages[sheet]
        size = {"a4": (595, 842), "letter": (612, 792)}[paper]
        box = pdf.pages[0].mediabox
        assert (round(box.width), round(box.height)) == size
    assert "Loss-draw" in pages["round"]
    assert "Buchholz is the sum" in pages["standings"]
    for wrong in ("sheet=round&round=2", "sheet=x", "paper=a3"):
        assert desk.get(f"{begun}tournament.pdf?{wrong}").status_code == 404


def test_a_removed_person_stays_in_the_table(desk: Client, classroom: Classroom) -> None:
    ann = person_join(classroom, "Ann")
    url = create(desk, classroom, names="Bob\nCy", person=str(ann.number)).headers["Location"]
    desk.post(url, {"do": "round", "after": "0"})
    person_remove(ann)
    now = now_of(Tournament.objects.get())
    assert [row.name for row in now.standings] == ["Cy", "Ann", "Bob"]
    assert "Ann" in standings(desk, url)[1]
