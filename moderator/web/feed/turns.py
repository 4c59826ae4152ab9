"""Whose turn it is, from the rules' offers."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.play import dice
from moderator.play.cache import MB, LruCache
from moderator.play.log.entries import rules_of, scenario_of
from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.play.table.slips import SlipBook
from moderator.play.table.snapshot import table_of
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import Viewer

_in_turn: LruCache[frozenset[str]] = LruCache(MB // 4)  # some 300 games


@dataclass(frozen=True, slots=True)
class Turn:
    """Whether it is the viewer's turn, and the first bot whose turn it is."""

    is_own: bool
    bot: SeatLabel | None


def turn_of(game: Game, fold: Fold, viewer: Viewer, bots: frozenset[str]) -> Turn:
    """Whose turn it is, for a page on which the viewer acts."""
    if not game.is_running:
        return Turn(is_own=False, bot=None)
    timeline = fold.timeline
    slips = table_of(game, fold).slips
    key = (game.uid, fold.number, fold.hash, slips.public_number)
    ids = _in_turn.get_or_make(key, lambda: _ids(fold, slips))
    seats = timeline.game.seats(scenario_of(game), game.options)
    bot = next((seat for seat in seats if seat.id in ids & bots), None)
    # Once the seed is public, dice are typed, which bots can't do.
    can_go_on = bot is not None and dice.can_bots_play(game, fold)
    return Turn(viewer.seat in ids, bot if can_go_on else None)


def bots_of(game: Game) -> frozenset[str]:
    """The bots' seats."""
    if not rules_of(game).has_bot:
        return frozenset()
    return frozenset(game.seats.filter(is_partner=True).values_list("player", flat=True))


def _ids(fold: Fold, slips: SlipBook) -> frozenset[str]:
    if slips.is_open:
        return frozenset(slip.player for slip in slips.slips if not slip.is_sealed)
    rules, state = fold.timeline.game, fold.timeline.state
    if rules.is_over(state):
        return frozenset()
    return frozenset(
        offer.player
        for offer in rules.offers(state)
        if offer.player and not offer.move.is_moderators and offer.is_open
    )
