"""A kind of sheet: what a game declares about each of its sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import override

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import canvas
from moderator.sheets.drawing.canvas import PdfMetadata, SheetPart
from moderator.sheets.drawing.page import Paper, page_size
from moderator.sheets.layout.header import header
from moderator.sheets.layout.moves import MoveLine
from moderator.sheets.layout.sheet import Header, Sheet, lay_out, origin_of
from moderator.sheets.snapshot import GameSnapshot, Stamp, public

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


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
        leads: whether it comes before the others of the game looked at.
        split: divides the view into one for each player, by the ids of their seats: then each
            of these begins a page and a numbering of its own. Several together: by their names.
        secret_view: what is drawn for the moderator only, on request; None if there are no secrets.
        is_secret: whether `view` has secrets, so that the file is the moderator's to hand out.
        is_landscape: also as a function of the view and the paper.
        add_moves: adds the moves in effect; without it the sheet never lists them.
        is_empty: whether there is nothing on the sheet for a view, so that packs leave it out.
        where, status: the progress of the game in bold, and a sentence below it, in every page's
            header: a text, or a function of the view.
        seat: whose badge and name stand there instead.
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
    leads: Callable[[GameSnapshot], bool] = lambda _now: False
    split: Callable[[Any], Mapping[str, Any]] | None = None
    secret_view: Callable[[GameSnapshot], Any] | None = None
    is_secret: bool = False
    is_landscape: bool | Callable[[Any, Paper], bool] = False
    add_moves: Callable[[Sheet, Sequence[MoveLine]], None] | None = None
    is_empty: Callable[[Any], bool] | None = None
    where: Callable[[Any], str] | str = ""
    status: Callable[[Any], str] | StrPromise | str = attrgetter("status_line")
    seat: Callable[[Any], SeatLabel] | None = None
    header: Header | None = None

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

    def shows_nothing(self, now: GameSnapshot) -> bool:
        """Whether nothing would be on the sheet, without secrets."""
        return self.is_empty is not None and self.is_empty(self.view(now))

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

        def fill(sheet: Sheet) -> None:
            self.fill(sheet, view)
            if self.add_moves:
                self.add_moves(sheet, lines)

        sheet = lay_out(fill, partial(Sheet, size, head, stamp))
        return SheetPart(tuple(sheet.pages), size, _about(name, stamp), name, seat)

    def _header(self, view: Any, name: str, stamp: Stamp) -> Header:
        if self.seat:
            return partial(header, name=name, stamp=stamp, seat=self.seat(view))
        where, status = (
            one(view) if callable(one) else str(one) for one in (self.where, self.status)
        )
        return partial(header, name=name, stamp=stamp, where=where, status=status)


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
