"""Sheets of a game that draws none of its own: from what every game can say of itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from moderator.rules.game import Game, Seat
from moderator.sheets import letters
from moderator.sheets.header import header
from moderator.sheets.leaf import Leaf
from moderator.sheets.marks import SOFT
from moderator.sheets.paper import Paper
from moderator.sheets.sheet import Block, Section, Setting, Sheet, bind
from moderator.sheets.stamp import Stamp
from moderator.sheets.went import Line, how_it_went

ROW, BADGE = 26.0, 17.0
COLUMN = 72.0
MOST_COLUMNS = 5


def chart_sheet(
    game: Game[Any, Any], state: Any, seats: Sequence[Seat], stamp: Stamp, paper: Paper = "a4"
) -> bytes:
    """The seats and how the game stands, as a PDF, landscape.

    Of a game it knows what `glance` says, which is nothing secret; not its summary.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    with override(stamp.language):
        return _bound(game, state, _("Board"), stamp, paper, True, partial(_seats, seats=seats))


def score_sheet(
    game: Game[Any, Any],
    state: Any,
    seats: Sequence[Seat],
    stamp: Stamp,
    paper: Paper = "a4",
    lines: Sequence[Line] = (),
) -> bytes:
    """The scores as the game's summary has them, as a PDF, portrait; winners are named.

    Of the summary it prints whole numbers in `scores` and who is in `winners`, nothing else.

    Args:
        lines: the moves that stand, to be listed; none where it is empty.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    summary = game.summary(state)
    with override(stamp.language):
        scores = _scores(summary.get("scores"))
        winners = [seat for seat in seats if seat.id in summary.get("winners", ())]
        verdict = _verdict(winners, game.is_over(state))
        fill = partial(_fill, seats=seats, scores=scores, verdict=verdict, lines=lines)
        return _bound(game, state, _("Score sheet"), stamp, paper, False, fill)


def _bound(
    game: Game[Any, Any],
    state: Any,
    name: str,
    stamp: Stamp,
    paper: Paper,
    is_landscape: bool,
    fill: Any,
) -> bytes:
    head = partial(header, title=game.name, name=name, stamp=stamp, status=game.glance(state))
    setting = Setting(name, stamp, game.copyright, paper, is_landscape, game.name, head)
    return bind(setting, fill)


def _seats(sheet: Sheet, *, seats: Sequence[Seat]) -> None:
    sheet.turn()
    width = sheet.right - sheet.left
    rows = [Block(ROW, partial(_row, seat=seat, numbers=(), width=width)) for seat in seats]
    sheet.flow(Section(_("In the order of play"), rows))


def _fill(
    sheet: Sheet,
    *,
    seats: Sequence[Seat],
    scores: Mapping[str, Mapping[str, int]],
    verdict: str,
    lines: Sequence[Line],
) -> None:
    sheet.turn()
    width = sheet.right - sheet.left
    heads = list(dict.fromkeys(key for one in scores.values() for key in one))[:MOST_COLUMNS]
    rows = [
        Block(
            ROW,
            partial(
                _row,
                seat=seat,
                numbers=[scores.get(seat.id, {}).get(key) for key in heads],
                width=width,
            ),
        )
        for seat in seats
    ]
    said = letters.wrap(verdict, 11, width, 4, is_bold=True)
    head = Block(15.0 * len(said) + 18, partial(_head, said=said, heads=heads, width=width))
    sheet.flow(Section(_("Scores"), rows, head))
    how_it_went(sheet, lines)


def _scores(given: object) -> dict[str, dict[str, int]]:
    """Each seat's numbers by name; a number alone is a total, and what is none is left out."""
    if not isinstance(given, Mapping):
        return {}
    named = {
        seat: one if isinstance(one, Mapping) else {"total": one} for seat, one in given.items()
    }
    return {
        seat: {key: number for key, number in one.items() if type(number) is int}
        for seat, one in named.items()
    }


def _verdict(winners: Sequence[Seat], is_over: bool) -> str:
    names = ", ".join(seat.name for seat in winners)
    if not winners:
        return _("Nobody has won.") if is_over else _("Nobody is ahead.")
    if is_over:
        return ngettext("Winner: %s", "Winners: %s", len(winners)) % names
    return _("Ahead now: %s") % names


def _head(
    leaf: Leaf, x: float, y: float, *, said: Sequence[str], heads: Sequence[str], width: float
) -> None:
    for line in said:
        leaf.text(x, y + 11, line, 11, is_bold=True)
        y += 15
    for k, key in enumerate(heads):
        word = key.replace("_", " ").capitalize()
        right = x + width - COLUMN * (len(heads) - 1 - k)
        leaf.text(right, y + 11, word, 8, COLUMN - 6, "right", colour=SOFT)
    leaf.line(x, y + 16, x + width, y + 16, 0.8, SOFT)


def _row(
    leaf: Leaf,
    x: float,
    y: float,
    *,
    seat: Seat,
    numbers: Sequence[int | None],
    width: float,
) -> None:
    leaf.badge(x, y + 4, BADGE, seat)
    room = width - COLUMN * len(numbers) - BADGE - 8
    leaf.text(x + BADGE + 8, y + 17, seat.name, 12, room)
    for k, number in enumerate(numbers):
        right = x + width - COLUMN * (len(numbers) - 1 - k)
        said = "–" if number is None else str(number)
        leaf.text(right, y + 17, said, 12, COLUMN - 6, "right", is_bold=k == len(numbers) - 1)
    leaf.line(x, y + ROW, x + width, y + ROW)
