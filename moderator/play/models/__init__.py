"""What is stored."""

from moderator.play.models.access import SignInLink
from moderator.play.models.classroom import Classroom, Group, Person
from moderator.play.models.game import Entry, Erasure, Game, Seat

__all__ = [
    "Classroom",
    "Entry",
    "Erasure",
    "Game",
    "Group",
    "Person",
    "Seat",
    "SignInLink",
]
