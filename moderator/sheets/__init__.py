"""Printed sheets: a game as it stands and a stamp in, the bytes of a PDF out."""

from moderator.sheets.games import (
    Standing,
    briefing_sheet,
    chart_name,
    chart_sheet,
    has_briefings,
    is_logged,
    score_sheet,
)
from moderator.sheets.paper import Paper
from moderator.sheets.stamp import Stamp

__all__ = [
    "Paper",
    "Stamp",
    "Standing",
    "briefing_sheet",
    "chart_name",
    "chart_sheet",
    "has_briefings",
    "is_logged",
    "score_sheet",
]
