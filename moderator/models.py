"""All database models of the site: Django looks for them here."""

from moderator.core.models import (
    MODERATORS,
    Classroom,
    Compaction,
    Diplomacy,
    DoneKey,
    Entry,
    Erasure,
    Game,
    Group,
    LessonSettings,
    News,
    Person,
    Presence,
    Seat,
    WrongTries,
)
from moderator.features.accounts.models import RecoveryCode, SecondFactor, SignInLink
from moderator.features.classes.notes import Note
from moderator.features.clock.models import Announcement, AnnouncementRelease, Clock, Pause
from moderator.features.deals.models import Contact, Objection, PlayerOffer, Promise
from moderator.features.debrief.models import Answer, Comment, DebriefRelease, Question
from moderator.features.from_paper.models import LateEntry
from moderator.features.messages.models import Mailbox, Message, MessageReport
from moderator.features.people.models import JoinRequest, OldCode, RecentJoins, RosterName
from moderator.features.printing.models import Pack
from moderator.features.slips.models import Reminder, SlipVersion
from moderator.features.tournaments.models import (
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
    "Compaction",
    "Contact",
    "DebriefRelease",
    "Diplomacy",
    "DoneKey",
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
