"""A new game with named players: who plays, who records, whose dice."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from moderator.core import queries
from moderator.core.log import seats_of
from moderator.core.models import Game, Group
from moderator.core.people import person_join, person_remove, person_rename
from moderator.features.new_game import drafts
from moderator.features.people.write import seat_take
from moderator.rules.registry import GAMES
from moderator.rules.seating import COLOUR_NAMES, player_ids
from tests.support.web.reading import Element, read
from tests.support.web.world import World

CARD = "age-of-war/standard"
DRAWN = "war/drawn"
OWN = "valley-of-war/standard"


def new(world: World) -> str:
    return reverse("game-new", args=[world.classroom.pk])


def options(world: World, group: str = "1", card: str = CARD) -> Element:
    return read(world.browsers["instructor"].get(new(world), {"group": group, "scenario": card}))


def again(world: World) -> Element:
    """The form, filled as for the group's last game."""
    return read(world.browsers["instructor"].get(new(world), {"group": "1", "again": ""}))


def start(world: World, page: Element, **fields: str) -> Any:
    """The form unchanged, except for these fields and the random draw."""
    sent = page.form() | chosen(page) | {"run_lot": ""} | fields
    return world.browsers["instructor"].post(new(world), sent)


def chosen(page: Element) -> dict[str, str]:
    """The text area's contents, which `form` leaves out."""
    return {e.attributes["name"]: "".join(map(str, e.children)) for e in page.all("textarea")}


def refused(world: World, page: Element, **fields: str) -> Element:
    """Asserts that the page is shown again, and nothing is stored."""
    before = Game.objects.count()
    answer = start(world, page, **fields)
    assert answer.status_code == 422
    assert Game.objects.count() == before
    return read(answer)


def begun(world: World, group: Group, page: Element, **fields: str) -> Game:
    answer = start(world, page, **fields)
    assert answer.status_code == 303, read(answer).one("main").text
    game = queries.game_now(group)
    assert game is not None
    return game


def names_in_order(game: Game) -> list[str]:
    """The players' names in the order of play."""
    return [seat.name for seat in seats_of(game)]


def sitting(game: Game) -> dict[str, list[str]]:
    """Who sits where, by the names of the seats."""
    return {
        seat.name or seat.player: [person.display_name for person in seat.persons.all()]
        for seat in queries.seats(game)
    }


def test_every_game_is_in_the_catalogue(world: World) -> None:
    page = read(world.browsers["instructor"].get(new(world)))
    rows = {
        a.attributes["href"].partition("scenario=")[2]: row
        for row in page.all("tr")
        for a in row.all("a")
    }
    assert rows.keys() >= {CARD, DRAWN, OWN, "age-of-iron/1800-bc"}
    table = page.one("table").text
    assert all(game.name in table for game in GAMES.values())
    for card, words in ((CARD, "2–6 players"), (DRAWN, "2–4 players"), (OWN, "2 players")):
        assert words in rows[card].text


def test_a_group_that_fits_plays_by_its_names_and_sits_at_once(world: World) -> None:
    person_join(world.classroom, "Zoë O’Neill", world.group)
    page = options(world)
    assert page.form()["run_who"] == "people"
    assert "Eve, Zoë O’Neill" in page.one("main").text
    game = begun(world, world.group, page)
    assert game.options == {"players": ["player-1", "player-2"]}
    assert names_in_order(game) == ["Eve", "Zoë O’Neill"]
    assert sitting(game) == {"Eve": ["Eve"], "Zoë O’Neill": ["Zoë O’Neill"]}
    assert (game.acting, game.dice, game.has_help) == ("seats", "server", True)
    phone = world.browsers["student"]
    assert phone.get(reverse("play", args=[world.group.code])).status_code == 200


def test_the_rule_book_says_who_begins(world: World) -> None:
    drawn, listed = options(world), options(world, card=DRAWN)
    assert drawn.form()["run_lot"] == "on"
    assert "run_lot" not in listed.form()
    assert "The youngest player begins" in listed.one("main").text


