"""Game settings, changed by instructor or moderator; and drawing another map."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core import credentials, games, queries
from moderator.core.models import Game
from moderator.core.people import instructor_person
from moderator.features.clock.write import game_start
from moderator.features.new_game.settings import GameSettings, game_settings_of
from moderator.features.new_game.write import game_create, game_delete, scenario_draw
from moderator.features.people.write import seat_take
from moderator.rules.registry import GAMES
from tests.support.web import world as worlds
from tests.support.web.reading import Element, read
from tests.support.web.world import World

PLAYERS = {"players": ["ann", "eve", "cem"]}


def begin(world: World, rules: str = "age-of-war", **running: Any) -> Game:
    """A game of the first group; Eve has the seat with her name."""
    by = instructor_person(world.classroom)
    drawn = scenario_draw(rules, PLAYERS) if rules == "war" else "standard"
    options = {} if rules == "valley-of-war" else PLAYERS
    game = game_create(world.group, rules, drawn, options, by, GameSettings(**running))
    if options:
        seat_take(world.person("Eve"), game.seats.get(player="eve"))
    return game


@pytest.fixture
def laptop(world: World) -> Client:
    return world.browsers["moderator"]


def url(world: World, name: str = "run") -> str:
    return reverse(name, args=[world.group.code])


def page_of(world: World, laptop: Client) -> Element:
    return read(laptop.get(url(world)))


def form(world: World, page: Element, name: str = "run") -> dict[str, str]:
    return page.one("main").form(url(world, name))


def test_who_records_and_the_help_are_switched(world: World, laptop: Client) -> None:
    game = begin(world, acting="seats", dice="server")
    page = page_of(world, laptop)
    sent = form(world, page)
    assert (sent["run_acting"], sent["run_help"]) == ("seats", "on")
    assert "The program rolls the dice" in page.one("main").text
    changed = sent | {"run_acting": "moderator", "run_help": "off", "run_dice": "table"}
    answer = laptop.post(url(world), changed)
    assert answer.status_code == 303
    assert "Saved" in read(laptop.get(answer.headers["Location"])).one("p", role="status").text
    game.refresh_from_db()
    assert (game.acting, game.has_help, game.dice) == ("moderator", False, "server")


def test_a_page_of_the_game_before_changes_nothing(world: World, laptop: Client) -> None:
    begin(world)
    sent = form(world, page_of(world, laptop)) | {"run_acting": "seats"}
    new = begin(world)
    answer = laptop.post(url(world), sent)
    assert answer.status_code == 422
    assert "another game" in read(answer).one("p", role="alert").text
    new.refresh_from_db()
    assert new.acting == "moderator"


def test_a_value_that_there_is_not(world: World, laptop: Client) -> None:
    begin(world)
    sent = form(world, page_of(world, laptop)) | {"run_acting": "nobody"}
    assert laptop.post(url(world), sent).status_code == 422


def test_a_game_without_switches_says_so(world: World, laptop: Client) -> None:
    begin(world, "valley-of-war")
    page = page_of(world, laptop)
    assert "nothing to change" in page.one("main").text
    assert not page.one("main").all("form")


def test_without_a_game_there_is_nothing(world: World) -> None:
    game_delete(world.far_group.games.get())
    far = worlds.moderate(world.far_group, "Mia")
    for name, ask in (("run", far.get), ("run", far.post), ("redraw", far.post)):
        answer = ask(reverse(name, args=[world.far_group.code]), {"once": credentials.new()})
        assert answer.status_code == 404, name


# Another map


def test_an_empty_game_is_drawn_again_once(world: World, laptop: Client) -> None:
    old = begin(world, "war", acting="seats", dice="server")
    sent = form(world, page_of(world, laptop), "redraw")
    for _ in range(2):  # a double click
        answer = laptop.post(url(world, "redraw"), sent)
        assert answer.status_code == 303
        assert answer.headers["Location"] == url(world, "console")
    new = queries.game_now(world.group)
    assert new is not None
    assert (new.number, new.options) == (old.number + 1, old.options)
    assert new.scenario != old.scenario
    assert (new.acting, new.dice) == ("seats", "server")
    assert queries.seat_of(world.person("Eve"), new) is not None
    assert not Game.objects.filter(pk=old.pk)


def test_a_move_recorded_meanwhile_keeps_the_map(world: World, laptop: Client) -> None:
    game = begin(world, "war")
    sent = form(world, page_of(world, laptop), "redraw")
    tile = next(tile for tile, symbol in game.scenario["tiles"].items() if symbol is None)
    worlds.record(game, {"type": "place", "player": "ann", "tile": tile})
    answer = laptop.post(url(world, "redraw"), sent)
    assert answer.status_code == 422
    page = read(answer)
    assert "has begun" in page.one("p", role="alert").text
    assert not page.all("form", action=url(world, "redraw"))
    assert queries.game_now(world.group) == game


def test_a_game_that_is_not_drawn_has_no_other_map(world: World, laptop: Client) -> None:
    game = begin(world)
    assert not page_of(world, laptop).all("form", action=url(world, "redraw"))
    for number in (str(game.number), "99", ""):
        sent = {"game": number, "once": credentials.new()}
        assert laptop.post(url(world, "redraw"), sent).status_code == 422
    assert queries.game_now(world.group) == game


def test_who_reads_messages_is_chosen_before_the_start_only(world: World, laptop: Client) -> None:
    wire = GAMES["age-of-iron"].scenario_wire(games.shipped()["age-of-iron"]["1800-bc"])
    by = instructor_person(world.classroom)
    options = {"communication": "written"}
    settings = GameSettings(is_waiting=True)
    game = game_create(world.group, "age-of-iron", wire, options, by, settings)
    sent = form(world, page_of(world, laptop))
    assert (sent["run_readers"], sent["run_afterwards"]) == ("teachers", "everybody")
    assert "run_verdicts" not in sent
    assert laptop.post(url(world), sent | {"run_readers": "nobody"}).status_code == 303
    assert game_settings_of(game).readers == "nobody"
    game_start(game, by, "instructor")
    page = page_of(world, laptop)
    assert "run_readers" not in form(world, page)
    assert "Who can read messages: Nobody else." in page.one("main").text
    late = laptop.post(url(world), sent)
    assert late.status_code in (303, 422)
    assert game_settings_of(game).readers == "nobody"


def test_who_reads_records_is_chosen_in_words_that_fit(world: World, laptop: Client) -> None:
    wire = GAMES["age-of-iron"].scenario_wire(games.shipped()["age-of-iron"]["1800-bc"])
    by = instructor_person(world.classroom)
    settings = GameSettings(is_waiting=True)
    game = game_create(world.group, "age-of-iron", wire, {"diplomatic_records": True}, by, settings)
    page = page_of(world, laptop)
    main = page.one("main").text
    assert "Who can read records and promises" in main
    assert "message" not in main
    sent = form(world, page) | {"run_afterwards": "nobody"}
    assert laptop.post(url(world), sent).status_code == 303
    assert game_settings_of(game).afterwards == "nobody"
