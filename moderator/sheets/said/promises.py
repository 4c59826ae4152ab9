"""The promises of a game with the verdicts, how many were kept, and by whom to whom."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.sheets.layout.sheet import TITLE_HEIGHT, Section, Sheet, paragraph
from moderator.sheets.said.lines import SMALL, answer, verdict_words, when
from moderator.sheets.said.table import Column, TableCell, table_head, table_row
from moderator.sheets.said.totals import trust_block
from moderator.sheets.said.view import SaidView, nothing_to_read
from moderator.sheets.said_data import Said, SaidPromise

WHEN, WHO, ANSWER, VERDICT = 78.0, 80.0, 68.0, 180.0
"""The widths of the columns; what was promised has the rest."""


def add_promises(sheet: Sheet, view: SaidView) -> None:
    """Adds the table of promises, and how they were kept."""
    said, width = view.said, sheet.right - sheet.left
    title = _("Promises")
    if not said.promises:
        note = _("No promises were made.") if said.has_all else nothing_to_read()
        sheet.flow(Section(title, paragraph(note, width, SMALL)))
        return
    if said.note:
        title = f"{title} ({said.note.rstrip('.')})"
    columns = _columns(width)
    rows = [table_row(columns, _cells(said, one)) for one in said.promises]
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


def _cells(said: Said, promise: SaidPromise) -> list[TableCell | str]:
    return [
        when(said, promise),
        TableCell(promise.maker.name),
        promise.partner.name,
        promise.sentence,
        promise.exchange or _("nothing"),
        answer(promise),
        _verdict(promise),
    ]


def _verdict(promise: SaidPromise) -> TableCell:
    if not promise.is_accepted:
        return TableCell(texts=("–",))
    texts = [promise.verdict.sentence] if promise.verdict else []
    if promise.exchange:
        words = verdict_words(promise.verdict_on_exchange)
        texts.append(f"{_('In exchange:')} {words}")
        texts += [promise.verdict_on_exchange.sentence] if promise.verdict_on_exchange else []
    return TableCell(verdict_words(promise.verdict), tuple(text for text in texts if text))


def has_no_promises(view: SaidView) -> bool:
    """Whether the readers may read none yet."""
    return not (view.said.has_all or view.said.promises)
