"""Printed sheets: a view and a stamp in, the bytes of a PDF out."""

from moderator.sheets.briefing import briefing_sheet
from moderator.sheets.chart import chart_sheet
from moderator.sheets.paper import Paper
from moderator.sheets.score import score_sheet
from moderator.sheets.stamp import Stamp

__all__ = ["Paper", "Stamp", "briefing_sheet", "chart_sheet", "score_sheet"]
