"""A new game: scenario, options, and invalid choices."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from moderator.play import scenarios, selectors, services
from moderator.play.models import Game
from moderator.rules.registry import GAMES
from tests.support.web import world as worlds
from tests.support.web.reading import Element, read, values
from tests.support.web.world import World

EXAMPLE = "age-of-iron/example-of-play"
BRONZE = "age-of-iron/1800-bc"


def new(world: World) -> str:
    return reverse("game-new", args=[world.classroom.pk])


def laptop(world: World) -> Client:
    return world.browsers["instructor"]


def options(world: World, scenario: str, group: str = "all") -> Element:
    return read(laptop(world).get(new(world), {"group": group, "scenario": scenario}))


def form(page: Element, **fields: str) -> dict[str, str]:
    return values(page.one("main").one("form")) | fields


def test_every_scenario_is_described_and_credited(world: World) -> None:
    page = read(laptop(world).get(new(world), {"group": "2"}))
    for shipped in scenarios.shipped().values():
        for scenario in shipped.values():
            (card,) = [s for s in page.all("article") if f"Choose {scenario.title}" in s.text]
            assert " ".join(scenario.description.split()) in card.text
            assert " ".join(scenario.credits.split()) in card.text
            assert f"{len(scenario.players)} players" in card.text
    assert form(page)["group"] == "2"


def test_every_option_has_its_sentence_and_every_value_its_consequence(world: World) -> None:
    text = options(world, BRONZE).text
    for option in GAMES["age-of-iron"].options:
        assert option.label in text
        assert option.sentence in text
        for value in option.values:
            assert value.consequence in text


def test_what_the_scenario_recommends_is_chosen_and_named(world: World) -> None:
    page = options(world, BRONZE)
    assert form(page)["deployment"] == "simultaneous"
    assert form(page)["turns"] == "6"
    (named,) = page.all("span", class_="badge")
    (label,) = [e for e in page.all("label") if named in list(e.walk())]
    assert label.one("input").attributes["value"] == "simultaneous"
    assert form(options(world, EXAMPLE))["deployment"] == "sequential"
    assert not options(world, EXAMPLE).all("span", class_="badge")


def test_who_records_is_folded_away_and_stored_beside_the_game(world: World) -> None:
    page = options(world, BRONZE)
    sent = form(page)
    assert (sent["run_acting"], sent["run_dice"]) == ("moderator", "table")
    folded = page.one("main").one("details")
    assert "open" not in folded.attributes
    assert {one.attributes["name"] for one in folded.all("input")} == {"run_acting", "run_dice"}
    sent["run_acting"] = "seats"
    assert laptop(world).post(new(world), sent).status_code == 303
    for group in (world.group, world.other_group):
        game = selectors.game_now(group)
        assert game is not None
        assert game.acting == "seats"
        assert not [name for name in game.options if name.startswith("run")]


def test_a_game_for_every_group(world: World) -> None:
    sent = form(options(world, BRONZE), combat="odds-table", control="on", turns="4")
    for _ in range(2):  # a double click
        assert laptop(world).post(new(world), sent).status_code == 303
    for group in (world.group, world.other_group):
        assert [game.number for game in group.games.all()] == [1, 2]
        game = selectors.game_now(group)
        assert game is not None
        assert game.options == {
            "turns": 4,
            "deployment": "simultaneous",
            "combat": "odds-table",
            "home_first": False,
            "control": True,
            "communication": "open",
            "diplomatic_records": False,
            "extended_trading": False,
        }
    assert world.far_group.games.count() == 1


def test_a_game_for_one_group(world: World) -> None:
    sent = form(options(world, EXAMPLE, "2"))
    assert laptop(world).post(new(world), sent).status_code == 303
    assert (world.group.games.count(), world.other_group.games.count()) == (1, 2)


def test_a_group_in_the_middle_of_a_game_is_named_first(world: World) -> None:
    assert "middle of a game" not in options(world, BRONZE).text
    move = {"type": "deploy", "player": "egypt", "region": "egypt", "rfs": 1}
    worlds.record(world.game, move)
    assert "1 group is in the middle of a game" in options(world, BRONZE).text


def test_what_makes_no_sense_is_refused_and_kept(world: World) -> None:
    before = Game.objects.count()
    chosen = {"extended_trading": "on", "combat": "attacker-advantage", "turns": "3"}
    answer = laptop(world).post(new(world), form(options(world, EXAMPLE), **chosen))
    page = read(answer)
    assert answer.status_code == 422
    assert "this scenario has none" in page.one("div", role="alert").text
    assert form(page) == form(page) | chosen
    assert Game.objects.count() == before
    mended = form(page, extended_trading="off")
    assert laptop(world).post(new(world), mended).status_code == 303


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turns", ""),
        ("turns", "0"),
        ("turns", "31"),
        ("turns", "2.5"),
        ("turns", "²"),
        ("turns", "٣"),
        ("turns", "1_0"),
        ("turns", "5.0"),
        ("turns", "9" * 5000),
        ("combat", ""),
        ("combat", "chess"),
        ("control", "True"),
    ],
)
def test_a_value_that_there_is_not(world: World, field: str, value: str) -> None:
    before = Game.objects.count()
    answer = laptop(world).post(new(world), form(options(world, BRONZE), **{field: value}))
    page = read(answer)
    assert answer.status_code == 422
    assert page.id(f"{field}-error").text
    assert Game.objects.count() == before
    if field == "turns":
        shown = page.id("option-turns")
        assert shown.attributes["value"] == value
        assert page.id("turns-error").text in page.describes(shown)


@pytest.mark.parametrize(
    "asked",
    [
        {"group": "7", "scenario": BRONZE},
        {"group": "x", "scenario": BRONZE},
        {"scenario": "age-of-iron/none"},
        {"scenario": "none/1800-bc"},
        {"scenario": ""},
    ],
)
def test_what_does_not_exist(world: World, asked: dict[str, str]) -> None:
    assert laptop(world).get(new(world), asked).status_code == 404
    assert laptop(world).post(new(world), asked | {"once": "k"}).status_code == 404


def test_a_class_without_groups_is_told_so(world: World) -> None:
    classroom = services.classroom_create(world.instructor, "Empty")
    url = reverse("game-new", args=[classroom.pk])
    assert "Create groups first" in read(laptop(world).get(url)).text
    page = read(laptop(world).get(url, {"scenario": BRONZE}))
    answer = laptop(world).post(url, form(page))
    assert answer.status_code == 422
    assert "Create groups first" in read(answer).text


def test_students_keep_their_country_in_the_next_game(world: World) -> None:
    laptop(world).post(new(world), form(options(world, BRONZE, "1")))
    phone = world.browsers["student"]
    assert phone.get(reverse("play", args=[world.group.code])).status_code == 200
