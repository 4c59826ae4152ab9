"""The bot: its moves in clear positions, and that it wins."""

from __future__ import annotations

import random

import pytest

from bench.bot import at_random, bot_of, share
from bench.bot import play as played
from moderator.rules.age_of_war import AGE_OF_WAR, bot
from moderator.rules.age_of_war.bot import castle_values
from moderator.rules.age_of_war.castles import CASTLE_NUMBERS
from moderator.rules.age_of_war.state import State
from moderator.rules.log import Timeline
from tests.rules.age_of_war.table import Json, move, pass_turn, play, table, take
from tests.support.amount import amount

OPENING = table()


def asked(timeline: Timeline, seat: str = "kim") -> Json | None:
    wire = bot.move(timeline.state, seat)
    return None if wire is None else dict(wire)


def held(**castles: str) -> Timeline:
    """A game in which these players have these castles, and it is Kim's turn."""
    timeline, wanted = OPENING, {player: one.split() for player, one in castles.items()}
    while any(wanted.values()) or timeline.state.active != 0:
        player = timeline.state.players[timeline.state.active or 0]
        mine = wanted.get(player, [])
        timeline = take(timeline, player, mine.pop(0)) if mine else pass_turn(timeline, player)
    return timeline


@pytest.mark.parametrize(
    ("timeline", "wire"),
    [
        (OPENING, {"type": "roll", "player": "kim"}),
        # One open line of one castle.
        (play(OPENING, "roll kim 3331ddd"), move("fill kim gassantoda 2 333")),
        # The castle of this turn, and nothing on it.
        (play(OPENING, "roll kim daac123", "fill kim gifu 1 d", "roll kim d33222"),
         move("lose kim")),
        # The last line of the castle takes it.
        (play(OPENING, "roll kim daac123", "fill kim inuyama 2 aa", "roll kim dd332"),
         move("fill kim inuyama 1 d")),
    ],
)  # fmt: skip
def test_what_is_plain_is_done(timeline: Timeline, wire: Json) -> None:
    assert asked(timeline) == wire
    assert asked(timeline, "ed") is None


def test_a_clan_is_closed_rather_than_a_castle_of_as_many_points_begun() -> None:
    timeline = play(held(kim="gassantoda"), "roll kim 3322cc1")
    assert asked(timeline) == move("fill kim takahashi 1 cc")


def worth(timeline: Timeline, castle: str) -> int:
    """The castle's value for Kim."""
    state = timeline.state
    return castle_values(state.holders, 0, len(state.players))[CASTLE_NUMBERS[castle]]


def test_a_castle_that_an_opponent_needs_for_a_clan_is_worth_more() -> None:
    assert worth(held(ed="azuchi matsumoto gifu"), "odani") > worth(OPENING, "odani")
    assert worth(held(ed="gassantoda"), "gassantoda") > worth(OPENING, "gassantoda")


def test_what_is_out_of_reach_is_worth_nothing() -> None:
    timeline = held(kim="gifu", ed="kumamoto")
    assert (worth(timeline, "gifu"), worth(timeline, "kumamoto")) == (0, 0)


def test_nobody_ends_a_game_that_he_loses() -> None:
    others = "azuchi matsumoto odani gifu edo kiyosu inuyama kasugayama kitanosho gassantoda"
    losing = held(ed=f"{others} takahashi matsuyama", kim="kumamoto")
    assert AGE_OF_WAR.summary(losing.state)["center"] == ["marugame"]
    assert worth(losing, "marugame") == 0
    assert asked(play(losing, "roll kim ddc3321")) == move("fill kim matsuyama 0 d")
    winning = held(kim=f"{others} takahashi matsuyama", ed="kumamoto")
    assert asked(play(winning, "roll kim dddddc3")) == move("fill kim marugame 1 dd")


def test_it_plays_the_same_every_time() -> None:
    timeline = play(OPENING, "roll kim daac123")
    assert len({str(asked(timeline)) for _ in range(3)}) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("players", "games"), [(2, amount(6, 20)), (4, amount(2, 6))])
def test_it_beats_players_who_do_anything(players: int, games: int) -> None:
    assert share(AGE_OF_WAR, games, players, 5, bot_of(AGE_OF_WAR)) >= 0.8


@pytest.mark.slow
def test_a_player_who_does_anything_does_not_beat_another_one() -> None:
    assert share(AGE_OF_WAR, amount(2, 3), 2, 5, at_random(AGE_OF_WAR, random.Random(2))) < 1


@pytest.mark.slow
@pytest.mark.parametrize("seats", [("a", "b"), ("a", "b", "c")])
def test_bots_finish_a_game_among_themselves(seats: tuple[str, ...]) -> None:
    moves: list[str] = []

    def program(state: State, seat: str) -> Json | None:
        moves.append(seat)
        return bot.move(state, seat)  # type: ignore[return-value]

    start, players = table(*seats).state, dict.fromkeys(seats, program)
    assert played(AGE_OF_WAR, start, players, random.Random(3)).is_over
    assert len(moves) < 1000
