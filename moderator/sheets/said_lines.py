"""Messages, contacts and promises as rows; round by round; and before the largest swings."""

from __future__ import annotations

from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.rules.promises import BROKEN, KEPT, NOT_DONE, PENDING, VOID, Verdict
from moderator.rules.said import (
    BROKEN_BY_IT,
    CONTACT,
    DECIDED,
    IN_FORCE,
    MESSAGE,
    OFFERED,
    PARTLY,
    PROMISE,
    SaidLine,
    ToldBefore,
    ToldLine,
)
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.header import without_arrows
from moderator.sheets.layout.moves import entry
from moderator.sheets.layout.sheet import Block, paragraph, space, stacked
from moderator.sheets.snapshot import Said

# Messages, contacts and promises as rows that go on from page to page.

SIZE, LEADING = 9.5, 13.0
SMALL, SMALL_LEADING = 8.0, 11.0
SPACE, BESIDE = 6.0, 10.0
MOST_BREAKS = 12
"""A text with more line breaks is one paragraph, so that nobody fills pages with them."""
TOGETHER = 3
"""So many lines of a text are on the page of what is written above it."""


def line_rows(line: SaidLine, width: float) -> list[Block]:
    """Who wrote or promised it to whom, and when; what was written; of a promise the verdicts."""
    entered = _("entered by the moderator") if line.is_entered else ""
    if line.is_answer_entered and not entered:
        entered = _("answer entered by the moderator")
    struck = _("struck out") if line.is_struck else ""
    facts = (line.when, answer(line) if line.kind == PROMISE else "", entered, struck)
    lines = [] if line.kind == PROMISE else text_lines(line.text)
    for k, (*_both, sentence, verdict) in enumerate(line.sides):
        lines.append(f"{_('In exchange:')} {sentence}" if k else sentence)
        if verdict and verdict.kind != PENDING:
            lines.append(f"{verdict_words(verdict)}: {verdict.sentence}")
    head = _head(to_whom(line), " · ".join(one for one in facts if one), width)
    found = [block for text in lines for block in paragraph(text, width, SIZE, LEADING)]
    return [stacked([space(SPACE), head, *found[:TOGETHER]]), *found[TOGETHER:]]


def to_whom(line: SaidLine) -> str:
    """Who wrote or promised it to whom, or noted a contact with whom."""
    facts = {"seat": line.seat.name, "names": ", ".join(seat.name for seat in line.others)}
    text = _("%(seat)s with %(names)s") if line.kind == CONTACT else _("%(seat)s to %(names)s")
    return text % facts


def answer(promise: SaidLine) -> str:
    if promise.accepted_after:
        return _("accepted after entry %d") % promise.accepted_after
    return {
        "accepted": _("accepted"),
        "declined": _("declined"),
        "withdrawn": _("withdrawn"),
    }.get(promise.answer, _("not answered"))


def verdict_words(verdict: Verdict | None) -> str:
    """The verdict in a word, with the entry that decided it."""
    if verdict is None:
        return "–"
    words = {
        KEPT: _("Kept"),
        BROKEN: _("Broken"),
        NOT_DONE: _("Not done"),
        VOID: _("Void"),
        PENDING: _("Not decided"),
    }
    entry = _(" (entry %d)") % verdict.entry if verdict.entry else ""
    return f"{words[verdict.kind]}{entry}"


