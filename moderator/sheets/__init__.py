"""Printed sheets: a view and a stamp in, the bytes of a PDF out."""

from moderator.sheets.age_of_iron import briefing_sheet, chart_sheet, score_sheet
from moderator.sheets.paper import Paper
from moderator.sheets.stamp import Stamp

__all__ = ["Paper", "Stamp", "briefing_sheet", "chart_sheet", "score_sheet"]
