"""Age of War on paper: the castles with their holders, and the score sheet."""

from moderator.sheets.age_of_war.board import chart_sheet
from moderator.sheets.age_of_war.score import blank_score_sheet, score_sheet
from moderator.sheets.games import instructions_sheet

SHEETS = (chart_sheet, score_sheet, blank_score_sheet, instructions_sheet)
