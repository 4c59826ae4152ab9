"""A tournament's sheets: what they show, for a download and for a pack."""

from __future__ import annotations

import hashlib
import json

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext, ngettext, override
from django.views.decorators.http import require_safe

from moderator.core.access import classroom_for
from moderator.core.forms import whole_number
from moderator.core.models import Classroom
from moderator.core.responses import file_response
from moderator.core.sheet_links import requested_paper, slug_of
from moderator.features.printing.game_sheets import SheetRequest
from moderator.features.printing.people import Site
from moderator.features.tournaments.models import Result, Tournament
from moderator.features.tournaments.pages import of_classroom
from moderator.features.tournaments.read import now_of, sides_of
from moderator.features.tournaments.sheet import (
    MatchRow,
    TournamentData,
    cross_parts,
    cross_sheet,
    round_sheet,
    standings_parts,
    standings_sheet,
)
from moderator.features.tournaments.standings import TournamentState
from moderator.rules.registry import GAMES
from moderator.sheets.layout.kind import SheetPart
from moderator.sheets.snapshot import Stamp

# A tournament's sheets: what they show, and all of a class's tournaments for a pack.


def tournament_parts(classroom: Classroom, _site: Site, asked: SheetRequest) -> list[SheetPart]:
    """Standings and cross table of each tournament of the class; perhaps none."""
    parts = []
    with override(asked.language):
        for tournament in classroom.tournaments.order_by("number"):
            now = now_of(tournament)
            contest, stamp = contest_of(now), stamp_of_tournament(now, asked.language)
            parts += standings_parts(contest, stamp, asked.paper)
            parts += cross_parts(contest, stamp, asked.paper)
    return parts


def contest_of(now: TournamentState) -> TournamentData:
    """What the sheets of a tournament show."""
    tournament = now.tournament
    system = gettext("Swiss") if tournament.is_swiss else gettext("Round robin")
    made = ngettext("%(n)d round", "%(n)d rounds", len(now.rounds)) % {"n": len(now.rounds)}
    return TournamentData(
        rules=tournament.rules,
        title=tournament.title,
        system=f"{system}, {made}",
        copyright=GAMES[tournament.rules].copyright,
        sides=sides_of(tournament),
        outcomes=now.outcomes,
        columns=now.columns,
        standings=now.standings,
        rounds=[
            [MatchRow(m.table, m.red, m.blue, m.outcome) for m in one.meetings]
            for one in now.rounds
        ],
        bye=now.bye_sentence,
        counting=now.counting_sentence,
        is_swiss=tournament.is_swiss,
    )


def stamp_of_tournament(now: TournamentState, language: str) -> Stamp:
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
    return Stamp(
        group_name=tournament.classroom.name,
        class_name="",
        game_number=tournament.number,
        entries=results,
        hash=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        at=max(times),
        time_zone=tournament.classroom.time_zone,
        language=language,
        origin=gettext("Tournament %(number)d, after round %(rounds)d; results: %(results)d")
        % facts,
    )


# The download: `?sheet=` round, standings or cross, `?paper=` a4 or letter.


@require_safe
@classroom_for("manage-class")
@of_classroom
def pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The sheet; 404 for an unknown sheet or a round that doesn't exist."""
    now = now_of(tournament)
    contest, stamp = contest_of(now), stamp_of_tournament(now, get_language() or "en")
    paper = requested_paper(request)
    kind = request.GET.get("sheet", "standings")
    if kind == "round":
        requested = request.GET.get("round", "")
        number = whole_number(requested) if requested else len(now.rounds)
        if not number or number > len(now.rounds):
            raise Http404
        kind, data = f"round-{number}", round_sheet(contest, number, stamp, paper)
    elif kind == "standings":
        data = standings_sheet(contest, stamp, paper)
    elif kind == "cross":
        data = cross_sheet(contest, stamp, paper)
    else:
        raise Http404
    classroom = slug_of(tournament.classroom.name, f"class-{tournament.classroom_id}")
    title = slug_of(tournament.title, "tournament")
    name = f"{classroom}-{title}-{tournament.number}-{kind}-{paper}.pdf"
    return file_response(data, "application/pdf", name)
