"""What can be typed, with the tiles and symbols of this map; nothing that is in a hand."""

from __future__ import annotations

from moderator.rules.typed_help import TypedExample, TypedHelp
from moderator.rules.war.state import FIGHT, State


def typed_help(state: State) -> tuple[TypedHelp, ...]:
    """The parts of the game, the present one first."""
    is_fight = state.step == FIGHT
    placing = TypedHelp("Before turns begin", _placing(state), state.is_before_turns)
    turn = TypedHelp(
        "A turn", _turn(state), not (state.is_before_turns or is_fight or state.is_over)
    )
    attack = TypedHelp("An attack", _attack(), is_fight)
    undo = TypedExample("undo", "undoes the last move; “redo” makes it again")
    always = TypedHelp("At any time", (undo,), state.is_over)
    parts = (placing, turn, attack) if state.is_before_turns else (turn, attack)
    return tuple(sorted((*parts, always), key=lambda part: not part.is_now))


def play_line(state: State) -> str:
    """A command that plays a card, whoever has it."""
    return f"play {_symbol(state)} 2 {state.scenario.tiles[0]}"


def combat_line(state: State) -> str:
    """A command that lays a combat card, whoever has it."""
    return f"combat {_symbol(state)} 4"


def _symbol(state: State, index: int = 0) -> str:
    known = state.scenario.in_play
    return known[index % len(known)]


def _placing(state: State) -> tuple[TypedExample, ...]:
    tile = state.scenario.tiles[0]
    return (TypedExample(tile, f"places a unit on {tile}, or adds one"),)


def _turn(state: State) -> tuple[TypedExample, ...]:
    one, other = state.scenario.tiles[:2]
    card, second, play = f"{_symbol(state)} 2", f"{_symbol(state, 1)} 1", play_line(state)
    examples = (
        (play, f"plays the card {card} and places all its units on {one}"),
        (f"{play} 1 {other} 1", "the same, with one unit on each tile"),
        (combat_line(state), f"lays {_symbol(state)} 4 as the combat card"),
        (f"{one} {other} 3", f"moves 3 units from {one} to {other}, or attacks"),
        (f"{one} {other} all", "the same with all units"),
        (f"draw {card} {second}", "takes two face-up cards, which ends the turn"),
        ("end", "ends a final turn"),
    )
    return tuple(TypedExample(line, meaning) for line, meaning in examples)


def _attack() -> tuple[TypedExample, ...]:
    return (
        TypedExample("fight", "fights, if the server rolls"),
        TypedExample("fight 5 3", "fights: the attacker’s die, then the defender’s"),
        TypedExample("withdraw", "ends the attack"),
    )
