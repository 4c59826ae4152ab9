"""Who changed what on an order slip, for those who share it."""

from __future__ import annotations

from collections.abc import Mapping

from moderator.play.log.entries import rules_of
from moderator.play.models import Game, SlipVersion
from moderator.play.table.slips import SlipBook


def last_changes(game: Game, book: SlipBook, player: str) -> Mapping[str, SlipVersion]:
    """For each place of the player's slip, the version that changed it last, with its person.

    Cost: proportional to the slip's versions.
    """
    orders = rules_of(game).orders
    if orders is None:
        return {}
    rows = game.slip_versions.filter(opened_by=book.opened_by, player=player)
    changes: dict[str, SlipVersion] = {}
    before: Mapping[str, int] = {}
    for version in rows.order_by("number").select_related("person"):
        placed = orders.placed(tuple(version.orders))
        for place in {*before, *placed}:
            if before.get(place) != placed.get(place):
                changes[place] = version
        before = placed
    return changes
