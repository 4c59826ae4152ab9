"""A tournament on paper: `?sheet=` round, standings or cross, `?paper=` a4 or letter."""

from __future__ import annotations

import hashlib
import json

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_safe

from moderator import sheets
from moderator.play.models import Result, Tournament
from moderator.play.tournaments import selectors
from moderator.play.tournaments.standings import TournamentState
from moderator.rules.registry import GAMES
from moderator.web.core.access import classroom_for
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import file_response
from moderator.web.core.sheet_links import requested_paper
from moderator.web.core.sheet_names import slug_of
from moderator.web.tournaments.index import of_classroom


@require_safe
@classroom_for("manage-class")
@of_classroom
def pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The sheet; 404 for an unknown sheet or a round that doesn't exist."""
    now = selectors.now_of(tournament)
    contest, stamp, paper = _contest(now), _stamp(now), requested_paper(request)
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


def _contest(now: TournamentState) -> sheets.TournamentData:
    tournament = now.tournament
    system = gettext("Swiss") if tournament.is_swiss else gettext("Round robin")
    made = ngettext("%(n)d round", "%(n)d rounds", len(now.rounds)) % {"n": len(now.rounds)}
    return sheets.TournamentData(
        rules=tournament.rules,
        title=tournament.title,
        system=f"{system}, {made}",
        copyright=GAMES[tournament.rules].copyright,
        sides=selectors.sides_of(tournament),
        outcomes=now.outcomes,
        columns=now.columns,
        standings=now.standings,
        rounds=[
            [sheets.MatchRow(m.table, m.red, m.blue, m.outcome) for m in one.meetings]
            for one in now.rounds
        ],
        bye=now.bye_sentence,
        counting=now.counting_sentence,
        is_swiss=tournament.is_swiss,
    )


def _stamp(now: TournamentState) -> sheets.Stamp:
    """The stamp: a hash of all pairings and results, and the time of the last one."""
    tournament = now.tournament
    meetings = [m for one in now.rounds for m in one.meetings]
    pairings = [[m.red, m.blue, m.outcome] for m in meetings]
    hashed = [list(now.names.values()), pairings]
    text = json.dumps(hashed, ensure_ascii=False, separators=(",", ":"))
    last = Result.objects.filter(pairing__round__tournament=tournament).order_by("-at").first()
    made = tournament.rounds.order_by("-number").first()
    times = [tournament.created, *([last.at] if last else []), *([made.made] if made else [])]
    results = sum(bool(meeting.outcome) for meeting in meetings)
    facts = {"number": tournament.number, "rounds": len(now.rounds), "results": results}
    return sheets.Stamp(
        group_name=tournament.classroom.name,
        class_name="",
        game_number=tournament.number,
        entries=results,
        hash=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        at=max(times),
        time_zone=tournament.classroom.time_zone,
        language=get_language() or "en",
        origin=gettext("Tournament %(number)d, after round %(rounds)d; results: %(results)d")
        % facts,
    )
