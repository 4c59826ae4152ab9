"""A game's diplomatic records as a PDF, by player and by pair, for the moderator to hand out."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from moderator import sheets
from moderator.play.log import folds
from moderator.play.log.folds import Fold
from moderator.play.models import Group
from moderator.play.table.snapshot import table_of
from moderator.rules.viewer import MODERATOR
from moderator.web.core.access import group_for
from moderator.web.core.responses import file_response
from moderator.web.core.sheet_links import requested_game, requested_paper
from moderator.web.core.sheet_names import slug_of
from moderator.web.feed.records import RecordsView, records_view
from moderator.web.printing.game_sheets import PrintedGame
from moderator.web.printing.people import Site
from moderator.web.printing.said import said_contact, said_promise


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
    pdf = sheets.pdf_of(_parts(view, fold, stamp, paper))
    classroom = slug_of(group.classroom.name, f"class-{group.classroom_id}")
    name = slug_of(group.name, f"group-{group.number}")
    file = f"{classroom}-{name}-game-{game.number}-records-moderator-only-{paper}.pdf"
    return file_response(pdf, "application/pdf", file)


def _parts(
    view: RecordsView, fold: Fold, stamp: sheets.Stamp, paper: sheets.Paper
) -> list[sheets.SheetPart]:
    """A part for each player, and for each pair of which anything is noted."""
    rules, state = fold.timeline.game, fold.timeline.state
    said = sheets.Said(
        rules.seats_of(state),
        (*map(said_promise, view.promises), *map(said_contact, view.contacts)),
        rules.round_word,
        has_all=not view.is_sealed,
        note=gettext("Only what moderators entered.") if view.is_sealed else "",
    )
    shown = sheets.SaidView(rules.name, rules.copyright, rules.glance(state), said)
    every = sheets.sheets_of(rules.id).values()
    kinds = [kind for kind in every if kind.written == "records" and kind.split]
    if view.is_empty:
        kinds = kinds[:1]  # for there are no pairs
    return [part for kind in kinds for part in kind.lay_out(shown, stamp, paper, ())]
