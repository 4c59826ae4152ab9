"""Table tents: a country's name on a page that is folded in the middle, read from both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views.view import ChartView, Country
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import LEAST, MARGIN, Page, draw_qr
from moderator.sheets.layout.header import no_header
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import Sheet
from moderator.sheets.snapshot import JoinPlace

# A name tent: the seal, the name of a country, who plays it, and how to join.

GUTTER = 20.0
LARGEST_NAME, LEAST_NAME, NAME_LINES = 120.0, 13.0, 2
TITLE = 22.0
PLAYER, LARGE_PLAYER, PLAYER_LEADING = (12.0, 10.0, 8.5), (18.0, 14.0, 12.0, 10.0, 8.5), 1.32
"""Sizes of players' names, beside how to join and without it; the leading is relative to them."""
JOIN, CODE_LINES = 126.0, 36.0
"""The width of what says how to join, and the height of the code and the address, in points."""
NOTE = 12.0


@dataclass(frozen=True, slots=True)
class Tent:
    """What stands on it.

    Args:
        where: the scenario and the group.
        players: names, separated by commas; may be empty.
        notes: lines in small type below the players, such as who moderates.
        join: how to join; None if it isn't said here.
    """

    seat: SeatLabel
    where: str
    players: str
    notes: Sequence[str]
    join: JoinPlace | None = None


def draw_tent(page: Page, x: float, y: float, width: float, height: float, tent: Tent) -> None:
    """Draws the tent in a rectangle, upright."""
    side = min(height, width * 0.38)
    page.badge(x, y + (height - side) / 2, side, tent.seat)
    left, room = x + side + GUTTER, width - side - GUTTER
    page.text(left, y + 13, tent.where, 13, room, least=LEAST, is_serif=True)
    middle = y + TITLE + (height - TITLE) * 0.47
    _name(page, left, y + TITLE, room, middle - 12, tent.seat.name)
    page.line(left, middle, left + room, middle, 1.6)
    used = _join(page, left + room, middle + 9, y + height, tent.join) if tent.join else 0.0
    _players(page, left, middle, y + height, room - used, tent)


def _name(page: Page, x: float, y: float, room: float, bottom: float, name: str) -> None:
    """Writes the name as large as it fits, on two lines if it is long."""
    lines, size = name_lines(name, room, bottom - y)
    with page.element("H1"):
        for k, line in enumerate(reversed(lines)):
            page.text(x, bottom - size * (0.16 + 1.08 * k), line, size, is_serif=True)


def name_lines(name: str, room: float, height: float) -> tuple[list[str], float]:
    """The name on one or two lines, and the largest size (points) at which they fit."""
    name = fonts.clean(name)
    size = min(LARGEST_NAME, height * 0.95)
    _text, one = fonts.fit(name, size, room, "serif", least=LEAST_NAME)
    two = min(size, height / 2.25)
    while two > LEAST_NAME and len(fonts.wrap(name, two, room, face="serif")) > NAME_LINES:
        two -= 1
    if " " not in name or one >= two:
        return [fonts.cut(name, one, room, "serif")], one
    return fonts.wrap(name, two, room, NAME_LINES, face="serif"), two


def _players(page: Page, x: float, y: float, bottom: float, room: float, tent: Tent) -> None:
    """Writes who plays from y downwards, each on a line of their own if they all fit."""
    for k, note in enumerate(reversed(tent.notes)):
        page.text(x, bottom - 1 - NOTE * k, note, 9.5, room, least=LEAST)
    if not tent.players:
        return
    space = bottom - 4 - NOTE * len(tent.notes) - y
    lines, size = _player_lines(tent, room, space)
    for k, line in enumerate(lines):
        baseline = y + size * PLAYER_LEADING * (k + 1) + 2
        page.text(x, baseline, line, size, room, least=LEAST, is_bold=True)


def _player_lines(tent: Tent, room: float, space: float) -> tuple[list[str], float]:
    """A line for each player, or as many as they need together; and the size of the letters."""
    sizes = PLAYER if tent.join else LARGE_PLAYER
    names = tent.players.split(", ")
    for size in sizes:
        if len(names) * size * PLAYER_LEADING <= space:
            return names, size
    for size in sizes:
        most = max(1, int(space / (size * PLAYER_LEADING)))
        lines = fonts.wrap(tent.players, size, room, face="bold")
        if len(lines) <= most or size == sizes[-1]:
            break
    return fonts.wrap(tent.players, size, room, most, face="bold"), size


def _join(page: Page, right: float, y: float, bottom: float, join: JoinPlace) -> float:
    """Writes how to join at the right, with a QR code; returns the width that it takes."""
    side = min(bottom - y - CODE_LINES, JOIN * 0.6) if join.url else 0.0
    edge = right - side - 8 if join.url else right
    room = edge - right + JOIN
    if join.url:
        draw_qr(page, right - side, y, side, join.url)
    label = _("To join, scan or type") if join.url else _("To join, type")
    for k, line in enumerate(fonts.wrap(label, 9.0, room, 4)):
        page.text(edge, y + 8 + 11.5 * k, line, 9.0, room, "right", least=LEAST)
    page.text(right, bottom - 13, join.code, 18, JOIN, "right", least=LEAST, is_bold=True)
    page.text(right, bottom - 1, join.address, 9, JOIN, "right", least=LEAST)
    return JOIN + 12


# The sheet.

BESIDE_FOLD = 18.0
"""The room between the fold and the names, in points."""


def _split(view: ChartView) -> dict[str, Country]:
    return {country.seat.id: country for country in view.countries}


def _fill(sheet: Sheet, country: Country) -> None:
    stamp, page = sheet.footer.stamp, sheet.page
    fold = sheet.size[1] / 2
    left, width = sheet.left, sheet.width
    height = min(sheet.bottom, sheet.size[1] - MARGIN) - fold - BESIDE_FOLD
    players = stamp.players.get(country.seat.id, "")
    tent = Tent(country.seat, f"{stamp.title} · {stamp.group_name}", players, ())
    page.bookmark(fold, country.seat.name)
    draw_tent(page, left, fold + BESIDE_FOLD, width, height, tent)
    _draw_fold(page, left, sheet.right, fold)
    with page.turned(left + width / 2, fold):
        draw_tent(page, left, fold + BESIDE_FOLD, width, height, tent)


def _draw_fold(page: Page, left: float, right: float, y: float) -> None:
    page.text((left + right) / 2, y - 5, _("Fold here"), 8.5, align="centre")
    page.path([(left, y), (right, y)], dash=(5, 3))


tents_sheet = SheetKind(
    "tents",
    gettext_lazy("Table tents"),
    _fill,
    when="before",
    about=gettext_lazy("A page for each country, to fold: its name, read from both sides."),
    split=_split,
    is_landscape=True,
    header=no_header,
)
"""One page for each country, in the order of play; nothing on it is secret."""
