"""Tournaments of Valley of War, and results for them."""

from typing import Any

from moderator.core import credentials
from moderator.core.models import Classroom
from moderator.core.people import instructor_person
from moderator.features.tournaments.models import Tournament
from moderator.features.tournaments.read import now_of, result_record
from moderator.features.tournaments.write import tournament_create

FOUR = ("Ann", "Bob", "Cy", "Dee")


def make(classroom: Classroom, system: str = "swiss", **other: Any) -> Tournament:
    plan = {"names": FOUR, "tables": 2, "title": "Club evening"} | other
    return tournament_create(classroom, "valley-of-war", system=system, **plan)


def tell(tournament: Tournament, *outcomes: str, **other: Any) -> None:
    """Records the results of the current round, in its order."""
    now = now_of(tournament)
    by = instructor_person(tournament.classroom)
    for meeting, outcome in zip(now.rounds[-1].meetings, outcomes, strict=False):
        seen = len(meeting.results)
        result_record(meeting.pairing, outcome, seen, credentials.new(), by, "instructor", **other)


def pairs(tournament: Tournament) -> list[list[str]]:
    now = now_of(tournament)
    return [[f"{m.red}-{m.blue}" for m in one.meetings] for one in now.rounds]
