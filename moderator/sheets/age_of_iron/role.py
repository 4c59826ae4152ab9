"""Role sheets: each country's information before play, to be handed out; and table tents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.age_of_iron.views import Box, ChartView, Country, ObjectiveView
from moderator.rules.seating import SeatLabel
from moderator.sheets.age_of_iron.role_parts import (
    KnownThird,
    RoleSheet,
    SecretThird,
    facts_of,
    own_of,
)
from moderator.sheets.drawing import LEAST, MARGIN, Page, draw_qr, fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.layout import (
    GAP,
    TITLE_HEIGHT,
    Block,
    Section,
    Sheet,
    bullet,
    in_pairs,
)
from moderator.sheets.layout.kind import SheetKind, no_header
from moderator.sheets.snapshot import GameSnapshot, JoinPlace, Stamp, moderators

# The parts of a role sheet that say how the game goes: turns, incomes, rules, how to join.

PARTS_SIZE, PARTS_LEADING = 9.5, 12.5
TURN, TURN_ROW, TURN_LABEL = 30.0, 33.0, 92.0
STEP, BADGE, ORDER_ROW = 58.0, 22.0, 44.0
QR, JOIN_TEXT = 48.0, 104.0
LEVEL, LEVEL_ROW = 62.0, 20.0
NOTE = 20.0
MOST_NOTES = 9
MOST_LINES = 8


def order_and_join(
    view: ChartView, country: Country, join: JoinPlace | None, width: float
) -> Block:
    """The countries in the order of play, and beside them how to join."""
    used = QR + JOIN_TEXT + 16 if join else 0.0

    def draw(page: Page, x: float, y: float) -> None:
        _order(page, x, y, view, country, width - used)
        if join:
            _join(page, x + width, y, join)

    return Block(max(ORDER_ROW, QR + 4) if join else ORDER_ROW, draw)


def _order(page: Page, x: float, y: float, view: ChartView, own: Country, width: float) -> None:
    step = min(STEP, width / len(view.countries))
    badge = min(BADGE, step - 8)
    for k, country in enumerate(view.countries):
        middle = x + step * (k + 0.5)
        page.badge(middle - badge / 2, y + 2, badge, country.seat)
        is_own = country == own
        page.text(middle, y + 34, country.seat.name, 8.5, step - 4, "centre", is_bold=is_own)
        if is_own:
            page.box(middle - badge / 2, y + 38, badge, 2.2, fill=INK)
        if k:
            _arrow(page, middle - step / 2 - 3, y + 2 + badge / 2)


def _arrow(page: Page, x: float, y: float) -> None:
    page.line(x, y, x + 6, y, 0.9, INK)
    for rise in (-2.4, 2.4):
        page.line(x + 3.4, y + rise, x + 6, y, 0.9, INK)


def _join(page: Page, right: float, y: float, join: JoinPlace) -> None:
    """Writes the code and the address, with the QR code at the right."""
    edge = right - QR - 8 if join.url else right
    room = JOIN_TEXT
    label = _("To join, scan or type") if join.url else _("To join, type")
    page.text(edge, y + 9, label, 8.5, room, "right")
    page.text(edge, y + 28, join.code, 16, room, "right", is_bold=True)
    page.text(edge, y + 41, join.address, 8.5, room, "right")
    if join.url:
        draw_qr(page, right - QR, y, QR, join.url)


def incomes(country: Country, width: float) -> list[Block]:
    """The RFs of every Game-turn, in as many rows as necessary."""
    per_row = int((width - TURN_LABEL) // TURN)
    every = list(enumerate(country.incomes, start=1))
    return [_incomes(every[k : k + per_row]) for k in range(0, len(every), per_row)]


def _incomes(row: Sequence[tuple[int, int]]) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 9, _("Game-turn"), 8.5, TURN_LABEL - 8)
        page.text(x, y + 24, _("You receive"), PARTS_SIZE, TURN_LABEL - 8, is_bold=True)
        for k, (turn, rfs) in enumerate(row):
            left = x + TURN_LABEL + TURN * k
            page.text(left + TURN / 2, y + 9, str(turn), 8.5, TURN - 4, "centre")
            page.box(left, y + 12, TURN, 17, outline=INK, thickness=0.8)
            page.text(left + TURN / 2, y + 24.5, str(rfs), 11, TURN - 4, "centre", is_bold=True)

    return Block(TURN_ROW, draw)


def worth_part(view: ChartView, country: Country, width: float) -> list[Block]:
    """What each level of civilization and a complete set are worth, in words and numbers."""
    blocks = []
    if country.boxes:
        text = _("Civilization: %d RFs complete a level, which counts to the end of the game.")
        blocks += _lines(text % country.boxes[0].size, width)
        per_row = int(width // LEVEL)
        starts = range(0, len(country.boxes), per_row)
        blocks += [_levels(country.boxes[k : k + per_row]) for k in starts]
    if view.goods:
        goods = ", ".join(f"{letter} {name}" for letter, name in view.goods)
        text = _("Trade: a complete set, one of each good (%(goods)s), is worth %(points)d VP.")
        blocks += _lines(text % {"goods": goods, "points": view.set_points}, width)
    return blocks


def _levels(boxes: Sequence[Box]) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        for k, box in enumerate(boxes):
            left = x + LEVEL * k
            page.box(left, y + 1, LEVEL - 6, 15, outline=INK, thickness=0.8)
            page.text(left + 5, y + 12, box.level, 9, 16)
            points = _("%d VP") % box.victory_points
            page.text(left + LEVEL - 11, y + 12, points, 9.5, LEVEL - 30, "right", is_bold=True)

    return Block(LEVEL_ROW, draw)


def in_this_game(view: RoleSheet, width: float) -> list[Block]:
    """What a Presence is, the options in force, and what the country has, in two columns."""
    *options, presence = facts_of(view)
    return in_pairs([presence, *options, *own_of(view.country)], width, bullet)


def notes_part(room: float, width: float) -> Section | None:
    """Lines to write on, as many as fit the room (points); None if there are too few."""
    count = min(int(room // NOTE), MOST_NOTES)
    if count < 2:
        return None

    line = Block(NOTE, lambda page, x, y: page.line(x, y + NOTE - 4, x + width, y + NOTE - 4, 0.4))
    return Section(_("Notes"), [line] * count)


def _lines(text: str, width: float) -> list[Block]:
    lines = fonts.wrap(text, PARTS_SIZE, width, MOST_LINES)
    return [_line(line, 10, PARTS_SIZE, PARTS_LEADING + 2) for line in lines]


def _line(text: str, base: float, size: float, height: float) -> Block:
    return Block(height, lambda page, x, y: page.text(x, y + base, text, size))


# Objectives in two columns.

AIM_SIZE, LEAST_AIM, AIM_LEADING, AIM_LINES = 8.8, 7.6, 11.0, 12
POINTS = 40.0


def _objective(one: ObjectiveView, width: float) -> Block:
    room = width - POINTS
    _text, size = fonts.fit(fonts.clean(one.sentence), AIM_SIZE, room, least=LEAST_AIM)
    lines = fonts.wrap(one.sentence, size, room, AIM_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        page.lines(x, y + 10, lines, AIM_LEADING, size)
        text = _("%d VP") % one.victory_points
        page.text(x + width, y + 10, text, AIM_SIZE, POINTS - 8, "right", is_bold=True)

    return Block(AIM_LEADING * len(lines) + 4, draw)


# A name tent: the seal, the name of a country, who plays it, and how to join.

TENT_GUTTER = 20.0
LARGEST_NAME, LEAST_NAME, NAME_LINES = 120.0, 13.0, 2
TITLE = 22.0
PLAYER, LARGE_PLAYER, PLAYER_LEADING = (12.0, 10.0, 8.5), (18.0, 14.0, 12.0, 10.0, 8.5), 1.32
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
    """Draws the tent in a rectangle, upright.

    Args:
        notes: lines in small type below the players, such as who moderates.
        join: how to join; None if it isn't said here.
    """
    side = min(height, width * 0.38)
    page.badge(x, y + (height - side) / 2, side, seat)
    left, room = x + side + TENT_GUTTER, width - side - TENT_GUTTER
    where = f"{stamp.title} · {stamp.group_name}"
    page.text(left, y + 13, where, 13, room, least=LEAST, is_serif=True)
    middle, bottom = y + TITLE + (height - TITLE) * 0.47, y + height
    lines, size = name_lines(seat.name, room, middle - 12 - (y + TITLE))
    with page.element("H1"):
        for k, line in enumerate(reversed(lines)):
            base = middle - 12 - size * (0.16 + 1.08 * k)
            page.text(left, base, line, size, room, least=size, is_serif=True)
    page.line(left, middle, left + room, middle, 1.6)
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


class FoldedSheet:
    """The parts of a country's role sheet on the page of a sheet; `fits` if nothing is cut."""

    def __init__(self, sheet: Sheet, view: RoleSheet) -> None:
        self.view, self.stamp = view, sheet.stamp
        self.left, self.width = sheet.left, sheet.width
        self.back, self.up = sheet.size[1] * BACK, sheet.size[1] * UP
        self.secret = SecretThird(view, self.width, self.up - self.back - 4)
        self.known = KnownThird(view, self.width, sheet.bottom + 4 - self.up - BELOW)

    @property
    def fits(self) -> bool:
        """Whether everything has its place."""
        return self.secret.fits and self.known.fits

    def draw(self, page: Page) -> None:
        """Draws the three parts and the folds between them."""
        top, bottom = MARGIN, self.back - ABOVE - 4
        with page.turned(self.left + self.width / 2, (top + bottom) / 2):
            self._tent(page, top, bottom - top)
        middle, right = self.left + self.width / 2, self.left + self.width
        page.text(middle, self.back - 6, _("Fold back: the name faces the table"), LABEL,
                  self.width, "centre")  # fmt: skip
        page.path([(self.left, self.back), (right, self.back)], dash=(5, 3))
        page.bookmark(self.back, self.view.country.seat.name)
        self.secret.draw(page, self.left, self.back)
        page.path([(self.left, self.up), (right, self.up)], dash=(1, 2.5))
        page.text(middle, self.up + 11, _("Fold up: the sheet is closed, the secrets are inside"),
                  LABEL, self.width, "centre")  # fmt: skip
        self.known.draw(page, self.left, self.up + BELOW)

    def _tent(self, page: Page, top: float, height: float) -> None:
        seat, stamp = self.view.country.seat, self.stamp
        seats = [country.seat for country in self.view.chart.countries]
        place = {"place": seats.index(seat) + 1, "all": len(seats)}
        notes = [_("Order of play: %(place)d of %(all)d") % place]
        if stamp.moderators:
            notes.append(_("Moderator: %s") % stamp.moderators)
        draw_tent(page, self.left, top, self.width, height, seat, stamp, notes, stamp.join)


