"""Playing again with the same people."""

from __future__ import annotations

import pytest

from moderator.core.errors import InvalidInput
from moderator.core.models import Game, Group, Person
from moderator.core.people import person_join
from moderator.features.clock.write import game_stop
from moderator.features.new_game.settings import GameSettings, game_settings_change
from moderator.features.new_game.write import game_again, game_create, scenario_draw
from moderator.features.people.write import seat_give
from tests.support.play.play import start

pytestmark = pytest.mark.slow


def people_of(game: Game) -> dict[str, list[str]]:
    return {
        seat.player: [person.name for person in seat.persons.all()]
        for seat in game.seats.order_by("pk")
    }


def join(group: Group, *names: str) -> list[Person]:
    return [person_join(group.classroom, name, group) for name in names]


def stopped(group: Group, moderator: Person) -> Game:
    game = start(group, moderator, "1800-bc", {"turns": 2, "deployment": "simultaneous"})
    game_settings_change(game, acting="seats", is_reveal_automatic=True)
    game.refresh_from_db()
    for person, player in zip(join(group, "Eve", "Bob"), ("egypt", "hatti"), strict=True):
        seat_give(person, game.seats.get(player=player))
    game_stop(game, moderator, "moderator")
    return game


@pytest.mark.parametrize(
    ("is_moved_on", "egypt", "babylon", "hatti"),
    [(False, ["Eve"], [], ["Bob"]), (True, ["Bob"], ["Eve"], [])],
)
def test_everybody_keeps_the_seat_or_takes_the_next_one(
    group: Group,
    moderator: Person,
    is_moved_on: bool,
    egypt: list[str],
    babylon: list[str],
    hatti: list[str],
) -> None:
    old = stopped(group, moderator)
    new = game_again(old, moderator, is_moved_on)
    assert new.number == old.number + 1
    assert (new.scenario, new.options, new.is_stopped) == (old.scenario, old.options, False)
    assert (new.acting, new.is_reveal_automatic) == ("seats", True)
    people = people_of(new)
    assert [people["egypt"], people["babylon"], people["hatti"]] == [egypt, babylon, hatti]
    assert people_of(old)["egypt"] == ["Eve"]  # history
    with pytest.raises(InvalidInput, match="another game"):
        game_again(old, moderator)
    with pytest.raises(InvalidInput, match="still being played"):
        game_again(new, moderator)


@pytest.mark.parametrize("rules", ["age-of-war", "war"])
def test_where_seats_have_peoples_names_the_next_player_begins(
    group: Group, moderator: Person, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"players": ["ann", "bob", "cem"]}
    drawn = scenario_draw(rules, options) if rules == "war" else "standard"
    bots = frozenset({"cem"} if rules == "age-of-war" else ())
    settings = GameSettings(dice="server", partners=bots)
    game = game_create(group, rules, drawn, options, moderator, settings)
    for person in join(group, "Ann", "Bob"):
        seat_give(person, game.seats.get(player=person.name.lower()))
    game.seats.filter(is_partner=True).update(level="player", put_by=moderator)
    monkeypatch.setattr("moderator.features.new_game.write.is_ended", lambda look: True)
    new = game_again(game, moderator, is_moved_on=True)
    assert new.options == {"players": ["bob", "cem", "ann"]}
    assert people_of(new) == {"bob": ["Bob"], "cem": [], "ann": ["Ann"]}
    found = set(new.seats.filter(is_partner=True).values_list("player", "level", "put_by"))
    assert found == {(player, "player", moderator.pk) for player in bots}
    assert (new.dice, new.seed != game.seed) == ("server", True)
