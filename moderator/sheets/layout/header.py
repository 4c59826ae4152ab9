"""The header of every page, lines to write and to cut on, and small pieces of sentences."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import LEAST, MARGIN, Page
from moderator.sheets.snapshot import Stamp

# The header of every page: the title, the group, and the status of the game.

TITLE_SIZE = 21.0
LEAST_TITLE_SIZE = 11.0
STATUS_SIZE, LEAST_STATUS_SIZE = 9.0, 7.5
BAR = 15.5


def header(
    page: Page,
    left: float,
    right: float,
    name: str,
    stamp: Stamp,
    where: str = "",
    status: str = "",
    seat: SeatLabel | None = None,
) -> float:
    """Draws the header of a page and returns the y below it.

    For the moderator only, it has a bar that says so.

    Args:
        name: that of the sheet.
        where: the progress of the game, in bold; `status` is a sentence below it, on one or two
            lines, or in its place if `where` is empty.
        seat: for whom the page is; its badge and name stand in the place of both.
    """
    middle = title_of(page, left, right, name, stamp)
    if seat:
        _seat(page, right, middle, stamp, seat)
    else:
        _progress(page, right, right - middle, where, status[:1].upper() + status[1:])
    warning = _("Moderator only: this sheet has what players may not know yet.")
    return line_below(page, left, right, warning if stamp.is_moderators_only else "")


def _progress(page: Page, right: float, room: float, where: str, status: str) -> None:
    y = MARGIN + 9
    if where:
        page.text(right, y, where, 11, room, "right", is_bold=True)
        y += 11
    _text, size = fonts.fit(fonts.clean(status), STATUS_SIZE, room, least=LEAST_STATUS_SIZE)
    with page.element("P"):
        for k, line in enumerate(fonts.wrap(status, size, room, 2)):
            page.text(right, y + 11 * k, line, size, room, "right")


def _seat(page: Page, right: float, middle: float, stamp: Stamp, seat: SeatLabel) -> None:
    with page.element("Artifact"):  # the name says it
        page.badge(right - 30, MARGIN, 30, seat)
    players = stamp.players.get(seat.id, "")
    edge, room = right - 38, right - 38 - middle
    page.text(edge, MARGIN + (17 if players else 21), seat.name, 17, room, "right", is_serif=True)
    page.text(edge, MARGIN + 31, players, STATUS_SIZE, room, "right")


def title_of(page: Page, left: float, right: float, name: str, stamp: Stamp) -> float:
    """Draws the left side and returns the x where the right side may begin."""
    middle = left + (right - left) * 0.58
    room = middle - left - 12
    title = fonts.clean(stamp.title)
    text, size = fonts.fit(title, TITLE_SIZE, room, "serif", LEAST_TITLE_SIZE)
    page.text(left, MARGIN + 17, text, size, is_serif=True, tag="H1")
    led = _("Moderator: %s") % stamp.moderators if stamp.moderators else ""
    parts = (name, stamp.group_name, stamp.class_name, led)
    people = " · ".join(part for part in parts if part)
    page.text(left, MARGIN + 31, people, STATUS_SIZE, room)
    return middle


def no_header(_page: Page, _left: float, _right: float) -> float:
    """No header: the sheet begins at the margin."""
    return MARGIN


def line_below(page: Page, left: float, right: float, warning: str = "") -> float:
    """Draws the line below a header, with a warning a bar that has it; returns the y below it."""
    y = MARGIN + 38
    if not warning:
        page.line(left, y, right, y, 1.5, INK)
        return y + 12
    page.box(left, y, right - left, BAR, fill=INK)
    room = right - left - 12
    page.text(left + 6, y + 11, warning, STATUS_SIZE, room, "left", PAPER, is_bold=True)
    return y + BAR + 12


# Names on two lines, lines to write on, and scissors for lines to cut along.

CUT_DASH = (4.0, 3.0)


def name_lines(
    name: str, size: float, room: float, face: fonts.Face = "serif"
) -> tuple[list[str], float]:
    """A name on one line, or smaller on two lines, and its font size; it may be cut."""
    name = fonts.clean(name)
    one, shrunk = fonts.fit(name, size, room, face, LEAST)
    if one == name:
        return [one], shrunk
    return fonts.wrap(name, LEAST, room, 2, face), LEAST


def is_whole(name: str, room: float, face: fonts.Face = "plain") -> bool:
    """Whether a name fits on two lines without being cut, and without a broken word."""
    name = fonts.clean(name)
    return " ".join(fonts.wrap(name, LEAST, room, 2, face)) == name


def write_name(
    page: Page,
    x: float,
    middle: float,
    name: str,
    size: float,
    room: float,
    face: fonts.Face = "serif",
) -> None:
    """Writes a name on one or two lines around the height `middle`."""
    lines, size = name_lines(name, size, room, face)
    leading = size * 1.2
    y = middle + size * 0.36 - leading * (len(lines) - 1) / 2
    page.lines(x, y, lines, leading, size, is_bold=face == "bold", is_serif=face == "serif")


def line_to_write_on(page: Page, x: float, y: float, width: float) -> None:
    page.line(x, y, x + width, y, 0.6, INK)


def cut_across(page: Page, left: float, right: float, y: float) -> None:
    """Draws a broken line from left to right, with scissors at its beginning."""
    page.path([(left + 14, y), (right, y)], 0.6, dash=CUT_DASH)
    _scissors(page, left + 6, y, 9)


def cut_down(page: Page, x: float, top: float, bottom: float) -> None:
    """Draws a broken line downwards, with scissors at its beginning."""
    page.path([(x, top + 14), (x, bottom)], 0.6, dash=CUT_DASH)
    _scissors(page, x, top + 6, 9, is_down=True)


def _scissors(page: Page, x: float, y: float, side: float, *, is_down: bool = False) -> None:
    """Draws open scissors around (x, y), their blades to the right or downwards."""

    def at(along: float, across: float) -> tuple[float, float]:
        if is_down:
            return x - across * side, y + along * side
        return x + along * side, y + across * side

    for turn in (1, -1):
        page.circle(*at(-0.42, 0.22 * turn), side * 0.17, outline=INK, thickness=0.8)
        page.path([at(-0.27, 0.15 * turn), at(0.5, -0.22 * turn)], 0.8)


# Small pieces of sentences: names and numbers listed, words for what the fonts lack.


def without_arrows(text: str) -> str:
    """The text with a word for each arrow, which the font lacks."""
    return text.replace("→", _("to"))


def span(first: int, last: int) -> str:
    """Numbers, from the first to the last.

    >>> span(3, 7), span(3, 3)
    ('3–7', '3')
    """
    return f"{first}–{last}" if first < last else str(first)


def listed(names: Sequence[str]) -> str:
    """One or more names as a list in a sentence."""
    *first, last = names
    if not first:
        return last
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}
