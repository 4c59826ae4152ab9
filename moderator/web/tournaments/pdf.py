"""A tournament on paper: `?sheet=` round, standings or cross, `?paper=` a4 or letter."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from moderator import sheets
from moderator.play.models import Tournament
from moderator.play.tournaments import selectors
from moderator.web.core.access import classroom_for
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import file_response
from moderator.web.core.sheet_links import requested_paper
from moderator.web.core.sheet_names import slug_of
from moderator.web.printing.tournaments import contest_of, stamp_of_tournament
from moderator.web.tournaments.index import of_classroom


@require_safe
@classroom_for("manage-class")
@of_classroom
def pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The sheet; 404 for an unknown sheet or a round that doesn't exist."""
    now = selectors.now_of(tournament)
    contest, stamp = contest_of(now), stamp_of_tournament(now, get_language() or "en")
    paper = requested_paper(request)
    kind = request.GET.get("sheet", "standings")
    if kind == "round":
        requested = request.GET.get("round", "")
        number = whole_number(requested) if requested else len(now.rounds)
        if not number or number > len(now.rounds):
            raise Http404
        kind, data = f"round-{number}", sheets.round_sheet(contest, number, stamp, paper)
    elif kind == "standings":
        data = sheets.standings_sheet(contest, stamp, paper)
    elif kind == "cross":
        data = sheets.cross_sheet(contest, stamp, paper)
    else:
        raise Http404
    classroom = slug_of(tournament.classroom.name, f"class-{tournament.classroom_id}")
    title = slug_of(tournament.title, "tournament")
    name = f"{classroom}-{title}-{tournament.number}-{kind}-{paper}.pdf"
    return file_response(data, "application/pdf", name)
