"""Age of Iron on paper: the Game Chart, the score sheet, role sheets, the sheets of a debrief."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext_lazy

from moderator.sheets.age_of_iron.blank_chart import blank_chart_sheet
from moderator.sheets.age_of_iron.chart import chart_sheet
from moderator.sheets.age_of_iron.continued import continued_sheet
from moderator.sheets.age_of_iron.debrief import debrief_sheet
from moderator.sheets.age_of_iron.order_slips import order_slips_sheet, records_sheet
from moderator.sheets.age_of_iron.role import briefing_sheet, tents_sheet
from moderator.sheets.age_of_iron.score import score_sheet
from moderator.sheets.age_of_iron.student import student_sheet
from moderator.sheets.games import chronology_sheet, instructions_sheet
from moderator.sheets.layout.kind import Needs, SheetKind
from moderator.sheets.said import (
    add_messages,
    add_promises,
    add_records,
    by_pair,
    by_player,
)
from moderator.sheets.snapshot import GameSnapshot, snapshot

# The sheets of what countries wrote to each other, noted and promised.
#
# They have only what everybody may read, or for the moderator only what the moderator may. The
# debrief has the same, so that they are found at their old addresses alone.


def _messages(now: GameSnapshot) -> Needs | None:
    """Only in games with messages, where all read them at the debrief."""
    return ("said",) if now.has_shared_messages else None


def _records(now: GameSnapshot) -> Needs | None:
    return ("said",) if now.game.has_diplomatic_records(now.state) else None


said_sheet = partial(SheetKind, view=snapshot, is_listed=False)
record_sheet = partial(said_sheet, needs=_records, has_hash=True)

SAID_SHEETS = (
    said_sheet("messages", gettext_lazy("Messages"), add_messages, needs=_messages),
    record_sheet(
        "records-by-country",
        gettext_lazy("Records by country"),
        partial(add_records, divided=by_player),
    ),
    record_sheet(
        "records-by-pair", gettext_lazy("Records by pair"), partial(add_records, divided=by_pair)
    ),
    said_sheet(
        "promises",
        gettext_lazy("Promises with verdicts"),
        add_promises,
        needs=_records,
        is_landscape=True,
    ),
)


# All sheets of the game.

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