# The sheets of all countries, folded where the texts are short enough.

SIZE, LEADING = 10.0, 14.0


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


def _split(sheets: Sequence[RoleSheet]) -> dict[str, RoleSheet]:
    return {one.country.seat.id: one for one in sheets}


def _fill(sheet: Sheet, view: RoleSheet) -> None:
    """Fills one page with two folds, or pages without folds if that is too little."""
    folded = FoldedSheet(sheet, view)
    if folded.fits:
        sheet.pages = [Page()]  # without a header: the name tent has what it would say
        folded.draw(sheet.page)
        return
    _fill_unfolded(sheet, view)


def _fill_unfolded(sheet: Sheet, view: RoleSheet) -> None:
    width = sheet.width
    chart, country, join = view.chart, view.country, sheet.stamp.join
    first = order_and_join(chart, country, join, width)
    sheet.flow(Section(_("The order of play"), [first]))
    if view.paragraphs:
        sheet.flow(Section(_("Your briefing"), _paragraphs(view.paragraphs, width)))
    if country.objectives:
        rows = in_pairs(country.objectives, width, _objective)
        title = _("Your objectives at the end of the game: keep them to yourself")
        sheet.flow(Section(title, rows))
    if worth := worth_part(chart, country, width):
        sheet.flow(Section(_("What counts for everybody"), worth, is_whole=True))
    income = incomes(country, width)
    sheet.flow(Section(_("Your Resource Factors (RFs)"), income, is_whole=True))
    rules = in_this_game(view, width)
    sheet.flow(Section(_("In this game"), rules, is_whole=True))
    room = sheet.bottom - sheet.y - GAP - TITLE_HEIGHT
    if notes := notes_part(room, width):
        sheet.flow(notes)


