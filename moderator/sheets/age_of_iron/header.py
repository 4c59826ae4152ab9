"""The head of every page: the title, the group, and where the game stands."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.view import ChartView
from moderator.rules.game import Seat
from moderator.sheets import letters
from moderator.sheets.leaf import Leaf
from moderator.sheets.marks import INK, SOFT
from moderator.sheets.paper import MARGIN
from moderator.sheets.stamp import Stamp

TITLE_SIZE = 21.0
LEAST_TITLE_SIZE = 11.0
STATUS_SIZE, LEAST_STATUS_SIZE = 9.0, 7.5


def game_turn(view: ChartView) -> str:
    """The Game-turn in words."""
    said = _("Game-turn %(turn)d of %(turns)d") % {"turn": view.turn, "turns": view.turns}
    return f"{said} ({view.turn_name})" if view.turn_name else said


def header(
    leaf: Leaf, left: float, right: float, view: ChartView, name: str, stamp: Stamp
) -> float:
    """Draws the head of a page, with where the game stands, and gives the y below it."""
    middle = _title(leaf, left, right, view.title, name, stamp)
    leaf.text(right, MARGIN + 9, game_turn(view), 11, right - middle, "right", is_bold=True)
    status = view.status_line.removeprefix(
        f"Game-turn {view.turn} of {view.turns}: "  # the rules' own words; said in the line above
    )
    status = status[:1].upper() + status[1:]
    room = right - middle
    _said, size = letters.fit(letters.clean(status), STATUS_SIZE, room, least=LEAST_STATUS_SIZE)
    for k, line in enumerate(letters.wrap(status, size, room, 2)):
        leaf.text(right, MARGIN + 20 + 11 * k, line, size, room, "right")
    return _rule(leaf, left, right)


def role_header(
    leaf: Leaf, left: float, right: float, view: ChartView, name: str, stamp: Stamp, seat: Seat
) -> float:
    """Draws the head of a page for one seat, and gives the y below it."""
    middle = _title(leaf, left, right, view.title, name, stamp)
    leaf.badge(right - 26, MARGIN + 2, 26, seat)
    leaf.text(right - 34, MARGIN + 21, seat.name, 17, right - 34 - middle, "right", is_bold=True)
    return _rule(leaf, left, right)


def _title(leaf: Leaf, left: float, right: float, title: str, name: str, stamp: Stamp) -> float:
    """Draws the left side, and gives the x where the right side may begin."""
    middle = left + (right - left) * 0.58
    room = middle - left - 12
    said, size = letters.fit(letters.clean(title), TITLE_SIZE, room, True, LEAST_TITLE_SIZE)
    leaf.text(left, MARGIN + 17, said, size, is_bold=True)
    people = " · ".join(part for part in (name, stamp.group_name, stamp.class_name) if part)
    leaf.text(left, MARGIN + 31, people, STATUS_SIZE, room, colour=SOFT)
    return middle


def _rule(leaf: Leaf, left: float, right: float) -> float:
    leaf.line(left, MARGIN + 38, right, MARGIN + 38, 1.5, INK)
    return MARGIN + 50
