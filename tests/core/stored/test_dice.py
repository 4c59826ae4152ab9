"""The server's dice in a stored game: commitment, rolls inside the lock, seed at the end."""

from hashlib import sha256
from typing import Any

import pytest

from moderator.core import credentials, dice, log
from moderator.core.heads import log_findings
from moderator.core.log import genesis
from moderator.core.look import Look, look_at
from moderator.core.models import Game, Group, Person
from moderator.features.moves.write import move_play
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
from moderator.rules import dice as rules_dice
from moderator.rules.age_of_war.castles import FACES
from moderator.rules.errors import Refused
from moderator.rules.move import Dice
from tests.support.play import tables
from tests.support.play.play import AGE_OF_IRON, WORKED_EXAMPLE, record, scenario, start

pytestmark = pytest.mark.slow

ROLL = {"type": "roll", "player": "ann"}
FIRST_ROLL = {**ROLL, "dice": ["daimyo"] * 7}
UNDO = {"type": "undo"}


@pytest.fixture
def served(group: Group, moderator: Person) -> Game:
    return tables.age_of_war(group, moderator)


@pytest.fixture
def typed(group: Group, moderator: Person) -> Game:
    return tables.age_of_war(group, moderator, GameSettings())


def test_the_server_rolls_what_the_seed_says(served: Game, moderator: Person) -> None:
    rolled = record(served, ROLL, moderator).entry.move["dice"]
    needed = (Dice("dice", FACES, 7),)
    seed = bytes.fromhex(served.seed)
    assert {"dice": rolled} == rules_dice.roll(seed, served.uid, 1, needed)
    assert len(rolled) == 7


def test_a_roll_taken_back_is_another_one_the_next_time(served: Game, moderator: Person) -> None:
    """It has another number, and the log says who undid it."""
    first = record(served, ROLL, moderator).entry
    record(served, UNDO, moderator)
    second = record(served, ROLL, moderator).entry
    needed = (Dice("dice", FACES, 7),)
    seed = bytes.fromhex(served.seed)
    assert second.number == 3
    assert {"dice": second.move["dice"]} == rules_dice.roll(seed, served.uid, 3, needed)
    assert first.move["dice"] == rules_dice.roll(seed, served.uid, 1, needed)["dice"]


@pytest.mark.parametrize("typed", [["daimyo"] * 7, None, []])
def test_nobody_types_dice_that_the_server_rolls(
    typed: Any, served: Game, moderator: Person
) -> None:
    with pytest.raises(Refused, match="server rolls") as refused:
        record(served, {**ROLL, "dice": typed}, moderator)
    assert refused.value.code == "bad-move"
    assert not served.entries.exists()


def test_dice_of_a_table_are_typed(typed: Game, moderator: Person) -> None:
    with pytest.raises(Refused) as refused:
        record(typed, ROLL, moderator)
    assert refused.value.code == "bad-move"
    assert record(typed, FIRST_ROLL, moderator).entry.move == FIRST_ROLL
    assert (typed.seed, dice.commitment(typed)) == ("", "")


@pytest.mark.parametrize("wire", [None, [], "roll", {"type": []}, {"type": "roll", "player": 1}])
def test_what_is_no_move_is_refused_all_the_same(
    wire: Any, served: Game, moderator: Person
) -> None:
    with pytest.raises(Refused):
        record(served, wire, moderator)
    assert not served.entries.exists()


def test_age_of_iron_has_a_die_where_the_odds_table_decides(
    group: Group, moderator: Person
) -> None:
    options = {"combat": "odds-table"}
    example = scenario("example-of-play")
    game = game_create(group, AGE_OF_IRON, example, options, moderator, GameSettings(dice="server"))
    for wire in WORKED_EXAMPLE[:2]:
        record(game, wire, moderator)
    attack = {
        "type": "attack",
        "player": "ariel",
        "defender": "beauregard",
        "region": "xenophobia",
    }
    played = record(game, attack, moderator)
    assert played.entry.move["die"] in range(1, 7)
    assert dice.without_rolls(Look(game, played.fold), played.entry) == attack


