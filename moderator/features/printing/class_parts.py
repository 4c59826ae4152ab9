"""What the sheets of a class are drawn from, and pages whose tables go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import mean
from typing import Any

from django.utils.translation import gettext as _

from moderator.features.overview.results import SeatResult
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import MARGIN, Page, Paper
from moderator.sheets.layout.header import LEAST_TITLE_SIZE, TITLE_SIZE, line_below
from moderator.sheets.layout.kind import SheetKind, SheetPart
from moderator.sheets.layout.sheet import Sheet
from moderator.sheets.snapshot import Stamp

# What the results of a class contain, ready to be drawn.


@dataclass(frozen=True, slots=True)
class GroupScores:
    """A group whose game is over or stopped, with a score for each seat.

    `led`: its moderators. `lead`: by how many points the first is ahead. `counts`: of each kind of
    move that is counted. `note`: how far a stopped game came; empty for one that is over.
    """

    number: int
    name: str
    scores: tuple[SeatResult, ...]
    lead: int
    counts: tuple[int, ...] = ()
    led: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class OpenGroup:
    """A group whose game isn't over, and how far it is."""

    number: int
    name: str
    status: str


@dataclass(frozen=True, slots=True)
class Goal:
    """Something that earns points, and in how many of `groups` it was reached."""

    text: str
    count: int
    groups: int


@dataclass(frozen=True, slots=True)
class ScenarioData:
    """All groups that play the same scenario.

    `counted` are the headings of the groups' `counts`. `goals` are those of each seat; none while
    they are secret, which `goals_note` then says.
    """

    seat_word: str
    seats: tuple[SeatLabel, ...]
    groups: tuple[GroupScores, ...]
    unfinished: tuple[OpenGroup, ...] = ()
    counted: tuple[str, ...] = ()
    goals: tuple[tuple[Goal, ...], ...] = ()
    goals_note: str = ""
    goals_key: str = ""
    goals_title: str = ""

    @property
    def points(self) -> list[int]:
        """The points of all seats in all groups."""
        return [score.points for group in self.groups for score in group.scores]

    def wins(self, seat: int) -> int:
        """In how many groups the seat at this place was first, alone or with others."""
        return sum(group.scores[seat].place == 1 for group in self.groups)

    def average(self, seat: int) -> int:
        """The average points of the seat at this place."""
        return round(mean(group.scores[seat].points for group in self.groups))

    def results(self, seat: int) -> list[tuple[str, int, bool]]:
        """For a strip: group, points and whether it was first, of the seat at this place."""
        of = [(str(group.number), group.scores[seat]) for group in self.groups]
        return [(number, score.points, score.place == 1) for number, score in of]


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that is over and counts no points: who won, and what the rules say about its end."""

    number: int
    name: str
    winners: tuple[SeatLabel, ...]
    sentence: str
    players: tuple[tuple[SeatLabel, str], ...]
    led: str = ""


@dataclass(frozen=True, slots=True)
class EndedData:
    """All groups that play the same game, which counts no points."""

    games: tuple[EndedGame, ...]
    unfinished: tuple[OpenGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class AttendanceRow:
    """A student or moderator. `seen`: when they joined and were last connected, as texts.

    `is_here`: whether they have joined; somebody who has not gets a line to sign.
    """

    name: str
    is_here: bool
    group: str = ""
    role: str = ""
    joined: str = ""
    seen: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class AttendanceData:
    """The people of a class in alphabetical order; `has_numbers` shows the student numbers."""

    rows: tuple[AttendanceRow, ...]
    has_numbers: bool = False


# The pages of a sheet of a class: header, footer, tables that may continue on further pages.

SMALL = 8.5
"""The size of small text in points."""
NAME_SIZE = 13.0
SENTENCE_SIZE, SENTENCE_LEADING, SENTENCE_LINES = 13.0, 17.0, 4


def class_part(
    fill: Callable[[Sheet, Any], None],
    data: object,
    name: str,
    where: str,
    stamp: Stamp,
    paper: Paper,
    warning: str = "",
) -> SheetPart:
    """A sheet of a class, or a part of one with page numbers of its own.

    Args:
        name: of the sheet; the title of this part, such as a scenario's, is that of the stamp.
        where: how many groups and people it is about.
        warning: who may read it, if not everybody.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    head = partial(_header, name=name, where=where, stamp=stamp, warning=warning)
    kind = SheetKind("class", name, fill, header=head)
    return kind.lay_out(data, stamp, paper)[0]


def _header(
    page: Page, left: float, right: float, *, name: str, where: str, stamp: Stamp, warning: str
) -> float:
    """Draws the header and returns the y below it."""
    own = fonts.width(fonts.clean(name), NAME_SIZE, "serif")
    room = right - left - own - 16
    text, size = fonts.fit(fonts.clean(stamp.title), TITLE_SIZE, room, "serif", LEAST_TITLE_SIZE)
    with page.element("H1"):
        page.text(left, MARGIN + 17, text, size, is_serif=True)
    page.text(right, MARGIN + 17, name, NAME_SIZE, align="right", is_serif=True)
    half = (right - left) / 2 - 6
    if stamp.group_name != stamp.title:
        page.text(left, MARGIN + 31, stamp.group_name, 9, half)
    page.text(right, MARGIN + 31, where, 9, half, "right")
    return line_below(page, left, right, warning)


def add_sentence(sheet: Sheet, text: str) -> None:
    """Adds the sentence that a sheet begins with, in large letters."""
    room = sheet.width
    lines = fonts.wrap(text, SENTENCE_SIZE, room, SENTENCE_LINES, "serif")
    with sheet.page.element("P"):
        for line in lines:
            sheet.page.text(sheet.left, sheet.y + 12, line, SENTENCE_SIZE, is_serif=True)
            sheet.y += SENTENCE_LEADING


def count_of(groups: int) -> str:
    """How many groups, in words for the header."""
    return _("1 group") if groups == 1 else _("%d groups") % groups
