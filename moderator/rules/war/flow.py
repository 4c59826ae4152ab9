"""The course of a game: set-up, turns, and which moves are possible when.

Source: docs/rules/war.md, "Moves".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from moderator.rules.errors import Refused
from moderator.rules.move import Move
from moderator.rules.war.cards import FACE_UP, Card, deal_gifts
from moderator.rules.war.scenario import Scenario, check_players
from moderator.rules.war.state import CARDS, FIGHT, PLACE, REINFORCE, TURNS, Board, State

_ROUNDS = {PLACE: 4, REINFORCE: 2}


def begin(scenario: Scenario, options: Mapping[str, Any]) -> State:
    """The state before the first move.

    Args:
        options: the effective options, and the players.

    Raises:
        Refused: `bad-scenario` if map and deck are for another number of players.
    """
    players = tuple(options["players"])
    check_players(scenario, len(players))
    deck = scenario.deck
    hands: tuple[tuple[Card, ...], ...] = ((),) * len(players)
    if options["gifts"]:
        deck, hands = deal_gifts(deck, len(players))
    empty: Board = (None,) * len(scenario.tiles)
    return State(
        scenario=scenario,
        players=players,
        part=PLACE,
        active=0,
        board=empty,
        hands=hands,
        combat=(None,) * len(players),
        face_up=deck[:FACE_UP],
        deck=deck[FACE_UP:],
        turn=0,
        last_turn=None,
        opening=empty,
        played=0,
        moves=0,
        moved_from=None,
        attack=None,
    )


def pass_placing(state: State) -> State:
    """The state after a unit is placed before turns: next player, next part, or first turn."""
    players, part = len(state.players), state.part or PLACE
    standing = sum(stack.units for stack in state.board if stack)
    before = 0 if part == PLACE else _ROUNDS[PLACE] * players
    if standing < before + _ROUNDS[part] * players:
        return replace(state, active=standing % players)
    if part == PLACE:
        return replace(state, part=REINFORCE, active=0)
    return start_turn(replace(state, part=TURNS))


def start_turn(state: State) -> State:
    """The state at the start of the next player's turn, whose combat card is discarded."""
    turn = state.turn + 1
    player = (turn - 1) % len(state.players)
    combat = tuple(None if i == player else card for i, card in enumerate(state.combat))
    return replace(
        state,
        turn=turn,
        active=player,
        combat=combat,
        opening=state.board,
        played=0,
        moves=0,
        moved_from=None,
        fought=None,
    )


def pass_turn(state: State) -> State:
    """The state after a turn: the next player's turn, or the end after the last final turn."""
    if state.turn == state.last_turn:
        return replace(state, part=None, active=None, moved_from=None)
    if state.last_turn is None and not state.face_up and not state.deck:
        state = replace(state, last_turn=state.turn + len(state.players))
    return start_turn(state)


def verbs_now(state: State) -> tuple[str, ...]:
    """The kinds of move that are possible in this part of the game and step of the turn."""
    if state.part != TURNS:
        return () if state.part is None else (state.part,)
    if state.step == FIGHT:
        return ("fight", "withdraw")
    ending = "end-turn" if state.is_final else "draw"
    return ("play", "combat-card", "move", ending) if state.step == CARDS else ("move", ending)


class WarMove(Move[State]):
    """A move of a player, possible in some steps of turns; before them it isn't offered."""

    __slots__ = ()

    @classmethod
    def check_now(cls, state: State, player: int) -> None:
        """Raise `wrong-step`, then `not-your-turn`, unless the player may make such a move now."""
        now = verbs_now(state)
        if cls.verb not in now:
            raise Refused(
                "wrong-step",
                "“{verb}” is not possible now{why}; possible: {now}.",
                verb=cls.verb,
                why=lambda: _why(state, cls.verb),
                now=lambda: " or ".join(f"“{verb}”" for verb in now),
            )
        if player != state.active:
            raise Refused(
                "not-your-turn",
                "It is {active}’s turn, not {name}’s.",
                active=lambda: state.player_name(state.active or 0),
                name=lambda: state.player_name(player),
            )

    @classmethod
    def is_in(cls, state: State) -> bool:
        """Whether it is offered in this part of the game."""
        return not state.is_before_turns


def _why(state: State, verb: str) -> str:
    if state.step == FIGHT:
        return " while an attack is under way"
    if verb == "draw" and state.is_final:
        return ", since no card is left"
    if verb == "end-turn" and state.part == TURNS:
        return ": as long as there are cards, a turn ends with drawing"
    if verb in ("play", "combat-card") and state.part == TURNS:
        return " in a player’s first turn" if state.is_first_turn else " once units have moved"
    return ""


def check_own(state: State, player: int, tile: int) -> None:
    """Raise `Refused("bad-tile")` unless the player controls the tile."""
    if not state.is_controlled_by(player, tile):
        tiles = state.scenario.tiles
        raise Refused(
            "bad-tile",
            "{name} has no units in {tile}; the tiles that {name} controls: {mine}.",
            name=state.player_name(player),
            tile=tiles[tile],
            mine=lambda: ", ".join(tiles[own] for own in state.tiles_of(player)) or "none",
        )


def check_in_hand(state: State, player: int, card: Card) -> None:
    """Raise `Refused("no-such-card")` unless the player holds the card.

    The message does not say which cards the player holds, since others may read it.
    """
    if card not in state.hands[player]:
        raise Refused(
            "no-such-card",
            "{name} does not hold {card}; only cards in hand can be played.",
            name=state.player_name(player),
            card=card,
        )


class CardMove(WarMove):
    """A move with a card: there are choices as long as the player has cards."""

    __slots__ = ()

    @classmethod
    def no_choice(cls, state: State, player: int) -> Refused:
        return Refused("no-such-card", "{name} holds no card.", name=state.player_name(player))
