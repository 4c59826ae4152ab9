"""What a frame shows beside the chart: the own order slip, a reveal, offers, messages."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from moderator.play.log.entries import rules_of
from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.play.stopped import EarlyEnd, end_of_stopped, is_ended
from moderator.play.table.snapshot import table_of
from moderator.rules.viewer import Viewer
from moderator.web.core.seating import SeatStatus, seat_statuses
from moderator.web.feed.debrief_part import DebriefPart
from moderator.web.feed.messages import messages_html
from moderator.web.feed.offers import ConsoleOffers, OffersFrame, SeatOffers
from moderator.web.feed.questions import QuestionsPart
from moderator.web.feed.records import LINES_MOST, RecordsView, records_view
from moderator.web.feed.slip_parts import SlipPart, revealed_by, slip_part


@dataclass(frozen=True, slots=True)
class Beside:
    """What one viewer's frame shows beside the chart.

    A stopped game has nothing but `stopped`, the messages, the records, `questions` and `debrief`.
    `has_ended`: whether the game is over or was stopped.

    `reminder`: how often the viewer has been asked for orders, if they are still missing; `slip`:
    the order slip of the viewer's own seat; `revealed`: the last entry's number, if it comes from
    a reveal; `offers`: offers between players, and objections; `is_started`: whether anything has
    been recorded; `waiting`: the seats of a game that waits for its start; `messages` (as HTML) and
    `records` (diplomatic ones): of the viewer's own seat, or what the moderator may read;
    `questions`: of the debrief, for the viewer's own seat; `debrief`: what everybody may read.
    """

    reminder: int = 0
    slip: SlipPart | None = None
    revealed: int = 0
    offers: SeatOffers | ConsoleOffers | None = None
    is_started: bool = False
    has_ended: bool = False
    stopped: StoppedPart | None = None
    waiting: WaitingPart | None = None
    records: RecordsView | None = None
    messages: SafeString = field(default_factory=SafeString)
    questions: QuestionsPart | None = None
    debrief: DebriefPart | None = None


@dataclass(frozen=True, slots=True)
class StoppedPart:
    """Where a stopped game ended, and the rules' view of that state for the viewer, which is
    ranked; None if no round is complete."""

    end: EarlyEnd
    view: Any


@dataclass(frozen=True, slots=True)
class WaitingPart:
    """A game that waits for its start: its seats, and for the moderator how to start it.

    `own`: the viewer's seat, or empty. `seats`: with their people, whom those who only watch are
    not shown. `start`: the URL that starts it; empty for others.
    """

    seats: tuple[SeatStatus, ...]
    own: str = ""
    start: str = ""

    @property
    def shows_names(self) -> bool:
        """Whether the viewer is shown who has which seat."""
        return bool(self.own or self.start)

    @property
    def free(self) -> tuple[SeatStatus, ...]:
        """The seats that nobody has."""
        return tuple(status for status in self.seats if status.is_free)

    @property
    def free_ids(self) -> str:
        """Their ids, which the start confirms."""
        return " ".join(status.seat.id for status in self.free)


def waiting_for_start(game: Game, viewer: Viewer) -> WaitingPart | None:
    """The seats of a game that waits for its start; None once it has been started."""
    if not game.is_waiting:
        return None
    start = reverse("start", args=[game.group.code]) if viewer.is_moderator else ""
    return WaitingPart(seat_statuses(game), viewer.seat or "", start)


def beside_of(
    game: Game,
    fold: Fold,
    viewer: Viewer,
    offers: OffersFrame | None,
    questions: QuestionsPart | None = None,
    debrief: DebriefPart | None = None,
) -> Beside:
    """What lies beside the chart for this viewer now, in the present time zone."""
    if game.is_waiting:
        return Beside(waiting=waiting_for_start(game, viewer))
    table = table_of(game, fold)
    always = Beside(
        is_started=bool(fold.number),
        has_ended=is_ended(game, fold),
        messages=messages_html(game, fold, table.messages, viewer),
        records=records_view(game, fold, table.records, viewer, LINES_MOST),
        questions=questions,
        debrief=debrief,
    )
    if end := end_of_stopped(game, fold):
        return replace(always, stopped=_stopped_part(game, end, viewer))
    return replace(
        always,
        reminder=table.reminders.number_for(viewer.seat or ""),
        slip=slip_part(game, fold, viewer),
        revealed=revealed_by(fold),
        offers=offers.make() if offers else None,
    )


def _stopped_part(game: Game, end: EarlyEnd, viewer: Viewer) -> StoppedPart:
    is_ranked = end.state is not None
    return StoppedPart(end, rules_of(game).view(end.state, viewer) if is_ranked else None)
