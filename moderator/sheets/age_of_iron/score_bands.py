"""Where each country's Victory Points come from: one band a country, on one page if they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.setup.scenario import PRESENCE_RFS
from moderator.rules.age_of_iron.views.view import ChartView, Country, ObjectiveView
from moderator.sheets.age_of_iron.objectives import cross, tick
from moderator.sheets.age_of_iron.panels import ranked
from moderator.sheets.age_of_iron.score_tiles import draw_civilization, draw_goods
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import GUTTER
from moderator.sheets.layout.sheet import GAP, TITLE_HEIGHT, Block, Section, Sheet, space, stacked

HEAD, LOW_HEAD, TILES = 22.0, 19.0, 19.0
"""Heights in points: a band's first line, also if it is low, and that of civilization and trade."""
SEAL, LOW_SEAL, INDENT = 28.0, 22.0, 36.0
MET, CIVILIZATION, TRADE = 128.0, 214.0, 350.0
"""Where the columns of a low band's first line begin, in points from its left edge."""
LEADING = 1.13
MARK, REASON, POINTS = 13.0, 82.0, 32.0
REASON_SIZE, LEAST = 8.5, 8.5
MOST_LINES = 12
MOST_SPARE = 36.0


@dataclass(frozen=True, slots=True)
class _Style:
    """How bands look: the size of objectives, the room around each in points.

    Low bands have civilization and trade on their first line.
    """

    size: float
    pad: float
    is_low: bool = False
    least: float = LEAST


STYLES = (
    *(_Style(9.4, pad) for pad in (7.0, 5.0, 4.0, 3.0)),
    *(_Style(8.8, pad) for pad in (4.0, 3.0, 2.0)),
    *(_Style(8.5, pad) for pad in (2.0, 1.0, 0.5)),
    *(_Style(8.5, pad, is_low=True) for pad in (3.0, 2.0, 1.0, 0.5)),
    *(_Style(8.5, pad, is_low=True, least=7.3) for pad in (3.0, 2.0, 1.0, 0.5)),
)
"""From the most generous to the tightest; the first that keeps one page is taken."""
FLOWING = _Style(8.8, 3.0)


def add_bands(sheet: Sheet, view: ChartView) -> None:
    """Adds the bands in the order of the ranking; none is parted if it fits a page."""
    width = sheet.right - sheet.left
    room = sheet.bottom - sheet.y - GAP - TITLE_HEIGHT
    whole = sheet.bottom - sheet.top - TITLE_HEIGHT
    style, spare = FLOWING, 0.0
    for one in STYLES:
        height = sum(_height(_band(view, country, width, one)) for country in view.countries)
        if height <= room:
            style = one
            spare = min((room - height) / len(view.countries), MOST_SPARE)
            break
    bands = [_band(view, country, width, style) for country in ranked(view)]
    rows = [row for band in bands for row in _together(band, whole, spare)]
    sheet.flow(Section(_("Why"), rows, Block(0, partial(_note, width=width))))


def _note(page: Page, x: float, y: float, *, width: float) -> None:
    """Explains the bands, beside their title."""
    text = _("Met or not, with the RFs that decide it; %d RFs or more are a Presence.")
    page.text(x + width, y - TITLE_HEIGHT + 10, text % PRESENCE_RFS, 8.5, align="right")


def _height(blocks: Sequence[Block]) -> float:
    return sum(block.height for block in blocks)


def _together(band: Sequence[Block], most: float, spare: float) -> list[Block]:
    """The band's blocks as one, or as they are if it is higher than a page (points)."""
    if _height(band) > most:
        return list(band)
    together = stacked(band)
    return [replace(together, height=together.height + spare)]