def text_lines(text: str) -> list[str]:
    """What somebody wrote, in its lines; empty ones are left out."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines if len(lines) <= MOST_BREAKS else [" / ".join(lines)]


def _head(title: str, facts: str, width: float) -> Block:
    """The title in bold, and the facts behind it, or below if there is no room."""
    lines = fonts.wrap(title, SIZE, width, 2, "bold")
    used = fonts.width(lines[-1], SIZE, "bold") + BESIDE
    small = fonts.wrap(facts, SMALL, width, 2)
    is_beside = len(small) == 1 and used + fonts.width(small[0], SMALL) <= width

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            page.lines(x, y + SIZE, lines, LEADING, SIZE, is_bold=True)
            base = y + SIZE + LEADING * (len(lines) - 1)
            if is_beside:
                page.text(x + used, base, small[0], SMALL)
            else:
                page.lines(x, base + SMALL_LEADING, small, SMALL_LEADING, SMALL)

    below = 0 if is_beside else SMALL_LEADING * len(small)
    return Block(LEADING * len(lines) + below, draw)


# What was said in a game, round by round, in a few lines each.

TURN = 17.0
"""The height of the title of a round."""
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
        rows = [numbered(one.log_number, sentence_of(one), width) for one in items[:MOST]]
        more = len(items) - MOST
        if more > 0:
            text = ngettext("and %d more", "and %d more", more) % more
            rows.append(entry("", text, width, most=MOST_LINES))
        title = f"{said.round_word} {turn}" if turn else _("before the first move")
        found += [stacked([turn_title(title, width), rows[0]]), *rows[1:]]
    return found


def turn_title(text: str, width: float) -> Block:
    """A small title in bold."""
    return Block(
        TURN, lambda page, x, y: page.text(x, y + 12, text, 9.5, width, is_bold=True, tag="H3")
    )


def numbered(after: int, text: str, width: float, most: int = MOST_LINES) -> Block:
    """A text of at most so many lines behind the number of the last move before it."""
    return entry(str(after) if after else "–", text, width, most=most)


def sentence_of(line: SaidLine) -> str:
    """Who said what to whom, of promises with the verdict."""
    if line.kind == MESSAGE:
        return f"{to_whom(line)}: “{line.text}”"
    if line.kind == CONTACT:
        noted = _("%(who)s (note)") % {"who": to_whom(line)}
        return f"{noted}: {line.text}"
    words = []
    for k, (*_both, sentence, verdict) in enumerate(line.sides):
        words += [_("In exchange:"), sentence] if k else [sentence]
        if verdict and verdict.kind != PENDING:
            words.append(f"{verdict_words(verdict)}.")
    if not line.is_accepted:
        words.append(f"({answer(line)})")
    return " ".join(words)


# What those concerned had told each other before the moves that swung the points most.

TOLD_SIZE, TOLD_LEADING = 9.5, 12.5
TOLD_SMALL, TOLD_SMALL_LEADING = 8.5, 11.5
TOLD_SPACE = 6.0
MOST_HEAD, TOLD_LINES, TOLD_MOST = 3, 3, 12
"""Lines of the move, lines of one item, and items before a move: the newest."""


def told_blocks(said: Said, width: float) -> list[Block]:
    """Each move with what had been said before it, the oldest first; on one page each head with the
    first of that."""
    found = []
    for one in said.told:
        rows = _told_rows(said, one, width)
        found += [stacked([_told_head(said, one, width), rows[0]]), *rows[1:], space(TOLD_SPACE)]
    return found[:-1]


def _told_rows(said: Said, one: ToldBefore, width: float) -> list[Block]:
    if not one.lines:
        nothing = _("Nothing that has been released was said between them before.")
        if said.has_all:
            nothing = _("Nothing was said between them before.")
        return [entry("", nothing, width, most=MOST_LINES)]
    rows = [
        numbered(line.number, _told_text(line), width, TOLD_LINES)
        for line in one.lines[:TOLD_MOST][::-1]
    ]
    more = len(one.lines) - TOLD_MOST
    if more > 0:
        text = ngettext("and %d more before that", "and %d more before that", more) % more
        rows.insert(0, entry("", text, width, most=MOST_LINES))
    return rows


def _told_text(told: ToldLine) -> str:
    """With how a promise stood then; the line of one that was never accepted has its answer."""
    offered = _("Promise, accepted later") if told.said.is_accepted else _("Promise")
    standing = {
        OFFERED: offered,
        BROKEN_BY_IT: _("Promise, broken by this"),
        IN_FORCE: _("Promise, in force"),
        PARTLY: _("Promise, still in force on one side"),
        DECIDED: _("Promise, decided before"),
    }.get(told.promise)
    return f"{standing}: {sentence_of(told.said)}" if standing else sentence_of(told.said)


def _told_head(said: Said, one: ToldBefore, width: float) -> Block:
    """The move, and how the points changed with it."""
    title = f"{one.number} · {said.round_word} {one.turn} · {without_arrows(one.sentence)}."
    lines = fonts.wrap(title, TOLD_SIZE, width, MOST_HEAD, "bold")
    changed = _("Points: %s") % ", ".join(_changed(*change) for change in one.points)
    small = fonts.wrap(changed, TOLD_SMALL, width, 2) if one.points else []

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("H3"):
            page.lines(x, y + TOLD_SIZE, lines, TOLD_LEADING, TOLD_SIZE, is_bold=True)
        if small:
            with page.element("P"):
                below = y + TOLD_LEADING * len(lines) + TOLD_SMALL
                page.lines(x, below, small, TOLD_SMALL_LEADING, TOLD_SMALL)

    return Block(TOLD_LEADING * len(lines) + TOLD_SMALL_LEADING * len(small) + 3, draw)


def _changed(seat: SeatLabel, before: int, after: int) -> str:
    facts = {"name": seat.name, "before": before, "after": after}
    return _("%(name)s %(before)d to %(after)d") % facts
