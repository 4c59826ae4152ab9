"""After a group's game has ended, its secrets stay with it while others play the same scenario."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from moderator import live
from moderator.core import frames
from moderator.core.class_page import page_frame
from moderator.core.models import Game, Group
from moderator.core.people import instructor_person
from moderator.features.new_game.write import game_create, game_delete
from tests.support.web.tables import scenario
from tests.support.web.world import World, join, moderate, record

SECRET = "Presence in Nubia"
PLAYERS = ("egypt", "babylon", "assyria", "hatti")


def begin(group: Group, name: str = "1800-bc") -> Game:
    """A game of one Game-turn."""
    by = instructor_person(group.classroom)
    options = {"deployment": "sequential", "turns": 1}
    return game_create(group, "age-of-iron", scenario(name), options, by)


def finish(game: Game) -> None:
    for player, rfs in zip(PLAYERS, (13, 12, 11, 9), strict=True):
        record(
            game,
            {"type": "deploy", "player": player, "region": player, "rfs": rfs},
            {"type": "end-turn", "player": player},
        )


@pytest.fixture
def two(world: World) -> tuple[Game, Game]:
    """Two groups of a class play the same scenario; the first has finished."""
    games = begin(world.group), begin(world.other_group)
    finish(games[0])
    return games


def seen(game: Game, browser: Client | None = None) -> list[str]:
    """The pages of a group that show the secret to this browser."""
    code = game.group.code
    paths = [f"/c/{code}/", f"/c/{code}/?wall", f"/c/{code}/replay/", f"/play/{code}/"]
    answers = {path: (browser or Client()).get(path) for path in paths}
    found = [path for path, answer in answers.items() if SECRET in answer.content.decode()]
    frame = frames.render(game.group.pk, "public")
    assert frame is not None
    return [*found, *(["frame"] if SECRET in frame.html else [])]


def everywhere(game: Game) -> list[str]:
    code = game.group.code
    return [f"/c/{code}/", f"/c/{code}/?wall", f"/c/{code}/replay/", "frame"]


def test_they_are_hidden_until_all_groups_with_the_scenario_have_finished(
    two: tuple[Game, Game],
) -> None:
    assert seen(two[0]) == seen(two[1]) == []
    bob = join(two[1].group, "Bea", two[1], "hatti")
    assert seen(two[0], bob) == []
    finish(two[1])
    assert seen(two[0]) == everywhere(two[0])
    own = f"/play/{two[1].group.code}/"  # a phone of the group shows everybody's objectives, too
    assert set(seen(two[1], bob)) == {*everywhere(two[1]), own}
    record(two[1], {"type": "undo"})
    assert seen(two[0]) == []


def test_an_open_debrief_notices_that_they_are_shown_or_hidden(two: tuple[Game, Game]) -> None:
    group = two[0].group

    def look() -> tuple[bool, bytes]:
        """Whether the page shows them, and what its feed sends."""
        page = Client().get(f"/c/{group.code}/debrief/?move=8")
        frame = page_frame(group.pk, f"public:debrief:{two[0].number}")
        assert frame is not None
        return SECRET in page.content.decode(), frame.html

    hidden = look()
    finish(two[1])
    shown = look()
    record(two[1], {"type": "undo"})
    assert [hidden[0], shown[0]] == [False, True]
    assert shown[1] != hidden[1]
    assert look() == hidden


def test_the_groups_own_students_see_them_at_once(two: tuple[Game, Game]) -> None:
    frame = frames.render(two[0].group.pk, "seat:hatti")
    assert frame is not None
    assert "prevented" in frame.html
    public = frames.render(two[0].group.pk, "public")
    assert public is not None
    assert "prevented" not in public.html
    assert "when all groups of the class that play this scenario" in public.html


def test_another_scenario_and_a_deleted_game_hide_nothing(two: tuple[Game, Game]) -> None:
    begin(two[1].group, "example-of-play")
    assert seen(two[0]) == everywhere(two[0])
    later = begin(two[1].group)
    assert seen(two[0]) == []
    game_delete(later)
    assert seen(two[0]) == everywhere(two[0])


def test_the_moderator_can_show_them_now_and_hide_them_again(two: tuple[Game, Game]) -> None:
    laptop = moderate(two[0].group)
    url = f"/g/{two[0].group.code}/release/"
    settings = f"/g/{two[0].group.code}/run/"
    fields = {"game": str(two[0].number)}
    assert "Show them to everybody now" in laptop.get(settings).content.decode()
    assert laptop.post(url, fields | {"open": "1"}).status_code == 303
    assert seen(two[0]) == everywhere(two[0])
    assert "Hide them until" in laptop.get(settings).content.decode()
    assert laptop.post(url, fields).status_code == 303
    assert seen(two[0]) == []
    assert laptop.post(url, {"game": "1", "open": "1"}).status_code == 422  # an earlier game


def test_a_game_that_is_played_cannot_be_released(two: tuple[Game, Game]) -> None:
    laptop = moderate(two[1].group)
    fields = {"game": str(two[1].number), "open": "1"}
    answer = laptop.post(f"/g/{two[1].group.code}/release/", fields)
    assert answer.status_code == 422
    assert not Game.objects.get(pk=two[1].pk).is_released


def test_the_other_groups_charts_are_published_when_the_last_game_ends(
    two: tuple[Game, Game],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    told: list[int] = []
    monkeypatch.setattr(live, "publish", lambda pk, *_: told.append(pk))
    for player, rfs in zip(PLAYERS, (13, 12, 11, 9), strict=True):
        record(two[1], {"type": "deploy", "player": player, "region": player, "rfs": rfs})
        if player != "hatti":
            record(two[1], {"type": "end-turn", "player": player})
    laptop = moderate(two[1].group)
    number = two[1].entries.count()
    move = '{"type": "end-turn", "player": "hatti"}'
    fields = {"game": str(two[1].number), "after": str(number), "key": "k" * 22, "move": move}
    with django_capture_on_commit_callbacks(execute=True):
        answer = laptop.post(f"/g/{two[1].group.code}/move/", fields | {"form": "press"})
    assert answer.status_code == 303
    assert set(told) == {two[0].group.pk, two[1].group.pk}