briefing_sheet = SheetKind(
    "briefings",
    gettext_lazy("Role sheet"),
    _fill,
    _role_sheets,
    when="before",
    about=gettext_lazy("What one country may read: one sheet for each, to be handed out."),
    split=_split,
    is_secret=True,
    seat=attrgetter("country.seat"),
)
"""Role sheets: each country starts a page, in the order of play.

Source: docs/rules/age-of-iron.md, "A scenario". Cost: about 40 ms for four countries.
"""


def _paragraphs(texts: Sequence[str], width: float) -> list[Block]:
    """Lines of at most about eighty letters, for easy reading."""
    room = min(width, SIZE * 44)
    blocks = []
    for text in texts:
        lines = fonts.wrap(text, SIZE, room)
        for k, line in enumerate(lines):
            space = 5 if k == len(lines) - 1 else 0
            blocks.append(_line(line, 11, SIZE, LEADING + space))
    return blocks


# The sheet of all tents.

BESIDE_FOLD = 18.0
"""The room between the fold and the names, in points."""


def _fill_tents(sheet: Sheet, seat: SeatLabel) -> None:
    page, left, fold = sheet.page, sheet.left, sheet.size[1] / 2
    top = fold + BESIDE_FOLD
    height = min(sheet.bottom, sheet.size[1] - MARGIN) - fold - BESIDE_FOLD
    page.bookmark(fold, seat.name)
    draw_tent(page, left, top, sheet.width, height, seat, sheet.stamp)
    page.text((left + sheet.right) / 2, fold - 5, _("Fold here"), 8.5, align="centre")
    page.path([(left, fold), (sheet.right, fold)], dash=(5, 3))
    with page.turned(left + sheet.width / 2, fold):
        draw_tent(page, left, top, sheet.width, height, seat, sheet.stamp)


tents_sheet = SheetKind(
    "tents",
    gettext_lazy("Table tents"),
    _fill_tents,
    when="before",
    about=gettext_lazy("A page for each country, to fold: its name, read from both sides."),
    split=lambda view: {country.seat.id: country.seat for country in view.countries},
    is_landscape=True,
    header=no_header,
)
"""One page for each country, in the order of play; nothing on it is secret."""
