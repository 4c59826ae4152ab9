"""A class after its last lesson: copied, made pseudonymous, and deleted by itself on a day."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from moderator.core import credentials, queries
from moderator.core.class_models import Announcement, LessonSettings, RosterName
from moderator.core.heads import log_findings
from moderator.core.models import Classroom, Game, Person
from moderator.core.people import instructor_person, moderator_enter, person_join, person_remove
from moderator.core.text import name_key
from moderator.features.classes.after_term import classroom_copy, classroom_pseudonymise
from moderator.features.classes.feature import note_write
from moderator.features.classes.models import Note
from moderator.features.classes.write import (
    classroom_delete,
    classroom_restore,
    classrooms_purge,
    deletion_plan,
    group_rename,
    groups_create,
)
from moderator.features.clock.announcements import announcement_make, announcement_release
from moderator.features.deals.models import Contact
from moderator.features.debrief.comments import comment_write
from moderator.features.debrief.models import Question
from moderator.features.debrief.questions import answer_write, question_ask, question_make
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create, scenario_draw
from moderator.features.people.roster import roster_import
from moderator.features.people.roster_reading import ReadName
from moderator.features.people.write import seat_give
from moderator.features.printing.models import Pack
from moderator.features.tournaments.write import tournament_create
from moderator.server import run
from tests.support.clock import Clock
from tests.support.shared import shared
from tests.support.web import debrief
from tests.support.web.played import uploaded
from tests.support.web.reading import read
from tests.support.web.world import World, signed_in, start

# Copying a class.


def prepared(classroom: Classroom) -> None:
    """Four groups with games of three kinds, announcements, questions, settings and people."""
    LessonSettings.objects.create(
        classroom=classroom,
        paper="letter",
        negotiation_minutes=7,
        are_names_printed=False,
        grading={"title": "Grade", "most": {}},
    )
    first, second, third, _fourth = groups_create(classroom, 4)
    group_rename(first, "The red table")
    by = instructor_person(classroom)
    game = start(first, {"deployment": "sequential", "turns": 2})
    seat_give(person_join(classroom, "Zoë", first), game.seats.get(player="egypt"))
    settings = GameSettings(dice="server", partners=frozenset({"zoe"}), is_confirmed=True)
    players = {"players": ["zoe", "bob"]}
    names = {"zoe": "Zoë", "bob": "Bob"}
    game_create(second, "age-of-war", "standard", players, by, settings, names=names)
    game_create(third, "war", scenario_draw("war", players), players, by, names=names)
    announcement_make(classroom, "Storms.", at_round=2)
    announcement_make(classroom, "For the reds.", first, "egypt")
    announcement_release(announcement_make(classroom, "Coffee is ready."))
    Announcement.objects.filter(pk=announcement_make(classroom, "Wrong.").pk).update(
        is_withdrawn=True
    )
    question_ask(question_make(classroom, "Who kept a promise?"))
    question_make(classroom, "Why Syria?", game)
    Question.objects.create(game=game, number=9, text="Derived?", is_derived=True)


@pytest.mark.slow
def test_a_copy_has_what_was_prepared_and_nobody(classroom: Classroom) -> None:
    prepared(classroom)
    new = classroom_copy(classroom, "Near East 102")
    assert (new.instructor, new.time_zone) == (classroom.instructor, "Europe/Vienna")
    assert new.code != classroom.code
    lesson = LessonSettings.objects.get(classroom=new)
    assert (lesson.paper, lesson.negotiation_minutes) == ("letter", 7)
    assert lesson.grading["title"] == "Grade"
    assert not lesson.are_names_printed
    assert [group.name for group in queries.groups_of(new)] == [
        *("The red table", "Group 2", "Group 3", "Group 4"),
    ]
    assert {one.kind for one in new.people.all()} == {Person.Kind.INSTRUCTOR}
    first, dice, war = Game.objects.filter(group__classroom=new).order_by("group__number")
    assert first.is_waiting
    assert dice.is_waiting
    assert war.is_waiting
    assert first.scenario["id"] == "1800-bc"
    assert first.options == {"deployment": "sequential", "turns": 2}
    assert (dice.options, dice.dice, dice.is_confirmed) == (
        {"players": ["player-1", "player-2"]}, "server", True,
    )  # fmt: skip
    assert [(one.player, one.name, one.is_partner) for one in dice.seats.order_by("pk")] == [
        ("player-1", "", True),
        ("player-2", "", False),
    ]
    old = Game.objects.get(group__classroom=classroom, rules="war")
    assert war.scenario != old.scenario
    found = [(one.text, one.player, one.at_round) for one in new.announcements.all()]
    assert found == [("Storms.", "", 2), ("For the reds.", "egypt", None)]
    assert new.announcements.get(player="egypt").group == first.group
    questions = Question.objects.filter(classroom=new) | Question.objects.filter(game=first)
    assert {(one.text, one.asked_at) for one in questions} == {
        ("Who kept a promise?", None),
        ("Why Syria?", None),
    }
    for model in apps.get_models():
        for row in model._default_manager.all():
            if getattr(row, "classroom_id", 0) == new.pk or getattr(row, "game_id", 0) in (
                first.pk, dice.pk, war.pk,
            ):  # fmt: skip
                assert "Zoë" not in str(vars(row))
                assert "Bob" not in str(vars(row))


@pytest.mark.slow
def test_the_page_copies_once(world: World) -> None:
    page = reverse("class-copy", args=[world.classroom.pk])
    teacher = world.browsers["instructor"]
    assert page in teacher.get(reverse("class-change", args=[world.classroom.pk])).content.decode()
    shown = read(teacher.get(page))
    assert shown.id("name").attributes["value"] == "HIST 210"
    sent = {"name": "HIST 210, autumn", "once": credentials.new()}
    assert teacher.post(page, sent | {"name": " "}).status_code == 422
    first, second = (teacher.post(page, sent) for _ in range(2))
    new = Classroom.objects.get(name="HIST 210, autumn")
    assert first.status_code == second.status_code == 303
    assert first.headers["Location"] == second.headers["Location"]
    assert first.headers["Location"] == reverse("classroom", args=[new.pk])
    waiting = teacher.get(f"{first.headers['Location']}?step=groups")
    assert waiting.status_code == 200
    assert [one.games.get().is_waiting for one in new.groups.all()] == [True, True]


# Pseudonyms.

NAMES = ("Zoë Lee", "Søren", "Ann Absent", "Mo Roe", "Rémi Gone", "Tim Typed", "Sue Seat")


def told(classroom: Classroom) -> Game:
    """A finished class in which the names are wherever they can be; its game with what was said."""
    for name, number in (("Zoë Lee", "ZQ-1000"), ("Ann Absent", "ZQ-2000")):
        RosterName.objects.create(
            classroom=classroom, name=name, name_key=name_key(name), student_number=number,
            last_name=name.split()[1],
        )  # fmt: skip
    (group,) = groups_create(classroom, 1)
    group_rename(group, "Søren’s table")
    game = debrief.ended_game(group)
    debrief.write(game)
    people = [person_join(classroom, name, group) for name in ("Zoë Lee", "Søren", "Rémi Gone")]
    for person, player in zip(people, ("egypt", "hatti"), strict=False):
        seat_give(person, game.seats.get(player=player))
    person_remove(people[2])
    by = moderator_enter(group, "Mo Roe")
    text = "zoë lee asks Søren, not Sørenson, and Rémi Gone"
    for write in shared("write_message"):
        write(game, 3, "egypt", ["hatti"], text, 4, 40)
    Contact.objects.create(
        game=game, number=2, turn=4, log_number=40, role="student", at=timezone.now(),
        player="egypt", partners=["hatti"], text=text,
    )  # fmt: skip
    comment_write(game, 3, "Well done, SØREN.", by)
    note_write(people[0], "Zoë Lee spoke twice.", by)
    question = question_make(classroom, "What did Søren do?")
    question_ask(question)
    answer_write(question, people[0], "egypt", "I, Zoë Lee, attacked Mo Roe.")
    announcement_make(classroom, "Ask Ann Absent.")
    tournament_create(
        classroom, "valley-of-war", "Club", "swiss", 1, [people[0]], ["Tim Typed", "X"]
    )
    (side,) = uploaded(classroom, "age_of_war/most-clans")
    for seat, name in zip(side.seats.order_by("pk"), ("Sue Seat", "Søren"), strict=True):
        seat.name = name
        seat.save()
    Game.objects.filter(pk=side.pk).update(more={"moderator": "Mo Roe"})
    classroom.requests.create(name="Tim Typed", key="k", at=timezone.now())
    return game


def everything() -> str:
    """All that is stored, but for accounts and sessions."""
    models = [one for one in apps.get_models() if one not in (User, Session)]
    return "\n".join(str([*one._base_manager.values()]) for one in models)


@pytest.mark.slow
def test_names_are_replaced_wherever_they_are(classroom: Classroom) -> None:
    game = told(classroom)
    heads = {one.pk: queries.head(one) for one in Game.objects.all()}
    before = everything()
    assert all(name in before for name in NAMES)
    classroom_pseudonymise(classroom)
    after = everything()
    for name in (*NAMES, "zoë", "SØREN", "ZQ-1000"):
        assert name.casefold() not in after.casefold().replace("sørenson", ""), name
    names = {one.number: one.name for one in classroom.people.exclude(name="")}
    students = classroom.people.filter(kind="student").order_by("number")
    assert [one.name for one in students] == ["Student 1", "Student 2", "Student 3"]
    assert [one.name for one in classroom.roster.order_by("pk")] == ["Student 1", "Student 4"]
    assert classroom.roster.get(name="Student 1").person == students[0]
    mo = classroom.people.get(kind="moderator")
    assert mo.name == f"Moderator {mo.number}"
    said = json.dumps([*game.contacts.values_list("text", flat=True)], ensure_ascii=False)
    assert "Student 1 asks Student 2, not Sørenson, and Student 3" in said
    side = Game.objects.get(rules="age-of-war")
    assert [one.name for one in side.seats.order_by("pk")] == ["Player 1", "Student 2"]
    assert not Note.objects.exists()
    assert not classroom.requests.exists()
    assert {one.pk: queries.head(one) for one in Game.objects.all()} == heads
    assert not any(log_findings(one) for one in Game.objects.all())
    classroom_pseudonymise(classroom)
    assert {one.number: one.name for one in classroom.people.exclude(name="")} == names
    assert said == json.dumps([*game.contacts.values_list("text", flat=True)], ensure_ascii=False)
    pages = signed_in(classroom.instructor)
    page = read(pages.get(reverse("class-pseudonyms", args=[classroom.pk]))).one("main")
    delete = reverse("game-delete", args=[classroom.pk, side.group.number, side.number])
    assert [one.attributes["href"] for one in page.all("a")][-2] == delete
    for name in ("people", "roster", "notes", "class-debrief", "announcements"):
        shown = pages.get(reverse(name, args=[classroom.pk])).content.decode()
        assert not any(one in shown for one in NAMES)
    frame = Client().get(reverse("chart", args=[side.group.code])).content.decode()
    assert "Sue Seat" not in frame
    assert "Student 2" in frame


@pytest.mark.slow
def test_packs_go_where_nobody_has_joined(classroom: Classroom) -> None:
    roster_import(classroom, [ReadName(1, "Zoë Lee", "1", "Lee")], is_replacing=False)
    now = timezone.now()
    Pack.objects.create(classroom=classroom, key="k", choice={}, at=now, changed=now)
    classroom_pseudonymise(classroom)
    assert not Pack.objects.exists()


def test_the_page_asks_for_the_name_and_waits_for_the_end(world: World) -> None:
    page, teacher = (
        reverse("class-pseudonyms", args=[world.classroom.pk]),
        world.browsers["instructor"],
    )
    sent = {"name": "HIST 210"}
    shown = read(teacher.get(page)).one("main")
    assert "End the lesson first" in shown.text
    assert not shown.all("button", class_="danger")
    assert teacher.post(page, sent).status_code == 422
    assert Person.objects.filter(name="Eve").exists()
    Game.objects.filter(group__classroom=world.classroom).update(stopped_at=timezone.now())
    assert teacher.post(page, {"name": "HIST 211"}).status_code == 422
    assert Person.objects.filter(name="Eve").exists()
    for _ in range(2):  # a double press
        assert teacher.post(page, sent).status_code == 303
    assert not Person.objects.filter(name__in=("Eve", "Bob", "Mo", "Max")).exists()
    assert Person.objects.filter(name="Ada").exists()  # of another class
    play = reverse("play", args=[world.group.code])
    phone = world.browsers["student"].get(play)
    assert phone.status_code == 200
    assert "Student 1" in phone.content.decode()


# Deletion on a day.


def change(teacher: Client, classroom: Classroom, day: str) -> int:
    sent = {"name": classroom.name, "time_zone": classroom.time_zone, "deleted_on": day}
    return teacher.post(reverse("class-change", args=[classroom.pk]), sent).status_code


@pytest.mark.slow
def test_a_day_is_chosen_and_shown_in_time(
    classroom: Classroom, instructor: User, clock: Clock
) -> None:
    teacher, today = signed_in(instructor), classroom.today
    for wrong in (today, today - timedelta(days=1), "tomorrow", "2026-02-30"):
        assert change(teacher, classroom, str(wrong)) == 422
    assert change(teacher, classroom, str(today + timedelta(days=15))) == 303
    classroom.refresh_from_db()
    assert classroom.deleted_on == today + timedelta(days=15)
    form = read(teacher.get(reverse("class-change", args=[classroom.pk])))
    assert form.id("id_deleted_on").attributes["value"] == str(classroom.deleted_on)
    classes = reverse("classes")
    assert "deleted by itself" not in teacher.get(classes).content.decode()
    clock.wait(24 * 3600)
    assert "deleted by itself" in teacher.get(classes).content.decode()
    assert change(teacher, classroom, "") == 303
    classroom.refresh_from_db()
    assert classroom.deleted_on is None


def _days(clock: Clock, count: int) -> int:
    """So many days pass; how many classes were erased."""
    erased = 0
    for _ in range(count):
        clock.wait(24 * 3600)
        erased += classrooms_purge()
    return erased


@pytest.mark.slow
def test_it_is_deleted_on_its_day_and_can_be_brought_back(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "close_all", lambda: None)
    classroom, teacher = world.classroom, world.browsers["instructor"]
    chart = reverse("chart", args=[world.group.code])
    clock.now = datetime(2026, 3, 2, 22, 30, tzinfo=UTC)  # 23.30 in Vienna
    deletion_plan(classroom, datetime(2026, 3, 3, tzinfo=UTC).date())
    classrooms_purge()
    assert Client().get(chart).status_code == 200
    clock.wait(3600)
    assert run.compact()  # as the server does every minute
    assert Client().get(chart).status_code == 404
    assert Classroom.objects.filter(instructor=world.instructor).count() == 0
    listed = teacher.get(reverse("classes")).content.decode()
    assert reverse("class-restore", args=[classroom.pk]) in listed
    _days(clock, 6)
    classroom_restore(Classroom.every.get(pk=classroom.pk))
    classrooms_purge()
    assert Client().get(chart).status_code == 200
    deletion_plan(classroom, classroom.today + timedelta(days=1))
    kept = Classroom.objects.get(pk=classroom.pk)
    assert classroom_restore(classroom_delete(kept)).deleted_on == kept.today + timedelta(days=1)
    clock.wait(2 * 24 * 3600)
    assert classrooms_purge() == 0
    assert Classroom.every.get(pk=classroom.pk).deleted_at
    assert _days(clock, 7) == 1
    assert not Classroom.every.filter(pk=classroom.pk).exists()


@pytest.mark.slow
def test_a_class_that_is_deleted_earlier_is_erased_in_its_time(
    classroom: Classroom, clock: Clock
) -> None:
    deletion_plan(classroom, classroom.today + timedelta(days=3))
    classroom_delete(classroom)
    at = Classroom.every.get().deleted_at
    clock.wait(4 * 24 * 3600)
    classrooms_purge()
    assert Classroom.every.get().deleted_at == at
