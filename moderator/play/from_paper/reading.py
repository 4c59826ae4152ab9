"""Reads a text of lines against a log. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext

from moderator.play import dice
from moderator.play.from_paper.advice import advice_on, instead_of
from moderator.play.from_paper.orders import OrdersInText
from moderator.play.from_paper.text import (
    MOST_BYTES,
    MOST_LETTERS,
    MOST_LINES,
    PaperLine,
    PaperText,
    PlannedMove,
    PlannedReveal,
    with_line_breaks,
)
from moderator.play.json_values import json_values
from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.play.table.slips import opening_entry
from moderator.rules.errors import Refused
from moderator.rules.log import Step, Timeline
from moderator.rules.wire import REDO, UNDO, Wire


def read_text(game: Game, fold: Fold, text: str) -> PaperText:
    """The lines of the text read as moves that follow the log, one after the other.

    Blank lines, and lines that begin with `#`, are left out. After a line that is refused the
    reading goes on without it.

    Cost: a move played for each line.
    """
    typed = with_line_breaks(text).split("\n")
    if too_long := _too_long(text, len(typed)):
        return PaperText(too_long=too_long)
    reader = _Reader(game, fold)
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

    def __init__(self, game: Game, fold: Fold) -> None:
        self._rolls_here = dice.rolls_here(game, fold)
        self._timeline: Timeline = fold.timeline
        self._rules = fold.timeline.game
        self._orders = OrdersInText(fold.timeline.game)
        self._lines: list[PaperLine] = []
        self._moves: list[PlannedMove] = []
        self._reveals: list[PlannedReveal] = []
        self._first_problem = 0

    def read(self, number: int, text: str) -> None:
        """Read one line: play its moves, or note what is wrong with it."""
        wires: list[Wire] = []
        try:
            sentences = self._sentences(text, wires)
        except Refused as refused:
            self._lines.append(self._problem(number, text, wires, refused))
            self._first_problem = self._first_problem or number
        else:
            then = self._rules.glance(self._orders.as_shown(self._timeline.state))
            self._lines.append(PaperLine(number, text, sentences, then))

    def result(self) -> PaperText:
        """All that was read."""
        unfinished = self._orders.missing(self._timeline.state)
        return PaperText(
            tuple(self._lines),
            tuple(self._moves),
            tuple(self._reveals),
            unfinished,
            state=self._timeline.state,
        )

    def _sentences(self, text: str, wires: list[Wire]) -> tuple[str, ...]:
        """Play the line, and say what it means; its moves are added to `wires`."""
        if len(text) > MOST_LETTERS:
            message = gettext("A line has %(most)d letters at most.") % {"most": MOST_LETTERS}
            raise Refused("not-understood", message)
        state = self._timeline.state
        if (command := self._orders.command(state, text)) is not None:
            said = self._orders.write(state, command)
            return (said, self._reveal()) if self._orders.is_complete(state) else (said,)
        if self._orders.are_revealed_by(text):
            return (gettext("The orders are revealed already"),)
        wires.extend(json_values(list(self._rules.typed_line(state, text)), "bad-move"))
        for wire in wires:
            self._check(wire)
        steps = self._play(wires)
        return tuple(str(self._rules.describe(step.before, step.move)) for step in steps)

    def _reveal(self) -> str:
        """Play all written orders at once."""
        before = self._timeline
        opened_by = opening_entry(self._rules, before.state, before.standing)
        written = self._orders.take(before.state)
        self._play([wire for orders in written.values() for wire in orders], is_group=True)
        self._reveals.append(PlannedReveal(opened_by, before.number, written))
        return self._orders.label(before.state)

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
        state = self._timeline.state
        after = self._first_problem
        advice = advice_on(self._rules, refused, self._orders.missing(state), after)
        instead = instead_of(self._rules, state, wires, refused)
        return PaperLine(number, text, problem=str(refused), advice=advice, instead=instead)
