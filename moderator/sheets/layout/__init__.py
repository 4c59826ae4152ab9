"""A sheet: pages with a header and a footer, filled by blocks that flow from page to page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import cycle
from typing import TypeVar

from django.utils.translation import gettext as _

from moderator.plots import Plot
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import MARGIN, Page, draw_plot, fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.snapshot import Stamp

# Small pieces of sentences: names and numbers listed, words for what the fonts lack.


def without_arrows(text: str) -> str:
    """The text with a word for each arrow, which the font lacks."""
    return text.replace("→", _("to"))


def span(first: int, last: int) -> str:
    """Numbers, from the first to the last.

    >>> span(3, 7), span(3, 3)
    ('3–7', '3')
    """
    return f"{first}–{last}" if first < last else str(first)


def listed(names: Sequence[str]) -> str:
    """One or more names as a list in a sentence."""
    *first, last = names
    if not first:
        return last
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


# Blocks and sections, which flow from page to page.

Draw = Callable[[Page, float, float], object]


@dataclass(frozen=True, slots=True)
class Block:
    """Something with a height in points that draws itself with its upper left corner at (x, y)."""

    height: float
    draw: Draw


def stacked(blocks: Sequence[Block]) -> Block:
    """The blocks, one below the other, as one that is never on two pages."""

    def draw(page: Page, x: float, y: float) -> None:
        for block in blocks:
            block.draw(page, x, y)
            y += block.height

    return Block(sum(block.height for block in blocks), draw)


def space(height: float) -> Block:
    """An empty block of this height, in points."""
    return Block(height, lambda _page, _x, _y: None)


def paragraph(text: str, width: float, size: float = 9.0, leading: float = 12.0) -> list[Block]:
    """A text as blocks, one for each line of at most this width (points)."""

    def draw(page: Page, x: float, y: float, line: str, is_first: bool) -> None:
        with page.element("P", continues=not is_first):
            page.text(x, y + size, line, size)

    lines = fonts.wrap(text, size, width)
    return [
        Block(leading, partial(draw, line=line, is_first=not k)) for k, line in enumerate(lines)
    ]


def text_block(
    text: str,
    width: float,
    size: float = 9.5,
    most: int | None = None,
    face: fonts.Face = "plain",
    leading: float | None = None,
    below: float = 2.0,
) -> Block:
    """A paragraph of at most so many lines, in one block with some room `below` it (points)."""
    lines, leading = fonts.wrap(text, size, width, most, face), leading or size * 1.3

    def draw(page: Page, x: float, y: float) -> None:
        bold, serif = face == "bold", face == "serif"
        page.lines(x, y + size, lines, leading, size, is_bold=bold, is_serif=serif, tag="P")

    return Block(len(lines) * leading + below, draw)


def bullet(
    text: str, width: float, size: float = 9.5, leading: float = 12.5, below: float = 3.0
) -> Block:
    """An item of a list, at most so wide (points), behind a small square."""
    lines = fonts.wrap(text, size, width - BULLET)

    def draw(page: Page, x: float, y: float) -> None:
        page.box(x + 1, y + size * 0.6, 3, 3, fill=INK)
        with page.item():
            page.lines(x + BULLET, y + size, lines, leading, size)

    return Block(leading * len(lines) + below, draw)


def plot_block(plot: Plot, above: float = 0.0, below: float = 0.0) -> Block:
    """A plot, with so much room above and below it in points."""
    height = above + plot.height + below
    return Block(height, lambda page, x, y: draw_plot(page, x, y + above, plot))


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under a title and a head, which are repeated if the rows continue on a new page."""

    title: str
    rows: Sequence[Block]
    head: Block | None = None
    tail: Block | None = None
    seat: SeatLabel | None = None  # its badge is drawn before the title
    is_whole: bool = False  # moved to the next page rather than split, if it fits there
    least: int = 2  # rows on its last page: as many as that are kept together

    @property
    def height(self) -> float:
        """The height of the whole section on one page, in points."""
        parts = [*self.rows, *filter(None, (self.head, self.tail))]
        return TITLE_HEIGHT + sum(part.height for part in parts)


BULLET = 10.0
"""From the left edge of an item of a list to its text, in points."""
TITLE_HEIGHT = 17.0
SLACK = 0.01
"""Tolerance for rounding errors in sums of heights, in points."""
GAP = 12.0

Header = Callable[[Page, float, float], float]
"""Draws the header of a page between two x and returns the y below it."""


# The footer of every page: whose sheet it is, when it was made, page x of y; the copyright.

SIZE = 8.5
FOOT_LEADING = 10.5
MOST_COPYRIGHT_LINES = 12
HASH_GROUP = 8
HASH_FACES: tuple[fonts.Face, ...] = ("plain", "bold")


