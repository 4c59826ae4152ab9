"""A rehearsal on its page: fill, play, remove."""

from __future__ import annotations

from django.urls import reverse

from moderator.core.models import Game, Person
from tests.support.web.reading import Element, read, values
from tests.support.web.world import World


def test_a_lesson_is_tried_alone(world: World) -> None:
    browser = world.browsers["instructor"]
    url = reverse("rehearsal", args=[world.classroom.pk])
    real = set(Game.objects.all())

    def show() -> Element:
        return read(browser.get(url)).one("main")

    fill = values(show().all("form")[-1]) | {"do": "fill", "count": "9"}
    for _ in range(2):  # a double click fills once
        assert browser.post(url, fill | {"game": "age-of-iron/1800-bc"}).status_code == 303
    assert Person.objects.filter(is_simulated=True).count() == 9
    made = set(Game.objects.all()) - real
    assert {game.group.number for game in made} == {3, 4}  # other groups keep their games
    assert "5 simulated students" in show().text

    assert browser.post(url, {"do": "play", "group": "3", "pace": "move"}).status_code == 303
    assert sum(game.slip_versions.count() for game in made) == 1
    browser.post(url, {"do": "play", "pace": "round"})
    assert show().text.count("Game-turn 2 of") == 2
    people = read(browser.get(reverse("people", args=[world.classroom.pk])))
    assert sum("Simulated" in row.text for row in people.one("tbody").all("tr")) == 9

    end = show().all("form")[-1]
    browser.post(url, values(end) | {"do": "remove"})
    assert set(Game.objects.all()) == real
    assert not Person.objects.filter(is_simulated=True, is_removed=False).exists()
    refused = browser.post(url, {"do": "play"})
    assert "No simulated student is to move" in read(refused).one("p", role="alert").text
