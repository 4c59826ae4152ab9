"""A country's order slip, ready for a template: what its rows show, and what they can take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from moderator.rules.age_of_iron.moves.build import level
from moderator.rules.age_of_iron.order_places import CIVILIZATION, place_in
from moderator.rules.age_of_iron.setup.scenario import PRESENCE_RFS
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.views import for_viewer
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import Viewer


@dataclass(frozen=True, slots=True)
class NextLevel:
    """The next level of civilization, the RFs in all boxes that complete it, and its points."""

    level: str
    at: int
    victory_points: int


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A region, or civilization (`is_civilization`), on the slip of one country.

    `others`: who else has RFs there, and how many. `most`: the most RFs of the whole hand that
    the place can take. `controlled_by`: if there are any, nobody can place RFs there.
    """

    place: str
    name: str
    before: int
    placed: int
    most: int
    is_civilization: bool = False
    others: tuple[tuple[SeatLabel, int], ...] = ()
    controlled_by: tuple[SeatLabel, ...] = ()
    has_presence: bool = False
    next_level: NextLevel | None = None

    @property
    def after(self) -> int:
        """The country's RFs there once the orders are revealed."""
        return self.before + self.placed

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be placed there, whatever else is on the slip."""
        return bool(self.controlled_by) or (self.is_civilization and not self.next_level)


@dataclass(frozen=True, slots=True)
class SlipView:
    """A country's slip. `left` of the `total` RFs are still to place."""

    seat: SeatLabel
    rows: tuple[SlipRow, ...]
    left: int
    total: int

    @property
    def written(self) -> tuple[SlipRow, ...]:
        """The rows with orders."""
        return tuple(row for row in self.rows if row.placed)


def view(state: State, viewer: Viewer, placed: Mapping[str, int], left: int) -> SlipView:
    """The slip of the viewer's own country.

    Args:
        state: before any of this Game-turn's orders.
        placed: RFs by place.
        left: RFs that can still be placed.
    """
    state, player = for_viewer.visible(state, viewer), state.player(viewer.seat or "")
    rows = [_region(state, player, region, placed) for region in range(len(state.chart))]
    if state.scenario.box_points:
        rows.append(_civilization(state, player, placed))
    return SlipView(state.scenario.seats[player], tuple(rows), left, state.hand[player])


def _region(state: State, player: int, region: int, placed: Mapping[str, int]) -> SlipRow:
    labels, place = state.scenario.seats, place_in(state.region_id(region))
    here, owners = state.chart[region], state.controlled[region]
    rfs = placed.get(place, 0)
    return SlipRow(
        place=place,
        name=state.region_name(region),
        before=here[player],
        placed=rfs,
        most=0 if owners else state.hand[player],
        others=tuple((labels[i], n) for i, n in enumerate(here) if n and i != player),
        controlled_by=tuple(labels[owner] for owner in owners),
        has_presence=here[player] + rfs >= PRESENCE_RFS,
    )


def _civilization(state: State, player: int, placed: Mapping[str, int]) -> SlipRow:
    built, box, points = state.built[player], state.scenario.box, state.scenario.box_points
    rfs, number = placed.get(CIVILIZATION, 0), built // box
    following = None
    if number < len(points):
        following = NextLevel(level(number), (number + 1) * box, points[number])
    return SlipRow(
        place=CIVILIZATION,
        name="Civilization",
        before=built,
        placed=rfs,
        most=min(state.room(player), state.hand[player]),
        is_civilization=True,
        next_level=following,
    )
