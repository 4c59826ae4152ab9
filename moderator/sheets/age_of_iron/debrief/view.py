"""What the debrief and the student's page are drawn from."""

from __future__ import annotations

from dataclasses import dataclass, field

from moderator.rules.age_of_iron.past import GameHistory, history
from moderator.rules.age_of_iron.views.view import ChartView
from moderator.rules.viewer import Viewer
from moderator.sheets.said_data import Said
from moderator.sheets.snapshot import GameSnapshot, public


@dataclass(frozen=True, slots=True)
class DebriefView:
    """A game's state and its history, as far as everybody may know them.

    `stopped`: where a stopped game ended, as a sentence without a full stop. `said`: what players
    wrote, as far as the readers may know it; only in the debrief.
    """

    chart: ChartView
    history: GameHistory
    stopped: str = ""
    said: Said = field(default_factory=Said)

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
    return DebriefView(public(now), history(start, now.past, viewer), now.stopped, now.said)
