"""What role sheets show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from moderator.rules.age_of_iron.views.view import ChartView, Country


@dataclass(frozen=True, slots=True)
class RoleSheets:
    """A chart with all objectives, texts by seat id, options in force.

    In the texts, blank lines separate paragraphs.
    """

    chart: ChartView
    briefings: Mapping[str, str]
    options: Sequence[str] = ()

    @property
    def title(self) -> str:
        return self.chart.title

    @property
    def copyright(self) -> str:
        return self.chart.copyright


@dataclass(frozen=True, slots=True)
class RoleSheet:
    """The role sheet of one country."""

    sheets: RoleSheets
    country: Country

    @property
    def title(self) -> str:
        return self.sheets.title

    @property
    def copyright(self) -> str:
        return self.sheets.copyright

    @property
    def chart(self) -> ChartView:
        return self.sheets.chart

    @property
    def paragraphs(self) -> list[str]:
        """The country's briefing; empty if it has none."""
        text = self.sheets.briefings.get(self.country.seat.id, "").replace("\r\n", "\n")
        return [part for part in text.split("\n\n") if part.strip()]
