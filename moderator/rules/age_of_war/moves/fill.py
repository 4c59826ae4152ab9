"""Fill: put dice of the roll on a battle line; filling the last one needed takes the castle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.age_of_war import faces, flow
from moderator.rules.age_of_war.castles import CASTLES, CLANS, SPECIAL
from moderator.rules.age_of_war.state import State, castle_number
from moderator.rules.errors import Refused, printable
from moderator.rules.game import Wire
from moderator.rules.reading import fields


def _any_number(value: object) -> str | None:
    return None if fields.is_whole(value) else "the number of a line, a whole number"


@dataclass(frozen=True, slots=True)
class Fill:
    """A player fills a line (0: the special line) of a castle with these faces."""

    player: str
    castle: str
    line: int
    dice: tuple[str, ...]

    @classmethod
    def from_wire(cls, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(
            wire,
            {
                "player": fields.text,
                "castle": fields.text,
                "line": _any_number,
                "dice": faces.check,
            },
        )
        return cls(wire["player"], wire["castle"], wire["line"], tuple(wire["dice"]))

    def check(self, state: State) -> None:
        """Raise `unknown-player`, `not-your-turn`, `must-roll`, `unknown-castle`,
        `out-of-reach`, `other-castle`, `no-such-line` or `wrong-dice`."""
        flow.check_rolled(state, self.player)
        castle = castle_number(self.castle)
        _check_reach(state, state.player(self.player), castle)
        if state.castle is not None and castle != state.castle:
            raise Refused(
                "other-castle",
                f"The castle of this turn is {CASTLES[state.castle].name}: fill its lines, not "
                f"{CASTLES[castle].name}’s.",
            )
        _check_line(state, castle, self.line)
        self._check_dice(state, castle)

    def _check_dice(self, state: State, castle: int) -> None:
        dice = printable(faces.short(self.dice))
        if not faces.has_dice(state.roll, self.dice):
            raise Refused(
                "wrong-dice", f"The roll is {faces.short(state.roll)}: it does not contain {dice}."
            )
        line = CASTLES[castle].line(self.line)
        if not line.takes(self.dice):
            raise Refused(
                "wrong-dice",
                f"The line requires {line.in_words()}{' or more' if line.infantry else ''}, not "
                f"{dice or 'no dice at all'}.",
            )

    def apply(self, state: State) -> State:
        """The state with the dice on the line; after the last line the castle is the player's."""
        castle = castle_number(self.castle)
        placed = tuple(sorted((*state.placed, (self.line, self.dice))))
        filled = replace(state, roll=(), castle=castle, placed=placed)
        if set(filled.filled) < set(state.needed_lines(castle)):
            return flow.settle(filled)
        holders = list(state.holders)
        holders[castle] = state.player(self.player)
        return flow.settle(flow.next_turn(replace(filled, holders=tuple(holders))))

    def say(self, state: State) -> str:
        """The move as a sentence, with what it wins."""
        player, castle = state.player(self.player), castle_number(self.castle)
        line, clan = CASTLES[castle].line(self.line).in_words(), CASTLES[castle].clan
        after = self.apply(state)
        if after.holders[castle] != player:
            wins = "" if after.active == state.active else "; no dice are left, and the turn ends"
        elif after.conqueror(clan) == player:
            wins = f" and conquers the castle, and with it the clan {CLANS[clan].name}"
        else:
            wins = " and conquers the castle"
        return (
            f"{state.player_name(player)} fills the line {line} of {CASTLES[castle].name} with "
            f"{faces.short(self.dice)}{wins}{'; the game is over' if after.is_over else ''}"
        )


def _check_reach(state: State, player: int, castle: int) -> None:
    name = CASTLES[castle].name
    if state.is_face_down(castle):
        clan = CLANS[CASTLES[castle].clan].name
        raise Refused(
            "out-of-reach", f"{name} lies face down with the clan {clan}: nobody can take it."
        )
    if state.holders[castle] == player:
        raise Refused("out-of-reach", f"{name} already belongs to {state.player_name(player)}.")


def _check_line(state: State, castle: int, line: int) -> None:
    name, needed = CASTLES[castle].name, state.needed_lines(castle)
    if line in needed and line not in state.filled:
        return
    left = ", ".join(str(one) for one in needed if one not in state.filled)
    if line in needed:
        what = f"Line {line} of {name} is already filled"
    elif line == SPECIAL:
        what = f"{name} lies in the center, where the special line is not needed"
    else:
        what = f"{name} has no line {line if abs(line) < 1000 else 'of such a number'}"
    raise Refused("no-such-line", f"{what}; lines to fill: {left}.")
