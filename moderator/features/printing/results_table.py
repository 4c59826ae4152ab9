"""A class's results: a row for each group, and the same player in all groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import mean

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.features.overview.results import SeatResult
from moderator.features.printing.class_parts import SMALL, GroupScores, OpenGroup, ScenarioData
from moderator.plots.strip import RADIUS, WIDTH, Scale, Strip, scale_of, strip_of
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, Section, Sheet, paragraph, space, stacked
from moderator.sheets.layout.table import Cell, Column, table_head, table_row

# The table of a class's results: a row for each group, a column for each player.

NUMBER, LABEL, NARROW_LABEL = 24.0, 118.0, 92.0
COUNT, PLATE, PAD = 41.0, 15.0, 1.5
MANY = 6  # players; with more, moves aren't counted


def add_groups(sheet: Sheet, data: ScenarioData) -> None:
    """Adds the table of groups that are finished, with the average."""
    width, is_wide = sheet.width, len(data.seats) <= MANY
    label = LABEL if is_wide else NARROW_LABEL
    counted = data.counted if is_wide else ()
    seat = (width - NUMBER - label - COUNT * (1 + len(counted))) / len(data.seats)
    columns = [
        Column("", NUMBER, size=12, is_bold=True, gutter=5),
        Column(_("Group"), label, lines=6),
        *(Column(one.name, seat, "centre", one, 11, gutter=2) for one in data.seats),
        *(Column(one, COUNT, "right", size=9.5, gutter=3) for one in (_("lead"), *counted)),
    ]
    rows = [_group_row(columns, group, len(counted)) for group in data.groups]
    if len(data.groups) > 1:
        means = [data.average(k) for k in range(len(data.seats))]
        sums = [round(mean(group.counts[k] for group in data.groups)) for k in range(len(counted))]
        texts = (_("Average"), *map(str, means), "", *map(str, sums))  # the lead has no average
        cells: list[Cell | str] = ["", *(Cell(text) for text in texts)]
        rows.append(table_row(columns, cells, PAD, head=1, thickness=1.1))
    text = _("Points; the small number is the place; black: the first")
    note = stacked([*paragraph(text, width, SMALL), space(2)])
    sheet.flow(Section(_("Groups"), rows, table_head(columns, [note])))


def _group_row(columns: Sequence[Column], group: GroupScores, counted: int) -> Block:
    both = f"{group.name} · {group.led}" if group.led else group.name
    is_short = fonts.width(fonts.clean(both), SMALL) <= columns[1].room
    texts = (both, group.note) if is_short else (group.name, group.led, group.note)
    scores = []
    for score in group.scores:
        facts = {"points": score.points, "place": score.place_text}
        alt = _("%(points)d points, place %(place)s") % facts
        scores.append(Cell(draw=partial(_score, score=score), alt=alt))
    counts = map(str, (group.lead, *group.counts[:counted]))
    label = Cell(texts=tuple(filter(None, texts)))
    return table_row(columns, [str(group.number), label, *scores, *counts], PAD, head=1)


def _score(page: Page, x: float, base: float, column: Column, *, score: SeatResult) -> None:
    """Draws points with the place, white on black for the first."""
    place, width = score.place_text, column.room
    text, size = fonts.fit(str(score.points), 12, width - 14, "bold", SMALL)
    own = fonts.width(text, size, "bold")
    both = own + 4 + fonts.width(place, SMALL)
    left = x + (width - both) / 2
    is_first = score.place == 1
    if is_first:
        plate = min(max(both + 12, 30), width)
        page.box(x + (width - plate) / 2, base - 11.5, plate, PLATE, INK, radius=3)
    colour = PAPER if is_first else INK
    page.text(left, base, text, size, colour=colour, is_bold=True)
    page.text(left + own + 4, base, place, SMALL, colour=colour)


def add_unfinished(sheet: Sheet, groups: tuple[OpenGroup, ...]) -> None:
    """Adds the groups without a result, with how far they are."""
    columns = [
        Column("", NUMBER, size=12, is_bold=True, gutter=5),
        Column(_("Group"), LABEL + 8, size=9.5, lines=2),
        Column(_("how far it is"), sheet.width - NUMBER - LABEL - 8, lines=3),
    ]
    rows = [
        table_row(columns, [str(one.number), one.name, one.status], 1, head=1) for one in groups
    ]
    sheet.flow(Section(_("Without a result"), rows, table_head(columns)))


# The same player in all groups: circles above a scale, or bars where there are too many.

STRIP_BADGE, NAME, RESULTS = 16.0, 104.0, 104.0
"""The seal; the room for it and the name, left; the room for median, range and wins, right."""
AXIS, LEAST, MOST = 14.0, 34.0, 150.0
"""The height of the scale, and of a player's strip at least and at most, in points."""
BARS = 62.0
DOTS = (0.5, 2.0)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the strips are: from `left`, `size` points for each of their units."""

    scale: Scale
    left: float
    size: float

    def x(self, units: float) -> float:
        """Where so many units are, from the left edge of the section."""
        return self.left + units * self.size


def add_strips(sheet: Sheet, data: ScenarioData) -> None:
    width = sheet.width
    room = width - NAME - RESULTS
    frame = _Frame(scale_of(data.points), NAME, room / WIDTH)
    rows = [_strip_row(data, k, frame, width) for k in range(len(data.seats))]
    head = Block(AXIS + 12, partial(_axis, frame=frame, width=width))
    count = len(data.groups)
    title = ngettext(
        "The same %(seat)s in %(count)d group", "The same %(seat)s in %(count)d groups", count
    ) % {"seat": data.seat_word, "count": count}
    sheet.flow(Section(title, rows, head))


def _axis(page: Page, x: float, y: float, *, frame: _Frame, width: float) -> None:
    note = _("A circle or part of a bar is a group; black: it was first; the upright bar: median")
    page.text(x, y + 6, note, SMALL, width)
    base = y + AXIS + 6
    with page.element("Artifact"):
        page.text(x, base, _("points"), SMALL, NAME - 20)
        for points, place in frame.scale.ticks:
            page.text(x + frame.x(place), base, str(points), SMALL, 40, "centre")
        right = x + width
        page.text(right - 30, base, _("median, range"), SMALL, RESULTS - 34, "right")
        page.text(right, base, _("first"), SMALL, 28, "right")
    page.line(x, y + AXIS + 11, x + width, y + AXIS + 11, 1.1, INK)


def _strip_row(data: ScenarioData, place: int, frame: _Frame, width: float) -> Block:
    results = data.results(place)
    strip = strip_of(results, frame.scale)
    height = strip.height * frame.size + 8
    has_bars = height > MOST
    height = BARS if has_bars else max(LEAST, height)

    def draw(page: Page, x: float, y: float) -> None:
        seat = data.seats[place]
        alt = _alt(seat, strip, results)
        with page.element("Figure", alt=alt):
            for _points, tick in frame.scale.ticks:
                at = x + frame.x(tick)
                page.path([(at, y + 1), (at, y + height - 1)], 0.5, INK, dash=DOTS)
            page.badge(x, y + (height - STRIP_BADGE) / 2, STRIP_BADGE, seat)
            _name(page, x + STRIP_BADGE + 5, y + height / 2, seat)
            if has_bars:
                _bars(page, x, y, height, frame, results)
            else:
                middle = y + height / 2 - (strip.top + strip.bottom) / 2 * frame.size
                _circles(page, x, middle, frame, strip)
            _median(page, x, y, height, frame, strip)
            _facts(page, x + width, y + height / 2 + 3, strip, results)
        page.line(x, y + height, x + width, y + height, 0.4, INK)

    return Block(height, draw)


def _name(page: Page, x: float, middle: float, seat: SeatLabel) -> None:
    lines = fonts.wrap(seat.name, 9.5, NAME - STRIP_BADGE - 10, 2, "bold")
    top = middle + 3.4 - 5.5 * (len(lines) - 1)
    page.lines(x, top, lines, 11, 9.5, is_bold=True)


def _circles(page: Page, x: float, middle: float, frame: _Frame, strip: Strip) -> None:
    """Draws the circles with the groups' numbers, on a line from the lowest to the highest."""
    page.line(x + frame.x(strip.low_x), middle, x + frame.x(strip.high_x), middle, 0.8, INK)
    radius = RADIUS * frame.size
    for label, left, down, is_first in strip.marks:
        at, y = x + frame.x(left), middle + down * frame.size
        page.circle(at, y, radius, INK if is_first else PAPER, INK, 0.8)
        colour = PAPER if is_first else INK
        room, size = 2 * radius - 1.5, SMALL if len(label) < 3 else 7.0
        page.text(at, y + size * 0.36, label, size, room, "centre", colour, is_bold=True)


