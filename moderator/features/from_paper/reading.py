"""Reads a text of lines against a log: what each means, and what it would add."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.utils.translation import gettext, ngettext

from moderator.core import dice
from moderator.core.look import Look
from moderator.core.text import json_values
from moderator.features.slips.read import opening_entry
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.log import Step, Timeline
from moderator.rules.orders import CLEAR, OPEN, REVEAL, SEAL, OrderRules, Orders, SlipCommand
from moderator.rules.reading import REDO, UNDO, Wire
from moderator.rules.seating import MODERATOR

# Written orders in a text of lines: those of all players, in any order, until all are there.


class OrdersInText:
    """What has been written so far for the present turn.

    Order slips on the table don't count: nobody else may read them.
    """

    def __init__(self, rules: Rules[Any], orders: OrderRules[Any]) -> None:
        self._all_rules = rules
        self._rules = orders
        self._written: dict[str, Orders] = {}
        self._before: Any = None  # the state before the last reveal

    def is_open(self, state: Any) -> bool:
        """Whether orders are written now."""
        return self._rules.is_open(state)

    def command(self, state: Any, text: str) -> SlipCommand | None:
        """A line about orders while they are written; None if it is another one.

        Raises:
            Refused: `not-understood` or `ambiguous`.
        """
        return self._rules.command(state, text) if self.is_open(state) else None

    def write(self, state: Any, command: SlipCommand) -> str:
        """Do what the line says; it in words.

        Raises:
            Refused: the rules don't accept the orders, or some are missing.
        """
        if command.verb == REVEAL:
            raise Refused("rfs-in-hand", self.missing(state))
        name, left = self._names(state)[command.player], self._left(state)
        if command.player not in left:
            raise Refused("bad-move", gettext("This player has nothing to place in this turn."))
        if command.verb == SEAL and left[command.player]:
            raise Refused("rfs-in-hand", _left_of(name, left[command.player]))
        if command.verb == CLEAR:
            self._written[command.player] = ()
        elif command.verb not in (SEAL, OPEN):
            written = self._written.get(command.player, ())
            self._written[command.player] = self._rules.with_amounts(
                state, command.player, written, command.amounts
            )
        return self._sentence(state, command, name)

    def is_complete(self, state: Any) -> bool:
        """Whether everybody who has orders to write has written all of them."""
        return self.are_begun and not any(self._left(state).values())

    def all(self, state: Any) -> dict[str, Orders]:
        """The orders of all players, in the order of play; those that are missing by default."""
        rules, written = self._rules, self._written
        filled = {
            one: rules.filled(state, one, written.get(one, ())) for one in rules.writers(state)
        }
        return {one: rules.read(state, one, orders) for one, orders in filled.items()}

    def take(self, state: Any) -> dict[str, Orders]:
        """The same; the next turn begins without any."""
        orders = self.all(state)
        self._written, self._before = {}, state
        return orders

    def are_revealed_by(self, text: str) -> bool:
        """Whether the line asks for a reveal that has been made already."""
        if self._before is None:
            return False
        try:
            command = self._rules.command(self._before, text)
        except Refused:
            return False
        return command is not None and command.verb == REVEAL

    def label(self, before: Any) -> str:
        """What the reveal is called; `before` is the state before it."""
        return self._rules.reveal_label(before)

    def as_shown(self, state: Any) -> Any:
        """The state in which those who have written all their orders have placed everything."""
        if not self.are_begun:
            return state
        done = [player for player, left in self._left(state).items() if not left]
        return self._rules.as_sealed(state, done)

    @property
    def are_begun(self) -> bool:
        """Whether some are written."""
        return bool(self._written)

    def missing(self, state: Any) -> str:
        """Whose orders are missing."""
        names = self._names(state)
        left = ", ".join(
            _left_of(names[player], count) for player, count in self._left(state).items() if count
        )
        return gettext("Orders are missing: %(left)s.") % {"left": left}

    def _left(self, state: Any) -> dict[str, int]:
        """How much each player still has to write."""
        written, rules = self._written, self._rules
        players = rules.writers(state)
        return {player: rules.left(state, player, written.get(player, ())) for player in players}

    def _names(self, state: Any) -> dict[str, str]:
        return {seat.id: seat.name for seat in self._all_rules.seats_of(state)}

    def _sentence(self, state: Any, command: SlipCommand, name: str) -> str:
        if not command.amounts:
            text = _left_of(name, self._left(state)[command.player])
            return gettext("Orders: %(text)s") % {"text": text}
        lines = self._rules.lines(state, command.player, command.amounts)
        amounts = ", ".join(f"{one.place} {one.rfs} ({one.before} → {one.after})" for one in lines)
        left = self._left(state)[command.player]
        rest = ngettext("%(left)d left", "%(left)d left", left) % {"left": left} if left else ""
        text = f"{amounts} · {rest}" if rest else amounts
        return gettext("%(name)s orders %(text)s") % {"name": name, "text": text}


def _left_of(name: str, left: int) -> str:
    return gettext("%(name)s has %(left)d to place") % {"name": name, "left": left}


# What can be done about a line that is refused.

TYPED_WRONGLY = ("not-understood", "ambiguous")


def instead_of(
    rules: Rules[Any], state: Any, wires: Sequence[Wire], refused: Refused
) -> tuple[str, ...]:
    """Lines that could stand instead of a move that the rules refuse; none if none are known."""
    if len(wires) != 1:
        return ()
    try:
        move = rules.read_move(state, wires[0])
    except Refused:
        return ()
    return move.lines_instead(state, refused.code)


def advice_on(rules: Rules[Any], code: str) -> str:
    """The advice about a move that is refused with this code, as sentences."""
    if code == "not-your-turn":
        return gettext("Put the lines in the order of play, with a line where each turn ended.")
    if rules.correction is None:
        return gettext("Correct the line, or leave it out.")
    return gettext(
        "Correct the line. If it really was played so, replace it with corrections, each with a "
        "reason, so that the chart is right."
    )


# What reading a text of lines gives: what each line means, and the entries that it would add.

MOST_LINES = 200
MOST_BYTES = 20_000
MOST_LETTERS = 200
"""Of one line, as on the console's command line."""


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A line of the text: the moves that it means in words and the state after it, or a problem.

    `advice` says what to do about the problem; `instead` are lines that could stand here. `waits`:
    perhaps there is a problem only because of a line above.
    """

    number: int
    text: str
    sentences: tuple[str, ...] = ()
    then: str = ""
    problem: str = ""
    advice: str = ""
    instead: tuple[str, ...] = ()
    waits: bool = False


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """An entry to add: `ending` ends its key; moves of one `round` are stored together."""

    wire: Wire
    ending: str
    round: object


@dataclass(frozen=True, slots=True)
class PlannedReveal:
    """Written orders to reveal, by player, in the turn that the entry `opened_by` opened.

    `log_number`: the log's last entry before them.
    """

    opened_by: int
    log_number: int
    orders: Mapping[str, Orders]


@dataclass(frozen=True, slots=True)
class PaperText:
    """A text that was read against a log.

    `unfinished`: whose written orders are missing; `state`: the one after all lines.
    """

    lines: tuple[PaperLine, ...] = ()
    moves: Sequence[PlannedMove] = ()
    reveals: Sequence[PlannedReveal] = ()
    unfinished: str = ""
    too_long: str = ""
    state: Any = None

    @property
    def problems(self) -> tuple[PaperLine, ...]:
        """The lines to correct: those that only wait for another one are left out."""
        return tuple(line for line in self.lines if line.problem and not line.waits)

    @property
    def can_be_recorded(self) -> bool:
        """Whether every line is a legal move, and there is one at least."""
        return bool(self.moves) and not (self.problems or self.unfinished or self.too_long)


def with_line_breaks(text: str) -> str:
    """The text with line feeds alone, as it is read and compared."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def digest(text: str) -> str:
    """Sixteen hexadecimal digits, which differ for different texts."""
    return hashlib.sha256(with_line_breaks(text).encode("utf-8", "replace")).hexdigest()[:16]


