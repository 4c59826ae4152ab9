"""What the debrief and the student's page are drawn from."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.age_of_iron.past import GameHistory, history
from moderator.rules.age_of_iron.views.view import ChartView
from moderator.rules.viewer import Viewer
from moderator.sheets.layout.kind import GameSnapshot, public


@dataclass(frozen=True, slots=True)
class DebriefView:
    """A game's state and its history, as far as everybody may know them.

    `stopped`: where a stopped game ended, as a sentence without a full stop.
    """

    chart: ChartView
    history: GameHistory
    stopped: str = ""

    @property
    def title(self) -> str:
        return self.chart.title

    @property
    def copyright(self) -> str:
        return self.chart.copyright

    @property
    def status_line(self) -> str:
        """Where the game stands, for the header."""
        return f"{self.stopped}." if self.stopped else self.chart.status_line


def debrief_view(now: GameSnapshot) -> DebriefView:
    """The view for everybody; after the end with the objectives."""
    start = now.past[0].before if now.past else now.state
    viewer = Viewer(is_released=now.is_released)
    return DebriefView(public(now), history(start, now.past, viewer), now.stopped)
