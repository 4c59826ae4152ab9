"""Plain sheets for games without their own, from what all games' rules provide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from moderator.rules.game import Rules, SeatLabel
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.paper import Paper
from moderator.sheets.layout.header import header
from moderator.sheets.layout.move_list import NumberedMove, move_list
from moderator.sheets.layout.score_table import ScoreRow, score_table
from moderator.sheets.layout.sheet import Block, PageSetup, Section, Sheet, build
from moderator.sheets.stamp import Stamp

ROW, BADGE = 26.0, 17.0
MOST_COLUMNS = 5


def chart_sheet(
    game: Rules[Any], state: Any, seats: Sequence[SeatLabel], stamp: Stamp, paper: Paper = "a4"
) -> bytes:
    """The seats and the status of the game, as a PDF in landscape format.

    The status is what `glance` says, which is never secret.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    with override(stamp.language):
        return _build_pdf(game, state, _("Board"), stamp, paper, True, partial(_seats, seats=seats))


def score_sheet(
    game: Rules[Any],
    state: Any,
    seats: Sequence[SeatLabel],
    stamp: Stamp,
    paper: Paper = "a4",
    lines: Sequence[NumberedMove] = (),
) -> bytes:
    """The scores and winners from the game's summary, as a PDF in portrait format.

    It prints only whole numbers in the summary's `scores`, and the seats in its `winners`.

    Args:
        lines: the moves in effect, to be listed; may be empty.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    summary = game.summary(state)
    with override(stamp.language):
        scores = _scores(summary.get("scores"))
        winners = [seat for seat in seats if seat.id in summary.get("winners", ())]
        verdict = _verdict(winners, game.is_over(state))
        fill = partial(_fill, seats=seats, scores=scores, verdict=verdict, lines=lines)
        return _build_pdf(game, state, _("Score sheet"), stamp, paper, False, fill)


def _build_pdf(
    game: Rules[Any],
    state: Any,
    name: str,
    stamp: Stamp,
    paper: Paper,
    is_landscape: bool,
    fill: Any,
) -> bytes:
    head = partial(header, title=game.name, name=name, stamp=stamp, status=game.glance(state))
    setting = PageSetup(name, stamp, game.copyright, paper, is_landscape, game.name, head)
    return build(setting, fill)


def _seats(sheet: Sheet, *, seats: Sequence[SeatLabel]) -> None:
    sheet.new_page()
    width = sheet.right - sheet.left
    rows = [Block(ROW, partial(_seat, seat=seat, width=width)) for seat in seats]
    sheet.flow(Section(_("In the order of play"), rows))


def _fill(
    sheet: Sheet,
    *,
    seats: Sequence[SeatLabel],
    scores: Mapping[str, Mapping[str, int]],
    verdict: str,
    lines: Sequence[NumberedMove],
) -> None:
    sheet.new_page()
    heads = list(dict.fromkeys(key for one in scores.values() for key in one))[:MOST_COLUMNS]
    rows = [
        ScoreRow(seat, None, [scores.get(seat.id, {}).get(key, "–") for key in heads])
        for seat in seats
    ]
    words = [head.replace("_", " ").capitalize() for head in heads]
    sheet.flow(score_table(_("Scores"), verdict, words, rows, sheet.right - sheet.left))
    move_list(sheet, lines)


def _scores(given: object) -> dict[str, dict[str, int]]:
    """Each seat's whole numbers by name; a single number is a total. Others are left out."""
    if not isinstance(given, Mapping):
        return {}
    named = {
        seat: one if isinstance(one, Mapping) else {"total": one} for seat, one in given.items()
    }
    return {
        seat: {key: number for key, number in one.items() if type(number) is int}
        for seat, one in named.items()
    }


def _verdict(winners: Sequence[SeatLabel], is_over: bool) -> str:
    names = ", ".join(seat.name for seat in winners)
    if not winners:
        return _("Nobody has won.") if is_over else _("Nobody is ahead.")
    if is_over:
        return ngettext("Winner: %s", "Winners: %s", len(winners)) % names
    return _("Ahead now: %s") % names


def _seat(page: Page, x: float, y: float, *, seat: SeatLabel, width: float) -> None:
    page.badge(x, y + 4, BADGE, seat)
    page.text(x + BADGE + 8, y + 17, seat.name, 12, width - BADGE - 8)
    page.line(x, y + ROW, x + width, y + ROW)