@lru_cache(64)
def evenly(text: str, size: float, room: float, most: int) -> Sequence[str]:
    """The text in as few lines as fit the room (points), at most so many, of about one width."""
    if not text:
        return ()
    lines = fonts.wrap(text, size, room, most)
    narrow = room * (1 - 1 / len(lines)) + STEP
    while narrow < room:
        tried = fonts.wrap(text, size, narrow)
        if len(tried) <= len(lines):
            return tried
        narrow += STEP
    return lines


def origin_of(stamp: Stamp) -> str:
    """The game's number, the number of entries in its log, and its id if it has one."""
    if stamp.origin:
        return stamp.origin
    game = _("Game %d") % stamp.game_number
    entry = _("after entry %d of its log") % stamp.entries
    return ", ".join([game, entry, *([_("id %s") % stamp.id] if stamp.id else [])])


# A sheet: pages with a header and a footer, filled by sections.


class Sheet:
    """Pages being filled; `y` is where the next section begins on the last of them.

    `top`, `bottom`, `left`, `right` and `width` are of the area for sections, in points.

    Args:
        size: (width, height) of every page.
        has_hash: its footer says the game's number and id, and the entry of its log with its hash.
    """

    def __init__(
        self, size: tuple[float, float], header: Header, stamp: Stamp, has_hash: bool = False
    ) -> None:
        self.size, self.header, self.stamp, self.has_hash = size, header, stamp, has_hash
        self.pages: list[Page] = []
        self.left, self.right = MARGIN, size[0] - MARGIN
        self.width = self.right - self.left
        self.copyright = evenly(stamp.copyright, SIZE, self.width, MOST_COPYRIGHT_LINES)
        # From the line above the footer to its last baseline.
        self.footer_height = FOOT_LEADING * (1 + has_hash + len(self.copyright))
        self.bottom = size[1] - MARGIN - self.footer_height - 8
        self.top = self.y = 0.0

    @property
    def page(self) -> Page:
        """The page that is being filled."""
        return self.pages[-1]

    def new_page(self) -> None:
        """Begins a new page under the header."""
        self.pages.append(Page())
        if len(self.pages) == 1:
            self.top = self.y = self.header(self.page, self.left, self.right)
            return
        with self.page.element("Artifact", scope="Header"):  # it has been read out before
            self.top = self.y = self.header(self.page, self.left, self.right)

    def add_footers(self) -> None:
        """Draws the footer of each page, once all are filled."""
        for number, page in enumerate(self.pages, start=1):
            y = self.size[1] - MARGIN - self.footer_height
            page.line(self.left, y, self.right, y, 0.6)
            y += FOOT_LEADING
            with page.element("Artifact", scope="Footer"):
                self._origin(page, y, number)

    def _origin(self, page: Page, y: float, number: int) -> None:
        stamp = self.stamp
        count = _("Page %(page)d of %(pages)d") % {"page": number, "pages": len(self.pages)}
        whose = " · ".join(filter(None, (stamp.class_name, stamp.group_name)))
        when = f"{stamp.when()} · {count}"
        room = self.width - fonts.width(when, SIZE) - 12
        page.text(self.left, y, whose, SIZE, room, least=SIZE)
        page.text(self.right, y, when, SIZE, align="right")
        if self.has_hash:
            y += FOOT_LEADING
            self._hash(page, y)
        page.lines(self.left, y + FOOT_LEADING, self.copyright, FOOT_LEADING, SIZE)

    def _hash(self, page: Page, y: float) -> None:
        """The game and the entry, and at the right its hash, without spaces for copying."""
        hash, faces = self.stamp.hash, cycle(HASH_FACES)
        starts = range(0, len(hash), HASH_GROUP)
        parts = [(hash[k : k + HASH_GROUP], face) for k, face in zip(starts, faces, strict=False)]
        x = self.right - sum(fonts.width(part, SIZE, face) for part, face in parts)
        page.text(self.left, y, origin_of(self.stamp), SIZE, x - self.left - 12)
        for part, face in parts:
            x += page.text(x, y, part, SIZE, is_bold=face == "bold")

    def add(self, block: Block) -> None:
        """Draws a block, for which there is room, at the left."""
        block.draw(self.page, self.left, self.y)
        self.y += block.height

    def flow(self, section: Section) -> None:
        """Adds a section at full width, over as many pages as necessary."""
        rows = section.rows
        if (
            section.is_whole
            and self.y + GAP + section.height > self.bottom > self.top + section.height
        ):
            self.new_page()
        while rows:
            y = self.y + (GAP if self.y > self.top else 0)
            count = self._fitting(section, rows, y)
            if not count and self.y > self.top:
                self.new_page()
                continue
            count = count or 1  # at the top of a page a new one wouldn't help
            tail = section.tail if count == len(rows) else None
            part = replace(section, rows=rows[:count], tail=tail)
            self.y = self.place(part, self.left, y, len(rows) == len(section.rows))
            rows = rows[count:]
            if rows:
                self.new_page()

    def _fitting(self, section: Section, rows: Sequence[Block], y: float) -> int:
        """How many rows fit below y: neither the tail nor too few rows are alone on a page."""
        room = self.bottom - y - TITLE_HEIGHT - (section.head.height if section.head else 0)
        if section.tail and rows:
            *rows, last = rows
            rows = [*rows, stacked([last, section.tail])]
        count = 0
        for row in rows:
            if row.height > room + SLACK:
                lacking = section.least - (len(rows) - count)
                return count - lacking if 0 < lacking < count else count
            room -= row.height
            count += 1
        return count

    def place(self, section: Section, x: float, y: float, is_first: bool = True) -> float:
        """Draws a whole section at (x, y) and returns the y below it."""
        title = section.title if is_first else _("%s, continued") % section.title
        if is_first:
            self.page.bookmark(y, title)
        start = x
        with self.page.element("H2"):
            if section.seat:
                self.page.badge(x, y - 2.5, 16, section.seat)
                start += 21
            self.page.text(start, y + 10, title, 10.5, self.right - start, is_bold=True)
        y += TITLE_HEIGHT
        for block in filter(None, (section.head, *section.rows, section.tail)):
            block.draw(self.page, x, y)
            y += block.height
        return y


