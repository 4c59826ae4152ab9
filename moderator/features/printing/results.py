"""The results of a class on paper: a part for each scenario, and for each game without points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.features.printing.class_parts import (
    SMALL,
    EndedData,
    EndedGame,
    Goal,
    ScenarioData,
    add_sentence,
    class_part,
    count_of,
)
from moderator.features.printing.results_table import add_groups, add_strips, add_unfinished
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page, Paper
from moderator.sheets.layout.header import listed
from moderator.sheets.layout.kind import SheetPart
from moderator.sheets.layout.sheet import (
    Block,
    Section,
    Sheet,
    column_width,
    flow_in_columns,
    paragraph,
)
from moderator.sheets.layout.table import Cell, Column, table_head, table_row
from moderator.sheets.snapshot import Stamp

# Who played in each group of a class.

COLUMNS, PLAYERS_LEADING, INDENT, PLAYERS_LINES = 2, 10.5, 20.0, 12


def add_players(sheet: Sheet, data: ScenarioData) -> None:
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
        for k, line in enumerate(lines, 1):
            page.text(x + INDENT, y + 10 + PLAYERS_LEADING * k, line, SMALL)

    return Block(PLAYERS_LEADING * (len(lines) + 1) + 5, draw)


# The groups of a class whose game counts no points: who won in each.

NUMBER, GROUP, WINNER = 24.0, 128.0, 140.0
MOST_LINES_OF_WINNERS = 6


def add_ended(sheet: Sheet, data: EndedData) -> None:
    columns = [
        Column("", NUMBER, size=12, is_bold=True, gutter=5),
        Column(_("Group"), GROUP, lines=4),
        Column(_("Winner"), WINNER, size=10, lines=MOST_LINES_OF_WINNERS),
        Column(
            _("Who played, and the end"),
            sheet.width - NUMBER - GROUP - WINNER,
            lines=8,
            gutter=0,
        ),
    ]
    rows = [table_row(columns, _ended_cells(game), 2, head=1) for game in data.games]
    sheet.flow(Section(_("Groups"), rows, table_head(columns)))


def _ended_cells(game: EndedGame) -> list[Cell | str]:
    texts = (listed_players(game.players), game.sentence)
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
BAR, COUNT, LEADING = 30.0, 13.0, 10.5
SEPARATE, MOST_LINES = 20, 3
"""Of up to so many groups each is a part of the bar; a sentence has at most so many lines."""
MOST_HEIGHT = 330.0
"""Of one player's goals in one row of players, in points."""


def add_goals(sheet: Sheet, data: ScenarioData) -> None:
    """Adds the goals, each player's by how often they were met; or why there are none."""
    title, width = data.goals_title, sheet.width
    if data.goals_note:
        sheet.flow(Section(title, paragraph(data.goals_note, width)))
    if not any(data.goals):
        return
    across = min(ACROSS, len(data.seats))
    each = (width - GUTTER * (across - 1)) / across
    both = list(zip(data.seats, data.goals, strict=True))
    rows: list[Block] = []
    for start in range(0, len(both), across):
        rows += _rows(both[start : start + across], each)
    note = _("In how many groups")
    if data.goals_key:
        note = f"{note}; {data.goals_key}"

    head = Block(12, lambda page, x, y: page.text(x, y + 6, note, SMALL, width))
    sheet.flow(Section(title, rows, head))


def _rows(of: list[tuple[SeatLabel, tuple[Goal, ...]]], width: float) -> Iterator[Block]:
    """Players beside each other; those with many goals continue in the next row."""
    left = [(seat, sorted(goals, key=lambda goal: -goal.count)) for seat, goals in of]
    while any(goals for _seat, goals in left):
        parts, rest = [], []
        for seat, goals in left:
            now, later = _split(goals, width)
            parts.append((seat, now))
            rest.append((seat, later))
        left = rest
        yield _row(parts, width)


def _split(goals: list[Goal], width: float) -> tuple[list[Goal], list[Goal]]:
    count = 0
    while count < len(goals) and _height(goals[: count + 1], width) <= MOST_HEIGHT:
        count += 1
    return goals[:count], goals[count:]


def _height(goals: list[Goal], width: float) -> float:
    return sum(LEADING * len(_lines(goal, width)) + 1 for goal in goals)


def _lines(goal: Goal, width: float) -> list[str]:
    return fonts.wrap(goal.text, SMALL, width - BAR - COUNT - 5, MOST_LINES)


