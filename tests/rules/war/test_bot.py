"""The bot: its moves in clear positions, what it doesn't look at, and that it wins."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

from bench.bot import bot_of, share
from bench.bot import play as played
from bench.selfplay import random_wire, start
from moderator.rules.bots import Decision, Known
from moderator.rules.log import Timeline
from moderator.rules.seating import Viewer
from moderator.rules.war import WAR
from moderator.rules.war.bot import BOT_RULES
from moderator.rules.war.state import State
from tests.rules.war.table import Json, in_turns, move, play, table
from tests.support.amount import amount
from tests.support.rules.cases import CASES

TWIN = next(case.twin for case in CASES if case.rules is WAR)
FINAL: Json = {"turn": 21, "last_turn": 22, "face_up": (), "deck": ()}


def decided(state: State, seat: str) -> Sequence[Decision]:
    known = Known(Timeline(WAR, state), Viewer(seat=seat))
    return BOT_RULES.decide(known, "", random.Random(1).randrange)


def asked(timeline: Timeline, seat: str = "ann") -> Json | None:
    found = decided(timeline.state, seat)
    return dict(found[0].wire) if found else None


def at(board: dict[str, str], **changes: Any) -> Timeline:
    return in_turns(table(), board, **changes)


@pytest.mark.parametrize(
    ("timeline", "wire"),
    [
        # Its only unit that can be spared takes the tile with a symbol that it has not.
        (at({"a1": "ann 2", "b1": "ann 1", "f4": "bob 1"}, turn=1), move("move ann a1 a2 1")),
        # A set of three is worth more than two other tiles.
        (at({"d1": "ann 1", "f1": "ann 1", "a1": "ann 2", "a2": "ann 1", "f4": "bob 9"}, **FINAL),
         move("move ann a1 b1 1")),
        # Nothing is left to gain.
        (at({"a1": "ann 1", "f4": "bob 1"}, **FINAL, moves=2), move("end ann")),
        # One of the lowest value, and the one that can be placed.
        (at({"b1": "ann 4", "f4": "bob 1"}, turn=1, moves=2, moved_from=0,
            face_up=["bricks1", "circles3", "drop3", "bricks3"]), move("draw ann bricks1 drop3")),
    ],
)  # fmt: skip
def test_what_is_plain_is_done(timeline: Timeline, wire: Json) -> None:
    assert asked(timeline) == wire
    assert asked(timeline, "bob") is None


def test_an_attack_goes_on_while_more_is_to_be_won_than_lost() -> None:
    strong = at({"a1": "ann 6", "a2": "bob 3", "f4": "bob 1"}, turn=3)
    attack = play(strong, "move ann a1 a2 5", "fight ann 6 1")
    assert asked(attack) == {"type": "fight", "player": "ann"}
    weak = at({"a1": "ann 4", "b1": "ann 1", "a2": "bob 4", "f4": "bob 1"}, turn=3)
    attack = play(weak, "move ann a1 a2 3")
    assert asked(attack) == {"type": "fight", "player": "ann"}  # it can't withdraw yet
    assert asked(play(attack, "fight ann 1 6")) == {"type": "withdraw", "player": "ann"}


def test_cards_are_played_where_they_bring_units_and_laid_where_they_help_to_attack() -> None:
    board = {"b1": "ann 3", "f4": "bob 1"}
    (wire,) = [asked(at(board, ann=["drop3", "bricks1"], turn=3))]
    assert wire == move("play ann drop3 b1:3")
    board = {"a1": "ann 3", "a2": "bob 3", "f4": "bob 1"}
    assert asked(at(board, ann=["hammers6"], turn=3)) == move("combat ann hammers6")


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_it_sees_no_other_hand_and_not_the_deck(players: int) -> None:
    """In a whole game of bots each decides the same with other cards where it sees none; in a usual
    run three of four moves are made at random."""
    chance, others, moves = random.Random(7), 0, count()

    def bot(state: State, seat: str) -> Any:
        nonlocal others
        if next(moves) % amount(4, 1):
            return random_wire(WAR, state, chance)
        assert TWIN
        twin = TWIN(state, Viewer(seat=seat), chance)
        others += twin != state
        (decision,) = decided(state, seat)
        assert decided(twin, seat) == [decision]
        assert str(decision.because).endswith(".")
        return decision.wire

    begun = start(WAR, players, chance)
    assert played(WAR, begun, dict.fromkeys(begun.players, bot), chance).is_over
    assert others > amount(10, 20)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, *(pytest.param(n, marks=pytest.mark.long) for n in (3, 4))])
def test_it_beats_players_who_do_anything(players: int) -> None:
    assert share(WAR, amount(2, 4), players, 5, bot_of(WAR)) > 0.8
