"""Rehearsals: simulated students play whole games, and leave."""

from __future__ import annotations

from random import Random

import pytest

from moderator.play import scenarios, selectors, services
from moderator.play.dividing.divide import Attendance, divide
from moderator.play.errors import InvalidInput
from moderator.play.log.verify import log_findings
from moderator.play.models import Classroom, Entry, Game
from moderator.play.services import GameSettings, NewGames
from moderator.rules.registry import GAMES


def begin(classroom: Classroom, new: NewGames, count: int = 5) -> Game:
    """A group of simulated students."""
    people = services.students_simulate(classroom, count)
    rules = GAMES[new.rules]
    named = 0 if rules.players else len(rules.seats(rules.read_scenario(new.scenario), {}))
    low, high = rules.players or (named, named)
    division = divide(Attendance(tuple(p.number for p in people)), low, high, {}, Random(1), 1)
    by = services.instructor_person(classroom)
    (group,) = services.division_start(classroom, division, new, by)
    game = selectors.game_now(group)
    assert game is not None
    return game


@pytest.mark.parametrize("deployment", ["simultaneous", "sequential"])
@pytest.mark.parametrize("acting", ["seats", "moderator"])
def test_they_play_a_whole_game_round_by_round(
    classroom: Classroom, deployment: str, acting: str
) -> None:
    rules = GAMES["age-of-iron"]
    scenario = rules.scenario_wire(scenarios.shipped()[rules.id]["1800-bc"])
    options = {"deployment": deployment, "turns": 2}
    settings = GameSettings(acting=acting)
    game = begin(classroom, NewGames(rules.id, scenario, settings, options))
    by, chance = services.instructor_person(classroom), Random(3)
    assert services.simulated_play(game, by, chance, 1) == 1
    rounds = []
    while not selectors.timeline(game).game.is_over(selectors.timeline(game).state):
        assert services.simulated_play(game, by, chance, 500)
        state = selectors.timeline(game).state
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
    by = services.instructor_person(classroom)
    assert services.simulated_play(game, by, Random(3), 12) == made
    now = selectors.timeline(game)
    assert now.game.is_over(now.state) is is_over


def test_a_real_person_is_waited_for(classroom: Classroom) -> None:
    rules = GAMES["age-of-iron"]
    scenario = rules.scenario_wire(scenarios.shipped()[rules.id]["1800-bc"])
    game = begin(classroom, NewGames(rules.id, scenario, options={"deployment": "sequential"}))
    now = selectors.timeline(game)
    mover = now.state.player_id(now.game.movers(now.state)[0])
    ana = services.person_join(classroom, "Ana")
    services.seat_give(ana, game.seats.get(player=mover))
    by = services.instructor_person(classroom)
    assert services.simulated_play(game, by, Random(1), 50) == 0
    assert not services.rehearsal_games(classroom).exists()  # it is Ana's game, too


@pytest.mark.parametrize("with_games", [False, True])
def test_they_leave_and_what_they_recorded_stays_or_goes(
    classroom: Classroom, with_games: bool
) -> None:
    rules = GAMES["age-of-iron"]
    scenario = rules.scenario_wire(scenarios.shipped()[rules.id]["1800-bc"])
    game = begin(classroom, NewGames(rules.id, scenario, GameSettings(acting="seats")))
    ana = services.person_join(classroom, "Ana")
    assert services.simulated_play(game, services.instructor_person(classroom), Random(1), 20) == 9
    services.simulated_remove(classroom, with_games)
    assert [p.name for p in selectors.people(classroom) if p.kind == "student"] == ["Ana"]
    assert Game.objects.filter(pk=game.pk).exists() is not with_games
    if not with_games:
        assert not log_findings(game)
        assert not any(seat.persons.exists() for seat in game.seats.all())
    assert not ana.seats.exists()


def test_there_are_not_too_many(classroom: Classroom) -> None:
    services.person_join(classroom, "simulated 2")
    names = [person.name for person in services.students_simulate(classroom, 3)]
    assert names == ["Simulated 1", "Simulated 3", "Simulated 4"]
    for count in (0, 198):
        with pytest.raises(InvalidInput, match="at most 200"):
            services.students_simulate(classroom, count)