def _row(parts: list[tuple[SeatLabel, list[Goal]]], width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        for k, (seat, goals) in enumerate(parts):
            if goals:
                _seat_goals(page, x + k * (width + GUTTER), y, seat, goals, width)

    return Block(HEAD + max(_height(goals, width) for _seat, goals in parts) + 6, draw)


def _seat_goals(
    page: Page, x: float, y: float, seat: SeatLabel, goals: list[Goal], width: float
) -> None:
    with page.element("H3"):
        page.badge(x, y, BADGE, seat)
        page.text(x + BADGE + 5, y + 12, seat.name, 10, width - BADGE - 5, is_bold=True)
    page.line(x, y + HEAD - 3, x + width, y + HEAD - 3, 0.8, INK)
    y += HEAD
    with page.element("Table"):
        for goal in goals:
            lines = _lines(goal, width)
            with page.element("TR"):
                with page.element("TH", scope="Row"):
                    page.lines(x, y + 8, lines, LEADING, SMALL)
                _bar(page, x + width - BAR - COUNT, y + 1.5, goal)
                with page.element("TD"):
                    page.text(x + width, y + 8, str(goal.count), 9, COUNT, "right", is_bold=True)
            y += LEADING * len(lines) + 1


def _bar(page: Page, x: float, y: float, goal: Goal) -> None:
    height = 7.0
    page.box(x, y, BAR, height, PAPER, INK, 0.5)
    page.box(x, y, BAR * goal.count / goal.groups, height, INK)
    if goal.groups > SEPARATE:
        return
    for k in range(goal.count + 1, goal.groups):
        at = x + BAR * k / goal.groups
        page.line(at, y, at, y + height, 0.4, INK)


# The parts of the results, with the players, the winners and the goals.


def scenario_part(data: ScenarioData, stamp: Stamp, paper: Paper = "a4") -> SheetPart:
    """The groups that play one scenario: table, strips, goals, who played.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    where = _where(len(data.groups), len(data.unfinished))
    return class_part(_fill_scenario, data, _("Class results"), where, stamp, paper)


def ended_part(data: EndedData, stamp: Stamp, paper: Paper = "a4") -> SheetPart:
    """The groups that play a game without points: who won in each of them.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    where = _where(len(data.games), len(data.unfinished))
    return class_part(_fill_ended, data, _("Class results"), where, stamp, paper)


def _where(ended: int, unfinished: int) -> str:
    if not unfinished:
        return count_of(ended)
    facts = {"groups": count_of(ended + unfinished), "count": unfinished}
    return _("%(groups)s, %(count)d of them without a result") % facts


def _fill_scenario(sheet: Sheet, data: ScenarioData) -> None:
    add_sentence(sheet, scenario_sentence(data))
    if data.groups:
        add_groups(sheet, data)
        if len(data.groups) > 1:
            add_strips(sheet, data)
        add_goals(sheet, data)
    if data.unfinished:
        add_unfinished(sheet, data.unfinished)
    add_players(sheet, data)


def _fill_ended(sheet: Sheet, data: EndedData) -> None:
    add_sentence(sheet, ended_sentence(data))
    if data.games:
        add_ended(sheet, data)
    if data.unfinished:
        add_unfinished(sheet, data.unfinished)


def scenario_sentence(data: ScenarioData) -> str:
    """Who was first most often, and the best result."""
    groups = data.groups
    if not groups:
        return _("No group has a result yet.")
    wins = [data.wins(place) for place in range(len(data.seats))]
    often = [seat.name for seat, count in zip(data.seats, wins, strict=True) if count == max(wins)]
    best = max(data.points)
    if len(groups) == 1:
        facts: dict[str, object] = {"names": listed(often), "points": best}
        return (
            ngettext(
                "%(names)s came first, with %(points)d points.",
                "%(names)s came first together, with %(points)d points.",
                len(often),
            )
            % facts
        )
    facts = {"names": listed(often), "count": max(wins), "groups": len(groups)}
    said = (
        ngettext(
            "%(names)s came first in %(count)d of %(groups)d groups",
            "%(names)s came first most often, each in %(count)d of %(groups)d groups",
            len(often),
        )
        % facts
    )
    return f"{said}{_best(data, best)}"


def _best(data: ScenarioData, best: int) -> str:
    """The best result, and whose it was if it was only one."""
    found = [
        (seat.name, group.name)
        for group in data.groups
        for seat, score in zip(data.seats, group.scores, strict=True)
        if score.points == best
    ]
    if len(found) > 1:
        return _("; the best result was %d points.") % best
    ((seat, group),) = found
    facts = {"points": best, "seat": seat, "group": group}
    return _("; the best result was %(points)d points, by %(seat)s in %(group)s.") % facts


def ended_sentence(data: EndedData) -> str:
    """Who won most often; with other players in each group only how many games are over."""
    games = data.games
    if not games:
        return _("No group has a result yet.")
    labels: dict[str, SeatLabel] = {seat.id: seat for game in games for seat, _n in game.players}
    shared = len(games) * len(labels) == sum(len(game.players) for game in games)
    wins = Counter(seat.id for game in games for seat in game.winners)
    if shared and wins:
        most = max(wins.values())
        names = listed([seat.name for id, seat in labels.items() if wins[id] == most])
        facts = {"names": names, "count": most, "groups": len(games)}
        if sum(count == most for count in wins.values()) == 1:
            return _("%(names)s won in %(count)d of %(groups)d groups.") % facts
        return _("%(names)s each won in %(count)d of %(groups)d groups.") % facts
    return ngettext("%d game is over.", "%d games are over.", len(games)) % len(games)
