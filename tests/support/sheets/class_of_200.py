"""A class of 200 students in 40 groups, whose games were played with random legal moves."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from bench.selfplay import any_of, play, random_wire, step
from moderator.core import log
from moderator.core.games import shipped
from moderator.core.look import look_at
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import moderator_enter, person_join
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.clock.write import game_stop
from moderator.features.new_game.write import MOST_MOVES, game_from_record
from moderator.features.people.write import seat_give
from moderator.features.slips.read import book_of
from moderator.features.slips.write import SlipChange, slip_write
from moderator.rules.game import Rules
from moderator.rules.reading import Wire
from moderator.rules.record import Record
from moderator.rules.registry import GAMES

GROUPS, STUDENTS = 40, 5
STUDENT, MODERATOR = "Zuleika", "Quentin"
"""In the names of all students, and of all moderators."""
STAGES = ("at the start", "in the middle", "with secret orders", "stopped", "over")
SIDE_MOVES = 60
"""How far a side game has gone that is in the middle."""
SIDE_GAMES: dict[int, tuple[str, dict[str, Any]]] = {
    7: ("age-of-war", {"players": ["ann", "bob", "cem", "dee", "eve"]}),
    11: ("war", {"players": ["ann", "bob", "cem", "dee"], "gifts": True}),
    13: ("valley-of-war", {}),
    14: ("war", {"players": ["ann", "bob"]}),
}
"""The groups that play another game than Age of Iron."""


@dataclass(frozen=True)
class PlayedGame:
    """A game with the stage that it has reached."""

    game: Game
    stage: str


def played_class(seed: int) -> tuple[Classroom, list[PlayedGame]]:
    """The class with its groups' games, in their order. Every stage has several games."""
    chance = random.Random(seed)
    owner = User.objects.create_user("owner")
    classroom = classroom_create(owner, "HIST 210 Ancient Near East", "Europe/Vienna")
    games = [_played(group, chance) for group in groups_create(classroom, GROUPS)]
    return classroom, games


def _played(group: Group, chance: random.Random) -> PlayedGame:
    number, stage = group.number, STAGES[group.number % len(STAGES)]
    moderator = moderator_enter(group, f"{MODERATOR} {number}")
    if number in SIDE_GAMES:
        stage = "over" if number == 11 else "in the middle"
        id, options = SIDE_GAMES[number]
        game = _side_game(group, GAMES[id], options, stage, chance, moderator)
    else:
        game = _age_of_iron(group, stage, chance, moderator)
    seats = list(game.seats.order_by("pk"))
    for k in range(STUDENTS):  # several share a seat where there are fewer
        name = f"{STUDENT} {number}-{k}"
        person = person_join(group.classroom, name, group)
        seat_give(person, seats[k % len(seats)])
    if stage == "stopped":
        game_stop(game, moderator, "moderator")
    if stage == "with secret orders":
        write_slips(game, moderator, chance)
    return PlayedGame(game, stage)


def _side_game(
    group: Group,
    rules: Rules[Any],
    options: dict[str, Any],
    stage: str,
    chance: random.Random,
    by: Person,
) -> Game:
    scenario: Any = next(iter(rules.own_scenarios), None)
    if scenario is None:
        scenario = rules.draw_scenario(options, chance.randrange)
    state, moves = rules.begin(rules.read_scenario(scenario), options), list[Wire]()
    most = MOST_MOVES if stage == "over" else SIDE_MOVES
    while not rules.is_over(state) and len(moves) < most:
        wire = random_wire(rules, state, chance)
        if wire["type"] != "restart":  # at random it would be every second throw
            state = step(rules, state, wire)
            moves.append(wire)
    return game_from_record(group, Record(rules.id, scenario, options, moves, {}), by)


def _age_of_iron(group: Group, stage: str, chance: random.Random, by: Person) -> Game:
    rules = GAMES["age-of-iron"]
    scenario = shipped()["age-of-iron"][any_of(("1800-bc", "900-bc"), chance)]
    options: dict[str, Any] = {
        one.name: any_of([value.value for value in one.values], chance)
        for one in rules.options
        if one.values
    }
    if stage == "with secret orders":
        options["deployment"] = "simultaneous"
    start = rules.begin(scenario, options)
    moves = _moves_of_stage(rules, start, play(rules, start, chance), stage)
    read = Record(rules.id, rules.scenario_wire(scenario), options, moves, {})
    return game_from_record(group, read, by)


def _moves_of_stage(rules: Rules[Any], start: Any, wires: list[Wire], stage: str) -> list[Wire]:
    """The first moves of a whole game; with secret orders, two of the third Game-turn or so."""
    if stage == "at the start":
        return []
    if stage == "over":
        return wires
    if stage != "with secret orders":
        return wires[: len(wires) // 2]
    state, is_open, opened = start, False, []
    assert rules.orders is not None
    for number, wire in enumerate(wires):
        if rules.orders.is_open(state) and not is_open:
            opened.append(number)
        is_open = rules.orders.is_open(state)
        state = step(rules, state, wire)
    return wires[: opened[2] + 2]


def write_slips(game: Game, by: Person, chance: random.Random) -> None:
    """Other orders than before on the slips of all players who still write some."""
    for slip in book_of(look_at(game)).slips:
        region = any_of(game_regions(game), chance)
        change = SlipChange(
            slip.player,
            slip.version,
            [{"type": "deploy", "player": slip.player, "region": region, "rfs": 1 + slip.version}],
            is_sealed=False,
        )
        key = f"slip-{slip.player}-{slip.version}"
        slip_write(game, change, key, by, "moderator")


def game_regions(game: Game) -> list[str]:
    """The ids of the regions of a game of Age of Iron."""
    return [one.id for one in log.fold_of(game).timeline.state.scenario.regions]
