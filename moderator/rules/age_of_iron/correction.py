"""What can be corrected on one page: all numbers of the charts, and who controls what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moderator.rules import correction
from moderator.rules.age_of_iron.moves.correct import PARTS, Correct
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.views import summary
from moderator.rules.correction import CorrectionField, CorrectionLine
from moderator.rules.seating import SeatLabel


class ChartCorrection:
    """Documented in `moderator.rules.correction.CorrectionRules`.

    Source: docs/rules/age-of-iron.md, "correct".
    """

    verb = Correct.verb

    def parts(self, state: State) -> Mapping[str, tuple[CorrectionLine, ...]]:
        """The Game Chart, boxes, goods and control, as far as this game uses them."""
        seats = state.scenario.seats
        lines = (
            _chart(state, seats),
            _civilization(state, seats),
            _goods(state, seats),
            _controlled(state, seats),
        )
        return dict(zip(PARTS, lines, strict=True))

    def wire(self, state: State, posted: Mapping[str, Any]) -> dict[str, Any]:
        """Goods and control are whole if they differ, since they replace the current ones."""
        return correction.changes(posted, _current(state))


def _chart(state: State, seats: tuple[SeatLabel, ...]) -> tuple[CorrectionLine, ...]:
    lines = []
    for r, region in enumerate(state.scenario.regions):
        name = state.region_name(r)
        fields = (
            CorrectionField(f"chart.{region.id}.{seat.id}", f"{seat.name}, {name}", str(rfs))
            for seat, rfs in zip(seats, state.chart[r], strict=True)
        )
        lines.append(CorrectionLine(name, tuple(fields)))
    return tuple(lines)


def _civilization(state: State, seats: tuple[SeatLabel, ...]) -> tuple[CorrectionLine, ...]:
    if not state.scenario.box_points:
        return ()
    fields = (
        CorrectionField(f"civilization.{seat.id}", seat.name, str(sum(summary.boxes(state, i))))
        for i, seat in enumerate(seats)
    )
    return (CorrectionLine("Civilization: RFs in all boxes together", tuple(fields)),)


def _goods(state: State, seats: tuple[SeatLabel, ...]) -> tuple[CorrectionLine, ...]:
    """A line for each player: their own good for trade, and every good acquired."""
    if not state.scenario.goods:
        return ()
    lines = []
    for i, seat in enumerate(seats):
        own = state.scenario.players[i].good
        for_trade = CorrectionField(
            f"goods.{seat.id}.for_trade.{own}", f"for trade: {own}", str(state.for_trade[i])
        )
        acquired = (
            CorrectionField(f"goods.{seat.id}.acquired.{letter}", f"acquired: {letter}", str(units))
            for letter, units in zip(state.scenario.letters, state.acquired[i], strict=True)
        )
        lines.append(CorrectionLine(seat.name, (for_trade, *acquired)))
    return tuple(lines)


def _controlled(state: State, seats: tuple[SeatLabel, ...]) -> tuple[CorrectionLine, ...]:
    """A line for each territory, with a checkbox for each player."""
    if not state.options.control:
        return ()
    lines = []
    for r, region in enumerate(state.scenario.regions):
        if state.scenario.home_owner[r] is None:
            fields = (
                CorrectionField(
                    f"controlled.{region.id}", seat.name, seat.id, i in state.controlled[r]
                )
                for i, seat in enumerate(seats)
            )
            lines.append(CorrectionLine(state.region_name(r), tuple(fields)))
    return tuple(lines)


def _current(state: State) -> dict[str, Any]:
    """The current numbers, as the parts of a correction that would change nothing."""
    ids = [player.id for player in state.scenario.players]
    regions = [region.id for region in state.scenario.regions]
    return {
        "chart": {
            region: dict(zip(ids, row, strict=True))
            for region, row in zip(regions, state.chart, strict=True)
        },
        "civilization": {id: sum(summary.boxes(state, i)) for i, id in enumerate(ids)},
        "goods": {
            id: {"for_trade": summary.for_trade(state, i), "acquired": summary.acquired(state, i)}
            for i, id in enumerate(ids)
        },
        "controlled": {
            region: [ids[player] for player in owners]
            for region, owners in zip(regions, state.controlled, strict=True)
        },
    }


CORRECTION = ChartCorrection()
