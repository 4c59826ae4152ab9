"""Valley of War on paper: the referee's sheet, and the result with every throw."""

from django.utils.translation import gettext as _

from moderator.sheets.valley_of_war.pieces import GROUNDS
from moderator.sheets.valley_of_war.referee import chart_sheet
from moderator.sheets.valley_of_war.score import score_sheet

__all__ = ["GROUNDS", "IS_LOGGED", "chart_name", "chart_sheet", "score_sheet"]

IS_LOGGED = True


def chart_name() -> str:
    """The name of the chart, in the active language."""
    return _("Referee’s sheet")