def _bars(
    page: Page, x: float, y: float, height: float, frame: _Frame,
    results: list[tuple[str, int, bool]],
) -> None:  # fmt: skip
    """Draws how many groups have about these points, those that were first in black."""
    scale = frame.scale
    step = -(-(scale.high - scale.low) // 30)
    groups = Counter((points - scale.low) // step for _label, points, _is_first in results)
    firsts = Counter((points - scale.low) // step for _l, points, is_first in results if is_first)
    unit = (height - 16) / max(groups.values())
    for place, count in sorted(groups.items()):
        ends = (min(scale.low + step * (place + k), scale.high) for k in (0, 1))
        left, right = (x + frame.x(scale.x(end)) for end in ends)
        if right <= left:  # the highest points alone
            left, right = left - 2, left + 2
        top, bottom = y + height - 3 - unit * count, y + height - 3
        page.box(left, top, right - left, bottom - top, PAPER, INK, 0.6)
        black = unit * firsts[place]
        if black:
            page.box(left, bottom - black, right - left, black, INK)


def _median(page: Page, x: float, y: float, height: float, frame: _Frame, strip: Strip) -> None:
    """Draws the median as two pieces at the edges, so that it crosses out no number."""
    at = x + frame.x(strip.median_x)
    page.line(at, y + 1, at, y + 6, 2.4, INK)
    page.line(at, y + height - 6, at, y + height - 1, 2.4, INK)


def _facts(
    page: Page, right: float, base: float, strip: Strip, results: list[tuple[str, int, bool]]
) -> None:
    page.text(right - 30, base, _range(strip, results), SMALL, RESULTS - 34, "right")
    wins = sum(is_first for _label, _points, is_first in results)
    page.text(right, base, str(wins), 11, 26, "right", is_bold=True)


def _range(strip: Strip, results: list[tuple[str, int, bool]]) -> str:
    points = [points for _label, points, _is_first in results]
    middle = f"{strip.median:g}"
    if min(points) == max(points):
        return middle
    facts = {"median": middle, "low": min(points), "high": max(points)}
    return _("%(median)s, %(low)d to %(high)d") % facts


def _alt(seat: SeatLabel, strip: Strip, results: list[tuple[str, int, bool]]) -> str:
    listed = "; ".join(f"{label}: {points}" for label, points, _is_first in results)
    facts = {"name": seat.name, "points": listed, "range": _range(strip, results)}
    return _("%(name)s, points by group: %(points)s. Median and range: %(range)s") % facts
