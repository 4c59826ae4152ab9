"""The database models."""

from moderator.play.models.access import RecoveryCode, SecondFactor, SignInLink, WrongTries
from moderator.play.models.classroom import Classroom, Group, Person
from moderator.play.models.game import MODERATORS, Entry, Erasure, Game, Seat
from moderator.play.models.news import News
from moderator.play.models.table import Objection, PlayerOffer, Reminder, SlipVersion
from moderator.play.models.tournament import (
    Entrant,
    Pairing,
    Result,
    Round,
    Tournament,
    TournamentErasure,
)

__all__ = [
    "MODERATORS",
    "Classroom",
    "Entrant",
    "Entry",
    "Erasure",
    "Game",
    "Group",
    "News",
    "Objection",
    "Pairing",
    "Person",
    "PlayerOffer",
    "RecoveryCode",
    "Reminder",
    "Result",
    "Round",
    "Seat",
    "SecondFactor",
    "SignInLink",
    "SlipVersion",
    "Tournament",
    "TournamentErasure",
    "WrongTries",
]