def replaced(text: str, number: int, lines: Sequence[str]) -> str:
    """The text with these lines in the place of the line `number`, counted from 1."""
    typed = with_line_breaks(text).split("\n")
    typed[number - 1 : number] = lines
    return "\n".join(typed)


# Reads a text of lines against a log. Nothing is stored here.


def read_text(look: Look, text: str) -> PaperText:
    """The lines of the text read as moves that follow the log, one after the other.

    Blank lines, and lines that begin with `#`, are left out. After a line that is refused the
    reading goes on without it, and where written orders are missing, as if they were there.

    Cost: a move played for each line.
    """
    typed = with_line_breaks(text).split("\n")
    if too_long := _too_long(text, len(typed)):
        return PaperText(too_long=too_long)
    reader = _Reader(look)
    for number, line in enumerate(typed, start=1):
        said = line.strip()
        if said and not said.startswith("#"):
            reader.read(number, said)
    return reader.result()


def _too_long(text: str, lines: int) -> str:
    size = len(text.encode("utf-8", "replace"))
    if lines <= MOST_LINES and size <= MOST_BYTES:
        return ""
    facts = {"lines": lines, "most": MOST_LINES, "kb": -(-size // 1000), "kbs": MOST_BYTES // 1000}
    message = gettext(
        "This text has %(lines)d lines and %(kb)d kB; at most %(most)d lines and %(kbs)d kB can be "
        "recorded at once. Record the first part, then the rest."
    )
    return message % facts


class _Reader:
    """The log as it would be after the lines read so far."""

    def __init__(self, look: Look) -> None:
        self._rolls_here = dice.rolls_here(look)
        self._timeline: Timeline = look.timeline
        self._rules = look.rules
        orders = look.rules.orders
        self._orders = OrdersInText(look.rules, orders) if orders else None
        self._lines: list[PaperLine] = []
        self._moves: list[PlannedMove] = []
        self._reveals: list[PlannedReveal] = []
        self._first_problem = 0
        self._unfinished = ""

    def read(self, number: int, text: str) -> None:
        """Read one line: play its moves, or note what is wrong with it."""
        wires: list[Wire] = []
        try:
            sentences = self._sentences(text, wires)
        except Refused as refused:
            if (orders := self._orders) and self._needs_reveal(orders, text):
                missing = orders.missing(self._timeline.state)
                self._unfinished = self._unfinished or missing
                self._reveal(orders)
                if self._first_problem:
                    self.read(number, text)
                    return
                advice = gettext("Type them above this line.")
                self._lines.append(PaperLine(number, text, problem=missing, advice=advice))
            else:
                self._lines.append(self._problem(number, text, wires, refused))
            self._first_problem = self._first_problem or number
        else:
            state = self._timeline.state
            shown = self._orders.as_shown(state) if self._orders else state
            then = self._rules.glance(shown, MODERATOR)
            self._lines.append(PaperLine(number, text, sentences, then))

    def result(self) -> PaperText:
        read = tuple(self._lines), tuple(self._moves), tuple(self._reveals)
        state, orders = self._timeline.state, self._orders
        missing = orders.missing(state) if orders and orders.are_begun else ""
        return PaperText(*read, self._unfinished or missing, state=state)

    def _needs_reveal(self, orders: OrdersInText, text: str) -> bool:
        """Whether a line, which isn't an order, would be understood after the reveal."""
        timeline = self._timeline
        state = timeline.state
        if not orders.is_open(state) or self._is_order(text):
            return False
        for wires in orders.all(state).values():
            for wire in wires:
                timeline = timeline.play(wire)
        try:
            self._rules.typed_line(timeline.state, text)
        except Refused:
            return False
        return True

    def _is_order(self, text: str) -> bool:
        """Whether it is understood as a line about written orders."""
        try:
            return bool(self._orders and self._orders.command(self._timeline.state, text))
        except Refused:  # perhaps it only looks like one
            return False

    def _sentences(self, text: str, wires: list[Wire]) -> tuple[str, ...]:
        """Play the line, and say what it means; its moves are added to `wires`."""
        if len(text) > MOST_LETTERS:
            message = gettext("A line has %(most)d letters at most.") % {"most": MOST_LETTERS}
            raise Refused("not-understood", message)
        state = self._timeline.state
        if orders := self._orders:
            if (command := orders.command(state, text)) is not None:
                said = orders.write(state, command)
                return (said, self._reveal(orders)) if orders.is_complete(state) else (said,)
            if orders.are_revealed_by(text):
                return (gettext("The orders are revealed already"),)
        wires.extend(json_values(list(self._rules.typed_line(state, text)), "bad-move"))
        for wire in wires:
            self._check(wire)
        steps = self._play(wires)
        return tuple(str(step.move.describe(step.before)) for step in steps)

    def _reveal(self, orders: OrdersInText) -> str:
        """Play all written orders at once."""
        before = self._timeline
        opened_by = opening_entry(self._rules, before.state, before.standing)
        written = orders.take(before.state)
        self._play([wire for own in written.values() for wire in own], is_group=True)
        self._reveals.append(PlannedReveal(opened_by, before.number, written))
        return orders.label(before.state)

    def _play(self, wires: Sequence[Wire], is_group: bool = False) -> list[Step]:
        """Play the moves: all of them, or none."""
        timeline, steps, moves = self._timeline, list[Step](), list[PlannedMove]()
        place = len(self._moves) + 1
        for count, wire in enumerate(wires):
            timeline = timeline.play(wire)
            steps.append(cast(Step, timeline.standing))
            ending = f"{place}:{count + 1}" if is_group else str(place + count)
            moves.append(PlannedMove(wire, ending, self._rules.rounds_played(steps[-1].before)))
        self._timeline = timeline
        self._moves += moves
        return steps

    def _check(self, wire: Wire) -> None:
        """Raise `Refused` for what no text of lines can record."""
        if wire["type"] in (UNDO, REDO):
            raise Refused(
                "not-understood",
                gettext("Leave undo and redo out: change or delete the line that was wrong."),
            )
        needed = [one.field for one in self._rules.dice_of(self._timeline.state, wire)]
        if self._rolls_here and needed:
            raise Refused(
                "bad-move",
                gettext("The server rolls the dice of this game; make this move on the console."),
            )
        if any(field not in wire for field in needed):
            raise Refused("not-understood", gettext("Type what the dice showed, too."))

    def _problem(
        self, number: int, text: str, wires: Sequence[Wire], refused: Refused
    ) -> PaperLine:
        is_own = refused.code in TYPED_WRONGLY or self._is_order(text)
        if (after := self._first_problem) and not is_own:
            advice = gettext("Perhaps only because line %(line)d is left out.") % {"line": after}
            return PaperLine(number, text, problem=str(refused), advice=advice, waits=True)
        advice = gettext("Correct the line.") if is_own else advice_on(self._rules, refused.code)
        instead = instead_of(self._rules, self._timeline.state, wires, refused)
        return PaperLine(number, text, problem=str(refused), advice=advice, instead=instead)
