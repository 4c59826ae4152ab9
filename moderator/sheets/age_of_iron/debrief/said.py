"""What players wrote to each other and promised, in the debrief."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.sheets.age_of_iron.debrief.parts import HEADING_HEIGHT, add_section
from moderator.sheets.layout.sheet import Sheet
from moderator.sheets.said.time_line import time_line_blocks, time_line_note
from moderator.sheets.said.told import told_blocks
from moderator.sheets.said.totals import trust_block
from moderator.sheets.said_data import Said


def add_said(sheet: Sheet, said: Said) -> None:
    """Adds what had been told before the turning points, what was said by Game-turn, and whose
    promises were kept; nothing if nothing is known."""
    width = sheet.right - sheet.left
    note = said.note or time_line_note()
    title = _("Who had told whom what before the turning points")
    add_section(sheet, title, note, told_blocks(said, width))
    add_section(sheet, _("What was said"), note, time_line_blocks(said, width))
    trust = said.trust
    if trust.made:
        room = sheet.bottom - sheet.top - HEADING_HEIGHT
        blocks = [trust_block(trust, width, room)]
        add_section(sheet, _("Promises kept and broken"), said.note, blocks)
