"""An attack and its fights as a view."""

from __future__ import annotations

from moderator.rules.seating import SeatLabel
from moderator.rules.war.map import board
from moderator.rules.war.moves.fight import bonus, under_way
from moderator.rules.war.state import State
from moderator.rules.war.views.view import AttackView, FoughtView, RolledView, SideView

TENTHS = 10
"""Tenths per tile, the unit of paths, so that coordinates are whole numbers."""


def attack(state: State, labels: tuple[SeatLabel, ...]) -> AttackView | None:
    """The attack that is under way; None if there is none."""
    sides = under_way(state)
    if sides is None or state.active is None:
        return None
    (known, stack), tiles, player = sides, state.scenario.tiles, state.active
    mine, theirs = (bonus(state, side, known.target) for side in (player, stack.player))
    return AttackView(
        attacker=SideView(labels[player], tiles[known.source], known.units, mine),
        defender=SideView(labels[stack.player], tiles[known.target], stack.units, theirs),
        can_withdraw=known.has_removed,
        arrow=_arrow(state, known.source, known.target),
    )


def fought(state: State, before: State, labels: tuple[SeatLabel, ...]) -> FoughtView | None:
    """The last fight; None if there is none to show."""
    known = state.fought
    if known is None:
        return None
    (mine, theirs), tiles = known.totals, state.scenario.tiles
    attacker = RolledView(
        labels[known.attacker], tiles[known.source], known.dice[0], mine, mine < theirs
    )
    defender = RolledView(
        labels[known.defender], tiles[known.target], known.dice[1], theirs, theirs < mine
    )
    return FoughtView(
        attacker=attacker,
        defender=defender,
        is_fresh=state.fights == before.fights + 1,
        ends=known.ends,
        is_taken=known.ends and defender.has_lost,
    )


def land(state: State) -> str:
    """An SVG path around each tile, with the first column and row at the origin."""
    corners = (_corner(state, tile) for tile in range(len(state.scenario.tiles)))
    return "".join(f"M{x} {y}h{TENTHS}v{TENTHS}h-{TENTHS}z" for x, y in corners)


def _corner(state: State, tile: int) -> tuple[int, int]:
    columns, rows = board.extent(state.scenario.tiles)
    column, row = board.place_of(state.scenario.tiles[tile])
    return TENTHS * (column - columns[0]), TENTHS * (row - rows[0])


def _arrow(state: State, source: int, target: int) -> str:
    """A short path across the edge between two tiles, where it covers no units.

    These are in the lower half of a tile, or in the middle.
    """
    (x, y), (to_x, to_y) = _corner(state, source), _corner(state, target)
    across, down = (to_x - x) // TENTHS, (to_y - y) // TENTHS
    if across:
        return f"M{x + TENTHS / 2 + across * 2.8:g} {y + 1.5:g}h{across * 3.2:g}"
    edge = max(y, to_y)
    return f"M{x + TENTHS / 2:g} {edge + (-0.3 if down > 0 else 2.4):g}v{down * 1.2:g}"


def box(state: State) -> str:
    """The view box of the map, with half a tile of sea around it."""
    columns, rows = board.extent(state.scenario.tiles)
    half = TENTHS // 2
    return f"-{half} -{half} {TENTHS * (len(columns) + 1)} {TENTHS * (len(rows) + 1)}"
