"""The header of every page: the title, the group, and the status of the game."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, PAPER, SOFT
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.paper import MARGIN
from moderator.sheets.stamp import Stamp

TITLE_SIZE = 21.0
LEAST_TITLE_SIZE = 11.0
STATUS_SIZE, LEAST_STATUS_SIZE = 9.0, 7.5


def header(
    page: Page,
    left: float,
    right: float,
    title: str,
    name: str,
    stamp: Stamp,
    where: str = "",
    status: str = "",
) -> float:
    """Draws the header of a page and returns the y below it.

    Args:
        title: the title of the game; `name` is that of the sheet.
        where: the progress of the game, in bold; `status` is a sentence below it, on one or two
            lines, or in its place if `where` is empty.
    """
    middle = title_of(page, left, right, title, name, stamp)
    room = right - middle
    y = MARGIN + 9
    if where:
        page.text(right, y, where, 11, room, "right", is_bold=True)
        y += 11
    status = status[:1].upper() + status[1:]
    _text, size = fonts.fit(fonts.clean(status), STATUS_SIZE, room, least=LEAST_STATUS_SIZE)
    for k, line in enumerate(fonts.wrap(status, size, room, 2)):
        page.text(right, y + 11 * k, line, size, room, "right")
    return rule(page, left, right)


def role_header(
    page: Page, left: float, right: float, title: str, name: str, stamp: Stamp, seat: SeatLabel
) -> float:
    """Draws the header of a page for one seat and returns the y below it."""
    middle = title_of(page, left, right, title, name, stamp)
    page.badge(right - 26, MARGIN + 2, 26, seat)
    page.text(right - 34, MARGIN + 21, seat.name, 17, right - 34 - middle, "right", is_bold=True)
    return rule(page, left, right)


def title_of(page: Page, left: float, right: float, title: str, name: str, stamp: Stamp) -> float:
    """Draws the left side and returns the x where the right side may begin."""
    middle = left + (right - left) * 0.58
    room = middle - left - 12
    text, size = fonts.fit(fonts.clean(title), TITLE_SIZE, room, True, LEAST_TITLE_SIZE)
    page.text(left, MARGIN + 17, text, size, is_bold=True)
    people = " · ".join(part for part in (name, stamp.group_name, stamp.class_name) if part)
    used = _warning(page, left, MARGIN + 31) if stamp.is_moderators_only else 0.0
    page.text(left + used, MARGIN + 31, people, STATUS_SIZE, room - used, colour=SOFT)
    return middle


def _warning(page: Page, x: float, baseline: float) -> float:
    """Writes, white on black, that the sheet is not for players; returns the width used."""
    width = page.text(x + 5, baseline, _("Moderator only"), STATUS_SIZE, colour=PAPER, is_bold=True)
    words = page.marks.pop()
    page.box(x, baseline - 10, width + 10, 13.5, fill=INK, radius=2)
    page.marks.append(words)
    return width + 17


def rule(page: Page, left: float, right: float) -> float:
    """Draws the line below the header and returns the y where the content may begin."""
    page.line(left, MARGIN + 38, right, MARGIN + 38, 1.5, INK)
    return MARGIN + 50
