"""The debrief of a game, as a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.rules.age_of_iron.past.history import GameHistory
from moderator.rules.age_of_iron.past.questions import TurningPoint
from moderator.rules.deals import DebriefQuestion
from moderator.rules.seating import SeatLabel
from moderator.sheets.age_of_iron.chart import game_turn
from moderator.sheets.age_of_iron.debrief_parts import (
    GAP,
    GUTTER,
    HEADING_HEIGHT,
    RULE,
    DebriefView,
    add,
    add_section,
    attacks,
    contacts_block,
    debrief_view,
    has_room_beside,
    network_blocks,
    path_blocks,
    path_note,
    path_title,
    points_blocks,
    rfs_blocks,
    rules_to_write_on,
    trades,
)
from moderator.sheets.age_of_iron.moments import moments_blocks
from moderator.sheets.drawing import LEAST, Page, fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.layout import (
    Block,
    Sheet,
    beside,
    column_width,
    listed,
    space,
    span,
    stacked,
    text_block,
    without_arrows,
)
from moderator.sheets.layout.kind import SheetKind, needs_always
from moderator.sheets.said import time_line_blocks, told_blocks, trust_block
from moderator.sheets.snapshot import Said

# Who won, in the sentence with which the debrief opens.

MOST_MOVES = 12
RESULT_LINES = 6


def result(view: DebriefView) -> str:
    """Who has won or leads, with how many points, and how often the lead changed."""
    past = view.history
    if not past.last:
        return _("Nothing has happened yet.")
    if not past.is_scored:
        played = {"turns": past.complete_turns, "planned": past.turns_planned}
        return _("%(turns)d of %(planned)d Game-turns were played.") % played
    if not past.leading:
        return _("Nobody has Victory Points.")
    names = listed([seat.name for seat in past.leading])
    points = ngettext("%d point", "%d points", past.most_points) % past.most_points
    facts = {"names": names, "points": points, "times": _times(len(past.lead_changes))}
    if not past.is_over:
        return _led(view, facts)
    if not past.lead_changes:
        return _("%(names)s won with %(points)s.") % facts
    return _("%(names)s won with %(points)s after the lead had changed %(times)s.") % facts


def _led(view: DebriefView, facts: dict[str, str]) -> str:
    if view.stopped:
        if not view.history.lead_changes:
            return _("%(names)s led with %(points)s when the game stopped.") % facts
        return _("%(names)s led with %(points)s when the game stopped; the lead had changed "
                 "%(times)s.") % facts  # fmt: skip
    if not view.history.lead_changes:
        return _("%(names)s would win now, with %(points)s.") % facts
    return _("%(names)s would win now, with %(points)s; the lead has changed %(times)s.") % facts


def _times(count: int) -> str:
    return _("once") if count == 1 else ngettext("%d time", "%d times", count) % count


def lookup(past: GameHistory) -> str:
    """What the numbers of moves are, and with which of them the lead changed."""
    numbers = [str(lead.number) for lead in past.lead_changes]
    changed = ""
    if numbers:
        more = len(numbers) - MOST_MOVES
        named = [*numbers[:MOST_MOVES], *([_("%d more") % more] if more > 0 else [])]
        text = ngettext(
            "The lead changed with move %s.", "The lead changed with moves %s.", len(numbers)
        )
        changed = text % listed(named) + " "
    look = _("Small numbers are moves: look them up in the replay.")
    return changed + look


# Four questions derived from what happened, each with lines to write on; on a page of their own.

QUESTIONS_MOST = 4
INDENT, SIZE = 20.0, 9.5
MOST_TEXT = 10
LEAST_RULES = 2


def add_questions(sheet: Sheet, questions: Sequence[DebriefQuestion]) -> None:
    """Adds the first four, two in a row, on a new page whose room they share."""
    width = sheet.width
    asked = questions[:QUESTIONS_MOST]
    if not asked:
        return
    texts = [
        _question(k, one.text, column_width(width, 2, GUTTER))
        for k, one in enumerate(asked, start=1)
    ]
    rows = [texts[k : k + 2] for k in range(0, len(texts), 2)]
    taken = sum(max(one.height for one in row) + 12 for row in rows) + HEADING_HEIGHT + GAP
    if sheet.y > sheet.top:
        sheet.new_page()
    room = sheet.bottom - sheet.top - taken
    count = max(LEAST_RULES, int(room / RULE / len(rows)))
    blocks = [_row(row, count, column_width(width, 2, GUTTER)) for row in rows]
    add_section(sheet, _("Questions"), _("look the moves up before you answer"), blocks)


def _row(texts: Sequence[Block], count: int, each: float) -> Block:
    lines = rules_to_write_on(count, each - INDENT)

    height = max(one.height for one in texts)
    even = [Block(height, one.draw) for one in texts]
    rules = Block(lines.height, lambda page, x, y: lines.draw(page, x + INDENT, y))
    return stacked([beside([stacked([one, rules]) for one in even], each + GUTTER), space(6)])


def _question(number: int, text: str, width: float) -> Block:
    body = text_block(text, width - INDENT, SIZE, MOST_TEXT)

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 12, str(number), 15, INDENT - 4, is_serif=True)
        body.draw(page, x + INDENT, y)

    return Block(max(body.height, 16.0), draw)


# What players wrote to each other and promised, in the debrief.


def add_said(sheet: Sheet, said: Said) -> None:
    """Adds what had been told before the turning points, what else was said by Game-turn, and whose
    promises were kept; nothing if nothing is known."""
    width = sheet.width
    note = said.note or _("numbers: the last move before it")
    title = _("Who had told whom what before the turning points")
    add_section(sheet, title, note, told_blocks(said, width))
    title = _("What else was said") if said.told else _("What was said")
    add_section(sheet, title, note, time_line_blocks(said, width))
    trust = said.trust
    if trust.made:
        room = sheet.bottom - sheet.top - HEADING_HEIGHT
        blocks = [trust_block(trust, width, room)]
        add_section(sheet, _("Promises kept and broken"), said.note, blocks)


# The turning points: what was done, what that changed, and the points before and after it.

MOST = 3
HEAD, ROW, SEAL = 36.0, 18.0, 16.0
NUMBER = 21.0
MOST_LINES, MOST_EFFECTS = 5, 9
NUMBERS = 84.0
"""The room for the points before and after, and the change."""


def turning_blocks(past: GameHistory, width: float) -> list[Block]:
    """The turning points in columns, in the order in which they were made."""
    if not past.turning_points:
        return []
    each = column_width(width, MOST, GUTTER)
    return [beside([_column(past, one, each) for one in past.turning_points], each + GUTTER)]


def _column(past: GameHistory, one: TurningPoint, width: float) -> Block:
    def head(page: Page, x: float, y: float) -> None:
        page.line(x, y, x + width, y, 1.2)
        number = span(one.first, one.number)
        used = page.text(
            x, y + 26, number, NUMBER, width * 0.5, is_serif=True, least=LEAST, tag="H3"
        )
        room = width - used - 8
        kind = _("orders revealed") if one.is_reveal else _("move")
        page.text(x + used + 8, y + 15, _("Game-turn %d") % one.turn, 9, room, least=LEAST)
        page.text(x + used + 8, y + 26, kind, 9, room, least=LEAST)

    effects = text_block(" ".join(one.effects), width, 9.0, MOST_EFFECTS)
    rows = [_change(past.seats[player], points, width) for player, *points in one.changes]
    sentence = text_block(f"{without_arrows(one.sentence)}.", width, 9.5, MOST_LINES, "bold")
    return stacked([Block(HEAD, head), sentence, *([effects] if one.effects else []), *rows])


def _change(seat: SeatLabel, points: Sequence[int], width: float) -> Block:
    before, after, change = points

    def draw(page: Page, x: float, y: float) -> None:
        base, right = y + 12.5, x + width
        end = right - 36 - min(fonts.width(str(after), 10, "bold"), 24)
        sign = "+" if change > 0 else "–"
        with page.element("P"):
            page.badge(x, y + 1, SEAL, seat)
            page.text(x + SEAL + 5, base, seat.name, 9, width - SEAL - 9 - NUMBERS, least=LEAST)
            page.text(end - 16, base, str(before), 9.5, 24, "right", least=LEAST)
            _arrow(page, end - 12, end, base - 3.4)
            page.text(right - 32, base, str(after), 10, 24, "right", is_bold=True, least=LEAST)
            change_text = f"{sign}{abs(change)}"
            page.text(right, base, change_text, 9.5, 26, "right", least=LEAST)

    return Block(ROW, draw)


def _arrow(page: Page, left: float, right: float, y: float) -> None:
    page.line(left, y, right - 1, y, 0.8)
    page.path([(right - 4, y - 2.4), (right, y), (right - 4, y + 2.4)], 0.8, INK)


# The sheet.


def _where(view: DebriefView) -> str:
    if view.chart.is_over:
        return ngettext("%d Game-turn", "%d Game-turns", view.chart.turns) % view.chart.turns
    return view.stopped or game_turn(view.chart)


def _moves(view: DebriefView) -> str:
    return _("moves 1 to %d") % view.history.last if view.history.last else ""


def _fill(sheet: Sheet, view: DebriefView) -> None:
    past, width = view.history, sheet.width
    add(sheet, text_block(result(view), width, 14.0, RESULT_LINES, "serif"))
    add(sheet, text_block(lookup(past), width, 9.5))
    if past.is_scored:
        points = points_blocks(past, sheet.stamp.players, width)
        note = _("heavy: this country; thin: the others")
        add_section(sheet, _("Points, if the game had ended there"), note, points)
    rfs_note = _("after each Game-turn; pattern: on the Game Chart; white: in civilization")
    if not past.has_civilization:
        rfs_note = _("on the Game Chart after each Game-turn")
    add_section(sheet, _("RFs"), rfs_note, rfs_blocks(past, width))
    _add_contacts(sheet, view, width)
    note = _("the largest changes of the distance in points")
    add_section(sheet, _("Turning points"), note, turning_blocks(past, width))
    add_section(sheet, path_title(past), path_note(past), path_blocks(past, width))
    note = _("RFs in each region; black: a Presence, 5 RFs or more; the coast is today’s")
    add_section(sheet, _("The map"), note, moments_blocks(past, width, _room(sheet)))
    add_said(sheet, view.said)
    add_questions(sheet, past.questions)


def _room(sheet: Sheet) -> float:
    """The height of a page below a title, in points."""
    return sheet.bottom - sheet.top - HEADING_HEIGHT - GAP


def _add_contacts(sheet: Sheet, view: DebriefView, width: float) -> None:
    past, room = view.history, _room(sheet)
    found = [one for one in (attacks(past), trades(past)) if one.has_any]
    for k, one in enumerate(found, start=1):
        left = sheet.bottom - sheet.y - HEADING_HEIGHT - GAP
        half = room / 2 - HEADING_HEIGHT / 2  # for two on a page
        rooms = (left, room) if k == len(found) else (left, half, room)
        add_section(sheet, one.name, one.note, [contacts_block(one, width, rooms)])
    alone = [one for one in found if not has_room_beside(one)]
    note = _("as thick as what both sides lost, or as the units that were given")
    add_section(sheet, _("Networks"), note, network_blocks(alone, width))


debrief_sheet = SheetKind(
    "debrief",
    gettext_lazy("Debrief"),
    _fill,
    debrief_view,
    when="after",
    about=gettext_lazy("What happened, in plots, tables and maps, with questions to talk about."),
    needs=needs_always("last-round", "past", "said"),
    where=_where,
    status=_moves,
)
"""Who won; points and RFs over the Game-turns; attacks and trades; turning points; the winners'
path; the map; what players wrote and promised; questions. It shows what everybody may know:
objectives are named after the end only, orders are not there before they are revealed, and of what
was written only what has been released. Of a stopped game it shows what is complete.

Cost: about 100 ms for four countries.
"""