class TestTheSeed:
    @pytest.mark.only_on("sqlite")  # a whole game's entries, each stored as any other
    def test_it_is_opened_by_the_end_and_stays_so(self, served: Game, moderator: Person) -> None:
        promised = dice.commitment(served)
        assert promised == sha256(bytes.fromhex(served.seed)).hexdigest()
        while not dice.is_opened(fold := log.fold_of(served)):
            assert not fold.timeline.is_over
            assert dice.rolls_here(Look(served, fold))
            assert dice.opened_seed(Look(served, fold)) == ""
            tables.play_on_to(served, moderator, fold.number + 10)
        assert not dice.rolls_here(Look(served, fold))
        last = fold.number
        assert dice.opening(fold) == last
        assert dice.opened_seed(Look(served, fold)) == served.seed
        fold = record(served, UNDO, moderator).fold
        assert dice.opening(fold) == last
        assert dice.opened_seed(Look(served, fold)) == served.seed
        assert not dice.rolls_here(Look(served, fold))

    @pytest.mark.only_on("sqlite")  # likewise
    def test_dice_are_typed_once_it_is_known(self, served: Game, moderator: Person) -> None:
        tables.play_to_end(served, moderator)
        rolled = [entry for entry in log.fold_of(served).entries if entry.verb == "roll"][-1]
        while log.fold_of(served).timeline.number < 2 * rolled.number:
            played = record(served, UNDO, moderator)
            if played.entry.step.number == rolled.number:
                break
        asked = {"type": "roll", "player": rolled.move["player"]}
        with pytest.raises(Refused):
            record(served, asked, moderator)
        played = record(served, rolled.move, moderator)
        assert not dice.is_rolled(Look(served, played.fold), played.entry)
        assert dice.without_rolls(Look(served, played.fold), played.entry) == rolled.move
        assert dice.is_rolled(Look(served, played.fold), rolled)
        assert dice.without_rolls(Look(served, played.fold), rolled) == asked

    def test_every_game_has_its_own(self, group: Group, moderator: Person) -> None:
        one, two = (tables.age_of_war(group, moderator) for _ in range(2))
        assert len(bytes.fromhex(one.seed)) == len(bytes.fromhex(two.seed)) == 32
        assert one.seed != two.seed

    def test_a_hidden_deck_has_one_too(self, group: Group, moderator: Person) -> None:
        """Otherwise the log's first hash, which sheets show, would help to guess the deck."""
        game = tables.war(group, moderator, GameSettings())
        assert len(game.seed) == 64
        assert dice.commitment(game) == ""
        assert dice.opened_seed(look_at(game)) == ""

    def test_no_other_game_has_one(self, group: Group, moderator: Person) -> None:
        assert start(group, moderator).seed == ""


def test_a_retry_asks_for_what_was_asked(served: Game, moderator: Person) -> None:
    key = credentials.new()
    first = move_play(served, ROLL, 0, key, moderator, "moderator")
    again = move_play(served, ROLL, 0, key, moderator, "moderator")
    assert again.is_repeat
    assert again.entry == first.entry
    assert dice.without_rolls(Look(served, again.fold), again.entry) == ROLL


def test_a_seed_put_in_the_place_of_another_is_found(group: Group, moderator: Person) -> None:
    """So that nobody can commit to other dice afterwards."""
    game = tables.age_of_war(group, moderator)
    tables.go_on(game, moderator)
    assert log_findings(game) == []
    game.seed = "0" * 64
    assert "the setup was" in " ".join(log_findings(game))


def test_the_first_hash_of_a_hidden_deck_cant_be_tried(group: Group, moderator: Person) -> None:
    """Sheets show it: without the seed, it would reveal the deck to those who know most of it."""
    game = tables.war(group, moderator)
    shown = genesis(game)
    seed, game.seed = game.seed, ""
    assert genesis(game) != shown
    game.seed = seed
    assert genesis(game) == shown
