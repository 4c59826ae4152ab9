"""Stopping a game before its end, and continuing it."""

from __future__ import annotations

import pytest

from moderator.core import credentials, log, queries
from moderator.core.ended import early_end
from moderator.core.errors import InvalidInput, NotAllowed
from moderator.core.models import Game, Group, Person
from moderator.core.people import person_join
from moderator.features.clock.write import game_continue, game_stop
from moderator.features.moves.write import move_play
from moderator.features.slips.write import SlipChange, slip_write, slips_fill, slips_reveal
from moderator.rules.errors import Refused
from moderator.rules.registry import GAMES
from tests.support.play import tables
from tests.support.play.at_once import at_once, kinds
from tests.support.play.play import deploy, record, start

pytestmark = pytest.mark.slow

INCOMES = (("egypt", 13), ("babylon", 12), ("assyria", 11), ("hatti", 9))


def play_turn(game: Game, by: Person) -> None:
    for player, rfs in INCOMES:
        record(game, deploy(player, player, rfs), by)
        record(game, {"type": "end-turn", "player": player}, by)


@pytest.fixture
def turns(group: Group, moderator: Person) -> Game:
    """One Game-turn of two is complete, and Egypt has placed RFs in the second."""
    options = {"deployment": "sequential", "turns": 2}
    game = start(group, moderator, "1800-bc", options)
    play_turn(game, moderator)
    record(game, deploy("egypt", "syria", 5), moderator)
    return game


def stop(game: Game, by: Person) -> None:
    game_stop(game, by, "moderator")


def test_it_is_ranked_after_the_last_complete_game_turn(turns: Game, moderator: Person) -> None:
    fold = log.fold_of(turns)
    end = early_end(fold)
    assert end is not None
    assert (end.round, end.rounds, end.number, end.left_out) == (1, 2, 8, 1)
    summary = GAMES["age-of-iron"].summary(end.state)
    assert summary["chart"]["egypt"]["egypt"] == 13
    assert summary["chart"]["syria"]["egypt"] == 0
    assert end.sentence == "Stopped after Game-turn 1 of 2"
    # After an undo of the move that ended it, no Game-turn is complete.
    for _ in range(2):
        record(turns, {"type": "undo"}, moderator)
    end = early_end(log.fold_of(turns))
    assert end is not None
    assert (end.round, end.state, end.left_out) == (0, None, 7)


def test_nothing_is_recorded_until_it_is_continued(turns: Game, moderator: Person) -> None:
    key, number = credentials.new(), queries.head(turns)[0]
    wire = deploy("egypt", "syria", 1)
    first = move_play(turns, wire, number, key, moderator, "moderator")
    head = queries.head(turns)
    stop(turns, moderator)
    stop(turns, moderator)  # once
    assert (turns.stops, turns.is_stopped, turns.stopped_by) == (1, True, moderator)
    for move in (wire, {"type": "undo"}, {"type": "redo"}):
        with pytest.raises(Refused, match="unless it is continued"):
            record(Game.objects.get(pk=turns.pk), move, moderator)
    # A repetition still gets the first answer.
    again = move_play(turns, wire, number, key, moderator, "moderator")
    assert again.is_repeat
    assert again.entry.hash == first.entry.hash
    assert queries.head(turns) == head
    game_continue(turns, moderator, "moderator")
    assert (turns.stops, turns.is_stopped, turns.stopped_by) == (2, False, None)
    record(turns, wire, moderator)


def test_no_orders_are_written_either(group: Group, moderator: Person) -> None:
    game = start(group, moderator, "1800-bc", {"deployment": "simultaneous"})
    stop(game, moderator)
    change = SlipChange("egypt", 0, [deploy("egypt", "egypt", 11)], False)
    with pytest.raises(Refused, match="unless it is continued"):
        slip_write(game, change, credentials.new(), moderator, "moderator")
    with pytest.raises(Refused, match="unless it is continued"):
        slips_fill(game, [0] * 4, credentials.new(), moderator, "moderator")
    with pytest.raises(Refused, match="unless it is continued"):
        slips_reveal(game, 0, credentials.new(), moderator, "moderator")
    game_continue(game, moderator, "moderator")
    slip_write(game, change, credentials.new(), moderator, "moderator")


def test_who_may_stop_and_what(turns: Game, group: Group, moderator: Person) -> None:
    student = person_join(group.classroom, "Eve", group)
    for change in (game_stop, game_continue):
        with pytest.raises(NotAllowed):
            change(turns, student, "student")
    record(turns, deploy("egypt", "egypt", 8), moderator)
    record(turns, {"type": "end-turn", "player": "egypt"}, moderator)
    for player, rfs in INCOMES[1:]:
        record(turns, deploy(player, player, rfs), moderator)
        record(turns, {"type": "end-turn", "player": player}, moderator)
    with pytest.raises(InvalidInput, match="is over"):
        stop(turns, moderator)


def test_a_game_without_rounds_stops_where_it_stands(group: Group, moderator: Person) -> None:
    game = tables.age_of_war(group, moderator)
    stop(game, moderator)
    end = early_end(log.fold_of(game))
    assert end is not None
    assert (game.is_stopped, end.rounds, end.sentence) == (True, 0, "Stopped before its end")


@pytest.mark.django_db(transaction=True)
def test_of_a_stop_and_a_move_at_the_same_time_either_comes_first(
    turns: Game, moderator: Person
) -> None:
    number = queries.head(turns)[0]

    def ask(place: int) -> object:
        game = Game.objects.select_related("group").get(pk=turns.pk)
        if place == 0:
            return game_stop(game, moderator, "moderator").stops
        wire = deploy("egypt", "syria", 1)
        return move_play(game, wire, number, credentials.new(), moderator, "moderator")

    found = kinds(at_once(ask, 4))
    assert found["int"] == 1
    assert found.get("RecordedMove", 0) <= 1
    assert set(found) <= {"int", "RecordedMove", "Stale", "Refused"}
    turns.refresh_from_db()
    assert turns.is_stopped
    with pytest.raises(Refused, match="unless it is continued"):
        record(turns, deploy("egypt", "syria", 1), moderator)
