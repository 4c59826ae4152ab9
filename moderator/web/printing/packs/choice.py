"""What a pack has in it, as its row in the database says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, cast, get_args

from moderator import sheets

Order = Literal["group", "seat", "kind"]
ORDERS: tuple[Order, ...] = get_args(Order)


@dataclass(frozen=True, slots=True)
class PackChoice:
    """Which sheets a pack has, and how.

    Args:
        kinds: the ids of kinds of sheets, of games and of the whole class.
        order: by group, by seat (the same seat of all groups together), or by kind of sheet.
        has_moves: with the moves, where a sheet can list them.
        has_secrets: with what is still secret, where a sheet can have it: for the moderator only.
        is_two_sided: each sheet begins on a new piece of paper, if both sides are printed.
        is_reached: whether phones reach the site, so that sheets may lead to it.
    """

    kinds: tuple[str, ...]
    order: Order = "group"
    paper: sheets.Paper = "a4"
    has_moves: bool = False
    has_secrets: bool = False
    is_two_sided: bool = False
    is_reached: bool = False

    def to_wire(self) -> dict[str, Any]:
        """As JSON."""
        return {**asdict(self), "kinds": list(self.kinds)}

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> PackChoice:
        """From JSON that `to_wire` has made; other keys are left out."""
        return cls(
            kinds=tuple(map(str, wire["kinds"])),
            order=cast("Order", wire["order"]),
            paper=cast("sheets.Paper", wire["paper"]),
            has_moves=bool(wire["has_moves"]),
            has_secrets=bool(wire["has_secrets"]),
            is_two_sided=bool(wire["is_two_sided"]),
            is_reached=bool(wire["is_reached"]),
        )
