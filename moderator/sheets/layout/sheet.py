"""A sheet: pages with a header and a footer, filled by blocks that flow from page to page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, texts_of
from moderator.sheets.drawing.page import MARGIN, Page
from moderator.sheets.snapshot import Stamp

# The footer of every page: the origin of the sheet, the copyright, page x of y.

SIZE = 7.0
HASH_SIZE = 6.8
LIST_SIZE = 6.5
LEADING = 9.5
MOST_LIST_LINES = 2
MOST_COPYRIGHT_LINES = 12
HASH_GROUP = 8


def code_points(letters: Sequence[str]) -> str:
    """Letters as code points, for those that can't be shown.

    >>> code_points(["😀", "漢"])
    'U+1F600, U+6F22'
    """
    return ", ".join(f"U+{ord(letter):04X}" for letter in letters)


@dataclass(frozen=True, slots=True)
class Footer:
    """The footer, `width` points wide; `missing` are the letters that are shown as boxes."""

    stamp: Stamp
    width: float
    missing: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        """The game's number, the number of entries in its log, and its id if it has one."""
        stamp = self.stamp
        if stamp.origin:
            return stamp.origin
        game = _("Game %d") % stamp.game_number
        entry = _("after entry %d of its log") % stamp.entries
        return ", ".join([game, entry, *([_("id %s") % stamp.id] if stamp.id else [])])

    @property
    def needs_list(self) -> bool:
        """Whether the missing letters need a separate page, for lack of room in the footer."""
        return len(fonts.wrap(self._missing_line(), LIST_SIZE, self.width)) > MOST_LIST_LINES

    @property
    def height(self) -> float:
        """From the line above the footer to its last baseline, in points."""
        return LEADING * (2 + len(self._copyright()) + len(self._missing_lines()))

    def _copyright(self) -> list[str]:
        return fonts.wrap(self.stamp.copyright, SIZE, self.width, MOST_COPYRIGHT_LINES)

    def _missing_line(self) -> str:
        return _("Letters not in the font, shown as boxes: %s") % code_points(self.missing)

    def _missing_lines(self) -> list[str]:
        if not self.missing:
            return []
        if self.needs_list:
            return [_("Letters not in the font are shown as boxes; the last page lists them.")]
        return fonts.wrap(self._missing_line(), LIST_SIZE, self.width)

    def draw(self, page: Page, x: float, bottom: float, number: int, total: int) -> None:
        """Draws the footer with its last baseline at `bottom`."""
        y = bottom - self.height
        page.line(x, y, x + self.width, y, 0.6)
        y += LEADING
        with page.element("P"):
            for line in self._missing_lines():
                page.text(x, y, line, LIST_SIZE, self.width)
                y += LEADING
        with page.element("Artifact", scope="Footer"):
            self._origin(page, x, y, number, total)

    def _origin(self, page: Page, x: float, y: float, number: int, total: int) -> None:
        when = fonts.width(self.stamp.when(), SIZE)
        page.text(x, y, self.origin, SIZE, self.width - when - 12)
        page.text(x + self.width, y, self.stamp.when(), SIZE, align="right")
        y += LEADING
        self._hash(page, x, y)
        count = _("Page %(page)d of %(pages)d") % {"page": number, "pages": total}
        page.text(x + self.width, y, count, SIZE, align="right")
        y += LEADING
        for line in self._copyright():
            page.text(x, y, line, SIZE, self.width)
            y += LEADING

    def _hash(self, page: Page, x: float, y: float) -> None:
        """Draws the hash without spaces, for copying; every other group is bold."""
        for start in range(0, len(self.stamp.hash), HASH_GROUP):
            part = self.stamp.hash[start : start + HASH_GROUP]
            is_odd = start // HASH_GROUP % 2 == 1
            x += page.text(x, y, part, HASH_SIZE, is_bold=is_odd)


# A sheet: pages with a header and a footer, filled by sections that flow from page to page.


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


def paragraph(
    text: str, width: float, size: float = 9.0, leading: float = 12.0, colour: str = INK
) -> list[Block]:
    """A text as blocks, one for each line of at most this width (points)."""

    def draw(page: Page, x: float, y: float, line: str, is_first: bool) -> None:
        with page.element("P", continues=not is_first):
            page.text(x, y + size, line, size, colour=colour)

    lines = fonts.wrap(text, size, width)
    return [
        Block(leading, partial(draw, line=line, is_first=not k)) for k, line in enumerate(lines)
    ]


