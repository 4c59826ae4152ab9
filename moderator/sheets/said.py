"""Sheets and lines of what was said: messages, promises with verdicts, diplomatic records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.plots.matrix import HEAD, trust_plot
from moderator.rules.deals import (
    BROKEN,
    BROKEN_BY_IT,
    CONTACT,
    DECIDED,
    IN_FORCE,
    KEPT,
    MESSAGE,
    NOT_DONE,
    OFFERED,
    PARTLY,
    PENDING,
    PROMISE,
    VOID,
    PromiseCount,
    SaidLine,
    ToldBefore,
    ToldLine,
    Trust,
    Verdict,
)
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import Page, fonts
from moderator.sheets.layout import (
    TITLE_HEIGHT,
    Block,
    Section,
    Sheet,
    beside,
    paragraph,
    plot_block,
    space,
    stacked,
    without_arrows,
)
from moderator.sheets.layout.table import Cell, Column, entry, table_head, table_row
from moderator.sheets.snapshot import GameSnapshot, Said

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


def time_line_blocks(said: Said, width: float) -> list[Block]:
    """The items of each round under its title, but for those that `told_blocks` has."""
    found = []
    told = [line.said for one in told_once(said) for line in one.lines[:TOLD_MOST]]
    lines = sorted((one for one in said.lines if one not in told), key=lambda one: one.turn)
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


def told_once(said: Said) -> list[ToldBefore]:
    """The moves, each without what had been said before an earlier one already."""
    found: list[ToldBefore] = []
    for one in said.told:
        earlier = [line.said for before in found for line in before.lines]
        found.append(replace(one, lines=tuple(n for n in one.lines if n.said not in earlier)))
    return found


def told_blocks(said: Said, width: float) -> list[Block]:
    """Each move with what had been said before it, the oldest first; on one page each head with the
    first of that."""
    found = []
    for one in told_once(said):
        rows = _told_rows(said, one, width)
        found += [stacked([_told_head(said, one, width), rows[0]]), *rows[1:], space(TOLD_SPACE)]
    return found[:-1]


def _told_rows(said: Said, one: ToldBefore, width: float) -> list[Block]:
    if not one.lines:
        nothing = _("Nothing that has been released was said between them before.")
        if said.has_all:
            nothing = _("Nothing was said between them before.")
        if one not in said.told:
            nothing = _("What had been said stands above.")
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
        page.lines(x, y + TOLD_SIZE, lines, TOLD_LEADING, TOLD_SIZE, is_bold=True, tag="H3")
        if small:
            with page.element("P"):
                below = y + TOLD_LEADING * len(lines) + TOLD_SMALL
                page.lines(x, below, small, TOLD_SMALL_LEADING, TOLD_SMALL)

    return Block(TOLD_LEADING * len(lines) + TOLD_SMALL_LEADING * len(small) + 3, draw)


def _changed(seat: SeatLabel, before: int, after: int) -> str:
    facts = {"name": seat.name, "before": before, "after": after}
    return _("%(name)s %(before)d to %(after)d") % facts


# The sheets.


def _add_note(sheet: Sheet, title: str, note: str) -> None:
    """Adds a sentence alone; without one, that nothing has been released."""
    text = note or _("Nothing has been released yet.")
    sheet.flow(Section(title, paragraph(text, sheet.width, SMALL)))


# The messages of a game, by conversation.


def _by_talk(message: SaidLine) -> tuple[int, list[int]]:
    """The order of conversations: pairs before larger groups."""
    return len(message.seats), [seat.number for seat in message.seats]


def add_messages(sheet: Sheet, now: GameSnapshot) -> None:
    said = now.said
    if not said.only(MESSAGE):
        _add_note(sheet, _("Messages"), _("No messages were written.") if said.has_all else "")
        return
    if said.note:
        _add_note(sheet, _("Messages"), said.note)
    for _talk, group in groupby(sorted(said.only(MESSAGE), key=_by_talk), key=_by_talk):
        messages = list(group)
        _flow(sheet, _name(messages[0].seats), messages)


# The promises of a game with the verdicts, how many were kept, and by whom to whom.

WHEN, WHO, ANSWER, VERDICT = 78.0, 80.0, 68.0, 180.0
"""The widths of the columns; what was promised has the rest."""


def add_promises(sheet: Sheet, now: GameSnapshot) -> None:
    """Adds the table of promises, and how they were kept."""
    said, width, title = now.said, sheet.width, _("Promises")
    promises = said.only(PROMISE)
    if not promises:
        _add_note(sheet, title, _("No promises were made.") if said.has_all else "")
        return
    if said.note:
        title = f"{title} ({said.note.rstrip('.')})"
    columns = _columns(width)
    rows = [table_row(columns, _cells(one)) for one in promises]
    sheet.flow(Section(title, rows, table_head(columns)))
    trust = said.trust
    if trust.made:
        room = sheet.bottom - sheet.top - TITLE_HEIGHT
        sheet.flow(Section(_("Promises kept and broken"), [trust_block(trust, width, room)]))


def _columns(width: float) -> list[Column]:
    rest = (width - WHEN - 2 * WHO - ANSWER - VERDICT) / 2
    return [
        Column(_("When"), WHEN),
        Column(_("Who"), WHO),
        Column(_("To whom"), WHO),
        Column(_("What"), rest),
        Column(_("In exchange"), rest),
        Column(_("Answer"), ANSWER),
        Column(_("Verdict"), VERDICT),
    ]


def _cells(promise: SaidLine) -> list[Cell | str]:
    return [
        promise.when,
        Cell(promise.seat.name),
        promise.partner.name,
        promise.text,
        promise.exchange or _("nothing"),
        answer(promise),
        _verdict(promise),
    ]


def _verdict(promise: SaidLine) -> Cell:
    if not promise.is_accepted:
        return Cell(texts=("–",))
    texts = [promise.verdict.sentence] if promise.verdict else []
    if promise.exchange:
        words = verdict_words(promise.exchange_verdict)
        texts.append(f"{_('In exchange:')} {words}")
        texts += [promise.exchange_verdict.sentence] if promise.exchange_verdict else []
    return Cell(verdict_words(promise.verdict), tuple(text for text in texts if text))


# Diplomatic records: player by player, or pair by pair.


Record = tuple[tuple[SeatLabel, ...], Sequence[SaidLine]]
"""What is between some players; of one alone what the player noted and promised."""


def by_player(said: Said) -> Iterator[Record]:
    """What each player has noted and promised."""
    for seat in said.seats:
        promised = [one for one in said.only(PROMISE) if seat in one.seats]
        yield (seat,), [*promised, *(one for one in said.only(CONTACT) if one.seat == seat)]


def by_pair(said: Said) -> Iterator[Record]:
    """What each two players have noted of each other, and promised."""
    for pair in combinations(said.seats, 2):
        yield pair, [one for one in said.only(PROMISE, CONTACT) if one.is_between(*pair)]


def _name(seats: Iterable[SeatLabel]) -> str:
    return " – ".join(seat.name for seat in seats)


def add_records(
    sheet: Sheet, now: GameSnapshot, divided: Callable[[Said], Iterable[Record]]
) -> None:
    """Adds the records one after the other."""
    said = now.said
    found = list(divided(said))
    if not any(lines for _of, lines in found):
        _add_note(sheet, _("Records"), _("Nothing noted.") if said.has_all else "")
        return
    note = said.note or _("As noted during the game; struck-out lines are marked.")
    _add_note(sheet, _("Records"), note)
    for of, lines in found:
        seat = of[0] if len(of) == 1 else None
        for kind, word in ((PROMISE, _("promises")), (CONTACT, _("contacts"))):
            own = [one for one in lines if one.kind == kind]
            _flow(sheet, f"{_name(of)}: {word}", own, seat)


def _flow(
    sheet: Sheet, title: str, lines: Sequence[SaidLine], seat: SeatLabel | None = None
) -> None:
    if lines:
        rows = [block for one in lines for block in line_rows(one, sheet.width)]
        sheet.flow(Section(title, rows, seat=seat))


# How promises were kept: per player, and as a matrix of who promised whom.

NAME, NUMBER = 120.0, 42.0
TOTALS = NAME + 6 * NUMBER
TOTALS_GUTTER, GAP = 26.0, 6.0
LEAST_BESIDE = 2 * TOTALS
"""The width from which the matrix stands beside the totals, in points."""
ROW = 36.0
"""The height of a row of the matrix, if it has room: a number, a bar and a line of moves."""
TRUST_SMALL = 8.5


def trust_block(trust: Trust, width: float, room: float) -> Block:
    """The promises of each player with the verdicts, and who kept them to whom; on one page.

    Args:
        width, room: in points; the rows of the matrix are as high as the room allows.
    """
    if width < LEAST_BESIDE:
        totals = _totals(trust, width)
        left = room - totals.height - GAP
        return stacked([totals, space(GAP), _matrix(trust, width, left)])
    matrix = _matrix(trust, width - TOTALS - TOTALS_GUTTER, room)
    return beside([_totals(trust, TOTALS), matrix], TOTALS + TOTALS_GUTTER)


def _totals(trust: Trust, width: float) -> Block:
    heads = (_("Made"), _("Kept"), _("Broken"), _("Not done"), _("Void"), _("Not decided"))
    name = max(NAME, width - NUMBER * len(heads))
    columns = [Column(_("Promised by"), name), *(Column(one, NUMBER, "right") for one in heads)]
    rows = [
        table_row(columns, [Cell(seat.name, seat=seat), *_numbers(count)])
        for seat, count in zip(trust.seats, trust.by_maker, strict=True)
    ]
    return stacked([table_head(columns), *rows])


def _numbers(count: PromiseCount) -> list[str]:
    numbers = (count.made, count.kept, count.broken, count.not_done, count.void, count.pending)
    return [str(number) for number in numbers]


def _matrix(trust: Trust, width: float, room: float) -> Block:
    note = _("None of them has been kept or broken.")
    if trust.has_decided:
        note = _("Kept promises of those that were kept or broken; below them the moves that broke "
                 "some.")  # fmt: skip
    blocks = [
        turn_title(_("Who kept promises to whom"), width),
        *paragraph(note, width, TRUST_SMALL),
    ]
    if trust.has_decided:
        left = room - sum(block.height for block in blocks) - GAP
        blocks += [space(GAP), _plot(trust, width, left)]
    return stacked(blocks)


def _plot(trust: Trust, width: float, room: float) -> Block:
    height = min(HEAD + ROW * len(trust.seats), room)
    plot = trust_plot(trust, width, height, _("row to column"))
    plot = replace(plot, label=" ".join(_sentences(trust)))
    return plot_block(plot)


def _sentences(trust: Trust) -> Iterator[str]:
    """The matrix in words."""
    for maker, row in zip(trust.seats, trust.cells, strict=True):
        for partner, count in zip(trust.seats, row, strict=True):
            if not count.decided:
                continue
            facts = {
                "maker": maker.name,
                "partner": partner.name,
                "kept": count.kept,
                "decided": count.decided,
                "moves": ", ".join(map(str, count.broken_by)),
            }
            if count.broken_by:
                yield _("%(maker)s kept %(kept)d of %(decided)d promises to %(partner)s; broken "
                        "with moves %(moves)s.") % facts  # fmt: skip
            else:
                yield _("%(maker)s kept %(kept)d of %(decided)d promises to %(partner)s.") % facts
