"""The debrief of a game, as a sheet."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.sheets.age_of_iron.debrief import contacts, courses
from moderator.sheets.age_of_iron.debrief.moments import moments_blocks
from moderator.sheets.age_of_iron.debrief.parts import GAP, HEADING_HEIGHT, add, add_section
from moderator.sheets.age_of_iron.debrief.path import path_blocks, path_note, path_title
from moderator.sheets.age_of_iron.debrief.questions import add_questions
from moderator.sheets.age_of_iron.debrief.result import result_blocks
from moderator.sheets.age_of_iron.debrief.said import add_said
from moderator.sheets.age_of_iron.debrief.turning import turning_blocks
from moderator.sheets.age_of_iron.debrief.view import DebriefView, debrief_view
from moderator.sheets.age_of_iron.header import game_turn
from moderator.sheets.layout.header import header
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import Header, Sheet
from moderator.sheets.stamp import Stamp


def _header(view: DebriefView, name: str, stamp: Stamp) -> Header:
    where = view.stopped or game_turn(view.chart)
    if view.chart.is_over:
        where = ngettext("%d Game-turn", "%d Game-turns", view.chart.turns) % view.chart.turns
    moves = _("moves 1 to %d") % view.history.last if view.history.last else ""
    return partial(header, title=view.title, name=name, stamp=stamp, where=where, status=moves)


def _fill(sheet: Sheet, view: DebriefView) -> None:
    past, width = view.history, sheet.right - sheet.left
    for block in result_blocks(view, width):
        add(sheet, block)
    if past.is_scored:
        points = courses.points_blocks(past, sheet.footer.stamp.players, width)
        note = _("heavy: this country; thin: the others")
        add_section(sheet, _("Points, if the game had ended there"), note, points)
    rfs_note = _("after each Game-turn; pattern: on the Game Chart; white: in civilization")
    if not past.has_civilization:
        rfs_note = _("on the Game Chart after each Game-turn")
    add_section(sheet, _("RFs"), rfs_note, courses.rfs_blocks(past, width))
    _add_contacts(sheet, view, width)
    note = _("the largest changes of the distance in points")
    add_section(sheet, _("Turning points"), note, turning_blocks(past, width))
    add_section(sheet, path_title(past), path_note(past), path_blocks(past, width))
    add_said(sheet, view.said)
    add_questions(sheet, past.questions)
    note = _("RFs in each region; black: a Presence, 5 RFs or more; the coast is today’s")
    add_section(sheet, _("The map"), note, moments_blocks(past, width, _room(sheet)))


def _room(sheet: Sheet) -> float:
    """The height of a page below a title, in points."""
    return sheet.bottom - sheet.top - HEADING_HEIGHT - GAP


def _add_contacts(sheet: Sheet, view: DebriefView, width: float) -> None:
    past, room = view.history, _room(sheet)
    attacks, trades = contacts.attacks(past), contacts.trades(past)
    notes = (contacts.attacks_note(past), contacts.trades_note())
    found = [(one, note) for one, note in zip((attacks, trades), notes, strict=True) if one.has_any]
    for k, (one, note) in enumerate(found, start=1):
        left = sheet.bottom - sheet.y - HEADING_HEIGHT - GAP
        half = room / 2 - HEADING_HEIGHT / 2  # for two on a page
        rooms = (left, room) if k == len(found) else (left, half, room)
        add_section(sheet, one.name, note, [contacts.contacts_block(one, width, rooms)])
    alone = [one for one, _note in found if not contacts.has_room_beside(one)]
    note = _("as thick as what both sides lost, or as the units that were given")
    add_section(sheet, _("Networks"), note, contacts.network_blocks(alone, width))


debrief_sheet = SheetKind(
    "debrief",
    gettext_lazy("Debrief"),
    _fill,
    debrief_view,
    when="after",
    about=gettext_lazy("What happened, in plots, tables and maps, with questions to talk about."),
    is_ranking=True,
    needs_past=True,
    written="said",
    header=_header,
)
"""Who won; points and RFs over the Game-turns; attacks and trades; turning points; the winners'
path; what players wrote and promised; questions; the map. It shows what everybody may know:
objectives are named after the end only, orders are not there before they are revealed, and of what
was written only what has been released. Of a stopped game it shows what is complete.

Cost: about 100 ms for four countries.
"""
