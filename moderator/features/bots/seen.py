"""What a bot knows of its game: what its seat sees, has agreed on, and has promised."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from moderator.core.ended import seen_as
from moderator.core.look import Look
from moderator.features.deals.offers.read import OFFERS
from moderator.features.deals.records.read import RECORDS
from moderator.rules.bots import Known
from moderator.rules.seating import Viewer


def known_of(look: Look, player: str, partners: Iterable[str]) -> Known:
    """The game as the bot of this player knows it.

    Args:
        partners: the players of all bots, who agree at once or not at all.
    """
    offers = OFFERS.of(look).offers
    own = [one for one in offers if player in (one.maker, one.partner)]
    promises = RECORDS.of(look).of(player).promises
    return Known(
        look.timeline,
        seen_as(look.by(Viewer(seat=player))),
        frozenset(partners),
        tuple(chain.from_iterable(one.judged for one in promises if one.is_accepted)),
        tuple(one.move for one in own if one.is_agreed),
        frozenset(one.partner for one in own if one.maker == player),
    )
