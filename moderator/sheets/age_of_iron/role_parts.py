"""The parts of a role sheet that say how the game goes: turns, incomes, rules, how to join."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.setup.scenario import PRESENCE_RFS
from moderator.rules.age_of_iron.views.view import Box, ChartView, Country
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.qr import draw_qr
from moderator.sheets.layout.columns import GUTTER, side_by_side
from moderator.sheets.layout.sheet import Block, Section, bullet
from moderator.sheets.stamp import JoinPlace

SIZE, LEADING = 9.5, 12.5
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
    order = partial(_order, view=view, own=country, width=width - used)

    def draw(page: Page, x: float, y: float) -> None:
        order(page, x, y)
        if join:
            _join(page, x + width, y, join)

    return Block(max(ORDER_ROW, QR + 4) if join else ORDER_ROW, draw)


def _order(page: Page, x: float, y: float, *, view: ChartView, own: Country, width: float) -> None:
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
    return [
        Block(TURN_ROW, partial(_incomes, row=every[k : k + per_row]))
        for k in range(0, len(every), per_row)
    ]


def _incomes(page: Page, x: float, y: float, *, row: Sequence[tuple[int, int]]) -> None:
    page.text(x, y + 9, _("Game-turn"), 8.5, TURN_LABEL - 8)
    page.text(x, y + 24, _("You receive"), SIZE, TURN_LABEL - 8, is_bold=True)
    for k, (turn, rfs) in enumerate(row):
        left = x + TURN_LABEL + TURN * k
        page.text(left + TURN / 2, y + 9, str(turn), 8.5, TURN - 4, "centre")
        page.box(left, y + 12, TURN, 17, outline=INK, thickness=0.8)
        page.text(left + TURN / 2, y + 24.5, str(rfs), 11, TURN - 4, "centre", is_bold=True)


def worth(view: ChartView, country: Country, width: float) -> list[Block]:
    """What each level of civilization and a complete set are worth, in words and numbers."""
    blocks = []
    if country.boxes:
        text = _("Civilization: %d RFs complete a level, which counts to the end of the game.")
        blocks += _lines(text % country.boxes[0].size, width)
        per_row = int(width // LEVEL)
        blocks += [
            Block(LEVEL_ROW, partial(_levels, boxes=country.boxes[k : k + per_row]))
            for k in range(0, len(country.boxes), per_row)
        ]
    if view.goods:
        goods = ", ".join(f"{letter} {name}" for letter, name in view.goods)
        text = _("Trade: a complete set, one of each good (%(goods)s), is worth %(points)d VP.")
        blocks += _lines(text % {"goods": goods, "points": view.set_points}, width)
    return blocks


def _levels(page: Page, x: float, y: float, *, boxes: Sequence[Box]) -> None:
    for k, box in enumerate(boxes):
        left = x + LEVEL * k
        page.box(left, y + 1, LEVEL - 6, 15, outline=INK, thickness=0.8)
        page.text(left + 5, y + 12, box.level, 9, 16)
        points = _("%d VP") % box.victory_points
        page.text(left + LEVEL - 11, y + 12, points, 9.5, LEVEL - 30, "right", is_bold=True)


def in_this_game(country: Country, options: Sequence[str], width: float) -> list[Block]:
    """The options in force, what a Presence is, and what the country has, in two columns."""
    texts = [_("%d RFs or more in a region are a Presence there.") % PRESENCE_RFS, *options]
    if country.home:
        texts.append(_("Your home is %s.") % country.home)
    if own := {good.letter: good.name for good in country.for_trade}:
        goods = ", ".join(f"{letter} {name}" for letter, name in own.items())
        facts = {"good": goods, "units": len(country.for_trade)}
        texts.append(_("Your own good is %(good)s, %(units)d to begin with.") % facts)
    each = (width - GUTTER) / 2
    return side_by_side([bullet(text, each) for text in texts], each + GUTTER)


def notes(room: float, width: float) -> Section | None:
    """Lines to write on, as many as fit the room (points); None if there are too few."""
    count = min(int(room // NOTE), MOST_NOTES)
    if count < 2:
        return None

    def draw(page: Page, x: float, y: float) -> None:
        page.line(x, y + NOTE - 4, x + width, y + NOTE - 4, 0.4)

    return Section(_("Notes"), [Block(NOTE, draw)] * count)


def _lines(text: str, width: float) -> list[Block]:
    def draw(page: Page, x: float, y: float, line: str) -> None:
        page.text(x, y + 10, line, SIZE)

    lines = fonts.wrap(text, SIZE, width, MOST_LINES)
    return [Block(LEADING + 2, partial(draw, line=line)) for line in lines]
