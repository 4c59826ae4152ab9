"""The demo class: created once, completely, and then left unchanged."""

import json
import shutil
from copy import deepcopy
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.db.models import Count
from django.test import Client
from django.utils import timezone

from moderator.core import queries
from moderator.core.heads import log_findings
from moderator.core.log import entries_of
from moderator.core.look import look_at
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.people import moderator_enter, person_join
from moderator.core.sentences import log_lines
from moderator.features.classes import demo
from moderator.features.classes.write import classroom_delete, classroom_erase
from moderator.features.deals import records
from moderator.features.deals.models import Contact, Promise
from moderator.features.debrief.models import Question
from moderator.features.debrief.releases import released
from moderator.features.moves.write import move_play
from moderator.rules.seating import MODERATOR
from moderator.server.run import welcome
from tests.support.shared import shared
from tests.support.web.visits import undone

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def made() -> demo.Demo:
    made = demo.demo_ensure()
    assert made is not None
    return made


def counts() -> list[int]:
    return [model._default_manager.count() for model in (Classroom, Group, Game, Person, Entry)]


def the_instructor_has_no_password(made: demo.Demo) -> None:
    assert not made.instructor.has_usable_password()
    assert not made.instructor.is_superuser


def the_worked_example_stands_at_its_first_move(made: demo.Demo) -> None:
    game = queries.game_now(made.groups[0])
    assert game is not None
    assert (made.groups[0].name, game.scenario["id"]) == ("Kanesh", "example-of-play")
    assert queries.head(game)[0] == 0


def the_1800_bc_game_is_in_the_middle_of_game_turn_2(made: demo.Demo) -> None:
    game = queries.game_now(made.groups[1])
    assert game is not None
    now = queries.timeline(game)
    summary = now.rules.summary(now.state)
    assert (summary["turn"], summary["phase"], summary["active"]) == (2, "action", "babylon")
    assert set(summary["presences"]) >= {"egypt", "palestine", "syria", "mitanni", "cyprus"}
    assert summary["goods"]["egypt"]["acquired"] == {"T": 1, "C": 1}
    view = now.rules.view(now.state, MODERATOR, now.before)
    assert any(cell.crossed for row in view.rows for cell in row.cells)
    assert any(not line.stands for line in log_lines(look_at(game, MODERATOR)))
    assert log_findings(game) == []


def a_side_game_is_ready_for_phones(made: demo.Demo) -> None:
    game = queries.game_now(made.groups[2])
    assert game is not None
    assert (made.groups[2].name, game.rules) == ("Edo", "age-of-war")
    assert (game.acting, game.dice, len(game.seed) > 0) == ("seats", "server", True)
    assert queries.head(game)[0] == 0
    sits = {seat.player: seat.persons.count() or seat.is_partner for seat in game.seats.all()}
    assert sits == {"hana": False, "fumi": 1, "goro": 1, "kenji": True}


def another_is_a_few_throws_in(made: demo.Demo) -> None:
    game = queries.game_now(made.groups[3])
    assert game is not None
    assert (made.groups[3].name, game.acting, game.seed) == ("Olympia", "moderator", "")
    now = queries.timeline(game)
    summary = now.rules.summary(now.state)
    assert (summary["game"], summary["status"]) == ("valley-of-war", "active")
    assert summary["emperors"]["red"]["phase"] == 3
    assert summary["throws"] == 8


def the_last_is_over_and_released_for_the_debrief(made: demo.Demo) -> None:
    group = made.groups[4]
    game = queries.game_now(group)
    assert game is not None
    look = look_at(game)
    shown = released(look)
    assert (group.name, shown.has_all) == ("Mari", True)
    assert len(shown.messages) == sum(shared("IN_DEMO"))
    assert len(shown.records.contacts) + len(shown.records.promises) == 12
    judged = [one for each in shown.records.promises if each.is_accepted for one in each.judged]
    rules = look.rules.promises
    assert rules is not None
    verdicts = rules.judge(look.timeline, [entry.move for entry in look.fold.entries], judged)
    assert [(one.maker, verdict.kind) for one, verdict in zip(judged, verdicts, strict=True)] == [
        ("babylon", "broken"),
        ("assyria", "kept"),
        ("egypt", "kept"),
        ("hatti", "kept"),
        ("babylon", "not-done"),
        ("egypt", "broken"),
        ("hatti", "kept"),
        ("hatti", "kept"),
        ("assyria", "kept"),
    ]
    assert [question.asked_at is not None for question in game.questions.all()] == [True] * 3
    (debrief,) = (line for line in welcome(with_demo=True) if "debrief" in line.name)
    page = Client().get(debrief.path).content.decode()
    assert "Broken" in page
    for number in shared("IN_DEMO"):
        assert f"{number} messages" in page


