"""Plain sheets for games without their own, from what all games' rules provide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.kind import SheetKind, move_list
from moderator.sheets.layout.score_table import ScoreRow, score_table
from moderator.sheets.layout.sheet import Block, Section, Sheet
from moderator.sheets.snapshot import GameSnapshot, snapshot

ROW, BADGE = 26.0, 17.0
MOST_COLUMNS = 5


def _chart(sheet: Sheet, now: GameSnapshot) -> None:
    """Adds the seats. The status in the header is what `glance` says, which is never secret."""
    width = sheet.right - sheet.left
    rows = [Block(ROW, partial(_seat, seat=seat, width=width)) for seat in now.seats]
    sheet.flow(Section(_("In the order of play"), rows))


def _score(sheet: Sheet, now: GameSnapshot) -> None:
    """Adds, of the game's summary, only whole numbers in `scores` and the seats in `winners`."""
    summary = now.game.summary(now.state)
    scores = _scores(summary.get("scores"))
    winners = [seat for seat in now.seats if seat.id in summary.get("winners", ())]
    heads = list(dict.fromkeys(key for one in scores.values() for key in one))[:MOST_COLUMNS]
    rows = [
        ScoreRow(seat, None, [scores.get(seat.id, {}).get(key, "–") for key in heads])
        for seat in now.seats
    ]
    words = [head.replace("_", " ").capitalize() for head in heads]
    verdict = _verdict(winners, now.game.is_over(now.state))
    width, players = sheet.right - sheet.left, sheet.footer.stamp.players
    sheet.flow(score_table(_("Scores"), verdict, words, rows, width, players))


SHEETS = (
    SheetKind("chart", gettext_lazy("Board"), _chart, snapshot, is_landscape=True),
    SheetKind(
        "score",
        gettext_lazy("Score sheet"),
        _score,
        snapshot,
        when="after",
        add_moves=move_list,
    ),
)


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
    with page.item():
        page.badge(x, y + 4, BADGE, seat)
        page.text(x + BADGE + 8, y + 17, seat.name, 12, width - BADGE - 8)
    page.line(x, y + ROW, x + width, y + ROW)
