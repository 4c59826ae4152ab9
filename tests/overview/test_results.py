"""Results, the class wall and notes: what they show, and to whom."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from moderator.core import queries
from moderator.core.class_models import LessonSettings
from moderator.core.models import Classroom, Game
from moderator.core.people import instructor_person
from moderator.core.whole_class import WholeClass
from moderator.features.classes.models import Note
from moderator.features.classes.write import groups_create
from moderator.features.new_game.write import game_create
from moderator.features.overview.results import (
    Compared,
    GroupResult,
    ScenarioResults,
    SeatAcross,
    SeatResult,
    class_results,
)
from moderator.features.overview.wall import PLACES, WallControl, _rows
from moderator.features.overview.write import ALL_PLACES
from moderator.plots.lines import Scale
from moderator.rules.seating import PointsSeen, SeatLabel
from tests.everywhere.test_secrets import pdf_text
from tests.support.addresses import url as url_of
from tests.support.play.tables import age_of_war
from tests.support.web import world as worlds
from tests.support.web.reading import read
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import World

EGYPT = SeatLabel("egypt", "Egypt", "E", 1)


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


def whole_turn(table: Table) -> None:
    """The rest of a Game-turn: everybody keeps everything at home."""
    for _ in range(4):
        timeline = queries.timeline(table.game)
        now = timeline.rules.summary(timeline.state)
        if hand := now["hand"][now["active"]]:
            table.record(f"{now['active']} {hand}")
        table.record("end")


def played(table: Table, *lines: str) -> Table:
    """Another group of the class, whose game has these moves."""
    (group,) = groups_create(table.classroom, 1)
    by = instructor_person(table.classroom)
    game = game_create(group, table.game.rules, table.game.scenario, table.game.options, by)
    other = Table(table.classroom, group, game, worlds.moderate(group))
    other.record(*lines)
    return other


@pytest.fixture
def tied(table: Table) -> Table:
    """Four groups: Egypt is first alone, twice second and, without a complete turn, nothing."""
    whole_turn(table)
    for _ in range(2):
        whole_turn(played(table))
    Game.objects.filter(pk=table.game.pk).update(stopped_at=timezone.now())
    played(table, "nub 13", "end")
    return table


def results_page(table: Table, teacher: Client) -> str:
    return teacher.get(reverse("results", args=[table.classroom.pk])).content.decode()


def test_results_rank_each_group_and_compare_each_country(table: Table, teacher: Client) -> None:
    whole_turn(table)
    whole_turn(played(table))
    (scenario,) = class_results(WholeClass(table.classroom)).scenarios
    totals = {one.seat.id: [each.result.points for each in one.results] for one in scenario.across}
    same = [16, 16]
    assert totals == {"egypt": [22, 16], "babylon": same, "assyria": same, "hatti": same}
    rankings = [[(one.place, one.points) for one in group.ranking] for group in scenario.groups]
    assert rankings == [[(1, 22), (2, 16), (2, 16), (2, 16)], [(1, 16)] * 4]
    filled = [{mark[0]: mark[3] for mark in one.strip.marks} for one in scenario.across]
    assert filled == [{"1": True, "2": True}] + [{"1": False, "2": True}] * 3
    page = results_page(table, teacher)
    assert "In each group" in page
    assert "across the groups" in page


def test_a_seat_of_the_program_says_so(table: Table) -> None:
    whole_turn(table)
    table.game.seats.filter(player="egypt").update(is_partner=True)
    (scenario,) = class_results(WholeClass(table.classroom)).scenarios
    (egypt,) = [one for one in scenario.groups[0].seats if one.seat.id == "egypt"]
    assert egypt.names == ("the program",)


def test_equal_points_have_equal_places_and_no_group_counts_without_a_complete_turn(
    tied: Table, teacher: Client
) -> None:
    (scenario,) = class_results(WholeClass(tied.classroom)).scenarios
    places = {one.seat.id: [each.rank_text for each in one.results] for one in scenario.across}
    same = ["=1", "=1", "=1"]
    assert places == {"egypt": ["1", "=2", "=2"], "babylon": same, "assyria": same, "hatti": same}
    assert [one.medal for one in scenario.across[0].results] == ["gold", "silver", "silver"]
    assert [one.wins for one in scenario.across] == [3, 2, 2, 2]
    said = "Group 4 completed no Game-turn and is left out."
    page = results_page(tied, teacher)
    assert said in page
    assert "place </span>=2" in page
    assert said in wall(tied.classroom, "all", teacher)
    pdf = teacher.get(reverse("class-sheet-pdf", args=[tied.classroom.pk, "results"]))
    assert "4 groups, 3 of them without a result" in " ".join(pdf_text(pdf.content).split())


def test_where_no_group_has_completed_a_turn_there_is_no_result(
    table: Table, teacher: Client
) -> None:
    played(table)
    said = "Group 1 and Group 2 completed no Game-turn and are left out."
    page = results_page(table, teacher)
    assert said in page
    assert "In each group" not in page
    page = wall(table.classroom, "results", teacher)
    assert "No group has a result yet." in page
    assert 'class="first"' not in wall(table.classroom, "charts", teacher)
    address = reverse("classroom", args=[table.classroom.pk]) + "?step=over"
    over = teacher.get(address).content.decode()
    assert said in over
    assert "won its group" not in over  # a legend of nothing
    whole_turn(table)
    assert "won its group" in teacher.get(address).content.decode()


def test_the_class_wall_tells_no_points_before_they_are_announced(
    tied: Table, teacher: Client
) -> None:
    """Unless everybody saw them during the games."""
    Game.objects.update(stopped_at=timezone.now())
    group = tied.group.number
    assert 'class="first"' in wall(tied.classroom, "charts", teacher, group=group)
    Game.objects.update(points=PointsSeen.OWN)

    def is_told(do: str = "charts", **more: object) -> bool:
        page = wall(tied.classroom, do, teacher, **more)
        return 'class="first"' in page or "<tfoot>" in page

    assert not is_told(group=group)
    wall(tied.classroom, "results", teacher)
    wall(tied.classroom, "next", teacher, shown=0)
    assert not is_told(group=group)
    wall(tied.classroom, "next", teacher, shown=1)
    assert is_told(group=group)


def test_a_stopped_game_without_rounds_has_no_result(world: World) -> None:
    game = age_of_war(world.group, instructor_person(world.classroom))
    (result,) = class_results(WholeClass(world.classroom)).scenarios[-1].groups
    assert result.ranking
    Game.objects.filter(pk=game.pk).update(stopped_at=timezone.now())
    scenario = class_results(WholeClass(world.classroom)).scenarios[-1]
    assert not scenario.groups
    assert scenario.left_out_sentence == "Group 1: stopped before the end, and left out."


def test_the_wall_announces_places_from_the_last_to_the_first(tied: Table, teacher: Client) -> None:
    assert "small-chart" in wall(tied.classroom, "charts", teacher)
    page = wall(tied.classroom, "results", teacher)
    announced = [page.count('class="points')]
    for shown in (0, 0, 1):  # the second press of the same button changes nothing
        page = wall(tied.classroom, "next", teacher, shown=shown)
        announced.append(page.count('class="points'))
    assert announced == [0, 2, 2, 12]  # two share the second place; then all who are first
    assert [page.count(f'place">{place}<') for place in ("1", "=1", "=2")] == [1, 9, 2]
    chosen = wall(tied.classroom, "charts", teacher, group=2)
    assert chosen.count("card sheet enlarged") == 1


@pytest.mark.parametrize("over", [0, 1])
def test_the_wall_enlarges_a_group_that_plays(world: World, over: int) -> None:
    games = [world.game, world.other_game]
    Game.objects.filter(pk=games[over].pk).update(stopped_at=timezone.now() - timedelta(hours=1))
    page = wall(world.classroom, "charts", worlds.signed_in(world.instructor))
    (_, card) = page.split('"card sheet enlarged"')
    assert games[1 - over].group.name in card.partition("</h3>")[0]


def test_no_place_is_announced_after_the_last(tied: Table, teacher: Client) -> None:
    buttons = []
    for do, shown in (("results", 0), ("next", 0), ("next", 1), ("results", 0), ("all", 0)):
        wall(tied.classroom, do, teacher, shown=shown)
        form = read(teacher.get(reverse("results", args=[tied.classroom.pk]))).one(
            "form", **{"class": "sheet wall-control"}
        )
        buttons.append([button.text for button in form.all("button")][:-2])
    second, first = (
        ["Announce place 2", "Show all results"],
        ["Announce place 1", "Show all results"],
    )
    assert buttons == [second, first, [], second, []]


def test_more_groups_than_the_wall_announces_are_shown_at_the_end(table: Table) -> None:
    group = GroupResult(table.group, table.game, (), "", is_final=True, is_ranked=True, state=None)
    compared = tuple(
        Compared(table.group, SeatResult(EGYPT, 99 - i, 1, False, ()), i + 1, is_tied=False)
        for i in range(PLACES + 2)
    )
    across = SeatAcross(EGYPT, compared, Scale(0, 100))
    results = ScenarioResults("Many", "country", "turn", (group,) * (PLACES + 2), (), (across,))
    lines = [[each for (each,) in _rows(results, n) if each] for n in (0, 1, PLACES, ALL_PLACES)]
    assert [len(of) for of in lines] == [0, 1, PLACES, PLACES + 2]
    assert lines[1][0].rank == PLACES
    lesson = LessonSettings(classroom=table.classroom, places_shown=PLACES)
    control = WallControl(lesson, (2, 1), PLACES + 2)
    assert (control.next_place, control.shows_all) == (0, False)


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


def test_regions_of_scenarios_with_the_same_title_have_names_of_their_own(world: World) -> None:
    by = instructor_person(world.classroom)
    for group, players in ((world.group, ("ann", "bob")), (world.other_group, ("cem", "dee"))):
        age_of_war(group, by, players=players)
    page = read(world.browsers["instructor"].get(reverse("results", args=[world.classroom.pk])))
    regions = [region.attributes["aria-label"] for region in page.all("div", role="region")]
    titles = [page.id(id).text for id in ("scenario-1", "scenario-2")]
    assert regions == [f"{title}: points in each group" for title in titles]
    assert titles == ["Age of War, Group 1", "Age of War, Group 2"]
