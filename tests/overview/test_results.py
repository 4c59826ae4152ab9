"""Results, the class wall and notes: what they show, and to whom."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from moderator.core.models import Classroom
from moderator.core.people import instructor_person
from moderator.core.whole_class import whole_class
from moderator.features.classes.models import Note
from moderator.features.classes.write import groups_create
from moderator.features.new_game.write import game_create
from moderator.features.overview.results import class_results
from tests.support.addresses import url as url_of
from tests.support.web import world as worlds
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import World


@pytest.fixture
def table(db: None) -> Table:
    """A game that counts points; Egypt has taken Nubia."""
    table = seat_down("1800-bc", {"deployment": "sequential"})
    table.record("nub 5")
    return table


def wall(classroom: Classroom, do: str, teacher: Client, **more: object) -> str:
    """What the wall shows after a press on the results page."""
    address = reverse("wall-show", args=[classroom.pk])
    assert teacher.post(address, {"do": do, **more}).status_code == 303
    page = Client().get(reverse("class-wall", args=[classroom.code]))
    assert page.status_code == 200
    return page.content.decode()


def test_results_rank_each_group_and_compare_each_country(table: Table, teacher: Client) -> None:
    other = groups_create(table.classroom, 1)[0]
    by = instructor_person(table.classroom)
    game_create(other, table.game.rules, table.game.scenario, table.game.options, by)
    (scenario,) = class_results(whole_class(table.classroom)).scenarios
    totals = {one.seat.id: [each.result.points for each in one.results] for one in scenario.across}
    tied = [10, 10]
    assert totals == {"egypt": [16, 10], "babylon": tied, "assyria": tied, "hatti": tied}
    rankings = [[(one.place, one.points) for one in group.ranking] for group in scenario.groups]
    assert rankings == [[(1, 16), (2, 10), (2, 10), (2, 10)], [(1, 10)] * 4]
    page = teacher.get(reverse("results", args=[table.classroom.pk])).content.decode()
    assert "In each group" in page
    assert "across the groups" in page


def test_the_wall_announces_places_from_the_last_to_the_first(
    table: Table, teacher: Client
) -> None:
    groups_create(table.classroom, 2)
    by = instructor_person(table.classroom)
    for group in table.classroom.groups.exclude(pk=table.group.pk):
        game_create(group, table.game.rules, table.game.scenario, table.game.options, by)
    assert "small-chart" in wall(table.classroom, "charts", teacher)
    announced = [wall(table.classroom, "results", teacher).count('class="points')]
    for shown in (0, 0, 1, 2):  # the second press of the same button changes nothing
        page = wall(table.classroom, "next", teacher, shown=shown)
        announced.append(page.count('class="points'))
    assert announced == [0, 4, 4, 8, 12]  # of four countries
    assert wall(table.classroom, "all", teacher).count('class="points') == 12
    chosen = wall(table.classroom, "charts", teacher, group=2)
    assert chosen.count('enlarged">') == 1


def test_notes_are_read_by_the_groups_moderator_and_the_instructor_only(world: World) -> None:
    student = world.classroom.people.filter(group=world.group, kind="student")[0]
    moderator = worlds.moderate(world.group, "Mo")
    address = url_of("group-notes", code=world.group.code)
    form: dict[str, Any] = {"about": student.number, "text": "=Led the talks", "once": "once-1"}
    assert [moderator.post(address, form).status_code for _ in range(2)] == [303, 303]
    assert Note.objects.count() == 1
    for text in (" ", "a\0b", "\u202eover"):
        assert moderator.post(address, {**form, "text": text, "once": "once-2"}).status_code == 422
    assert "Led the talks" in moderator.get(address).content.decode()
    other = worlds.moderate(world.other_group)
    assert (
        "Led the talks"
        not in other.get(url_of("group-notes", code=world.other_group.code)).content.decode()
    )
    next_one = worlds.moderate(world.group, "Flo")
    assert "Led the talks" in next_one.get(address).content.decode()
    teacher = worlds.signed_in(world.instructor)
    whole = reverse("notes", args=[world.classroom.pk])
    assert "Led the talks" in teacher.get(whole).content.decode()
    assert "'=Led the talks" in teacher.get(f"{whole}?csv").content.decode()
    note = Note.objects.get()
    outside = {"do": "delete", "about": student.number, "note": note.pk}
    answer = other.post(url_of("group-notes", code=world.other_group.code), outside)
    assert answer.status_code == 404
    assert Note.objects.exists()
    assert moderator.post(address, outside).status_code == 303
    assert not Note.objects.exists()


def test_regions_of_several_scenarios_with_the_same_countries_have_names_of_their_own() -> None:
    shown = {"title": "Iron", "across": [{"seat": {"name": "Egypt"}, "results": ()}]}
    table = render_to_string("overview/results_groups.html", {"results": shown | {"groups": ()}})
    assert 'aria-label="Iron: points in each group"' in table
    best = render_to_string("overview/results_medals.html", {"results": shown | {"groups": (1, 2)}})
    assert "Egypt" in best
    assert "<section" not in best