def _band(view: ChartView, country: Country, width: float, style: _Style) -> list[Block]:
    """The country's line, its objectives in two columns, its civilization and its goods."""
    draw = partial(_line_one, view=view, country=country, width=width, is_low=style.is_low)
    blocks = [Block(LOW_HEAD if style.is_low else HEAD, draw)]
    own = country.objectives or ()
    half = -(-len(own) // 2)
    each = (width - INDENT - GUTTER) / 2
    for pair in zip(own[:half], [*own[half:], None], strict=False):
        blocks.append(_pair(pair, each, style))
    if not style.is_low and (country.boxes or view.has_goods):
        blocks.append(Block(TILES, partial(_tiles, view=view, country=country, each=each)))
    return [*blocks, space(min(style.pad, 3.0) + 1)]


def _line_one(
    page: Page, x: float, y: float, *, view: ChartView, country: Country, width: float, is_low: bool
) -> None:
    page.line(x, y, x + width, y, 1.1)
    page.badge(x, y + (3 if is_low else 5), LOW_SEAL if is_low else SEAL, country.seat)
    room = (MET if is_low else width * 0.6) - INDENT - 6
    with page.element("H3"):
        used = page.text(x + INDENT, y + 15, country.seat.name, 12.5, room, is_serif=True)
    left = x + MET if is_low else x + INDENT + used + 8
    right = x + CIVILIZATION - 6 if is_low else x + width - 50
    page.text(left, y + 15, _met(country, is_low), 9, right - left, least=LEAST)
    if is_low and country.boxes:
        draw_civilization(page, x + CIVILIZATION, y + 4, country, x + TRADE - 14)
    if is_low and view.has_goods:
        draw_goods(page, x + TRADE, y + 4, view, country, x + width - 46)
    page.text(x + width, y + 16, str(country.total), 15, 44, "right", is_bold=True)


def _met(country: Country, is_short: bool) -> str:
    if country.objectives is None:
        return _("objectives secret")
    if not country.objectives:
        return ""
    text = _("%(met)d of %(all)d met") if is_short else _("%(met)d of %(all)d objectives met")
    count = sum(one.is_met for one in country.objectives)
    return text % {"met": count, "all": len(country.objectives)}


def _tiles(
    page: Page, x: float, y: float, *, view: ChartView, country: Country, each: float
) -> None:
    """Draws civilization under the first column of objectives, the goods under the second."""
    left = x + INDENT
    if country.boxes:
        label = page.text(left, y + 14, _("Civilization"), 9, each * 0.4, least=LEAST)
        draw_civilization(page, left + max(label, 60) + 8, y + 4, country, left + each)
    left += each + GUTTER
    if view.has_goods:
        label = page.text(left, y + 14, _("Trade"), 9, each * 0.4, least=LEAST)
        draw_goods(page, left + max(label, 30) + 8, y + 4, view, country, left + each)


def _pair(pair: Sequence[ObjectiveView | None], width: float, style: _Style) -> Block:
    shown = [(one, *_wrapped(one, width, style)) for one in pair if one is not None]
    lines = max(len(lines) for _one, lines, _size in shown)
    height = style.size * LEADING * lines + style.pad

    def draw(page: Page, x: float, y: float) -> None:
        for k, (one, lines, size) in enumerate(shown):
            left = x + INDENT + k * (width + GUTTER)
            with page.element("P"):
                _objective(page, left, y + style.pad / 2 + style.size, one, lines, size, width)

    return Block(height, draw)


def _wrapped(one: ObjectiveView, width: float, style: _Style) -> tuple[list[str], float]:
    """The lines and their font size, beside the reason."""
    reason = min(fonts.width(fonts.clean(one.reason), REASON_SIZE) + 6, REASON)
    room = width - MARK - reason - POINTS
    _text, size = fonts.fit(fonts.clean(one.sentence), style.size, room, least=style.least)
    return fonts.wrap(one.sentence, size, room, MOST_LINES), size


def _objective(
    page: Page,
    x: float,
    baseline: float,
    one: ObjectiveView,
    lines: Sequence[str],
    size: float,
    width: float,
) -> None:
    """Draws whether it is met, the RFs that decide it, and its points."""
    tick(page, x, baseline) if one.is_met else cross(page, x, baseline)
    page.lines(x + MARK, baseline, lines, size * LEADING, size)
    page.text(x + width - POINTS, baseline, one.reason, REASON_SIZE, REASON - 6, "right")
    points = str(one.victory_points)
    text = points if one.is_met else _("0 of %s") % points
    page.text(x + width, baseline, text, 9.5, POINTS - 6, "right", is_bold=one.is_met)
