"""Role sheets: each country's information before play, to be handed out; and table tents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views import ChartView
from moderator.rules.seating import SeatLabel
from moderator.sheets.age_of_iron.role_parts import (
    LEAST_NOTES,
    MOST_NOTES,
    RoleSheet,
    best_first,
    income_rows,
    known_parts,
    known_third,
    note_lines,
    objective,
    secret_third,
    worth_of,
)
from moderator.sheets.drawing import LEAST, MARGIN, Page, draw_qr, fonts
from moderator.sheets.layout import (
    GAP,
    TITLE_HEIGHT,
    Section,
    Sheet,
    column_width,
    flow_in_columns,
    in_pairs,
    paragraph,
    space,
)
from moderator.sheets.layout.kind import SheetKind, no_header
from moderator.sheets.snapshot import GameSnapshot, JoinPlace, Stamp, moderators

# A name tent: the seal, the name of a country, who plays it, and how to join.

LARGEST_NAME, LEAST_NAME, NAME_LINES = 150.0, 13.0, 2
TITLE, NAME_SHARE, TENT_GUTTER = 22.0, 0.56, 16.0
"""The height of the title in points, and the share of the rest that the name takes."""
PLAYER, LARGE_PLAYER, PLAYER_LEADING = (12.0, 10.0, 8.5), (26.0, 18.0, 12.0, 10.0, 8.5), 1.32
"""Sizes of players' names, beside how to join and without it; the leading is relative to them."""
JOIN, CODE_LINES = 126.0, 36.0
"""The width of what says how to join, and the height of the code and the address, in points."""
NOTE_LINE = 12.0


def draw_tent(
    page: Page,
    x: float,
    y: float,
    width: float,
    height: float,
    seat: SeatLabel,
    stamp: Stamp,
    notes: Sequence[str] = (),
    join: JoinPlace | None = None,
) -> None:
    """Draws the tent in a rectangle, upright: the name takes the whole width.

    Args:
        notes: lines in small type below the players, such as who moderates.
        join: how to join; None if it isn't said here.
    """
    where = f"{stamp.title} · {stamp.group_name}"
    page.text(x, y + 13, where, 13, width, least=LEAST, is_serif=True)
    middle, bottom = y + TITLE + (height - TITLE) * NAME_SHARE, y + height
    lines, size = name_lines(seat.name, width, middle - 10 - (y + TITLE))
    with page.element("H1"):
        for k, line in enumerate(reversed(lines)):
            base = middle - 10 - size * (0.16 + 1.08 * k)
            page.text(x, base, line, size, width, least=size, is_serif=True)
    page.line(x, middle, x + width, middle, 1.6)
    side = bottom - middle - 9
    page.badge(x, middle + 9, side, seat)
    left, room = x + side + TENT_GUTTER, width - side - TENT_GUTTER
    if join:
        _tent_join(page, left + room, middle + 9, bottom, join)
        room -= JOIN + 12
    for k, note in enumerate(reversed(notes)):
        page.text(left, bottom - 1 - NOTE_LINE * k, note, 9.5, room, least=LEAST)
    players = stamp.players.get(seat.id, "")
    space = bottom - 4 - NOTE_LINE * len(notes) - middle
    lines, size = _player_lines(players, PLAYER if join else LARGE_PLAYER, room, space)
    for k, line in enumerate(lines):
        baseline = middle + size * PLAYER_LEADING * (k + 1) + 2
        page.text(left, baseline, line, size, room, least=LEAST, is_bold=True)


def name_lines(name: str, room: float, height: float) -> tuple[list[str], float]:
    """The name on one or two lines, and the largest size (points) at which they fit."""
    name = fonts.clean(name)
    size = min(LARGEST_NAME, height * 0.95)
    _text, one = fonts.fit(name, size, room, "serif", least=LEAST_NAME)
    two = min(size, height / 2.25)
    while two > LEAST_NAME and len(fonts.wrap(name, two, room, face="serif")) > NAME_LINES:
        two -= 1
    if one >= two or (one > LEAST_NAME and " " not in name):
        return [name], one
    return fonts.wrap_whole(name, two, room, NAME_LINES, "serif"), two


def _player_lines(
    players: str, sizes: Sequence[float], room: float, space: float
) -> tuple[list[str], float]:
    """A line for each player, or as many as they need together; and the size of the letters."""
    names = players.split(", ")
    widest = max(fonts.width(fonts.clean(name), LEAST, "bold") for name in names)
    for size in sizes:
        is_narrow = widest * fonts.NARROWEST <= room
        if is_narrow and len(names) * size * PLAYER_LEADING <= space:
            return names, size
    for size in sizes:
        most = max(1, int(space / (size * PLAYER_LEADING)))
        lines = fonts.wrap(players, size, room, face="bold")
        if len(lines) <= most or size == sizes[-1]:
            break
    return fonts.wrap_whole(players, size, room, most, "bold"), size


def _tent_join(page: Page, right: float, y: float, bottom: float, join: JoinPlace) -> None:
    """Writes how to join at the right, with a QR code."""
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


# A role sheet on one page with two folds, printed on one side.
#
# The upper part is folded back and the lower one up: closed, the name is outside and the secrets
# are inside; opened, it stands as a name tent with the secrets behind it.

BACK, UP = 0.318, 0.652
"""Where the folds are, relative to the page's height; the lowest part has the footer too."""
LABEL, ABOVE, BELOW = 8.5, 16.0, 20.0
"""The size of the words at a fold, and the room that they take above and below it, in points."""


