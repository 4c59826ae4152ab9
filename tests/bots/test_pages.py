"""The pages on which bots are put on seats, and what others see of them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from moderator.core.models import Game
from moderator.features.bots.write import bot_put, bots_of
from tests.support.web.boards import seat_down
from tests.support.web.reading import read
from tests.support.web.world import World


def names(game: Game) -> dict[str, str]:
    return {seat.player: seat.level for seat in bots_of(game)}


@pytest.fixture
def game(world: World) -> Game:
    """Of the moderator's and instructor's group; the last country is free."""
    game = world.game
    game.seats.last().persons.clear()  # type: ignore[union-attr]
    return game


@pytest.mark.parametrize("who", ["moderator", "instructor"])
def test_a_bot_is_put_on_a_seat_and_taken_away(world: World, game: Game, who: str) -> None:
    browser = world.browsers[who]
    url = reverse("bots", args=[world.group.code])
    free = game.seats.order_by("pk").last()
    assert free
    value = f"{world.group.number}:{free.player}"
    page = read(browser.get(url))
    assert page.all("button", name="put", value=value)
    assert not page.all("button", name="take")
    assert browser.post(url, {"level": "steward", "put": value}).status_code == 303
    assert names(game) == {free.player: "steward"}
    (seat,) = bots_of(game)
    assert seat.put_by
    assert seat.put_by.kind == who
    assert browser.post(url, {"level": "strategist", "put": value}).status_code == 303
    assert names(game) == {free.player: "strategist"}
    assert read(browser.get(url)).all("button", name="take", value=value)
    assert browser.post(url, {"take": value}).status_code == 303
    assert names(game) == {}


def test_what_there_isnt_changes_nothing(world: World, game: Game) -> None:
    browser = world.browsers["moderator"]
    url, number = reverse("bots", args=[world.group.code]), world.group.number
    for fields, status in (
        ({"put": f"{number}:atlantis", "level": "rival"}, 422),
        ({"put": f"{number}:egypt", "level": "genius"}, 422),
        ({"put": f"{number + 1}:egypt", "level": "rival"}, 404),
        ({"take": "99:egypt"}, 404),
        ({}, 422),
    ):
        assert browser.post(url, fields).status_code == status, fields
    assert names(game) == {}


def test_all_free_seats_of_the_class_by_one_button(world: World, game: Game) -> None:
    laptop = world.browsers["instructor"]
    url = reverse("class-bots", args=[world.classroom.pk])
    free = game.seats.filter(persons=None).count()
    other = world.other_game.seats.filter(persons=None).count()
    button = read(laptop.get(url)).one("button", name="fill")
    assert str(free + other) in button.text or free + other == 1
    assert laptop.post(url, {"level": "rival", "fill": "yes"}).status_code == 303
    assert len(names(game)) + len(names(world.other_game)) == free + other
    assert not read(laptop.get(url)).all("button", name="fill")
    assert laptop.post(url, {"level": "rival", "fill": "yes"}).status_code == 422


def test_seats_that_nobody_plays_by_the_overviews_button(world: World, game: Game) -> None:
    laptop = world.browsers["instructor"]
    url = reverse("classroom", args=[world.classroom.pk]) + "?step=playing"
    free = {seat.player for seat in game.seats.filter(persons=None)}
    assert free
    do = f"bot:{world.group.number}"
    assert read(laptop.get(url)).all("button", name="do", value=do)
    help_url = reverse("overview", args=[world.classroom.pk])
    assert laptop.post(help_url, {"do": do}).status_code == 303
    assert set(names(game)) >= free
    assert set(names(game).values()) == {"rival"}
    assert not read(laptop.get(url)).all("button", name="do", value=do)
    for wrong in ("bot:99", "bot:1:1", "bot"):
        assert laptop.post(help_url, {"do": wrong}).status_code == 404


def test_everybody_reads_which_country_the_program_plays(world: World, game: Game) -> None:
    free = game.seats.order_by("pk").last()
    assert free
    by = world.person("Mo") if world.classroom.people.filter(name="Mo") else None
    by = by or world.classroom.people.filter(kind="moderator").first()
    assert by
    bot_put(game, free.player, "strategist", by)
    for who, name in (("student", "play"), ("nobody", "chart"), ("moderator", "console")):
        text = read(world.browsers[who].get(reverse(name, args=[world.group.code]))).text
        assert "played by the program" in text, who
        assert ("Strategist" in text) is (who == "moderator")


def test_the_log_says_the_program(db: None) -> None:
    board = seat_down("age-of-war", partners=("ann",))
    from moderator.core.look import look_at
    from moderator.features.bots.write import bot_play

    bot_play(look_at(board.game), bots_of(board.game))
    line = board.page("console").one("ol", class_="log").one("li")
    assert line.all("small")[0].text == "the program"