# Blocks side by side: in rows of two, or in columns that are read one after the other.

T = TypeVar("T")
GUTTER = 18.0
LEAST = 110.0
"""The height of columns, in points, below which they rather begin on a new page."""
STEP = 6.0
"""The step, in points, in which column heights are balanced."""


def in_pairs(items: Iterable[T], width: float, make: Callable[[T, float], Block]) -> list[Block]:
    """Rows of two blocks, which `make` makes for an item and the width of a column in points."""
    each = column_width(width, 2)
    return in_rows([make(one, each) for one in items], 2, each + GUTTER)


def in_rows(blocks: Sequence[Block], count: int, step: float) -> list[Block]:
    """Rows of so many blocks, each `step` points to the right of the one before."""
    return [beside(blocks[k : k + count], step) for k in range(0, len(blocks), count)]


def beside(blocks: Sequence[Block], step: float) -> Block:
    """The blocks beside each other, each `step` points to the right of the one before."""

    def draw(page: Page, x: float, y: float) -> None:
        for k, block in enumerate(blocks):
            block.draw(page, x + k * step, y)

    return Block(max(block.height for block in blocks), draw)


def column_width(width: float, count: int, gutter: float = GUTTER) -> float:
    """The width of each of `count` columns, in points."""
    return (width - gutter * (count - 1)) / count


def flow_in_columns(sheet: Sheet, title: str, blocks: Sequence[Block], count: int) -> None:
    """Adds blocks column by column, over as many pages as necessary.

    On the last page the columns have about the same height.

    Args:
        blocks: none higher than a page, each `column_width` wide.
        count: how many columns, 1 or more.
    """
    step = column_width(sheet.width, count) + GUTTER
    is_first = True
    while blocks:
        y = sheet.y + (GAP if sheet.y > sheet.top else 0)
        room = sheet.bottom - y - TITLE_HEIGHT
        height = sum(block.height for block in blocks) / count
        if room < max(blocks[0].height + SLACK, min(height, LEAST)) and sheet.y > sheet.top:
            sheet.new_page()
            continue
        columns, blocks = _fill(blocks, room, count)
        row = beside([stacked(column) for column in columns], step)
        sheet.y = sheet.place(Section(title, [row]), sheet.left, y, is_first)
        is_first = False


def _fill(
    blocks: Sequence[Block], room: float, count: int
) -> tuple[list[list[Block]], Sequence[Block]]:
    """The columns of one page, and the blocks that are left over."""
    height = sum(block.height for block in blocks) / count
    while height < room:  # perhaps everything fits in less than the room
        columns, rest = split_into_columns(blocks, height, count)
        if not rest:
            return columns, rest
        height += STEP
    return split_into_columns(blocks, room, count)


def split_into_columns(
    blocks: Sequence[Block], room: float, count: int
) -> tuple[list[list[Block]], Sequence[Block]]:
    """Columns of at most this height, and the rest; a higher block is alone in its columns."""
    columns: list[list[Block]] = [[]]
    left = room
    for k, block in enumerate(blocks):
        if block.height > left + SLACK and columns[-1]:
            if len(columns) == count or block.height > room + SLACK:
                return columns, blocks[k:]
            columns.append([])
            left = room
        columns[-1].append(block)
        left -= block.height
    return columns, ()
