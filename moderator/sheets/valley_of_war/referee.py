"""The referee's sheet: the counts of both Emperors, and what lies in the Valley."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.valley_of_war.views.view import EmperorView, ValleyView
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import GUTTER, column_width, side_by_side
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import Block, Section, Sheet
from moderator.sheets.valley_of_war.pieces import STEP, dice, eyes, samurai, stones

ROW, LABEL, PIECE = 27.0, 122.0, 15.5
EMPERORS_DICE, OCCUPYING, SAMURAI_EACH, NINJAS = 2, 3, 10, 30

Draw = Callable[[Page, float, float, float, int, int], None]


def _fill(sheet: Sheet, view: ValleyView) -> None:
    width = sheet.right - sheet.left
    each = column_width(width, 2)
    blocks = [_emperor(emperor, each) for emperor in view.emperors]
    sheet.flow(Section(_("The Emperors"), side_by_side(blocks, each + GUTTER)))
    sheet.flow(Section(_("In the Valley"), [Block(40, partial(_ninjas, view=view))]))
    sheet.flow(Section(_("The throws"), _facts(view, width)))
    sheet.flow(Section(_("What is thrown"), [_fact(*one, width) for one in _phases()]))


chart_sheet = SheetKind(
    "chart",
    gettext_lazy("Referee’s sheet"),
    _fill,
    about=gettext_lazy("The counts of both Emperors and the Valley as they stand."),
    is_landscape=True,
)
"""The counts of both Emperors and the Valley on one page.

Source: docs/rules/valley-of-war.md, "Moves".
"""


def _emperor(emperor: EmperorView, width: float) -> Block:
    """An Emperor's half: his phase, what he throws next, and a row for each count."""
    tracks: tuple[tuple[str, Draw, int, int], ...] = (
        (_("Empire Dice knocked out"), dice, emperor.knocked_out, EMPERORS_DICE),
        (_("Samurai Occupying"), samurai, emperor.occupying, OCCUPYING),
        (_("Samurai in the Valley"), samurai, emperor.samurai_in_valley, SAMURAI_EACH),
        (_("Eyes taken"), eyes, emperor.eyes, EMPERORS_DICE),
    )

    def draw(page: Page, x: float, y: float) -> None:
        page.bar(x, y, width, 6, emperor.seat)
        with page.element("H3"):
            page.badge(x, y + 14, 26, emperor.seat)
            page.text(x + 36, y + 25, emperor.seat.name, 14, width - 170, is_bold=True)
        page.text(x + 36, y + 38, _next(emperor), 9, width - 170)
        with page.element("Artifact"):  # the phase is said beside it
            stones(page, x + width - 124, y + 11, 32, emperor.phase)
        for k, (label, draw_track, number, of) in enumerate(tracks):
            top = y + 58 + k * ROW
            draw_track(page, x + LABEL, top, PIECE, number, of)
            text = _("%(number)d of %(of)d") % {"number": number, "of": of}
            start = x + LABEL + PIECE * STEP * of + 4
            with page.row(is_first=not k):
                page.text(x, top + 13, label, 9.5, LABEL - 6, tag="TH", scope="Row")
                page.text(start, top + 13, text, 8, x + width - start, tag="TD")

    return Block(58 + ROW * len(tracks) + 4, draw)


def _next(emperor: EmperorView) -> str:
    """What he throws next, or how it ended for him."""
    phase = _("War Phase %d") % emperor.phase
    match emperor.throws_next:
        case "samurai":
            return f"{phase}: {_('throws a Samurai')}"
        case "ninja":
            return f"{phase}: {_('throws a Ninja')}"
    return f"{phase}: {_('has won') if emperor.is_winner else _('the game is over')}"


def _ninjas(page: Page, x: float, y: float, *, view: ValleyView) -> None:
    dice(page, x + LABEL, y + 3, 14, view.ninjas_in_valley, NINJAS)
    text = _("%(number)d of %(of)d") % {"number": view.ninjas_in_valley, "of": NINJAS}
    with page.row(is_first=True):
        page.text(x, y + 14, _("Ninjas"), 9.5, LABEL - 6, tag="TH", scope="Row")
        page.text(x + LABEL, y + 31, text, 8, tag="TD")


def _facts(view: ValleyView, width: float) -> list[Block]:
    picked = {"ninjas": view.restocked_ninjas, "samurai": view.restocked_samurai}
    facts = [
        (_("Throws"), str(view.throws)),
        (_("Picked out"), _("Ninjas %(ninjas)d×, Samurai %(samurai)d×") % picked),
    ]
    if view.restarts:
        facts.append((_("Started again"), f"{view.restarts}×: {view.reason}"))
    return [_fact(label, text, width) for label, text in facts]


def _phases() -> list[tuple[str, str]]:
    """What each War Phase requires, as a reminder at the table."""
    return [
        (
            _("War Phase I"),
            _("A Ninja at the other’s Empire Dice, until both are out of his Territory."),
        ),
        (
            _("War Phase II"),
            _("A Samurai at the other’s Territory, until three Occupy it at the same time."),
        ),
        (
            _("War Phase III"),
            _(
                "A Ninja at the other’s Eyes: those that lie face up are taken. "
                "When no Samurai Occupies any more, it is War Phase II again."
            ),
        ),
    ]


def _fact(label: str, text: str, width: float) -> Block:
    lines = fonts.wrap(text, 9.5, width - LABEL, 4)

    def draw(page: Page, x: float, y: float) -> None:
        with page.row():
            page.text(x, y + 11, label, 9.5, LABEL - 6, tag="TH", scope="Row")
            with page.element("TD"):
                page.lines(x + LABEL, y + 11, lines, 13, 9.5)

    return Block(13.0 * len(lines) + 3, draw)
