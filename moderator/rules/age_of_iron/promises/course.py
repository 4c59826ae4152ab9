"""What the moves in effect did that promises are about, collected in one pass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.trade import Bundle, Trade
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.log import Step, Timeline


@dataclass(frozen=True, slots=True)
class Deed:
    """An attack or a placement: its entry, its Game-turn, and where."""

    number: int
    turn: int
    region: int


@dataclass(frozen=True, slots=True)
class Swap:
    """A trade from one side: its entry, its Game-turn, and the goods."""

    number: int
    turn: int
    give: Bundle
    get: Bundle


@dataclass(frozen=True, slots=True)
class Closing:
    """A region becomes controlled, or (`is_closed` is false) is open again by a correction."""

    number: int
    is_closed: bool
    state: State


@dataclass(slots=True)
class Course:
    """The course of a game as far as promises are about it; entries are given by their numbers.

    Orders that are written count when they are revealed, as if recorded all at once, and so do
    corrections of Control while they are written.

    Args:
        attacks: by attacker and defender. placements: by player. trades: by both sides, both ways.
        ends: for each Game-turn that has ended the entry that ended it, with the state then; after
            the last one also corrections made when the game was over.
        placed: by player and Game-turn, the first entry that came too late to decide where the
            player's RFs are placed: the reveal of written orders, or what follows the last one.
        closings: by region.
    """

    state: State
    numbers: list[int] = field(default_factory=list)
    attacks: defaultdict[tuple[int, int], list[Deed]] = field(
        default_factory=lambda: defaultdict(list)
    )
    placements: defaultdict[int, list[Deed]] = field(default_factory=lambda: defaultdict(list))
    trades: defaultdict[tuple[int, int], list[Swap]] = field(
        default_factory=lambda: defaultdict(list)
    )
    ends: dict[int, list[tuple[int, State]]] = field(default_factory=dict)
    placed: dict[tuple[int, int], int] = field(default_factory=dict)
    closings: defaultdict[int, list[Closing]] = field(default_factory=lambda: defaultdict(list))
    _written: list[tuple[int, Deed]] = field(default_factory=list)
    _controlled: Sequence[Sequence[int]] = ()

    def begin(self) -> None:
        """Take the start into account."""
        self._controlled = ((),) * len(self.state.controlled)
        self._note_phase(0, self.state)

    def add(self, step: Step) -> None:
        """Take a move into account."""
        move, before, after = step.move, step.before, step.after
        if isinstance(move, Attack):
            deed = Deed(step.number, before.turn, move.region)
            self.attacks[move.player, move.defender].append(deed)
        elif isinstance(move, Deploy):
            self._written.append((move.player, Deed(step.number, before.turn, move.region)))
        elif isinstance(move, Trade):
            self._add_trade(step.number, before.turn, move)
        elif isinstance(move, EndTurn):
            self.placed.setdefault((move.player, before.turn), step.number)
        self._note_end(step.number, before, after)
        self._note_phase(step.number, after)
        self.numbers.append(step.number)
        self.state = after

    def closing(self, region: int, player: int, turn: int) -> Closing | None:
        """What closed the region while the player could place RFs there up to a Game-turn."""
        placed = self.placed.get((player, turn))
        found = [one for one in self.closings[region] if placed is None or one.number < placed]
        return found[-1] if found and found[-1].is_closed else None

    def _add_trade(self, number: int, turn: int, move: Trade) -> None:
        for one, other, give, get in (
            (move.player, move.partner, move.give, move.get),
            (move.partner, move.player, move.get, move.give),
        ):
            self.trades[one, other].append(Swap(number, turn, give, get))

    def _note_end(self, number: int, before: State, after: State) -> None:
        if before.is_over:
            if after.is_over:
                self.ends[after.turn].append((number, after))
        elif after.is_over or after.turn > before.turn:
            self.ends[before.turn] = [(number, after if after.is_over else before)]

    def _note_phase(self, number: int, after: State) -> None:
        """What counts once no orders are being written."""
        if after.phase == DEPLOYMENT:
            return
        is_simultaneous = after.options.is_simultaneous
        for player in range(len(after.hand)) if is_simultaneous else (after.active,):
            if player is not None and not after.hand[player]:
                limit = number if is_simultaneous else number + 1
                self.placed.setdefault((player, after.turn), limit)
        for player, deed in self._written:
            self.placements[player].append(deed)
        self._written.clear()
        if after.controlled != self._controlled:
            for region, owners in enumerate(after.controlled):
                if bool(owners) != bool(self._controlled[region]):
                    self.closings[region].append(Closing(number, bool(owners), after))
            self._controlled = after.controlled


def course_of(timeline: Timeline) -> Course:
    """The course of the moves in effect.

    Cost: proportional to their number.
    """
    course = Course(timeline.start)
    course.begin()
    for step in reversed(list(timeline.steps())):
        course.add(step)
    return course
