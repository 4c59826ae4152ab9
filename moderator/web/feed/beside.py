"""What a frame shows beside the chart: the own order slip, reminders, a reveal, offers."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.play.table.snapshot import table_of
from moderator.rules.viewer import Viewer
from moderator.web.feed.offers import ConsoleOffers, OffersFrame, SeatOffers
from moderator.web.feed.slip_parts import SlipPart, revealed_by, slip_part


@dataclass(frozen=True, slots=True)
class Beside:
    """What one viewer's frame shows beside the chart.

    `reminder`: how often the viewer has been asked for orders, if they are still missing; `slip`:
    the order slip of the viewer's own seat; `revealed`: the last entry's number, if it comes from
    a reveal; `offers`: offers between players, and objections; `is_started`: whether anything has
    been recorded.
    """

    reminder: int = 0
    slip: SlipPart | None = None
    revealed: int = 0
    offers: SeatOffers | ConsoleOffers | None = None
    is_started: bool = False


def beside_of(game: Game, fold: Fold, viewer: Viewer, offers: OffersFrame | None) -> Beside:
    """What lies beside the chart for this viewer now."""
    return Beside(
        reminder=table_of(game, fold).reminders.number_for(viewer.seat or ""),
        slip=slip_part(game, fold, viewer),
        revealed=revealed_by(fold),
        offers=offers.make() if offers else None,
        is_started=bool(fold.number),
    )
