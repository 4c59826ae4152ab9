"""The header of every page: the title, the group, and the status of the game."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.paper import MARGIN
from moderator.sheets.stamp import Stamp

TITLE_SIZE = 21.0
LEAST_TITLE_SIZE = 11.0
STATUS_SIZE, LEAST_STATUS_SIZE = 9.0, 7.5
BAR = 15.5


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
    with page.element("P"):
        for k, line in enumerate(fonts.wrap(status, size, room, 2)):
            page.text(right, y + 11 * k, line, size, room, "right")
    return rule(page, left, right, stamp)


def role_header(
    page: Page, left: float, right: float, title: str, name: str, stamp: Stamp, seat: SeatLabel
) -> float:
    """Draws the header of a page for one seat and returns the y below it."""
    middle = title_of(page, left, right, title, name, stamp)
    with page.element("Artifact"):  # the name says it
        page.badge(right - 30, MARGIN, 30, seat)
    players = stamp.players.get(seat.id, "")
    edge, room = right - 38, right - 38 - middle
    page.text(edge, MARGIN + (17 if players else 21), seat.name, 17, room, "right", is_serif=True)
    page.text(edge, MARGIN + 31, players, STATUS_SIZE, room, "right")
    return rule(page, left, right, stamp)


def title_of(page: Page, left: float, right: float, title: str, name: str, stamp: Stamp) -> float:
    """Draws the left side and returns the x where the right side may begin."""
    middle = left + (right - left) * 0.58
    room = middle - left - 12
    text, size = fonts.fit(fonts.clean(title), TITLE_SIZE, room, "serif", LEAST_TITLE_SIZE)
    page.text(left, MARGIN + 17, text, size, is_serif=True, tag="H1")
    led = _("Moderator: %s") % stamp.moderators if stamp.moderators else ""
    parts = (name, stamp.group_name, stamp.class_name, led)
    people = " · ".join(part for part in parts if part)
    page.text(left, MARGIN + 31, people, STATUS_SIZE, room)
    return middle


def rule(page: Page, left: float, right: float, stamp: Stamp) -> float:
    """Draws the line below the header and returns the y where the content may begin.

    For the moderator only, it is a bar that says so.
    """
    warning = _("Moderator only: this sheet has what players may not know yet.")
    return line_below(page, left, right, warning if stamp.is_moderators_only else "")


def line_below(page: Page, left: float, right: float, warning: str = "") -> float:
    """The same for any header; with a warning it is a bar that has it."""
    y = MARGIN + 38
    if not warning:
        page.line(left, y, right, y, 1.5, INK)
        return y + 12
    page.box(left, y, right - left, BAR, fill=INK)
    room = right - left - 12
    page.text(left + 6, y + 11, warning, STATUS_SIZE, room, "left", PAPER, is_bold=True)
    return y + BAR + 12
