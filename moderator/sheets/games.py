"""Which sheets a game has: those in the folder with its name, otherwise plain ones.

A folder `moderator/sheets/<game>/` draws only this game, from its own view. It contains
`chart_sheet` and `score_sheet`, and may contain `briefing_sheet`, `chart_name` (the name of the
chart), `IS_LOGGED` (its score sheet always lists the moves) and `GROUNDS` (colours of its seats).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from django.utils.translation import gettext as _

from moderator.rules.game import MODERATOR, PUBLIC, Rules, SeatLabel
from moderator.sheets import default
from moderator.sheets.drawing.paper import Paper
from moderator.sheets.layout.move_list import NumberedMove
from moderator.sheets.stamp import Stamp


class _Drawings(Protocol):
    """What every game's folder must contain."""

    def chart_sheet(self, view: Any, stamp: Stamp, paper: Paper) -> bytes: ...
    def score_sheet(
        self, view: Any, stamp: Stamp, paper: Paper, lines: Sequence[NumberedMove]
    ) -> bytes: ...


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game's rules, a state, and its seats in the order of play."""

    game: Rules[Any]
    state: Any
    seats: tuple[SeatLabel, ...]


@cache
def _drawings(id: str) -> _Drawings | None:
    """The folder for the rules with this id; None if there is none."""
    name = f"{__package__}.{id.replace('-', '_')}"
    found = find_spec(name)
    if found is None or found.submodule_search_locations is None:  # a module is not a game
        return None
    return cast(_Drawings, import_module(name))


def chart_name(game: Rules[Any]) -> str:
    """The name of this game's chart, in the active language."""
    name = getattr(_drawings(game.id), "chart_name", None)
    return str(name()) if name else _("Board")


def has_briefings(game: Rules[Any]) -> bool:
    """Whether this game has a printed briefing for each seat."""
    return hasattr(_drawings(game.id), "briefing_sheet")


def is_logged(game: Rules[Any]) -> bool:
    """Whether the score sheet of this game always lists the moves."""
    return getattr(_drawings(game.id), "IS_LOGGED", False)


def grounds(id: str) -> Mapping[int, str]:
    """The seats' colours by number, for rules (given by id) that have their own; may be empty."""
    found: Mapping[int, str] = getattr(_drawings(id), "GROUNDS", {})
    return found


def chart_sheet(now: GameSnapshot, stamp: Stamp, paper: Paper = "a4") -> bytes:
    """The public chart as a PDF, since it lies on the table for everybody.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    drawings = _drawings(now.game.id)
    if drawings is None:
        return default.chart_sheet(now.game, now.state, now.seats, stamp, paper)
    return drawings.chart_sheet(now.game.view(now.state, PUBLIC), stamp, paper)


def score_sheet(
    now: GameSnapshot, stamp: Stamp, paper: Paper = "a4", lines: Sequence[NumberedMove] = ()
) -> bytes:
    """The scores as a PDF, with everything that the moderator may see.

    Args:
        lines: the moves in effect, to be listed; may be empty.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    drawings = _drawings(now.game.id)
    if drawings is None:
        return default.score_sheet(now.game, now.state, now.seats, stamp, paper, lines)
    return drawings.score_sheet(now.game.view(now.state, MODERATOR), stamp, paper, lines)


def briefing_sheet(now: GameSnapshot, stamp: Stamp, paper: Paper = "a4") -> bytes:
    """Each seat's briefing as a PDF.

    Raises:
        ValueError: for another paper, or a game without briefings (`has_briefings`).
    """
    if not has_briefings(now.game):
        raise ValueError(f"{now.game.name} has no briefings.")
    briefings = {seat.id: now.game.briefing(now.state, seat.id) for seat in now.seats}
    view = now.game.view(now.state, MODERATOR)
    drawings: Any = _drawings(now.game.id)
    pdf: bytes = drawings.briefing_sheet(view, briefings, stamp, paper)
    return pdf
