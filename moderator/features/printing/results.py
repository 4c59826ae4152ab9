"""The results of a class on paper: a part for each scenario, and for each game without points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from statistics import mean

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.features.overview.results import SeatResult
from moderator.features.printing.class_parts import (
    SMALL,
    GroupGame,
    ResultsData,
    add_sentence,
    class_part,
    count_of,
)
from moderator.plots.lines import RADIUS, WIDTH, Scale, Strip, scale_of
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import Page, Paper, fonts
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.layout import (
    Block,
    Section,
    Sheet,
    column_width,
    flow_in_columns,
    listed,
    paragraph,
    space,
    stacked,
)
from moderator.sheets.layout.table import Cell, Column, table_head, table_row
from moderator.sheets.snapshot import Stamp

# The table of a class's results: a row for each group, a column for each player.

NUMBER, LABEL, NARROW_LABEL = 24.0, 118.0, 92.0
COUNT, PLATE, PAD = 41.0, 15.0, 1.5
MANY = 6  # players; with more, moves aren't counted


def add_groups(sheet: Sheet, data: ResultsData) -> None:
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
        points = zip(*([one.points for one in group.scores] for group in data.groups), strict=True)
        means = [round(mean(of_seat)) for of_seat in points]
        sums = [round(mean(group.counts[k] for group in data.groups)) for k in range(len(counted))]
        texts = (_("Average"), *map(str, means), "", *map(str, sums))  # the lead has no average
        cells: list[Cell | str] = ["", *(Cell(text) for text in texts)]
        rows.append(table_row(columns, cells, PAD, head=1, thickness=1.1))
    text = _("Points; the small number is the place; black: the first")
    note = stacked([*paragraph(text, width, SMALL), space(2)])
    sheet.flow(Section(_("Groups"), rows, table_head(columns, [note])))


def _group_row(columns: Sequence[Column], group: GroupGame, counted: int) -> Block:
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
    place, width, is_first = score.place_text, column.room, score.place == 1
    text, size = fonts.fit(str(score.points), 12, width - 14, "bold", SMALL)
    own = fonts.width(text, size, "bold")
    both = own + 4 + fonts.width(place, SMALL)
    left = x + (width - both) / 2
    if is_first:
        plate = min(max(both + 12, 30), width)
        page.box(x + (width - plate) / 2, base - 11.5, plate, PLATE, INK, radius=3)
    colour = PAPER if is_first else INK
    page.text(left, base, text, size, colour=colour, is_bold=True)
    page.text(left + own + 4, base, place, SMALL, colour=colour)


def add_unfinished(sheet: Sheet, groups: tuple[GroupGame, ...]) -> None:
    """Adds the groups without a result, with how far they are."""
    columns = [
        Column("", NUMBER, size=12, is_bold=True, gutter=5),
        Column(_("Group"), LABEL + 8, size=9.5, lines=2),
        Column(_("how far it is"), sheet.width - NUMBER - LABEL - 8, lines=3),
    ]
    rows = [table_row(columns, [str(one.number), one.name, one.note], 1, head=1) for one in groups]
    sheet.flow(Section(_("Without a result"), rows, table_head(columns)))


# The same player in all groups: circles above a scale, or bars where there are too many.

STRIP_BADGE, NAME, RESULTS = 16.0, 104.0, 104.0
"""The seal; the room for it and the name, left; the room for median, range and wins, right."""
AXIS, LEAST, MOST = 14.0, 34.0, 150.0
"""The height of the scale, and of a player's strip at least and at most, in points."""
BARS, DOTS = 62.0, (0.5, 2.0)


Results = list[tuple[str, int, bool]]
"""Of a player in each group: the group's number, the points, and whether it was the first place."""


def _across(units: float, size: float) -> float:
    """Where so many units of a strip are, from the left edge, at `size` points for each."""
    return NAME + units * size


