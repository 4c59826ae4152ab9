"""What players wrote to each other and promised, in the debrief."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.sheets.age_of_iron.debrief.parts import add_section
from moderator.sheets.layout.sheet import Sheet, stacked
from moderator.sheets.said.time_line import time_line_blocks, time_line_note
from moderator.sheets.said.totals import matrix_blocks, matrix_note, totals_blocks
from moderator.sheets.said_data import Said


def add_said(sheet: Sheet, said: Said) -> None:
    """Adds what was said by Game-turn, and whose promises were kept; nothing if nothing is known.

    Each table is on one page.
    """
    width = sheet.right - sheet.left
    note = said.note or time_line_note()
    add_section(sheet, _("What was said"), note, time_line_blocks(said, width))
    if any(one.is_accepted for one in said.promises):
        totals = stacked(totals_blocks(said, width))
        add_section(sheet, _("Promises kept and broken"), said.note, [totals])
        add_section(sheet, _("Trust"), matrix_note(), [stacked(matrix_blocks(said, width))])
