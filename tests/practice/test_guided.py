"""The guided game, through its forms."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from moderator.features.practice.models import PracticeGame
from moderator.rules.age_of_iron.views.texts import GUIDE
from tests.support.web.practice import Practice, guided_to_end
from tests.support.web.reading import read

pytestmark = pytest.mark.slow


def step_of(practice: Practice) -> str:
    return practice.page().id("guide-title").text


@pytest.mark.django_db
def test_each_step_says_what_to_do_and_notices_that_it_was_done() -> None:
    practice = Practice().begin()
    presses = (
        lambda: practice.place("Canaan"),
        lambda: practice.place("Civilization"),
        lambda: practice.offer("trade.babylon", **{"get.T": "1", "give.G": "1"}),
        practice.end_turn,
        lambda: practice.do("accept"),
        lambda: practice.place("Syria"),
        lambda: practice.place("Hatti"),
        practice.end_turn,
    )
    for number, (step, press) in enumerate(zip(GUIDE, presses, strict=True), start=1):
        assert step_of(practice) == f"Step {number} of 8"
        assert step.says in practice.page().one("section", class_="guide").text
        assert step.done in press().one("section", class_="guide").text
    assert step_of(practice) == "You have finished the guided game"
    assert practice.row.finished


@pytest.mark.django_db
def test_the_end_shows_the_points_and_where_they_came_from() -> None:
    end = guided_to_end(Practice().begin())
    assert [one.text for one in end.one("ol", class_="practice-points").all("li")] == [
        "E Egypt 25",
        "B Babylon 21",
        "H Hatti 10",
    ]
    assert "Presence in Canaan" in end.text


@pytest.mark.django_db
def test_anything_else_is_refused_with_what_to_do() -> None:
    practice = Practice().begin()
    first = "This first game goes step by step: do what the step says."
    page = practice.send(practice.pick("Syria"), status=422)
    assert first in page.one("p", class_="message").text
    page = practice.send({**practice.pick("Canaan"), "rfs": "4", "set": "4"}, status=422)
    assert first in page.one("p", class_="message").text
    assert len(practice.row.steps) == 1
    practice.place("Canaan")
    practice.place("Civilization")
    practice.end_turn(status=422)
    practice.offer("trade.babylon", **{"get.T": "1", "give.G": "1"})
    practice.end_turn()
    assert "step by step" in practice.do("decline", status=422).one("p", class_="message").text


@pytest.mark.django_db
def test_only_the_forms_of_the_step_are_shown() -> None:
    practice = Practice().begin()
    assert "Civilization" not in practice.page().id("acts").text
    assert "Make an offer" not in practice.page().text
    practice.place("Canaan")
    practice.place("Civilization")
    assert "Make an offer" in practice.page().text


@pytest.mark.django_db
def test_each_bot_says_why() -> None:
    practice = Practice().begin()
    practice.place("Canaan")
    practice.place("Civilization")
    practice.offer("trade.babylon", **{"get.T": "1", "give.G": "1"})
    told = practice.end_turn().one("details", class_="told-since").text
    assert "Hatti places 5 in Syria" in told
    assert "A Presence in Syria is an objective worth 7." in told
    assert "Grain is missing for a set" in practice.page().one("article", class_="offer").text


@pytest.mark.django_db
def test_the_last_decision_is_taken_back_with_what_followed() -> None:
    practice = Practice().begin()
    practice.place("Canaan")
    practice.do("undo")
    assert step_of(practice) == "Step 1 of 8"
    guided_to_end(practice)
    practice.do("undo")
    assert step_of(practice) == "Step 8 of 8"
    assert practice.row.finished is None


@pytest.mark.django_db
def test_the_start_page_offers_it_unless_the_site_says_no(settings: Settings) -> None:
    assert reverse("practice") in {
        one.attributes.get("href") for one in read(Client().get("/")).all("a")
    }
    settings.PRACTICE_OFF = True
    assert reverse("practice") not in Client().get("/").content.decode()
    assert Client().get(reverse("practice")).status_code == 404
    assert not PracticeGame.objects.exists()
