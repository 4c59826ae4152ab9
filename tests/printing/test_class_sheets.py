"""The sheets of a whole class: what must be on them, what must not, and who gets them."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from moderator.core import queries
from moderator.core.class_models import RosterName
from moderator.core.models import Game, Person
from moderator.core.people import instructor_person, person_remove
from moderator.features.classes.write import names_printed_change
from moderator.features.clock.write import game_continue, game_stop
from moderator.features.new_game.write import game_create
from moderator.features.tournaments.write import rounds_make
from moderator.rules.log import Timeline
from tests.everywhere.test_secrets import pdf_text
from tests.support.play import contests, tables
from tests.support.play.play import deploy, play_on
from tests.support.sheets.structure import departures
from tests.support.web.packs import made
from tests.support.web.world import World

OBJECTIVE = "all out of "


@pytest.fixture
def by(world: World) -> Person:
    return instructor_person(world.classroom)


def play_to_end(game: Game, by: Person, turns: int = 99) -> None:
    """Every country places everything at home, until the game is over, or for so many turns."""

    def at_home(now: Timeline) -> dict[str, Any] | None:
        state = now.state
        if now.is_over or state.turn > turns:
            return None
        number = now.rules.movers(state)[0]
        player, rfs = state.player_id(number), state.hand[number]
        if not rfs:
            return {"type": "end-turn", "player": player}
        return deploy(player, state.scenario.regions[0].id, rfs)

    play_on(game, by, at_home)


def sheet(world: World, name: str = "results", **query: str) -> str:
    """The text of a sheet as the instructor gets it."""
    teacher = world.browsers["instructor"]
    answer = teacher.get(reverse("class-sheet-pdf", args=[world.classroom.pk, name]), query)
    assert answer.status_code == 200
    return " ".join(pdf_text(answer.content).split())


def test_results_have_the_games_that_are_over_and_no_secrets_of_others(
    world: World, by: Person
) -> None:
    page = sheet(world)
    assert "No group has a result yet." in page
    assert "2 groups, 2 of them without a result" in page
    play_to_end(world.game, by)
    page = sheet(world)
    assert "2 groups, 1 of them without a result" in page
    secret = "They are secret until the games of all groups are over, or won’t be continued."
    assert secret in page
    assert OBJECTIVE not in page
    assert "Egypt: Eve" in page
    assert "Babylon: Bob" not in page  # that group still plays
    play_to_end(world.other_game, by)
    page = sheet(world)
    assert "Without a result" not in page
    assert OBJECTIVE in page
    assert "The same country in 2 groups" in page
    assert "Babylon: Bob" in page


def test_a_stopped_game_is_ranked_after_a_complete_turn_and_keeps_its_objectives(
    world: World, by: Person
) -> None:
    play_to_end(world.other_game, by)
    game_stop(world.game, by, "moderator")
    page = sheet(world)
    assert "Without a result" in page
    assert "Stopped before the end of Game-turn 1 of 6" in page
    game_continue(world.game, by, "moderator")
    play_to_end(world.game, by, turns=1)
    game_stop(world.game, by, "moderator")
    page = sheet(world)
    assert "Without a result" not in page
    assert "Stopped after Game-turn 1 of 6" in page
    assert OBJECTIVE not in page
    game_stop(world.game, by, "moderator", is_concluded=True)
    page = sheet(world)
    assert OBJECTIVE in page
    assert "They are secret" not in page


def test_names_are_left_out_where_the_class_says_so(world: World, by: Person) -> None:
    play_to_end(world.game, by)
    assert "Mo" in sheet(world).split()
    names_printed_change(world.classroom, False)
    assert not {"Mo", "Eve", "Max"} & set(sheet(world).split())


def test_side_games_have_a_section_each(world: World, by: Person) -> None:
    game = tables.age_of_war(world.group, by)
    tables.play_to_end(game, by)
    game_create(world.other_group, "valley-of-war", "standard", {}, by)
    now = queries.timeline(game)
    (winner,) = now.rules.summary(now.state)["winners"]
    page = sheet(world)
    assert f"{winner.capitalize()} came first, with" in page
    assert page.count("Class results") == 1  # the other group has no result
    assert "Without a result" not in page


def test_tournaments_are_in_packs_with_results_and_attendance(world: World, by: Person) -> None:
    tournament = contests.make(world.classroom)
    rounds_make(tournament, 0)
    contests.tell(tournament, "red")
    teacher = world.browsers["instructor"]
    page = sheet(world, "tournaments")
    for word in ("Club evening", "Standings", "Cross table", "Ann", "Dee"):
        assert word in page
    pack = made(world.classroom, "results", "tournaments", "attendance")
    assert not pack.problem
    assert pack.pdf is not None
    assert departures(bytes(pack.pdf)) == []
    printed = pdf_text(bytes(pack.pdf))
    for word in ("Class results", "Club evening", "Attendance"):
        assert word in printed
    assert teacher.get(f"/classes/{world.classroom.pk}/print/unknown.pdf").status_code == 404


def test_attendance_has_the_roster_and_everybody_who_joined(world: World) -> None:
    rows = [("Absent Abe", "A-77"), ("Eve", "E-12")]
    eve = world.person("Eve")
    for name, number in rows:
        RosterName.objects.create(
            classroom=world.classroom,
            name=name,
            name_key=name.casefold(),
            student_number=number,
            person=eve if name == "Eve" else None,
        )
    person_remove(world.person("Max"))
    page = sheet(world, "attendance")
    assert "Eve Group 1 Egypt" in page
    assert "Mo Group 1 Moderator" in page
    assert "Absent Abe signature" in page
    assert "3 of 4 have joined." in page
    for hidden in ("A-77", "E-12", "Max", "Ada"):
        assert hidden not in page
    page = sheet(world, "attendance", more="1")
    assert "Absent Abe A-77" in page
    assert "Instructor only" in page
