"""Where each country's Victory Points come from: one band a country, on one page if they fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.view import ChartView, Country, ObjectiveView
from moderator.sheets.age_of_iron.objectives import cross, tick
from moderator.sheets.age_of_iron.panels import ranked
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import GUTTER
from moderator.sheets.layout.sheet import GAP, TITLE_HEIGHT, Block, Section, Sheet, stacked

HEAD, LINE_ONE, BADGE = 13.0, 19.0, 15.0
NAME, COUNT, CIVILIZATION, TRADE = 21.0, 138.0, 232.0, 358.0
"""Where the columns of a band's first line begin, in points from its left edge."""
SIZE, LEAST_SIZE, LEADING = 8.8, 7.3, 10.5
MARK, REASON, POINTS = 13.0, 82.0, 32.0
REASON_SIZE = 8.0
BOX, TILE, TALL = 18.0, 12.0, 12.0
MOST_BOXES, MOST_TILES, MOST_LINES = 5, 6, 12
PADS = (10.0, 8.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.5)
"""The room around each line of objectives in points; the widest that keeps one page is taken."""


def add_bands(sheet: Sheet, view: ChartView) -> None:
    """Adds the bands, the winner's first; none is parted if it fits a page."""
    width = sheet.right - sheet.left
    room = sheet.bottom - sheet.y - GAP - TITLE_HEIGHT - HEAD
    whole = sheet.bottom - sheet.top - TITLE_HEIGHT - HEAD
    for pad in PADS:
        bands = [_band(view, country, width, pad) for country in ranked(view)]
        if sum(block.height for band in bands for block in band) <= room:
            break
    else:
        bands = [_band(view, country, width, PADS[5]) for country in ranked(view)]
    rows = [row for band in bands for row in _together(band, whole)]
    sheet.flow(Section(_("Why"), rows, Block(HEAD, partial(_head, view=view, width=width))))


def _together(band: Sequence[Block], most: float) -> list[Block]:
    """The band's blocks as one, or as they are if it is higher than a page (points)."""
    together = stacked(band)
    return [together] if together.height <= most else list(band)


def _head(page: Page, x: float, y: float, *, view: ChartView, width: float) -> None:
    if view.has_civilization:
        page.text(x + CIVILIZATION, y + 8, _("Civilization"), 8, TRADE - CIVILIZATION - 8)
    if view.has_goods:
        page.text(x + TRADE, y + 8, _("Trade"), 8, width - TRADE - 60)
    page.text(x + width, y + 8, _("Total"), 8, 40, "right")


