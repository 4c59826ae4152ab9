"""Which sheets a game has: those in the folder with its name, otherwise plain ones; and its log.

A folder `moderator/sheets/<game>/` draws only this game, from its own view. Its `SHEETS` are the
game's sheets in the order of their links.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.kind import Needs, SheetKind, needs_always
from moderator.sheets.layout.moves import MoveLine, move_list
from moderator.sheets.layout.sheet import Block, Section, Sheet, paragraph
from moderator.sheets.layout.table import score_table
from moderator.sheets.snapshot import GameSnapshot, public, snapshot

# Plain sheets for games without their own, from what all games' rules provide.

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
        (seat, None, [scores.get(seat.id, {}).get(key, "–") for key in heads]) for seat in now.seats
    ]
    words = [head.replace("_", " ").capitalize() for head in heads]
    verdict = _verdict(winners, now.game.is_over(now.state))
    width, players = sheet.right - sheet.left, sheet.footer.stamp.players
    sheet.flow(score_table(_("Scores"), verdict, words, rows, width, players))


PLAIN = (
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


# The log of a game on paper: every move that stands, its number, and what was said about it.


def _add_log(sheet: Sheet, lines: Sequence[MoveLine]) -> None:
    """Adds the log, or that it is empty."""
    if lines:
        move_list(sheet, lines, _("Log"))
        return
    text = _("Nothing recorded yet, or all of it is still secret.")
    sheet.flow(Section(_("Log"), paragraph(text, sheet.right - sheet.left)))


log_sheet = SheetKind(
    "log",
    gettext_lazy("Log"),
    lambda _sheet, _view: None,  # the moves are added afterwards
    public,
    when="after",
    about=gettext_lazy("Every move that stands, with its number and the comments on it."),
    add_moves=_add_log,
    needs=needs_always("moves", "comments"),
)


# The sheets of each game.


@cache
def sheets_of(id: str) -> Mapping[str, SheetKind]:
    """The sheets of the game with this id, by their own ids; every game has a log."""
    name = f"{__package__}.{id.replace('-', '_')}"
    found = find_spec(name)
    own = None
    if found is not None and found.submodule_search_locations is not None:  # a module is no game
        own = getattr(import_module(name), "SHEETS", None)
    kinds = (*own, log_sheet) if own else (*PLAIN, replace(log_sheet, view=snapshot))
    return {kind.id: kind for kind in kinds}


def sheets_for(now: GameSnapshot) -> dict[SheetKind, Needs]:
    """The sheets of the game looked at with what they need, first those that lead."""
    found = {kind: kind.needs(now) for kind in sheets_of(now.game.id).values()}
    offered = {kind: needs for kind, needs in found.items() if needs is not None}
    return {kind: offered[kind] for kind in sorted(offered, key=lambda kind: not kind.leads(now))}