def _draw_folded(sheet: Sheet, view: RoleSheet) -> bool:
    """Draws the three parts and the folds between them on one page; whether all of it fits there,
    else nothing is drawn."""
    left, width = sheet.left, sheet.width
    back, up = sheet.size[1] * BACK, sheet.size[1] * UP
    secret = secret_third(view, width, up - back - 4)
    known = known_third(view, width, sheet.bottom + 4 - up - BELOW)
    if secret is None or known is None:
        return False
    page = Page()
    sheet.pages = [page]  # without a header: the name tent has what it would say
    top, bottom, middle = MARGIN, back - ABOVE - 4, left + width / 2
    with page.turned(middle, (top + bottom) / 2):
        _tent(sheet, view, top, bottom - top)
    text = _("Fold back: the name faces the table")
    page.text(middle, back - 6, text, LABEL, width, "centre")
    page.path([(left, back), (left + width, back)], dash=(5, 3))
    page.bookmark(back, view.country.seat.name)
    secret.draw(page, left, back)
    page.path([(left, up), (left + width, up)], dash=(1, 2.5))
    text = _("Fold up: the sheet is closed, the secrets are inside")
    page.text(middle, up + 11, text, LABEL, width, "centre")
    known.draw(page, left, up + BELOW)
    return True


def _tent(sheet: Sheet, view: RoleSheet, top: float, height: float) -> None:
    seat, stamp = view.country.seat, sheet.stamp
    seats = [country.seat for country in view.chart.countries]
    place = {"place": seats.index(seat) + 1, "all": len(seats)}
    notes = [_("Order of play: %(place)d of %(all)d") % place]
    if stamp.moderators:
        notes.append(_("Moderator: %s") % stamp.moderators)
    draw_tent(sheet.page, sheet.left, top, sheet.width, height, seat, stamp, notes, stamp.join)


# The sheets of all countries, folded where the texts are short enough.


def _role_sheets(now: GameSnapshot) -> list[RoleSheet]:
    briefings = {seat.id: now.game.briefing(now.state, seat.id) for seat in now.seats}
    return role_sheets(moderators(now), briefings, now.game.options_in_force(now.state))


def role_sheets(
    chart: ChartView, briefings: Mapping[str, str], options: Sequence[str] = ()
) -> list[RoleSheet]:
    """The sheet of each country of a chart; `briefings` are texts by seat id."""
    return [
        RoleSheet(chart, country, briefings.get(country.seat.id, ""), options)
        for country in chart.countries
    ]


def _fill(sheet: Sheet, view: RoleSheet) -> None:
    """Fills one page with two folds, or pages without folds and a tent if that is too little."""
    if _draw_folded(sheet, view):
        return
    _fill_unfolded(sheet, view)
    sheet.pages.append(Page())
    _fill_tents(sheet, view.country.seat, sheet.stamp.join)


TEXT_WIDTH, PAD = 440.0, 4.0
"""In points: about eighty letters, for easy reading; and the room below an objective."""


def _fill_unfolded(sheet: Sheet, view: RoleSheet) -> None:
    width = sheet.width
    if view.paragraphs:
        room = min(width, TEXT_WIDTH)
        texts = (part for text in view.paragraphs for part in (*paragraph(text, room), space(5)))
        sheet.flow(Section(_("Your briefing"), list(texts)))
    if view.country.objectives:
        rows = in_pairs(best_first(view), width, partial(objective, size=9.0, pad=PAD))
        title = _("Your objectives at the end of the game: keep them to yourself")
        sheet.flow(Section(title, rows))
    half = column_width(width, 2)
    if worth := worth_of(view, half):
        sheet.flow(Section(_("What counts for everybody"), worth, is_whole=True))
    if income := income_rows(view.country, width):
        sheet.flow(Section(_("Your Resource Factors (RFs)"), income, is_whole=True))
    known = [block for part in known_parts(view, half) for block in part]
    flow_in_columns(sheet, _("How the game goes"), known, 2)
    lines = note_lines(sheet.bottom - sheet.y - GAP - TITLE_HEIGHT, width, MOST_NOTES)
    if len(lines) >= LEAST_NOTES:
        sheet.flow(Section(_("Notes"), lines))


briefing_sheet = SheetKind(
    "briefings",
    gettext_lazy("Role sheet"),
    _fill,
    _role_sheets,
    when="before",
    about=gettext_lazy("What one country may read: one sheet for each, to be handed out."),
    split=lambda sheets: {one.country.seat.id: one for one in sheets},
    is_secret=True,
    seat=attrgetter("country.seat"),
)
"""Role sheets: each country starts a page, in the order of play.

Source: docs/rules/age-of-iron.md, "A scenario". Cost: about 40 ms for four countries.
"""


# The sheet of all tents.

BESIDE_FOLD = 18.0
"""The room between the fold and the names, in points."""


def _fill_tents(sheet: Sheet, seat: SeatLabel, join: JoinPlace | None = None) -> None:
    page, left, fold = sheet.page, sheet.left, sheet.size[1] / 2
    top = fold + BESIDE_FOLD
    height = min(sheet.bottom, sheet.size[1] - MARGIN) - fold - BESIDE_FOLD
    draw = partial(draw_tent, page, left, top, sheet.width, height, seat, sheet.stamp, join=join)
    page.bookmark(fold, seat.name)
    draw()
    page.text((left + sheet.right) / 2, fold - 5, _("Fold here"), 8.5, align="centre")
    page.path([(left, fold), (sheet.right, fold)], dash=(5, 3))
    with page.turned(left + sheet.width / 2, fold):
        draw()


tents_sheet = SheetKind(
    "tents",
    gettext_lazy("Table tents"),
    _fill_tents,
    when="before",
    about=gettext_lazy("A page for each country, to fold; role sheets have a name tent already."),
    is_spare=True,
    split=lambda view: {country.seat.id: country.seat for country in view.countries},
    is_landscape=True,
    header=no_header,
)
"""One page for each country, in the order of play; nothing on it is secret."""
