"""The panels beside the Game Chart, objectives, and the header of a page."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.view import Box, ChartView, Country, Good, ObjectiveView
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import GUTTER, Block, Draw, Section, side_by_side

# The panels beside the Game Chart: totals, Civilization Chart, Trade Chart.

ROW = 18.0
BADGE = 16.0
LABEL = 21.0
NARROWEST_BOX = 27.0
MOST_TILES = 12
TILE_HEIGHT, TILE_LEADING = 11.0, 14.0
TILE_SIZE = 8.0


def ranked(view: ChartView) -> list[Country]:
    """The countries by place; those that share a place are in the order of play."""
    return sorted(view.countries, key=lambda country: country.place)


def totals(view: ChartView, width: float) -> Section:
    """Every country's Victory Points, the highest first."""
    title = _("Victory Points") if view.is_over else _("If the game ended now")
    rows = [_total(country, width, not k) for k, country in enumerate(ranked(view))]
    return Section(title, rows, is_whole=True)


def _total(country: Country, width: float, is_first: bool) -> Block:
    name = min(width * 0.4, 230.0)

    def draw(page: Page, x: float, y: float) -> None:
        with page.row(is_first=is_first):
            with page.element("TH", scope="Row"):
                page.badge(x, y + 0.5, BADGE, country.seat)
                page.text(x + LABEL, y + 12, country.seat.name, 9, name - LABEL, is_bold=True)
            total = str(country.total)
            page.text(x + width, y + 12, total, 11, 28, "right", is_bold=True, tag="TD")
        start, end = x + name + 8, x + width - 30
        length = (end - start) * country.share / 100
        if length > 0:
            page.bar(start, y + 5, length, 8, country.seat)

    return Block(ROW, draw)


