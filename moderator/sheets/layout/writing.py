"""Text that stays readable, lines to write on, and scissors for lines to cut along."""

from __future__ import annotations

from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Align, Page

LEAST = 8.5
"""The smallest font size on these sheets, in points."""
CUT_DASH = (4.0, 3.0)


def write(
    page: Page,
    x: float,
    y: float,
    text: str,
    size: float,
    room: float,
    align: Align = "left",
    *,
    is_bold: bool = False,
    is_serif: bool = False,
) -> float:
    """Writes one line, shrunk to 8.5 points at most and then cut; returns its width in points."""
    line, size = fonts.fit(fonts.clean(text), size, room, _face(is_bold, is_serif), LEAST)
    return page.text(x, y, line, size, None, align, is_bold=is_bold, is_serif=is_serif)


def _face(is_bold: bool, is_serif: bool) -> fonts.Face:
    return "serif" if is_serif else "bold" if is_bold else "plain"


def name_lines(
    name: str, size: float, room: float, face: fonts.Face = "serif"
) -> tuple[list[str], float]:
    """A name on one line, or smaller on two lines, and its font size; it may be cut."""
    name = fonts.clean(name)
    one, shrunk = fonts.fit(name, size, room, face, LEAST)
    if one == name:
        return [one], shrunk
    return fonts.wrap(name, LEAST, room, 2, face), LEAST


def is_whole(name: str, room: float, face: fonts.Face = "plain") -> bool:
    """Whether a name fits on two lines without being cut, and without a broken word."""
    name = fonts.clean(name)
    return " ".join(fonts.wrap(name, LEAST, room, 2, face)) == name


def write_name(
    page: Page,
    x: float,
    middle: float,
    name: str,
    size: float,
    room: float,
    face: fonts.Face = "serif",
) -> None:
    """Writes a name on one or two lines around the height `middle`."""
    lines, size = name_lines(name, size, room, face)
    leading = size * 1.2
    y = middle + size * 0.36 - leading * (len(lines) - 1) / 2
    page.lines(x, y, lines, leading, size, is_bold=face == "bold", is_serif=face == "serif")


def line_to_write_on(page: Page, x: float, y: float, width: float) -> None:
    """Draws a thin line."""
    page.line(x, y, x + width, y, 0.6, INK)


def cut_across(page: Page, left: float, right: float, y: float) -> None:
    """Draws a broken line from left to right, with scissors at its beginning."""
    page.path([(left + 14, y), (right, y)], 0.6, dash=CUT_DASH)
    _scissors(page, left + 6, y, 9)


def cut_down(page: Page, x: float, top: float, bottom: float) -> None:
    """Draws a broken line downwards, with scissors at its beginning."""
    page.path([(x, top + 14), (x, bottom)], 0.6, dash=CUT_DASH)
    _scissors(page, x, top + 6, 9, is_down=True)


def _scissors(page: Page, x: float, y: float, side: float, *, is_down: bool = False) -> None:
    """Draws open scissors around (x, y), their blades to the right or downwards."""

    def at(along: float, across: float) -> tuple[float, float]:
        if is_down:
            return x - across * side, y + along * side
        return x + along * side, y + across * side

    for turn in (1, -1):
        page.circle(*at(-0.42, 0.22 * turn), side * 0.17, outline=INK, thickness=0.8)
        page.path([at(-0.27, 0.15 * turn), at(0.5, -0.22 * turn)], 0.8)
