"""What is stored."""

from moderator.play.models.access import RecoveryCode, SecondFactor, SignInLink, WrongTries
from moderator.play.models.classroom import Classroom, Group, Person
from moderator.play.models.game import Entry, Erasure, Game, Seat
from moderator.play.models.news import News

__all__ = [
    "Classroom",
    "Entry",
    "Erasure",
    "Game",
    "Group",
    "News",
    "Person",
    "RecoveryCode",
    "Seat",
    "SecondFactor",
    "SignInLink",
    "WrongTries",
]