def add_strips(sheet: Sheet, data: ResultsData) -> None:
    width, scale = sheet.width, scale_of(data.points)
    size = (width - NAME - RESULTS) / WIDTH
    each = [(seat, data.results(k)) for k, seat in enumerate(data.seats)]
    # Bars for all, where one has too many circles.
    has_bars = max(Strip(results, scale).height for _seat, results in each) * size + 8 > MOST
    rows = [_strip_row(*one, scale, size, width, has_bars) for one in each]
    head = Block(AXIS + 12, partial(_axis, scale=scale, size=size, width=width))
    count = len(data.groups)
    title = ngettext(
        "The same %(seat)s in %(count)d group", "The same %(seat)s in %(count)d groups", count
    ) % {"seat": data.seat_word, "count": count}
    sheet.flow(Section(title, rows, head))


def _axis(page: Page, x: float, y: float, *, scale: Scale, size: float, width: float) -> None:
    note = _("A circle or part of a bar is a group; black: it was first; the upright bar: median")
    page.text(x, y + 6, note, SMALL, width)
    base = y + AXIS + 6
    with page.element("Artifact"):
        page.text(x, base, _("points"), SMALL, NAME - 20)
        for points, place in scale.ticks:
            page.text(x + _across(place, size), base, str(points), SMALL, 40, "centre")
        right = x + width
        page.text(right - 30, base, _("median, range"), SMALL, RESULTS - 34, "right")
        page.text(right, base, _("first"), SMALL, 28, "right")
    page.line(x, y + AXIS + 11, x + width, y + AXIS + 11, 1.1, INK)


def _strip_row(
    seat: SeatLabel, results: Results, scale: Scale, size: float, width: float, has_bars: bool
) -> Block:
    strip = Strip(results, scale)
    height = BARS if has_bars else max(LEAST, strip.height * size + 8)

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("Figure", alt=_alt(seat, strip, results)):
            for _points, tick in scale.ticks:
                at = x + _across(tick, size)
                page.path([(at, y + 1), (at, y + height - 1)], 0.5, INK, dash=DOTS)
            page.badge(x, y + (height - STRIP_BADGE) / 2, STRIP_BADGE, seat)
            _name(page, x + STRIP_BADGE + 5, y + height / 2, seat)
            if has_bars:
                _bars(page, x, y, height, scale, size, results)
            else:
                middle = y + height / 2 - (strip.top + strip.bottom) / 2 * size
                _circles(page, x, middle, size, strip)
            # The median is in two pieces at the edges, so that it crosses out no number.
            at = x + _across(strip.median_x, size)
            page.line(at, y + 1, at, y + 6, 2.4, INK)
            page.line(at, y + height - 6, at, y + height - 1, 2.4, INK)
            right, base = x + width, y + height / 2 + 3
            page.text(right - 30, base, _range(strip, results), SMALL, RESULTS - 34, "right")
            wins = sum(is_first for _label, _points, is_first in results)
            page.text(right, base, str(wins), 11, 26, "right", is_bold=True)
        page.line(x, y + height, x + width, y + height, 0.4, INK)

    return Block(height, draw)


def _name(page: Page, x: float, middle: float, seat: SeatLabel) -> None:
    lines = fonts.wrap(seat.name, 9.5, NAME - STRIP_BADGE - 10, 2, "bold")
    top = middle + 3.4 - 5.5 * (len(lines) - 1)
    page.lines(x, top, lines, 11, 9.5, is_bold=True)


def _circles(page: Page, x: float, middle: float, size: float, strip: Strip) -> None:
    """Draws the circles with the groups' numbers, on a line from the lowest to the highest."""
    ends = x + _across(strip.low_x, size), x + _across(strip.high_x, size)
    page.line(ends[0], middle, ends[1], middle, 0.8, INK)
    radius = RADIUS * size
    for label, left, down, is_first in strip.marks:
        at, y = x + _across(left, size), middle + down * size
        page.circle(at, y, radius, INK if is_first else PAPER, INK, 0.8)
        colour = PAPER if is_first else INK
        room, high = 2 * radius - 1.5, SMALL if len(label) < 3 else 7.0
        page.text(at, y + high * 0.36, label, high, room, "centre", colour, is_bold=True)


