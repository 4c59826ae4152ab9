"""What those concerned had told each other before the moves that swung the points most."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, space, stacked
from moderator.sheets.layout.wording import without_arrows
from moderator.sheets.said.time_line import numbered, sentence_of, unnumbered
from moderator.sheets.said_data import Said, ToldBefore, ToldItem

SIZE, LEADING = 9.5, 12.5
SMALL, SMALL_LEADING = 8.5, 11.5
SPACE = 6.0
MOST_HEAD, MOST_LINES, MOST = 3, 3, 12
"""Lines of the move, lines of one item, and items before a move: the newest."""


def told_blocks(said: Said, width: float) -> list[Block]:
    """Each move with what had been said before it, the oldest first; on one page each head with the
    first of that."""
    found = []
    for one in said.told:
        rows = _rows(said, one, width)
        found += [stacked([_head(said, one, width), rows[0]]), *rows[1:], space(SPACE)]
    return found[:-1]


def _rows(said: Said, one: ToldBefore, width: float) -> list[Block]:
    if not one.lines:
        nothing = _("Nothing that has been released was said between them before.")
        if said.has_all:
            nothing = _("Nothing was said between them before.")
        return [unnumbered(nothing, width)]
    rows = [numbered(line.after, _text(line), width, MOST_LINES) for line in one.lines[:MOST][::-1]]
    more = len(one.lines) - MOST
    if more > 0:
        text = ngettext("and %d more before that", "and %d more before that", more) % more
        rows.insert(0, unnumbered(text, width))
    return rows


def _text(line: ToldItem) -> str:
    return f"{line.standing}: {sentence_of(line.line)}" if line.standing else sentence_of(line.line)


def _head(said: Said, one: ToldBefore, width: float) -> Block:
    """The move, and how the points changed with it."""
    title = f"{one.number} · {said.round_word} {one.turn} · {without_arrows(one.sentence)}."
    lines = fonts.wrap(title, SIZE, width, MOST_HEAD, "bold")
    changed = _("Points: %s") % ", ".join(_changed(*change) for change in one.points)
    small = fonts.wrap(changed, SMALL, width, 2) if one.points else []

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("H3"):
            page.lines(x, y + SIZE, lines, LEADING, SIZE, is_bold=True)
        if small:
            with page.element("P"):
                below = y + LEADING * len(lines) + SMALL
                page.lines(x, below, small, SMALL_LEADING, SMALL)

    return Block(LEADING * len(lines) + SMALL_LEADING * len(small) + 3, draw)


def _changed(seat: SeatLabel, before: int, after: int) -> str:
    facts = {"name": seat.name, "before": before, "after": after}
    return _("%(name)s %(before)d to %(after)d") % facts
