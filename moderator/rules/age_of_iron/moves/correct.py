"""Correct: the moderator corrects a recorded mistake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from moderator.rules.age_of_iron.moves.correct_reading import check_parts
from moderator.rules.age_of_iron.state import State, with_item
from moderator.rules.errors import Refused, printable
from moderator.rules.game import Wire


@dataclass(frozen=True, slots=True)
class Correct:
    """New numbers, each part keyed by ids as in the wire form; whatever is not named stays.

    `civilization` counts RFs in all boxes together; `goods` replaces both rows of a player;
    `controlled` replaces the list of a region.
    """

    reason: str
    chart: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    civilization: Mapping[str, int] = field(default_factory=dict)
    goods: Mapping[str, Mapping[str, Mapping[str, int]]] = field(default_factory=dict)
    controlled: Mapping[str, list[str]] = field(default_factory=dict)

    @classmethod
    def from_wire(cls, state: State, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        check_parts(state, wire)
        return cls(**{key: value for key, value in wire.items() if key != "type"})

    def players(self) -> tuple[str, ...]:
        """Every player that the correction names, in the order of the wire form."""
        return (
            *(player for cells in self.chart.values() for player in cells),
            *self.civilization,
            *self.goods,
            *(player for owners in self.controlled.values() for player in owners),
        )

    def check(self, state: State) -> None:
        """Raise `unknown-region`, `civilization-complete` or `bad-target`."""
        for id in (*self.chart, *self.controlled):
            state.region(id)
        capacity = state.scenario.box_capacity
        for player, rfs in self.civilization.items():
            if rfs > capacity:
                raise Refused(
                    "civilization-complete",
                    f"{state.player_name(state.player(player))}’s boxes hold {capacity} RFs "
                    f"together, not {rfs}.",
                )
        for id in self.controlled:
            region = state.region(id)
            if state.scenario.is_country(region):
                raise Refused(
                    "bad-target",
                    f"{state.region_name(region)} is a country; only territories are controlled.",
                )

    def apply(self, state: State) -> State:
        """The state with the new numbers; hands and turns don't change."""
        state = state.with_cells(
            {
                (state.region(region), state.player(player)): rfs
                for region, cells in self.chart.items()
                for player, rfs in cells.items()
            }
        )
        for player, rfs in self.civilization.items():
            built = with_item(state.built, state.player(player), rfs)
            state = replace(state, built=built)
        for player, rows in self.goods.items():
            state = _set_goods(state, state.player(player), rows)
        for region, owners in self.controlled.items():
            numbers = tuple(sorted(state.player(owner) for owner in owners))
            controlled = with_item(state.controlled, state.region(region), numbers)
            state = replace(state, controlled=controlled)
        return state

    def say(self, state: State) -> str:
        """The correction as a sentence, with its reason."""
        parts = [
            f"{state.player_name(state.player(player))} in "
            f"{state.region_name(state.region(region))} "
            f"{state.chart[state.region(region)][state.player(player)]} → {rfs}"
            for region, cells in self.chart.items()
            for player, rfs in cells.items()
        ]
        parts += [
            f"{state.player_name(state.player(player))}’s civilization "
            f"{state.built[state.player(player)]} → {rfs}"
            for player, rfs in self.civilization.items()
        ]
        parts += [
            f"{state.player_name(state.player(player))}’s goods "
            f"{_goods_text(rows['for_trade'])} for trade, {_goods_text(rows['acquired'])} acquired"
            for player, rows in self.goods.items()
        ]
        parts += [
            f"{state.region_name(state.region(region))} controlled by "
            + (" and ".join(state.player_name(state.player(one)) for one in owners) or "nobody")
            for region, owners in self.controlled.items()
        ]
        return f"Correction: {'; '.join(parts) or 'nothing'} ({printable(self.reason, 200)})"


def _set_goods(state: State, player: int, rows: Mapping[str, Any]) -> State:
    own = state.scenario.players[player].good
    acquired = tuple(rows["acquired"].get(letter, 0) for letter in state.scenario.letters)
    for_trade = rows["for_trade"].get(own, 0) if own else 0
    return replace(
        state,
        for_trade=with_item(state.for_trade, player, for_trade),
        acquired=with_item(state.acquired, player, acquired),
    )


def _goods_text(row: Mapping[str, int]) -> str:
    return " ".join(f"{units} {letter}" for letter, units in row.items() if units) or "none"
