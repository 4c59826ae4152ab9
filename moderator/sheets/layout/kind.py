"""A kind of sheet: what a game declares about each of its sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import override

from moderator.sheets.drawing import canvas
from moderator.sheets.drawing.page import MARGIN, Page, Paper, page_size
from moderator.sheets.layout.header import header
from moderator.sheets.layout.moves import MoveLine
from moderator.sheets.layout.sheet import Footer, Header, Sheet, lay_out
from moderator.sheets.snapshot import GameSnapshot, Stamp, public

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


When = Literal["before", "during", "after"]
"""At which time of a game a sheet is handed out."""
Written = Literal["", "said", "messages", "records"]


def for_every_scenario(scenario: Any) -> bool:
    """True: the sheet doesn't depend on it."""
    return True


def status_header(view: Any, name: str, stamp: Stamp) -> Header:
    """The header of a sheet with the status of the game."""
    return partial(header, title=view.title, name=name, stamp=stamp, status=view.status_line)


def no_header(_view: Any, _name: str, _stamp: Stamp) -> Header:
    """No header: the sheet begins at the margin."""
    return lambda _page, _left, _right: MARGIN


@dataclass(frozen=True, slots=True)
class SheetPart:
    """Pages of a sheet: all of it, or those for one player.

    `seat` is the id of the player for whom they are; empty if they are for the table.
    """

    pages: tuple[Page, ...]
    size: tuple[float, float]
    about: canvas.PdfMetadata
    name: str
    seat: str = ""


def pdf_of(parts: Sequence[SheetPart]) -> bytes:
    """The pages of one sheet as a PDF."""
    printed = [canvas.Part([page.marks for page in part.pages], part.size) for part in parts]
    return canvas.pdf(printed, parts[0].about)


@dataclass(frozen=True, slots=True)
class SheetKind:
    """A sheet of a game. Called with a view, it returns the PDF.

    Args:
        id: in its URL, `<id>.pdf`.
        name: its name, translated when it is used.
        fill: adds the sections for a view to a sheet, whose first page has been begun.
        view: what is drawn; it has `title` and `copyright`, and `status_line` for the header.
        when: at which time of a game it is handed out, for lists of sheets.
        about: what it is for, as a short sentence for lists of sheets; may be empty.
        leads: whether it comes before the others, given the game's effective options.
        suits: whether it has something to print for a scenario.
        split: divides the view into one for each player, by the ids of their seats: then each
            of these begins a page and a numbering of its own. Several together: by their names.
        secret_view: what is drawn for the moderator only, on request; None if there are no secrets.
        is_secret: whether `view` has secrets, so that the file is the moderator's to hand out.
        is_landscape: also as a function of the view and the paper.
        add_moves: adds the moves in effect; without it the sheet never lists them.
        is_ranking: whether, if the game is stopped, it shows the last complete round.
        is_logged: whether it always lists them, not only on request.
        has_comments: whether it lists them all, with comments.
        needs_past: whether the view needs the snapshot's `past`.
        needs_console: whether it needs the stamp's `console`, which only the moderator may have.
        needs_slips: whether the moderator's view needs the snapshot's `slips`.
        written: that the view needs the snapshot's `said`; "messages" or "records": the sheet is
            only for games with them, that of messages only where all read them at the debrief.
        is_empty: whether there is nothing on the sheet for a view, so that packs leave it out.
    """

    id: str
    name: StrPromise | str
    fill: Callable[[Sheet, Any], None]
    view: Callable[[GameSnapshot], Any] = public
    _kw: KW_ONLY
    when: When = "during"
    about: StrPromise | str = ""
    leads: Callable[[Mapping[str, Any]], bool] | None = None
    suits: Callable[[Any], bool] = for_every_scenario
    split: Callable[[Any], Mapping[str, Any]] | None = None
    secret_view: Callable[[GameSnapshot], Any] | None = None
    is_secret: bool = False
    is_landscape: bool | Callable[[Any, Paper], bool] = False
    add_moves: Callable[[Sheet, Sequence[MoveLine]], None] | None = None
    is_logged: bool = False
    has_comments: bool = False
    is_ranking: bool = False
    needs_past: bool = False
    needs_console: bool = False
    needs_slips: bool = False
    written: Written = ""
    is_empty: Callable[[Any], bool] | None = None
    header: Callable[[Any, str, Stamp], Header] = status_header

    def __call__(
        self, view: Any, stamp: Stamp, paper: Paper = "a4", lines: Sequence[MoveLine] = ()
    ) -> bytes:
        """The sheet as a PDF. The same view, stamp, paper and lines give the same bytes.

        Args:
            view: as `view` returns it; nothing else is printed.
            lines: the moves in effect; may be empty.

        Raises:
            ValueError: for another paper than "a4" or "letter".
        """
        return pdf_of(self.lay_out(view, stamp, paper, lines))

    def pdf(
        self,
        now: GameSnapshot,
        stamp: Stamp,
        paper: Paper = "a4",
        lines: Sequence[MoveLine] = (),
    ) -> bytes:
        """The same for a game's state; with its secrets if the stamp is for the moderator only."""
        return pdf_of(self.parts(now, stamp, paper, lines))

    def parts(
        self,
        now: GameSnapshot,
        stamp: Stamp,
        paper: Paper = "a4",
        lines: Sequence[MoveLine] = (),
    ) -> list[SheetPart]:
        """The same as pages, to be put together with others."""
        view = self.view
        if stamp.is_moderators_only and self.secret_view:
            view = self.secret_view
        return self.lay_out(view(now), stamp, paper, lines)

    def has_nothing(self, now: GameSnapshot) -> bool:
        """Whether there is nothing on the sheet for a game's state."""
        return self.is_empty is not None and self.is_empty(self.view(now))

    def lay_out(
        self, view: Any, stamp: Stamp, paper: Paper, lines: Sequence[MoveLine]
    ) -> list[SheetPart]:
        """The pages for a view: one part, or one for each player."""
        views = self.split(view) if self.split else {"": view}
        with override(stamp.language):
            return [self._part(one, stamp, paper, lines, seat) for seat, one in views.items()]

    def _part(
        self, view: Any, stamp: Stamp, paper: Paper, lines: Sequence[MoveLine], seat: str
    ) -> SheetPart:
        name, landscape = str(self.name), self.is_landscape
        is_landscape = landscape if isinstance(landscape, bool) else landscape(view, paper)
        size = page_size(paper, is_landscape)
        head = self.header(view, name, stamp)

        def begin(missing: tuple[str, ...]) -> Sheet:
            footer = Footer(stamp, view.copyright, size[0] - 2 * MARGIN, missing)
            return Sheet(size, head, footer)

        def fill(sheet: Sheet) -> None:
            self.fill(sheet, view)
            if self.add_moves:
                self.add_moves(sheet, lines)

        sheet = lay_out(fill, begin)
        return SheetPart(tuple(sheet.pages), size, _about(view, name, stamp, sheet), name, seat)


def _about(view: Any, name: str, stamp: Stamp, sheet: Sheet) -> canvas.PdfMetadata:
    if stamp.is_moderators_only:
        name = _("%s, moderator only") % name
    return canvas.PdfMetadata(
        title=f"{view.title} – {name} – {stamp.group_name}",
        author=stamp.group_name,
        subject=sheet.footer.origin,
        language=stamp.language,
        at=stamp.at,
    )
