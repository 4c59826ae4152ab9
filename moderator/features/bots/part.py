"""The line of a frame that says which seats the program plays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.db import connection
from django.urls import reverse

from moderator.core.cache import cached
from moderator.core.ended import is_ended
from moderator.core.feature import Shown, part_html
from moderator.core.look import Look
from moderator.features.bots.reasons import last_reasons
from moderator.features.bots.write import bots_of, bots_wait

BotsShown = Sequence[tuple[str, str]]
"""Of each seat that the program plays, the id and the bot's level."""


def shown_bots(look: Look) -> Shown | None:
    """Which seats the program plays; the moderator learns how well, and changes it."""
    if look.rules.bots is None or is_ended(look):
        return None
    bots = _bots(look)
    if not bots:
        return None
    is_moderator = look.viewer.is_moderator
    waits = is_moderator and bots_wait(look)
    reasons = last_reasons(look) if is_moderator else ()
    labels = look.timeline.labels
    names = {one.id: one.name for one in look.rules.bots.levels if is_moderator}
    html = partial(
        part_html,
        "bots/frame_bots.html",
        seats=[(labels[player], names.get(level, "")) for player, level in bots],
        own=look.viewer.seat or "",
        url=reverse("bots", args=[look.game.group.code]) if is_moderator else "",
        waits=waits,
        reasons=reasons,
    )
    return Shown((bots, waits, reasons), html)


def _bots(look: Look) -> BotsShown:
    """Cost: a query after each change of the game's seats or settings."""
    game = look.game

    def read() -> BotsShown:
        return tuple((seat.player, seat.level) for seat in bots_of(game))

    if connection.in_atomic_block:
        return read()
    return cached("bots", (game.uid, game.stops), read)