def _band(view: ChartView, country: Country, width: float, pad: float) -> list[Block]:
    """The country's line, then its objectives in two columns."""
    first = partial(_line_one, view=view, country=country, width=width)
    own = country.objectives or ()
    half = -(-len(own) // 2)
    each = (width - GUTTER) / 2
    blocks = [Block(LINE_ONE, first)]
    for pair in zip(own[:half], [*own[half:], None], strict=False):
        blocks.append(_pair(pair, each, pad))
    if own:
        blocks.append(Block(min(pad, 3.0), lambda _page, _x, _y: None))
    return blocks


def _line_one(
    page: Page, x: float, y: float, *, view: ChartView, country: Country, width: float
) -> None:
    page.line(x, y, x + width, y, 1.1, INK)
    page.badge(x, y + 2.5, BADGE, country.seat)
    page.text(x + NAME, y + 14, country.seat.name, 11, COUNT - NAME - 6, is_bold=True)
    page.text(x + COUNT, y + 14, _met(country), 8.5, CIVILIZATION - COUNT - 6)
    if country.boxes:
        right = _civilization(page, x + CIVILIZATION, y, country)
        _points(page, x + TRADE - 12, y, country.civilization, x + TRADE - 12 - right)
    if view.has_goods:
        right = _trade(page, x + TRADE, y, view, country)
        _points(page, x + width - 50, y, country.trade, x + width - 50 - right)
    page.text(x + width, y + 15, str(country.total), 13, 40, "right", is_bold=True)


def _points(page: Page, right: float, y: float, points: int, room: float) -> None:
    """Writes points in bold; none of them plain."""
    page.text(right, y + 14, str(points), 9.5, room - 3, "right", is_bold=points > 0)


def _met(country: Country) -> str:
    if country.objectives is None:
        return _("objectives secret")
    if not country.objectives:
        return ""
    count = sum(one.is_met for one in country.objectives)
    return _("%(met)d of %(all)d met") % {"met": count, "all": len(country.objectives)}


def _civilization(page: Page, x: float, y: float, country: Country) -> float:
    """Draws the boxes, black where they are complete, and returns the x where they end."""
    if len(country.boxes) > MOST_BOXES:
        full = sum(box.is_complete for box in country.boxes)
        facts = {"full": full, "all": len(country.boxes)}
        return x + page.text(x, y + 14, _("%(full)d of %(all)d") % facts, 9, 60)
    for k, box in enumerate(country.boxes):
        text = str(box.rfs) if box.rfs and not box.is_complete else box.level
        _tile(page, x + BOX * k, y, BOX - 2, text, box.is_complete)
    return x + BOX * len(country.boxes)


def _trade(page: Page, x: float, y: float, view: ChartView, country: Country) -> float:
    """Draws the letters of all goods, black where one is held; returns the x where they end."""
    marks = (*country.for_trade, *country.acquired)
    held = {good.letter for good in marks if not good.is_gone}
    if len(view.goods) > MOST_TILES:
        facts = {"full": len(held), "all": len(view.goods)}
        return x + page.text(x, y + 14, _("%(full)d of %(all)d") % facts, 9, 60)
    for k, (letter, _name) in enumerate(view.goods):
        _tile(page, x + (TILE + 2) * k, y, TILE, letter, letter in held)
    return x + (TILE + 2) * len(view.goods)


def _tile(page: Page, x: float, y: float, width: float, text: str, is_full: bool) -> None:
    fill = INK if is_full else None
    page.box(x, y + 4, width, TALL, fill, INK, 0.7, radius=1.5)
    colour = PAPER if is_full else INK
    page.text(x + width / 2, y + 13, text, 8, width - 2, "centre", colour, is_bold=is_full)


def _pair(pair: Sequence[ObjectiveView | None], width: float, pad: float) -> Block:
    shown = [(one, *_wrapped(one, width)) for one in pair if one is not None]
    height = LEADING * max(len(lines) for _one, lines, _size in shown) + pad

    def draw(page: Page, x: float, y: float) -> None:
        for k, (one, lines, size) in enumerate(shown):
            _objective(page, x + k * (width + GUTTER), y + pad / 2, one, lines, size, width)

    return Block(height, draw)


def _wrapped(one: ObjectiveView, width: float) -> tuple[list[str], float]:
    """The lines and their font size, beside the reason."""
    reason = min(fonts.width(fonts.clean(one.reason), REASON_SIZE) + 6, REASON)
    room = width - MARK - reason - POINTS
    _text, size = fonts.fit(fonts.clean(one.sentence), SIZE, room, least=LEAST_SIZE)
    return fonts.wrap(one.sentence, size, room, MOST_LINES), size


def _objective(
    page: Page,
    x: float,
    y: float,
    one: ObjectiveView,
    lines: Sequence[str],
    size: float,
    width: float,
) -> None:
    """Draws whether it is met, the RFs that decide it, and its points."""
    baseline = y + 9
    tick(page, x, baseline) if one.is_met else cross(page, x, baseline)
    for k, line in enumerate(lines):
        page.text(x + MARK, baseline + LEADING * k, line, size)
    reason = x + width - POINTS
    page.text(reason, baseline, one.reason, REASON_SIZE, REASON - 6, "right")
    points = str(one.victory_points)
    text = points if one.is_met else _("0 of %s") % points
    page.text(x + width, baseline, text, SIZE, POINTS - 6, "right", is_bold=one.is_met)
