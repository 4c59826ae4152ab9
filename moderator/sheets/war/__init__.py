"""War! on paper: the map with its units and the cards on the table, and the score sheet."""

from moderator.sheets.texts import instructions_sheet
from moderator.sheets.war.map import chart_sheet
from moderator.sheets.war.score import score_sheet

SHEETS = (chart_sheet, score_sheet, instructions_sheet)
