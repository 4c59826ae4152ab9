"""Roll, fill and lose, the moves of the game (docs/rules/age-of-war.md, "Moves"), as typed:

roll i1 i2 a c d 3 3     r 12acd33     infantry by its swords
roll                                   when the server rolls the dice
fill gassantoda 2 i2 i3     f gas 2 23     f 2     a line of this turn's castle unless one is named,
                                                   with the fewest dice that fill it by default
lose
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules import reading
from moderator.rules.age_of_war import castles
from moderator.rules.age_of_war.castles import CASTLES, CLANS, SPECIAL
from moderator.rules.age_of_war.state import (
    State,
    dice_text,
    next_turn,
    settle,
)
from moderator.rules.command import Names, match, not_understood
from moderator.rules.errors import Refused, number_of, printable
from moderator.rules.kinds import Kind, field
from moderator.rules.move import Description, Dice, PlayersMove, check_turn, with_item
from moderator.rules.offer import Choice


@dataclass(frozen=True, slots=True)
class Roll(PlayersMove[State]):
    """A player rolls; `dice` are the faces in the order in which they were rolled."""

    verb = "roll"
    words = ("roll", "r")
    label = "rolls"

    rolled: tuple[str, ...] | None = field(castles.KIND, name="dice", rolled=True)

    @classmethod
    def dice(cls, state: State) -> tuple[Dice, ...]:
        return (Dice("dice", castles.FACES, state.dice_left),)

    @classmethod
    def check_now(cls, state: State, player: int) -> None:
        """Raise `not-your-turn` or `must-choose`."""
        check_turn(state, player)
        if state.roll:
            raise Refused(
                "must-choose",
                "The roll {roll} has not been used yet: fill a line with it or lose a die.",
                roll=lambda: castles.short(state.roll),
            )

    def check(self, state: State) -> None:
        """Raise `wrong-dice`."""
        count = state.dice_left if self.rolled is None else len(self.rolled)
        if count != state.dice_left:
            raise Refused(
                "wrong-dice",
                "{name} has {left} left to roll, not {count}.",
                name=state.player_name(self.player),
                left=dice_text(state.dice_left),
                count=count,
            )

    def apply(self, state: State) -> State:
        """The state with the roll, which must now be used."""
        return replace(state, roll=self.rolled or ())

    def describe(self, before: State) -> Description:
        action = f"{before.player_name(self.player)} rolls"
        if self.rolled is not None:
            action += f" {dice_text(len(self.rolled))}: {castles.short(self.rolled)}"
        return Description(action)

    @classmethod
    def choices(cls, state: State, player: int) -> Iterator[Choice]:
        yield cls(player).choice(state, f"Roll {dice_text(state.dice_left)}")

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        return {"dice": castles.parse(words)} if words else {}


class UsesRoll(PlayersMove[State]):
    """A move that uses a roll."""

    __slots__ = ()

    @classmethod
    def check_now(cls, state: State, player: int) -> None:
        """Raise `not-your-turn` or `must-roll`."""
        check_turn(state, player)
        if not state.roll:
            raise Refused("must-roll", "First roll {dice}.", dice=dice_text(state.dice_left))


_CASTLES = Names(tuple(castle.id for castle in CASTLES), tuple(castle.name for castle in CASTLES))


CASTLE = Kind(
    reading.text,
    read=lambda state, id: number_of("unknown-castle", id, castles.CASTLE_NUMBERS),
    write=lambda state, castle: CASTLES[castle].id,
    is_late=True,
)
LINE = Kind(reading.fits(reading.is_whole, "the number of a line, a whole number"))


@dataclass(frozen=True, slots=True)
class Fill(UsesRoll):
    """A player fills a line (0: the special line) of a castle with these faces."""

    verb = "fill"
    words = ("fill", "f")
    label = "fills a line"

    castle: int = field(CASTLE)
    line: int = field(LINE)
    placed: tuple[str, ...] = field(castles.KIND, name="dice")

    def check(self, state: State) -> None:
        """Raise `out-of-reach`, `other-castle`, `no-such-line` or `wrong-dice`."""
        self._check_reach(state)
        if state.castle is not None and self.castle != state.castle:
            raise Refused(
                "other-castle",
                "The castle of this turn is {this}: fill its lines, not {other}’s.",
                this=CASTLES[state.castle].name,
                other=CASTLES[self.castle].name,
            )
        self._check_line(state)
        self._check_dice(state)

    def _check_reach(self, state: State) -> None:
        card = CASTLES[self.castle]
        if state.is_face_down(self.castle):
            message = "{name} lies face down with the clan {clan}: nobody can take it."
            raise Refused("out-of-reach", message, name=card.name, clan=CLANS[card.clan].name)
        if state.holders[self.castle] == self.player:
            owner = state.player_name(self.player)
            message = "{name} already belongs to {owner}."
            raise Refused("out-of-reach", message, name=card.name, owner=owner)

    def _check_line(self, state: State) -> None:
        left = state.open_lines(self.castle)
        if self.line in left:
            return
        if self.line in state.filled:
            what = "Line {line} of {name} is already filled"
        elif self.line == SPECIAL:
            what = "{name} lies in the center, where the special line is not needed"
        else:
            what = "{name} has no line {line}"
        raise Refused(
            "no-such-line",
            f"{what}; lines to fill: {{left}}.",
            name=CASTLES[self.castle].name,
            line=self.line if abs(self.line) < 1000 else "of such a number",
            left=lambda: ", ".join(map(str, left)),
        )

    def _check_dice(self, state: State) -> None:
        if not castles.has_dice(state.roll, self.placed):
            raise Refused(
                "wrong-dice",
                "The roll is {roll}: it does not contain {dice}.",
                roll=lambda: castles.short(state.roll),
                dice=lambda: printable(castles.short(self.placed)),
            )
        line = CASTLES[self.castle].line(self.line)
        if not line.takes(self.placed):
            raise Refused(
                "wrong-dice",
                "The line requires {words}{more}, not {dice}.",
                words=line.in_words,
                more=" or more" if line.infantry else "",
                dice=lambda: printable(castles.short(self.placed)) or "no dice at all",
            )

    def apply(self, state: State) -> State:
        """The state with the dice on the line; after the last line the castle is the player's."""
        lines = tuple(sorted((*state.placed, (self.line, self.placed))))
        filled = replace(state, roll=(), castle=self.castle, placed=lines)
        if set(filled.filled) < set(state.needed_lines(self.castle)):
            return settle(filled)
        holders = with_item(state.holders, self.castle, self.player)
        return settle(next_turn(replace(filled, holders=holders)))

    def describe(self, before: State) -> Description:
        """The line with its dice; its outcome is what it wins."""
        card, after = CASTLES[self.castle], self.apply(before)
        has_line = SPECIAL <= self.line <= len(card.lines)
        line = card.line(self.line).in_words() if has_line else str(self.line)
        held_by = before.holders[self.castle]
        takes = (
            "conquers the castle"
            if held_by is None
            else f"takes the castle from {before.player_name(held_by)}"
        )
        if after.holders[self.castle] != self.player:
            wins = "" if after.active == before.active else "; no dice are left, and the turn ends"
        elif after.conqueror(card.clan) == self.player:
            wins = f" and {takes}, and with it the clan {CLANS[card.clan].name}"
        else:
            wins = f" and {takes}"
        return Description(
            f"{before.player_name(self.player)} fills the line {line} of {card.name} with "
            f"{castles.short(self.placed) or 'no dice'}",
            f"{wins}{'; the game is over' if after.is_over else ''}",
        )

    @classmethod
    def choices(cls, state: State, player: int) -> Iterator[Choice]:
        """Each line that the roll can fill, with the fewest dice that fill it."""
        for number in range(len(CASTLES)) if state.castle is None else (state.castle,):
            castle = CASTLES[number]
            for one in state.open_lines(number):
                line = castle.line(one)
                dice = line.fewest(state.roll)
                if dice is not None:
                    label = f"{castle.name}: {line.in_words()}"
                    choice = cls(player, number, one, dice).choice(state, label)
                    if choice.refused is None:
                        yield choice

    @classmethod
    def no_choice(cls, state: State, player: int) -> Refused:
        message = "This roll can’t fill any line within reach: lose a die."
        return Refused("wrong-dice", message)

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        if state.castle is not None and words and words[0].isdigit():
            words = [CASTLES[state.castle].id, *words]
        if len(words) < 2 or not re.fullmatch(r"[0-9]{1,3}", words[1]):
            not_understood("Type a castle and a line, like “fill gassantoda 2 i2 i3 3”.")
        castle = CASTLES[match(words[0], _CASTLES, "castle")]
        line = int(words[1])
        dice = castles.parse(words[2:])
        if not words[2:] and line <= len(castle.lines):
            dice = list(castle.line(line).fewest(state.roll) or ())
        return {"castle": castle.id, "line": line, "dice": dice}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        values = choice.values
        return (f"fill {values['castle']} {values['line']} {castles.short(values['dice'])}",)


class Lose(UsesRoll):
    """A player loses one die of the roll; after the last one the turn is over."""

    __slots__ = ()

    verb = "lose"
    words = ("lose", "l")
    label = "loses a die"
    only_choice = "Lose a die"

    def apply(self, state: State) -> State:
        """The state with one die fewer; the next player's turn if it was the last."""
        return settle(replace(state, roll=(), lost=state.lost + 1))

    def describe(self, before: State) -> Description:
        name, left = before.player_name(self.player), before.dice_left - 1
        if left > 0:
            return Description(f"{name} loses a die", f" and has {left} left")
        return Description(f"{name} loses the last die", ", and the turn ends")


MOVES = (Roll, Fill, Lose)