def bullet(text: str, width: float, size: float = 9.5, leading: float = 12.5) -> Block:
    """An item of a list, at most so wide (points), behind a small square."""
    lines = fonts.wrap(text, size, width - BULLET)

    def draw(page: Page, x: float, y: float) -> None:
        page.box(x + 1, y + 6, 3, 3, fill=INK)
        with page.item():
            page.lines(x + BULLET, y + size, lines, leading, size)

    return Block(leading * len(lines) + 3, draw)


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under a title and a head, which are repeated if the rows continue on a new page."""

    title: str
    rows: Sequence[Block]
    head: Block | None = None
    tail: Block | None = None
    seat: SeatLabel | None = None  # its badge is drawn before the title
    is_whole: bool = False  # moved to the next page rather than split, if it fits there

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


@dataclass(slots=True)
class Sheet:
    """Pages being filled. `top`, `bottom`, `left` and `right` are the limits for sections."""

    size: tuple[float, float]
    header: Header
    footer: Footer
    pages: list[Page] = field(default_factory=list)
    top: float = 0
    y: float = 0

    @property
    def left(self) -> float:
        """The left edge of the area for sections, in points."""
        return MARGIN

    @property
    def right(self) -> float:
        """The right edge of that area."""
        return self.size[0] - MARGIN

    @property
    def width(self) -> float:
        """The width of that area."""
        return self.right - self.left

    @property
    def bottom(self) -> float:
        """The lower edge of that area, above the footer."""
        return self.size[1] - MARGIN - self.footer.height - 8

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

    def _fitting(self, section: Section, rows: Sequence[Block], y: float) -> int:
        """How many rows fit below y: neither the tail nor the last row is alone on a page."""
        room = self.bottom - y - TITLE_HEIGHT - (section.head.height if section.head else 0)
        count = 0
        for row in rows:
            if row.height > room + SLACK:
                return count - 1 if 1 < count == len(rows) - 1 else count
            room -= row.height
            count += 1
        return count if not section.tail or section.tail.height <= room + SLACK else count - 1

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


def lay_out(fill: Callable[[Sheet], None], begin: Callable[[tuple[str, ...]], Sheet]) -> Sheet:
    """The sheet, with the sections that `fill` adds.

    If letters are missing in the font, it is filled again with a higher footer that lists them.

    Args:
        begin: makes an empty sheet whose footer lists these letters.
    """
    missing: list[str] = []
    while True:
        sheet = begin(tuple(missing))
        sheet.new_page()
        fill(sheet)
        if sheet.footer.needs_list:
            _list_letters(sheet, missing)
        for number, page in enumerate(sheet.pages, start=1):
            sheet.footer.draw(page, MARGIN, sheet.size[1] - MARGIN, number, len(sheet.pages))
        new = [one for one in _missing_letters(sheet) if one not in missing]
        if not new:
            return sheet
        missing += new


def _missing_letters(sheet: Sheet) -> list[str]:
    """The letters shown as boxes, each once, in the order of reading."""
    texts = (text for page in sheet.pages for text in texts_of(page.marks))
    return list(dict.fromkeys(letter for text in texts for letter in fonts.missing_letters(text)))


def _list_letters(sheet: Sheet, missing: list[str]) -> None:
    """Adds a last page with all letters that are shown as boxes."""
    room = sheet.width
    rows = paragraph(code_points(missing), room, LIST_SIZE, LIST_SIZE * 1.4)
    sheet.new_page()
    sheet.flow(Section(_("Letters not in the font, shown as boxes"), rows))


# Blocks side by side: in rows of two, or in columns that are read one after the other.

GUTTER = 18.0
LEAST = 110.0
"""The height of columns, in points, below which they rather begin on a new page."""
STEP = 6.0
"""The step, in points, in which column heights are balanced."""


def side_by_side(blocks: Sequence[Block], step: float) -> list[Block]:
    """Blocks in rows of two, the second `step` points to the right of the first."""
    pairs = [blocks[i : i + 2] for i in range(0, len(blocks), 2)]
    return [beside(pair, step) for pair in pairs]


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
    """Columns of at most this height, and the rest; a higher block gets its own column."""
    columns: list[list[Block]] = [[]]
    left = room
    for k, block in enumerate(blocks):
        if block.height > left + SLACK and columns[-1]:
            if len(columns) == count:
                return columns, blocks[k:]
            columns.append([])
            left = room
        columns[-1].append(block)
        left -= block.height
    return columns, ()
