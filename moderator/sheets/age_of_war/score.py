"""The score sheet: points, castles and clans, and the tie-break."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.rules.age_of_war.views.view import BoardView, DaimyoView
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import GUTTER, column_width, side_by_side
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.move_list import MoveLine, move_list
from moderator.sheets.layout.score_table import ScoreRow, score_table, verdict
from moderator.sheets.layout.sheet import Block, Section, Sheet, paragraph
from moderator.sheets.snapshot import moderators

SIZE, LEADING = 9.0, 12.0


def _fill(sheet: Sheet, view: BoardView) -> None:
    width = sheet.right - sheet.left
    ranked = sorted(view.daimyos, key=lambda daimyo: daimyo.place)
    heads = [_("Clans"), _("Castles"), _("Points")]
    rows = [
        ScoreRow(one.seat, one.place, (one.clan_count, one.castle_count, one.points))
        for one in ranked
    ]
    title = _("Final score") if view.is_over else _("If the game ended now")
    players = sheet.footer.stamp.players
    sheet.flow(score_table(title, _verdict(view), heads, rows, width, players))
    sheet.flow(Section(_("Tie-break"), paragraph(_reason(ranked), width)))
    each = column_width(width, 2)
    blocks = [_holdings(one, each) for one in ranked]
    sheet.flow(Section(_("What everybody holds"), side_by_side(blocks, each + GUTTER)))
    if view.center:
        names = ", ".join(castle.name for castle in view.center)
        sheet.flow(Section(_("In the center"), paragraph(names, width)))


def _moves(sheet: Sheet, lines: Sequence[MoveLine]) -> None:
    """Adds the moves below what the letters of dice mean."""
    if lines:
        width = sheet.right - sheet.left
        sheet.flow(Section(_("Dice in the list of moves"), paragraph(_legend(), width)))
        move_list(sheet, lines)


def _legend() -> str:
    return _(
        "i1, i2 and i3 are infantry with 1, 2 and 3 swords, a is archery, c cavalry, d the daimyo. "
        "A line such as infantry 8 needs that many swords; 2 archery needs two dice of archery."
    )


score_sheet = SheetKind(
    "score",
    gettext_lazy("Score sheet"),
    _fill,
    moderators,
    when="after",
    about=gettext_lazy("Who wins, and where everybody’s points come from."),
    add_moves=_moves,
)
"""Who wins and why, then what everybody holds. Source: docs/rules/age-of-war.md, "The end"."""


def _verdict(view: BoardView) -> str:
    """Who wins, or would win, in a sentence."""
    points = max(daimyo.points for daimyo in view.daimyos)
    worth = ngettext("%d point", "%d points", points) % points
    return verdict(view.winners, worth, view.is_over)


def _reason(ranked: Sequence[DaimyoView]) -> str:
    """The tie-break rule, and how it applied here."""
    rule = _(
        "The most points win; then the most castles, those in clans too; then the most clans; "
        "then the victory is shared."
    )
    first, second = ranked[:2]
    if second.place == first.place:
        return f"{rule} {_('Here everything is equal, so the first place is shared.')}"
    if second.points < first.points:
        return f"{rule} {_('Here the points alone decide.')}"
    if second.castle_count < first.castle_count:
        return f"{rule} {_('Here the number of castles decides.')}"
    return f"{rule} {_('Here castles are equal too, and the number of clans decides.')}"


def _holdings(daimyo: DaimyoView, width: float) -> Block:
    """A daimyo's clans and face-up castles, each with its points."""
    worth = [(_("clan %s") % clan.name, clan.points) for clan in daimyo.clans]
    worth += [(castle.name, castle.points) for castle in daimyo.castles]
    if not worth:
        worth = [(_("nothing yet"), 0)]

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("H3"):
            page.badge(x, y, 16, daimyo.seat)
            page.text(x + 21, y + 12.5, daimyo.seat.name, 10, width - 21, is_bold=True)
        for k, (name, points) in enumerate(worth):
            baseline = y + 27 + LEADING * k
            with page.item():
                page.text(x + 18, baseline, name, SIZE, width - 50)
                if points:
                    page.text(x + width, baseline, str(points), SIZE, 30, "right", is_bold=True)
        bottom = y + 21 + LEADING * len(worth)
        page.line(x, bottom, x + width, bottom)

    return Block(32 + LEADING * len(worth), draw)
