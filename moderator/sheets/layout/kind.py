"""A kind of sheet: what a game declares about each of its sheets; and lists of its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import override

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import canvas, fonts
from moderator.sheets.drawing.page import MARGIN, Page, Paper, page_size
from moderator.sheets.layout.header import header, span, without_arrows
from moderator.sheets.layout.sheet import (
    Block,
    Footer,
    Header,
    Sheet,
    column_width,
    flow_in_columns,
    lay_out,
    stacked,
)
from moderator.sheets.snapshot import GameSnapshot, Stamp, public

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


# The moves of a game: every move in effect as a sentence, with its number in the log.


@dataclass(frozen=True, slots=True)
class MoveComment:
    """What somebody has said about a move; `by` is who they are, not their name."""

    by: str
    text: str


@dataclass(frozen=True, slots=True)
class MoveStep:
    """A move: its number in the log, its sentence, and who made it, if a seat did.

    Only logs have `comments`, and say what `is_late`: recorded later, from paper.
    """

    number: int
    text: str
    seat: SeatLabel | None = None
    comments: tuple[MoveComment, ...] = ()
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Moves that are one step together, such as a reveal, and what they are together."""

    label: str
    moves: Sequence[MoveStep]


@dataclass(frozen=True, slots=True)
class MoveHeading:
    """The name of a part of the game, above its moves."""

    text: str


@dataclass(frozen=True, slots=True)
class MoveNote:
    """An explanation between the moves, perhaps of the entries from `first` to `last`."""

    text: str
    first: int = 0
    last: int = 0
    comments: tuple[MoveComment, ...] = ()

    @property
    def numbers(self) -> str:
        """The numbers of the entries, or empty."""
        return span(self.first, self.last) if self.first else ""


MoveLine = MoveStep | MoveGroup | MoveHeading | MoveNote

SIZE, LEADING = 8.0, 10.5
BADGE, NUMBER, INDENT = 14.0, 28.0, 42.0
"""The widths of the columns for badges and numbers; sentences begin after both."""
BADGE_SIDE = 11.0
HEADING, HEADING_SIZE = 18.0, 9.5
MOST_LINES = 8


def move_list(sheet: Sheet, lines: Sequence[MoveLine], count: int = 2) -> None:
    """Adds the moves in `count` columns, over as many pages as necessary; without moves nothing.

    A badge stands at the first of several moves by the same seat. The moves of a group are below
    its label, without numbers of their own.

    Args:
        lines: numbers of up to four digits, in any order.
    """
    width = column_width(sheet.right - sheet.left, count)
    blocks = list(with_headings(_blocks(lines, width)))
    flow_in_columns(sheet, _("How it went"), blocks, count)


def each_move(lines: Sequence[MoveLine]) -> Iterator[MoveStep]:
    """The single moves, those of groups too."""
    for line in lines:
        if isinstance(line, MoveGroup):
            yield from line.moves
        elif isinstance(line, MoveStep):
            yield line


def with_headings(blocks: Iterable[tuple[Block, bool]]) -> Iterator[Block]:
    """The blocks, each heading together with the one below it.

    Args:
        blocks: each with whether it is a heading.
    """
    heading: Block | None = None
    for block, is_heading in blocks:
        if is_heading:
            heading = block
            continue
        yield stacked((heading, block)) if heading is not None else block
        heading = None


def _blocks(lines: Sequence[MoveLine], width: float) -> Iterator[tuple[Block, bool]]:
    """The blocks of all lines, and whether they are headings."""
    last: SeatLabel | None = None
    for line in lines:
        match line:
            case MoveHeading():
                yield Block(HEADING, partial(_heading, text=line.text, width=width)), True
                last = None
            case MoveNote():
                yield _block(line.numbers, line.text, width), False
            case MoveStep():
                seat = line.seat if line.seat != last else None
                yield _block(str(line.number), line.text, width, seat), False
                last = line.seat
            case MoveGroup():
                for block in _group(line, width):
                    yield block, False
                last = None


def _group(group: MoveGroup, width: float) -> Iterator[Block]:
    numbers = [move.number for move in group.moves]
    named = span(min(numbers), max(numbers)) if numbers else ""
    label: Block | None = _block(named, group.label, width)
    last: SeatLabel | None = None
    for move in group.moves:
        block = _block("", move.text, width, move.seat if move.seat != last else None)
        yield stacked((label, block)) if label is not None else block
        label, last = None, move.seat
    if label is not None:
        yield label


def _heading(page: Page, x: float, y: float, *, text: str, width: float) -> None:
    page.text(x, y + 13, text, HEADING_SIZE, width, is_bold=True, tag="H3")
    page.line(x, y + 16, x + width, y + 16, 0.8)


def _block(number: str, text: str, width: float, seat: SeatLabel | None = None) -> Block:
    text = without_arrows(text)
    lines = fonts.wrap(text, SIZE, width - INDENT, MOST_LINES)
    draw = partial(_draw, number=number, lines=lines, seat=seat)
    return Block(max(LEADING * len(lines), BADGE_SIDE if seat else 0) + 1.5, draw)


def _draw(
    page: Page,
    x: float,
    y: float,
    *,
    number: str,
    lines: Sequence[str],
    seat: SeatLabel | None,
) -> None:
    with page.item():
        if number:
            right = x + BADGE + NUMBER - 4
            page.text(right, y + 8, number, SIZE, NUMBER - 5, "right", tag="Lbl")
        if seat:
            page.badge(x, y + 0.5, BADGE_SIDE, seat)
        page.lines(x + INDENT, y + 8, lines, LEADING, SIZE)


# The kind of a sheet.

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
