"""What one viewer may see of a game, ready for a template or a sheet; for_viewer.py fills it."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.age_of_iron.scenario import PRESENCE_RFS, Point
from moderator.rules.seating import SeatLabel


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's RFs in one region, with this Game-turn's crossed-out numbers, oldest first."""

    seat: SeatLabel
    rfs: int
    crossed: tuple[int, ...]
    has_presence: bool
    is_fresh: bool

    @property
    def has_lost_presence(self) -> bool:
        """Whether there was a Presence in this Game-turn that is no longer there."""
        return not self.has_presence and any(rfs >= PRESENCE_RFS for rfs in self.crossed)

    @property
    def is_on_map(self) -> bool:
        """Whether there is something to show beside the region's name."""
        return bool(self.rfs) or self.has_lost_presence


@dataclass(frozen=True, slots=True)
class Row:
    """One region of the Game Chart; `controlled_by` lists the seats that control it.

    `position` has the points along which it lies, as in the scenario.
    """

    id: str
    name: str
    note: str
    home_of: SeatLabel | None
    cells: tuple[Cell, ...]
    controlled_by: tuple[SeatLabel, ...]
    position: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class LastAttack:
    """The attack that was the last move: the region's id, both sides, and what each lost in RFs."""

    region: str
    attacker: SeatLabel
    defender: SeatLabel
    attacker_loss: int
    defender_loss: int


@dataclass(frozen=True, slots=True)
class Box:
    """One box of the Civilization Chart: level "I", "II", ...; RFs in it, 0 to `size`."""

    level: str
    rfs: int
    size: int
    is_complete: bool
    victory_points: int


@dataclass(frozen=True, slots=True)
class Good:
    """A unit on the Trade Chart: a letter, crossed out (`is_gone`) after it was given away."""

    letter: str
    name: str
    is_gone: bool


@dataclass(frozen=True, slots=True)
class ObjectiveView:
    """One objective of a seat that the viewer may read, or what else earns it Victory Points.

    `short` is the sentence in a few words; `now` says how far it is, in three words at most.
    """

    sentence: str
    victory_points: int
    is_met: bool
    reason: str = ""  # the RFs that decide whether it is met
    short: str = ""
    now: str = ""


@dataclass(frozen=True, slots=True)
class Country:
    """One player's column: hand, Civilization Chart, Trade Chart, Victory Points.

    `objectives`, `goals`, `presence` and `prevent` are None where they are the seat's secret.
    `goals`: all that earns Victory Points, the most valuable first: the objectives, the complete
    levels of civilization and the next one, and the set of goods. `is_counted`:
    whether the viewer may know the `total`, and its `change` by the last entry; otherwise both are
    0. `place` is 1 for the leaders, and 0 without `ChartView.has_all_points`; equal totals share a
    place (`is_tied`).
    """

    seat: SeatLabel
    home: str | None
    hand: int
    incomes: tuple[int, ...]  # of all Game-turns, the first one first
    is_active: bool
    is_done: bool  # in simultaneous deployment: nothing left in hand
    boxes: tuple[Box, ...]
    for_trade: tuple[Good, ...]
    acquired: tuple[Good, ...]
    objectives: tuple[ObjectiveView, ...] | None
    goals: tuple[ObjectiveView, ...] | None
    presence: int | None
    prevent: int | None
    civilization: int
    trade: int
    is_counted: bool
    total: int
    place: int
    share: int  # percent of the highest total so far: a bar's length
    change: int
    is_tied: bool

    @property
    def goals_met(self) -> tuple[ObjectiveView, ...]:
        return tuple(one for one in self.goals or () if one.is_met)

    @property
    def goals_left(self) -> tuple[ObjectiveView, ...]:
        return tuple(one for one in self.goals or () if not one.is_met)

    @property
    def points_left(self) -> int:
        """What the goals that aren't met are worth together."""
        return sum(one.victory_points for one in self.goals_left)


@dataclass(frozen=True, slots=True)
class ChartView:
    """The Game Chart with everything around it, for one viewer.

    `phase` is "deployment", "action" or None (over); `is_frozen` means that the chart is shown
    as when the Game-turn began, because orders are being written. `status_line` is one sentence
    about the status; `stopped`, on sheets, says where a stopped game ended. `goods` has letters
    with names, `set_points` what one of each of them is worth. `is_scored` means that
    something in the scenario earns Victory Points, `has_all_points` that the viewer may compare
    those of all countries, `has_open_goals` that everybody may read all objectives during the game.
    """

    title: str
    turn: int
    turns: int
    turn_name: str
    phase: str | None
    is_over: bool
    is_frozen: bool
    active: SeatLabel | None
    status_line: str
    rows: tuple[Row, ...]
    last_attack: LastAttack | None
    countries: tuple[Country, ...]
    winners: tuple[SeatLabel, ...]
    has_civilization: bool
    has_goods: bool
    has_objectives: bool
    goods: tuple[tuple[str, str], ...]
    set_points: int
    has_control: bool
    is_scored: bool
    has_all_points: bool
    has_open_goals: bool
    stopped: str = ""

    @property
    def has_own_points(self) -> bool:
        """Whether the viewer is shown the points of only one country."""
        return not self.has_all_points and any(country.is_counted for country in self.countries)

    @property
    def is_ranked(self) -> bool:
        """Whether there is a ranking: a stopped game has none before Game-turn 1 is complete."""
        return not self.stopped or self.turn > 1

    @property
    def presences(self) -> tuple[tuple[str, tuple[SeatLabel, ...]], ...]:
        """The countries with a Presence in each region, in the order of play."""
        return tuple(
            (row.name, tuple(cell.seat for cell in row.cells if cell.has_presence))
            for row in self.rows
        )

    @property
    def is_written(self) -> bool:
        """Whether all countries have written their orders."""
        return all(country.is_done for country in self.countries)
