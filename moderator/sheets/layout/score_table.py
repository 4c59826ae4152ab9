"""The table of a score sheet: places, seats and points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, Section

ROW, LOW_ROW, MANY = 21.0, 18.5, 6
"""The height of a row in points, that with many seats, and how many those are."""
BADGE = 16.0
PLACE, COLUMN = 24.0, 54.0
NAME_SHARE = 0.42
"""Of the room for names, that of the seat's name; the rest is for who plays there."""
NOBODY: Mapping[str, str] = {}
VERDICT_SIZE, VERDICT_LEADING, MOST_LINES = 11.0, 15.0, 6


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A seat, its place (None if the game has no ranking), and its numbers, the total last.

    A word may stand in place of a number, such as "secret".
    """

    seat: SeatLabel
    place: int | None
    numbers: Sequence[int | str]


def verdict(winners: Sequence[SeatLabel], worth: str, is_over: bool) -> str:
    """Who wins, or would win, in a sentence.

    Args:
        winners: the seats in the first place, at least one.
        worth: their points in words.
    """
    names = ", ".join(seat.name for seat in winners)
    if is_over:
        text = ngettext("Winner: %s", "Winners: %s", len(winners)) % names
    else:
        text = ngettext("Would win: %s", "Would win together: %s", len(winners)) % names
    return f"{text} ({worth})"


def score_table(
    title: str,
    verdict: str,
    heads: Sequence[str],
    rows: Sequence[ScoreRow],
    width: float,
    players: Mapping[str, str] = NOBODY,
) -> Section:
    """A section with the verdict in bold, then a row for each seat.

    Args:
        heads: the headings, as many as a row has numbers.
        players: who plays, by seat id, written after the seat's name.
        width: in points; with five numbers a portrait page still has room for a name.
    """
    lines = fonts.wrap(verdict, VERDICT_SIZE, width, MOST_LINES, face="bold")
    is_placed = any(row.place is not None for row in rows)
    draw = partial(_head, lines=lines, heads=heads, width=width, is_placed=is_placed)
    head = Block(len(lines) * VERDICT_LEADING + 22, draw)
    indent = PLACE + 4 if is_placed else 0.0
    height = ROW if len(rows) < MANY else LOW_ROW
    draw_row = partial(_row, height=height, width=width, indent=indent, players=players)
    drawn = [Block(height, partial(draw_row, row=row)) for row in rows]
    return Section(title, drawn, head)


def _rights(x: float, width: float, count: int) -> list[float]:
    """The right ends of the columns with numbers."""
    return [x + width - COLUMN * k for k in range(count - 1, -1, -1)]


def _head(
    page: Page,
    x: float,
    y: float,
    *,
    lines: Sequence[str],
    heads: Sequence[str],
    width: float,
    is_placed: bool,
) -> None:
    with page.element("P"):
        for line in lines:
            page.text(x, y + 11, line, VERDICT_SIZE, is_bold=True)
            y += VERDICT_LEADING
    with page.row(is_first=True):
        if is_placed:
            page.text(x, y + 15, _("Place"), 8, PLACE + 14, tag="TH")
        page.text(x, y + 15, "", 8, tag="TD")
        for right, text in zip(_rights(x, width, len(heads)), heads, strict=True):
            page.text(right, y + 15, text, 8, COLUMN - 6, "right", tag="TH")
    page.line(x, y + 20, x + width, y + 20, 0.8)


def _row(
    page: Page,
    x: float,
    y: float,
    *,
    row: ScoreRow,
    width: float,
    height: float,
    indent: float,
    players: Mapping[str, str],
) -> None:
    is_first = row.place == 1
    base = y + height - 6.5
    rights = _rights(x, width, len(row.numbers))
    with page.row():
        if row.place is not None:
            place, middle = str(row.place), x + PLACE / 2
            page.text(middle, base, place, 11, PLACE, "centre", is_bold=is_first, tag="TD")
        with page.element("TH", scope="Row"):
            page.badge(x + indent, y + height - 17.4, BADGE, row.seat)
            start = x + indent + BADGE + 7
            room = x + width - COLUMN * len(rights) - start
            names = players.get(row.seat.id, "")
            share = room * NAME_SHARE if names else room
            page.text(start, base, row.seat.name, 11, share - 4, is_bold=is_first)
            if names:
                page.text(start + share, base, names, 9, room - share - 4)
        for right, text in zip(rights[:-1], row.numbers, strict=False):
            page.text(right, base, str(text), 10, COLUMN - 6, "right", tag="TD")
        if rights:
            total = str(row.numbers[-1])
            page.text(
                rights[-1], base + 0.5, total, 13, COLUMN - 6, "right", is_bold=True, tag="TD"
            )
    page.line(x, y + height, x + width, y + height)