def _bars(
    page: Page, x: float, y: float, height: float, scale: Scale, size: float, results: Results
) -> None:
    """Draws how many groups have about these points, those that were first in black."""
    step = -(-(scale.high - scale.low) // 30)
    groups = Counter((points - scale.low) // step for _label, points, _is_first in results)
    firsts = Counter((points - scale.low) // step for _l, points, is_first in results if is_first)
    unit = (height - 16) / max(groups.values())
    for place, count in sorted(groups.items()):
        ends = (min(scale.low + step * (place + k), scale.high) for k in (0, 1))
        left, right = (x + _across(scale.x(end), size) for end in ends)
        if right <= left:  # the highest points alone
            left, right = left - 2, left + 2
        top, bottom = y + height - 3 - unit * count, y + height - 3
        page.box(left, top, right - left, bottom - top, PAPER, INK, 0.6)
        black = unit * firsts[place]
        if black:
            page.box(left, bottom - black, right - left, black, INK)


def _range(strip: Strip, results: Results) -> str:
    points = [points for _label, points, _is_first in results]
    middle = f"{strip.median:g}"
    if min(points) == max(points):
        return middle
    facts = {"median": middle, "low": min(points), "high": max(points)}
    return _("%(median)s, %(low)d to %(high)d") % facts


def _alt(seat: SeatLabel, strip: Strip, results: Results) -> str:
    listed = "; ".join(f"{label}: {points}" for label, points, _is_first in results)
    facts = {"name": seat.name, "points": listed, "range": _range(strip, results)}
    return _("%(name)s, points by group: %(points)s. Median and range: %(range)s") % facts


# Who played in each group of a class.

COLUMNS, PLAYERS_LEADING, INDENT, PLAYERS_LINES = 2, 10.5, 20.0, 12


def add_players(sheet: Sheet, data: ResultsData) -> None:
    """Adds the names by group, if there are any."""
    width = column_width(sheet.width, COLUMNS)
    blocks = []
    for group in data.groups:
        text = listed_players([(one.seat, ", ".join(one.names)) for one in group.scores])
        if text:
            blocks.append(players_block(group.number, group.name, text, width))
    if blocks:
        flow_in_columns(sheet, _("Who played"), blocks, COLUMNS)


def listed_players(players: Sequence[tuple[SeatLabel, str]]) -> str:
    """The names by seat in one line; empty without names."""
    return " · ".join(f"{seat.name}: {names}" for seat, names in players if names)


def players_block(number: int, name: str, text: str, width: float) -> Block:
    """A group with its players below."""
    lines = fonts.wrap(text, SMALL, width - INDENT, PLAYERS_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 10, str(number), 10.5, INDENT - 4, is_serif=True)
        page.text(x + INDENT, y + 10, name, 9, width - INDENT, is_bold=True)
        page.lines(x + INDENT, y + 10 + PLAYERS_LEADING, lines, PLAYERS_LEADING, SMALL)

    return Block(PLAYERS_LEADING * (len(lines) + 1) + 5, draw)


# The groups of a class whose game counts no points: who won in each.

GROUP, WINNER, WINNER_LINES = 128.0, 140.0, 6


def add_ended(sheet: Sheet, data: ResultsData) -> None:
    rest = sheet.width - NUMBER - GROUP - WINNER
    columns = [
        Column("", NUMBER, size=12, is_bold=True, gutter=5),
        Column(_("Group"), GROUP, lines=4),
        Column(_("Winner"), WINNER, size=10, lines=WINNER_LINES),
        Column(_("Who played, and the end"), rest, lines=8, gutter=0),
    ]
    rows = [table_row(columns, _ended_cells(game), 2, head=1) for game in data.groups]
    sheet.flow(Section(_("Groups"), rows, table_head(columns)))


def _ended_cells(game: GroupGame) -> list[Cell | str]:
    texts = (listed_players(game.players), game.note)
    winners = Cell(
        ", ".join(seat.name for seat in game.winners),
        () if game.winners else (_("nobody"),),
        game.winners[0] if len(game.winners) == 1 else None,
    )
    return [
        str(game.number),
        Cell(texts=tuple(filter(None, (game.name, game.led)))),
        winners,
        Cell(texts=tuple(filter(None, texts))),
    ]


# Which goals were met, in how many groups: a bar for each.

ACROSS, GUTTER = 4, 12.0
BADGE, HEAD = 16.0, 22.0
BAR, MET, LEADING = 30.0, 13.0, 10.5
SEPARATE, MOST_LINES = 20, 3
"""Of up to so many groups each is a part of the bar; a sentence has at most so many lines."""
MOST_HEIGHT = 330.0
"""Of one player's goals in one row of players, in points."""

Goal = tuple[str, int]
"""What earns points, and in how many games it was met."""


def add_goals(sheet: Sheet, data: ResultsData) -> None:
    """Adds the goals, each player's by how often they were met; or why there are none."""
    title, width = data.goals_title, sheet.width
    if data.goals_note:
        sheet.flow(Section(title, paragraph(data.goals_note, width)))
    if not any(data.goals):
        return
    across = min(ACROSS, len(data.seats))
    each = column_width(width, across, GUTTER)
    both = list(zip(data.seats, data.goals, strict=True))
    rows: list[Block] = []
    for start in range(0, len(both), across):
        rows += _rows(both[start : start + across], data.known, each)
    note = "; ".join(filter(None, (_("In how many groups"), data.goals_key)))
    head = Block(12, lambda page, x, y: page.text(x, y + 6, note, SMALL, width))
    sheet.flow(Section(title, rows, head))


def _rows(
    of: list[tuple[SeatLabel, Mapping[str, int]]], known: int, width: float
) -> Iterator[Block]:
    """Players beside each other; those with many goals continue in the next row."""
    left = [(seat, sorted(goals.items(), key=lambda goal: -goal[1])) for seat, goals in of]
    while any(goals for _seat, goals in left):
        counts = [_fitting(goals, width) for _seat, goals in left]
        both = list(zip(left, counts, strict=True))
        yield _row([(seat, goals[:count]) for (seat, goals), count in both], known, width)
        left = [(seat, goals[count:]) for (seat, goals), count in both]


def _fitting(goals: Sequence[Goal], width: float) -> int:
    count = 0
    while count < len(goals) and _height(goals[: count + 1], width) <= MOST_HEIGHT:
        count += 1
    return count


def _height(goals: Sequence[Goal], width: float) -> float:
    return sum(LEADING * len(_lines(text, width)) + 1 for text, _count in goals)


def _lines(text: str, width: float) -> list[str]:
    return fonts.wrap(text, SMALL, width - BAR - MET - 5, MOST_LINES)


def _row(parts: Sequence[tuple[SeatLabel, Sequence[Goal]]], known: int, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        for k, (seat, goals) in enumerate(parts):
            if goals:
                _seat_goals(page, x + k * (width + GUTTER), y, seat, goals, known, width)

    return Block(HEAD + max(_height(goals, width) for _seat, goals in parts) + 6, draw)


def _seat_goals(
    page: Page,
    x: float,
    y: float,
    seat: SeatLabel,
    goals: Sequence[Goal],
    known: int,
    width: float,
) -> None:
    with page.element("H3"):
        page.badge(x, y, BADGE, seat)
        page.text(x + BADGE + 5, y + 12, seat.name, 10, width - BADGE - 5, is_bold=True)
    page.line(x, y + HEAD - 3, x + width, y + HEAD - 3, 0.8, INK)
    y += HEAD
    with page.element("Table"):
        for text, count in goals:
            lines = _lines(text, width)
            with page.element("TR"):
                page.lines(x, y + 8, lines, LEADING, SMALL, tag="TH", scope="Row")
                _bar(page, x + width - BAR - MET, y + 1.5, count, known)
                page.text(x + width, y + 8, str(count), 9, MET, "right", is_bold=True, tag="TD")
            y += LEADING * len(lines) + 1


def _bar(page: Page, x: float, y: float, count: int, known: int) -> None:
    height = 7.0
    page.box(x, y, BAR, height, PAPER, INK, 0.5)
    page.box(x, y, BAR * count / known, height, INK)
    if known > SEPARATE:
        return
    for k in range(count + 1, known):
        at = x + BAR * k / known
        page.line(at, y, at, y + height, 0.4, INK)


# The parts of the results, with the players, the winners and the goals.


def results_part(data: ResultsData, stamp: Stamp, paper: Paper = "a4") -> SheetPart:
    """The groups of one scenario: table, strips, goals; or of one game without points: who won.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    unfinished = len(data.unfinished)
    where = count_of(len(data.groups) + unfinished)
    if unfinished:
        facts = {"groups": where, "count": unfinished}
        where = _("%(groups)s, %(count)d of them without a result") % facts
    return class_part(_fill, data, _("Class results"), where, stamp, paper)


def _fill(sheet: Sheet, data: ResultsData) -> None:
    if not data.groups:
        add_sentence(sheet, _("No group has a result yet."))
    elif data.seats:
        add_sentence(sheet, _who_came_first(data))
        add_groups(sheet, data)
        if len(data.groups) > 1:
            add_strips(sheet, data)
        add_goals(sheet, data)
    else:
        add_sentence(sheet, _who_won(data))
        add_ended(sheet, data)
    if data.unfinished:
        add_unfinished(sheet, data.unfinished)
    add_players(sheet, data)


def _who_came_first(data: ResultsData) -> str:
    """Who was first most often, and the best result."""
    groups = data.groups
    wins = [sum(group.scores[k].place == 1 for group in groups) for k in range(len(data.seats))]
    often = [seat.name for seat, count in zip(data.seats, wins, strict=True) if count == max(wins)]
    best = max(data.points)
    if len(groups) == 1:
        said = ngettext(
            "%(names)s came first, with %(points)d points.",
            "%(names)s came first together, with %(points)d points.",
            len(often),
        )
        return said % {"names": listed(often), "points": best}
    said = ngettext(
        "%(names)s came first in %(count)d of %(groups)d groups",
        "%(names)s came first most often, each in %(count)d of %(groups)d groups",
        len(often),
    )
    said %= {"names": listed(often), "count": max(wins), "groups": len(groups)}
    return f"{said}{_best(data, best)}"


def _best(data: ResultsData, best: int) -> str:
    """The best result, and whose it was if it was only one."""
    found = [
        (score.seat.name, group.name)
        for group in data.groups
        for score in group.scores
        if score.points == best
    ]
    if len(found) > 1:
        return _("; the best result was %d points.") % best
    ((seat, group),) = found
    facts = {"points": best, "seat": seat, "group": group}
    return _("; the best result was %(points)d points, by %(seat)s in %(group)s.") % facts


def _who_won(data: ResultsData) -> str:
    """Who won most often; with other players in each group only how many games are over."""
    games = data.groups
    # Where no scenario names the players, the same id is somebody else in each group.
    labels = {(seat.id, seat.name): seat for game in games for seat, _n in game.players}
    shared = len(games) * len(labels) == sum(len(game.players) for game in games)
    wins = Counter((seat.id, seat.name) for game in games for seat in game.winners)
    if shared and wins:
        most = max(wins.values())
        names = listed([seat.name for same, seat in labels.items() if wins[same] == most])
        facts = {"names": names, "count": most, "groups": len(games)}
        if sum(count == most for count in wins.values()) == 1:
            return _("%(names)s won in %(count)d of %(groups)d groups.") % facts
        return _("%(names)s each won in %(count)d of %(groups)d groups.") % facts
    return ngettext("%d game is over.", "%d games are over.", len(games)) % len(games)
