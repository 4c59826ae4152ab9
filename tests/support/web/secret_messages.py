"""Messages and drafts in the present game of each group, each with a word of its own."""

from __future__ import annotations

from moderator.core import credentials
from moderator.core.models import Game, Person
from moderator.core.people import instructor_person
from moderator.features.messages.models import Mailbox
from moderator.features.messages.write import message_send

NOBODY_READS = 1  # the place of the group in which moderators don't read along


def write(game: Game, place: int, student: Person, own: str) -> dict[str, frozenset[str]]:
    """Writes what the student's country and others write; each secret with who reads it: "student",
    "teachers" or both."""
    by = instructor_person(game.group.classroom)
    others = [seat.player for seat in game.seats.order_by("pk") if seat.player != own]
    readers = frozenset() if place == NOBODY_READS else frozenset(["teachers"])
    secrets = {
        f"zqwritten{place}": readers | {"student"},
        f"zqentered{place}": frozenset(["teachers"]),
        f"zqdraft{place}": frozenset(),
    }
    written, entered, draft = secrets
    key = credentials.new()
    message_send(game, own, others[:1], written, key, student, "student")
    key = credentials.new()
    message_send(game, others[0], others[1:], entered, key, by, "instructor")
    drafts = {own: {"text": draft, "version": 1, "by": by.pk}}
    Mailbox.objects.create(game=game, player=others[0], drafts=drafts, changes=1)
    return secrets
