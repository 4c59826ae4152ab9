"""The database models."""

from moderator.play.models.access import (
    RecentJoins,
    RecoveryCode,
    SecondFactor,
    SignInLink,
    WrongTries,
)
from moderator.play.models.classroom import Classroom, Group, Person
from moderator.play.models.diplomacy import (
    Answer,
    Contact,
    DebriefRelease,
    Diplomacy,
    Mailbox,
    Message,
    MessageReport,
    Promise,
    Question,
)
from moderator.play.models.game import MODERATORS, Entry, Erasure, Game, Seat
from moderator.play.models.lesson import (
    Announcement,
    AnnouncementRelease,
    Clock,
    JoinRequest,
    LessonSettings,
    Note,
    OldCode,
    Pause,
    Presence,
    RosterName,
)
from moderator.play.models.news import News
from moderator.play.models.paper import Comment, LateEntry, Pack
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
    "Announcement",
    "AnnouncementRelease",
    "Answer",
    "Classroom",
    "Clock",
    "Comment",
    "Contact",
    "DebriefRelease",
    "Diplomacy",
    "Entrant",
    "Entry",
    "Erasure",
    "Game",
    "Group",
    "JoinRequest",
    "LateEntry",
    "LessonSettings",
    "Mailbox",
    "Message",
    "MessageReport",
    "News",
    "Note",
    "Objection",
    "OldCode",
    "Pack",
    "Pairing",
    "Pause",
    "Person",
    "PlayerOffer",
    "Presence",
    "Promise",
    "Question",
    "RecentJoins",
    "RecoveryCode",
    "Reminder",
    "Result",
    "RosterName",
    "Round",
    "Seat",
    "SecondFactor",
    "SignInLink",
    "SlipVersion",
    "Tournament",
    "TournamentErasure",
    "WrongTries",
]
