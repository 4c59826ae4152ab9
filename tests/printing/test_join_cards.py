"""Join cards of a class: who is on them, and what their links do."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core.class_models import RosterName
from moderator.core.models import Person
from moderator.core.people import (
    person_by_return_link,
    person_join,
    person_remove,
    personal_links_renew,
)
from moderator.features.classes.write import classroom_create, names_printed_change
from tests.support.sheets.reading import page_texts
from tests.support.web.world import World

LINK = re.compile(r"/join/back/([\w:-]+)/")


def _url(world: World) -> str:
    return reverse("join-cards", args=[world.classroom.pk])


def _cards(world: World, client: Client, method: str = "get") -> str:
    answer = getattr(client, method)(_url(world))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return "\n".join(page_texts(answer.content))


@pytest.fixture
def laptop(world: World) -> Client:
    return world.browsers["instructor"]


def test_a_card_for_each_student_by_group_with_the_groups_code(
    world: World, laptop: Client
) -> None:
    text = _cards(world, laptop)
    assert text.index("Eve") < text.index("Bob")
    assert "Egypt" in text
    assert "Babylon" in text
    assert world.group.code_shown in text
    assert world.other_group.code_shown in text
    assert "Ada" not in text
    assert "Mo" not in text.split()
    assert not LINK.search(text.replace("\n", ""))


def test_names_of_the_roster_have_the_codes_of_the_class(world: World, laptop: Client) -> None:
    person_join(world.classroom, "Zoe")
    RosterName.objects.create(classroom=world.classroom, name="Yan", name_key="yan")
    text = _cards(world, laptop)
    assert text.index("Zoe") < text.index("Yan")
    assert text.count(world.classroom.code_shown) == 2


def test_names_are_left_out_when_the_class_says_so(world: World, laptop: Client) -> None:
    RosterName.objects.create(classroom=world.classroom, name="Yan", name_key="yan")
    names_printed_change(world.classroom, False)
    for method in ("get", "post"):
        text = _cards(world, laptop, method)
        assert not any(name in text for name in ("Eve", "Bob", "Yan"))
        assert "Egypt" in text
    assert f"Student {world.person('Eve').number}" in text


def test_new_links_sign_in_once_and_end_the_earlier_ones(world: World, laptop: Client) -> None:
    first = LINK.findall(_cards(world, laptop, "post").replace("\n", ""))
    again = LINK.findall(_cards(world, laptop, "post").replace("\n", ""))
    assert (
        len(first)
        == len(again)
        == Person.objects.filter(classroom=world.classroom, kind="student").count()
    )
    assert person_by_return_link(first[0]) is None
    assert person_by_return_link(again[0]) == world.person("Eve")
    assert person_by_return_link(again[0]) is None


def test_looking_at_plain_cards_changes_no_link(world: World, laptop: Client) -> None:
    (token, *_) = LINK.findall(_cards(world, laptop, "post").replace("\n", ""))
    _cards(world, laptop)
    assert person_by_return_link(token) == world.person("Eve")


def test_an_empty_class_has_cards_to_write_on(world: World, laptop: Client) -> None:
    empty = classroom_create(world.instructor, "Empty")
    answer = laptop.get(reverse("join-cards", args=[empty.pk]), {"paper": "letter"})
    (page,) = page_texts(answer.content)
    assert page.count(empty.code_shown) == 8
    assert "letter.pdf" in answer["Content-Disposition"]


def test_links_end_after_their_days_and_with_the_student(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve, bob = world.person("Eve"), world.person("Bob")
    tokens = personal_links_renew(world.classroom)
    person_remove(bob)
    assert person_by_return_link(tokens[bob.pk]) is None
    monkeypatch.setattr("moderator.core.people.PERSONAL_LINK_DAYS", -1)
    assert person_by_return_link(tokens[eve.pk]) is None
