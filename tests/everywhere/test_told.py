"""A service that changes what people may see says so with its commit, to those concerned."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import chain

import pytest

from moderator.core import publishing
from moderator.core.models import Classroom, Game, Person, Seat
from moderator.core.people import instructor_person, people_remove, person_join, person_rename
from moderator.features.accounts.write import password_set
from moderator.features.classes.write import classroom_delete, group_delete, group_link_withdraw
from moderator.features.clock.write import game_stop
from moderator.features.new_game.drafts import LineUp, PreparedGame, games_begin
from moderator.features.new_game.settings import DEFAULT_SETTINGS, game_settings_change
from moderator.features.new_game.write import (
    game_again,
    game_delete,
    game_from_record,
    game_redraw,
)
from moderator.features.overview.write import (
    stuck_after,
    wall_charts,
    wall_next_place,
    wall_results,
)
from moderator.features.people.dividing import division_start, latecomers_seat
from moderator.features.people.draw import GroupDraft
from moderator.features.people.joining import (
    Joining,
    classroom_code_replace,
    join_requests_decide,
    joining_change,
    student_join,
)
from moderator.features.people.write import (
    console_give,
    people_forget,
    people_seat,
    person_forget,
    seat_any,
    seat_give,
    seat_return,
    seat_take,
    simulated_remove,
    students_simulate,
)
from moderator.features.tournaments.models import Pairing
from moderator.features.tournaments.write import (
    pairing_play,
    rounds_make,
    tournament_create,
)
from moderator.rules.record import Record
from tests.support.play import tables
from tests.support.shared import shared
from tests.support.web.world import World

Act = Callable[[], object]


def by(world: World) -> Person:
    return instructor_person(world.classroom)


def seat(game: Game, player: str) -> Seat:
    return game.seats.get(player=player)


def somebody(world: World) -> Person:
    return person_join(world.classroom, "Zoe")


def waiting(world: World) -> Seat:
    Game.objects.filter(pk=world.game.pk).update(is_waiting=True)
    return seat(world.game, "assyria")


def stopped(world: World) -> Game:
    game_stop(world.game, by(world), "instructor")
    return world.game


def record(world: World) -> Record:
    return Record(world.game.rules, world.game.scenario, world.game.options, [], {})


def prepared(world: World) -> PreparedGame:
    game = world.game
    seated = LineUp(("egypt",), people={"egypt": world.person("Bob")})
    return PreparedGame(
        world.group, game.rules, game.scenario, game.options, DEFAULT_SETTINGS, seated
    )


def division(world: World) -> tuple[GroupDraft, ...]:
    places = world.other_game.seats.count() * ((),)
    return (GroupDraft(world.other_group.number, places, (), None),)


def pairing(world: World) -> Pairing:
    plan = ("valley-of-war", "Cup", "swiss", 1)
    rounds_make(tournament_create(world.classroom, *plan, names=["A", "B", "C"]), 0)
    game_delete(world.game)
    return Pairing.objects.exclude(blue=None).get()


def simulated(world: World) -> Classroom:
    (person,) = students_simulate(world.classroom, 1)
    seat_take(person, seat(world.other_game, "hatti"))
    return world.classroom


# What happens, and who is told: G is the group of Eve, who is Egypt, O Bob's, who is Babylon, and
# C the pages of the whole class. `tell`: they are shown anew; `drop`: they ask what they may see.
CASES: dict[str, tuple[Callable[[World], Act], set[str]]] = {
    "a name is changed": (
        lambda w: partial(person_rename, w.person("Eve"), "Eva"),
        {"tell G"},
    ),
    "somebody is removed": (
        lambda w: partial(people_remove, w.classroom, [w.person("Eve")]),
        {
            "tell C public:seats",
            "drop G seat:egypt",
            "drop G moderator",
            "drop O moderator",
            "tell G",
            "tell C",
        },
    ),
    "a name is erased": (
        lambda w: partial(person_forget, w.person("Eve")),
        {"tell G", "tell O", "tell C"},
    ),
    "all names are erased": (
        lambda w: partial(people_forget, w.classroom),
        {"tell G", "tell O", "tell C"},
    ),
    "a seat is taken": (
        lambda w: partial(seat_take, somebody(w), seat(w.game, "hatti")),
        {"tell C public:seats"},
    ),
    "a seat is taken before the start": (
        lambda w: partial(seat_take, somebody(w), waiting(w)),
        {"tell C public:seats", "tell G"},
    ),
    "a seat is left for another": (
        lambda w: partial(seat_any, w.person("Bob"), w.game),
        {"tell C public:seats", "drop O seat:babylon"},
    ),
    "a seat is given": (
        lambda w: partial(seat_give, w.person("Bob"), seat(w.game, "egypt")),
        {"tell C public:seats", "drop O seat:babylon", "tell G"},
    ),
    "a seat is given back": (
        lambda w: partial(seat_return, w.person("Eve"), seat(w.game, "egypt")),
        {"tell C public:seats", "drop G seat:egypt"},
    ),
    "seats are taken away": (
        lambda w: partial(people_seat, [w.person("Eve"), w.person("Bob")], None),
        {"tell C public:seats", "drop G seat:egypt", "drop O seat:babylon"},
    ),
    "a link is withdrawn": (lambda w: partial(group_link_withdraw, w.group), {"drop G moderator"}),
    "a console is given": (
        lambda w: partial(console_give, w.group, w.person("Eve")),
        {"tell C public:seats", "drop G moderator", "drop G seat:egypt", "tell G", "tell C"},
    ),
    "somebody joins": (
        lambda w: partial(student_join, w.classroom, Joining("Zoe")),
        {"tell C"},
    ),
    "requests are decided": (
        lambda w: partial(join_requests_decide, w.classroom, True),
        {"tell C"},
    ),
    "joining is closed": (
        lambda w: partial(joining_change, w.classroom, is_open=False),
        {"tell C"},
    ),
    "the code is replaced": (
        lambda w: partial(classroom_code_replace, w.classroom),
        {"drop C public", "tell C"},
    ),
    "a class is divided": (
        lambda w: partial(division_start, w.classroom, division(w), None, by(w)),
        {"drop G", "drop O", "tell C"},
    ),
    "a latecomer comes": (
        lambda w: partial(latecomers_seat, w.classroom, [somebody(w)]),
        {"tell C public:seats", "tell G", "tell C"},
    ),
    "students are simulated": (
        lambda w: partial(students_simulate, w.classroom, 2),
        {"tell C"},
    ),
    "simulated students are removed": (
        lambda w: partial(simulated_remove, simulated(w)),
        {"drop O", "tell G", "tell C"},
    ),
    "games begin": (
        lambda w: partial(games_begin, [prepared(w)], by(w)),
        {"tell C public:seats", "drop O seat:babylon", "drop G", "tell O"},
    ),
    "a game is drawn again": (
        lambda w: partial(game_redraw, tables.war(w.group, by(w)), by(w)),
        {"drop G", "tell O"},
    ),
    "a record is uploaded": (
        lambda w: partial(game_from_record, w.group, record(w), by(w)),
        {"drop G", "tell O"},
    ),
    "a game is played again": (
        lambda w: partial(game_again, stopped(w), by(w)),
        {"drop G", "tell O"},
    ),
    "a game is deleted": (lambda w: partial(game_delete, w.game), {"drop G", "tell O"}),
    "a group is deleted": (lambda w: partial(group_delete, w.group), {"drop G", "tell O"}),
    "a class is deleted": (
        lambda w: partial(classroom_delete, w.classroom),
        {"drop G", "drop O", "drop C"},
    ),
    "a game's settings are changed": (
        lambda w: partial(game_settings_change, w.game, has_help=False),
        {"tell G"},
    ),
    "a pairing is played": (
        lambda w: partial(pairing_play, pairing(w), w.group, by(w)),
        {"drop G", "tell O", "tell C"},
    ),
    "groups are stuck later": (lambda w: partial(stuck_after, w.classroom, 5), {"tell C"}),
    "the wall shows charts": (lambda w: partial(wall_charts, w.classroom), {"tell C"}),
    "the wall shows results": (lambda w: partial(wall_results, w.classroom), {"tell C"}),
    "the wall shows a place": (lambda w: partial(wall_next_place, w.classroom, 0), {"tell C"}),
    "a password is set": (
        lambda w: partial(password_set, w.instructor, "correct horse battery", None),
        {
            "drop G moderator",
            "drop O moderator",
            *("drop C overview", "drop C tournaments"),
            *(f"drop C {name}" for name in chain(*shared("CLASS_PAGES"))),
            *("drop C here", "drop C invite"),
        },
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_change_is_told(case: str, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    arrange, expected = CASES[case]
    act = arrange(world)
    told: set[str] = set()
    monkeypatch.setattr(
        publishing, "_notify", lambda *notice: told.add(" ".join(map(str, filter(None, notice))))
    )
    names = {
        str(world.group.pk): "G",
        str(world.other_group.pk): "O",
        str(publishing.class_id(world.classroom.pk)): "C",
    }
    act()
    assert {re.sub(r"-?\d+", lambda id: names[id[0]], one) for one in told} == expected
