"""A game's diplomatic records as a PDF, by player and by pair, for the moderator to hand out."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from moderator import sheets
from moderator.play.log import folds
from moderator.play.models import Game, Group
from moderator.play.table.snapshot import table_of
from moderator.rules.promises import BROKEN, KEPT, NOT_DONE, VOID, Verdict
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import MODERATOR
from moderator.web.core.access import group_for
from moderator.web.core.responses import file_response
from moderator.web.core.sheet_links import requested_game, requested_paper
from moderator.web.core.sheet_names import slug_of
from moderator.web.feed.records import (
    ContactRow,
    PromiseRow,
    RecordsView,
    pair_of,
    records_view,
)
from moderator.web.printing.game_sheets import PrintedGame
from moderator.web.printing.people import Site


@require_safe
@group_for("print-sheet")
def records_pdf(request: HttpRequest, group: Group) -> HttpResponse:
    """The sheet; 404 in games without records."""
    game, paper = requested_game(request, group), requested_paper(request)
    fold = folds.fold_of(game)
    view = records_view(game, fold, table_of(game, fold).records, MODERATOR)
    if view is None:
        raise Http404
    language = get_language() or "en"
    printed = PrintedGame.of(Site.of(request), game)
    stamp = printed.stamp(fold.number, language, is_moderators_only=True)
    parts = record_parts(game, view, fold.timeline.game.glance(fold.timeline.state))
    pdf = sheets.pdf_of(sheets.record_parts(parts, stamp, paper))
    classroom = slug_of(group.classroom.name, f"class-{group.classroom_id}")
    name = slug_of(group.name, f"group-{group.number}")
    file = f"{classroom}-{name}-game-{game.number}-records-moderator-only-{paper}.pdf"
    return file_response(pdf, "application/pdf", file)


def record_parts(game: Game, view: RecordsView, status: str) -> list[sheets.RecordPart]:
    """A part for each player, and for each pair of which anything is noted."""
    rules, state = folds.fold_of(game).timeline.game, folds.fold_of(game).timeline.state
    seats = rules.seats_of(state)

    def part(
        of: tuple[SeatLabel, ...], promises: Sequence[PromiseRow], contacts: Sequence[ContactRow]
    ) -> sheets.RecordPart:
        return sheets.RecordPart(
            of,
            [_promise_line(row) for row in promises],
            [_contact_line(row) for row in contacts],
            rules.name,
            rules.copyright,
            status,
        )

    found = [
        part(
            (seat,),
            [row for row in view.promises if seat in (row.maker, row.partner)],
            [row for row in view.contacts if row.seat == seat],
        )
        for seat in seats
    ]
    for k, one in enumerate(seats):
        for two in seats[k + 1 :]:
            pair = pair_of(one.id, two.id)
            promises = [row for row in view.promises if pair in row.pairs]
            contacts = [row for row in view.contacts if pair in row.pairs]
            if promises or contacts:
                found.append(part((one, two), promises, contacts))
    return found


def _contact_line(row: ContactRow) -> sheets.RecordLine:
    one = row.contact
    names = ", ".join(seat.name for seat in row.partners)
    head = gettext("%(seat)s with %(names)s") % {"seat": row.seat.name, "names": names}
    struck = gettext("struck out") if one.is_struck else ""
    entered = gettext("entered by the moderator") if one.is_entered else ""
    return sheets.RecordLine(_joined(head, row.when, entered, struck), (one.text,))


def _promise_line(row: PromiseRow) -> sheets.RecordLine:
    one = row.promise
    names = {"maker": row.maker.name, "partner": row.partner.name}
    head = gettext("%(maker)s to %(partner)s") % names
    answers = {
        "": gettext("not answered"),
        "accepted": gettext("accepted"),
        "declined": gettext("declined"),
        "withdrawn": gettext("withdrawn"),
    }
    texts = [_judged(row.sentence, row.verdict)]
    if row.exchange:
        other = _judged(row.exchange, row.exchange_verdict)
        texts.append(f"{gettext('In exchange:')} {other}")
    entered = gettext("entered by the moderator") if one.is_entered else ""
    if one.is_answer_entered and not entered:
        entered = gettext("answer entered by the moderator")
    return sheets.RecordLine(_joined(head, row.when, answers[one.answer], entered), tuple(texts))


def _judged(sentence: str, verdict: Verdict | None) -> str:
    words = {
        KEPT: gettext("Kept"),
        BROKEN: gettext("Broken"),
        NOT_DONE: gettext("Not done"),
        VOID: gettext("Void"),
    }
    if verdict is None or verdict.kind not in words:
        return sentence
    entry = gettext(" (no. %d)") % verdict.entry if verdict.entry else ""
    return f"{sentence}\n{words[verdict.kind]}{entry}: {verdict.sentence}"


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
