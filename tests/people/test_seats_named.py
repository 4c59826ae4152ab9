"""Seats with people's names, and seats that the bot plays."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core.models import Game
from moderator.core.people import instructor_person
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
from moderator.rules.seating import player_ids
from tests.support.web import world as worlds
from tests.support.web.reading import Element, read, values
from tests.support.web.world import World


@pytest.fixture
def game(world: World) -> Game:
    """Age of War for Ann, Zoë and the bot."""
    by = instructor_person(world.classroom)
    options = {"players": [*player_ids(3)]}
    running = GameSettings(acting="seats", dice="server", partners=frozenset({"player-3"}))
    names = dict(zip(player_ids(3), ("Ann", "Zoë O’Neill", "Program"), strict=True))
    return game_create(world.group, "age-of-war", "standard", options, by, running, names=names)


def seats(phone: Client, code: str) -> Element:
    return read(phone.get(reverse("seats", args=[code])))


def offered(page: Element) -> list[str]:
    return [b.one("span", class_="seat").text for b in page.all("button", class_="chair")]


def test_the_seat_of_ones_own_name_comes_first(world: World, game: Game) -> None:
    page = seats(worlds.join(world.classroom, "ZOË O’Neill"), world.classroom.code)
    first = page.all("button", class_="chair")[0]
    assert first.text == "Z Zoë O’Neill"
    assert [b.text for b in page.all("button", class_="main")] == [first.text]
    stranger = seats(worlds.join(world.group, "李"), world.group.code)
    assert offered(stranger) == ["A Ann", "Z Zoë O’Neill", "P Program"]  # the bot gives way
    assert [b.text for b in stranger.all("button", class_="main")] == ["Any free one"]


def test_any_seat_is_the_one_of_ones_own_name(world: World, game: Game) -> None:
    for place, name, player in (
        (world.classroom, "zoë o’neill", "player-2"),
        (world.group, "Bo", "player-1"),
    ):
        phone = worlds.join(place, name)
        answer = phone.post(reverse("seats", args=[place.code]), {"seat": "any"})
        assert answer.status_code == 303
        assert game.seats.get(persons__name=name).player == player


def test_seats_are_called_as_the_game_calls_them(world: World, game: Game) -> None:
    ann = worlds.join(world.group, "Ann", game, "player-1")
    assert "The daimyo stays yours" in read(ann.get(reverse("play", args=[world.group.code]))).text
    page = seats(worlds.join(world.group, "Bo"), world.group.code)
    assert page.one("h1").text == "Choose your daimyo"
    worlds.join(world.group, "Cy", game, "player-2")
    game.seats.get(player="player-3").persons.add(world.person("Cy"))
    full = seats(worlds.join(world.group, "Di"), world.group.code)
    assert "Every daimyo is taken" in full.text
    assert "ountr" not in full.one("main").text
    classwide = seats(worlds.join(world.classroom, "Ed"), world.classroom.code)
    assert classwide.one("h1").text == "Choose your seat"  # another group plays another game


def test_whoever_takes_the_bots_seat_plays_it(world: World, game: Game) -> None:
    seat = game.seats.get(player="player-3")
    phone = worlds.join(world.group, "Bo")
    button = seats(phone, world.group.code).id(f"seat-{seat.pk}")
    assert "the program" in button.text
    answer = phone.post(reverse("seats", args=[world.group.code]), {"seat": seat.pk})
    assert answer.status_code == 303
    seat.refresh_from_db()
    assert not seat.is_partner
    assert [person.name for person in seat.persons.all()] == ["Bo"]


def test_it_is_shown_as_taken_in_the_class_groups(world: World, game: Game) -> None:
    Game.objects.filter(pk__in=[game.pk, world.other_game.pk]).update(is_waiting=True)
    url = reverse("classroom", args=[world.classroom.pk]) + "?step=groups"
    page = read(world.browsers["instructor"].get(url))
    (group,) = [one for one in page.all("section") if "Group 1 Age of War" in one.text]
    assert "P Program the program" in group.text


@pytest.mark.slow
def test_every_link_of_a_side_games_group_leads_somewhere(world: World, game: Game) -> None:
    browser = world.browsers["instructor"]
    pages = [
        reverse("group", args=[world.classroom.pk, world.group.number]),
        reverse("classroom", args=[world.classroom.pk]),
        reverse("console", args=[world.group.code]),
        reverse("run", args=[world.group.code]),
    ]
    links = {
        a.attributes["href"].partition("#")[0]
        for url in pages
        for a in read(browser.get(url)).one("main").all("a")
    }
    statuses = {link: browser.get(link) for link in links if link}
    assert {link: answer.status_code for link, answer in statuses.items()} == dict.fromkeys(
        statuses, 200
    )
    assert len(statuses) > 10
    for answer in statuses.values():
        answer.close()


def test_the_form_of_the_page_goes_to_the_page(world: World, game: Game) -> None:
    phone = worlds.join(world.group, "Bo")
    form = seats(phone, world.group.code).one("main").one("form", class_="stack")
    sent = values(form) | {"seat": "any"}
    assert phone.post(form.attributes["action"], sent).status_code == 303
    assert game.seats.get(persons__name="Bo").player in ("player-1", "player-2")
