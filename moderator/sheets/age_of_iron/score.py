"""The score sheet: every country's Victory Points and their sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.rules.age_of_iron.scenario import PRESENCE_RFS
from moderator.rules.age_of_iron.views import ChartView, Country, ObjectiveView, Row
from moderator.sheets.age_of_iron.chart import cross, ranked, status_of, tick, where_of
from moderator.sheets.drawing import LEAST, Page, fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.layout import (
    GAP,
    GUTTER,
    TITLE_HEIGHT,
    Block,
    Section,
    Sheet,
    in_pairs,
    listed,
    space,
    stacked,
)
from moderator.sheets.layout.kind import needs_always, score_kind
from moderator.sheets.layout.table import add_scores, move_list
from moderator.sheets.snapshot import GameSnapshot, moderators, public

# Who wins a game of Age of Iron, or would win, as a sentence.


def result_of(view: ChartView) -> tuple[str, str]:
    """Who wins, and with what: the first part for large type, the second for what follows it.

    Args:
        view: one with a ranking.
    """
    highest = max(country.total for country in view.countries)
    if not highest and not view.is_over:
        return _("Nobody has Victory Points yet."), ""
    if not highest:
        return _("Nobody has Victory Points,"), _("so all share the first place.")
    names = [seat.name for seat in view.winners]
    return _leads(view, len(names)) % listed(names), _worth(view, highest)


def _leads(view: ChartView, count: int) -> str:
    if view.is_over:
        return ngettext("%s wins", "%s win together", count)
    if view.stopped:
        return ngettext("%s is in the lead", "%s are in the lead together", count)
    return ngettext("%s would win", "%s would win together", count)


def _worth(view: ChartView, highest: int) -> str:
    """With how many points, after how many Game-turns, and how far ahead."""
    with_points = ngettext("with %d Victory Point", "with %d Victory Points", highest) % highest
    if len(view.winners) > 1:
        points = ngettext("with %d Victory Point each", "with %d Victory Points each", highest)
        with_points = points % highest
    if view.is_over:
        turns = ngettext("after %d Game-turn", "after %d Game-turns", view.turns) % view.turns
        with_points = f"{with_points} {turns}"
    second = [country for country in view.countries if country.total < highest]
    if len(view.winners) > 1 or not second:
        return f"{with_points}."
    most = max(country.total for country in second)
    names = [country.seat.name for country in second if country.total == most]
    others = _("everybody else") if len(names) == len(view.countries) - 1 > 2 else listed(names)
    ahead = {"points": highest - most, "names": others}
    return f"{with_points}, {_('%(points)d ahead of %(names)s') % ahead}."


# The ranking of a score sheet: the result as a sentence, and a row for each country.

RESULT, RESULT_LEADING, MOST_RESULT = 18.0, 21.0, 8
WORTH, WORTH_LEADING = 11.5, 15.0


def add_ranking(sheet: Sheet, view: ChartView) -> None:
    """Adds the result, then the countries by their place with who played; for a ranked view."""
    title = _("Final score") if view.is_over else view.stopped or _("If the game ended now")
    if view.is_frozen:
        title = _("As it stood when Game-turn %d began") % view.turn
    counted = dict(_counted(view))
    has_places = view.is_over or any(one.total for one in view.countries)
    rows = [
        (one.seat, one.place if has_places else None, _numbers(one, counted.values()))
        for one in ranked(view)
    ]
    sentence = _sentence(view, sheet.width)
    add_scores(sheet, title, sentence, list(counted), rows, _("Country"))


def _sentence(view: ChartView, width: float) -> Block:
    """The result in large type; what follows stands beside it, or below if it is long."""
    who, worth = result_of(view)
    lines = fonts.wrap(who, RESULT, width, MOST_RESULT, face="serif")
    used = fonts.width(lines[-1], RESULT, "serif") + 8
    is_beside = fonts.width(fonts.clean(worth), WORTH) <= width - used
    below = [] if is_beside else fonts.wrap(worth, WORTH, width, MOST_RESULT)
    height = RESULT_LEADING * len(lines) + WORTH_LEADING * len(below) + 6

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            for line in lines:
                y += RESULT_LEADING
                page.text(x, y - 3, line, RESULT, is_serif=True)
            if is_beside:
                page.text(x + used, y - 3, worth, WORTH)
            for line in below:
                y += WORTH_LEADING
                page.text(x, y - 3, line, WORTH)

    return Block(height, draw)


def _counted(view: ChartView) -> Iterator[tuple[str, str]]:
    """What the scenario counts, with the attribute of a country that has the points."""
    if view.has_objectives:
        yield _("Presence"), "presence"
        yield _("Prevention"), "prevent"
    if view.has_civilization:
        yield _("Civilization"), "civilization"
    if view.has_goods:
        yield _("Trade"), "trade"
    yield _("Total"), "total"


def _numbers(country: Country, counted: Iterable[str]) -> list[str]:
    """The points of a country by what they are for; a word for what is secret."""
    points = (getattr(country, name) for name in counted)
    return [_("secret") if one is None else str(one) for one in points]


# Civilization and goods on the score sheet: black where complete or held, with their points.

BOX, TILE, HEIGHT = 18.0, 12.0, 12.0
MOST_BOXES, MOST_GOODS = 5, 6
TILE_POINTS = 22.0


def draw_civilization(page: Page, x: float, y: float, country: Country, right: float) -> None:
    """Draws the boxes from x, and their points at the right."""
    boxes = country.boxes
    if len(boxes) > MOST_BOXES:
        _count(page, x, y, sum(box.is_complete for box in boxes), len(boxes), right)
    else:
        for k, box in enumerate(boxes):
            text = str(box.rfs) if box.rfs and not box.is_complete else box.level
            _tile(page, x + BOX * k, y, BOX - 2, text, box.is_complete)
    _points(page, right, y, country.civilization)


def draw_goods(
    page: Page, x: float, y: float, view: ChartView, country: Country, right: float
) -> None:
    """Draws the letters of all goods from x, and the points of a set at the right."""
    held = {good.letter for good in (*country.for_trade, *country.acquired) if not good.is_gone}
    if len(view.goods) > MOST_GOODS:
        _count(page, x, y, len(held), len(view.goods), right)
    else:
        for k, (letter, _name) in enumerate(view.goods):
            _tile(page, x + (TILE + 2) * k, y, TILE, letter, letter in held)
    _points(page, right, y, country.trade)


def _count(page: Page, x: float, y: float, full: int, every: int, right: float) -> None:
    text = _("%(full)d of %(all)d") % {"full": full, "all": every}
    page.text(x, y + 10, text, 9, right - x - TILE_POINTS)


def _points(page: Page, right: float, y: float, points: int) -> None:
    """Writes points in bold; none of them plain."""
    page.text(right, y + 10, str(points), 9.5, TILE_POINTS, "right", is_bold=points > 0)


def _tile(page: Page, x: float, y: float, width: float, text: str, is_full: bool) -> None:
    fill = INK if is_full else None
    page.box(x, y, width, HEIGHT, fill, INK, 0.7, radius=1.5)
    colour = PAPER if is_full else INK
    page.text(x + width / 2, y + 9, text, 8.5, width - 2, "centre", colour, is_bold=is_full)


# Where each country's Victory Points come from: one band a country, on one page if they fit.

HEAD, LOW_HEAD, TILES = 22.0, 19.0, 19.0
"""Heights in points: a band's first line, also if it is low, and that of civilization and trade."""
SEAL, LOW_SEAL, INDENT = 28.0, 22.0, 36.0
MET, CIVILIZATION, TRADE = 128.0, 214.0, 350.0
"""Where the columns of a low band's first line begin, in points from its left edge."""
LEADING = 1.13
MARK, REASON, POINTS = 13.0, 82.0, 32.0
REASON_SIZE = 8.5
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
    width = sheet.width
    room = sheet.bottom - sheet.y - GAP - TITLE_HEIGHT
    whole = sheet.bottom - sheet.top - TITLE_HEIGHT
    style, spare = FLOWING, 0.0
    for one in STYLES:
        height = sum(stacked(_band(view, country, width, one)).height for country in view.countries)
        if height <= room:
            style = one
            spare = min((room - height) / len(view.countries), MOST_SPARE)
            break
    bands = [_band(view, country, width, style) for country in ranked(view)]
    rows = [row for band in bands for row in _together(band, whole, spare)]
    text = _("Met or not, with the RFs that decide it; %d RFs or more are a Presence.")
    text %= PRESENCE_RFS

    def note(page: Page, x: float, y: float) -> None:
        """Beside the title."""
        page.text(x + width, y - TITLE_HEIGHT + 10, text, 8.5, align="right")

    sheet.flow(Section(_("Why"), rows, Block(0, note)))


