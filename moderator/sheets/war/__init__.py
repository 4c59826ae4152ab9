"""War! on paper: the map with its units and the cards on the table, and the score sheet."""

from moderator.sheets.games import instructions_sheet
from moderator.sheets.war.board import chart_sheet, score_sheet

SHEETS = (chart_sheet, score_sheet, instructions_sheet)
