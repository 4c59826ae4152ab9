"""Rehearsals: simulated students play whole games, and leave."""

from __future__ import annotations

from random import Random

import pytest

from moderator.core import games, queries
from moderator.core.errors import InvalidInput
from moderator.core.heads import log_findings
from moderator.core.models import Classroom, Entry, Game
from moderator.core.people import instructor_person, person_join
from moderator.features.new_game.settings import GameSettings
from moderator.features.people.dividing import NewGames, division_start
from moderator.features.people.draw import Attendance, divide
from moderator.features.people.rehearsal import simulated_play
from moderator.features.people.write import (
    rehearsal_games,
    seat_give,
    simulated_remove,
    students_simulate,
)
from moderator.rules.registry import GAMES

pytestmark = pytest.mark.slow


def begin(classroom: Classroom, new: NewGames, count: int = 5) -> Game:
    """A group of simulated students."""
    people = students_simulate(classroom, count)
    rules = GAMES[new.rules]
    named = 0 if rules.players else len(rules.seats(rules.read_scenario(new.scenario), {}))
    low, high = rules.players or (named, named)
    division = divide(Attendance(tuple(p.number for p in people)), (low, high), Random(1), groups=1)
    by = instructor_person(classroom)
    (group,) = division_start(classroom, division, new, by)
    game = queries.game_now(group)
    assert game is not None
    return game


@pytest.mark.parametrize("deployment", ["simultaneous", "sequential"])
@pytest.mark.parametrize("acting", ["seats", "moderator"])
def test_they_play_a_whole_game_round_by_round(
    classroom: Classroom, deployment: str, acting: str
) -> None:
    rules = GAMES["age-of-iron"]
    scenario = rules.scenario_wire(games.shipped()[rules.id]["1800-bc"])
    options = {"deployment": deployment, "turns": 2}
    settings = GameSettings(acting=acting)
    game = begin(classroom, NewGames(rules.id, scenario, settings, options))
    by, chance = instructor_person(classroom), Random(3)
    assert simulated_play(game, by, chance, 1) == 1
    rounds = []
    while not queries.timeline(game).rules.is_over(queries.timeline(game).state):
        assert simulated_play(game, by, chance, 500)
        state = queries.timeline(game).state
        rounds.append(rules.rounds_played(state))
    assert rounds == [(1, 2), (2, 2)]
    roles = set(game.entries.values_list("role", flat=True))
    assert (Entry.Role.STUDENT in roles) is (acting == "seats")
    assert not log_findings(game)


@pytest.mark.parametrize(
    ("rules", "made", "is_over"),
    [("age-of-war", 12, False), ("war", 12, False), ("valley-of-war", 6, True)],
)
def test_they_play_the_side_games(
    classroom: Classroom, rules: str, made: int, is_over: bool
) -> None:
    scenario = None if GAMES[rules].drawn_word else GAMES[rules].standard.id  # type: ignore[union-attr]
    on_seats = GameSettings("seats", "server")
    settings = on_seats if GAMES[rules].is_played_on_seats else GameSettings()
    game = begin(classroom, NewGames(rules, scenario, settings), 2)
    by = instructor_person(classroom)
    assert simulated_play(game, by, Random(3), 12) == made
    now = queries.timeline(game)
    assert now.rules.is_over(now.state) is is_over


def test_a_real_person_is_waited_for(classroom: Classroom) -> None:
    rules = GAMES["age-of-iron"]
    scenario = rules.scenario_wire(games.shipped()[rules.id]["1800-bc"])
    game = begin(classroom, NewGames(rules.id, scenario, options={"deployment": "sequential"}))
    now = queries.timeline(game)
    mover = now.state.player_id(now.rules.movers(now.state)[0])
    ana = person_join(classroom, "Ana")
    seat_give(ana, game.seats.get(player=mover))
    by = instructor_person(classroom)
    assert simulated_play(game, by, Random(1), 50) == 0
    assert not rehearsal_games(classroom).exists()  # it is Ana's game, too


@pytest.mark.parametrize("with_games", [False, True])
def test_they_leave_and_what_they_recorded_stays_or_goes(
    classroom: Classroom, with_games: bool
) -> None:
    rules = GAMES["age-of-iron"]
    scenario = rules.scenario_wire(games.shipped()[rules.id]["1800-bc"])
    game = begin(classroom, NewGames(rules.id, scenario, GameSettings(acting="seats")))
    ana = person_join(classroom, "Ana")
    # Four slips, the reveal, a trade of each pair, and four ends of a turn.
    assert simulated_play(game, instructor_person(classroom), Random(1), 20) == 15
    simulated_remove(classroom, with_games)
    assert [p.name for p in queries.people(classroom) if p.kind == "student"] == ["Ana"]
    assert Game.objects.filter(pk=game.pk).exists() is not with_games
    if not with_games:
        assert not log_findings(game)
        assert not any(seat.persons.exists() for seat in game.seats.all())
    assert not ana.seats.exists()


def test_there_are_not_too_many(classroom: Classroom) -> None:
    person_join(classroom, "simulated 2")
    names = [person.name for person in students_simulate(classroom, 3)]
    assert names == ["Simulated 1", "Simulated 3", "Simulated 4"]
    for count in (0, 198):
        with pytest.raises(InvalidInput, match="at most 200"):
            students_simulate(classroom, count)
