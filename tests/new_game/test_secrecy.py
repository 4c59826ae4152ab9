"""Who sees objectives and points: the settings of a new game, and changing them in play."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from moderator.core.models import Classroom, Game, Group, Person
from moderator.features.classes.write import groups_create
from moderator.features.clock.write import game_stop
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import (
    game_again,
    game_create,
    game_from_record,
    record_read,
)
from moderator.rules.seating import PointsSeen
from tests.support.play.play import AGE_OF_IRON, scenario
from tests.support.web.reading import read as parse
from tests.support.web.reading import values
from tests.support.web.world import moderate

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def games(classroom: Classroom, moderator: Person) -> list[Game]:
    """Two groups that play 1800 B.C., in two versions, and one with another game."""
    names = ("1800-bc", "1800-bc-2", "example-of-play")
    settings = GameSettings(points=PointsSeen.OWN)
    return [
        game_create(group, AGE_OF_IRON, scenario(name), {}, moderator, settings)
        for group, name in zip(groups_create(classroom, 3), names, strict=True)
    ]


@pytest.fixture
def teacher(client: Client, classroom: Classroom) -> Client:
    client.force_login(classroom.instructor)
    return client


def change(client: Client, game: Game, points: str, objectives: str = "off") -> int:
    data = {"game": game.number, "run_points": points, "run_goals": objectives}
    return client.post(f"/g/{game.group.code}/secrecy/", data).status_code


def settings_now(games: list[Game]) -> list[tuple[str, bool]]:
    for game in games:
        game.refresh_from_db()
    return [(game.points, game.has_open_goals) for game in games]


def test_the_instructor_changes_them_in_all_groups_with_the_scenario(
    teacher: Client, games: list[Game]
) -> None:
    page = teacher.get(f"/g/{games[0].group.code}/run/").content.decode()
    assert "Group 3, Group 4." in page
    assert "Change it in 2 groups" in page
    versions = [game.stops for game in games]
    assert change(teacher, games[0], "all", "on") == 303
    assert settings_now(games) == [("all", True), ("all", True), ("own", False)]
    assert [game.stops for game in games] == [versions[0] + 1, versions[1] + 1, versions[2]]
    for game in games[:2]:
        log = parse(teacher.get(f"/c/{game.group.code}/log/")).text
        assert "Changed meanwhile" in log
        assert "Points during the game: Each country sees its own Everybody sees all" in log
        assert "Objectives: Each country knows its own All are open" in log
    assert "Changed by" not in teacher.get(f"/c/{games[2].group.code}/log/").content.decode()


def test_the_same_again_changes_nothing(teacher: Client, games: list[Game]) -> None:
    assert change(teacher, games[0], "own") == 303
    assert [game.secrecy_changes.count() for game in games] == [0, 0, 0]


@pytest.mark.parametrize("points", ["", "everybody", "ALL"])
def test_anything_else_is_refused(teacher: Client, games: list[Game], points: str) -> None:
    assert change(teacher, games[0], points) == 422
    assert settings_now(games)[0] == ("own", False)


def test_a_moderator_reads_them_and_changes_nothing(games: list[Game]) -> None:
    client = moderate(games[0].group, "Moe")
    page = client.get(f"/g/{games[0].group.code}/run/").content.decode()
    assert "Points during the game: Each country sees its own." in page
    assert "secrecy" not in page
    assert change(client, games[0], "all") == 404
    assert settings_now(games)[0] == ("own", False)


def test_a_new_game_with_objectives_keeps_points_secret(
    teacher: Client, classroom: Classroom, group: Group
) -> None:
    page = teacher.get(f"/classes/{classroom.pk}/game/?scenario=age-of-iron/1800-bc")
    form = parse(page)
    chosen = [one.attributes["value"] for one in form.all("input", name="run_points", checked="")]
    assert chosen == ["own"]
    without = teacher.get(f"/classes/{classroom.pk}/game/?scenario=age-of-iron/example-of-play")
    assert "run_points" not in without.content.decode()


def test_playing_again_keeps_them(games: list[Game], moderator: Person) -> None:
    games[0].has_open_goals = True
    games[0].save()
    Game.objects.filter(pk=games[0].pk).update(stopped_at="2026-01-01T00:00Z")
    new = game_again(games[0], moderator, False)
    assert (new.points, new.has_open_goals) == ("own", True)


def test_an_earlier_game_of_the_scenario_is_changed_too(
    teacher: Client, games: list[Game], moderator: Person
) -> None:
    """Its points would tell the same objectives."""
    Game.objects.filter(pk=games[0].pk).update(stopped_at="2026-01-01T00:00Z", points="all")
    new = game_again(games[0], moderator)
    assert change(teacher, new, "none") == 303
    assert settings_now([games[0], new, games[1], games[2]]) == [
        ("none", False),
        ("none", False),
        ("none", False),
        ("own", False),
    ]


def test_its_page_asks_first_and_then_plays_again(
    teacher: Client, games: list[Game], moderator: Person
) -> None:
    group = games[2].group
    game_stop(games[2], moderator, "moderator")
    address = f"/g/{group.code}/again/"
    page = parse(teacher.get(address))
    assert group.games.count() == 1
    form = values(page.one("form", action=address))
    assert teacher.post(address, form).status_code == 303
    assert [game.number for game in group.games.order_by("number")] == [1, 2]
    assert teacher.post(address, {**form, "once": "second"}).status_code == 422  # followed by no. 2


def create(client: Client, game: Game, **more: str) -> Any:
    """A new game of 1800 B.C. for the game's group, from the page as it comes."""
    url = f"/classes/{game.group.classroom_id}/game/"
    asked = {"group": str(game.group.number), "scenario": "age-of-iron/1800-bc"}
    form = parse(client.get(url, asked)).one("main").one("form")
    return client.post(url, values(form) | more)


