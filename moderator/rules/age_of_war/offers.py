"""All legal moves, and why the others are refused: the reasons come from the moves' checks."""

from __future__ import annotations

from moderator.rules.age_of_war import flow
from moderator.rules.age_of_war.castles import CASTLES
from moderator.rules.age_of_war.moves.fill import Fill
from moderator.rules.age_of_war.moves.lose import Lose
from moderator.rules.age_of_war.moves.roll import Roll
from moderator.rules.age_of_war.state import State
from moderator.rules.errors import Refused
from moderator.rules.offer import Choice, Offer
from moderator.rules.rulebook import why_not


def offers(state: State, seat: str | None = None) -> tuple[Offer, ...]:
    """The offers of a roll, a fill and a lost die, open or refused.

    Args:
        seat: a player's id, for what that player can do; None for the active player.
    """
    player = state.active or 0 if seat is None else state.player(seat)
    id, name = state.players[player], state.player_name(player)
    return (
        _roll(state, id, f"{name} rolls"),
        _fill(state, player, f"{name} fills a line"),
        _lose(state, id, f"{name} loses a die"),
    )


def _roll(state: State, id: str, label: str) -> Offer:
    """`limits["dice"]["count"]` is the number of faces that the roll must have."""
    count = state.dice_left
    refused = why_not(state, Roll(id, ("archery",) * count))
    choice = Choice(f"Roll {flow.dice_text(count)}", {"player": id}, refused=refused)
    return Offer("roll", label, id, (choice,), refused, {"dice": {"count": count}})


def _lose(state: State, id: str, label: str) -> Offer:
    refused = why_not(state, Lose(id))
    choice = Choice("Lose a die", {"player": id}, refused=refused)
    return Offer("lose", label, id, (choice,), refused)


def _fill(state: State, player: int, label: str) -> Offer:
    """A choice for each line that the roll can fill, with the fewest dice that fill it."""
    id = state.players[player]
    refused = why_not(state, Lose(id))  # the conditions of a fill are the same
    if refused is not None:
        return Offer("fill", label, id, (), refused)
    choices = []
    for number in range(len(CASTLES)) if state.castle is None else (state.castle,):
        castle = CASTLES[number]
        for line in state.needed_lines(number):
            dice = castle.line(line).fewest(state.roll)
            if dice is None or why_not(state, Fill(id, castle.id, line, dice)) is not None:
                continue
            choices.append(
                Choice(
                    label=f"{castle.name}: {castle.line(line).in_words()}",
                    values={"player": id, "castle": castle.id, "line": line, "dice": list(dice)},
                )
            )
    return Offer("fill", label, id, tuple(choices), None if choices else _no_line())


def _no_line() -> Refused:
    return Refused("wrong-dice", "This roll can’t fill any line within reach: lose a die.")
