"""Age of Iron on paper: the Game Chart, the score sheet, role sheets, the sheets of a debrief."""

from moderator.sheets.age_of_iron.briefing import briefing_sheet
from moderator.sheets.age_of_iron.chart import chart_sheet
from moderator.sheets.age_of_iron.debrief.sheet import debrief_sheet
from moderator.sheets.age_of_iron.score import score_sheet
from moderator.sheets.age_of_iron.student.sheet import student_sheet

SHEETS = (chart_sheet, score_sheet, briefing_sheet, debrief_sheet, student_sheet)
