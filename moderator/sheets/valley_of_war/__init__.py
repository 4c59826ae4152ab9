"""Valley of War on paper: the referee's sheet, and the result with every throw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.valley_of_war.state import LOSS_DRAW, NAMES
from moderator.rules.valley_of_war.views import EmperorView, ValleyView
from moderator.sheets.drawing import Page, fonts
from moderator.sheets.drawing.marks import INK, PAPER, Icon, IconPath, circle
from moderator.sheets.games import instructions_sheet
from moderator.sheets.layout import Block, Section, Sheet, in_pairs
from moderator.sheets.layout.kind import SheetKind, needs_always, score_kind
from moderator.sheets.layout.table import (
    Column,
    MoveLine,
    add_scores,
    each_move,
    table_head,
    table_row,
)
from moderator.sheets.snapshot import moderators

# Rows of pieces, filled up to a count: Ninjas, Samurai, Empire Dice, Eyes.

STEP = 1.25
"""The distance between pieces, relative to their side."""

EYE: Icon = (
    IconPath("M1.5 12 C6 4.5 18 4.5 22.5 12 C18 19.5 6 19.5 1.5 12Z", 2),
    IconPath(circle(12, 12, 3.6)),
)
SAMURAI: Icon = (IconPath(circle(12, 12, 11)), IconPath(circle(12, 12, 4), is_hole=True))
SAMURAI_PLACE: Icon = (IconPath(circle(12, 12, 10.4), 1.2),)


def samurai(page: Page, x: float, y: float, side: float, number: int, of: int) -> None:
    """Draws `number` of `of` Samurai filled, the others as empty places."""
    for k in range(of):
        page.glyph(x + k * side * STEP, y, side, SAMURAI if k < number else SAMURAI_PLACE)


def dice(page: Page, x: float, y: float, side: float, number: int, of: int) -> None:
    """Draws `number` of `of` dice filled, the others as empty places."""
    for k in range(of):
        fill = INK if k < number else None
        page.box(x + k * side * STEP, y, side, side, fill, INK, 0.7, radius=side * 0.2)


def eyes(page: Page, x: float, y: float, side: float, number: int, of: int) -> None:
    """Draws `number` of `of` Eyes as taken, the others as empty places."""
    for k in range(of):
        left = x + k * side * STEP
        is_taken = k < number
        page.box(left, y, side, side, INK if is_taken else None, INK, 0.7, radius=side * 0.2)
        inset = side * 0.12
        colour, ground = (PAPER, INK) if is_taken else (INK, PAPER)
        page.glyph(left + inset, y + inset, side - 2 * inset, EYE, colour, ground)


def stones(page: Page, x: float, y: float, side: float, phase: int) -> None:
    """Draws the three War Phases, the current one filled."""
    for k, numeral in enumerate(("I", "II", "III"), start=1):
        left = x + (k - 1) * side * 1.3
        is_now = k == phase
        page.box(
            left, y, side, side, INK if is_now else None, INK,
            1.4 if k <= phase else 0.7, radius=side / 2,
        )  # fmt: skip
        page.text(
            left + side / 2, y + side * 0.67, numeral, side * 0.48, side, "centre",
            PAPER if is_now else INK, is_bold=k <= phase,
        )  # fmt: skip


# The referee's sheet: the counts of both Emperors, and what lies in the Valley.

ROW, LABEL, PIECE = 27.0, 122.0, 15.5
EMPERORS_DICE, OCCUPYING, SAMURAI_EACH, NINJAS = 2, 3, 10, 30

Draw = Callable[[Page, float, float, float, int, int], None]


def _referee_fill(sheet: Sheet, view: ValleyView) -> None:
    width = sheet.width
    sheet.flow(Section(_("The Emperors"), in_pairs(view.emperors, width, _emperor)))
    sheet.flow(Section(_("In the Valley"), [Block(40, partial(_ninjas, view=view))]))
    sheet.flow(Section(_("The throws"), _facts(view, width)))
    sheet.flow(Section(_("What is thrown"), [_fact(*one, width) for one in _phases()]))


chart_sheet = SheetKind(
    "chart",
    gettext_lazy("Referee’s sheet"),
    _referee_fill,
    about=gettext_lazy("The counts of both Emperors and the Valley as they stand."),
    is_landscape=True,
)
"""The counts of both Emperors and the Valley on one page.

