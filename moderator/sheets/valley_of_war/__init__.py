"""Valley of War on paper: the referee's sheet, and the result with every throw."""

from moderator.sheets.games import instructions_sheet
from moderator.sheets.valley_of_war.score import chart_sheet, score_sheet

SHEETS = (chart_sheet, score_sheet, instructions_sheet)
