"""Every game's sheets by their URLs, and the links to them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.urls import reverse

from moderator.play import services
from moderator.play.models import Game
from moderator.rules.registry import GAMES
from moderator.web.core.sheet_links import links_to
from tests.support.addresses import url
from tests.support.play import tables
from tests.support.play.play import deploy, record, record_older
from tests.support.web.reading import read
from tests.support.web.world import World, start
from tests.web.everywhere.test_secrets import pdf_text

SHEETS = {
    "age-of-iron": ["Game Chart", "Score sheet", "Score sheet and moves", "Briefings"],
    "age-of-war": ["Board", "Score sheet", "Score sheet and moves"],
    "war": ["Board", "Score sheet", "Score sheet and moves"],
    "valley-of-war": ["Referee’s sheet", "Score sheet"],
}


def begun(world: World, id: str) -> Game:
    """A game of these rules in the group, with a move or two."""
    by = services.instructor_person(world.classroom)
    if id == "age-of-iron":
        record(world.game, {"type": "deploy", "player": "egypt", "region": "egypt", "rfs": 1}, by)
        return world.game
    if id == "valley-of-war":
        game = services.game_create(world.group, id, "standard", {}, by)
        wire = {"type": "throw", "red": {"knocked_out": 1}, "blue": {"knocked_out": 0}}
        services.move_play(game, wire, 0, "k" * 22, by, "moderator")
        return game
    game = (tables.age_of_war if id == "age-of-war" else tables.war)(world.group, by)
    for _ in range(9):
        tables.go_on(game, by)
    return game


@pytest.mark.slow
@pytest.mark.parametrize(("id", "labels"), SHEETS.items())
def test_what_is_listed_is_there(world: World, id: str, labels: Sequence[str]) -> None:
    game = begun(world, id)
    links = links_to(game)
    assert [link.label for link in links] == labels
    laptop = world.browsers["moderator"]
    said = {}
    for link in links:
        for paper in ("a4", "letter"):
            answer = laptop.get(link.address + paper)
            assert answer.status_code == 200
            assert answer.headers["Content-Type"] == "application/pdf"
            said[link.label] = pdf_text(answer.content)
            assert GAMES[id].copyright.split(".")[0] in said[link.label].replace("\n", " ")
    briefings = laptop.get(url("briefings-pdf", code=world.group.code))
    assert briefings.status_code == (200 if "Briefings" in labels else 404)
    listed = [one for one, page in said.items() if "How it went" in page or "throws\nNo." in page]
    assert listed == ["Score sheet" if id == "valley-of-war" else "Score sheet and moves"]


@pytest.mark.parametrize("id", SHEETS)
def test_the_pages_lead_to_them(world: World, id: str) -> None:
    game = begun(world, id)
    addresses = {f"{link.address}{paper}" for link in links_to(game) for paper in ("a4", "letter")}
    paths = {
        "moderator": reverse("console", args=[world.group.code]),
        "instructor": reverse("classroom", args=[world.classroom.pk]),
    }
    for role, path in paths.items():
        links = [
            link.attributes.get("href", "")
            for link in read(world.browsers[role].get(path)).all("a")
        ]
        assert {one for one in links if ".pdf" in one and world.group.code in one} == addresses


@pytest.mark.slow
def test_orders_that_are_written_in_secret_are_not_listed(world: World) -> None:
    by = services.instructor_person(world.classroom)
    game = start(world.group, {"deployment": "simultaneous"})
    laptop, address = world.browsers["moderator"], url("score-pdf", code=world.group.code)
    record_older(game, [deploy("egypt", "syria", 5)], by)
    assert "How it went" not in pdf_text(laptop.get(address, {"moves": "1"}).content)


def test_an_earlier_game_keeps_its_own_sheets(world: World) -> None:
    """Age of Iron's briefings are available by game number when the group plays something else."""
    begun(world, "war")
    laptop, address = world.browsers["moderator"], url("briefings-pdf", code=world.group.code)
    assert laptop.get(address).status_code == 404
    assert laptop.get(address, {"game": world.game.number}).status_code == 200
    assert laptop.get(address.replace("briefings", "nothing")).status_code == 404
