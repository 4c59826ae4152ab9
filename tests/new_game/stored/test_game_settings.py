"""Game settings: what the rules allow, changes during play, and bots."""

import pytest

from moderator.core import queries
from moderator.core.errors import InvalidInput, NotAllowed
from moderator.core.log import genesis
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import person_join
from moderator.features.new_game.settings import (
    GameSettings,
    game_settings_change,
    game_settings_of,
)
from moderator.features.new_game.write import game_create, game_delete, game_redraw, scenario_draw
from moderator.features.people.write import seat_take
from moderator.rules.errors import Refused
from tests.support.play import tables
from tests.support.play.play import record, start

pytestmark = pytest.mark.slow

ROLL = {"type": "roll", "player": "ann"}
WITH_BOB = GameSettings(dice="server", partners=frozenset({"bob"}))


@pytest.fixture
def practice(group: Group, moderator: Person) -> Game:
    return tables.age_of_war(group, moderator, WITH_BOB)


@pytest.fixture
def ana(classroom: Classroom) -> Person:
    return person_join(classroom, "Ana")


class TestWhatTheRulesAllow:
    @pytest.mark.parametrize(
        ("running", "sentence"),
        [
            (GameSettings(partners=frozenset({"bob"})), "server rolls"),
            (GameSettings(dice="server", partners=frozenset({"cid"})), "no such seat"),
        ],
    )
    def test_age_of_war(
        self, running: GameSettings, sentence: str, group: Group, moderator: Person
    ) -> None:
        with pytest.raises(InvalidInput, match=sentence):
            tables.age_of_war(group, moderator, running)
        assert not Game.objects.exists()

    @pytest.mark.parametrize(
        ("running", "sentence"),
        [
            (GameSettings(acting="seats"), "moderator records all moves"),
            (GameSettings(dice="server"), "no dice for the server"),
            (GameSettings(dice="server", partners=frozenset({"red"})), "no dice for the server"),
            (GameSettings(partners=frozenset({"red"})), "can’t take a seat"),
        ],
    )
    def test_valley_of_war(
        self, running: GameSettings, sentence: str, group: Group, moderator: Person
    ) -> None:
        with pytest.raises(InvalidInput, match=sentence):
            game_create(group, "valley-of-war", "standard", {}, moderator, running)
        assert not Game.objects.exists()

    @pytest.mark.parametrize("running", [GameSettings(acting="all"), GameSettings(dice="loaded")])
    def test_no_other_word(self, running: GameSettings, group: Group, moderator: Person) -> None:
        with pytest.raises(ValueError, match="no such setting"):
            tables.age_of_war(group, moderator, running)

    def test_it_is_kept(self, group: Group, moderator: Person) -> None:
        running = GameSettings("seats", "server", has_help=False, partners=frozenset({"bob"}))
        game = tables.age_of_war(group, moderator, running)
        assert game_settings_of(Game.objects.get(pk=game.pk)) == running


class TestSwitching:
    def test_what_is_left_out_stays(self, practice: Game) -> None:
        game = game_settings_change(practice, acting="seats")
        assert game_settings_of(game) == GameSettings("seats", "server", True, frozenset({"bob"}))

    def test_players_of_age_of_iron_record_and_the_game_stays_the_same(self, game: Game) -> None:
        before = game.options, genesis(game)
        assert game.acting == "moderator"
        changed = game_settings_change(game, acting="seats")
        assert changed.acting == "seats"
        assert (changed.options, genesis(changed)) == before
        assert game_settings_change(game, acting="moderator").acting == "moderator"

    def test_a_game_that_is_gone(self, practice: Game) -> None:
        game_delete(Game.objects.get(pk=practice.pk))
        with pytest.raises(Game.DoesNotExist):
            game_settings_change(practice, acting="seats")

    def test_students_record_only_where_seats_act(self, practice: Game, ana: Person) -> None:
        seat_take(ana, practice.seats.get(player="ann"))
        with pytest.raises(NotAllowed, match="moderator records"):
            record(practice, ROLL, ana, "student")
        game_settings_change(practice, acting="seats")
        for wire in ({"type": "roll", "player": "bob"}, {"type": "roll"}, {"type": []}):
            with pytest.raises(NotAllowed, match="your own daimyo only"):
                record(practice, wire, ana, "student")
        assert not practice.entries.exists()
        assert record(practice, ROLL, ana, "student").entry.role == "student"


class TestDrawnAgain:
    def test_the_same_settings_but_drawn_again(
        self, group: Group, moderator: Person, ana: Person
    ) -> None:
        game = tables.war(group, moderator, GameSettings("seats", "server", has_help=False))
        seat_take(ana, game.seats.get(player="bob"))
        new = game_redraw(game, moderator)
        assert queries.game_now(group) == new
        assert not Game.objects.filter(pk=game.pk).exists()
        assert (new.rules, new.options, new.number) == (game.rules, game.options, game.number + 1)
        assert game_settings_of(new) == GameSettings("seats", "server", has_help=False)
        assert new.scenario["deck"] != game.scenario["deck"]
        assert new.seed != game.seed
        assert new.uid != game.uid
        assert [seat.player for seat in queries.seats(new)] == ["ann", "bob"]
        assert [seat.player for seat in ana.seats.all()] == ["bob"]

    def test_not_once_it_has_begun(self, group: Group, moderator: Person) -> None:
        game = tables.war(group, moderator)
        tile = next(tile for tile, symbol in game.scenario["tiles"].items() if symbol is None)
        record(game, {"type": "place", "player": "ann", "tile": tile}, moderator)
        record(game, {"type": "undo"}, moderator)
        with pytest.raises(InvalidInput, match="has begun"):
            game_redraw(game, moderator)
        assert Game.objects.get() == game

    def test_not_an_old_one(self, group: Group, moderator: Person) -> None:
        game = tables.war(group, moderator)
        start(group, moderator)
        with pytest.raises(InvalidInput, match="another game"):
            game_redraw(game, moderator)
        assert Game.objects.count() == 2

    def test_not_one_that_isnt_drawn(self, game: Game, moderator: Person) -> None:
        with pytest.raises(InvalidInput, match="nothing to draw"):
            game_redraw(game, moderator)

    def test_not_twice(self, group: Group, moderator: Person) -> None:
        game = tables.war(group, moderator)
        game_redraw(Game.objects.get(pk=game.pk), moderator)
        with pytest.raises(InvalidInput, match="deleted"):
            game_redraw(game, moderator)
        assert Game.objects.count() == 1

    def test_no_options_that_the_rules_dont_know(self, group: Group, moderator: Person) -> None:
        with pytest.raises(Refused):
            scenario_draw("war", {"players": ["ann"]})
