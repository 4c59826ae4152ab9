"""A student's own page as PDF: after the end, for the own seat, with what it may see."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core.models import Classroom, Game
from moderator.core.people import instructor_person
from moderator.features.classes.write import paper_change
from moderator.features.clock.write import game_continue, game_stop
from tests.everywhere.test_secrets import pdf_text
from tests.support.web.played import uploaded
from tests.support.web.world import join, signed_in

LINK = "Your page (PDF)"


def page_of(game: Game) -> str:
    return reverse("play-page", args=[game.group.code])


def printed(phone: Client, game: Game) -> str:
    """The text of the page, in one line."""
    return " ".join(pdf_text(phone.get(page_of(game)).content).split())


def offered(phone: Client, game: Game) -> bool:
    """Whether the phone has the link, in its frame."""
    shown = phone.get(reverse("play", args=[game.group.code])).content.decode()
    assert (LINK in shown) == (page_of(game) in shown)
    return LINK in shown


def sit(game: Game, number: int, name: str) -> Client:
    """A phone with the game's seat of that number, from 1."""
    return join(game.group, name, game, game.seats.order_by("pk")[number - 1].player)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("age_of_iron/1800-bc", "Student’s page"),
        ("age_of_war/most-clans", "Score sheet"),
        ("war/attacks", "Score sheet"),
        ("valley_of_war/restarted", "Score sheet"),
    ],
)
def test_each_finished_game_has_a_page(classroom: Classroom, name: str, title: str) -> None:
    (game,) = uploaded(classroom, name)
    phone = sit(game, 1, "Eve")
    assert offered(phone, game)
    answer = phone.get(page_of(game))
    assert answer.headers["Content-Type"] == "application/pdf"
    assert title in printed(phone, game)
    assert phone.get(page_of(game)).content == answer.content
    paper_change(classroom, "letter")
    letter = phone.get(page_of(game))
    assert "letter" in letter.headers["Content-Disposition"]
    assert letter.content != answer.content


@pytest.mark.slow
def test_it_is_of_the_own_seat_alone(classroom: Classroom) -> None:
    (game,) = uploaded(classroom, "age_of_iron/1800-bc")
    phones = [sit(game, 1, "Eve"), sit(game, 4, "Hal")]
    texts = [printed(phone, game) for phone in phones]
    assert "Eve" in texts[0]
    assert "Hal" not in texts[0]
    assert "Hal" in texts[1]
    assert "Eve" not in texts[1]
    far = join(game.group, "Far")
    for other in (far, Client(), signed_in(classroom.instructor)):
        assert other.get(page_of(game)).status_code == 404
    assert far.get(f"{page_of(game)}?game=7").status_code == 404


@pytest.mark.slow
def test_a_stopped_game_shows_the_own_objectives_alone(classroom: Classroom) -> None:
    (game,) = uploaded(classroom, "age_of_iron/1800-bc", moves=30)
    by, phone = instructor_person(classroom), sit(game, 1, "Eve")
    assert not offered(phone, game)
    assert phone.get(page_of(game)).status_code == 404
    game_stop(game, by, "instructor")
    assert offered(phone, game)
    text = printed(phone, game)
    assert "Presence in Palestine" in text
    assert "No Presence of Hatti in Syria" in text
    for others in ("Presence in Sumer", "Presence in Mitanni", "No Presence of Egypt"):
        assert others not in text
    game_continue(game, by, "instructor")
    assert not offered(phone, game)
    assert phone.get(page_of(game)).status_code == 404
