"""Which goals were met, in how many groups: a bar for each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, Section, Sheet, paragraph
from moderator.sheets.of_class.data import Goal, ScenarioData
from moderator.sheets.of_class.part import SMALL

ACROSS, GUTTER = 4, 12.0
BADGE, HEAD = 16.0, 22.0
BAR, COUNT, LEADING = 30.0, 13.0, 10.5
SEPARATE, MOST_LINES = 20, 3
"""Of up to so many groups each is a part of the bar; a sentence has at most so many lines."""
MOST_HEIGHT = 330.0
"""Of one player's goals in one row of players, in points."""


def add_goals(sheet: Sheet, data: ScenarioData) -> None:
    """Adds the goals, each player's by how often they were met; or why there are none."""
    title, width = data.goals_title, sheet.right - sheet.left
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

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 6, note, SMALL, width)

    head = Block(12, draw)
    sheet.flow(Section(title, rows, head))


def _rows(of: list[tuple[SeatLabel, tuple[Goal, ...]]], width: float) -> Iterator[Block]:
    """Players beside each other; those with many goals continue in the next row."""
    left = [(seat, _sorted(goals)) for seat, goals in of]
    while any(goals for _seat, goals in left):
        parts, rest = [], []
        for seat, goals in left:
            now, later = _split(goals, width)
            parts.append((seat, now))
            rest.append((seat, later))
        left = rest
        height = HEAD + max(_height(goals, width) for _seat, goals in parts) + 6
        yield Block(height, partial(_draw, parts=parts, width=width))


def _sorted(goals: tuple[Goal, ...]) -> list[Goal]:
    return sorted(goals, key=lambda goal: -goal.count)


def _split(goals: list[Goal], width: float) -> tuple[list[Goal], list[Goal]]:
    count = 0
    while count < len(goals) and _height(goals[: count + 1], width) <= MOST_HEIGHT:
        count += 1
    return goals[:count], goals[count:]


def _height(goals: list[Goal], width: float) -> float:
    return sum(LEADING * len(_lines(goal, width)) + 1 for goal in goals)


def _lines(goal: Goal, width: float) -> list[str]:
    return fonts.wrap(goal.text, SMALL, width - BAR - COUNT - 5, MOST_LINES)


def _draw(
    page: Page, x: float, y: float, *, parts: list[tuple[SeatLabel, list[Goal]]], width: float
) -> None:
    for k, (seat, goals) in enumerate(parts):
        if goals:
            _seat_goals(page, x + k * (width + GUTTER), y, seat, goals, width)


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
