"""What one viewer may see of a game, filled by for_viewer.py; what `replay` prints; the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from moderator.rules.age_of_iron import state as age_of_iron_state
from moderator.rules.age_of_iron.scenario import PRESENCE_RFS, Point
from moderator.rules.age_of_iron.state import State, leaders_of, totals
from moderator.rules.errors import printable
from moderator.rules.seating import MODERATOR, SeatLabel, Viewer, victory
from moderator.rules.shown import Counted, EndView, Scored, end_view, text_table


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


# A state as `replay` prints it: as JSON, and as a chart in text.

ID = "age-of-iron"


def summary(state: State) -> dict[str, Any]:
    """What `replay --json` prints (docs/rules/age-of-iron.md, "What replay --json prints")."""
    players = range(len(state.hand))
    return {
        "game": ID,
        "status": "over" if state.is_over else "active",
        "turn": state.turn,
        "turns": state.turns,
        "phase": state.phase,
        "active": None if state.active is None else state.player_id(state.active),
        "hand": state.by_id(state.hand),
        "chart": state.chart_by_id,
        "civilization": state.by_id(list(boxes(state, i)) for i in players),
        "goods": state.goods_by_id if state.scenario.goods else {},
        "controlled": {region: ids for region, ids in state.controlled_by_id.items() if ids},
        "presences": _presences(state),
        "scores": state.by_id(_score(age_of_iron_state.score(state, i)) for i in players),
        "winners": list(map(state.player_id, age_of_iron_state.leaders(state))),
    }


def boxes(state: State, player: int) -> tuple[int, ...]:
    """RFs in each of the player's boxes, in order."""
    box, built = state.scenario.box, state.built[player]
    return tuple(max(0, min(box, built - i * box)) for i in range(len(state.scenario.box_points)))


def _presences(state: State) -> dict[str, list[str]]:
    players = state.scenario.players
    here = {
        region.id: [p.id for i, p in enumerate(players) if state.has_presence(i, r)]
        for r, region in enumerate(state.scenario.regions)
    }
    return {region: ids for region, ids in here.items() if ids}


def _score(score: age_of_iron_state.Score) -> dict[str, Any]:
    return {**score._asdict(), "objectives": list(score.objectives), "total": score.total}


def status_line(state: State, viewer: Viewer = MODERATOR) -> str:
    """The status of the game in one sentence without a full stop."""
    if state.is_over and not viewer.sees_all_points:
        return "The game is over"
    if state.is_over:
        leaders = age_of_iron_state.leaders(state)
        total = age_of_iron_state.score(state, leaders[0]).total
        if not total:
            return "The game is over; nobody has Victory Points"
        names = [state.player_name(player) for player in leaders]
        return victory(names, f"{total} Victory Points")
    start = f"Game-turn {state.turn} of {state.turns}"
    if state.active is None:
        done = sum(not state.must_place(player) for player in range(len(state.hand)))
        return f"{start}: orders are written, {done} of {len(state.hand)} countries are done"
    name, hand = state.player_name(state.active), state.hand[state.active]
    if state.must_place(state.active):
        return f"{start}: {name} has {hand} to place"
    return f"{start}: {name}’s turn, all RFs are placed"


def text(state: State) -> str:
    """The state as a readable chart of a dozen lines or more, with a final line break."""
    numbers = range(len(state.hand))
    players = [state.player_name(i) for i in numbers]
    rows = [["", *players]]
    for region, row in enumerate(state.chart):
        closed = "*" if state.controlled[region] else ""
        rows.append([state.region_name(region) + closed, *(str(rfs or "-") for rfs in row)])
    rows.append([])
    rows.append(["In hand", *map(str, state.hand)])
    if state.scenario.box_points:
        rows.append(["Civilization", *(" ".join(map(str, boxes(state, i))) for i in numbers)])
    if state.scenario.goods:
        rows.append(["For trade", *(_letters(state.goods_for_trade(i)) for i in numbers)])
        rows.append(["Acquired", *(_letters(state.goods_acquired(i)) for i in numbers)])
    scores = [age_of_iron_state.score(state, i) for i in numbers]
    rows.append(["Victory Points", *(str(score.total) for score in scores)])
    title, table = printable(state.scenario.title), "\n".join(text_table(rows, str.rjust))
    closed_note = "\n* controlled\n" if any(state.controlled) else ""
    return f"{title}\n{status_line(state)}\n\n{table}\n{closed_note}"


def _letters(row: dict[str, int]) -> str:
    return " ".join(f"{units}{letter}" for letter, units in row.items()) or "-"


# How a finished game is announced: the winners, the ranking, who led after each Game-turn.

TurnLeaders = tuple[int, tuple[SeatLabel, ...]]
"""A Game-turn, and who had the most points after it; nobody if all had none."""


@dataclass(frozen=True, slots=True)
class Led:
    """The last Game-turn that was completed, and who led after each."""

    after_turn: int
    leaders: tuple[TurnLeaders, ...]


def end_of(
    view: ChartView, leaders: Sequence[TurnLeaders], after_turn: int, is_stopped: bool = False
) -> EndView:
    """The end from what one viewer, who sees all points, may see of the state that is ranked."""
    scores = [
        Scored(country.seat, country.place, country.total, tuple(_parts(country)))
        for country in view.countries
    ]
    return end_view(scores, is_stopped, view.is_scored, Led(after_turn, tuple(leaders)))


def leaders_by_turn(states: Iterable[State]) -> tuple[TurnLeaders, ...]:
    """Who had the most points after each Game-turn.

    Args:
        states: the states after all moves that stand, the start first.

    Cost: proportional to the number of Game-turns, but for a look at every state.
    """
    return tuple(
        (turn, tuple(state.scenario.seats[player] for player in leaders_of(totals(state))))
        for turn, state in ends_of_turns(states)
    )


def ends_of_turns(states: Iterable[State]) -> Iterator[tuple[int, State]]:
    """Each completed Game-turn, and the state after it; a turn that was reopened counts once."""
    ends: dict[int, State] = {}
    earlier: State | None = None
    for state in states:
        if earlier is not None and (state.turn > earlier.turn or state.is_over):
            ends[earlier.turn] = state
        earlier = state
    yield from sorted(ends.items())


def _parts(country: Country) -> Iterator[Counted]:
    """What the total is made of; while they are secret, the first two are one part."""
    if country.presence is None or country.prevent is None:
        yield Counted("objectives", 1, country.total - country.civilization - country.trade)
    else:
        yield Counted("presence", 1, country.presence)
        yield Counted("prevented", 2, country.prevent)
    yield Counted("civilization", 3, country.civilization)
    yield Counted("trade", 4, country.trade)
