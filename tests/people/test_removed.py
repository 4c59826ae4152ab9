"""Names of people who were removed are erased, and names that a console gave itself are marked."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from moderator.core.class_models import RosterName
from moderator.core.events import SecurityEvent
from moderator.core.models import Person
from moderator.core.people import instructor_person, person_join, person_remove, person_rename
from moderator.core.text import name_key
from moderator.features.classes.models import Note
from moderator.features.classes.write import group_rename
from moderator.features.clock.announcements import announcement_make
from moderator.features.new_game.write import game_create
from moderator.features.people.models import JoinRequest
from moderator.features.tournaments.models import Entrant
from moderator.features.tournaments.write import tournament_create
from moderator.rules.registry import GAMES
from tests.support.web.reading import Element, read
from tests.support.web.visits import dump
from tests.support.web.world import World

NAME = "Zaphod Q"


def people_url(world: World) -> str:
    return reverse("people", args=[world.classroom.pk])


def erase(world: World, **fields: object) -> int:
    url = reverse("people-erase", args=[world.classroom.pk])
    return world.browsers["instructor"].post(url, fields).status_code


def removed(world: World) -> list[Element]:
    page = read(world.browsers["instructor"].get(people_url(world)))
    return [li for ul in page.all("ul", class_="removed") for li in ul.all("li")]


def everywhere(world: World) -> Person:
    """Somebody whose name is stored in every place where a name can be, and who was removed."""
    classroom = world.classroom
    person = person_join(classroom, NAME, world.group)
    key, now = name_key(NAME), timezone.now()
    RosterName.objects.create(
        classroom=classroom, name=NAME, name_key=key, student_number="no-42", person=person
    )
    Note.objects.create(person=person, text=f"{NAME} was late.", at=now)
    JoinRequest.objects.create(classroom=classroom, name=NAME.lower(), key="k", at=now)
    tournament_create(classroom, "valley-of-war", "Club", "swiss", 1, names=["A", "B", NAME])
    tournament_create(classroom, "valley-of-war", "Cup", "swiss", 1, [person], ["A", "B"])
    announcement_make(classroom, f"{NAME} has lost a hat.")
    group_rename(world.other_group, f"{NAME}’s friends")
    return person_remove(person)


def test_a_name_is_erased_wherever_it_is_stored(world: World) -> None:
    person = everywhere(world)
    (row,) = removed(world)
    assert NAME in row.text
    assert NAME in repr(dump())
    assert erase(world, person=person.number) == 303
    for stored in (NAME, NAME.lower(), "no-42"):
        assert stored not in repr(dump())
    assert removed(world) == []
    shown = [one.display_name for one in Entrant.objects.order_by("tournament", "number")]
    assert shown == ["A", "B", "Player 3", f"Somebody (no. {person.number})", "A", "B"]


def test_the_typed_name_of_somebody_who_is_here_now_stays(world: World) -> None:
    person = everywhere(world)
    person_join(world.classroom, NAME)
    assert erase(world, person=person.number) == 303
    assert Entrant.objects.filter(name=NAME).exists()
    assert Person.objects.filter(name=NAME, is_removed=False).exists()


def test_all_names_of_removed_people_are_erased_at_once(world: World) -> None:
    for name in ("Eve", "Bob", "Mo"):
        person_remove(world.person(name))
    assert len(removed(world)) == 3
    assert erase(world, all="1") == 303
    names = set(Person.objects.filter(classroom=world.classroom).values_list("name", flat=True))
    assert names == {"", "Max"}, "the instructor has no name"


def test_only_people_of_the_class_are_erased_here(world: World) -> None:
    far = person_remove(world.person("Ada"))
    for number in (instructor_person(world.classroom).number, far.number + 1000, "x", ""):
        assert erase(world, person=number) == 404
    assert erase(world, all="1") == 303
    assert {"Eve", "Ada"} <= set(Person.objects.values_list("name", flat=True))


def test_who_is_erased_is_removed_first(world: World) -> None:
    eve = world.person("Eve")
    for _ in range(2):
        assert erase(world, person=eve.number) == 303
    recorded = SecurityEvent.objects.filter(kind__startswith="person.").order_by("pk")
    assert list(recorded.values_list("kind", flat=True)) == ["person.erased", "person.removed"]
    eve.refresh_from_db()
    assert (eve.is_removed, eve.name, eve.seats.count()) == (True, "", 0)
    page = read(world.browsers["instructor"].get(people_url(world)))
    assert "Eve" not in page.text


def test_a_name_in_a_games_log_is_pointed_out(world: World) -> None:
    eve, by = world.person("Eve"), instructor_person(world.classroom)
    id, rules = next((id, one) for id, one in GAMES.items() if one.players and one.own_scenarios)
    wire = rules.scenario_wire(next(iter(rules.own_scenarios.values())))
    game = game_create(world.group, id, wire, {"players": ["eve", "bob"]}, by)
    person_remove(eve)
    (row,) = removed(world)
    link, data = row.all("a")
    assert data.attributes["href"] == reverse("person-data", args=[world.classroom.pk, eve.number])
    delete = reverse("game-delete", args=[world.classroom.pk, world.group.number, game.number])
    assert link.attributes["href"] == delete


@pytest.mark.parametrize("is_removed_first", [True, False])
def test_who_was_renamed_is_erased_with_the_line_on_the_roster(
    world: World, is_removed_first: bool
) -> None:
    person = person_join(world.classroom, NAME)
    tournament_create(world.classroom, "valley-of-war", "Club", "swiss", 1, names=["A", "B", NAME])
    line = {"name": NAME, "name_key": name_key(NAME), "student_number": "no-42"}
    RosterName.objects.create(classroom=world.classroom, person=person, **line)
    announcement_make(world.classroom, f"{NAME} has lost a hat.")
    person_rename(person, "Zaphod")
    if is_removed_first:
        person_remove(person)
        teacher = world.browsers["instructor"]
        page = read(teacher.get(reverse("roster", args=[world.classroom.pk])))
        assert "not yet" in page.one("ul", class_="roster").text
    assert erase(world, person=person.number) == 303
    for stored in ("Zaphod", " Q has", "no-42"):
        assert stored not in repr(dump())


@pytest.mark.parametrize("is_on_roster", [True, False])
def test_a_name_from_a_console_is_marked(world: World, is_on_roster: bool) -> None:
    mo = world.person("Mo")
    if is_on_roster:
        RosterName.objects.create(classroom=world.classroom, name="Mo", name_key="mo", person=mo)
    marked = {}
    for name in ("Max", "Mo", "Eve"):
        url = reverse("person", args=[world.classroom.pk, world.person(name).number])
        marked[name] = "by link" in read(world.browsers["instructor"].get(url)).text
    assert marked == {"Max": True, "Mo": not is_on_roster, "Eve": False}