@pytest.mark.parametrize("more", [{"run_points": "all"}, {"run_goals": "on"}])
def test_a_new_game_gives_no_goals_of_other_groups_away_unasked(
    teacher: Client, games: list[Game], more: dict[str, str]
) -> None:
    answer = create(teacher, games[2], **more)
    assert answer.status_code == 422
    page = parse(answer)
    assert [one.text for one in page.id("beside").all("li")] == ["Group 3", "Group 4"]
    assert "are shown something else" in page.id("clashes").text
    assert Game.objects.count() == 3
    assert create(teacher, games[2], **more, beside="on").status_code == 303
    new = Game.objects.latest("pk")
    shown = (new.points, new.has_open_goals)
    assert shown == (more.get("run_points", "own"), "run_goals" in more)
    assert settings_now(games) == [shown, shown, ("own", False)]
    log = parse(teacher.get(f"/c/{games[0].group.code}/log/")).text
    assert "Changed meanwhile" in log


def test_a_new_game_is_not_given_away_by_others(teacher: Client, games: list[Game]) -> None:
    assert change(teacher, games[0], "all") == 303
    assert create(teacher, games[2]).status_code == 422
    assert create(teacher, games[2], run_points="all").status_code == 303
    # Its own game of before is no other group's.
    Game.objects.filter(pk=games[1].pk).delete()
    assert change(teacher, games[0], "all") == 303
    Game.objects.filter(group=games[2].group).delete()
    assert create(teacher, games[0]).status_code == 303


def test_a_game_from_a_record_shows_what_the_others_show(
    games: list[Game], moderator: Person
) -> None:
    own = {"game": AGE_OF_IRON, "scenario": "1800-bc", "options": {}, "moves": []}
    record = record_read(json.dumps({"format": "record/1", **own}).encode())
    new = game_from_record(games[2].group, record, moderator)
    assert (new.points, new.has_open_goals) == ("own", False)
