"""Age of Iron on paper: the Game Chart, the score sheet, role sheets, the sheets of a debrief."""

from moderator.sheets.age_of_iron.briefing import briefing_sheet
from moderator.sheets.age_of_iron.by_hand.blank_chart import blank_chart_sheet
from moderator.sheets.age_of_iron.by_hand.continued import continued_sheet
from moderator.sheets.age_of_iron.by_hand.order_slips import order_slips_sheet
from moderator.sheets.age_of_iron.by_hand.records import records_sheet
from moderator.sheets.age_of_iron.chart import chart_sheet
from moderator.sheets.age_of_iron.debrief.sheet import debrief_sheet
from moderator.sheets.age_of_iron.said import SAID_SHEETS
from moderator.sheets.age_of_iron.score import score_sheet
from moderator.sheets.age_of_iron.student.sheet import student_sheet
from moderator.sheets.age_of_iron.tents import tents_sheet
from moderator.sheets.texts.chronology import chronology_sheet
from moderator.sheets.texts.instructions import instructions_sheet

SHEETS = (
    chart_sheet,
    score_sheet,
    briefing_sheet,
    tents_sheet,
    instructions_sheet,
    chronology_sheet,
    blank_chart_sheet,
    order_slips_sheet,
    records_sheet,
    continued_sheet,
    debrief_sheet,
    *SAID_SHEETS,
    student_sheet,
)
