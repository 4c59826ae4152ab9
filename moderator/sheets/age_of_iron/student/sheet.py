"""The student's page, as a sheet: a part for each country."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.plots.bars import bar_plots
from moderator.plots.lines import line_plots
from moderator.plots.plot import Plot
from moderator.sheets.age_of_iron.debrief.courses import labelled_points, labelled_rfs
from moderator.sheets.age_of_iron.debrief.parts import (
    GAP,
    GUTTER,
    HEADING_HEIGHT,
    RULE,
    add,
    add_section,
    heading,
    rules_to_write_on,
    text_block,
)
from moderator.sheets.age_of_iron.student.points import points_blocks
from moderator.sheets.age_of_iron.student.turns import turn_blocks
from moderator.sheets.age_of_iron.student.view import StudentView, by_country, student_views
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.plots import draw_plot
from moderator.sheets.layout.columns import beside, column_width
from moderator.sheets.layout.header import role_header
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import Block, Header, Sheet, space, stacked
from moderator.sheets.layout.wording import listed
from moderator.sheets.stamp import Stamp

PLOT = 100.0
LEAST_RULES, MOST_RULES = 2, 12
ABOVE = 8.0
"""The room above each question, in points."""


def _header(view: StudentView, name: str, stamp: Stamp) -> Header:
    return partial(role_header, title=view.title, name=name, stamp=stamp, seat=view.seat)


def _fill(sheet: Sheet, view: StudentView) -> None:
    width = sheet.right - sheet.left
    add(sheet, text_block(_result(view), width, 13.0, 6, "serif"))
    note = _("The numbers in brackets are moves: cite them, and look them up in the replay.")
    add(sheet, text_block(note, width))
    if view.past.complete_turns:
        sheet.y += GAP
        add(sheet, _plots(view, width))
    if view.past.is_scored:
        title = _("Where the points come from")
        add_section(sheet, title, "", points_blocks(view, width))
    turns = turn_blocks(view, width)
    add_section(sheet, _("Game-turn by Game-turn"), _("points and RFs after each"), turns)
    _add_reflection(sheet, width)


def _result(view: StudentView) -> str:
    """The country's points and place, and who won or leads."""
    past, country = view.past, view.country
    if not past.last:
        return _("Nothing has happened yet.")
    if not past.is_scored:
        return view.seat.name
    points = ngettext("%d point", "%d points", country.total) % country.total
    facts = {
        "name": view.seat.name,
        "points": points,
        "place": country.place,
        "all": len(past.seats),
        "winners": listed([seat.name for seat in past.leading]) if past.leading else "",
        "most": past.most_points,
    }
    if not past.leading:
        return _("%(name)s has no points, and nor has anybody else.") % facts
    if view.player in past.winners:
        if not past.is_over:
            return _("%(name)s leads with %(points)s.") % facts
        return _("%(name)s won with %(points)s.") % facts
    if not past.is_over:
        return _("%(name)s has %(points)s, place %(place)d of %(all)d; %(winners)s would win now, "
                 "with %(most)d.") % facts  # fmt: skip
    return _("%(name)s got %(points)s, place %(place)d of %(all)d; %(winners)s won with "
             "%(most)d.") % facts  # fmt: skip


def _plots(view: StudentView, width: float) -> Block:
    """The points, if there are any, and the RFs beside each other."""
    past, player = view.past, view.player
    each = column_width(width, 2, GUTTER)
    found = []
    if past.is_scored:
        lines = line_plots(past.points, past.seats, past.labels, each, PLOT)[player]
        note = _("heavy: this country")
        found.append(_plot(_("Points"), note, labelled_points(past, player, lines), each))
    bars = bar_plots(past.rfs, past.seats, past.labels[1:], each, PLOT)[player]
    note = _("white: in civilization") if past.has_civilization else ""
    found.append(_plot(_("RFs"), note, labelled_rfs(past, player, bars), each))
    return beside(found, each + GUTTER)


def _plot(title: str, note: str, plot: Plot, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        draw_plot(page, x, y, plot)

    return stacked([heading(title, note, width), Block(plot.height, draw)])


def _add_reflection(sheet: Sheet, width: float) -> None:
    """Adds three questions with lines that take what is left of the page."""
    asked = (
        _("What did you want, and with which move did your plan change? Why?"),
        _("Which agreement, promise or threat mattered most to you? Name the moves that show it."),
        _("What would you do differently, from which move on?"),
    )
    texts = [text_block(one, width, 9.5) for one in asked]
    taken = GAP + HEADING_HEIGHT + sum(one.height + 4 + ABOVE for one in texts)
    room = sheet.bottom - sheet.y - taken
    if room < RULE * LEAST_RULES * len(texts):
        sheet.new_page()
        room = sheet.bottom - sheet.y - taken
    count = max(LEAST_RULES, min(MOST_RULES, int(room / RULE / len(texts))))
    rules = rules_to_write_on(count, width)
    above = space(ABOVE)
    blocks = [stacked([above, one, rules]) for one in texts]
    add_section(sheet, _("Your own view"), _("name the moves that you mean"), blocks)


student_sheet = SheetKind(
    "student",
    gettext_lazy("Student’s page"),
    _fill,
    student_views,
    when="after",
    about=gettext_lazy("One country’s game with the numbers of its moves, for a portfolio."),
    split=by_country,
    is_ranking=True,
    needs_past=True,
    header=_header,
)
"""One country's game for a portfolio: each country starts a page, in the order of play. It shows
what everybody may know, as the debrief does.

Cost: about 60 ms for four countries.
"""
