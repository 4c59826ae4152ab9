"""Age of Iron on paper: the Game Chart, the score sheet, role sheets."""

from django.utils.translation import gettext as _

from moderator.sheets.age_of_iron.briefing import briefing_sheet
from moderator.sheets.age_of_iron.chart import chart_sheet
from moderator.sheets.age_of_iron.score import score_sheet

__all__ = ["briefing_sheet", "chart_name", "chart_sheet", "score_sheet"]


def chart_name() -> str:
    """The name of the chart, in the active language."""
    return _("Game Chart")
