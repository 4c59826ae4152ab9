"""What was said in a game, round by round, in a few lines each."""

from __future__ import annotations

from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.rules.promises import PENDING, Verdict
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, stacked
from moderator.sheets.said.lines import answer, to_whom, verdict_words, with_whom
from moderator.sheets.said_data import Said, SaidContact, SaidLine, SaidMessage

SIZE, LEADING = 8.5, 11.5
TURN, NUMBER = 17.0, 40.0
"""The height of the title of a round, and the room for the number of the last move."""
MOST_LINES, MOST = 2, 14
"""Of one item, and so many items of a round: the other sheets have them whole."""


def time_line_note() -> str:
    """What the numbers are."""
    return _("numbers: the last move before it")


def time_line_blocks(said: Said, width: float) -> list[Block]:
    """The items of each round under its title."""
    found = []
    lines = sorted(said.lines, key=lambda one: one.turn)
    for turn, group in groupby(lines, key=lambda one: one.turn):
        items = list(group)
        rows = [_row(one, width) for one in items[:MOST]]
        more = len(items) - MOST
        if more > 0:
            text = ngettext("and %d more", "and %d more", more) % more
            rows.append(unnumbered(text, width))
        title = f"{said.round_word} {turn}" if turn else _("before the first move")
        found += [stacked([_title(title, width), rows[0]]), *rows[1:]]
    return found


def _title(text: str, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 12, text, 9.5, width, is_bold=True, tag="H3")

    return Block(TURN, draw)


def _row(line: SaidLine, width: float) -> Block:
    return numbered(line.after, sentence_of(line), width)


def numbered(after: int, text: str, width: float, most: int = MOST_LINES) -> Block:
    """A text of at most so many lines behind the number of the last move before it."""
    return _text(str(after) if after else "–", text, width, most)


def unnumbered(text: str, width: float) -> Block:
    """A text in line with those behind numbers."""
    return _text("", text, width)


def sentence_of(line: SaidLine) -> str:
    """Who said what to whom, of promises with the verdict."""
    if isinstance(line, SaidMessage):
        return f"{to_whom(line)}: “{line.text}”"
    if isinstance(line, SaidContact):
        noted = _("%(who)s (note)") % {"who": with_whom(line)}
        return f"{noted}: {line.text}"
    words = [line.sentence, *_judged(line.verdict)]
    if line.exchange:
        words += [_("In exchange:"), line.exchange, *_judged(line.verdict_on_exchange)]
    if not line.is_accepted:
        words.append(f"({answer(line)})")
    return " ".join(words)


def _judged(verdict: Verdict | None) -> list[str]:
    if verdict is None or verdict.kind == PENDING:
        return []
    return [f"{verdict_words(verdict)}."]


def _text(number: str, text: str, width: float, most: int = MOST_LINES) -> Block:
    lines = fonts.wrap(text, SIZE, width - NUMBER, most)

    def draw(page: Page, x: float, y: float) -> None:
        with page.item():
            if number:
                page.text(x + NUMBER - 10, y + SIZE, number, SIZE, NUMBER - 10, "right")
            page.lines(x + NUMBER, y + SIZE, lines, LEADING, SIZE)

    return Block(LEADING * len(lines) + 2, draw)
