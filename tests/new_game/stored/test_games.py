"""Starting a game: what the rules make of it, and who keeps a seat."""

from typing import Any

import pytest

from moderator.core import queries
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import person_join, person_remove
from moderator.features.new_game.write import game_create, game_delete
from moderator.features.people.write import seat_take
from moderator.rules.errors import Refused
from tests.support.play.play import start

pytestmark = pytest.mark.slow


def test_its_seats_are_those_of_the_rules(game: Game) -> None:
    players = [seat.player for seat in queries.seats(game)]
    assert players == ["ariel", "beauregard", "chas", "dirk"]
    assert (game.number, game.rules, game.options) == (1, "age-of-iron", {})
    assert len(game.uid) == 32


def test_the_newest_is_the_present_one(game: Game, moderator: Person) -> None:
    new = start(game.group, moderator, "1800-bc", {"turns": 3})
    assert new.number == 2
    assert queries.game_now(game.group) == new
    assert Game.objects.count() == 2


def test_the_number_of_a_deleted_one_is_not_given_again(game: Game, moderator: Person) -> None:
    game_delete(start(game.group, moderator, "1800-bc", {"turns": 3}))
    assert start(game.group, moderator, "1800-bc", {"turns": 3}).number == 3


def test_students_keep_their_country(group: Group, moderator: Person, classroom: Classroom) -> None:
    old = start(group, moderator, "1800-bc")
    ana, ben, eve = (person_join(classroom, name) for name in ("Ana", "Ben", "Eve"))
    seat_take(ana, old.seats.get(player="egypt"))
    seat_take(ben, old.seats.get(player="hatti"))
    seat_take(eve, old.seats.get(player="assyria"))
    person_remove(eve)
    new = start(group, moderator, "900-bc")
    assert queries.seat_of(ana, new) == new.seats.get(player="egypt")
    assert queries.seat_of(ben, new) is None
    assert not new.seats.get(player="assyria").persons.exists()
    assert queries.seat_of(ana, old) is not None


@pytest.mark.parametrize(
    ("rules", "change", "options", "code"),
    [
        ("chess", {}, {}, "bad-record"),
        ("age-of-iron", {"turns": 0}, {}, "bad-scenario"),
        ("age-of-iron", {"title": "a\0"}, {}, "bad-scenario"),
        ("age-of-iron", {}, {"speed": 1}, "bad-record"),
        ("age-of-iron", {}, {"turns": 31}, "bad-record"),
    ],
)
def test_what_the_rules_dont_take(
    rules: str,
    change: dict[str, Any],
    options: dict[str, Any],
    code: str,
    game: Game,
    moderator: Person,
) -> None:
    with pytest.raises(Refused) as refused:
        game_create(game.group, rules, game.scenario | change, options, moderator)
    assert refused.value.code == code
    assert Game.objects.count() == 1


def test_options_that_make_no_sense_together(group: Group, moderator: Person) -> None:
    options = {"deployment": "sequential", "home_first": True}
    with pytest.raises(Refused, match="home"):
        start(group, moderator, "example-of-play", options)
    assert not Game.objects.exists()