Source: docs/rules/valley-of-war.md, "Moves".
"""


def _emperor(emperor: EmperorView, width: float) -> Block:
    """An Emperor's half: his phase, what he throws next, and a row for each count."""
    tracks: tuple[tuple[str, Draw, int, int], ...] = (
        (_("Empire Dice knocked out"), dice, emperor.now.knocked_out, EMPERORS_DICE),
        (_("Samurai Occupying"), samurai, emperor.now.occupying, OCCUPYING),
        (_("Samurai in the Valley"), samurai, emperor.now.samurai, SAMURAI_EACH),
        (_("Eyes taken"), eyes, emperor.now.eyes, EMPERORS_DICE),
    )

    def draw(page: Page, x: float, y: float) -> None:
        page.bar(x, y, width, 6, emperor.seat)
        with page.element("H3"):
            page.badge(x, y + 14, 26, emperor.seat)
            page.text(x + 36, y + 25, emperor.seat.name, 14, width - 170, is_bold=True)
        page.text(x + 36, y + 38, _next(emperor), 9, width - 170)
        with page.element("Artifact"):  # the phase is said beside it
            stones(page, x + width - 124, y + 11, 32, emperor.now.phase)
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
    phase = _("War Phase %d") % emperor.now.phase
    if not emperor.outcomes:
        return f"{phase}: {_('has won') if emperor.is_winner else _('the game is over')}"
    is_samurai = emperor.now.throws_next == "samurai"
    return f"{phase}: {_('throws a Samurai') if is_samurai else _('throws a Ninja')}"


def _ninjas(page: Page, x: float, y: float, *, view: ValleyView) -> None:
    dice(page, x + LABEL, y + 3, 14, view.state.ninjas, NINJAS)
    text = _("%(number)d of %(of)d") % {"number": view.state.ninjas, "of": NINJAS}
    with page.row(is_first=True):
        page.text(x, y + 14, _("Ninjas"), 9.5, LABEL - 6, tag="TH", scope="Row")
        page.text(x + LABEL, y + 31, text, 8, tag="TD")


def _facts(view: ValleyView, width: float) -> list[Block]:
    picked = {"ninjas": view.state.restocked_ninjas, "samurai": view.state.restocked_samurai}
    facts = [
        (_("Throws"), str(view.state.throws)),
        (_("Picked out"), _("Ninjas %(ninjas)d×, Samurai %(samurai)d×") % picked),
    ]
    if view.state.restarts:
        facts.append((_("Started again"), f"{view.state.restarts}×: {view.state.reason}"))
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
            page.lines(x + LABEL, y + 11, lines, 13, 9.5, tag="TD")

    return Block(13.0 * len(lines) + 3, draw)


# The score sheet: the result, the counts of both Emperors, and every throw.

NUMBER, MOST_LINES = 30.0, 8


def _fill(sheet: Sheet, view: ValleyView) -> None:
    heads = [_("War Phase"), _("Dice out"), _("Occupying"), _("Eyes taken")]
    rows = [
        (one.seat, None, (one.now.phase, one.now.knocked_out, one.now.occupying, one.now.eyes))
        for one in view.emperors
    ]
    title = _("Result") if view.state.is_over else _("So far")
    add_scores(sheet, title, _verdict(view), heads, rows)


def _throws(sheet: Sheet, lines: Sequence[MoveLine]) -> None:
    if lines:
        width = sheet.width
        each = (width - NUMBER) / 3
        columns = [Column(_("No."), NUMBER, "right")]
        columns += [Column(one, each, lines=MOST_LINES) for one in (*NAMES, _("What followed"))]
        rows = [
            table_row(columns, [str(one.number), *_parts(one.text)], 2) for one in each_move(lines)
        ]
        sheet.flow(Section(_("The throws"), rows, table_head(columns)))


score_sheet = score_kind(
    _fill,
    moderators,
    about=gettext_lazy("Who wins, and every throw."),
    add_moves=_throws,
    needs=needs_always("moves"),
)
"""The result and the throws. Source: docs/rules/valley-of-war.md, "The end"."""


def _verdict(view: ValleyView) -> str:
    """How the game ended, in a sentence, and how it counts."""
    if view.state.result == LOSS_DRAW:
        return _(
            "A loss-draw: both lost their Eyes in the same throw. "
            "In a tournament it counts half a loss for each."
        )
    if view.winners:
        return _("Winner: %s, who has both Eyes of the other") % view.winners[0].name
    return _("Nobody has won yet")


def _parts(text: str) -> tuple[str, str, str]:
    """Red's result, Blue's result and the consequences; all of a sentence that isn't a throw's.

    >>> _parts("Red: 1 of 2 Empire Dice out; Blue: 0 of 2 Empire Dice out; Red wins")
    ('1 of 2 Empire Dice out', '0 of 2 Empire Dice out', 'Red wins')
    """
    red, blue, *rest = [*text.split("; "), "", ""]
    if not (red.startswith("Red: ") and blue.startswith("Blue: ")):
        return "", "", text
    followed = "; ".join(part for part in rest if part)
    return red.removeprefix("Red: "), blue.removeprefix("Blue: "), followed


SHEETS = (chart_sheet, score_sheet, instructions_sheet)
