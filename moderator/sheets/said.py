"""The sheets of what was said: messages, promises with verdicts, diplomatic records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from django.utils.translation import gettext as _

from moderator.plots.matrix import HEAD, trust_plot
from moderator.rules.promises import PromiseCount, Trust
from moderator.rules.said import SaidLine
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing.page import draw_plot
from moderator.sheets.layout.sheet import (
    TITLE_HEIGHT,
    Block,
    Section,
    Sheet,
    beside,
    paragraph,
    space,
    stacked,
)
from moderator.sheets.layout.table import Cell, Column, table_head, table_row
from moderator.sheets.said_lines import SMALL, answer, line_rows, turn_title, verdict_words
from moderator.sheets.snapshot import GameSnapshot, Said


def nothing_to_read() -> str:
    """In place of what hasn't been released."""
    return _("Nothing has been released yet.")


# The messages of a game, by conversation.

Conversation = tuple[SeatLabel, ...]


def conversations(said: Said) -> dict[Conversation, list[SaidLine]]:
    """The messages between the same players, the oldest first; pairs before larger groups."""
    found: dict[Conversation, list[SaidLine]] = {}
    for message in said.messages:
        found.setdefault(message.seats, []).append(message)

    def place(seats: Conversation) -> tuple[int, list[int]]:
        return len(seats), [seat.number for seat in seats]

    return {seats: found[seats] for seats in sorted(found, key=place)}


def add_messages(sheet: Sheet, now: GameSnapshot) -> None:
    said, width = now.said, sheet.width
    if not said.messages:
        note = _("No messages were written.") if said.has_all else nothing_to_read()
        sheet.flow(Section(_("Messages"), paragraph(note, width, SMALL)))
        return
    if said.note:
        sheet.flow(Section(_("Messages"), paragraph(said.note, width, SMALL)))
    for seats, messages in conversations(said).items():
        title = " – ".join(seat.name for seat in seats)
        _flow(sheet, title, messages)


def has_no_messages(now: GameSnapshot) -> bool:
    """Whether the readers may read none yet."""
    return not (now.said.has_all or now.said.messages)


# The promises of a game with the verdicts, how many were kept, and by whom to whom.

WHEN, WHO, ANSWER, VERDICT = 78.0, 80.0, 68.0, 180.0
"""The widths of the columns; what was promised has the rest."""


def add_promises(sheet: Sheet, now: GameSnapshot) -> None:
    """Adds the table of promises, and how they were kept."""
    said, width = now.said, sheet.width
    title = _("Promises")
    if not said.promises:
        note = _("No promises were made.") if said.has_all else nothing_to_read()
        sheet.flow(Section(title, paragraph(note, width, SMALL)))
        return
    if said.note:
        title = f"{title} ({said.note.rstrip('.')})"
    columns = _columns(width)
    rows = [table_row(columns, _cells(one)) for one in said.promises]
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


def has_no_promises(now: GameSnapshot) -> bool:
    """Whether the readers may read none yet."""
    return not (now.said.has_all or now.said.promises)


# Diplomatic records: a part for each player, or one for each pair of players.


def has_no_records(now: GameSnapshot) -> bool:
    """Whether the readers may read nothing yet."""
    said = now.said
    return not (said.has_all or said.contacts or said.promises)


def by_player(now: GameSnapshot) -> Mapping[str, GameSnapshot]:
    """What each player has noted and promised; without those of whom nothing may be read."""
    said = now.said
    found = {}
    for seat in said.seats:
        lines = (
            *(one for one in said.promises if seat in one.seats),
            *(one for one in said.contacts if one.seat == seat),
        )
        if lines or said.has_all:
            found[seat.id] = _only(now, (seat,), lines)
    return found or {"": now}


def by_pair(now: GameSnapshot) -> Mapping[str, GameSnapshot]:
    """What each two players have noted of each other, and promised; the others are left out."""
    said = now.said
    found = {}
    for pair in combinations(said.seats, 2):
        lines = tuple(one for one in (*said.promises, *said.contacts) if one.is_between(*pair))
        if lines:
            found[_name(pair)] = _only(now, pair, lines)
    return found or {"": now}


def _only(
    now: GameSnapshot, of: tuple[SeatLabel, ...], lines: tuple[SaidLine, ...]
) -> GameSnapshot:
    return replace(now, said=replace(now.said, of=of, lines=lines))


def _name(seats: Iterable[SeatLabel]) -> str:
    return " – ".join(seat.name for seat in seats)


def add_records(sheet: Sheet, now: GameSnapshot) -> None:
    said, width = now.said, sheet.width
    if not said.of:
        note = _("Nothing noted.") if said.has_all else nothing_to_read()
        sheet.flow(Section(_("Records"), paragraph(note, width, SMALL)))
        return
    seat = said.of[0] if len(said.of) == 1 else None
    sheet.flow(Section(_name(said.of), paragraph(_note(said), width, SMALL), seat=seat))
    _flow(sheet, _("Promises"), said.promises)
    _flow(sheet, _("Contacts"), said.contacts)


def _note(said: Said) -> str:
    if not said.lines:
        return _("Nothing noted.")
    return said.note or _("As noted during the game; struck-out lines are marked.")


def _flow(sheet: Sheet, title: str, lines: Sequence[SaidLine]) -> None:
    if lines:
        width = sheet.width
        sheet.flow(Section(title, [block for one in lines for block in line_rows(one, width)]))


# How promises were kept: per player, and as a matrix of who promised whom.

NAME, NUMBER = 120.0, 42.0
TOTALS = NAME + 6 * NUMBER
TOTALS_GUTTER, GAP = 26.0, 6.0
BESIDE = 2 * TOTALS
"""The width from which the matrix stands beside the totals, in points."""
ROW = 36.0
"""The height of a row of the matrix, if it has room: a number, a bar and a line of moves."""
TRUST_SMALL = 8.5


def trust_block(trust: Trust, width: float, room: float) -> Block:
    """The promises of each player with the verdicts, and who kept them to whom; on one page.

    Args:
        width, room: in points; the rows of the matrix are as high as the room allows.
    """
    if width < BESIDE:
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
    return Block(height, lambda page, x, y: draw_plot(page, x, y, plot))


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
