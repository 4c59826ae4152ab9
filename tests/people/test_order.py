"""One order of names, by last name where it is known, in every list of people."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core.people import person_join
from moderator.core.text import order_key
from moderator.core.whole_class import WholeClass
from moderator.features.people.roster import by_letter, listed_names
from tests.everywhere.test_secrets import pdf_text
from tests.support.web.world import World

pytestmark = pytest.mark.slow

LIST = "Last name;First name\nZeman;Ana\nÇelik;Bo\nOtt;Élise\nDahl;Øre\nO’Brien;Cy\n"
KNOWN = ["Bo Çelik", "Øre Dahl", "Cy O’Brien", "Élise Ott", "Ana Zeman"]
PDF = "class-sheet-pdf"
ORDER = [*KNOWN[:4], "Simulated 2", "Simulated 10", KNOWN[4]]


def test_letters_with_accents_stand_beside_those_without() -> None:
    order = ["Čapek", "Ćosić-Li", "Cosic Lu", "Cox", "Éva", "Eve", "Łęcki", "Ledl", "Øster", "Ott"]
    assert sorted([*order[5:], *order[:5]], key=order_key) == order


@pytest.fixture
def teacher(world: World) -> Client:
    """The class has a roster with last names, and these people have joined in another order."""
    teacher, classroom = world.browsers["instructor"], world.classroom
    classroom.people.filter(kind="student").update(is_removed=True)
    url = reverse("roster", args=[classroom.pk])
    shown = teacher.post(url, {"do": "preview", "list": LIST}).content.decode()
    names = html.unescape(shown.partition('name="names"')[2].partition(">")[2])
    teacher.post(url, {"do": "import", "names": names.partition("</textarea>")[0].strip()})
    for name in reversed(ORDER):
        person_join(classroom, name)
    return teacher


@pytest.mark.parametrize(
    "page",
    ["people", "notes", "classroom?step=here", "tournament-new", PDF],
)
def test_every_list_has_that_order(page: str, teacher: Client, world: World) -> None:
    name, _, query = page.partition("?")
    more = ["attendance"] if page == PDF else []
    answer = teacher.get(reverse(name, args=[world.classroom.pk, *more]) + f"?{query}")
    text = pdf_text(answer.content) if more else html.unescape(answer.content.decode())
    found = re.findall("|".join(ORDER), " ".join(text.split()))
    assert list(dict.fromkeys(found)) == ORDER


def test_so_have_the_roster_its_letters_and_those_without_a_seat(
    teacher: Client, world: World
) -> None:
    page = teacher.get(reverse("roster", args=[world.classroom.pk])).content.decode()
    assert re.findall("|".join(KNOWN), html.unescape(page)) == KNOWN
    parts = by_letter(listed_names(world.classroom))
    assert [part.letter for part in parts] == ["C", "D", "O", "Z"]
    assert [one.name for part in parts for one in part.names] == KNOWN
    assert [one.name for one in WholeClass(world.classroom).unseated] == ORDER
