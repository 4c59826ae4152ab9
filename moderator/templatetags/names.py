"""The filter that names a seat by who plays it."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from moderator.rules.seating import SeatLabel

register = template.Library()


@register.filter
def played_by(seat: SeatLabel, names: Mapping[str, str]) -> str:
    """The name of the seat's player if it is known, else the seat's own.

    Args:
        names: of players by their seats, as in a tournament; empty in other games.
    """
    return (names or {}).get(seat.id, seat.name)
