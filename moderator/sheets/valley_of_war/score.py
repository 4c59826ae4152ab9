"""The score sheet: the result, the counts of both Emperors, and every throw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.valley_of_war.state import LOSS_DRAW, NAMES
from moderator.rules.valley_of_war.views.view import ValleyView
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.move_list import MoveLine, each_move
from moderator.sheets.layout.score_table import ScoreRow, score_table
from moderator.sheets.layout.sheet import Block, Section, Sheet
from moderator.sheets.snapshot import moderators

SIZE, LEADING, NUMBER, GAP = 8.5, 11.0, 26.0, 10.0
MOST_LINES = 8


def _fill(sheet: Sheet, view: ValleyView) -> None:
    width = sheet.right - sheet.left
    heads = [_("War Phase"), _("Dice out"), _("Occupying"), _("Eyes taken")]
    rows = [
        ScoreRow(one.seat, None, (one.phase, one.knocked_out, one.occupying, one.eyes))
        for one in view.emperors
    ]
    title = _("Result") if view.is_over else _("So far")
    players = sheet.footer.stamp.players
    sheet.flow(score_table(title, _verdict(view), heads, rows, width, players))


def _throws(sheet: Sheet, lines: Sequence[MoveLine]) -> None:
    if lines:
        width = sheet.right - sheet.left
        head = Block(16, partial(_heads, width=width))
        drawn = [_throw(one.number, one.text, width) for one in each_move(lines)]
        sheet.flow(Section(_("The throws"), drawn, head))


score_sheet = SheetKind(
    "score",
    gettext_lazy("Score sheet"),
    _fill,
    moderators,
    when="after",
    about=gettext_lazy("Who wins, and every throw."),
    add_moves=_throws,
    is_logged=True,
)
"""The result and the throws. Source: docs/rules/valley-of-war.md, "The end"."""


def _verdict(view: ValleyView) -> str:
    """How the game ended, in a sentence, and how it counts."""
    if view.result == LOSS_DRAW:
        return _(
            "A loss-draw: both lost their Eyes in the same throw. "
            "In a tournament it counts half a loss for each."
        )
    if view.winners:
        return _("Winner: %s, who has both Eyes of the other") % view.winners[0].name
    return _("Nobody has won yet")


def _columns(width: float) -> tuple[float, float, float, float]:
    """The x of the three text columns, and the width of each, in points."""
    each = (width - NUMBER - 2 * GAP) / 3
    return NUMBER, NUMBER + each + GAP, NUMBER + 2 * (each + GAP), each


def _heads(page: Page, x: float, y: float, *, width: float) -> None:
    *starts, each = _columns(width)
    with page.row(is_first=True):
        page.text(x + NUMBER - 6, y + 10, _("No."), 8, NUMBER - 6, "right", tag="TH")
        for start, text in zip(starts, (*NAMES, _("What followed")), strict=True):
            page.text(x + start, y + 10, text, 8, each, tag="TH")
    page.line(x, y + 14, x + width, y + 14, 0.8)


def _parts(text: str) -> tuple[str, str, str] | None:
    """Red's result, Blue's result and the consequences; None if the sentence isn't a throw's.

    >>> _parts("Red: 1 of 2 Empire Dice out; Blue: 0 of 2 Empire Dice out; Red wins")
    ('1 of 2 Empire Dice out', '0 of 2 Empire Dice out', 'Red wins')
    """
    red, blue, *rest = [*text.split("; "), "", ""]
    if not (red.startswith("Red: ") and blue.startswith("Blue: ")):
        return None
    followed = "; ".join(part for part in rest if part)
    return red.removeprefix("Red: "), blue.removeprefix("Blue: "), followed


def _throw(number: int, text: str, width: float) -> Block:
    """A throw in three columns; another move goes across all of them."""
    *starts, each = _columns(width)
    parts = _parts(text)
    if parts is None:
        columns = [(NUMBER, fonts.wrap(text, SIZE, width - NUMBER, MOST_LINES))]
    else:
        columns = [
            (start, fonts.wrap(part, SIZE, each, MOST_LINES))
            for start, part in zip(starts, parts, strict=True)
        ]
    height = LEADING * max(len(lines) for _start, lines in columns) + 5

    def draw(page: Page, x: float, y: float) -> None:
        with page.row():
            right, room = x + NUMBER - 6, NUMBER - 6
            page.text(right, y + 10, str(number), SIZE, room, "right", tag="TD")
            for start, lines in columns:
                with page.element("TD"):
                    page.lines(x + start, y + 10, lines, LEADING, SIZE)
        page.line(x, y + height - 1, x + width, y + height - 1)

    return Block(height, draw)