def test_who_begins_is_drawn_at_random(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order at the table stays the same, and so do the seats of people and bots."""
    monkeypatch.setattr(drafts.secrets, "randbelow", lambda count: count - 1)
    fields = {"run_who": "people", "run_partner": "on", "run_lot": "on"}
    person_join(world.classroom, "Zoe", world.group)
    game = begun(world, world.group, options(world), **fields)
    assert game.options == {"players": ["player-3", "player-1", "player-2"]}
    assert names_in_order(game) == ["Program", "Eve", "Zoe"]
    assert sitting(game) == {"Program": [], "Eve": ["Eve"], "Zoe": ["Zoe"]}
    assert [seat.name for seat in game.seats.filter(is_partner=True)] == ["Program"]


def test_who_sat_elsewhere_sits_on_the_own_name(world: World) -> None:
    zoe = person_join(world.classroom, "Zoe", world.group)
    first = begun(world, world.group, options(world), run_who="names", run_names="Eve, Zoe")
    seat_take(zoe, first.seats.get(name="Eve"))
    second = begun(world, world.group, options(world), run_who="people")
    assert sitting(second) == {"Eve": ["Eve"], "Zoe": ["Zoe"]}


def test_who_is_named_again_keeps_the_seat_wherever_it_is(world: World) -> None:
    zoe = person_join(world.classroom, "Zoe", world.group)
    first = begun(world, world.group, options(world), run_who="names", run_names="Eve, Zoe")
    seat_take(zoe, first.seats.get(name="Zoe"))
    names = "Zoe, Ann, Eve"
    second = begun(world, world.group, options(world), run_who="names", run_names=names)
    assert sitting(second) == {"Zoe": ["Zoe"], "Ann": [], "Eve": []}


def test_groups_with_too_few_people_are_named_and_colours_proposed(world: World) -> None:
    page = options(world, "all")
    assert page.form()["run_who"] == "names"
    assert chosen(page)["run_names"].split() == ["Teal", "Orange"]
    text = refused(world, page, run_who="people").id("who-errors").text
    for group in (world.group, world.other_group):
        assert f"{group.name}: Age of War needs 2 to 6 players, not 1." in text
    world.person("Bob").seats.clear()
    person_remove(world.person("Bob"))
    text = refused(world, page, run_who="people").id("who-errors").text
    assert f"{world.other_group.name}: nobody has joined this group yet." in text


def test_players_named_after_colours_have_them_whoever_begins(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts.secrets, "randbelow", lambda count: count - 1)
    assert tuple(str(name).casefold() for name in drafts.COLOURS) == COLOUR_NAMES
    for card in (CARD, DRAWN):
        page = options(world, card=card)
        fields = {"run_who": "names", "run_lot": "on"}
        game = begun(world, world.group, page, **fields)
        seats = [(seat.name, seat.number) for seat in seats_of(game)]
        assert seats == [("Orange", 2), ("Teal", 1)]


def test_typed_names_are_the_seats_of_every_group(world: World) -> None:
    page = options(world, "all")
    names = "Ann, Бо\r\n<b>Ann</b>;;  Dirk_the 2nd ,Ann"
    answer = start(world, page, run_names=names, run_acting="moderator", run_dice="table")
    assert answer.status_code == 303
    for group in (world.group, world.other_group):
        game = queries.game_now(group)
        assert game is not None
        assert game.options["players"] == [*player_ids(5)]
        assert names_in_order(game) == ["Ann", "Бо", "<b>Ann</b>", "Dirk_the 2nd", "Ann 2"]
        assert not any(sitting(game).values())
        assert (game.acting, game.dice) == ("moderator", "table")
        assert not game.seed


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("", "needs 2 to 6 players, not 0."),
        ("Ann", "players, not 1."),
        (",".join(f"P{n}" for n in range(300)), "players, not 300."),
        ("x" * 3000 + ",y", "at most 2000 characters"),
        ("x" * 81 + ",y", "That name is too long: 80 letters at most."),
        ("Ann,\u202eBob", "characters that can’t be shown"),
    ],
)
def test_too_few_and_too_many_names(world: World, names: str, sentence: str) -> None:
    page = refused(world, options(world), run_who="names", run_names=names)
    assert sentence in page.id("who-errors").text
    assert chosen(page)["run_names"].strip() == names
    assert page.form()["run_who"] == "names"
    assert page.id("names").attributes["aria-invalid"] == "true"


@pytest.mark.parametrize(
    ("field", "value"),
    [("run_who", ""), ("run_who", "all"), ("run_acting", "me"), ("run_dice", "loaded")],
)
def test_a_switch_that_there_is_not(world: World, field: str, value: str) -> None:
    page = refused(world, options(world), run_names="Ann, Bob", **{field: value})
    assert "Choose one of these." in page.one("main").text
    assert chosen(page)["run_names"].strip() == "Ann, Bob"


@pytest.mark.parametrize("card", [CARD, DRAWN])
def test_the_bot_takes_the_last_seat(world: World, card: str) -> None:
    page = options(world, card=card)
    with_people = begun(world, world.group, page, run_who="people", run_partner="on")
    assert names_in_order(with_people) == ["Eve", "Program"]
    assert [s.name for s in with_people.seats.filter(is_partner=True)] == ["Program"]
    page = options(world, card=card)
    named = begun(world, world.group, page, run_who="names", run_names="A,B,C", run_partner="on")
    assert [s.name for s in named.seats.filter(is_partner=True)] == ["C"]


def test_the_bot_rolls_no_real_dice(world: World) -> None:
    page = refused(world, options(world), run_names="A,B", run_partner="on", run_dice="table")
    assert "can’t roll the dice on your table" in page.id("run_partner-error").text
    assert page.form()["run_dice"] == "table"


def test_a_map_is_drawn_for_each_group_and_its_players(world: World) -> None:
    page = options(world, "all", DRAWN)
    assert start(world, page, run_who="names", run_names="A,B,C").status_code == 303
    games = [queries.game_now(group) for group in (world.group, world.other_group)]
    maps = [game.scenario["tiles"] for game in games if game is not None]
    assert [len(tiles) for tiles in maps] == [30, 30]
    assert games[0] is not None
    assert games[1] is not None
    assert games[0].scenario != games[1].scenario
    refused(world, page, run_who="names", run_names="A,B,C,D,E")


def test_a_game_with_seats_of_its_own_asks_nothing_of_that(world: World) -> None:
    page = options(world, "1", OWN)
    assert not [name for name in page.form() if name.startswith("run_")]
    game = begun(world, world.group, page)
    assert list(sitting(game)) == ["red", "blue"]
    assert (game.acting, game.dice) == ("moderator", "table")


def test_the_last_names_are_proposed_again_unless_one_has_a_comma(world: World) -> None:
    names = "Zoë, Jean-Luc"
    begun(world, world.group, options(world), run_who="names", run_names=names)
    page = again(world)
    assert page.form()["run_who"] == "names"
    assert chosen(page)["run_names"].split() == ["Zoë", "Jean-Luc"]
    person_rename(world.person("Eve"), "Eve, the first")
    person_join(world.classroom, "Zoe", world.group)
    begun(world, world.group, options(world), run_who="people")
    page = again(world)
    assert page.form()["run_who"] == "people"
    assert names_in_order(begun(world, world.group, page)) == ["Eve, the first", "Zoe"]
