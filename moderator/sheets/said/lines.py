"""Messages, contacts and promises as rows that go on from page to page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from moderator.rules.promises import BROKEN, KEPT, NOT_DONE, PENDING, VOID, Verdict
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, paragraph, space, stacked
from moderator.sheets.said_data import Said, SaidContact, SaidMessage, SaidPromise

SIZE, LEADING = 9.5, 13.0
SMALL, SMALL_LEADING = 8.0, 11.0
SPACE, BESIDE = 6.0, 10.0
MOST_BREAKS = 12
"""A text with more line breaks is one paragraph, so that nobody fills pages with them."""
TOGETHER = 3
"""So many lines of a text are on the page of what is written above it."""


def message_rows(said: Said, message: SaidMessage, width: float) -> list[Block]:
    """A message with who wrote it to whom, and when."""
    facts = (when(said, message), _entered(message.is_entered))
    return _rows(to_whom(message), _joined(facts), text_lines(message.text), width)


def contact_rows(said: Said, contact: SaidContact, width: float) -> list[Block]:
    """A line of a record."""
    struck = _("struck out") if contact.is_struck else ""
    facts = (when(said, contact), _entered(contact.is_entered), struck)
    return _rows(with_whom(contact), _joined(facts), text_lines(contact.text), width)


def promise_rows(said: Said, promise: SaidPromise, width: float) -> list[Block]:
    """A promise with its answer and the verdicts."""
    lines = [promise.sentence, *judged(promise.verdict)]
    if promise.exchange:
        lines += [f"{_('In exchange:')} {promise.exchange}", *judged(promise.verdict_on_exchange)]
    entered = _entered(promise.is_entered)
    if promise.is_answer_entered and not entered:
        entered = _("answer entered by the moderator")
    facts = (when(said, promise), answer(promise), entered)
    return _rows(promised(promise), _joined(facts), lines, width)


def to_whom(message: SaidMessage) -> str:
    """Who wrote it to whom."""
    facts = {"maker": message.sender.name, "partner": names(message.recipients)}
    return _("%(maker)s to %(partner)s") % facts


def with_whom(contact: SaidContact) -> str:
    """Who noted a contact with whom."""
    facts = {"seat": contact.seat.name, "names": names(contact.partners)}
    return _("%(seat)s with %(names)s") % facts


def promised(promise: SaidPromise) -> str:
    """Who promised something to whom."""
    facts = {"maker": promise.maker.name, "partner": promise.partner.name}
    return _("%(maker)s to %(partner)s") % facts


def names(seats: Iterable[SeatLabel]) -> str:
    """The seats' names, after each other."""
    return ", ".join(seat.name for seat in seats)


def when(said: Said, line: SaidMessage | SaidContact | SaidPromise) -> str:
    """The round and the last move before it, in words."""
    moved = _("before the first move")
    if line.after:
        moved = _("after entry %(number)d") % {"number": line.after}
    return f"{said.round_word} {line.turn}, {moved}" if line.turn else moved


def answer(promise: SaidPromise) -> str:
    """How a promise was answered."""
    if promise.accepted_after:
        return _("accepted after entry %d") % promise.accepted_after
    return {
        "accepted": _("accepted"),
        "declined": _("declined"),
        "withdrawn": _("withdrawn"),
    }.get(promise.answer, _("not answered"))


def judged(verdict: Verdict | None) -> list[str]:
    """The verdict in a line, if there is one."""
    if verdict is None or verdict.kind == PENDING:
        return []
    return [f"{verdict_words(verdict)}: {verdict.sentence}"]


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


def _entered(is_entered: bool) -> str:
    return _("entered by the moderator") if is_entered else ""


def _joined(parts: Iterable[str]) -> str:
    return " · ".join(part for part in parts if part)


def _rows(title: str, facts: str, lines: Sequence[str], width: float) -> list[Block]:
    found = [block for line in lines for block in paragraph(line, width, SIZE, LEADING)]
    first = stacked([space(SPACE), _head(title, facts, width), *found[:TOGETHER]])
    return [first, *found[TOGETHER:]]


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
