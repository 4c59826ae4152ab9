"""Tournaments: who plays, rounds, results that only grow, games at a group's table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from moderator.play import keys, services, tournaments
from moderator.play.errors import NotAllowed, Unfit
from moderator.play.models import Classroom, Game, Group, Pairing, Person, Result, Tournament
from moderator.play.models.tournament import ResultOnlyGrows
from moderator.play.services import Late, NotSure, Plan

pytestmark = pytest.mark.django_db
PLAYED = Path(__file__).parents[1] / "played/valley_of_war/red-wins.json"
RED_WINS = json.loads(PLAYED.read_text())["moves"]
FOUR = ("Ann", "Bob", "Cy", "Dee")


def make(classroom: Classroom, system: str = "swiss", **other: Any) -> Tournament:
    plan = {"names": FOUR, "tables": 2, "title": "Club evening"} | other
    return services.tournament_create(classroom, Plan("valley-of-war", system=system, **plan))


def tell(tournament: Tournament, *outcomes: str, **other: Any) -> None:
    """The results of the present round, in its order."""
    now = tournaments.now_of(tournament)
    by = services.instructor_person(tournament.classroom)
    for meeting, outcome in zip(now.rounds[-1].meetings, outcomes, strict=False):
        seen = len(meeting.results)
        services.result_record(
            meeting.pairing, outcome, seen, keys.new(), by, "instructor", **other
        )


def pairs(tournament: Tournament) -> list[list[str]]:
    now = tournaments.now_of(tournament)
    return [[f"{m.red}-{m.blue}" for m in one.meetings] for one in now.rounds]


def places(tournament: Tournament) -> list[str]:
    return [f"{row.place} {row.name}" for row in tournaments.now_of(tournament).standings]


def test_a_swiss_tournament_to_its_end(classroom: Classroom) -> None:
    tournament = make(classroom)
    assert (tournament.number, tournament.rounds_planned) == (1, 2)
    services.rounds_make(tournament, 0)
    assert pairs(tournament) == [["Ann-Cy", "Dee-Bob"]]
    tell(tournament, "red", "loss-draw")
    services.rounds_make(tournament, 1)
    assert pairs(tournament)[1:] == [["Bob-Ann", "Cy-Dee"]]
    assert not tournaments.now_of(tournament).is_over
    tell(tournament, "blue", "red")
    now = tournaments.now_of(tournament)
    assert now.is_over
    assert [(r.place, r.name, r.cells) for r in now.standings] == [
        (1, "Ann", ("2", "0", "0", "+2", "−1½")),
        (2, "Cy", ("1", "1", "0", "0", "+½")),
        (3, "Bob", ("0", "1", "1", "−1½", "+½")),
        (4, "Dee", ("0", "1", "1", "−1½", "−1½")),
    ]
    with pytest.raises(Unfit, match="All rounds"):
        services.rounds_make(tournament, 2)


def test_a_round_robin_at_once_and_by_rounds(classroom: Classroom) -> None:
    tournament = make(classroom, "round-robin", names=(*FOUR, "Eve"))
    services.rounds_make(tournament, 0)
    services.rounds_make(tournament, 1, is_all=True)  # results may be lacking: they pair nobody
    now = tournaments.now_of(tournament)
    assert [one.number for one in now.rounds] == [1, 2, 3, 4, 5]
    met = [{m.red, m.blue} for one in now.rounds for m in one.meetings if not m.is_bye]
    assert len(met) == 10
    assert all(met.count(one) == 1 for one in met)
    assert [row.score for row in now.standings] == [0] * 5  # a bye counts nothing


def test_a_bye_counts_as_a_win_in_swiss(classroom: Classroom) -> None:
    tournament = make(classroom, names=FOUR[:3])
    services.rounds_make(tournament, 0)
    assert pairs(tournament) == [["Ann-Bob", "Cy-"]]
    assert places(tournament) == ["1 Cy", "2 Ann", "2 Bob"]


def test_tables_have_queues(classroom: Classroom) -> None:
    tournament = make(classroom, "round-robin", names=[f"P{n}" for n in range(7)], tables=2)
    services.rounds_make(tournament, 0)
    tell(tournament, "red")
    queues = tournaments.now_of(tournament).rounds[0].queues
    assert [(table, [m.pairing.number for m in queue]) for table, queue in queues] == [
        (1, [3]),
        (2, [2]),
    ]


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (FOUR[:2], "3 to 64 players; here are 2"),
        ([f"P{n}" for n in range(300)], "here are 300"),
        ((*FOUR, "ANN "), "“ANN” stands there twice"),
        ((*FOUR, "A\u202enn"), "can't be shown"),
        ((*FOUR, " "), "at least one letter"),
        ((*FOUR, "x" * 41), "40 letters at most"),
    ],
)
def test_who_cannot_play(classroom: Classroom, names: Any, sentence: str) -> None:
    with pytest.raises(Unfit, match=sentence):
        make(classroom, names=names)
    assert not Tournament.objects.exists()
    classroom.refresh_from_db()
    assert classroom.tournaments_made == 0


@pytest.mark.parametrize(
    "plan",
    [{"tables": 0}, {"tables": 33}, {"rounds": 0}, {"rounds": 4}, {"title": " "}, {"system": "x"}],
)
def test_plans_that_cannot_be(classroom: Classroom, plan: dict[str, Any]) -> None:
    with pytest.raises(Unfit):
        make(classroom, **plan)
    assert not Tournament.objects.exists()


def test_markup_in_a_name_is_a_name(classroom: Classroom) -> None:
    tournament = make(classroom, names=(*FOUR, "<b>x</b>"))
    assert "<b>x</b>" in tournaments.now_of(tournament).names.values()


def test_people_keep_their_names_only_in_the_class(classroom: Classroom, group: Group) -> None:
    ann = services.person_join(classroom, "Ann")
    with pytest.raises(Unfit, match="twice"):
        make(classroom, people=(ann,))
    tournament = make(classroom, people=(ann,), names=FOUR[1:])
    services.person_rename(ann, "Bob")  # as one who was typed
    assert [*tournaments.now_of(tournament).names.values()][:2] == ["Bob (no. 1)", "Bob (no. 2)"]
    services.person_remove(ann)
    assert "Bob (no. 1)" in tournaments.now_of(tournament).names.values()
    services.person_forget(ann)
    assert "Bob" in tournaments.now_of(tournament).names.values()
    assert "Bob (no. 1)" not in tournaments.now_of(tournament).names.values()


def test_the_lot_is_drawn_once(classroom: Classroom) -> None:
    names = [f"P{n}" for n in range(40)]
    tournament = make(classroom, names=names, is_by_lot=True)
    drawn = [entrant.name for entrant in tournament.entrants.all()]
    assert sorted(drawn) == sorted(names)
    assert drawn != names  # one in 40! is
    assert drawn == [entrant.name for entrant in tournament.entrants.all()]


def test_late_ones_and_those_who_leave(classroom: Classroom) -> None:
    tournament = make(classroom, rounds=3)
    services.rounds_make(tournament, 0)
    tell(tournament, "red", "red")
    services.entrant_add(tournament, "Eve")
    services.entrant_withdraw(tournament, 1)
    services.rounds_make(tournament, 1)
    met = {name for pair in pairs(tournament)[1] for name in pair.split("-")}
    assert met == {"Bob", "Cy", "Dee", "Eve"}
    assert "Ann" in [row.name for row in tournaments.now_of(tournament).standings]
    with pytest.raises(Unfit, match="plays any more"):
        services.entrant_withdraw(tournament, 1)
    with pytest.raises(Unfit, match="come back"):
        services.entrant_return(tournament, 1)
    services.entrant_withdraw(tournament, 2)
    services.entrant_return(tournament, 2)
    tell(tournament, "red", "red")
    services.rounds_make(tournament, 2)
    assert any("Bob" in pair for pair in pairs(tournament)[2])


def test_a_round_robin_that_began_takes_nobody(classroom: Classroom) -> None:
    tournament = make(classroom, "round-robin")
    services.entrant_add(tournament, "Eve")
    tournament.refresh_from_db()
    assert tournament.rounds_planned == 5
    services.entrant_withdraw(tournament, 5)
    services.rounds_make(tournament, 0)
    with pytest.raises(Unfit, match="nobody can be added"):
        services.entrant_add(tournament, "Eve")
    services.entrant_withdraw(tournament, 1)
    services.rounds_make(tournament, 1, is_all=True)
    left = pairs(tournament)[1:]
    assert [sum(pair.endswith("-") for pair in one) for one in left] == [1, 1]  # Ann's opponents
    assert not any("Ann" in pair for one in left for pair in one)


def test_two_tabs_make_one_round(classroom: Classroom) -> None:
    tournament = make(classroom)
    services.rounds_make(tournament, 0)
    with pytest.raises(Late, match="quicker: round 1"):
        services.rounds_make(tournament, 0)
    assert len(pairs(tournament)) == 1


def test_swiss_asks_where_results_are_lacking(classroom: Classroom) -> None:
    tournament = make(classroom)
    services.rounds_make(tournament, 0)
    tell(tournament, "red")
    with pytest.raises(NotSure, match=r"lacking \(1\)"):
        services.rounds_make(tournament, 1)
    services.rounds_make(tournament, 1, is_sure=True)
    first = Pairing.objects.get(round__number=1, number=2)
    by = services.instructor_person(classroom)
    with pytest.raises(NotSure, match="Later rounds"):
        services.result_record(first, "blue", 0, keys.new(), by, "instructor")
    services.result_record(first, "blue", 0, keys.new(), by, "instructor", is_sure=True)


def test_a_correction_is_one_more_result(classroom: Classroom, moderator: Person) -> None:
    tournament = make(classroom)
    services.rounds_make(tournament, 0)
    pairing = Pairing.objects.get(number=1)
    by, key = services.instructor_person(classroom), keys.new()
    first = services.result_record(pairing, "red", 0, key, moderator, "moderator")
    again = services.result_record(pairing, "blue", 0, key, moderator, "moderator")
    assert again == first  # a double click
    with pytest.raises(Late):
        services.result_record(pairing, "blue", 0, keys.new(), by, "instructor")
    with pytest.raises(NotSure):
        services.result_record(pairing, "blue", 1, keys.new(), by, "instructor")
    with pytest.raises(NotAllowed):
        services.result_record(pairing, "blue", 1, keys.new(), moderator, "moderator", True)
    with pytest.raises(Unfit, match="no result"):
        services.result_record(pairing, "mauve", 1, keys.new(), by, "instructor", True)
    services.result_record(pairing, "blue", 1, keys.new(), by, "instructor", True)
    meeting = tournaments.now_of(tournament).meeting(pairing)
    assert (meeting.outcome, meeting.is_corrected) == ("blue", True)
    assert [one.by.pk for one in meeting.results if one.by] == [moderator.pk, by.pk]
    services.result_record(pairing, "", 2, keys.new(), by, "instructor", True)
    assert tournaments.now_of(tournament).meeting(pairing).is_open
    with pytest.raises(ResultOnlyGrows):
        first.save()
    with pytest.raises(ResultOnlyGrows):
        first.delete()
    with pytest.raises(ResultOnlyGrows):
        Result.objects.update(outcome="red")
    with pytest.raises(ResultOnlyGrows):
        Result.objects.all().delete()
    assert Result.objects.count() == 3
    services.classroom_delete(classroom)
    assert not Result.objects.exists()


def test_numbers_are_never_given_twice(classroom: Classroom) -> None:
    services.tournament_delete(make(classroom))
    assert make(classroom).number == 2


def play_on(tournament: Tournament, pairing: Pairing, group: Group, by: Person) -> Game:
    """The pairing played at the group's table until Red has won."""
    game = services.pairing_play(pairing, group, by)
    for number, wire in enumerate(RED_WINS):
        services.move_play(game, wire, number, keys.new(), by, "instructor")
    return game