def every_group_is_made_from_its_record(made: demo.Demo) -> None:
    for group, table in zip(made.groups, demo.demo_groups(), strict=True):
        game = queries.game_now(group)
        assert game is not None
        assert group.name == table.name
        assert [entry.move for entry in entries_of(game)] == list(table.played.moves)
        assert log_findings(game) == []


def there_are_students_and_free_seats(made: demo.Demo) -> None:
    for group in made.groups:
        game = queries.game_now(group)
        assert game is not None
        taken = queries.seats(game).annotate(people=Count("persons"))
        assert {seat.people for seat in taken} == {0, 1}


def a_second_time_everything_is_kept(made: demo.Demo) -> None:
    before = counts()
    assert demo.demo_ensure() == made
    assert counts() == before


COMPLETE = [
    the_instructor_has_no_password,
    the_worked_example_stands_at_its_first_move,
    the_1800_bc_game_is_in_the_middle_of_game_turn_2,
    a_side_game_is_ready_for_phones,
    another_is_a_few_throws_in,
    the_last_is_over_and_released_for_the_debrief,
    every_group_is_made_from_its_record,
    there_are_students_and_free_seats,
    a_second_time_everything_is_kept,
]


def a_start_that_was_broken_off_goes_on(made: demo.Demo, tmp_path: Path) -> None:
    before = counts()
    classroom_erase(made.classroom)
    for path in sorted(demo.FOLDER.glob("*.json"))[:2]:
        shutil.copy(path, tmp_path)
    value = json.loads(path.read_bytes())
    del value["moves"][9:], value["students"][1:]
    (tmp_path / path.name).write_text(json.dumps(value))
    demo.demo_ensure(tmp_path)
    assert (Group.objects.count(), Entry.objects.count()) == (2, 9)
    demo.demo_ensure()
    assert counts() == before
    assert Entry.objects.count() == sum(len(table.played.moves) for table in demo.demo_groups())
    assert Person.objects.filter(kind="student").count() == 11


def a_game_that_somebody_plays_is_left_alone(made: demo.Demo, tmp_path: Path) -> None:
    game = queries.game_now(made.groups[0])
    assert game is not None
    by = moderator_enter(made.groups[0])
    wire = {"type": "deploy", "player": "ariel", "region": "zen", "rfs": 1}
    move_play(game, wire, 0, "k", by, "moderator")
    demo.demo_ensure()
    assert game.entries.count() == 1


def who_deleted_it_does_not_get_it_back(made: demo.Demo, tmp_path: Path) -> None:
    made.instructor.last_login = timezone.now()
    made.instructor.save()
    classroom_delete(made.classroom)
    assert demo.demo_ensure() is None
    assert not Classroom.objects.exists()


CHANGES = [
    a_start_that_was_broken_off_goes_on,
    a_game_that_somebody_plays_is_left_alone,
    who_deleted_it_does_not_get_it_back,
]


def test_it_is_complete_and_changes_as_it_should(
    made: demo.Demo, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """The changes are undone one by one: to make the class takes longer than to look at it."""
    for check in COMPLETE:
        with subtests.test(check.__name__):
            check(made)
    for change in CHANGES:
        with subtests.test(change.__name__), undone():
            change(deepcopy(made), tmp_path)  # it forgets the keys of what it deletes


def test_a_start_that_was_broken_off_while_something_was_written_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = sorted(demo.FOLDER.glob("*.json"))[-1]
    for name in (path.name, json.loads(path.read_bytes())["written"]):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(demo.FOLDER / name, tmp_path / name)
    with monkeypatch.context() as patch:
        patch.setattr(records, "promise_answer", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            demo.demo_ensure(tmp_path)
    assert Promise.objects.count() == 1
    assert not Question.objects.exists()
    demo.demo_ensure(tmp_path)
    assert (Contact.objects.count(), Promise.objects.count()) == (6, 6)
    assert Question.objects.count() == 3


@pytest.mark.only_on("sqlite")  # the same services on fewer files
def test_a_class_of_an_earlier_release_grows_unless_somebody_has_joined(tmp_path: Path) -> None:
    for path in sorted(demo.FOLDER.glob("*.json"))[:4]:
        shutil.copy(path, tmp_path)
    before = demo.demo_ensure(tmp_path)
    assert before is not None
    person = person_join(before.classroom, "Zoe", before.groups[2])
    assert demo.demo_ensure() == before
    person.delete()
    grown = demo.demo_ensure()
    assert grown is not None
    assert [*grown.groups[:4]] == [*before.groups]
    assert grown.groups[4].name == "Mari"
