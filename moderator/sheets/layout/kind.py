"""A kind of sheet: what a game declares about each of its sheets; and the header of its pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import MARGIN, Page, Paper, canvas, fonts, page_size
from moderator.sheets.drawing.canvas import PdfMetadata, SheetPart
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.layout import Header, Sheet, origin_of
from moderator.sheets.layout.table import MoveLine
from moderator.sheets.snapshot import GameSnapshot, Stamp, public

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


# The header of every page: the title, the group, and the status of the game.

TITLE_SIZE = 21.0
LEAST_TITLE_SIZE = 11.0
STATUS_SIZE, LEAST_STATUS_SIZE = 9.0, 7.5
BAR = 15.5


def header(
    page: Page,
    left: float,
    right: float,
    name: str,
    stamp: Stamp,
    where: str = "",
    status: str = "",
    seat: SeatLabel | None = None,
) -> float:
    """Draws the header of a page and returns the y below it.

    For the moderator only, it has a bar that says so.

    Args:
        name: that of the sheet.
        where: the progress of the game, in bold; `status` is a sentence below it, on one or two
            lines, or in its place if `where` is empty.
        seat: for whom the page is; its badge and name stand in the place of both.
    """
    middle = title_of(page, left, right, name, stamp)
    if seat:
        _seat(page, right, middle, stamp, seat)
    else:
        _progress(page, right, right - middle, where, status[:1].upper() + status[1:])
    warning = _("Moderator only: this sheet has what players may not know yet.")
    return line_below(page, left, right, warning if stamp.is_moderators_only else "")


def _progress(page: Page, right: float, room: float, where: str, status: str) -> None:
    y = MARGIN + 9
    if where:
        page.text(right, y, where, 11, room, "right", is_bold=True)
        y += 11
    _text, size = fonts.fit(fonts.clean(status), STATUS_SIZE, room, least=LEAST_STATUS_SIZE)
    with page.element("P"):
        for k, line in enumerate(fonts.wrap(status, size, room, 2)):
            page.text(right, y + 11 * k, line, size, room, "right")


def _seat(page: Page, right: float, middle: float, stamp: Stamp, seat: SeatLabel) -> None:
    with page.element("Artifact"):  # the name says it
        page.badge(right - 30, MARGIN, 30, seat)
    players = stamp.players.get(seat.id, "")
    edge, room = right - 38, right - 38 - middle
    page.text(edge, MARGIN + (17 if players else 21), seat.name, 17, room, "right", is_serif=True)
    page.text(edge, MARGIN + 31, players, STATUS_SIZE, room, "right")


def title_of(page: Page, left: float, right: float, name: str, stamp: Stamp) -> float:
    """Draws the left side and returns the x where the right side may begin."""
    middle = left + (right - left) * 0.58
    room = middle - left - 12
    title = fonts.clean(stamp.title)
    text, size = fonts.fit(title, TITLE_SIZE, room, "serif", LEAST_TITLE_SIZE)
    page.text(left, MARGIN + 17, text, size, is_serif=True, tag="H1")
    led = _("Moderator: %s") % stamp.moderators if stamp.moderators else ""
    parts = (name, stamp.group_name, stamp.class_name, led)
    people = " · ".join(part for part in parts if part)
    page.text(left, MARGIN + 31, people, STATUS_SIZE, room)
    return middle


def no_header(_page: Page, _left: float, _right: float) -> float:
    """No header: the sheet begins at the margin."""
    return MARGIN


def line_below(page: Page, left: float, right: float, warning: str = "") -> float:
    """Draws the line below a header, with a warning a bar that has it; returns the y below it."""
    y = MARGIN + 38
    if not warning:
        page.line(left, y, right, y, 1.5, INK)
        return y + 12
    page.box(left, y, right - left, BAR, fill=INK)
    room = right - left - 12
    page.text(left + 6, y + 11, warning, STATUS_SIZE, room, "left", PAPER, is_bold=True)
    return y + BAR + 12


# The kind.

When = Literal["before", "during", "after"]
"""At which time of a game a sheet is handed out."""
Need = Literal["past", "last-round", "moves", "comments", "said", "slips", "console"]
"""What a sheet is made from beside a state: the moves up to it; of a stopped game the last complete
round in place of where it stopped; the moves as a list, always and not only on request; all of them
with comments; what was written and promised; for the moderator order slips, or the console's PIN.
"""
Needs = tuple[Need, ...]


def needs_always(*needs: Need) -> Callable[[GameSnapshot], Needs]:
    """The same needs in every game."""
    return lambda _now: needs


def pdf_of(parts: Sequence[SheetPart]) -> bytes:
    """The pages of one sheet as a PDF."""
    return canvas.pdf(parts, parts[0].about)


@dataclass(frozen=True, slots=True, eq=False)
class SheetKind:
    """A sheet of a game.

    Args:
        id: in its URL, `<id>.pdf`.
        name: its name, translated when it is used.
        fill: adds the sections for a view to a sheet, whose first page has been begun.
        view: what is drawn; with `status_line`, if the header says that.
        when: at which time of a game it is handed out, for lists of sheets.
        about: what it is for, as a short sentence for lists of sheets; may be empty.
        needs: what it needs of the game looked at; None if the game has no such sheet. What packs
            are made from, and when they are made again, follows from it.
        is_listed: without it only its address leads to it, since another sheet says the same.
        leads: whether it comes before the others of the game looked at.
        split: divides the view into one for each player, by the ids of their seats: then each
            of these begins a page and a numbering of its own. Several together: by their names.
        secret_view: what is drawn for the moderator only, on request; None if there are no secrets.
        is_secret: whether `view` has secrets, so that the file is the moderator's to hand out.
        is_landscape: also as a function of the view and the paper.
        add_moves: adds the moves in effect; without it the sheet never lists them.
        is_spare: left out of packs of all sheets of its time: another one has what is on it.
        where, status: the progress of the game in bold, and a sentence below it, in every page's
            header: a text, or a function of the view.
        seat: whose badge and name stand there instead.
        has_hash: whether the footer says from which entry of the log it is, with the entry's hash.
        header: draws another header.
    """

    id: str
    name: StrPromise | str
    fill: Callable[[Sheet, Any], None]
    view: Callable[[GameSnapshot], Any] = public
    _kw: KW_ONLY
    when: When = "during"
    about: StrPromise | str = ""
    needs: Callable[[GameSnapshot], Needs | None] = lambda _now: ()
    is_listed: bool = True
    leads: Callable[[GameSnapshot], bool] = lambda _now: False
    split: Callable[[Any], Mapping[str, Any]] | None = None
    secret_view: Callable[[GameSnapshot], Any] | None = None
    is_secret: bool = False
    is_spare: bool = False
    is_landscape: bool | Callable[[Any, Paper], bool] = False
    add_moves: Callable[[Sheet, Sequence[MoveLine]], None] | None = None
    where: Callable[[Any], str] | str = ""
    status: Callable[[Any], str] | StrPromise | str = attrgetter("status_line")
    seat: Callable[[Any], SeatLabel] | None = None
    header: Header | None = None
    has_hash: bool = False

    def parts(
        self,
        now: GameSnapshot,
        stamp: Stamp,
        paper: Paper = "a4",
        lines: Sequence[MoveLine] = (),
    ) -> list[SheetPart]:
        """The pages for a game's state; with its secrets if the stamp is for the moderator only.

        The same state, stamp, paper and lines give the same pages.

        Args:
            lines: the moves in effect; may be empty.

        Raises:
            ValueError: for another paper than "a4" or "letter".
        """
        view = self.view
        if stamp.is_moderators_only and self.secret_view:
            view = self.secret_view
        return self.lay_out(view(now), stamp, paper, lines)

    def lay_out(
        self, view: Any, stamp: Stamp, paper: Paper = "a4", lines: Sequence[MoveLine] = ()
    ) -> list[SheetPart]:
        """The pages for a view, as `view` returns it: one part, or one for each player."""
        views = self.split(view) if self.split else {"": view}
        with override(stamp.language):
            return [self._part(one, stamp, paper, lines, seat) for seat, one in views.items()]

    def _part(
        self, view: Any, stamp: Stamp, paper: Paper, lines: Sequence[MoveLine], seat: str
    ) -> SheetPart:
        name, landscape = str(self.name), self.is_landscape
        is_landscape = landscape if isinstance(landscape, bool) else landscape(view, paper)
        size = page_size(paper, is_landscape)
        head = self.header or self._header(view, name, stamp)

        sheet = Sheet(size, head, stamp, self.has_hash)
        sheet.new_page()
        self.fill(sheet, view)
        if self.add_moves:
            self.add_moves(sheet, lines)
        sheet.add_footers()
        return SheetPart(tuple(sheet.pages), size, _about(name, stamp), name, seat)

    def _header(self, view: Any, name: str, stamp: Stamp) -> Header:
        if self.seat:
            return partial(header, name=name, stamp=stamp, seat=self.seat(view))
        where, status = (
            one(view) if callable(one) else str(one) for one in (self.where, self.status)
        )
        return partial(header, name=name, stamp=stamp, where=where, status=status)


chart_kind = partial(
    SheetKind,
    "chart",
    about=gettext_lazy("The game as it stands: what everybody at the table may see."),
    is_landscape=True,
)
"""A game's chart or board."""

score_kind = partial(
    SheetKind,
    "score",
    gettext_lazy("Score sheet"),
    when="after",
    about=gettext_lazy("Who wins, and where everybody’s points come from."),
    has_hash=True,
)
"""A game's score sheet."""


def _about(name: str, stamp: Stamp) -> PdfMetadata:
    if stamp.is_moderators_only:
        name = _("%s, moderator only") % name
    return PdfMetadata(
        title=f"{stamp.title} – {name} – {stamp.group_name}",
        author=stamp.group_name,
        subject=origin_of(stamp),
        language=stamp.language,
        at=stamp.at,
    )
