"""Results of a tournament's games: entered by hand or taken from a log, corrected, kept."""

from __future__ import annotations

import json

import pytest
from django.db import DatabaseError, transaction

from moderator.core import credentials
from moderator.core.errors import InvalidInput, NotAllowed
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import instructor_person
from moderator.features.classes.write import classroom_erase
from moderator.features.moves.write import move_play
from moderator.features.new_game.write import game_delete
from moderator.features.tournaments.models import Pairing, Result, ResultIsAppendOnly, Tournament
from moderator.features.tournaments.read import (
    ConfirmationNeeded,
    ResultConflict,
    now_of,
    pairing_line,
    result_record,
)
from moderator.features.tournaments.write import pairing_play, rounds_make
from tests.support.paths import PLAYED
from tests.support.play.contests import make, tell
from tests.support.play.play import sql

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
RED_WINS = json.loads((PLAYED / "valley_of_war/red-wins.json").read_text())["moves"]


def test_swiss_asks_where_results_are_lacking(classroom: Classroom, moderator: Person) -> None:
    tournament = make(classroom)
    rounds_make(tournament, 0)
    tell(tournament, "red")
    with pytest.raises(ConfirmationNeeded, match=r"missing \(1\)"):
        rounds_make(tournament, 1)
    rounds_make(tournament, 1, is_sure=True)
    first = Pairing.objects.get(round__number=1, number=2)
    by = instructor_person(classroom)
    with pytest.raises(NotAllowed, match="Only your instructor can"):
        result_record(first, "blue", 0, credentials.new(), moderator, "moderator", True)
    with pytest.raises(ConfirmationNeeded, match="Later rounds"):
        result_record(first, "blue", 0, credentials.new(), by, "instructor")
    result_record(first, "blue", 0, credentials.new(), by, "instructor", is_sure=True)


def test_a_correction_is_one_more_result(classroom: Classroom, moderator: Person) -> None:
    tournament = make(classroom)
    rounds_make(tournament, 0)
    pairing = Pairing.objects.get(number=1)
    by, key = instructor_person(classroom), credentials.new()
    first = result_record(pairing, "red", 0, key, moderator, "moderator")
    again = result_record(pairing, "blue", 0, key, moderator, "moderator")
    assert again == first  # a double click
    with pytest.raises(ResultConflict):
        result_record(pairing, "blue", 0, credentials.new(), by, "instructor")
    with pytest.raises(ConfirmationNeeded):
        result_record(pairing, "blue", 1, credentials.new(), by, "instructor")
    with pytest.raises(ConfirmationNeeded):
        result_record(pairing, "blue", 1, credentials.new(), moderator, "moderator")
    with pytest.raises(NotAllowed):
        result_record(pairing, "blue", 1, credentials.new(), moderator, "student", True)
    with pytest.raises(InvalidInput, match="not a possible result"):
        result_record(pairing, "mauve", 1, credentials.new(), by, "instructor", True)
    result_record(pairing, "blue", 1, credentials.new(), by, "instructor", True)
    meeting = now_of(tournament).meeting(pairing)
    assert (meeting.outcome, meeting.is_corrected) == ("blue", True)
    assert [one.by.pk for one in meeting.results if one.by] == [moderator.pk, by.pk]
    result_record(pairing, "", 2, credentials.new(), by, "instructor", True)
    assert now_of(tournament).meeting(pairing).is_open
    with pytest.raises(ResultIsAppendOnly):
        first.save()
    with pytest.raises(ResultIsAppendOnly):
        first.delete()
    with pytest.raises(ResultIsAppendOnly):
        Result.objects.update(outcome="red")
    with pytest.raises(ResultIsAppendOnly):
        Result.objects.all().delete()
    for statement in (
        "UPDATE play_result SET outcome = 'red' WHERE number = 2",
        "DELETE FROM play_result WHERE number = 3",
        "INSERT INTO play_result (pairing_id, number, outcome, role, at, key) "
        "SELECT pairing_id, 7, outcome, role, at, key FROM play_result WHERE number = 1",
    ):
        with pytest.raises(DatabaseError, match="results "), transaction.atomic():
            sql(statement)
    assert Result.objects.count() == 3
    classroom_erase(classroom)
    assert not Result.objects.exists()


def play_on(tournament: Tournament, pairing: Pairing, group: Group, by: Person) -> Game:
    """The pairing played at the group's table until Red has won."""
    game = pairing_play(pairing, group, by)
    for number, wire in enumerate(RED_WINS):
        move_play(game, wire, number, credentials.new(), by, "instructor")
    return game


@pytest.mark.django_db(transaction=True)
def test_a_game_at_a_table_gives_its_result(classroom: Classroom, groups: list[Group]) -> None:
    tournament = make(classroom)
    rounds_make(tournament, 0)
    one, two = Pairing.objects.order_by("number")
    by = instructor_person(classroom)
    game = pairing_play(one, groups[0], by)
    line = pairing_line(game)
    assert line == "Club evening, round 1. Red Emperor: Ann. Blue Emperor: Cy."
    assert pairing_play(one, groups[0], by) == game  # a double click
    with pytest.raises(InvalidInput, match="in the middle of “Valley of War”"):
        pairing_play(two, groups[0], by)  # before its first throw, too
    move_play(game, RED_WINS[0], 0, credentials.new(), by, "instructor")
    with pytest.raises(InvalidInput, match="in the middle of “Valley of War”"):
        pairing_play(two, groups[0], by)
    assert now_of(tournament).meeting(one).is_open
    for number, wire in enumerate(RED_WINS[1:], start=1):
        move_play(game, wire, number, credentials.new(), by, "instructor")
    meeting = now_of(tournament).meeting(one)
    assert (meeting.outcome, meeting.results) == ("red", ())  # from the log
    result_record(two, "red", 0, credentials.new(), by, "instructor")
    with pytest.raises(InvalidInput, match="no longer needs to be played"):
        pairing_play(two, groups[1], by)
    rounds_make(tournament, 1)
    meeting = now_of(tournament).meeting(one)
    assert [(r.outcome, r.by) for r in meeting.results] == [("red", None)]  # already stored
    move_play(game, {"type": "undo"}, len(RED_WINS), credentials.new(), by, "instructor")
    assert now_of(tournament).meeting(one).outcome == "red"


def test_a_game_that_was_not_needed_is_replaced(classroom: Classroom, groups: list[Group]) -> None:
    tournament = make(classroom)
    rounds_make(tournament, 0)
    one, two = Pairing.objects.order_by("number")
    by = instructor_person(classroom)
    pairing_play(one, groups[0], by)
    result_record(one, "red", 0, credentials.new(), by, "instructor")  # entered by hand
    assert pairing_play(two, groups[0], by).number == 2


@pytest.mark.django_db(transaction=True)
def test_a_result_outlives_its_game(classroom: Classroom, groups: list[Group]) -> None:
    tournament = make(classroom)
    rounds_make(tournament, 0)
    pairing = Pairing.objects.get(number=1)
    game = play_on(tournament, pairing, groups[0], instructor_person(classroom))
    game_delete(game)
    meeting = now_of(tournament).meeting(Pairing.objects.get(pk=pairing.pk))
    assert (meeting.outcome, meeting.pairing.game) == ("red", None)
    classroom_erase(classroom)
    assert not Tournament.objects.exists()