def civilization(view: ChartView, width: float) -> Section:
    """The Civilization Chart: every country's boxes, on several lines if there are many."""
    boxes = view.countries[0].boxes
    most = max(1, int((width - LABEL) // NARROWEST_BOX))
    lines = -(-len(boxes) // most)
    per_line = -(-len(boxes) // lines)
    each = min((width - LABEL) / per_line, 90.0)
    title = _("Civilization Chart (%d RFs complete a box)") % boxes[0].size
    high = ROW * lines + (4 if lines > 1 else 0)
    rows = [Block(high, _boxes(country, each, per_line)) for country in view.countries]

    def points(page: Page, x: float, y: float) -> None:
        """The Victory Points of each box above its column."""
        with page.row(is_first=True):
            page.text(x, y, "", 7, tag="TD")
            for i, box in enumerate(boxes):
                middle, base = x + LABEL + (i % per_line + 0.5) * each, y + 7 + 9 * (i // per_line)
                text = _("%d VP") % box.victory_points
                page.text(middle, base, text, 7, each - 2, "centre", tag="TH")

    return Section(title, rows, Block(9.0 * lines + 3, points), is_whole=True)


def _boxes(country: Country, each: float, most: int) -> Draw:
    def draw(page: Page, x: float, y: float) -> None:
        with page.row():
            with page.element("TH", scope="Row"):
                page.badge(x, y + 0.5, BADGE, country.seat)
            for i, box in enumerate(country.boxes):
                left, top = x + LABEL + (i % most) * each, y + 1.5 + ROW * (i // most)
                with page.element("TD", _("%s, complete") % box.level if box.is_complete else ""):
                    _box(page, left, top, each - 3, box)

    return draw


def _box(page: Page, left: float, top: float, width: float, box: Box) -> None:
    height = ROW - 3
    page.box(left, top, width, height, INK if box.is_complete else None, INK, 0.7, radius=2.5)
    text = str(box.rfs) if box.rfs and not box.is_complete else box.level
    colour = PAPER if box.is_complete else INK
    middle, base, is_bold = left + width / 2, top + height / 2 + 3, bool(box.rfs)
    page.text(middle, base, text, 8.5, width - 3, "centre", colour, is_bold=is_bold)


def trade(view: ChartView, width: float) -> Section:
    """The Trade Chart: each country's goods for trade and acquired; traded ones are crossed out."""
    half = (width - LABEL) / 2
    names = ", ".join(f"{letter} {fonts.clean(name)}" for letter, name in view.goods)
    key = fonts.wrap(names, 7, width, 4)

    def head(page: Page, x: float, y: float) -> None:
        with page.row(is_first=True):
            page.text(x, y, "", 7.5, tag="TD")
            page.text(x + LABEL, y + 8, _("For trade"), 7.5, half - 6, tag="TH")
            page.text(x + LABEL + half, y + 8, _("Acquired"), 7.5, half - 6, tag="TH")

    def tail(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            for i, line in enumerate(key):
                page.text(x, y + 9 + 9 * i, line, 7, width)

    return Section(
        _("Trade Chart"),
        [_goods(country, half) for country in view.countries],
        Block(11, head),
        Block(9.0 * len(key) + 3, tail),
        is_whole=True,
    )


def _tiles(goods: tuple[Good, ...]) -> list[tuple[Good, str]]:
    """The tiles of a row; if there are many, one tile for each good with its number."""
    if len(goods) <= MOST_TILES:
        return [(good, good.letter) for good in goods]
    return [(good, f"{good.letter}×{goods.count(good)}") for good in dict.fromkeys(goods)]


def _goods(country: Country, half: float) -> Block:
    """A country's goods for trade and acquired, in tiles as wide as the widest text needs."""
    both = [_tiles(country.for_trade), _tiles(country.acquired)]
    texts = [text for tiles in both for _good, text in tiles]
    widest = max((fonts.width(text, TILE_SIZE, "bold") for text in texts), default=0.0)
    step = max(11.0, widest + 5) + 2
    per_line = max(1, int((half - 6) // step))

    def draw(page: Page, x: float, y: float) -> None:
        with page.row():
            with page.element("TH", scope="Row"):
                page.badge(x, y + 0.5, BADGE, country.seat)
            for side, tiles in enumerate(both):
                with page.element("TD"):
                    for i, (good, text) in enumerate(tiles):
                        left = x + LABEL + side * half + (i % per_line) * step
                        top = y + 2.5 + TILE_LEADING * (i // per_line)
                        _tile(page, left, top, step - 2, good, text)

    lines = max(1, *(-(-len(tiles) // per_line) for tiles in both))
    return Block(TILE_LEADING * lines + 4, draw)


def _tile(page: Page, x: float, y: float, width: float, good: Good, text: str) -> None:
    thickness = 0.4 if good.is_gone else 0.9
    page.box(x, y, width, TILE_HEIGHT, None, INK, thickness, radius=2.2)
    middle = x + width / 2
    with page.element("Span", alt=_("%s, crossed out") % text if good.is_gone else ""):
        page.text(middle, y + 8.4, text, TILE_SIZE, align="centre", is_bold=not good.is_gone)
    if good.is_gone:
        page.line(x + 1, y + TILE_HEIGHT - 2, x + width - 1, y + 2, 1.0, INK)


# Objectives in two columns before play, and the marks for those met and not met.

SIZE, LEAST_SIZE = 8.8, 7.6
LEADING = 11.0
POINTS = 40.0
MOST_LINES = 12


def objective_rows(objectives: Sequence[ObjectiveView], width: float) -> list[Block]:
    """The objectives before play, in rows of two, in the scenario's order.

    Args:
        width: of both columns together, in points.
    """
    each = (width - GUTTER) / 2
    blocks = [_objective(one, each) for one in objectives]
    return side_by_side(blocks, each + GUTTER)


def _objective(one: ObjectiveView, width: float) -> Block:
    room = width - POINTS
    _text, size = fonts.fit(fonts.clean(one.sentence), SIZE, room, least=LEAST_SIZE)
    lines = fonts.wrap(one.sentence, size, room, MOST_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        page.lines(x, y + 10, lines, LEADING, size)
        text = _("%d VP") % one.victory_points
        page.text(x + width, y + 10, text, SIZE, POINTS - 8, "right", is_bold=True)

    return Block(LEADING * len(lines) + 4, draw)


def tick(page: Page, x: float, baseline: float) -> None:
    page.line(x + 0.5, baseline - 3, x + 3.2, baseline, 1.5, INK)
    page.line(x + 3.0, baseline, x + 8.2, baseline - 7, 1.5, INK)


def cross(page: Page, x: float, baseline: float) -> None:
    page.line(x + 1.5, baseline - 5.6, x + 7, baseline - 0.4, 0.9)
    page.line(x + 1.5, baseline - 0.4, x + 7, baseline - 5.6, 0.9)


# The header of a page: the Game-turn and the status.


def where_of(view: ChartView) -> str:
    """The Game-turn, or where the game was stopped."""
    return view.stopped or game_turn(view)


def status_of(view: ChartView) -> str:
    """The rules' sentence without its beginning, which is what `where_of` says."""
    if view.stopped:
        return _("The game can be continued")
    return view.status_line.removeprefix(f"Game-turn {view.turn} of {view.turns}: ")


def game_turn(view: ChartView) -> str:
    """The Game-turn in words, with its name if it has one."""
    text = _("Game-turn %(turn)d of %(turns)d") % {"turn": view.turn, "turns": view.turns}
    return f"{text} ({view.turn_name})" if view.turn_name else text
