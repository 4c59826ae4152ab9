"""Tournaments of Valley of War, and results for them."""

from typing import Any

from moderator.play import credentials, services
from moderator.play.models import Classroom, Tournament
from moderator.play.services import TournamentPlan
from moderator.play.tournaments import selectors

FOUR = ("Ann", "Bob", "Cy", "Dee")


def make(classroom: Classroom, system: str = "swiss", **other: Any) -> Tournament:
    plan = {"names": FOUR, "tables": 2, "title": "Club evening"} | other
    return services.tournament_create(
        classroom, TournamentPlan("valley-of-war", system=system, **plan)
    )


def tell(tournament: Tournament, *outcomes: str, **other: Any) -> None:
    """Records the results of the current round, in its order."""
    now = selectors.now_of(tournament)
    by = services.instructor_person(tournament.classroom)
    for meeting, outcome in zip(now.rounds[-1].meetings, outcomes, strict=False):
        seen = len(meeting.results)
        services.result_record(
            meeting.pairing, outcome, seen, credentials.new(), by, "instructor", **other
        )


def pairs(tournament: Tournament) -> list[list[str]]:
    now = selectors.now_of(tournament)
    return [[f"{m.red}-{m.blue}" for m in one.meetings] for one in now.rounds]
