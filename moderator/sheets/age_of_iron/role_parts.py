"""What role sheets show, and texts in narrow columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from moderator.rules.age_of_iron.views.view import ChartView, Country
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block

# Texts in narrow columns: paragraphs with a bold beginning, headings, tick boxes.

LEAST = 8.5
LEADING = 1.27
"""The distance between lines, relative to the font size."""
HEADING = 17.0


def heading(text: str, width: float, note: str = "") -> Block:
    """A heading over a line, with a note at its right end."""

    def draw(page: Page, x: float, y: float) -> None:
        side = fonts.width(fonts.clean(note), 9) + 6 if note else 0.0
        with page.element("H2"):
            page.text(x, y + 10, text, 11, width - side, least=LEAST, is_serif=True)
        page.text(x + width, y + 10, note, 9, width, "right", least=LEAST)
        page.line(x, y + 14, x + width, y + 14, 0.8)

    return Block(HEADING, draw)


def paragraph(
    text: str,
    width: float,
    size: float,
    lead: str = "",
    gap: float = 1.5,
    leading: float = LEADING,
) -> Block:
    """A paragraph in one block; `lead` are its first words, in bold."""
    bold = fonts.width(lead, size, "bold")
    extra = bold - fonts.width(lead, size)
    lines = fonts.wrap(f"{lead} {text}" if lead else text, size, width - max(extra, 0.0))
    is_led = bool(lead) and lines[0].startswith(lead)
    step = size * leading

    def draw(page: Page, x: float, y: float) -> None:
        start, rest = x, lines
        with page.element("P"):
            if is_led:
                page.text(x, y + size, lead, size, is_bold=True)
                first = lines[0].removeprefix(lead).strip()
                start, rest = x + bold + fonts.width(" ", size), [first, *lines[1:]]
            for k, line in enumerate(rest):
                page.text(start if k == 0 else x, y + size + step * k, line, size)

    return Block(step * len(lines) + gap, draw)


def height_of(blocks: Sequence[Block]) -> float:
    """The height of blocks above each other, in points."""
    return sum(block.height for block in blocks)


def draw_blocks(page: Page, x: float, y: float, blocks: Sequence[Block]) -> float:
    """Draws blocks above each other and returns the y below them."""
    for block in blocks:
        block.draw(page, x, y)
        y += block.height
    return y


def columns(blocks: Sequence[Block], count: int, room: float) -> list[list[Block]] | None:
    """The blocks in at most `count` columns, filled one after the other; None if they don't fit."""
    filled: list[list[Block]] = [[]]
    left = room
    for block in blocks:
        if block.height > left:
            filled.append([])
            left = room
        if block.height > left or len(filled) > count:
            return None
        filled[-1].append(block)
        left -= block.height
    return filled


def note_lines(room: float, width: float, most: int) -> list[Block]:
    """Lines to write on, as many as fit the room (points), up to `most`."""
    step = 17.0

    def draw(page: Page, x: float, y: float, step: float) -> None:
        page.line(x, y + step - 2, x + width, y + step - 2)

    return [Block(step, partial(draw, step=step))] * min(int(room // step), most)


# What role sheets show.


@dataclass(frozen=True, slots=True)
class RoleSheet:
    """A country with its objectives and its briefing, the chart, and the options in force."""

    chart: ChartView
    country: Country
    briefing: str
    options: Sequence[str]

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs of the briefing, which blank lines separate; empty if it has none."""
        text = self.briefing.replace("\r\n", "\n")
        return [part for part in text.split("\n\n") if part.strip()]
