"""Tournaments: who plays, and their rounds."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.core.errors import InvalidInput
from moderator.core.models import Classroom, Group
from moderator.core.people import person_join, person_remove, person_rename
from moderator.features.people.write import person_forget
from moderator.features.tournaments.models import Tournament
from moderator.features.tournaments.read import ResultConflict, now_of
from moderator.features.tournaments.write import (
    entrant_add,
    entrant_return,
    entrant_withdraw,
    rounds_make,
    tournament_delete,
)
from tests.support.play.contests import FOUR, make, pairs, tell

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def places(tournament: Tournament) -> list[str]:
    return [f"{row.place} {row.name}" for row in now_of(tournament).standings]


def test_a_swiss_tournament_to_its_end(classroom: Classroom) -> None:
    tournament = make(classroom)
    assert (tournament.number, tournament.rounds_planned) == (1, 2)
    rounds_make(tournament, 0)
    assert pairs(tournament) == [["Ann-Cy", "Dee-Bob"]]
    tell(tournament, "red", "loss-draw")
    rounds_make(tournament, 1)
    assert pairs(tournament)[1:] == [["Bob-Ann", "Cy-Dee"]]
    assert not now_of(tournament).is_over
    tell(tournament, "blue", "red")
    now = now_of(tournament)
    assert now.is_over
    assert [(r.place, r.name, r.cells) for r in now.standings] == [
        (1, "Ann", ("2", "0", "0", "+2", "−1½")),
        (2, "Cy", ("1", "1", "0", "0", "+½")),
        (3, "Bob", ("0", "1", "1", "−1½", "+½")),
        (4, "Dee", ("0", "1", "1", "−1½", "−1½")),
    ]
    with pytest.raises(InvalidInput, match="All rounds"):
        rounds_make(tournament, 2)


def test_a_round_robin_at_once_and_by_rounds(classroom: Classroom) -> None:
    tournament = make(classroom, "round-robin", names=(*FOUR, "Eve"))
    rounds_make(tournament, 0)
    rounds_make(tournament, 1, is_all=True)  # pairings don't need results
    now = now_of(tournament)
    assert [one.number for one in now.rounds] == [1, 2, 3, 4, 5]
    met = [{m.red, m.blue} for one in now.rounds for m in one.meetings if not m.is_bye]
    assert len(met) == 10
    assert all(met.count(one) == 1 for one in met)
    assert [row.score for row in now.standings] == [0] * 5  # a bye doesn't count


def test_a_bye_counts_as_a_win_in_swiss(classroom: Classroom) -> None:
    tournament = make(classroom, names=FOUR[:3])
    rounds_make(tournament, 0)
    assert pairs(tournament) == [["Ann-Bob", "Cy-"]]
    assert places(tournament) == ["1 Cy", "2 Ann", "2 Bob"]


def test_with_few_tables_games_wait_for_their_turn(classroom: Classroom) -> None:
    tournament = make(classroom, "round-robin", names=[f"P{n}" for n in range(7)], tables=2)
    rounds_make(tournament, 0)
    (one,) = now_of(tournament).rounds
    assert [m.turn for m in one.meetings] == ["", "", "second at table 1", ""]  # and a bye
    assert {table: m.pairing.number for table, m in one.playing.items()} == {1: 1, 2: 2}
    tell(tournament, "red")
    (one,) = now_of(tournament).rounds
    assert {table: m.pairing.number for table, m in one.playing.items()} == {1: 3, 2: 2}


def test_there_is_a_table_for_each_game(classroom: Classroom) -> None:
    tournament = make(classroom, names=[f"P{n}" for n in range(64)], tables=None)
    rounds_make(tournament, 0)
    assert [m.table for m in now_of(tournament).rounds[0].meetings] == [*range(1, 33)]


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (FOUR[:2], "3 to 64 players; here are 2"),
        ([f"P{n}" for n in range(300)], "here are 300"),
        ((*FOUR, "ANN "), "“ANN” is there twice"),
        ((*FOUR, "A\u202enn"), "can’t be shown"),
        ((*FOUR, " "), "at least one letter"),
        ((*FOUR, "x" * 81), "80 letters at most"),
    ],
)
def test_who_cannot_play(classroom: Classroom, names: Any, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        make(classroom, names=names)
    assert not Tournament.objects.exists()
    classroom.refresh_from_db()
    assert classroom.tournaments_made == 0


@pytest.mark.parametrize(
    "plan",
    [{"tables": 0}, {"tables": 33}, {"rounds": 0}, {"rounds": 4}, {"title": " "}, {"system": "x"}],
)
def test_plans_that_cannot_be(classroom: Classroom, plan: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        make(classroom, **plan)
    assert not Tournament.objects.exists()


def test_markup_in_a_name_is_a_name(classroom: Classroom) -> None:
    tournament = make(classroom, names=(*FOUR, "<b>x</b>"))
    assert "<b>x</b>" in now_of(tournament).names.values()


def test_people_keep_their_names_only_in_the_class(classroom: Classroom, group: Group) -> None:
    ann = person_join(classroom, "Ann")
    with pytest.raises(InvalidInput, match="twice"):
        make(classroom, people=(ann,))
    tournament = make(classroom, people=(ann,), names=FOUR[1:])
    person_rename(ann, "Bob")  # like a typed name
    assert [*now_of(tournament).names.values()][:2] == ["Bob (no. 1)", "Bob (no. 2)"]
    person_remove(ann)
    assert "Bob (no. 1)" in now_of(tournament).names.values()
    person_forget(ann)
    assert "Bob" in now_of(tournament).names.values()
    assert "Bob (no. 1)" not in now_of(tournament).names.values()


def test_no_two_have_one_name_whatever_they_call_themselves(classroom: Classroom) -> None:
    ann, bob = (person_join(classroom, name) for name in ("Ann", "Bob"))
    tournament = make(classroom, people=(ann, bob), names=("Cy", "Dee"))
    person_rename(ann, "Cy")
    person_rename(bob, "Cy (no. 1)")
    names = [*now_of(tournament).names.values()]
    assert names == ["Cy (no. 1)", "Cy (no. 1) (no. 2)", "Cy (no. 3)", "Dee (no. 4)"]


def test_the_random_order_is_drawn_once(classroom: Classroom) -> None:
    names = [f"P{n}" for n in range(40)]
    tournament = make(classroom, names=names, is_by_lot=True)
    drawn = [entrant.name for entrant in tournament.entrants.all()]
    assert sorted(drawn) == sorted(names)
    assert drawn != names  # one in 40! is
    assert drawn == [entrant.name for entrant in tournament.entrants.all()]


def test_late_ones_and_those_who_leave(classroom: Classroom) -> None:
    tournament = make(classroom, rounds=3)
    rounds_make(tournament, 0)
    tell(tournament, "red", "red")
    entrant_add(tournament, "Eve")
    entrant_withdraw(tournament, 1)
    rounds_make(tournament, 1)
    met = {name for pair in pairs(tournament)[1] for name in pair.split("-")}
    assert met == {"Bob", "Cy", "Dee", "Eve"}
    assert "Ann" in [row.name for row in now_of(tournament).standings]
    with pytest.raises(InvalidInput, match="is playing any more"):
        entrant_withdraw(tournament, 1)
    with pytest.raises(InvalidInput, match="can return"):
        entrant_return(tournament, 1)
    entrant_withdraw(tournament, 2)
    entrant_return(tournament, 2)
    tell(tournament, "red", "red")
    rounds_make(tournament, 2)
    assert any("Bob" in pair for pair in pairs(tournament)[2])


def test_a_round_robin_that_began_takes_nobody(classroom: Classroom) -> None:
    tournament = make(classroom, "round-robin")
    entrant_add(tournament, "Eve")
    tournament.refresh_from_db()
    assert tournament.rounds_planned == 5
    entrant_withdraw(tournament, 5)
    rounds_make(tournament, 0)
    with pytest.raises(InvalidInput, match="nobody can be added"):
        entrant_add(tournament, "Eve")
    entrant_withdraw(tournament, 1)
    rounds_make(tournament, 1, is_all=True)
    left = pairs(tournament)[1:]
    assert [sum(pair.endswith("-") for pair in one) for one in left] == [1, 1]  # Ann's opponents
    assert not any("Ann" in pair for one in left for pair in one)


def test_two_tabs_make_one_round(classroom: Classroom) -> None:
    tournament = make(classroom)
    rounds_make(tournament, 0)
    with pytest.raises(ResultConflict, match="faster: round 1"):
        rounds_make(tournament, 0)
    assert len(pairs(tournament)) == 1


def test_numbers_are_never_given_twice(classroom: Classroom) -> None:
    tournament_delete(make(classroom))
    assert make(classroom).number == 2
