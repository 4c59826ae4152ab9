"""The foot of every page: where the sheet comes from, whose the game is, page x of y."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, LINE, SOFT
from moderator.sheets.drawing.page import Page
from moderator.sheets.stamp import Stamp

SIZE = 7.0
HASH_SIZE = 6.8
LIST_SIZE = 6.5
LEADING = 9.5
MOST_LIST_LINES = 2
MOST_COPYRIGHT_LINES = 12
HASH_GROUP = 8


def listed(found: Sequence[str]) -> str:
    """Letters by their code points, for a reader who can't see them.

    >>> listed(["😀", "漢"])
    'U+1F600, U+6F22'
    """
    return ", ".join(f"U+{ord(letter):04X}" for letter in found)


@dataclass(frozen=True, slots=True)
class Footer:
    """The foot for a page `width` points wide; `found` are letters that are shown as boxes."""

    stamp: Stamp
    copyright: str
    width: float
    found: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        """The game's number and the log's, with the game's id where there is one."""
        stamp = self.stamp
        if stamp.origin:
            return stamp.origin
        game = _("Game %d") % stamp.game_number
        entry = _("after entry %d of its log") % stamp.entries
        return ", ".join([game, entry, *([_("id %s") % stamp.id] if stamp.id else [])])

    @property
    def needs_list(self) -> bool:
        """Whether the letters take more room than the foot has, and so a page of their own."""
        return len(fonts.wrap(self._found_line(), LIST_SIZE, self.width)) > MOST_LIST_LINES

    @property
    def height(self) -> float:
        """From the line above the foot to its last baseline, in points."""
        return LEADING * (2 + len(self._copyright()) + len(self._found()))

    def _copyright(self) -> list[str]:
        return fonts.wrap(self.copyright, SIZE, self.width, MOST_COPYRIGHT_LINES)

    def _found_line(self) -> str:
        return _("Letters not in the font, shown as boxes: %s") % listed(self.found)

    def _found(self) -> list[str]:
        if not self.found:
            return []
        if self.needs_list:
            return [_("Letters not in the font are shown as boxes; the last page lists them.")]
        return fonts.wrap(self._found_line(), LIST_SIZE, self.width)

    def draw(self, leaf: Page, x: float, bottom: float, page: int, pages: int) -> None:
        """Draws the foot so that its last baseline is at `bottom`."""
        y = bottom - self.height
        leaf.line(x, y, x + self.width, y, 0.6, LINE)
        y += LEADING
        for line in self._found():
            leaf.text(x, y, line, LIST_SIZE, self.width, colour=INK)
            y += LEADING
        when = fonts.width(self.stamp.when(), SIZE)
        leaf.text(x, y, self.origin, SIZE, self.width - when - 12, colour=SOFT)
        leaf.text(x + self.width, y, self.stamp.when(), SIZE, align="right", colour=SOFT)
        y += LEADING
        self._hash(leaf, x, y)
        count = _("Page %(page)d of %(pages)d") % {"page": page, "pages": pages}
        leaf.text(x + self.width, y, count, SIZE, align="right", colour=SOFT)
        y += LEADING
        for line in self._copyright():
            leaf.text(x, y, line, SIZE, self.width, colour=SOFT)
            y += LEADING

    def _hash(self, leaf: Page, x: float, y: float) -> None:
        """The hash without spaces, so that it can be copied; tones group it for the eye."""
        for start in range(0, len(self.stamp.hash), HASH_GROUP):
            part = self.stamp.hash[start : start + HASH_GROUP]
            is_odd = start // HASH_GROUP % 2 == 1
            x += leaf.text(x, y, part, HASH_SIZE, colour=SOFT if is_odd else INK)