@pytest.mark.django_db(transaction=True)
def test_a_game_at_a_table_gives_its_result(classroom: Classroom, groups: list[Group]) -> None:
    tournament = make(classroom)
    services.rounds_make(tournament, 0)
    one, two = Pairing.objects.order_by("number")
    by = services.instructor_person(classroom)
    game = services.pairing_play(one, groups[0], by)
    line = tournaments.pairing_line(game)
    assert line == "Club evening, round 1. Red Emperor: Ann. Blue Emperor: Cy."
    assert services.pairing_play(one, groups[0], by) == game  # a double click
    services.move_play(game, RED_WINS[0], 0, keys.new(), by, "instructor")
    with pytest.raises(Unfit, match="in the middle of “Valley of War”"):
        services.pairing_play(two, groups[0], by)
    assert tournaments.now_of(tournament).meeting(one).is_open
    for number, wire in enumerate(RED_WINS[1:], start=1):
        services.move_play(game, wire, number, keys.new(), by, "instructor")
    meeting = tournaments.now_of(tournament).meeting(one)
    assert (meeting.outcome, meeting.results) == ("red", ())  # told by the log
    services.result_record(two, "red", 0, keys.new(), by, "instructor")
    with pytest.raises(Unfit, match="not to be played"):
        services.pairing_play(two, groups[1], by)
    services.rounds_make(tournament, 1)
    meeting = tournaments.now_of(tournament).meeting(one)
    assert [(r.outcome, r.by) for r in meeting.results] == [("red", None)]  # stored by now
    services.move_play(game, {"type": "undo"}, len(RED_WINS), keys.new(), by, "instructor")
    assert tournaments.now_of(tournament).meeting(one).outcome == "red"


@pytest.mark.django_db(transaction=True)
def test_a_result_outlives_its_game(classroom: Classroom, groups: list[Group]) -> None:
    tournament = make(classroom)
    services.rounds_make(tournament, 0)
    pairing = Pairing.objects.get(number=1)
    game = play_on(tournament, pairing, groups[0], services.instructor_person(classroom))
    services.game_delete(game)
    meeting = tournaments.now_of(tournament).meeting(Pairing.objects.get(pk=pairing.pk))
    assert (meeting.outcome, meeting.pairing.game) == ("red", None)
    services.classroom_delete(classroom)
    assert not Tournament.objects.exists()