def _together(band: Sequence[Block], most: float, spare: float) -> list[Block]:
    """The band's blocks as one, or as they are if it is higher than a page (points)."""
    together = stacked(band)
    if together.height > most:
        return list(band)
    return [replace(together, height=together.height + spare)]


def _band(view: ChartView, country: Country, width: float, style: _Style) -> list[Block]:
    """The country's line, its objectives in two columns, its civilization and its goods."""
    blocks = [_line_one(view, country, width, style.is_low)]
    own = country.objectives or ()
    half = -(-len(own) // 2)
    each = (width - INDENT - GUTTER) / 2
    for pair in zip(own[:half], [*own[half:], None], strict=False):
        blocks.append(_pair(pair, each, style))
    if not style.is_low and (country.boxes or view.has_goods):
        blocks.append(_tiles(view, country, each))
    return [*blocks, space(min(style.pad, 3.0) + 1)]


def _line_one(view: ChartView, country: Country, width: float, is_low: bool) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        page.line(x, y, x + width, y, 1.1)
        page.badge(x, y + (3 if is_low else 5), LOW_SEAL if is_low else SEAL, country.seat)
        room = (MET if is_low else width * 0.6) - INDENT - 6
        used = page.text(x + INDENT, y + 15, country.seat.name, 12.5, room, is_serif=True, tag="H3")
        left = x + MET if is_low else x + INDENT + used + 8
        right = x + CIVILIZATION - 6 if is_low else x + width - 50
        page.text(left, y + 15, _met(country, is_low), 9, right - left, least=LEAST)
        if is_low and country.boxes:
            draw_civilization(page, x + CIVILIZATION, y + 4, country, x + TRADE - 14)
        if is_low and view.has_goods:
            draw_goods(page, x + TRADE, y + 4, view, country, x + width - 46)
        page.text(x + width, y + 16, str(country.total), 15, 44, "right", is_bold=True)

    return Block(LOW_HEAD if is_low else HEAD, draw)


def _met(country: Country, is_short: bool) -> str:
    if country.objectives is None:
        return _("objectives secret")
    if not country.objectives:
        return ""
    text = _("%(met)d of %(all)d met") if is_short else _("%(met)d of %(all)d objectives met")
    count = sum(one.is_met for one in country.objectives)
    return text % {"met": count, "all": len(country.objectives)}


def _tiles(view: ChartView, country: Country, each: float) -> Block:
    """Civilization under the first column of objectives, the goods under the second."""

    def draw(page: Page, x: float, y: float) -> None:
        left = x + INDENT
        if country.boxes:
            label = page.text(left, y + 14, _("Civilization"), 9, each * 0.4, least=LEAST)
            draw_civilization(page, left + max(label, 60) + 8, y + 4, country, left + each)
        left += each + GUTTER
        if view.has_goods:
            label = page.text(left, y + 14, _("Trade"), 9, each * 0.4, least=LEAST)
            draw_goods(page, left + max(label, 30) + 8, y + 4, view, country, left + each)

    return Block(TILES, draw)


def _pair(pair: Sequence[ObjectiveView | None], width: float, style: _Style) -> Block:
    """One or two objectives: whether each is met, the RFs that decide it, and its points."""
    shown = [(one, *_wrapped(one, width, style)) for one in pair if one is not None]
    lines = max(len(lines) for _one, lines, _size in shown)
    height = style.size * LEADING * lines + style.pad

    def draw(page: Page, x: float, y: float) -> None:
        for k, (one, lines, size) in enumerate(shown):
            left = x + INDENT + k * (width + GUTTER)
            with page.element("P"):
                right, base = left + width, y + style.pad / 2 + style.size
                tick(page, left, base) if one.is_met else cross(page, left, base)
                page.lines(left + MARK, base, lines, size * LEADING, size)
                page.text(right - POINTS, base, one.reason, REASON_SIZE, REASON - 6, "right")
                text = str(one.victory_points)
                text = text if one.is_met else _("0 of %s") % text
                page.text(right, base, text, 9.5, POINTS - 6, "right", is_bold=one.is_met)

    return Block(height, draw)


def _wrapped(one: ObjectiveView, width: float, style: _Style) -> tuple[list[str], float]:
    """The lines and their font size, beside the reason."""
    reason = min(fonts.width(fonts.clean(one.reason), REASON_SIZE) + 6, REASON)
    room = width - MARK - reason - POINTS
    _text, size = fonts.fit(fonts.clean(one.sentence), style.size, room, least=style.least)
    return fonts.wrap(one.sentence, size, room, MOST_LINES), size


# The sheet.


def _view(now: GameSnapshot, seen: Callable[[GameSnapshot], ChartView] = public) -> ChartView:
    """What everybody may see: no objectives before the end, no orders before the reveal."""
    return replace(seen(now), stopped=now.stopped)


def _fill(sheet: Sheet, view: ChartView) -> None:
    width = sheet.width
    if not view.has_all_points:
        sheet.flow(Section(_("Victory Points"), [_line(_("Points are shown at the end."), width)]))
        return
    if not view.is_ranked:
        text = _("No Game-turn is complete, so there is no ranking.")
        sheet.flow(Section(view.stopped, [_line(text, width)]))
        return
    add_ranking(sheet, view)
    if not all(country.objectives for country in view.countries):
        _add_presences(sheet, view, width)
    if view.is_scored:
        add_bands(sheet, view)


def _add_presences(sheet: Sheet, view: ChartView, width: float) -> None:
    """Adds who has a Presence where, unless objectives say it."""
    presences = [row for row in view.rows if any(cell.has_presence for cell in row.cells)]
    if presences:
        sheet.flow(Section(_("Presences"), in_pairs(presences, width, _presence)))


score_sheet = score_kind(
    _fill,
    _view,
    secret_view=partial(_view, seen=moderators),
    add_moves=move_list,
    needs=needs_always("last-round"),
    where=where_of,
    status=status_of,
)
"""Winners first; equal totals share a place. Below the table is each country's civilization, trade
and objectives, met or not, with the RFs that decide it; without objectives, all Presences. While
the game is being played, the title is "If the game ended now", objectives are secret, and while
orders are written it shows the state at the start of the Game-turn; all of it is on the moderator's
own sheet. Of a stopped game it shows the last complete Game-turn.

Source: docs/rules/age-of-iron.md, "Victory Points". Cost: about 50 ms for four countries.
"""


def _presence(row: Row, width: float) -> Block:
    names = ", ".join(cell.seat.name for cell in row.cells if cell.has_presence)
    split = width * 0.42
    places = fonts.wrap(row.name, 9, split - 8, 4)
    lines = fonts.wrap(names, 9, width - split, face="bold")
    height = 12.0 * max(len(lines), len(places)) + 3

    def draw(page: Page, x: float, y: float) -> None:
        page.lines(x, y + 10, places, 12, 9)
        page.lines(x + split, y + 10, lines, 12, 9, is_bold=True)
        page.line(x, y + height - 1, x + width, y + height - 1)

    return Block(height, draw)


def _line(text: str, width: float) -> Block:
    return Block(15.0, lambda page, x, y: page.text(x, y + 10, text, 9, width - 60))
