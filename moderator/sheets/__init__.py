"""Printed sheets: functions that turn the state of a game and a stamp into a PDF."""

from moderator.sheets.drawing.paper import Paper
from moderator.sheets.games import (
    GameSnapshot,
    briefing_sheet,
    chart_name,
    chart_sheet,
    has_briefings,
    is_logged,
    score_sheet,
)
from moderator.sheets.stamp import Stamp
from moderator.sheets.tournament import cross_sheet, round_sheet, standings_sheet
from moderator.sheets.tournament_data import MatchRow, TournamentData

__all__ = [
    "GameSnapshot",
    "MatchRow",
    "Paper",
    "Stamp",
    "TournamentData",
    "briefing_sheet",
    "chart_name",
    "chart_sheet",
    "cross_sheet",
    "has_briefings",
    "is_logged",
    "round_sheet",
    "score_sheet",
    "standings_sheet",
]
