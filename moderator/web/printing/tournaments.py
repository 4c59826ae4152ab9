"""A tournament's sheets: what they show, and all of a class's tournaments for a pack."""

from __future__ import annotations

import hashlib
import json

from django.utils.translation import gettext, ngettext, override

from moderator import sheets
from moderator.play.models import Classroom, Result
from moderator.play.tournaments import selectors
from moderator.play.tournaments.standings import TournamentState
from moderator.rules.registry import GAMES
from moderator.web.printing.game_sheets import SheetRequest
from moderator.web.printing.people import Site


def tournament_parts(
    classroom: Classroom, _site: Site, asked: SheetRequest
) -> list[sheets.SheetPart]:
    """Standings and cross table of each tournament of the class; perhaps none."""
    parts = []
    with override(asked.language):
        for tournament in classroom.tournaments.order_by("number"):
            now = selectors.now_of(tournament)
            contest, stamp = contest_of(now), stamp_of_tournament(now, asked.language)
            parts += sheets.standings_parts(contest, stamp, asked.paper)
            parts += sheets.cross_parts(contest, stamp, asked.paper)
    return parts


def contest_of(now: TournamentState) -> sheets.TournamentData:
    """What the sheets of a tournament show."""
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


def stamp_of_tournament(now: TournamentState, language: str) -> sheets.Stamp:
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
        language=language,
        origin=gettext("Tournament %(number)d, after round %(rounds)d; results: %(results)d")
        % facts,
    )
