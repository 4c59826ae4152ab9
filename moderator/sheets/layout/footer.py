"""The footer of every page: the origin of the sheet, the copyright, page x of y."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.stamp import Stamp

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
    copyright: str
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
        return fonts.wrap(self.copyright, SIZE, self.width, MOST_COPYRIGHT_LINES)

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
